//! Why a run ends before its function returns.

use coax_ir::LowerError;
use coax_kinds::{FollowReason, Incomplete};
use coax_memory::{Fault, FaultObject};

use crate::ErrorKind;

/// Three kinds of "no" and one "yes": the program ended, the program is wrong,
/// we stopped, we are wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The program ended by itself with this exit status.
    Exit(i32),
    /// The program is wrong.
    Error {
        /// The catalogued kind.
        kind: ErrorKind,
        /// What happened, in one sentence without a full stop.
        message: String,
    },
    /// The program is wrong about this object (frees it twice, say).
    Misuse {
        /// The catalogued kind.
        kind: ErrorKind,
        /// What happened, in one sentence without a full stop.
        message: String,
        /// The object.
        object: FaultObject,
    },
    /// The program is wrong: a memory access failed.
    Fault(Fault),
    /// We stopped: the program reached something that cannot be run.
    Unsupported(String),
    /// The function that was started for itself returned.
    Returned,
    /// An exception left the function that was started for itself.
    Threw,
    /// An assumption about the inputs does not hold here, for no input.
    AssumedAway,
    /// A model met terms it cannot work with; its twin can. Never the end of a path.
    NeedsTerms,
    /// A path makes room for others and is taken up again after them. Never the end of a path.
    PutOff,
    /// A path that is run again takes the other side of a decision. Never the end of a path.
    Turned,
    /// A function that is explored by itself does what its summary cannot say, for this reason: its call is
    /// followed. Never the end of a path.
    Follow(FollowReason),
    /// A function that is explored by itself looks at an object that its caller has not looked at yet.
    /// Never the end of a path.
    OutsideFootprint(u64),
    /// No input of this path comes back from a call that is stepped over; what becomes of them was told
    /// when the call was summed up.
    EndedInside,
    /// We stopped: the step limit is reached.
    StepLimit,
    /// We stopped: a bound of the exploration is reached, which makes the exploration incomplete.
    Bound(Incomplete),
    /// We stopped: the solver does not know whether this path goes on.
    SolverUnknown,
    /// We are wrong, or the front end is: a defect of Coax.
    Internal(String),
}

impl Stop {
    /// Is the program wrong?
    pub fn is_error(&self) -> bool {
        matches!(self, Stop::Error { .. } | Stop::Misuse { .. } | Stop::Fault(_))
    }
}

impl From<&LowerError> for Stop {
    fn from(error: &LowerError) -> Stop {
        match error {
            LowerError::NoTime => Stop::Bound(Incomplete::Time),
            LowerError::Unreadable(why) => Stop::Internal(why.clone()),
        }
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}
