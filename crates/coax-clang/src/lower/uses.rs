//! Who uses which value, where.
//!
//! A phi uses its incoming value at the end of the block it comes from: that is where the value is
//! moved.

use crate::llvm::{Function, Op, Operand, Value};

/// One use of a value.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The instruction that uses it.
    pub user: u32,
    /// The block the use happens in.
    pub block: u32,
    /// The instruction at which it happens: the user, or for a phi the end of the incoming block.
    pub at: u32,
}

impl Use {
    /// Is it an edge into a phi?
    pub fn is_phi(self) -> bool {
        self.user != self.at
    }
}

/// All uses in a function.
pub struct Uses {
    /// First use of each value in `list`; one entry more than there are values.
    starts: Vec<u32>,
    list: Vec<Use>,
    /// The block of each instruction.
    pub block_of: Vec<u32>,
}

impl Uses {
    /// Collects the uses.
    pub fn new(function: &Function) -> Uses {
        let mut block_of = vec![0; function.instructions.len()];
        for (number, block) in function.blocks.iter().enumerate() {
            block_of[block.range.clone()].fill(number as u32);
        }
        let values = function.params as usize + function.instructions.len();
        let mut counts = vec![0u32; values + 1];
        each_use(function, &block_of, |value, _| counts[value.index() + 1] += 1);
        for i in 0..values {
            counts[i + 1] += counts[i];
        }
        let starts = counts.clone();
        let mut next = counts;
        let mut list = vec![Use { user: 0, block: 0, at: 0 }; starts[values] as usize];
        each_use(function, &block_of, |value, found| {
            list[next[value.index()] as usize] = found;
            next[value.index()] += 1;
        });
        Uses { starts, list, block_of }
    }

    /// The uses of a value.
    pub fn of(&self, value: Value) -> &[Use] {
        let (from, to) = (self.starts[value.index()], self.starts[value.index() + 1]);
        &self.list[from as usize..to as usize]
    }

    /// The only use of a value, if there is exactly one and it is no phi's.
    pub fn only(&self, value: Value) -> Option<u32> {
        match self.of(value) {
            [found] if !found.is_phi() => Some(found.user),
            _ => None,
        }
    }
}

fn each_use(function: &Function, block_of: &[u32], mut visit: impl FnMut(Value, Use)) {
    for (index, instruction) in function.instructions.iter().enumerate() {
        let user = index as u32;
        if let Op::Phi(incoming) = &instruction.op {
            for &(operand, block) in incoming {
                if let Operand::Local(value) = operand {
                    let at = function.blocks[block as usize].range.end as u32 - 1;
                    visit(value, Use { user, block, at });
                }
            }
            continue;
        }
        instruction.op.operands(|operand| {
            if let Operand::Local(value) = operand {
                visit(value, Use { user, block: block_of[index], at: user });
            }
        });
    }
}
