//! Branches that clang put there to check a signed left shift: whether the value is negative, or its
//! bits leave the type.
//!
//! Undefined bits are not decided upon by such a branch: the shift goes on with them, as it
//! does natively. They count where the program itself depends on them.

use super::plan::constant_index;
use crate::llvm::{Called, Function, Op, Operand};

/// The number clang gives to checks of shifts.
pub(super) const SHIFT: u32 = 20;

/// Does a branch that goes to this block if its condition does not hold belong to the check of a
/// shift? Either the check has failed there, or the amount is too large and there is nothing to check.
pub(super) fn checks_shift(function: &Function, els: u32) -> bool {
    let mut block = function.blocks[els as usize].range.clone();
    let (first, second) = (block.next(), block.next());
    let op = |index: Option<usize>| index.map(|index| &function.instructions[index].op);
    match (op(first), op(second)) {
        (Some(Op::Phi(_)), Some(Op::Branch { cond: Operand::Local(cond), els, .. })) => {
            function.definition(*cond) == first && is_failure(function, *els)
        }
        _ => is_failure(function, els),
    }
}

/// Is this where the check of a shift has failed?
fn is_failure(function: &Function, block: u32) -> bool {
    let first = function.blocks[block as usize].range.start;
    let Op::Call(call) = &function.instructions[first].op else { return false };
    let Called::Intrinsic(name) = &call.callee else { return false };
    let number = call.args.first().and_then(|arg| constant_index(function, arg.value));
    name == "llvm.ubsantrap" && number == Some(SHIFT)
}
