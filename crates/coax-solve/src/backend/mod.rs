//! Where a question ends that no layer could answer: a solver of whole theories.

use std::time::Duration;

use coax_expr::{Pool, Term, Var};

use crate::answer::Unknown;

pub mod bitwuzla;

/// What a back end says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackendAnswer {
    /// A model: values of the question's variables, sorted by variable. Functions are
    /// uninterpreted.
    Sat(Vec<(Var, u64)>),
    /// There is none: these conjuncts contradict `extra` (all that were given, or fewer).
    Unsat(Vec<Term>),
    /// It cannot tell.
    Unknown(Unknown),
}

/// A solver that takes a conjunction and gives a model or a refutation.
pub trait Backend {
    /// Is there a model of the conjuncts (sorted, each once) and `extra`? `extra` is apart because
    /// the conjuncts tend to come again, with another `extra`.
    fn check(
        &mut self,
        pool: &Pool,
        conjuncts: &[Term],
        extra: Term,
        time: Duration,
    ) -> BackendAnswer;
}
