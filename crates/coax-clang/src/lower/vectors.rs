//! Aggregates and vectors: their parts are slots, so most of this is moving words about.

use coax_ir::{Inst, IntOp, Kind, Slot};

use super::Step;
use super::emitter::Emitter;
use super::frame::Frame;
use super::memory::parts;
use super::plan::constant_index;
use crate::llvm::{Operand, TypeNumber};

/// Lowers operations on aggregates and vectors.
pub(super) struct Vectors<'f, 'a> {
    frame: &'f mut Frame<'a>,
}

impl<'a> Frame<'a> {
    /// Lowers operations on aggregates and vectors in this frame.
    pub(super) fn vectors(&mut self) -> Vectors<'_, 'a> {
        Vectors { frame: self }
    }
}

impl Vectors<'_, '_> {
    pub(super) fn extract_value(
        &mut self,
        index: usize,
        from: Operand,
        ty: TypeNumber,
        path: &[u32],
    ) -> Step {
        self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        let (part, word) = self.frame.source.unit.types.part(ty, path);
        let src = self.frame.slot(from)?.plus(word);
        let dst = self.frame.define(index);
        self.frame.code.move_words(dst, src, self.frame.source.ty(part).slots());
        Ok(())
    }

    pub(super) fn insert_value(
        &mut self,
        index: usize,
        into: Operand,
        value: Operand,
        path: &[u32],
    ) -> Step {
        let ty = self.frame.source.result_type(index);
        self.frame.source.ty(ty).leaves.as_ref().map_err(Clone::clone)?;
        let (part, first) = self.frame.source.unit.types.part(ty, path);
        let (base, value) = (self.frame.slot(into)?, self.frame.slot(value)?);
        let dst = self.frame.define(index);
        let (words, part) = (self.frame.source.ty(ty).slots(), self.frame.source.ty(part).slots());
        for word in (0..words).filter(|word| !(first..first + part).contains(word)) {
            self.frame.code.emit_move(dst.plus(word), base.plus(word));
        }
        self.frame.code.move_words(dst.plus(first), value, part);
        Ok(())
    }

    pub(super) fn extract_element(
        &mut self,
        index: usize,
        ty: TypeNumber,
        from: Operand,
        lane: Operand,
    ) -> Step {
        let (lanes, element) = self.frame.source.unit.types.lanes(ty);
        let words = self.frame.source.words_in(element)?;
        if constant_index(self.frame.source.function, lane).is_some() {
            let src = self.frame.constant_lane(ty, from, lane)?;
            let dst = self.frame.define(index);
            self.frame.code.move_words(dst, src, words);
            return Ok(());
        }
        let (from, lane) = (self.frame.slot(from)?, self.lane_number(lane)?);
        let dst = self.frame.define(index);
        let found = self.frame.code.scratch(words);
        self.frame.code.move_words(found, from, words);
        for number in 1..lanes {
            let same = self.frame.code.is_lane(lane, number);
            for word in 0..words {
                let (dst, then) = (found.plus(word), from.plus(number * words + word));
                self.frame.code.emit(Inst::Select { dst, cond: same, then, els: dst });
            }
        }
        self.frame.code.move_words(dst, found, words);
        Ok(())
    }

    pub(super) fn insert_element(
        &mut self,
        index: usize,
        into: Operand,
        value: Operand,
        lane: Operand,
    ) -> Step {
        let (lanes, element) =
            self.frame.source.unit.types.lanes(self.frame.source.result_type(index));
        let words = self.frame.source.words_in(element)?;
        let known = constant_index(self.frame.source.function, lane);
        let lane = if known.is_some() { Slot(0) } else { self.lane_number(lane)? };
        let (into, value) = (self.frame.slot(into)?, self.frame.slot(value)?);
        let dst = self.frame.define(index);
        for number in 0..lanes {
            let (dst, old) = (dst.plus(number * words), into.plus(number * words));
            match known {
                Some(known) if known == number => self.frame.code.move_words(dst, value, words),
                Some(_) => self.frame.code.move_words(dst, old, words),
                None => {
                    let cond = self.frame.code.is_lane(lane, number);
                    for word in 0..words {
                        let (then, els) = (value.plus(word), old.plus(word));
                        self.frame.code.emit(Inst::Select { dst: dst.plus(word), cond, then, els });
                    }
                }
            }
        }
        Ok(())
    }

    /// A lane number that is not constant, as a word.
    fn lane_number(&mut self, lane: Operand) -> Step<Slot> {
        self.frame.source.kind(self.frame.source.type_of(lane)?)?;
        self.frame.slot(lane)
    }

    pub(super) fn shuffle(
        &mut self,
        index: usize,
        ty: TypeNumber,
        a: Operand,
        b: Operand,
        mask: &[i64],
    ) -> Step {
        let (lanes, element) = self.frame.source.unit.types.lanes(ty);
        let words = self.frame.source.words_in(element)?;
        let (a, b) = (self.frame.slot(a)?, self.frame.slot(b)?);
        let zero = self.frame.code.word(0);
        let dst = self.frame.define(index);
        for (number, &from) in mask.iter().enumerate() {
            let to = dst.plus(number as u32 * words);
            match u32::try_from(from) {
                // Any value may stand in a lane the mask leaves open.
                Err(_) => {
                    (0..words).for_each(|word| self.frame.code.emit_move(to.plus(word), zero))
                }
                Ok(lane) if lane < lanes => {
                    self.frame.code.move_words(to, a.plus(lane * words), words)
                }
                Ok(lane) => self.frame.code.move_words(to, b.plus((lane - lanes) * words), words),
            }
        }
        Ok(())
    }

    // ---- reinterpreting bits ------------------------------------------------------------

    pub(super) fn bit_cast(&mut self, index: usize, from: TypeNumber, src: Operand) -> Step {
        let to = self.frame.source.result_type(index);
        let from = self.frame.source.ty(from).leaves.as_ref().map_err(Clone::clone)?;
        let to = self.frame.source.ty(to).leaves.as_ref().map_err(Clone::clone)?;
        let src = self.frame.slot(src)?;
        let dst = self.frame.define(index);
        self.frame.code.repack(&parts(from, src), &parts(to, dst));
        Ok(())
    }
}

impl Emitter {
    fn is_lane(&mut self, lane: Slot, number: u32) -> Slot {
        let (same, number) = (self.scratch(1), self.word(u64::from(number)));
        self.emit_int(IntOp::Eq, 64, same, lane, number);
        same
    }

    /// Copies the bits of one list of scalars into another list of the same total width.
    pub(super) fn repack(&mut self, from: &[(Slot, Kind)], to: &[(Slot, Kind)]) {
        let same = from.len() == to.len()
            && from.iter().zip(to).all(|(from, to)| from.1.bits() == to.1.bits());
        if same {
            for (&(src, kind), &(dst, _)) in from.iter().zip(to) {
                self.move_words(dst, src, kind.slots());
            }
            return;
        }
        let (from, to) = (words_of(from), words_of(to));
        let mut start = 0;
        for &(dst, width) in &to {
            self.gather(&from, start, dst, width);
            start += u64::from(width);
        }
    }

    /// `dst` = the `width` bits that start at bit `start` of the concatenation of `from`.
    fn gather(&mut self, from: &[(Slot, u32)], start: u64, dst: Slot, width: u32) {
        let (mut at, end) = (0, start + u64::from(width));
        let mut so_far = None;
        for &(src, bits) in from {
            let (first, last) = (at.max(start), (at + u64::from(bits)).min(end));
            if first < last {
                let down = (first - at) as u32;
                let up = (first - start) as u32;
                let piece = self.piece(src, bits, down, (last - first) as u32, up);
                so_far = Some(match so_far {
                    None => piece,
                    Some(before) => {
                        let both = self.scratch(1);
                        self.emit_int(IntOp::Or, 64, both, before, piece);
                        both
                    }
                });
            }
            at += u64::from(bits);
        }
        let result = so_far.unwrap_or_else(|| self.word(0));
        self.emit_move(dst, result);
    }

    /// `(src >> down)`, cut to `width` bits, `<< up`; `src` has `bits` bits.
    fn piece(&mut self, src: Slot, bits: u32, down: u32, width: u32, up: u32) -> Slot {
        let mut piece = src;
        for (op, amount) in [(IntOp::LShr, down), (IntOp::Shl, up)] {
            if op == IntOp::Shl && down + width < bits {
                let cut = self.scratch(1);
                self.emit(Inst::Trunc { bits: width as u8, dst: cut, src: piece });
                piece = cut;
            }
            if amount > 0 {
                let (shifted, amount) = (self.scratch(1), self.word(u64::from(amount)));
                self.emit_int(op, 64, shifted, piece, amount);
                piece = shifted;
            }
        }
        piece
    }
}

/// The words of scalars, with how many bits of each count.
fn words_of(scalars: &[(Slot, Kind)]) -> Vec<(Slot, u32)> {
    let mut words = Vec::new();
    for &(slot, kind) in scalars {
        words.push((slot, kind.bits().min(64)));
        if kind.slots() == 2 {
            words.push((slot.plus(1), kind.bits() - 64));
        }
    }
    words
}
