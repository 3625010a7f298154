//! Slots while a body is being lowered, and their final numbers.
//!
//! How many constants a body needs is only known at the end, but constants come first in a frame.
//! So slots are numbered in three classes while lowering, and renumbered once:
//! constants, then permanent slots (parameters, variables, values that outlive their block), then
//! temporaries, which blocks share.

use std::collections::HashMap;

use coax_ir::{Inst, Slot};

const CONSTANTS: u32 = 0xC000_0000;
const TEMPORARIES: u32 = 0x8000_0000;

/// Hands out slots.
#[derive(Default)]
pub struct Slots {
    words: Vec<u64>,
    singles: HashMap<u64, Slot>,
    groups: HashMap<Box<[u64]>, Slot>,
    permanent: u32,
    temporaries: u32,
    /// Unused temporaries, by how many words they are.
    free: HashMap<u32, Vec<Slot>>,
    /// Temporaries in use: the last instruction that reads them, the slot, the words.
    live: Vec<(u32, Slot, u32)>,
    /// Temporaries are never shared (a call in the function may return twice).
    keep: bool,
}

impl Slots {
    /// `keep` says that temporaries are never shared.
    pub fn new(keep: bool) -> Slots {
        Slots { keep, ..Slots::default() }
    }

    /// Slots that hold a constant, one word after the other.
    pub fn constant(&mut self, words: &[u64]) -> Slot {
        let next = Slot(CONSTANTS + self.words.len() as u32);
        let slot = match words {
            [word] => *self.singles.entry(*word).or_insert(next),
            _ => *self.groups.entry(words.into()).or_insert(next),
        };
        if slot == next {
            self.words.extend_from_slice(words);
        }
        slot
    }

    /// Does a slot hold a constant?
    pub fn is_constant(&self, slot: Slot) -> bool {
        slot.0 >= CONSTANTS
    }

    /// The words that slots hold, if those are constants.
    pub fn constant_words(&self, first: Slot, words: u32) -> Option<&[u64]> {
        let first = first.0.checked_sub(CONSTANTS)? as usize;
        self.words.get(first..first + words as usize)
    }

    /// Slots that nothing else uses.
    pub fn permanent(&mut self, words: u32) -> Slot {
        let slot = Slot(self.permanent);
        self.permanent += words;
        slot
    }

    /// Slots that are free again after instruction `last`.
    pub fn temporary(&mut self, words: u32, last: u32) -> Slot {
        let reused = self.free.get_mut(&words).and_then(Vec::pop);
        let slot = reused.unwrap_or_else(|| {
            let slot = Slot(TEMPORARIES + self.temporaries);
            self.temporaries += words;
            slot
        });
        self.live.push((last, slot, words));
        slot
    }

    /// Instruction `at` is done: what it read last is free.
    pub fn expire(&mut self, at: u32) {
        if self.keep {
            return;
        }
        let free = &mut self.free;
        self.live.retain(|&(last, slot, words)| {
            if last <= at {
                free.entry(words).or_default().push(slot);
            }
            last > at
        });
    }

    /// Final numbers.
    pub fn finish(self) -> Numbering {
        let constants = self.words.len() as u32;
        Numbering {
            constants,
            permanent: self.permanent,
            total: constants + self.permanent + self.temporaries,
            words: self.words.into_boxed_slice(),
        }
    }
}

/// The final layout of a frame.
pub struct Numbering {
    constants: u32,
    permanent: u32,
    /// Words in a frame.
    pub total: u32,
    /// The constants.
    pub words: Box<[u64]>,
}

impl Numbering {
    /// Final number of a slot.
    pub fn slot(&self, slot: Slot) -> Slot {
        Slot(match slot.0 {
            CONSTANTS.. => slot.0 - CONSTANTS,
            TEMPORARIES.. => slot.0 - TEMPORARIES + self.constants + self.permanent,
            permanent => permanent + self.constants,
        })
    }

    /// The instruction with its slots renumbered.
    pub fn inst(&self, inst: Inst) -> Inst {
        let mut inst = inst;
        for slot in slots_of(&mut inst).into_iter().flatten() {
            *slot = self.slot(*slot);
        }
        inst
    }
}

/// The slots an instruction names (not those of call sites and of `RetMany`).
fn slots_of(inst: &mut Inst) -> [Option<&mut Slot>; 4] {
    use Inst::*;
    match inst {
        Move { dst, src }
        | Freeze { dst, src }
        | Trunc { dst, src, .. }
        | Sext { dst, src, .. }
        | WideTrunc { dst, src, .. }
        | WideSext { dst, src, .. }
        | Unary { dst, src, .. }
        | Cast { dst, src, .. } => [Some(dst), Some(src), None, None],
        Assigned { flag, dst, .. } => [Some(flag), Some(dst), None, None],
        Alloca { dst, .. } | StackSave { dst } | LandingPad { dst } => {
            [Some(dst), None, None, None]
        }
        Select { dst, cond, then, els } => [Some(dst), Some(cond), Some(then), Some(els)],
        Add { dst, a, b, .. }
        | AddNsw { dst, a, b, .. }
        | Sub { dst, a, b, .. }
        | SubNsw { dst, a, b, .. }
        | Mul { dst, a, b, .. }
        | MulNsw { dst, a, b, .. }
        | UDiv { dst, a, b, .. }
        | SDiv { dst, a, b, .. }
        | URem { dst, a, b, .. }
        | SRem { dst, a, b, .. }
        | Shl { dst, a, b, .. }
        | LShr { dst, a, b, .. }
        | AShr { dst, a, b, .. }
        | And { dst, a, b, .. }
        | Or { dst, a, b, .. }
        | Xor { dst, a, b, .. }
        | Eq { dst, a, b, .. }
        | Ne { dst, a, b, .. }
        | Ult { dst, a, b, .. }
        | Ule { dst, a, b, .. }
        | Slt { dst, a, b, .. }
        | Sle { dst, a, b, .. }
        | Wide { dst, a, b, .. }
        | Arith { dst, a, b, .. }
        | Overflow { dst, a, b, .. }
        | F64 { dst, a, b, .. }
        | F32 { dst, a, b, .. }
        | SoftFloat { dst, a, b, .. }
        | FCmp { dst, a, b, .. } => [Some(dst), Some(a), Some(b), None],
        Funnel { dst, a, b, c, .. } => [Some(dst), Some(a), Some(b), Some(c)],
        Load8 { dst, addr, .. }
        | Load16 { dst, addr, .. }
        | Load32 { dst, addr, .. }
        | Load64 { dst, addr, .. }
        | LoadOdd { dst, addr, .. }
        | LoadWide { dst, addr, .. } => [Some(dst), Some(addr), None, None],
        Store8 { src, addr, .. }
        | Store16 { src, addr, .. }
        | Store32 { src, addr, .. }
        | Store64 { src, addr, .. }
        | StoreOdd { src, addr, .. }
        | StoreWide { src, addr, .. } => [Some(src), Some(addr), None, None],
        PtrAdd { dst, base, index, .. } => [Some(dst), Some(base), Some(index), None],
        Offset { dst, base, .. } => [Some(dst), Some(base), None, None],
        AllocaDynamic { dst, count, .. } => [Some(dst), Some(count), None, None],
        LifetimeStart { addr } | LifetimeEnd { addr } | IndirectBr { addr } => {
            [Some(addr), None, None, None]
        }
        StackRestore { src } | Ret { src } => [Some(src), None, None, None],
        MemCopy { dst, src, len, .. } => [Some(dst), Some(src), Some(len), None],
        MemSet { dst, byte, len } => [Some(dst), Some(byte), Some(len), None],
        Br { cond, .. } => [Some(cond), None, None, None],
        BrEq { a, b, .. }
        | BrNe { a, b, .. }
        | BrUlt { a, b, .. }
        | BrUle { a, b, .. }
        | BrSlt { a, b, .. }
        | BrSle { a, b, .. } => [Some(a), Some(b), None, None],
        Switch { value, .. } => [Some(value), None, None, None],
        Resume { exception } => [Some(exception), None, None, None],
        VaStart { list } => [Some(list), None, None, None],
        Jump { .. } | Call { .. } | RetVoid | RetMany { .. } | Trap { .. } | Unsupported { .. } => {
            [None, None, None, None]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_laid_out_in_order() {
        let mut slots = Slots::default();
        let param = slots.permanent(1);
        let five = slots.constant(&[5]);
        let pair = slots.constant(&[5, 6]);
        let temp = slots.temporary(2, 3);
        assert_eq!(slots.constant(&[5]), five);
        let numbering = slots.finish();
        assert_eq!([five, pair, param, temp].map(|s| numbering.slot(s).0), [0, 1, 3, 4]);
        assert_eq!(numbering.total, 6);
    }

    #[test]
    fn temporaries_are_shared_after_their_last_use() {
        let mut slots = Slots::default();
        let a = slots.temporary(1, 4);
        slots.expire(3);
        let b = slots.temporary(1, 5);
        assert_ne!(a, b);
        slots.expire(4);
        assert_eq!(slots.temporary(1, 9), a);
    }
}
