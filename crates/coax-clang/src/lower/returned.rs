//! Where a function with several `return`s comes from when it returns.
//!
//! Unoptimised code leaves all of them through one block, whose place is the end of the function. The
//! position of the one that was taken is kept in a slot of its own: a report about the returned value
//! is about that place.

use coax_ir::{Inst, Slot};

use super::frame::Frame;
use crate::llvm::{Op, Operand};

/// What the slot holds before anything was returned.
const NOWHERE: u64 = u64::MAX;

/// The variable that holds what a function returns, and the slot that says where it was written.
pub(super) struct Returned {
    variable: usize,
    from: Slot,
}

impl Frame<'_> {
    /// Gives the place of the return a slot, if it is not plain to see.
    pub(super) fn watch_returns(&mut self) {
        let Some(variable) = self.returned_variable() else { return };
        let from = self.code.slots.permanent(1);
        let src = self.code.word(NOWHERE);
        self.code.emit(Inst::Move { dst: from, src });
        self.returned = Some(Returned { variable, from });
        self.code.body.returned_from = Some(from);
    }

    /// A variable was written here.
    pub(super) fn note_return(&mut self, written: usize) {
        let Some(from) = self.returned.as_ref().filter(|it| it.variable == written) else { return };
        let dst = from.from;
        let src = self.code.word(self.code.body.code.len() as u64);
        self.code.emit(Inst::Move { dst, src });
    }

    /// The variable of no name that a function returns.
    fn returned_variable(&self) -> Option<usize> {
        let function = self.source.function;
        let mut variables = function.instructions.iter().filter_map(|instruction| {
            let Op::Ret(Some((_, Operand::Local(value)))) = instruction.op else { return None };
            let Op::Load(address) = function.instructions[function.definition(value)?].op else {
                return None;
            };
            let is_named = self.named.contains_key(&address);
            self.plan.promotion.of_address(function, address).filter(|_| !is_named)
        });
        variables.next_back()
    }
}
