//! A memory behind a veil: none of its objects is accessible until it is shown.
//!
//! Code that runs behind a veil tells which objects it accesses: every access to an object that was
//! there before misses, and the caller shows the object by its address, with the contents it chooses.
//! Objects made behind the veil are accessible as always.
//!
//! Invariant: a place that an object behind the veil has is not used again.

use std::borrow::Cow;
use std::sync::Arc;

use crate::{Memory, Object};

impl Memory {
    /// A second memory in which no object of this one can be seen.
    pub fn veiled(&mut self) -> Memory {
        let behind = Arc::new(self.fork());
        Memory {
            globals: behind.globals.veiled(),
            stack: behind.stack.veiled(),
            heap: behind.heap.veiled(),
            symbolic_objects: Vec::new(),
            guarded_objects: Vec::new(),
            behind: Some(behind),
            most: self.most,
            has_refused: self.has_refused,
        }
    }

    /// What is behind the veil, if there is one.
    pub fn behind(&self) -> Option<&Memory> {
        self.behind.as_deref()
    }

    /// Shows an object, at the place it has behind the veil.
    pub fn show(&mut self, object: Object) {
        let (base, symbolic) = (object.base, !object.symbolic().is_empty());
        let guarded = object.guard().is_some();
        let Some(table) = self.table_of(base) else { return };
        table.put_back(object);
        if symbolic {
            self.note_symbolic(base);
        }
        if guarded {
            self.note_guarded(base);
        }
    }

    /// Has an object been made behind the veil that outlives the code that ran there?
    pub fn has_new_heap_objects(&self) -> bool {
        self.behind.as_ref().is_some_and(|behind| self.heap.has_more_than(&behind.heap))
    }

    /// Does an address belong to an object that was made behind the veil?
    pub fn is_new(&self, address: u64) -> bool {
        let was_there = |memory: &Memory| memory.place_is_used(address);
        self.behind.as_deref().is_some_and(|behind| !was_there(behind) && was_there(self))
    }

    /// Is an object the same in both memories, but for the bytes that `open` accepts, which need only
    /// be defined, and its size, where that depends on inputs?
    pub fn is_same(&self, other: &Memory, base: u64, open: impl Fn(u32) -> bool) -> bool {
        let (Some(one), Some(two)) = (self.object(base), other.object(base)) else { return false };
        let like = |object: &Object| (object.base, object.status, object.writable);
        let guards_alike = match (one.guard(), two.guard()) {
            (None, None) => one.size == two.size,
            (Some(one), Some(two)) => one.is_like(two),
            _ => false,
        };
        if like(one) != like(two) || !guards_alike {
            return false;
        }
        if !one.is_alive() {
            return true;
        }
        let (one, two) = (one.unfolded(), two.unfolded());
        let size = one.bytes().len();
        let mask = |object: &Object| object.contents().defined(0, size).map(Cow::into_owned);
        let masks = (mask(&one), mask(&two));
        let (ours, theirs) = (one.symbolic(), two.symbolic());
        let symbolic = |all: &[crate::SymbolicByte], at: u32| {
            all.binary_search_by_key(&at, |byte| byte.offset).ok().map(|i| all[i])
        };
        let plain = ours.is_empty() && theirs.is_empty() && masks == (None, None);
        if plain && !(0..size as u32).any(&open) {
            return one.bytes() == two.bytes();
        }
        let defined =
            |mask: &Option<Vec<u8>>, at: u32| mask.as_ref().map_or(0xFF, |m| m[at as usize]);
        (0..size as u32).all(|at| match open(at) {
            true => defined(&masks.1, at) == 0xFF,
            false => match (symbolic(ours, at), symbolic(theirs, at)) {
                (None, None) => {
                    one.bytes()[at as usize] == two.bytes()[at as usize]
                        && defined(&masks.0, at) == defined(&masks.1, at)
                }
                (a, b) => a == b,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use coax_ir::address::Region;

    use coax_expr::Pool;

    use super::*;
    use crate::{Allocation, GuardRequest, Origin, TraceId};

    fn object(memory: &mut Memory, region: Region, bytes: &[u8]) -> u64 {
        let (size, align, origin) = (bytes.len() as u64, 1, Origin::Environment);
        let request = Allocation { region, size, align, origin, born: TraceId::default() };
        memory.allocate_bytes(&request, bytes).unwrap()
    }

    #[test]
    fn an_object_is_seen_once_it_is_shown() {
        let mut memory = Memory::new();
        let base = object(&mut memory, Region::Heap, b"abc");
        let mut veiled = memory.veiled();
        assert!(veiled.object(base).is_none());
        let behind = veiled.behind().and_then(|behind| behind.object(base)).cloned().unwrap();
        veiled.show(behind);
        veiled.write(base, b"x").unwrap();
        assert_eq!(veiled.bytes(base, 3).unwrap(), b"xbc");
        assert_eq!(memory.bytes(base, 3).unwrap(), b"abc");
    }

    #[test]
    fn what_is_made_behind_the_veil_takes_nobodys_place() {
        let mut memory = Memory::new();
        let before = object(&mut memory, Region::Stack, b"a");
        let mut veiled = memory.veiled();
        let local = object(&mut veiled, Region::Stack, b"b");
        assert_ne!(local, before);
        assert!(veiled.is_new(local) && !veiled.is_new(before));
        assert!(!veiled.has_new_heap_objects());
        object(&mut veiled, Region::Heap, b"c");
        assert!(veiled.has_new_heap_objects());
    }

    #[test]
    fn objects_are_the_same_but_for_open_bytes() {
        let mut one = Memory::new();
        let base = object(&mut one, Region::Heap, b"abc");
        let mut two = one.fork();
        assert!(one.is_same(&two, base, |_| false));
        two.write(base + 1, b"x").unwrap();
        assert!(!one.is_same(&two, base, |_| false));
        assert!(one.is_same(&two, base, |at| at == 1));
        two.write_partly(base + 1, b"x", &[0]).unwrap();
        assert!(!one.is_same(&two, base, |at| at == 1), "an open byte is defined");
    }

    /// Sizes are open; what is in such an object is compared, shown or not.
    #[test]
    fn objects_of_open_sizes_are_the_same_by_all_their_bytes() {
        let mut pool = Pool::new();
        let [size, formal] = ["size", "formal"].map(|name| {
            let var = pool.new_var(name, 64);
            pool.var(var)
        });
        let mut one = Memory::new();
        let origin = Origin::Environment;
        let request = Allocation {
            region: Region::Heap,
            size: 4,
            align: 1,
            origin,
            born: TraceId::default(),
        };
        let guard = GuardRequest { size, capacity: 8, grows: false, zeroed: true };
        let base = one.allocate_guarded(&request, &guard).unwrap();
        one.grant(base, 4);
        one.write(base, b"abcd").unwrap();
        let mut two = one.fork();
        two.take_back(base, formal);
        assert!(two.bytes(base, 1).is_err(), "nothing of it is granted any more");
        assert!(one.is_same(&two, base, |_| false));
        two.unfold_whole(base);
        two.write(base + 7, b"x").unwrap();
        two.fold(base);
        assert!(!one.is_same(&two, base, |_| false));
        assert!(one.is_same(&two, base, |at| at == 7));
    }
}
