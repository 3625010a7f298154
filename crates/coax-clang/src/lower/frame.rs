//! Where the values of a function are while it is lowered: slots of values, of promoted variables and of
//! constants, and the addresses that are folded into accesses.
//!
//! Invariant: an operand is asked for its slot only after the instruction that defines it was lowered.

use std::collections::HashMap;

use coax_ir::{Inst, Slot};

use super::emitter::Emitter;
use super::plan::{FAR, Plan, Role, constant_index};
use super::promote::Access;
use super::returned::Returned;
use super::slots::Slots;
use super::source::Source;
use super::{Outline, Step, Unit};
use crate::llvm::{Function, Op, Operand, TypeNumber, Value};

/// The values of one function, and the code that computes them.
pub(super) struct Frame<'a> {
    pub(super) source: Source<'a>,
    pub(super) plan: Plan,
    pub(super) code: Emitter,
    /// Where each value is; meaningless before it is defined.
    pub(super) homes: Vec<Slot>,
    /// Base and offset of folded addresses, by value.
    folded: Vec<(Slot, i64)>,
    /// Slots of promoted variables.
    pub(super) variable_slots: Vec<Slot>,
    /// For variables that may be read before they are written: the slot that tells whether they were.
    flag_slots: Vec<Option<Slot>>,
    /// Slots of constants, once used.
    constant_slots: Vec<Option<Slot>>,
    /// What is returned, if it is written in several places.
    pub(super) returned: Option<Returned>,
    /// By its address, the number of a variable that the source names.
    pub(super) named: HashMap<Operand, usize>,
}

/// The variables that the source names, by their addresses; the first of several.
fn named(function: &Function) -> HashMap<Operand, usize> {
    let numbered = function.variables.iter().enumerate().rev();
    numbered.map(|(number, variable)| (variable.address, number)).collect()
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        unit: &'a Unit<'a>,
        function: &'a Function,
        outline: Outline<'a>,
        plan: Plan,
    ) -> Self {
        let values = function.params as usize + function.instructions.len();
        let source = Source::new(unit, function, &outline);
        let slots = Slots::new(plan.returns_twice);
        let Outline { places, maybe_optimised, .. } = outline;
        Frame {
            source,
            plan,
            code: Emitter::new(slots, places, function.blocks.len(), maybe_optimised),
            homes: vec![Slot(u32::MAX); values],
            folded: vec![(Slot(u32::MAX), 0); values],
            variable_slots: Vec::new(),
            flag_slots: Vec::new(),
            constant_slots: vec![None; function.constants.len()],
            returned: None,
            named: named(function),
        }
    }

    /// Calls `each` with the slots of every lane of the result and of the operands.
    pub(super) fn lanewise<const N: usize>(
        &mut self,
        index: usize,
        operands: [Operand; N],
        mut each: impl FnMut(&mut Self, Slot, [Slot; N]) -> Step,
    ) -> Step {
        let (lanes, element) = self.source.unit.types.lanes(self.source.result_type(index));
        let to = self.source.words_in(element)?;
        let mut sources = [(Slot(0), 0); N];
        for (source, operand) in sources.iter_mut().zip(operands) {
            let ty = self.source.type_of(operand)?;
            let words = self.source.words_in(self.source.unit.types.lanes(ty).1)?;
            // A scalar beside vectors (the exponent of `powi`) is the same for every lane.
            let stride = if self.source.ty(ty).is_vector() { words } else { 0 };
            *source = (self.slot(operand)?, stride);
        }
        let dst = self.define(index);
        for lane in 0..lanes {
            each(self, dst.plus(lane * to), sources.map(|(slot, words)| slot.plus(lane * words)))?;
        }
        Ok(())
    }

    // ---- before the first block ---------------------------------------------------------

    pub(super) fn prepare(&mut self) {
        for (index, &ty) in self.source.params.iter().enumerate() {
            self.homes[index] = self.code.slots.permanent(self.source.ty(ty).slots());
            self.code.body.param_slots += self.source.ty(ty).slots();
        }
        self.place_variables();
        self.watch_returns();
        self.place_far_values();
    }

    pub(super) fn place_variables(&mut self) {
        for index in 0..self.plan.promotion.variables.len() {
            let variable = &self.plan.promotion.variables[index];
            let (param, kind) = (variable.param, variable.kind);
            let undef = variable.maybe_undef;
            let slot = match param {
                Some(param) => self.homes[param.index()],
                None => self.code.slots.permanent(kind.slots()),
            };
            self.variable_slots.push(slot);
            let flag = undef.then(|| self.code.slots.permanent(1));
            self.flag_slots.push(flag);
            self.set_flag(index, param.is_some());
        }
    }

    /// Values that outlive their block, phis and stack objects have slots of their own.
    pub(super) fn place_far_values(&mut self) {
        for (index, instruction) in self.source.function.instructions.iter().enumerate() {
            let value = self.source.function.value(index);
            let own = match instruction.op {
                Op::Phi(_) => true,
                Op::Alloca { .. } => self.plan.roles[index] == Role::Emit,
                _ => self.plan.last[value.index()] == FAR,
            };
            let words = self.source.ty(instruction.ty).slots();
            if own && words > 0 {
                self.plan.last[value.index()] = FAR;
                self.homes[value.index()] = self.code.slots.permanent(words);
            }
        }
    }

    /// Remembers whether a variable has been written, if it has a flag for that.
    pub(super) fn set_flag(&mut self, variable: usize, written: bool) {
        if let Some(dst) = self.flag_slots[variable] {
            let src = self.code.word(written.into());
            self.code.emit(Inst::Move { dst, src });
        }
    }

    /// A load of a variable that may not have been written looks at its flag.
    pub(super) fn check_flag(&mut self, index: usize) {
        let access = self.plan.promotion.access(self.source.function, index);
        let Some((Access::Read, variable)) = access else { return };
        let Some(flag) = self.flag_slots[variable] else { return };
        if self.plan.promotion.is_unsure_read(index) && self.plan.roles[index] != Role::Nothing {
            let (dst, kind) =
                (self.variable_slots[variable], self.plan.promotion.variables[variable].kind);
            self.code.emit(Inst::Assigned { bits: kind.bits().min(64) as u8, flag, dst });
            if kind.slots() == 2 {
                let bits = (kind.bits() - 64) as u8;
                self.code.emit(Inst::Assigned { bits, flag, dst: dst.plus(1) });
            }
        }
    }

    pub(super) fn fold(&mut self, index: usize) -> Step {
        let Op::Gep { base, offset, .. } = self.source.function.instructions[index].op else {
            return Err("folding something that is no address".to_owned());
        };
        let (slot, before) = self.address(base)?;
        let value = self.source.function.value(index).index();
        self.folded[value] = (slot, before.wrapping_add(offset));
        // So that it counts as defined.
        self.homes[value] = slot;
        Ok(())
    }

    /// First slot of an operand.
    pub(super) fn slot(&mut self, operand: Operand) -> Step<Slot> {
        match operand {
            Operand::Local(value) => self.local(value),
            Operand::Constant(number) => self.constant(number),
            Operand::None => Err("metadata as an operand".to_owned()),
        }
    }

    pub(super) fn local(&self, value: Value) -> Step<Slot> {
        match self.homes[value.index()] {
            Slot(u32::MAX) => Err("value that was never computed".to_owned()),
            slot => Ok(slot),
        }
    }

    pub(super) fn constant(&mut self, number: u32) -> Step<Slot> {
        if let Some(slot) = self.constant_slots[number as usize] {
            return Ok(slot);
        }
        let (ty, leaves) = &self.source.function.constants[number as usize];
        let kinds = self.source.ty(*ty).leaves.as_ref().map_err(Clone::clone)?;
        let mut words = Vec::with_capacity(leaves.len());
        for (leaf, constant) in kinds.iter().zip(leaves) {
            let bits = constant.evaluate(self.source.unit)?;
            words.push(bits as u64);
            if leaf.kind.slots() == 2 {
                words.push((bits >> 64) as u64);
            }
        }
        let slot = self.code.slots.constant(&words);
        self.constant_slots[number as usize] = Some(slot);
        Ok(slot)
    }

    /// Where an instruction's result goes.
    pub(super) fn define(&mut self, index: usize) -> Slot {
        let value = self.source.function.value(index).index();
        let slot = match self.plan.target(index) {
            Some(variable) => self.variable_slots[variable],
            None if self.plan.last[value] == FAR && self.homes[value].0 != u32::MAX => {
                self.homes[value]
            }
            None => {
                let words = self.source.ty(self.source.result_type(index)).slots().max(1);
                self.code.slots.temporary(words, self.plan.last[value])
            }
        };
        self.homes[value] = slot;
        slot
    }

    /// An address as a slot and an offset that loads and stores can add themselves.
    pub(super) fn address(&mut self, operand: Operand) -> Step<(Slot, i64)> {
        if let Operand::Local(value) = operand {
            let (base, offset) = self.folded[value.index()];
            if base.0 != u32::MAX {
                return Ok((base, offset));
            }
        }
        Ok((self.slot(operand)?, 0))
    }

    /// The slot of a lane with a constant number. An index outside the vector gives no value at
    /// all; any will do.
    pub(super) fn constant_lane(
        &mut self,
        ty: TypeNumber,
        from: Operand,
        lane: Operand,
    ) -> Step<Slot> {
        let (lanes, element) = self.source.unit.types.lanes(ty);
        let words = self.source.words_in(element)?;
        let lane =
            constant_index(self.source.function, lane).filter(|&lane| lane < lanes).unwrap_or(0);
        Ok(self.slot(from)?.plus(lane * words))
    }
}
