//! Where a question ends that no layer could answer: a solver of whole theories.

use std::time::Duration;

use coax_expr::{Function, Pool, Term, Var};

use crate::answer::Unknown;

pub mod bitwuzla;

/// What a back end says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackendAnswer {
    /// A model.
    Sat(BackendModel),
    /// There is none: these conjuncts contradict `extra` (all that were given, or fewer).
    Unsat(Vec<Term>),
    /// It cannot tell.
    Unknown(Unknown),
}

/// Values for the variables of a question, and for the applications of functions in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BackendModel {
    /// Sorted by variable.
    pub values: Vec<(Var, u64)>,
    /// In the order of the terms.
    pub applications: Vec<Application>,
}

/// What a model says a function gives for some arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    /// The function.
    pub function: Function,
    /// Its arguments' values.
    pub args: Vec<u128>,
    /// Its result.
    pub result: u128,
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
