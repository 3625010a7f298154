//! Terms beside words: everything about inputs.
//!
//! A state always carries a model, and every word and byte that depends on inputs holds its value
//! under that model, with the term beside it. So concrete code runs as if there were no inputs;
//! only what reads a term comes here, to *decide* what depends on it (a branch, a check, an
//! address) and to say what the result is in terms of the inputs.
//!
//! - [`decide`] is the one door for everything that can go two ways. The model's way is the way
//!   on; the other side, if it is feasible, becomes a [`Flip`]: the state before the instruction,
//!   with the opposite condition and a model of it. Resuming it runs the instruction again.
//! - [`PathContext`] is what belongs to the running path and is not in its state; [`Symbols`] has what all paths share.
//! - [`shadow`] gives the terms of results, [`checks`] what an instruction must not do, [`pointers`]
//!   accesses whose address depends on inputs, [`copies`] lengths that do, [`bytes`] terms in memory, [`inputs`] where they
//!   come from, [`sizes`] objects whose size depends on inputs, [`negative`] sizes that are negative numbers, [`resume`] what is done when the model changes,
//!   [`replay`] how a pending path is found again from the start, [`applications`] functions that are no terms,
//!   [`natives`] those that are called natively, [`prediction`] paths that may go another way, [`behind`] what follows
//!   undefined arithmetic.

mod applications;
mod behind;
mod bytes;
mod checks;
mod copies;
mod decide;
pub(crate) mod inputs;
mod models;
mod natives;
mod negative;
mod origins;
mod partition;
mod path;
mod path_context;
mod pointers;
mod prediction;
mod replay;
mod requests;
mod resume;
mod shadow;
mod sizes;
mod step;

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use coax_expr::{Assignment, Evaluator, Pool, Term, Var};
use coax_ir::Pc;
use coax_kinds::Incomplete;
use coax_solve::Solver;

use crate::State;
use crate::summaries::Summaries;

pub use applications::{ApplicationRequests, Concretize};
pub use behind::{Behind, GoOn, may_be_followed};
pub(crate) use bytes::joined;
pub use coax_interp::Chain;
pub(crate) use decide::Choice;
pub use inputs::{Input, InputSource};
pub use models::{TermRequests, input_name};
pub use natives::Natives;
pub(crate) use natives::{call_for_value, is_concrete, is_native};
pub(crate) use origins::has_address;
pub use partition::condition_terms;
pub use path::Path;
pub use path_context::PathContext;
pub use replay::{Replay, SharedValues};
pub use replay::{Turn, Values};
pub use requests::{Size, SizeRequests};
pub use resume::Resumed;
pub(crate) use shadow::Results;
pub use sizes::GUARD_CAPACITY;

/// When the other side of a decision is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlipPolicy {
    /// At the decision: what is infeasible is known at once. Hard questions wait all the same.
    Eager,
    /// When the search resumes it.
    Lazy,
}

/// The other side of a decision, put aside.
pub struct Flip<'p> {
    /// The state before the instruction that decides.
    pub state: Box<State<'p>>,
    /// What holds on this side, beyond the state's own conditions.
    pub condition: Term,
    /// A model of this side; none if the solver was not asked.
    pub model: Option<Assignment>,
    /// Where it goes on, for a branch.
    pub towards: Option<Pc>,
    /// When it was decided.
    pub moment: Moment,
    /// The hash of a path that goes this way, where paths are predicted.
    pub path_hash: u64,
    /// How often the solver could not tell whether it is feasible.
    pub tries: u32,
    /// Was it tried with guessed inputs before the solver was asked? Once is enough.
    pub guessed: bool,
    /// It comes after all others: they are tried first.
    pub is_put_off: bool,
}

/// A decision of a run, by when it was taken: the same in every run with the same inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// How many instructions had run.
    pub steps: u64,
    /// How many decisions the instruction had taken before.
    pub nth: u32,
}

/// How paths and decisions came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Decisions that depended on inputs and were not implied by earlier ones.
    pub decisions: u64,
    /// Those of them made in functions that a unit calls.
    pub in_callees: u64,
    /// Infeasible other sides.
    pub infeasible: u64,
    /// Other sides about which the solver does not know.
    pub unknown: u64,
    /// Paths that went another way than was predicted.
    pub divergences: u64,
    /// Decisions about objects that were used before a unit got them.
    pub used: u64,
}

/// What running with inputs needs beside the state. One per machine; `context` belongs to the path
/// that is running.
pub struct Symbols<'p> {
    /// The terms.
    pub pool: Pool,
    /// The solver.
    pub solver: Solver,
    /// What belongs to the running path.
    pub context: PathContext<'p>,
    /// What happened so far.
    pub counts: Counts,
    /// Why the exploration cannot claim to be complete.
    pub incomplete: BTreeSet<Incomplete>,
    /// How many conditions a path may have.
    pub most_conditions: usize,
    /// How many bytes the process may have in use.
    pub memory: u64,
    /// When the other side of a decision is solved.
    pub policy: FlipPolicy,
    /// Do paths go on behind undefined arithmetic?
    pub goes_on: bool,
    /// What is done about functions outside the solver's theory.
    pub concretization: Concretize,
    pub(crate) functions: applications::Functions,
    /// Calls native functions for their values, if that is possible.
    pub natives: Option<Rc<dyn Natives>>,
    /// Evaluates terms under models.
    pub evaluator: Evaluator,
    pub(crate) inputs: inputs::Inputs,
    /// Inputs that are no signed numbers: what they are was never less than zero.
    pub(crate) unsigned: HashSet<Var>,
    /// What calls do that are stepped over.
    pub summaries: Summaries,
    /// Path hashes that paths had or were to have, where paths are predicted.
    known_hashes: HashSet<u64>,
}

impl<'p> Symbols<'p> {
    /// A context without any term.
    pub fn new(solver: Solver, policy: FlipPolicy) -> Symbols<'p> {
        Symbols {
            pool: Pool::new(),
            solver,
            context: PathContext::default(),
            counts: Counts::default(),
            incomplete: BTreeSet::new(),
            most_conditions: usize::MAX,
            memory: u64::MAX,
            policy,
            goes_on: false,
            concretization: Concretize::default(),
            functions: applications::Functions::default(),
            natives: None,
            evaluator: Evaluator::new(),
            inputs: inputs::Inputs::default(),
            unsigned: HashSet::new(),
            summaries: Summaries::default(),
            known_hashes: HashSet::new(),
        }
    }

    /// Forgets all terms. No state that has any may be alive.
    pub fn forget(&mut self) {
        self.pool = Pool::new();
        self.functions.clear();
        self.solver.forget();
        self.context.forget();
        self.evaluator = Evaluator::new();
        self.inputs = inputs::Inputs::default();
        self.unsigned.clear();
        self.summaries.forget();
    }

    /// The value of a term under the state's model.
    pub fn value(&mut self, state: &State<'p>, term: Term) -> u128 {
        self.evaluator.eval(&self.pool, term, &state.above.path.model)
    }

    /// A term if it says more than a constant.
    pub fn symbolic(&self, term: Term) -> Option<Term> {
        self.pool.as_constant(term).is_none().then_some(term)
    }
}
