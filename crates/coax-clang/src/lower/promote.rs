//! Which local variables live in slots instead of memory, and which of them may be read before
//! they are written.
//!
//! A variable is promoted if nothing but loads, stores and lifetime markers of its own scalar type
//! touch it. Unlike LLVM's own promotion this keeps reads of uninitialised variables visible: if
//! some path reaches a load without a store since the variable's scope began, a flag beside the
//! variable tells whether it was written, and such loads look at it (`Inst::Assigned`).

use std::ops::Range;

use coax_deadline::Deadline;
use coax_ir::Kind;

use super::uses::Uses;
use super::{Late, in_time};
use crate::llvm::{Called, Function, Op, Operand, TypeNumber, Types, Value};

/// So many variables are followed through the blocks at a time.
const TOGETHER: usize = 1024;

/// A promoted variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its kind.
    pub kind: Kind,
    /// The parameter whose slot it shares: the parameter has no other use.
    pub param: Option<Value>,
    /// May be read before it is written.
    pub maybe_undef: bool,
}

/// What an instruction does to a promoted variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Its scope begins.
    Start,
    /// Its scope ends.
    End,
}

/// The promoted variables of a function.
pub struct Promotion {
    /// The variables.
    pub variables: Vec<Variable>,
    /// For each instruction, the variable it is the alloca of.
    variable_of: Vec<Option<u32>>,
    /// For each instruction: it reads a variable that may not have been written.
    unsure_read: Vec<bool>,
}

impl Promotion {
    /// Finds the variables to promote.
    pub fn new(
        function: &Function,
        types: &Types,
        uses: &Uses,
        deadline: &Deadline,
    ) -> Result<Promotion, Late> {
        let mut promotion = Promotion {
            variables: Vec::new(),
            variable_of: vec![None; function.instructions.len()],
            unsure_read: vec![false; function.instructions.len()],
        };
        let Some(entry) = function.blocks.first() else { return Ok(promotion) };
        for index in entry.range.clone() {
            if let Some(kind) = promotable(function, types, uses, index) {
                promotion.variable_of[index] = Some(promotion.variables.len() as u32);
                promotion.variables.push(Variable { kind, param: None, maybe_undef: false });
            }
        }
        promotion.mark_undef(function, deadline)?;
        Ok(promotion)
    }

    /// The variable an alloca instruction was promoted to.
    pub fn of_alloca(&self, instruction: usize) -> Option<usize> {
        self.variable_of[instruction].map(|variable| variable as usize)
    }

    /// Does an instruction read a variable that may not have been written?
    pub fn is_unsure_read(&self, instruction: usize) -> bool {
        self.unsure_read[instruction]
    }

    /// The variable an address operand stands for.
    pub fn of_address(&self, function: &Function, address: Operand) -> Option<usize> {
        match address {
            Operand::Local(value) => self.of_alloca(function.definition(value)?),
            _ => None,
        }
    }

    /// What an instruction does to which variable.
    pub fn access(&self, function: &Function, instruction: usize) -> Option<(Access, usize)> {
        let (access, address) = match &function.instructions[instruction].op {
            Op::Load(address) => (Access::Read, *address),
            Op::Store { address, .. } => (Access::Write, *address),
            op => lifetime(op)?,
        };
        Some((access, self.of_address(function, address)?))
    }

    /// Forward data flow over sets of variables that are certainly written. A part of the variables
    /// at a time: every block has sets of its own.
    fn mark_undef(&mut self, function: &Function, deadline: &Deadline) -> Result<(), Late> {
        for first in (0..self.variables.len()).step_by(TOGETHER) {
            let part = first..self.variables.len().min(first + TOGETHER);
            let words = part.len().div_ceil(64);
            let accesses = self.block_accesses(function, &part);
            let effects: Vec<Effect> =
                accesses.iter().map(|list| Effect::of(list, words)).collect();
            let entry_states = solve(function, &effects, words, deadline)?;
            for (block, list) in accesses.iter().enumerate() {
                if let Some(mut written) = entry_states[block].clone() {
                    self.mark_block(list, first, &mut written);
                }
            }
        }
        Ok(())
    }

    /// By block: what is done to which variable of a part, counted within it, by which instruction.
    fn block_accesses(
        &self,
        function: &Function,
        part: &Range<usize>,
    ) -> Vec<Vec<(Access, usize, usize)>> {
        let access = |i| {
            let (access, variable) = self.access(function, i)?;
            part.contains(&variable).then(|| (access, variable - part.start, i))
        };
        let accesses =
            |block: &crate::llvm::Block| block.range.clone().filter_map(access).collect();
        function.blocks.iter().map(accesses).collect()
    }

    fn mark_block(
        &mut self,
        accesses: &[(Access, usize, usize)],
        first: usize,
        written: &mut [u64],
    ) {
        for &(access, variable, index) in accesses {
            let (word, bit) = (variable / 64, 1u64 << (variable % 64));
            match access {
                Access::Read if written[word] & bit == 0 => {
                    self.variables[first + variable].maybe_undef = true;
                    self.unsure_read[index] = true;
                }
                Access::Read | Access::End => {}
                Access::Write => written[word] |= bit,
                Access::Start => written[word] &= !bit,
            }
        }
    }
}

/// What a block does to the set of written variables: `(in & keep) | set`.
struct Effect {
    keep: Vec<u64>,
    set: Vec<u64>,
}

impl Effect {
    fn of(accesses: &[(Access, usize, usize)], words: usize) -> Effect {
        let (mut keep, mut set) = (vec![u64::MAX; words], vec![0; words]);
        for &(access, variable, _) in accesses {
            let (word, bit) = (variable / 64, 1u64 << (variable % 64));
            match access {
                Access::Write => set[word] |= bit,
                Access::Start => {
                    keep[word] &= !bit;
                    set[word] &= !bit;
                }
                Access::Read | Access::End => {}
            }
        }
        Effect { keep, set }
    }
}

/// The variables certainly written when each block is entered; none for unreachable blocks.
fn solve(
    function: &Function,
    effects: &[Effect],
    words: usize,
    deadline: &Deadline,
) -> Result<Vec<Option<Vec<u64>>>, Late> {
    let mut states: Vec<Option<Vec<u64>>> = vec![None; function.blocks.len()];
    states[0] = Some(vec![0; words]);
    let mut work = vec![0];
    while let Some(block) = work.pop() {
        in_time(deadline)?;
        let Some(state) = &states[block] else { continue };
        let effect = &effects[block];
        let out: Vec<u64> = (0..words).map(|w| state[w] & effect.keep[w] | effect.set[w]).collect();
        for next in function.successors(block) {
            if meet(&mut states[next as usize], &out) {
                work.push(next as usize);
            }
        }
    }
    Ok(states)
}

fn meet(state: &mut Option<Vec<u64>>, incoming: &[u64]) -> bool {
    let Some(old) = state else {
        *state = Some(incoming.to_vec());
        return true;
    };
    let mut changed = false;
    for (word, new) in old.iter_mut().zip(incoming) {
        changed |= *word & !new != 0;
        *word &= new;
    }
    changed
}

/// The address whose scope a call marks.
fn lifetime(op: &Op) -> Option<(Access, Operand)> {
    let Op::Call(call) = op else { return None };
    let Called::Intrinsic(name) = &call.callee else { return None };
    let access = match name.as_str() {
        "llvm.lifetime.start" => Access::Start,
        "llvm.lifetime.end" => Access::End,
        _ => return None,
    };
    // The address is the last argument: older bitcode has the size before it.
    call.args.last().map(|arg| (access, arg.value))
}

fn promotable(function: &Function, types: &Types, uses: &Uses, index: usize) -> Option<Kind> {
    let Op::Alloca { of, count: None, .. } = function.instructions[index].op else { return None };
    let kind = types.get(of).scalar()?;
    let value = function.value(index);
    let address = Operand::Local(value);
    let plain = uses
        .of(value)
        .iter()
        .all(|found| !found.is_phi() && is_plain(function, found.user as usize, address, of));
    plain.then_some(kind)
}

fn is_plain(function: &Function, user: usize, address: Operand, of: TypeNumber) -> bool {
    let instruction = &function.instructions[user];
    match &instruction.op {
        Op::Load(_) => instruction.ty == of,
        Op::Store { ty, value, .. } => *ty == of && *value != address,
        op => lifetime(op).is_some_and(|(_, marked)| marked == address),
    }
}
