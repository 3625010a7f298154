//! What is known at a point of a function.
//!
//! A slot may be *linked* to where its value came from (another slot, or bytes of memory), so that what a branch
//! says of one is known of the other; a slot that holds the outcome of a comparison remembers it.
//!
//! Invariants: a link or comparison is dropped when what it speaks of is written; constants have no entry.

use std::collections::BTreeMap;

use coax_ir::{Body, IntOp, Liveness, Pc, Slot};

use crate::assumption::{Deps, DepsTable};
use crate::domain::number::Thresholds;
use crate::domain::value::{Base, Value};
use crate::memory::Memory;

/// Where the value of a slot came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// It equals this slot.
    Same(Slot),
    /// It is this slot's low bits, sign-extended.
    Extended {
        /// The slot.
        slot: Slot,
        /// How many bits.
        from: u8,
    },
    /// It equals these bytes of memory.
    Cell(Base, i64),
}

/// A comparison whose outcome a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The comparison.
    pub op: IntOp,
    /// Its width.
    pub bits: u8,
    /// Left operand.
    pub a: Slot,
    /// Right operand.
    pub b: Slot,
}

/// What is known at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// By slot; constants are not looked up here.
    slots: Vec<Value>,
    /// Memory.
    pub memory: Memory,
    links: BTreeMap<Slot, Link>,
    tests: BTreeMap<Slot, Test>,
    /// The assumptions under which other ways to get here were left out.
    pub path: Deps,
}

impl State {
    /// Nothing is known.
    pub fn new(body: &Body) -> State {
        State {
            slots: vec![Value::TOP; body.slots as usize],
            memory: Memory::default(),
            links: BTreeMap::new(),
            tests: BTreeMap::new(),
            path: Deps::NONE,
        }
    }

    /// A slot's value.
    pub fn get(&self, slot: Slot) -> Value {
        self.slots[slot.index()]
    }

    /// Gives a slot a new value.
    pub fn set(&mut self, slot: Slot, value: Value) {
        self.unlink(slot);
        self.slots[slot.index()] = value.tidied();
    }

    /// More is known of a slot's value, which stays the same.
    pub fn learn(&mut self, slot: Slot, value: Value) {
        self.slots[slot.index()] = value.tidied();
    }

    fn unlink(&mut self, slot: Slot) {
        self.links.remove(&slot);
        self.tests.remove(&slot);
        self.links.retain(|_, link| {
            !matches!(*link, Link::Same(of) | Link::Extended { slot: of, .. } if of == slot)
        });
        self.tests.retain(|_, test| test.a != slot && test.b != slot);
    }

    /// Says where a slot's value came from.
    pub fn link(&mut self, slot: Slot, link: Link) {
        self.links.insert(slot, link);
    }

    /// Where a slot's value came from.
    pub fn link_of(&self, slot: Slot) -> Option<Link> {
        self.links.get(&slot).copied()
    }

    /// The slots that equal a slot because they got their value from it.
    pub fn copies_of(&self, slot: Slot) -> Vec<Slot> {
        let copies = self.links.iter().filter(|(_, link)| **link == Link::Same(slot));
        copies.map(|(copy, _)| *copy).collect()
    }

    /// Says what a slot is the outcome of.
    pub fn set_test(&mut self, slot: Slot, test: Test) {
        self.tests.insert(slot, test);
    }

    /// What a slot is the outcome of.
    pub fn test_of(&self, slot: Slot) -> Option<Test> {
        self.tests.get(&slot).copied()
    }

    /// Links to bytes of which nothing is known any more are dropped.
    pub fn drop_broken_links(&mut self) {
        let cells = &self.memory.cells;
        self.links.retain(|_, link| match *link {
            Link::Cell(base, at) => cells.contains_key(&(base, at)),
            _ => true,
        });
    }

    /// A new object of this name is made: what points to an older one points to nothing known.
    pub fn renew(&mut self, base: Base) {
        let lose = |value: &mut Value| {
            if value.pointer.is_some_and(|pointer| pointer.base == base) {
                value.pointer = None;
            }
        };
        self.slots.iter_mut().for_each(lose);
        self.memory.cells.values_mut().for_each(|cell| lose(&mut cell.value));
        self.memory.forget(base);
        self.links.retain(|_, link| !matches!(*link, Link::Cell(of, _) if of == base));
    }

    /// Forgets what is not read from `at` on.
    pub fn drop_dead(&mut self, body: &Body, at: Pc) {
        let liveness: &Liveness = body.liveness();
        let Some(live) = liveness.at(at) else { return };
        let constants = body.constants.len();
        for (index, value) in self.slots.iter_mut().enumerate().skip(constants) {
            if !live.contains(Slot(index as u32)) {
                *value = Value::TOP;
            }
        }
        let is_live = |slot: Slot| slot.index() < constants || live.contains(slot);
        self.links.retain(|slot, link| {
            let of = match *link {
                Link::Same(of) | Link::Extended { slot: of, .. } => is_live(of),
                Link::Cell(..) => true,
            };
            is_live(*slot) && of
        });
        self.tests.retain(|slot, test| is_live(*slot) && is_live(test.a) && is_live(test.b));
    }

    /// What holds in both.
    pub fn join(&mut self, other: &State, table: &mut DepsTable) {
        for (mine, theirs) in self.slots.iter_mut().zip(&other.slots) {
            *mine = mine.join(*theirs, table);
        }
        self.memory.join(&other.memory, table);
        self.links.retain(|slot, link| other.links.get(slot) == Some(link));
        self.tests.retain(|slot, test| other.tests.get(slot) == Some(test));
        self.drop_broken_links();
        self.path = table.union(self.path, other.path);
    }

    /// After a join with what `old` became: bounds that moved are given up.
    pub fn widen(&mut self, old: &State, thresholds: &Thresholds, table: &mut DepsTable) {
        for (mine, before) in self.slots.iter_mut().zip(&old.slots) {
            if mine != before {
                *mine = before.widen(*mine, thresholds, table);
            }
        }
        self.memory.widen(&old.memory, thresholds, table);
    }
}
