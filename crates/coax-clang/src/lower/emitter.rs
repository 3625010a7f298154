//! The code of a function as it is written: instructions, their slots and labels. Knows nothing of LLVM.
//!
//! Invariants:
//! - Slots have provisional numbers and positions are labels until [`Emitter::finish`].
//! - Every instruction has the place of the instruction of the source that is being lowered.

use coax_ir::{Body, CallSite, FloatOp, Inst, IntOp, Kind, Pc, Place, Slot, StackObject};

use super::big::BigIntegers;
use super::slots::Slots;

/// A position in the code that is not known yet. Blocks are the first labels, by number.
pub(super) type Label = Pc;

/// The position after the instruction itself.
pub(super) const NEXT: Label = Pc(u32::MAX);

/// A jump table whose targets are still labels.
pub(super) struct PendingSwitch {
    pub bits: u8,
    pub cases: Vec<(u64, Label)>,
    pub default: Label,
}

/// Writes the code of one function.
pub(super) struct Emitter {
    pub(super) slots: Slots,
    pub(super) body: Body,
    /// Position of each label.
    pub(super) labels: Vec<u32>,
    pub(super) switches: Vec<PendingSwitch>,
    /// See [`super::Outline::maybe_optimised`].
    pub(super) maybe_optimised: bool,
    /// Place and number of the instruction being lowered.
    pub(super) place: u32,
    pub(super) at: u32,
}

impl Emitter {
    /// Without code; `blocks` are the first labels.
    pub(super) fn new(
        slots: Slots,
        places: Vec<Place>,
        blocks: usize,
        maybe_optimised: bool,
    ) -> Self {
        Emitter {
            slots,
            body: Body { places, ..Body::default() },
            labels: vec![u32::MAX; blocks],
            switches: Vec::new(),
            maybe_optimised,
            place: 0,
            at: 0,
        }
    }

    /// Arithmetic on integers of more than 128 bits.
    pub(super) fn big(&mut self) -> BigIntegers<'_> {
        BigIntegers { code: self }
    }

    /// A stack object that no variable of the source lives in, so far.
    pub(super) fn new_object(&mut self, size: u64, align: u64) -> u32 {
        let objects = &mut self.body.stack_objects;
        objects.push(StackObject { size, align, name: None, ty: None, place: 0 });
        objects.len() as u32 - 1
    }
}

impl Emitter {
    /// Branches by a condition that holds if it is undefined.
    pub(super) fn branch_if_defined_false(&mut self, cond: Slot, then: Label, els: Label) {
        let (one, fails, frozen) = (self.word(1), self.scratch(1), self.scratch(1));
        self.emit_int(IntOp::Xor, 1, fails, cond, one);
        self.emit(Inst::Freeze { dst: frozen, src: fails });
        self.emit(Inst::Br { cond: frozen, then: els, els: then });
    }

    pub(super) fn emit_call(&mut self, site: CallSite) {
        let number = self.body.calls.len() as u32;
        self.body.calls.push(site);
        self.emit(Inst::Call { site: number });
    }

    /// A constant of a kind.
    pub(super) fn bits_of(&mut self, kind: Kind, bits: u128) -> Slot {
        match kind.slots() {
            1 => self.word(bits as u64),
            _ => self.slots.constant(&[bits as u64, (bits >> 64) as u64]),
        }
    }

    pub(super) fn emit_float(&mut self, op: FloatOp, kind: Kind, dst: Slot, a: Slot, b: Slot) {
        self.emit(match kind {
            Kind::F64 => Inst::F64 { op, dst, a, b },
            Kind::F32 => Inst::F32 { op, dst, a, b },
            _ => Inst::SoftFloat { op, kind, dst, a, b },
        });
    }

    /// Moves that happen all at once: an order in which nothing is overwritten before it is read,
    /// with one word put aside where they form a cycle.
    pub(super) fn parallel_moves(&mut self, mut moves: Vec<(Slot, Slot)>) {
        while !moves.is_empty() {
            let ready = moves.iter().position(|(dst, _)| !moves.iter().any(|(_, src)| src == dst));
            match ready {
                Some(ready) => {
                    let (dst, src) = moves.swap_remove(ready);
                    self.emit_move(dst, src);
                }
                None => {
                    let blocked = moves[0].0;
                    let aside = self.scratch(1);
                    self.emit_move(aside, blocked);
                    moves.iter_mut().filter(|m| m.1 == blocked).for_each(|m| m.1 = aside);
                }
            }
        }
    }

    /// A slot that holds a number.
    pub(super) fn word(&mut self, value: u64) -> Slot {
        self.slots.constant(&[value])
    }

    /// Slots that are free after the current instruction.
    pub(super) fn scratch(&mut self, words: u32) -> Slot {
        self.slots.temporary(words, self.at)
    }

    // ---- code ---------------------------------------------------------------------------

    pub(super) fn emit(&mut self, inst: Inst) {
        self.body.code.push(inst);
        self.body.place_of.push(self.place);
    }

    pub(super) fn emit_move(&mut self, dst: Slot, src: Slot) {
        if dst != src {
            self.emit(Inst::Move { dst, src });
        }
    }

    pub(super) fn move_words(&mut self, dst: Slot, src: Slot, words: u32) {
        (0..words).for_each(|word| self.emit_move(dst.plus(word), src.plus(word)));
    }

    /// An integer operation of any width.
    pub(super) fn emit_int(&mut self, op: IntOp, bits: u32, dst: Slot, a: Slot, b: Slot) {
        let width = bits as u8;
        self.emit(match bits {
            0..=64 => Inst::int(op, width, dst, a, b),
            _ => Inst::Wide { op, bits: width, dst, a, b },
        });
    }

    pub(super) fn unsupported(&mut self, what: &str) {
        let strings = &mut self.body.strings;
        let what = strings.iter().position(|known| &**known == what).unwrap_or_else(|| {
            strings.push(what.into());
            strings.len() - 1
        });
        self.emit(Inst::Unsupported { what: what as u32 });
    }

    pub(super) fn new_label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Pc(self.labels.len() as u32 - 1)
    }

    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label.index()] = self.body.code.len() as u32;
    }

    /// Jumps to the label given back unless the bit is set.
    pub(super) fn skip_unless(&mut self, cond: Slot) -> Label {
        let (then, els) = (self.new_label(), self.new_label());
        self.emit(Inst::Br { cond, then, els });
        self.bind(then);
        els
    }
}
