//! The checks of a function: where which error of the catalogue may occur, and what is known about that.
//!
//! Invariant: every place where the engine can report an error of a kind has a check of that kind there; what
//! the analysis cannot show is open.

use std::collections::BTreeMap;

use coax_ir::Pc;
use coax_kinds::ErrorKind;

use crate::assumption::{AssumptionId, Deps};

/// Kinds that checks can be verified for. The others are open wherever they can occur.
pub const COVERED: [ErrorKind; 16] = [
    ErrorKind::NullDereference,
    ErrorKind::OutOfBounds,
    ErrorKind::UseAfterFree,
    ErrorKind::DoubleFree,
    ErrorKind::InvalidFree,
    ErrorKind::UninitializedRead,
    ErrorKind::DivisionByZero,
    ErrorKind::SignedOverflow,
    ErrorKind::ShiftOutOfRange,
    ErrorKind::FloatCastOverflow,
    ErrorKind::NegativeSize,
    ErrorKind::Assertion,
    ErrorKind::Abort,
    ErrorKind::Unreachable,
    ErrorKind::BadCast,
    ErrorKind::NoTermination,
];

/// What is known of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It cannot fail.
    Verified,
    /// It cannot fail if all of these hold.
    VerifiedIf(Vec<AssumptionId>),
    /// It may fail.
    Open,
}

/// A check with what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The instruction.
    pub at: Pc,
    /// The error.
    pub kind: ErrorKind,
    /// What is known.
    pub verdict: Verdict,
}

/// Collects what is said of checks while the code is gone through.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The assumptions it is shown under; nothing if it is not shown.
    entries: BTreeMap<(Pc, ErrorKind), Option<Deps>>,
}

impl Ledger {
    /// Says of a check under which assumptions it holds, or that it may fail (`None`). Of two parts of a check
    /// at one place both must hold.
    pub fn judge(
        &mut self,
        at: Pc,
        kind: ErrorKind,
        shown: Option<Deps>,
        union: impl FnOnce(Deps, Deps) -> Deps,
    ) {
        let entry = self.entries.entry((at, kind)).or_insert(Some(Deps::NONE));
        *entry = match (*entry, shown) {
            (Some(before), Some(now)) => Some(union(before, now)),
            _ => None,
        };
    }

    /// Every check by place and kind, with the assumptions it is shown under.
    pub fn entries(&self) -> &BTreeMap<(Pc, ErrorKind), Option<Deps>> {
        &self.entries
    }
}
