//! Assumptions: what the analysis takes for granted, where, and what would show it wrong.
//!
//! An assumption is made at an instruction of one activation of the function. It is executable: its
//! [`Predicate`] can be evaluated by a program that runs there.
//!
//! Invariant: the same predicate at the same instruction has one identifier ([`AssumptionId`]).

use std::collections::HashMap;

use coax_ir::Pc;

/// An assumption of one function, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AssumptionId(pub u32);

/// What a check was verified under: one of these sets of assumptions, all of the set. None at all: it was not
/// verified.
pub type Supposition = Vec<Vec<AssumptionId>>;

/// What is assumed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Predicate {
    /// The signed result of the instruction fits.
    NoOverflow,
    /// The store changes no memory that is reached in another way than through its own pointer.
    NoAlias,
    /// The call neither changes nor frees memory that the function uses after it.
    CalleeLeavesMemory,
    /// Every bit of the value that the instruction reads was written.
    Initialised,
    /// The value that the instruction got (a parameter at entry, for the first one) is null or points into an
    /// object, and is no other number.
    NullOrObject,
    /// The pointer that the instruction got is null or points to so many bytes of an object.
    PointsTo {
        /// How many bytes.
        bytes: u32,
        /// They may be written.
        writable: bool,
    },
    /// The parameter, in this slot at entry, is null or points to so many bytes of an object.
    Extent {
        /// The parameter's slot.
        slot: u32,
        /// How many bytes.
        bytes: u32,
        /// They may be written.
        writable: bool,
    },
    /// What an annotation in the code says, which is in this slot.
    Stated {
        /// The slot.
        slot: u32,
    },
}

impl Predicate {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Predicate::NoOverflow => "no-overflow",
            Predicate::NoAlias => "no-alias",
            Predicate::CalleeLeavesMemory => "callee-leaves-memory",
            Predicate::Initialised => "initialised",
            Predicate::NullOrObject => "null-or-object",
            Predicate::Extent { .. } | Predicate::PointsTo { .. } => "extent",
            Predicate::Stated { .. } => "stated",
        }
    }
}

/// An assumption with its place in the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Assumption {
    /// What is assumed.
    pub predicate: Predicate,
    /// The instruction it is made at; the first one for what holds at entry.
    pub at: Pc,
}

/// A set of assumptions, by its number in a [`DepsTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deps(u32);

impl Deps {
    /// No assumption.
    pub const NONE: Deps = Deps(0);

    /// Is there none?
    pub fn is_none(self) -> bool {
        self == Deps::NONE
    }
}

/// The assumptions of a function and the sets of them that values depend on.
#[derive(Debug)]
pub struct DepsTable {
    /// Are assumptions made at all?
    pub assuming: bool,
    assumptions: Vec<Assumption>,
    ids: HashMap<Assumption, AssumptionId>,
    sets: Vec<Box<[AssumptionId]>>,
    numbers: HashMap<Box<[AssumptionId]>, Deps>,
    unions: HashMap<(Deps, Deps), Deps>,
}

impl DepsTable {
    /// An empty one.
    pub fn new(assuming: bool) -> DepsTable {
        let none: Box<[AssumptionId]> = Box::default();
        DepsTable {
            assuming,
            assumptions: Vec::new(),
            ids: HashMap::new(),
            sets: vec![none.clone()],
            numbers: HashMap::from([(none, Deps::NONE)]),
            unions: HashMap::new(),
        }
    }

    /// Makes an assumption.
    pub fn assume(&mut self, predicate: Predicate, at: Pc) -> Deps {
        let assumption = Assumption { predicate, at };
        let next = AssumptionId(self.assumptions.len() as u32);
        let id = *self.ids.entry(assumption).or_insert(next);
        if id == next {
            self.assumptions.push(assumption);
        }
        self.numbered(Box::new([id]))
    }

    /// Both sets together.
    pub fn union(&mut self, a: Deps, b: Deps) -> Deps {
        if a == b || b.is_none() {
            return a;
        }
        if a.is_none() {
            return b;
        }
        let key = (Deps(a.0.min(b.0)), Deps(a.0.max(b.0)));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut all = [self.ids(a), self.ids(b)].concat();
        all.sort_unstable();
        all.dedup();
        let made = self.numbered(all.into());
        self.unions.insert(key, made);
        made
    }

    fn numbered(&mut self, set: Box<[AssumptionId]>) -> Deps {
        let next = Deps(self.sets.len() as u32);
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }

    /// The assumptions of a set, in order.
    pub fn ids(&self, deps: Deps) -> &[AssumptionId] {
        &self.sets[deps.0 as usize]
    }

    /// All assumptions that were made.
    pub fn assumptions(&self) -> &[Assumption] {
        &self.assumptions
    }
}
