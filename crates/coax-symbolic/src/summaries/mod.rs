//! Summaries of functions: what a call does, for all inputs at once, so that a search need not follow
//! each of its paths once per path that leads to the call.
//!
//! A function is explored in the context of a call, by itself ([`explore`]): what it finds there
//! that depends on inputs is a *formal*, a variable of the function's own; its paths' conditions and what they
//! leave behind are terms over the formals. All its paths together ([`cases`]) are a [`Summary`]: a handful
//! of terms. A later call puts its own terms in place of the formals ([`context`]), and steps over the
//! function ([`step_over`]), if its context leaves no case uncovered; otherwise the rest is explored then.
//! Summaries may be kept between runs ([`cache`]), by what their code is ([`digest`]).
//!
//! - *Invariant:* a state's model is one of the program's inputs; a formal has the value that what it stands
//!   for has under that model. What is asked of the solver is about inputs alone ([`ground`]).
//! - *Invariant:* a summary is right wherever it is covered: it says so itself, and a path that uses it holds
//!   that as a condition.
//! - *Invariant:* a function that does what terms cannot say is followed, and the reason is counted.
//! - See `docs/decisions/0009-a-call-is-a-term.md`.

mod around;
mod cache;
mod cases;
mod context;
mod digest;
mod explore;
mod footprint;
mod goals;
mod ground;
mod moves;
mod predicted;
mod relocation;
mod run;
mod step_over;
mod witness;
mod writes;

use std::collections::{BTreeMap, HashMap, HashSet};

use coax_expr::{Term, Var};
use coax_ir::{FuncId, Pc};
use coax_kinds::FollowReason;
use coax_memory::Memory;
use serde::{Deserialize, Serialize};

pub use predicted::{EndSignature, Predicted};

use cache::SummaryCache;
pub use cache::SummaryStore;
use goals::{Goal, GoalName, Goals};
pub use ground::{Decision, Other};
pub use run::SumUpCalls;
pub(crate) use step_over::may_be_summed_up;
use witness::Witnessed;

/// How many paths a summary has at most unless an option says otherwise.
pub const SUMMARY_PATHS: u64 = 1000;

/// What summaries came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryCounts {
    /// Paths through functions that were summed up.
    pub paths: u64,
    /// Paths that were run through functions, also those that could not be summed up in the end.
    pub runs: u64,
    /// Summaries that were made.
    pub made: u64,
    /// Calls for which a known one did.
    pub reused: u64,
    /// Calls for which a known one had to be extended.
    pub extended: u64,
    /// Summaries that an earlier run had made.
    pub from_cache: u64,
    /// Calls that were followed all the same, by reason.
    pub followed: BTreeMap<FollowReason, u64>,
    /// Instructions run for them.
    pub steps: u64,
}

/// All summaries, and those being made.
#[derive(Default)]
pub struct Summaries {
    /// Are calls stepped over, but for runs that follow every call?
    pub wanted: bool,
    /// Are they now?
    pub on: bool,
    /// Paths a summary may have.
    pub(crate) most_paths: u64,
    /// What came of it so far.
    pub counts: SummaryCounts,
    known: HashMap<FuncId, Vec<Summary>>,
    /// Inputs of paths through functions; each is a path of the program to be run.
    pub found: Vec<Predicted>,
    /// The functions being explored by themselves, innermost last.
    making: Vec<Making>,
    formals: HashMap<(FuncId, FormalOrigin, u32), Var>,
    origin_of: HashMap<Var, FormalOrigin>,
    /// How often a function could not be summed up, and why not the last time.
    refused: HashMap<FuncId, (u32, FollowReason)>,
    /// Conditions that are no branches, by instruction.
    witnessed: HashMap<(FuncId, Pc), Witnessed>,
    /// How often a function had nothing to do with inputs.
    idle: HashMap<FuncId, u32>,
    /// How much more often a function was explored in vain, as it returns in one way only, than its
    /// summaries spared paths.
    fruitless: HashMap<FuncId, u32>,
    /// Where summaries are kept between runs, if they are.
    cache: Option<SummaryCache>,
    /// What is worth a run and was run, or will be.
    met: HashSet<GoalName>,
}

/// What a formal stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum FormalOrigin {
    /// Word number n of the arguments.
    Argument(usize),
    /// Memory at an address.
    Cell(u64),
    /// The size of the object at an address.
    Size(u64),
}

/// A word that a function is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    /// This word.
    Word(u64),
    /// Any word.
    Formal(Var),
    /// A pointer that depends on inputs: this very term.
    Exact(Term),
}

/// Bytes of an object that are a formal.
#[derive(Clone, Copy, Debug)]
struct Cell {
    offset: u32,
    len: u32,
    formal: Var,
}

/// An object that a function looks at.
#[derive(Clone, Debug)]
struct Touched {
    base: u64,
    /// What of it is formal. All the rest is as it was seen first.
    cells: Vec<Cell>,
    /// How many bytes it has, where that depends on inputs.
    size: Option<Var>,
}

impl Touched {
    fn formals(&self) -> impl Iterator<Item = Var> {
        self.cells.iter().map(|cell| cell.formal).chain(self.size)
    }
}

/// What a function does in all cases known so far, in terms of its formals.
struct Summary {
    arguments: Vec<Argument>,
    around: Around,
    touched: Vec<Touched>,
    /// The objects it looks at, as it finds them.
    clean: Memory,
    /// Where it looks for an object and finds none.
    absent: Vec<u64>,
    /// Is it a known case?
    covered: Term,
    /// Does the function return, in the known cases?
    returns: Term,
    /// In how many ways it does.
    ways: usize,
    /// The words it returns, where it does,
    results: Vec<Term>,
    /// and what it leaves in memory.
    written: Vec<Written>,
    /// What the cache needs to know.
    record: Record,
}

/// A piece of memory that a function changes.
#[derive(Clone, Copy, Debug)]
struct Written {
    address: u64,
    /// What it leaves there, whole bytes.
    value: Term,
    /// When it does not write the piece: then it is undefined, which no value is.
    skipped: Option<Term>,
}

/// What is known of a summary beside what the function does.
#[derive(Default)]
struct Record {
    /// What is worth a run, if summaries are kept.
    goals: Vec<Goal>,
    /// Were inputs looked for in some context for those that were not met?
    was_asked: bool,
    /// Nothing was left out: it may be kept.
    is_whole: bool,
    /// It was made or extended in this run.
    is_new: bool,
    /// Which one in the store it was, if it was there.
    cached_as: Option<usize>,
}

/// What a function does may depend on who calls it, where it is part of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Around {
    /// How many of the unit's own functions call each other up to it, if only so many may.
    depth: Option<u32>,
    /// The sizes of elements that it asked about: does its caller walk such?
    walked: BTreeMap<u64, bool>,
}

/// A function that is explored by itself.
struct Making {
    function: FuncId,
    around: Around,
    /// The unit's own functions around it, and what elements those walk.
    depth: u32,
    strides: HashSet<u64>,
    touched: Vec<Touched>,
    clean: Memory,
    absent: Vec<u64>,
    /// Formals, of this function and those around it, in terms of the program's inputs.
    ground: HashMap<Var, Term>,
    grounded: HashMap<Term, Term>,
    goals: Goals,
}

impl Summaries {
    /// Forgets everything that is about terms.
    pub fn forget(&mut self) {
        let (wanted, on, most_paths) = (self.wanted, self.on, self.most_paths);
        let (counts, mut found) =
            (std::mem::take(&mut self.counts), std::mem::take(&mut self.found));
        found.iter_mut().for_each(Predicted::forget);
        let mut cache = self.cache.take();
        cache.iter_mut().for_each(SummaryCache::forget);
        let met = std::mem::take(&mut self.met);
        *self =
            Summaries { wanted, on, most_paths, counts, found, cache, met, ..Summaries::default() };
    }

    /// Nothing is being made: what was being made is given up.
    pub fn abandon(&mut self) {
        self.making.clear();
    }

    fn count_followed(&mut self, reason: FollowReason) {
        *self.counts.followed.entry(reason).or_default() += 1;
    }
}
