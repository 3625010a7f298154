//! Abstract programs.

use coax_ir::Pc;

use crate::assumption::AssumptionId;

pub use crate::assumption::Supposition;

/// What is known of all executions of a function that is called, by itself: its assumptions are its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Called {
    /// Every assertion that it meets was verified.
    pub verified: bool,
    /// It meets an assertion on every way to its end.
    pub meets: bool,
    /// No assertion that it meets was verified.
    pub unverified: bool,
}

/// What a point of an abstract program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Nothing: a branch, a join, or the end; a call that is not followed.
    Skip,
    /// `a := true`.
    Initialise(AssumptionId),
    /// `a := a && *`.
    Update(AssumptionId),
    /// `assert * verified A`.
    Assert(Supposition),
    /// A call that is followed.
    Call(Called),
}

/// A point with what it does and where it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it does.
    pub statement: Statement,
    /// Where it may go on; nowhere at the end.
    pub next: Vec<usize>,
    /// The instruction it stands for; the last one of it, if there are several.
    pub at: Option<Pc>,
}

/// An abstract program. It begins at the first point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Its points.
    pub nodes: Vec<Node>,
}

impl Program {
    /// The points that may come right before each point.
    pub fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            node.next.iter().for_each(|&to| all[to].push(index));
        }
        all
    }
}
