//! Guards of instructions: what a search that is told what is verified does before them.
//!
//! A guard tests assumptions and remembers in the state which of them were violated, *assumes* a condition over them
//! (where it is false nothing is left to show, and the path ends), or *tries first* what satisfies one (the rest of the
//! path is put off). Where the guards come from is not known here: they are handed in as plain data.
//!
//! - *Invariant:* an assumption that was violated stays so as long as its function runs; what cannot be tested counts as
//!   violated.
//! - *Invariant:* guards may be met again before their instruction has run, with the same effect.
//! - *Absent on purpose:* static analysis.

mod suppositions;

use std::collections::HashMap;
use std::sync::Arc;

use coax_ir::{FuncId, Pc, Slot};
use coax_kinds::ErrorKind;

pub use suppositions::Suppositions;
pub(crate) use suppositions::Truth;

/// One of these rows, of which every assumption (by its number) must be as said.
pub type Formula = Vec<Vec<(u32, bool)>>;

/// The guards of a program, and how they are used.
#[derive(Clone, Debug, Default)]
pub struct Guards {
    functions: HashMap<FuncId, Arc<FunctionGuards>>,
    /// What is done at guards.
    pub policy: GuardPolicy,
}

/// What is done at guards.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuardPolicy {
    /// `assume` ends paths.
    pub prunes: bool,
    /// `tryfirst` puts paths off, so many times at most.
    pub interrupts: u64,
    /// Which of the paths that could end go on.
    pub seed: u64,
    /// Something of the program's runs after its last function: it may be unverified.
    pub has_epilogue: bool,
}

/// The guards of one function.
#[derive(Clone, Debug, Default)]
pub struct FunctionGuards {
    /// By instruction.
    pub guards: HashMap<Pc, Guard>,
    /// The instructions that have one.
    pub guarded: Arc<[bool]>,
    /// How many assumptions there are.
    pub assumptions: u32,
    /// For each call, when something may be unverified after it.
    pub after_calls: HashMap<Pc, Formula>,
    /// The checks that were verified, and under which assumptions.
    pub verified: HashMap<(Pc, ErrorKind), Formula>,
}

/// What is done before an instruction, in this order.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// Assumptions that are tested.
    pub before: Vec<(u32, Test)>,
    /// What is tried first.
    pub tryfirst: Option<Formula>,
    /// When something may be unverified from here on.
    pub assume: Option<Formula>,
    /// When the checks of the instruction were verified, for each that was not for sure.
    pub checks: Vec<Formula>,
    /// Assumptions that are tested for what follows.
    pub after: Vec<(u32, Test)>,
}

/// How an assumption is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The signed result of the instruction fits.
    Fits,
    /// What the instruction loads was written.
    Written,
    /// A slot is null or points to at least so many bytes.
    Pointer {
        /// The slot.
        slot: Slot,
        /// So many bytes.
        bytes: u64,
        /// They may be written.
        writable: bool,
    },
    /// A slot was written.
    Defined(Slot),
    /// A slot is not 0.
    Nonzero(Slot),
    /// Not at all.
    Never,
}

/// How a guided search came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuideCounts {
    /// Paths on which every check was verified.
    pub redundant: u64,
    /// Paths on which some check was not.
    pub non_redundant: u64,
    /// Those of them that went wrong.
    pub failing: u64,
    /// How often `assume` ended a path or turned it to other inputs.
    pub pruned: u64,
    /// How often `tryfirst` put one off.
    pub deferred: u64,
}

impl Guards {
    /// No function has any yet.
    pub fn new(policy: GuardPolicy) -> Guards {
        Guards { functions: HashMap::new(), policy }
    }

    /// Gives a function its guards.
    pub fn insert(&mut self, function: FuncId, guards: FunctionGuards) {
        self.functions.insert(function, Arc::new(guards));
    }

    /// The guards of a function.
    pub fn of(&self, function: FuncId) -> Option<&Arc<FunctionGuards>> {
        self.functions.get(&function)
    }
}

impl GuideCounts {
    /// Both together.
    pub fn plus(self, other: GuideCounts) -> GuideCounts {
        GuideCounts {
            redundant: self.redundant + other.redundant,
            non_redundant: self.non_redundant + other.non_redundant,
            failing: self.failing + other.failing,
            pruned: self.pruned + other.pruned,
            deferred: self.deferred + other.deferred,
        }
    }
}
