//! Integer operations and moving pointers.

use coax_ir::{Inst, IntOp, IntParts, Pc, Slot};
use coax_kinds::ErrorKind;

use super::Transfer;
use crate::assumption::{Deps, Predicate};
use crate::domain::arithmetic::{apply, clamped, exact, fits_signed};
use crate::domain::number::Number;
use crate::domain::value::{Pointer, Value};
use crate::state::{State, Test};

impl Transfer<'_> {
    pub(super) fn integer(&mut self, state: &mut State, at: Pc, parts: IntParts) {
        let IntParts { op, bits, dst, a, b } = parts;
        let (x, y) = (self.value(state, a), self.value(state, b));
        let deps = self.table.union(x.deps, y.deps);
        let number = match op {
            IntOp::AddNsw | IntOp::SubNsw | IntOp::MulNsw => {
                return self.without_wrap(state, at, parts, deps);
            }
            _ => apply(op, bits, x.number, y.number),
        };
        self.judge_operation(state, at, parts, deps);
        let defined = x.defined && y.defined;
        let pointer = moved_pointer(op, bits, x, y);
        // What is not written may be any number, but a bit that is masked away stays 0.
        let number =
            if defined || op == IntOp::And { number } else { Number::top(width(op, bits)) };
        state.set(dst, Value { number, pointer, defined, deps });
        if op.is_comparison() && dst != a && dst != b {
            state.set_test(dst, Test { op, bits, a, b });
        }
    }

    /// A signed result that must fit.
    fn without_wrap(&mut self, state: &mut State, at: Pc, parts: IntParts, deps: Deps) {
        let IntParts { op, bits, dst, a, b } = parts;
        let (x, y) = (self.value(state, a), self.value(state, b));
        let range = exact(op, x.number.at_width(bits), y.number.at_width(bits));
        let fits = fits_signed(bits, range);
        self.judge(state, at, ErrorKind::SignedOverflow, fits.then_some(deps));
        let mut result = Value {
            number: apply(op, bits, x.number, y.number),
            pointer: moved_pointer(op, bits, x, y),
            defined: x.defined && y.defined,
            deps,
        };
        if !fits
            && let Some(number) = clamped(bits, range).filter(|number| !number.is_top())
            && let Some(assumed) = self.assume(Predicate::NoOverflow, at)
        {
            (result.number, result.deps) = (number, self.table.union(deps, assumed));
        }
        if !result.defined {
            result.number = Number::top(bits);
        }
        state.set(dst, result);
    }

    fn judge_operation(&mut self, state: &mut State, at: Pc, parts: IntParts, deps: Deps) {
        let IntParts { op, bits, a, b, .. } = parts;
        let (x, y) = (self.value(state, a), self.value(state, b));
        let (dividend, divisor) = (x.number.at_width(bits), y.number.at_width(bits));
        match op {
            IntOp::UDiv | IntOp::URem | IntOp::SDiv | IntOp::SRem => {
                let is_signed = matches!(op, IntOp::SDiv | IntOp::SRem);
                let nonzero = divisor.low > 0;
                self.judge(state, at, ErrorKind::DivisionByZero, nonzero.then_some(y.deps));
                self.judge_defined(state, at, &[y]);
                if is_signed {
                    let fits = dividend.least > Number::top(bits).least
                        || divisor.least > -1
                        || divisor.most < -1;
                    self.judge(state, at, ErrorKind::SignedOverflow, fits.then_some(deps));
                }
                self.learn_nonzero(state, b, y);
            }
            IntOp::Shl | IntOp::LShr | IntOp::AShr => {
                let fits = divisor.high < bits.into();
                self.judge(state, at, ErrorKind::ShiftOutOfRange, fits.then_some(y.deps));
            }
            _ => {}
        }
    }

    /// A division that went on had a divisor that is not zero.
    fn learn_nonzero(&mut self, state: &mut State, slot: Slot, value: Value) {
        let nonzero = Number { low: 1, ..Number::top(value.number.bits) };
        if let Some(number) = nonzero.reduce().and_then(|nonzero| value.number.meet(nonzero)) {
            self.refine(state, slot, number, Deps::NONE);
        }
    }

    /// Operations on integers of more than 64 bits: nothing is known of results.
    pub(super) fn wide(&mut self, state: &mut State, at: Pc, op: IntOp, _bits: u8) {
        let kinds: &[ErrorKind] = match op {
            IntOp::AddNsw | IntOp::SubNsw | IntOp::MulNsw => &[ErrorKind::SignedOverflow],
            IntOp::Shl | IntOp::LShr | IntOp::AShr => &[ErrorKind::ShiftOutOfRange],
            IntOp::UDiv | IntOp::URem => &[ErrorKind::DivisionByZero, ErrorKind::UninitializedRead],
            IntOp::SDiv | IntOp::SRem => &[
                ErrorKind::DivisionByZero,
                ErrorKind::SignedOverflow,
                ErrorKind::UninitializedRead,
            ],
            _ => &[],
        };
        kinds.iter().for_each(|&kind| self.judge(state, at, kind, None));
        self.any_result(state, at);
        if let Inst::Wide { op, dst, .. } = self.body.code[at.index()]
            && op.is_comparison()
        {
            let value = state.get(dst);
            state.set(dst, Value { number: Number::top(1), ..value });
        }
    }

    pub(super) fn pointer_add(
        &mut self,
        state: &mut State,
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: i32,
    ) {
        let (from, by) = (self.value(state, base), self.value(state, index));
        let by_number = by.number.at_width(64);
        let ends = [by_number.least, by_number.most].map(|n| i128::from(n) * i128::from(scale));
        let deps = self.table.union(from.deps, by.deps);
        let defined = from.defined && by.defined;
        let made = moved(from, ends[0].min(ends[1]), ends[0].max(ends[1]));
        state.set(dst, Value { defined, deps, ..made });
    }

    pub(super) fn pointer_offset(&mut self, state: &mut State, dst: Slot, base: Slot, offset: i32) {
        let from = self.value(state, base);
        state.set(dst, moved(from, offset.into(), offset.into()));
    }
}

/// A pointer moved by a number of bytes.
fn moved(value: Value, from: i128, to: i128) -> Value {
    if from == 0 && to == 0 {
        return value;
    }
    let pointer = value.pointer.and_then(|pointer| pointer.moved(from, to));
    Value { number: Number::top(64), pointer, ..value }
}

/// Arithmetic on the number of an address is arithmetic on the pointer.
fn moved_pointer(op: IntOp, bits: u8, x: Value, y: Value) -> Option<Pointer> {
    let number = y.number.at_width(64);
    let (least, most) = (i128::from(number.least), i128::from(number.most));
    match op {
        IntOp::Add | IntOp::AddNsw if bits == 64 && y.pointer.is_none() => {
            x.pointer?.moved(least, most)
        }
        IntOp::Sub | IntOp::SubNsw if bits == 64 && y.pointer.is_none() => {
            x.pointer?.moved(-most, -least)
        }
        _ => None,
    }
}

fn width(op: IntOp, bits: u8) -> u8 {
    if op.is_comparison() { 1 } else { bits }
}
