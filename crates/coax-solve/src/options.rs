//! What can be chosen about solving.

use std::time::Duration;

use coax_deadline::Deadline;

/// What can be chosen about solving.
#[derive(Clone, Debug)]
pub struct Options {
    /// Time of the thread for one question.
    pub query_time: Duration,
    /// All randomness.
    pub seed: u64,
    /// What is tried when the solution of the simple part of a question does not fit the functions
    /// applied in the rest.
    pub heuristics: Heuristics,
    /// Who is asked about floats and products.
    pub nonlinear: Nonlinear,
    /// When it is over, the running question and all that follow end with
    /// [`Unknown::Cancelled`](crate::Unknown::Cancelled).
    pub deadline: Deadline,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            query_time: Duration::from_secs(5),
            seed: 0,
            heuristics: Heuristics::default(),
            nonlinear: Nonlinear::default(),
            deadline: Deadline::never(),
        }
    }
}

/// Other solutions of the simple part that are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heuristics {
    /// So many further solutions, each unlike the ones before.
    pub incremental: u32,
    /// One in each part of the functions' domains that their partitions name.
    pub partition: bool,
    /// So many with random values where the simple part leaves the choice.
    pub random: u32,
    /// Values of earlier models where it leaves the choice.
    pub residual: bool,
}

impl Heuristics {
    /// None of them.
    pub const NONE: Heuristics =
        Heuristics { incremental: 0, partition: false, random: 0, residual: false };
}

impl Default for Heuristics {
    fn default() -> Heuristics {
        Heuristics { incremental: 8, partition: true, random: 8, residual: true }
    }
}

/// Who is asked about floats and products, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nonlinear {
    /// The SMT solver.
    pub smt: bool,
    /// Interval constraint propagation.
    pub icp: bool,
    /// Search guided by branch distances.
    pub search: bool,
}

impl Default for Nonlinear {
    fn default() -> Nonlinear {
        Nonlinear { smt: true, icp: true, search: true }
    }
}
