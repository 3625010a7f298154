//! Lowers one function of LLVM bitcode into a [`Body`].
//!
//! The plan (see [`plan`]) decides what becomes of each instruction; then the blocks are emitted
//! in their order. While that goes on, slots have provisional numbers (see [`slots`]) and code
//! positions in instructions are *labels*; [`finish`] turns both into final ones.
//!
//! Invariants:
//! - What cannot be lowered becomes [`Inst::Unsupported`], reached only if the program gets there.
//!   Lowering itself never fails.
//! - If an instruction needs several of ours, only the last one writes its result, because the
//!   result may go to a variable that is one of the operands.
//! - A temporary is free after the last instruction that reads it, never earlier.
//! - At the deadline lowering ends without a body, for functions of every size.

mod atomics;
mod big;
mod calls;
mod checks;
mod control;
mod emitter;
mod finish;
mod frame;
mod intrinsics;
mod lone;
mod memory;
mod plan;
mod promote;
mod returned;
mod scalar;
mod slots;
mod source;
mod uses;
mod variables;
mod vectors;

use std::collections::HashMap;

use coax_deadline::Deadline;
use coax_ir::{Body, Pc, Program, Slot, Symbol, TypeId, address};

use crate::llvm::{Addresses, Function, Op, TypeNumber, Types};
use crate::target::Target;
use frame::Frame;
use plan::{Plan, Role};
use promote::Access;

pub use intrinsics::library_functions;

/// What a function is lowered in: the program, and the module it comes from.
pub struct Unit<'a> {
    /// The linked program.
    pub program: &'a Program,
    /// Types of the module.
    pub types: &'a Types,
    /// What the module's symbols stand for.
    pub targets: &'a [Target],
}

impl Addresses for Unit<'_> {
    fn symbol(&self, number: u32) -> u64 {
        match self.targets.get(number as usize) {
            Some(Target::Symbol(symbol, offset)) => {
                self.symbol_address(*symbol).wrapping_add_signed(*offset)
            }
            Some(Target::IFunc(id)) => address::of_function(*id),
            Some(Target::Null | Target::Nothing) | None => 0,
        }
    }

    fn block(&self, function: u32, block: u32) -> u64 {
        match self.targets.get(function as usize) {
            Some(Target::Symbol(Symbol::Function(id), _)) => address::of_block(*id, block),
            _ => 0,
        }
    }
}

impl Unit<'_> {
    fn symbol_address(&self, symbol: Symbol) -> u64 {
        match symbol {
            Symbol::Function(id) => address::of_function(id),
            Symbol::Global(id) => self.program.global(id).address,
        }
    }
}

/// What is known of the function besides its body.
pub struct Outline<'a> {
    /// Types of the parameters.
    pub params: &'a [TypeNumber],
    /// Source places, in the numbering of the body (entry 0 is "none").
    pub places: Vec<coax_ir::Place>,
    /// Types of [`Function::variables`].
    pub variable_types: &'a [Option<TypeId>],
    /// An optimiser may have moved operations to where their result is not used. Then a result
    /// that does not exist (overflow, shift too far, conversion that does not fit) is no error.
    pub maybe_optimised: bool,
}

/// Why an instruction cannot be lowered.
type Step<T = ()> = Result<T, String>;

/// The deadline came before the body was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Late;

/// Fails once the deadline is over.
fn in_time(deadline: &Deadline) -> Result<(), Late> {
    if deadline.is_over() { Err(Late) } else { Ok(()) }
}

/// Lowers a function.
pub fn lower(
    unit: &Unit,
    function: &Function,
    outline: Outline,
    deadline: &Deadline,
) -> Result<Body, Late> {
    let plan = Plan::new(function, unit.types, outline.params, deadline)?;
    let mut lowerer = Lowerer::new(Frame::new(unit, function, outline, plan));
    lowerer.frame.prepare();
    lowerer.find_indirect_targets();
    for block in 0..function.blocks.len() {
        lowerer.block(block, deadline)?;
    }
    let mut frame = lowerer.frame;
    frame.describe_variables();
    in_time(deadline)?;
    Ok(frame.code.finish(frame.source))
}

/// Lowers one function, instruction by instruction: chooses what each becomes, and keeps track of the
/// edges between blocks.
struct Lowerer<'a> {
    frame: Frame<'a>,
    /// Edges with moves, to be emitted after the current terminator.
    edges: Vec<control::Edge>,
    /// Blocks that an indirect branch can reach.
    indirect: Vec<bool>,
    /// Shadow slots of phis in blocks that an indirect branch can reach.
    shadows: HashMap<usize, Slot>,
    /// Pad of each block that is one.
    pads: Vec<Option<u32>>,
    current_block: usize,
}

impl<'a> Lowerer<'a> {
    fn new(frame: Frame<'a>) -> Self {
        let blocks = frame.source.function.blocks.len();
        Lowerer {
            frame,
            edges: Vec::new(),
            indirect: vec![false; blocks],
            shadows: HashMap::new(),
            pads: vec![None; blocks],
            current_block: 0,
        }
    }

    fn find_indirect_targets(&mut self) {
        for instruction in &self.frame.source.function.instructions {
            if let Op::IndirectBr { targets, .. } = &instruction.op {
                targets.iter().for_each(|&target| self.indirect[target as usize] = true);
            }
        }
    }

    // ---- blocks and instructions --------------------------------------------------------

    fn block(&mut self, number: usize, deadline: &Deadline) -> Result<(), Late> {
        self.current_block = number;
        self.frame.code.labels[number] = self.frame.code.body.code.len() as u32;
        self.frame.code.body.blocks.push(Pc(self.frame.code.body.code.len() as u32));
        self.enter_indirect(number);
        for index in self.frame.source.function.blocks[number].range.clone() {
            // A single block may have all instructions of a large function.
            in_time(deadline)?;
            self.frame.code.at = index as u32;
            self.frame.code.place = self.frame.source.function.instructions[index].place;
            self.instruction(index);
            self.emit_edges();
            self.frame.code.slots.expire(self.frame.code.at);
        }
        Ok(())
    }

    fn instruction(&mut self, index: usize) {
        self.frame.check_flag(index);
        let step = match self.frame.plan.roles[index] {
            Role::Emit => self.lower_instruction(index),
            Role::Alias => self.alias(index),
            Role::Folded => self.frame.fold(index),
            Role::Nothing | Role::Fused => Ok(()),
        };
        if let Err(what) = step {
            self.frame.code.unsupported(&what);
            // Nothing after this is reached, but it must still name slots that exist.
            if self.frame.homes[self.frame.source.function.value(index).index()].0 == u32::MAX {
                self.frame.define(index);
            }
        }
        if let Some((Access::Write, variable)) =
            self.frame.plan.promotion.access(self.frame.source.function, index)
        {
            self.frame.set_flag(variable, true);
            self.frame.note_return(variable);
        }
    }

    fn lower_instruction(&mut self, index: usize) -> Step {
        let function = self.frame.source.function;
        match &function.instructions[index].op {
            Op::Ret(_)
            | Op::Jump(_)
            | Op::Branch { .. }
            | Op::Switch { .. }
            | Op::IndirectBr { .. }
            | Op::Resume(_)
            | Op::LandingPad { .. }
            | Op::Unreachable => self.control(index),
            Op::Call(call) => self.call(index, call, None),
            Op::Invoke { call, normal, unwind } => self.call(index, call, Some((*normal, *unwind))),
            Op::Binary { op, nsw, a, b } => self.frame.scalars().binary(index, *op, *nsw, *a, *b),
            Op::FNeg(a) => self.frame.scalars().negate(index, *a),
            Op::ICmp { pred, ty, a, b } => {
                self.frame.scalars().integer_compare(index, *pred, *ty, *a, *b)
            }
            Op::FCmp { pred, ty, a, b } => {
                self.frame.scalars().float_compare(index, *pred, *ty, *a, *b)
            }
            Op::Cast { op, from, src } => self.frame.scalars().cast(index, *op, *from, *src),
            Op::Select { cond, then, els } => {
                self.frame.scalars().select(index, *cond, *then, *els)
            }
            Op::Freeze(a) => self.frame.scalars().freeze(index, *a),
            Op::Alloca { size, align, count, .. } => {
                self.frame.accesses().alloca(index, *size, *align, *count)
            }
            Op::Load(address) => self.frame.accesses().load(index, *address),
            Op::Store { ty, value, address } => self.frame.accesses().store(*ty, *value, *address),
            Op::Gep { base, offset, indices } => {
                self.frame.accesses().gep(index, *base, *offset, indices)
            }
            Op::ExtractValue { from, ty, path } => {
                self.frame.vectors().extract_value(index, *from, *ty, path)
            }
            Op::InsertValue { into, value, path } => {
                self.frame.vectors().insert_value(index, *into, *value, path)
            }
            Op::ExtractElement { ty, from, index: lane } => {
                self.frame.vectors().extract_element(index, *ty, *from, *lane)
            }
            Op::InsertElement { into, value, index: lane } => {
                self.frame.vectors().insert_element(index, *into, *value, *lane)
            }
            Op::Shuffle { ty, a, b, mask } => {
                self.frame.vectors().shuffle(index, *ty, *a, *b, mask)
            }
            Op::AtomicRmw { op, address, value } => {
                self.frame.atomics().atomic_rmw(index, *op, *address, *value)
            }
            Op::CmpXchg { ty, address, expected, new } => {
                self.frame.atomics().compare_exchange(index, *ty, *address, *expected, *new)
            }
            // Moves on the edges do a phi's work; one thread needs no fences.
            Op::Phi(_) | Op::Fence => Ok(()),
            Op::Unsupported(what) => Err(what.clone()),
        }
    }

    /// The result is in a slot already.
    fn alias(&mut self, index: usize) -> Step {
        let function = self.frame.source.function;
        let slot = match &function.instructions[index].op {
            Op::Load(address) => {
                let variable = self.frame.plan.promotion.of_address(function, *address);
                self.frame.variable_slots[variable.expect("only loads of variables are aliases")]
            }
            Op::Cast { src, .. } => self.frame.slot(*src)?,
            Op::Gep { base, .. } => self.frame.slot(*base)?,
            Op::ExtractValue { from, ty, path } => {
                let (_, word) = self.frame.source.unit.types.part(*ty, path);
                self.frame.slot(*from)?.plus(word)
            }
            Op::ExtractElement { ty, from, index: lane } => {
                self.frame.constant_lane(*ty, *from, *lane)?
            }
            Op::Call(call) => self.frame.slot(call.args[0].value)?,
            op => return Err(format!("alias {op:?}")),
        };
        self.frame.homes[function.value(index).index()] = slot;
        Ok(())
    }
}
