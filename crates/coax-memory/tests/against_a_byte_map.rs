//! Memory against the simplest thing that could be right: a map from address to byte.

use std::collections::{BTreeMap, HashMap};

use coax_ir::address::Region;
use coax_memory::{Access, Allocation, Ending, FaultKind, HeapKind, Memory, Origin, TraceId};
use proptest::prelude::*;

/// One byte of the model: its value and its defined bits.
type Byte = (u8, u8);

#[derive(Clone, Default)]
struct Model {
    bytes: HashMap<u64, Byte>,
    objects: BTreeMap<u64, u64>,
    ended: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Op {
    Allocate { size: u64, stack: bool, zeroed: bool },
    Store { object: usize, offset: i64, value: u64, width: usize },
    WritePartly { object: usize, offset: i64, bytes: Vec<u8>, mask: Vec<u8> },
    Fill { object: usize, offset: i64, byte: u8, len: u64 },
    Copy { to: usize, to_offset: i64, from: usize, from_offset: i64, len: u64 },
    End { object: usize },
    Fork,
}

fn op() -> impl Strategy<Value = Op> {
    let offset = -4i64..80;
    prop_oneof![
        (0u64..70, any::<bool>(), any::<bool>()).prop_map(|(size, stack, zeroed)| Op::Allocate {
            size,
            stack,
            zeroed
        }),
        (any::<usize>(), offset.clone(), any::<u64>(), prop::sample::select(vec![1usize, 2, 4, 8]))
            .prop_map(|(object, offset, value, width)| Op::Store { object, offset, value, width }),
        (any::<usize>(), offset.clone(), prop::collection::vec((any::<u8>(), any::<u8>()), 0..9))
            .prop_map(|(object, offset, pairs)| {
                let (bytes, mask) = pairs.into_iter().unzip();
                Op::WritePartly { object, offset, bytes, mask }
            }),
        (any::<usize>(), offset.clone(), any::<u8>(), 0u64..70)
            .prop_map(|(object, offset, byte, len)| Op::Fill { object, offset, byte, len }),
        (any::<usize>(), offset.clone(), any::<usize>(), offset, 0u64..70).prop_map(
            |(to, to_offset, from, from_offset, len)| Op::Copy {
                to,
                to_offset,
                from,
                from_offset,
                len
            }
        ),
        any::<usize>().prop_map(|object| Op::End { object }),
        Just(Op::Fork),
    ]
}

impl Model {
    fn pick(&self, index: usize, offset: i64) -> Option<u64> {
        let known: Vec<u64> =
            self.objects.keys().copied().chain(self.ended.iter().copied()).collect();
        let base = known.get(index.checked_rem(known.len())?)?;
        Some(base.wrapping_add(offset as u64))
    }

    fn allows(&self, address: u64, len: u64) -> bool {
        let Some((&base, &size)) = self.objects.range(..=address).next_back() else { return false };
        address - base <= size && len <= size - (address - base)
    }

    fn get(&self, address: u64, len: u64) -> Vec<Byte> {
        (address..address + len).map(|a| self.bytes[&a]).collect()
    }

    fn put(&mut self, address: u64, bytes: &[Byte]) {
        for (i, &byte) in bytes.iter().enumerate() {
            self.bytes.insert(address + i as u64, byte);
        }
    }

    fn check(&self, memory: &Memory) {
        for (&base, &size) in &self.objects {
            let bytes = memory.bytes(base, size).expect("alive");
            let mask = memory.defined(base, size).expect("alive");
            for i in 0..size as usize {
                let (value, defined) = self.bytes[&(base + i as u64)];
                let found = mask.as_ref().map_or(0xFF, |mask| mask[i]);
                assert_eq!(found, defined);
                assert_eq!(bytes[i] & defined, value & defined);
            }
        }
        for &base in &self.ended {
            let fault = memory.check(base, 1, Access::Read).expect_err("ended");
            assert!(matches!(fault.kind, FaultKind::Ended(_)));
        }
    }
}

fn apply(memory: &mut Memory, model: &mut Model, op: &Op) {
    match op {
        Op::Allocate { size, stack, zeroed } => {
            let (region, origin) = match stack {
                true => (Region::Stack, Origin::Argument),
                false => (Region::Heap, Origin::Heap(HeapKind::Malloc)),
            };
            let request = Allocation { region, size: *size, align: 8, origin, born: TraceId(1) };
            let base = match zeroed {
                true => memory.allocate_zeroed(&request),
                false => memory.allocate(&request),
            }
            .expect("room");
            assert_eq!(base % 8, 0);
            model.ended.retain(|&old| old >> 20 != base >> 20);
            model.objects.insert(base, *size);
            let defined = if *zeroed { 0xFF } else { 0 };
            model.put(base, &vec![(0, defined); *size as usize]);
        }
        Op::Store { object, offset, value, width } => {
            let Some(address) = model.pick(*object, *offset) else { return };
            let bytes = value.to_le_bytes();
            let stored = match width {
                1 => memory.store(address, [bytes[0]]),
                2 => memory.store(address, [bytes[0], bytes[1]]),
                4 => memory.store::<4>(address, bytes[..4].try_into().unwrap()),
                _ => memory.store(address, bytes),
            };
            assert_eq!(stored, model.allows(address, *width as u64));
            if stored {
                model.put(address, &bytes[..*width].iter().map(|&b| (b, 0xFF)).collect::<Vec<_>>());
                assert_eq!(memory.load::<1>(address), Some([bytes[0]]));
            }
        }
        Op::WritePartly { object, offset, bytes, mask } => {
            let Some(address) = model.pick(*object, *offset) else { return };
            let done = memory.write_partly(address, bytes, mask).is_ok();
            assert_eq!(done, model.allows(address, bytes.len() as u64));
            if done {
                model.put(
                    address,
                    &bytes.iter().copied().zip(mask.iter().copied()).collect::<Vec<_>>(),
                );
            }
        }
        Op::Fill { object, offset, byte, len } => {
            let Some(address) = model.pick(*object, *offset) else { return };
            let done = memory.fill(address, *byte, *len).is_ok();
            assert_eq!(done, model.allows(address, *len));
            if done {
                model.put(address, &vec![(*byte, 0xFF); *len as usize]);
            }
        }
        Op::Copy { to, to_offset, from, from_offset, len } => {
            let (Some(to), Some(from)) =
                (model.pick(*to, *to_offset), model.pick(*from, *from_offset))
            else {
                return;
            };
            let done = memory.copy(to, from, *len).is_ok();
            assert_eq!(done, model.allows(to, *len) && model.allows(from, *len));
            if done {
                let bytes = model.get(from, *len);
                model.put(to, &bytes);
            }
        }
        Op::End { object } => {
            let Some(base) = model.pick(*object, 0) else { return };
            if model.objects.remove(&base).is_some() {
                memory.end(base, Ending::Freed, TraceId(2));
                model.ended.push(base);
            }
        }
        Op::Fork => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every operation does what the map does; forks do not see each other's writes.
    #[test]
    fn memory_is_a_byte_map(ops in prop::collection::vec(op(), 1..120)) {
        let mut worlds = vec![(Memory::new(), Model::default())];
        for (i, op) in ops.iter().enumerate() {
            if let Op::Fork = op && worlds.len() < 6 {
                let index = i % worlds.len();
                let (memory, model) = &mut worlds[index];
                let second = (memory.fork(), model.clone());
                worlds.push(second);
                continue;
            }
            let index = i % worlds.len();
            let (memory, model) = &mut worlds[index];
            apply(memory, model, op);
        }
        for (memory, model) in &worlds {
            model.check(memory);
        }
    }
}

#[test]
fn ended_objects_are_known_until_their_place_is_needed() {
    let mut memory = Memory::new();
    let request = Allocation {
        region: Region::Stack,
        size: 8,
        align: 8,
        origin: Origin::Argument,
        born: TraceId::default(),
    };
    let first = memory.allocate(&request).unwrap();
    memory.end(first, Ending::FrameLeft, TraceId(3));
    for _ in 0..100 {
        let address = memory.allocate(&request).unwrap();
        assert_ne!(address, first);
        memory.end(address, Ending::FrameLeft, TraceId::default());
        let fault = memory.check(first, 8, Access::Read).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Ended(Ending::FrameLeft));
        assert_eq!(fault.object.unwrap().ended, Some(TraceId(3)));
    }
    let addresses: std::collections::HashSet<_> = (0..10_000)
        .map(|_| {
            let address = memory.allocate(&request).unwrap();
            memory.end(address, Ending::FrameLeft, TraceId::default());
            address
        })
        .collect();
    assert!(addresses.len() < 1000, "places are used again: {}", addresses.len());
}

#[test]
fn running_off_an_object_is_attributed_to_it() {
    let mut memory = Memory::new();
    let origin = Origin::Heap(HeapKind::New);
    let request =
        Allocation { region: Region::Heap, size: 16, align: 16, origin, born: TraceId(7) };
    let base = memory.allocate(&request).unwrap();
    let next = memory.allocate(&request).unwrap();
    assert!(next > base);
    for address in [base - 1, base + 16, base + 100_000, base.wrapping_sub(100_000)] {
        let fault = memory.check(address, 1, Access::Write).unwrap_err();
        assert_eq!(fault.kind, FaultKind::OutOfBounds);
        assert_eq!(fault.object.unwrap().base, base);
    }
    assert_eq!(memory.check(base + 8, 9, Access::Read).unwrap_err().kind, FaultKind::OutOfBounds);
    assert_eq!(memory.check(8, 1, Access::Read).unwrap_err().kind, FaultKind::Null);
    assert_eq!(memory.check(1 << 50, 1, Access::Read).unwrap_err().kind, FaultKind::Wild);
}

#[test]
fn huge_requests_fail_instead_of_killing_us() {
    let mut memory = Memory::new();
    let origin = Origin::Heap(HeapKind::Malloc);
    let request =
        Allocation { region: Region::Heap, size: 1 << 45, align: 16, origin, born: TraceId(0) };
    assert_eq!(memory.allocate(&request), None);
}

#[test]
fn places_of_large_objects_are_used_again() {
    let mut memory = Memory::new();
    let origin = Origin::Heap(HeapKind::Malloc);
    let request =
        Allocation { region: Region::Heap, size: 300_000, align: 16, origin, born: TraceId(0) };
    let bases: std::collections::HashSet<_> = (0..200)
        .map(|_| {
            let base = memory.allocate(&request).unwrap();
            memory.end(base, Ending::Freed, TraceId(1));
            base >> 20
        })
        .collect();
    assert!(bases.len() < 40, "{} places", bases.len());
}

#[test]
fn a_scope_may_begin_again() {
    let mut memory = Memory::new();
    let origin = Origin::Argument;
    let request = Allocation { region: Region::Stack, size: 4, align: 4, origin, born: TraceId(0) };
    let base = memory.allocate(&request).unwrap();
    memory.write(base, &[1, 2, 3, 4]).unwrap();
    memory.end_scope(base);
    let fault = memory.check(base, 1, Access::Read).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Ended(Ending::ScopeLeft));
    memory.begin_scope(base);
    assert_eq!(memory.load::<4>(base), None, "the old contents are gone");
    memory.write(base, &[5; 4]).unwrap();
    assert_eq!(memory.load::<4>(base), Some([5; 4]));
}

/// A large place that is used again for another size leaves its neighbours alone.
#[test]
fn large_objects_keep_out_of_each_others_way() {
    let mut memory = Memory::new();
    let origin = Origin::Heap(HeapKind::Malloc);
    let request =
        |size| Allocation { region: Region::Heap, size, align: 16, origin, born: TraceId(0) };
    let mut alive: Vec<(u64, u64)> = Vec::new();
    for turn in 0..2000u64 {
        let size = 262_145 + turn * 7919 % 1_300_000;
        let base = memory.allocate(&request(size)).unwrap();
        memory.write(base, &turn.to_le_bytes()).unwrap();
        memory.write(base + size - 1, &[turn as u8]).unwrap();
        alive.push((base, size));
        if alive.len() > 30 {
            let (old, _) = alive.swap_remove((turn * 31 % 30) as usize);
            memory.end(old, Ending::Freed, TraceId(1));
        }
        for &(base, size) in &alive {
            assert_eq!(memory.object(base + size - 1).map(|object| object.base), Some(base));
        }
    }
}
