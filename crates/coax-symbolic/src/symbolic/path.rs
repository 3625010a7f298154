//! What a state knows about the path it is on: the inputs asked for so far, what must hold for
//! them, and a model that satisfies it. A value: it forks with the state.

use std::sync::Arc;

use coax_expr::{Assignment, Term};

use super::Chain;
use super::behind::Behind;
use super::inputs::Input;
use super::path_context::Checkpoint;
use super::replay::Turn;
use crate::summaries::Decision;

/// A path.
///
/// Invariant: `model` satisfies every condition; the conditions at `checkpoint` are the first ones of `conditions`.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// A value for every input variable.
    pub model: Assignment,
    /// What must hold, in order.
    pub conditions: Chain<Term>,
    /// Where its conditions were last kept as the solver sees them: it is entered from there.
    pub(crate) checkpoint: Option<Arc<Checkpoint>>,
    /// The inputs the program has asked for, in order.
    pub inputs: Chain<Input>,
    /// A value was fixed although others are possible; they will not be tried.
    pub concretized: bool,
    /// A value that depends on inputs was taken for a plain one: other inputs may go another way.
    pub predicted: bool,
    /// Stands for all decisions so far, where paths are predicted.
    pub hash: u64,
    /// How often it was the other side at the instruction it was last put aside at.
    pub turns: Chain<Turn>,
    /// What was decided in the function that is explored by itself, in its own terms.
    pub(crate) local: Chain<Decision>,
    /// A call was stepped over: what it did is known, but not which way it went.
    pub summed_up: bool,
    /// Errors it has gone on behind, in order.
    pub after: Chain<Behind>,
    /// It has failed, and no ordinary numbers lead along it.
    pub is_extreme: bool,
}
