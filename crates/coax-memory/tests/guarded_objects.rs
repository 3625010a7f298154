//! Objects whose size depends on inputs: what they show, hide, keep and share.

use coax_expr::{Pool, Term};
use coax_ir::address::Region;
use coax_memory::{
    Access, Allocation, Ending, FaultKind, GuardRequest, HeapKind, Memory, Origin, SymbolicByte,
    TraceId,
};

const CAPACITY: u64 = 64;

fn request(size: u64) -> Allocation {
    let origin = Origin::Heap(HeapKind::Malloc);
    Allocation { region: Region::Heap, size, align: 16, origin, born: TraceId(1) }
}

fn term(width: u32) -> Term {
    let mut pool = Pool::new();
    let var = pool.new_var("n", width);
    pool.var(var)
}

fn guarded(memory: &mut Memory, size: u64, grows: bool, zeroed: bool) -> u64 {
    let guard = GuardRequest { size: term(64), capacity: CAPACITY, grows, zeroed };
    memory.allocate_guarded(&request(size), &guard).expect("room")
}

fn kind(memory: &Memory, address: u64, len: u64) -> Option<FaultKind> {
    memory.check(address, len, Access::Write).err().map(|fault| fault.kind)
}

#[test]
fn nothing_is_reached_before_it_is_granted() {
    let mut memory = Memory::new();
    let base = guarded(&mut memory, 10, false, true);
    assert_eq!(memory.load::<1>(base), None);
    assert!(!memory.store(base, [1u8]));
    assert_eq!(kind(&memory, base, 1), Some(FaultKind::Guarded));
    assert_eq!(kind(&memory, base, CAPACITY), Some(FaultKind::Guarded));
    assert_eq!(kind(&memory, base, CAPACITY + 1), Some(FaultKind::OutOfBounds));
    assert_eq!(kind(&memory, base - 1, 1), Some(FaultKind::OutOfBounds));
    memory.grant(base, 4);
    assert_eq!(memory.load::<4>(base), Some([0; 4]));
    assert!(memory.store(base, [7u8; 4]));
    assert_eq!(memory.load::<1>(base + 4), None);
    assert!(!memory.store(base + 2, [1u8; 4]));
    memory.grant(base, 8);
    assert_eq!(memory.load::<8>(base), Some([7, 7, 7, 7, 0, 0, 0, 0]));
    memory.grant(base, 2);
    assert_eq!(memory.load::<8>(base), Some([7, 7, 7, 7, 0, 0, 0, 0]));
}

#[test]
fn what_grows_has_no_outside() {
    let mut memory = Memory::new();
    let base = guarded(&mut memory, 10, true, false);
    assert_eq!(kind(&memory, base, CAPACITY + 1), Some(FaultKind::Guarded));
    assert_eq!(kind(&memory, base - 1, 1), Some(FaultKind::Guarded));
}

#[test]
fn the_size_under_the_model_decides_what_is_covered() {
    let mut memory = Memory::new();
    let base = guarded(&mut memory, 10, false, false);
    assert!(memory.covers(base, 10, Access::Read).is_ok());
    let fault = memory.covers(base, 11, Access::Read).expect_err("too far");
    assert_eq!(fault.kind, FaultKind::OutOfBounds);
    assert_eq!(fault.object.expect("its object").size, 10);
    memory.refresh(|_| 20);
    assert!(memory.covers(base, 20, Access::Read).is_ok());
    assert!(memory.covers(base, 21, Access::Read).is_err());
    memory.end(base, Ending::Freed, TraceId(2));
    memory.refresh(|_| 30);
    assert_eq!(memory.object(base).expect("still known").size, 30);
    memory.grant(base, 4);
    assert_eq!(kind(&memory, base, 1), Some(FaultKind::Ended(Ending::Freed)));
    assert!(memory.object(base).expect("still known").bytes().is_empty());
}

#[test]
fn what_is_written_while_unfolded_is_kept_out_of_reach() {
    let mut memory = Memory::new();
    let base = guarded(&mut memory, 10, false, false);
    memory.grant(base, 2);
    memory.unfold(base, 8);
    memory.write(base, &[1, 2, 3, 4]).expect("unfolded");
    memory.fold(base);
    assert_eq!(kind(&memory, base, 3), Some(FaultKind::Guarded));
    assert_eq!(memory.load::<2>(base), Some([1, 2]));
    let guard = memory.object(base).and_then(|object| object.guard()).expect("a guard");
    assert!(guard.hides_values());
    assert_eq!(guard.hidden_bytes()[..2], [3, 4]);
    memory.grant(base, 6);
    assert_eq!(memory.load::<4>(base), Some([1, 2, 3, 4]));
    // The others are what they were: undefined.
    assert_eq!(memory.load::<1>(base + 4), None);
    let mask = memory.defined(base, 6).expect("granted").expect("partly undefined");
    assert_eq!(mask[..], [0xFF, 0xFF, 0xFF, 0xFF, 0, 0]);
}

#[test]
fn hidden_terms_follow_the_model() {
    let mut memory = Memory::new();
    let base = guarded(&mut memory, 10, false, true);
    memory.unfold(base, 4);
    memory.write(base + 3, &[5]).expect("unfolded");
    let byte = SymbolicByte { offset: 0, term: term(8), byte: 0, undefined: 0 };
    memory.mark_symbolic(base + 3, &[byte]);
    memory.fold(base);
    memory.refresh(|_| 9);
    assert_eq!(memory.object(base).expect("alive").size, 9);
    memory.grant(base, 4);
    assert_eq!(memory.bytes(base, 4).expect("granted"), [0, 0, 0, 9]);
    assert_eq!(memory.symbolic(base, 4).expect("granted")[0].offset, 3);
    memory.refresh(|_| 8);
    assert_eq!(memory.bytes(base, 4).expect("granted"), [0, 0, 0, 8]);
}

#[test]
fn forks_go_their_own_ways() {
    let mut memory = Memory::new();
    let base = guarded(&mut memory, 10, false, true);
    memory.grant(base, 1);
    let mut other = memory.fork();
    memory.grant(base, 4);
    assert!(memory.store(base, [1u8; 4]));
    other.unfold(base, 2);
    other.write(base, &[2, 2]).expect("unfolded");
    other.fold(base);
    assert_eq!(memory.load::<4>(base), Some([1; 4]));
    assert_eq!(kind(&other, base, 2), Some(FaultKind::Guarded));
    other.grant(base, 4);
    assert_eq!(other.load::<4>(base), Some([2, 2, 0, 0]));
}
