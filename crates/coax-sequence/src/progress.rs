//! Figures about a growth.

use coax_ir::FuncId;

/// What is at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Random extension.
    #[default]
    Random,
    /// Concolic execution.
    Concolic,
}

/// How far a growth has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is at work.
    pub phase: Phase,
    /// How often it has changed from one phase to the other.
    pub switches: u64,
    /// Attempts made.
    pub attempts: u64,
    /// Calls run, those of sequences that were run again among them.
    pub calls: u64,
    /// Instructions run.
    pub steps: u64,
    /// Sequences in the pool.
    pub pool: usize,
    /// Drivers handed out.
    pub drivers: u64,
    /// Branch sides covered, of those in functions of the code under test.
    pub covered: u64,
    /// Branch sides there are in the functions of the code under test that a boundary function leads to.
    pub sides: u64,
    /// Targets that concolic execution took up.
    pub targets: u64,
    /// Questions put to the solver.
    pub queries: u64,
    /// Questions that conflict sequences made unnecessary.
    pub queries_saved: u64,
    /// Ruled out paths that were solved all the same,
    pub saved_checked: u64,
    /// and those of them that were feasible.
    pub saved_wrong: u64,
    /// Conflict sequences that are known.
    pub conflicts: usize,
    /// Boundary functions that cannot be called, and why.
    pub unsupported: Vec<Unsupported>,
}

/// A boundary function that cannot be called, or not always.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The function.
    pub function: FuncId,
    /// Why.
    pub reason: String,
}
