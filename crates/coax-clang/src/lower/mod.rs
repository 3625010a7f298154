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
mod finish;
mod intrinsics;
mod lone;
mod memory;
mod plan;
mod promote;
mod returned;
mod scalar;
mod slots;
mod uses;
mod variables;
mod vectors;

use std::collections::HashMap;

use coax_deadline::Deadline;
use coax_ir::{Body, FuncId, Inst, IntOp, Kind, Pc, Program, Slot, Symbol, TypeId, address};

use crate::llvm::{Addresses, Function, Op, Operand, Type, TypeNumber, Types, Value};
use crate::target::Target;
use plan::{FAR, Plan, Role};
use promote::Access;
use slots::Slots;

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

/// A position in the code that is not known yet. Blocks are the first labels, by number.
type Label = Pc;

/// The position after the instruction itself.
const NEXT: Label = Pc(u32::MAX);

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
    let mut builder = Builder::new(unit, function, outline, plan);
    builder.prepare();
    for block in 0..function.blocks.len() {
        builder.block(block, deadline)?;
    }
    builder.describe_variables();
    in_time(deadline)?;
    Ok(builder.finish())
}

/// A jump table whose targets are still labels.
struct PendingSwitch {
    bits: u8,
    cases: Vec<(u64, Label)>,
    default: Label,
}

/// Emits the code of one function.
struct Builder<'a> {
    unit: &'a Unit<'a>,
    function: &'a Function,
    params: &'a [TypeNumber],
    variable_types: &'a [Option<TypeId>],
    maybe_optimised: bool,
    plan: Plan,
    slots: Slots,
    /// Where each value is; meaningless before it is defined.
    homes: Vec<Slot>,
    /// Base and offset of folded addresses, by value.
    folded: Vec<(Slot, i64)>,
    /// Slots of promoted variables.
    variable_slots: Vec<Slot>,
    /// For variables that may be read before they are written: the slot that tells whether they were.
    flag_slots: Vec<Option<Slot>>,
    /// Slots of constants, once used.
    constant_slots: Vec<Option<Slot>>,
    /// Position of each label.
    labels: Vec<u32>,
    /// Edges with moves, to be emitted after the current terminator.
    edges: Vec<control::Edge>,
    /// Blocks that an indirect branch can reach.
    indirect: Vec<bool>,
    /// Shadow slots of phis in blocks that an indirect branch can reach.
    shadows: HashMap<usize, Slot>,
    switches: Vec<PendingSwitch>,
    /// Pad of each block that is one.
    pads: Vec<Option<u32>>,
    /// What is returned, if it is written in several places.
    returned: Option<returned::Returned>,
    /// By its address, the number of a variable that the source names.
    named: HashMap<Operand, usize>,
    body: Body,
    /// Place and number of the instruction being lowered, and its block.
    place: u32,
    at: u32,
    current_block: usize,
}

/// The variables that the source names, by their addresses; the first of several.
fn named(function: &Function) -> HashMap<Operand, usize> {
    let numbered = function.variables.iter().enumerate().rev();
    numbered.map(|(number, variable)| (variable.address, number)).collect()
}

impl<'a> Builder<'a> {
    fn new(unit: &'a Unit<'a>, function: &'a Function, outline: Outline<'a>, plan: Plan) -> Self {
        let blocks = function.blocks.len();
        let values = function.params as usize + function.instructions.len();
        let keep = plan.returns_twice;
        Builder {
            unit,
            function,
            params: outline.params,
            variable_types: outline.variable_types,
            maybe_optimised: outline.maybe_optimised,
            plan,
            slots: Slots::new(keep),
            homes: vec![Slot(u32::MAX); values],
            folded: vec![(Slot(u32::MAX), 0); values],
            variable_slots: Vec::new(),
            flag_slots: Vec::new(),
            constant_slots: vec![None; function.constants.len()],
            labels: vec![u32::MAX; blocks],
            edges: Vec::new(),
            indirect: vec![false; blocks],
            shadows: HashMap::new(),
            switches: Vec::new(),
            pads: vec![None; blocks],
            returned: None,
            named: named(function),
            body: Body { places: outline.places, ..Body::default() },
            place: 0,
            at: 0,
            current_block: 0,
        }
    }

    // ---- before the first block ---------------------------------------------------------

    fn prepare(&mut self) {
        for (index, &ty) in self.params.iter().enumerate() {
            self.homes[index] = self.slots.permanent(self.ty(ty).slots());
            self.body.param_slots += self.ty(ty).slots();
        }
        self.place_variables();
        self.watch_returns();
        self.place_far_values();
        self.find_indirect_targets();
    }

    fn place_variables(&mut self) {
        for index in 0..self.plan.promotion.variables.len() {
            let variable = &self.plan.promotion.variables[index];
            let (param, kind) = (variable.param, variable.kind);
            let undef = variable.maybe_undef;
            let slot = match param {
                Some(param) => self.homes[param.index()],
                None => self.slots.permanent(kind.slots()),
            };
            self.variable_slots.push(slot);
            let flag = undef.then(|| self.slots.permanent(1));
            self.flag_slots.push(flag);
            self.set_flag(index, param.is_some());
        }
    }

    /// Values that outlive their block, phis and stack objects have slots of their own.
    fn place_far_values(&mut self) {
        for (index, instruction) in self.function.instructions.iter().enumerate() {
            let value = self.function.value(index);
            let own = match instruction.op {
                Op::Phi(_) => true,
                Op::Alloca { .. } => self.plan.roles[index] == Role::Emit,
                _ => self.plan.last[value.index()] == FAR,
            };
            let words = self.ty(instruction.ty).slots();
            if own && words > 0 {
                self.plan.last[value.index()] = FAR;
                self.homes[value.index()] = self.slots.permanent(words);
            }
        }
    }

    fn find_indirect_targets(&mut self) {
        for instruction in &self.function.instructions {
            if let Op::IndirectBr { targets, .. } = &instruction.op {
                targets.iter().for_each(|&target| self.indirect[target as usize] = true);
            }
        }
    }

    /// Remembers whether a variable has been written, if it has a flag for that.
    pub(super) fn set_flag(&mut self, variable: usize, written: bool) {
        if let Some(dst) = self.flag_slots[variable] {
            let src = self.word(written.into());
            self.emit(Inst::Move { dst, src });
        }
    }

    /// A load of a variable that may not have been written looks at its flag.
    fn check_flag(&mut self, index: usize) {
        let access = self.plan.promotion.access(self.function, index);
        let Some((Access::Read, variable)) = access else { return };
        let Some(flag) = self.flag_slots[variable] else { return };
        if self.plan.promotion.is_unsure_read(index) && self.plan.roles[index] != Role::Nothing {
            let (dst, kind) =
                (self.variable_slots[variable], self.plan.promotion.variables[variable].kind);
            self.emit(Inst::Assigned { bits: kind.bits().min(64) as u8, flag, dst });
            if kind.slots() == 2 {
                let bits = (kind.bits() - 64) as u8;
                self.emit(Inst::Assigned { bits, flag, dst: dst.plus(1) });
            }
        }
    }

    // ---- blocks and instructions --------------------------------------------------------

    fn block(&mut self, number: usize, deadline: &Deadline) -> Result<(), Late> {
        self.current_block = number;
        self.labels[number] = self.body.code.len() as u32;
        self.body.blocks.push(Pc(self.body.code.len() as u32));
        self.enter_indirect(number);
        for index in self.function.blocks[number].range.clone() {
            // A single block may have all instructions of a large function.
            in_time(deadline)?;
            self.at = index as u32;
            self.place = self.function.instructions[index].place;
            self.instruction(index);
            self.emit_edges();
            self.slots.expire(self.at);
        }
        Ok(())
    }

    fn instruction(&mut self, index: usize) {
        self.check_flag(index);
        let step = match self.plan.roles[index] {
            Role::Emit => self.lower_instruction(index),
            Role::Alias => self.alias(index),
            Role::Folded => self.fold(index),
            Role::Nothing | Role::Fused => Ok(()),
        };
        if let Err(what) = step {
            self.unsupported(&what);
            // Nothing after this is reached, but it must still name slots that exist.
            if self.homes[self.function.value(index).index()].0 == u32::MAX {
                self.define(index);
            }
        }
        if let Some((Access::Write, variable)) = self.plan.promotion.access(self.function, index) {
            self.set_flag(variable, true);
            self.note_return(variable);
        }
    }

    fn lower_instruction(&mut self, index: usize) -> Step {
        let function = self.function;
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
            Op::Binary { op, nsw, a, b } => self.binary(index, *op, *nsw, *a, *b),
            Op::FNeg(a) => self.negate(index, *a),
            Op::ICmp { pred, ty, a, b } => self.integer_compare(index, *pred, *ty, *a, *b),
            Op::FCmp { pred, ty, a, b } => self.float_compare(index, *pred, *ty, *a, *b),
            Op::Cast { op, from, src } => self.cast(index, *op, *from, *src),
            Op::Select { cond, then, els } => self.select(index, *cond, *then, *els),
            Op::Freeze(a) => self.freeze(index, *a),
            Op::Alloca { size, align, count, .. } => self.alloca(index, *size, *align, *count),
            Op::Load(address) => self.load(index, *address),
            Op::Store { ty, value, address } => self.store(*ty, *value, *address),
            Op::Gep { base, offset, indices } => self.gep(index, *base, *offset, indices),
            Op::ExtractValue { from, ty, path } => self.extract_value(index, *from, *ty, path),
            Op::InsertValue { into, value, path } => self.insert_value(index, *into, *value, path),
            Op::ExtractElement { ty, from, index: lane } => {
                self.extract_element(index, *ty, *from, *lane)
            }
            Op::InsertElement { into, value, index: lane } => {
                self.insert_element(index, *into, *value, *lane)
            }
            Op::Shuffle { ty, a, b, mask } => self.shuffle(index, *ty, *a, *b, mask),
            Op::AtomicRmw { op, address, value } => self.atomic_rmw(index, *op, *address, *value),
            Op::CmpXchg { ty, address, expected, new } => {
                self.compare_exchange(index, *ty, *address, *expected, *new)
            }
            // Moves on the edges do a phi's work; one thread needs no fences.
            Op::Phi(_) | Op::Fence => Ok(()),
            Op::Unsupported(what) => Err(what.clone()),
        }
    }

    /// The result is in a slot already.
    fn alias(&mut self, index: usize) -> Step {
        let function = self.function;
        let slot = match &function.instructions[index].op {
            Op::Load(address) => {
                let variable = self.plan.promotion.of_address(function, *address);
                self.variable_slots[variable.expect("only loads of variables are aliases")]
            }
            Op::Cast { src, .. } => self.slot(*src)?,
            Op::Gep { base, .. } => self.slot(*base)?,
            Op::ExtractValue { from, ty, path } => {
                let (_, word) = self.unit.types.part(*ty, path);
                self.slot(*from)?.plus(word)
            }
            Op::ExtractElement { ty, from, index: lane } => {
                self.constant_lane(*ty, *from, *lane)?
            }
            Op::Call(call) => self.slot(call.args[0].value)?,
            op => return Err(format!("alias {op:?}")),
        };
        self.homes[function.value(index).index()] = slot;
        Ok(())
    }

    fn fold(&mut self, index: usize) -> Step {
        let Op::Gep { base, offset, .. } = self.function.instructions[index].op else {
            return Err("folding something that is no address".to_owned());
        };
        let (slot, before) = self.address(base)?;
        let value = self.function.value(index).index();
        self.folded[value] = (slot, before.wrapping_add(offset));
        // So that it counts as defined.
        self.homes[value] = slot;
        Ok(())
    }

    // ---- operands and results -----------------------------------------------------------

    fn ty(&self, number: TypeNumber) -> &'a Type {
        self.unit.types.get(number)
    }

    fn result_type(&self, index: usize) -> TypeNumber {
        self.function.instructions[index].ty
    }

    /// The kind of a type that must be one scalar.
    fn kind(&self, number: TypeNumber) -> Step<Kind> {
        let ty = self.ty(number);
        match (&ty.leaves, ty.scalar()) {
            (_, Some(kind)) => Ok(kind),
            (Err(what), _) => Err(what.clone()),
            _ => Err(match ty.big() {
                Some(bits) => format!("this operation on an integer of {bits} bits"),
                None => "aggregate where a scalar is needed".to_owned(),
            }),
        }
    }

    /// How many slots a value takes that must be one number.
    fn words_in(&self, number: TypeNumber) -> Step<u32> {
        let ty = self.ty(number);
        if ty.big().is_some() { Ok(ty.slots()) } else { Ok(self.kind(number)?.slots()) }
    }

    fn type_of(&self, operand: Operand) -> Step<TypeNumber> {
        match operand {
            Operand::Local(value) => Ok(match self.function.definition(value) {
                Some(index) => self.result_type(index),
                None => self.params[value.index()],
            }),
            Operand::Constant(number) => Ok(self.function.constants[number as usize].0),
            Operand::None => Err("metadata as an operand".to_owned()),
        }
    }

    /// First slot of an operand.
    fn slot(&mut self, operand: Operand) -> Step<Slot> {
        match operand {
            Operand::Local(value) => self.local(value),
            Operand::Constant(number) => self.constant(number),
            Operand::None => Err("metadata as an operand".to_owned()),
        }
    }

    fn local(&self, value: Value) -> Step<Slot> {
        match self.homes[value.index()] {
            Slot(u32::MAX) => Err("value that was never computed".to_owned()),
            slot => Ok(slot),
        }
    }

    fn constant(&mut self, number: u32) -> Step<Slot> {
        if let Some(slot) = self.constant_slots[number as usize] {
            return Ok(slot);
        }
        let (ty, leaves) = &self.function.constants[number as usize];
        let kinds = self.ty(*ty).leaves.as_ref().map_err(Clone::clone)?;
        let mut words = Vec::with_capacity(leaves.len());
        for (leaf, constant) in kinds.iter().zip(leaves) {
            let bits = constant.evaluate(self.unit)?;
            words.push(bits as u64);
            if leaf.kind.slots() == 2 {
                words.push((bits >> 64) as u64);
            }
        }
        let slot = self.slots.constant(&words);
        self.constant_slots[number as usize] = Some(slot);
        Ok(slot)
    }

    /// A slot that holds a number.
    fn word(&mut self, value: u64) -> Slot {
        self.slots.constant(&[value])
    }

    /// Where an instruction's result goes.
    fn define(&mut self, index: usize) -> Slot {
        let value = self.function.value(index).index();
        let slot = match self.plan.target(index) {
            Some(variable) => self.variable_slots[variable],
            None if self.plan.last[value] == FAR && self.homes[value].0 != u32::MAX => {
                self.homes[value]
            }
            None => {
                let words = self.ty(self.result_type(index)).slots().max(1);
                self.slots.temporary(words, self.plan.last[value])
            }
        };
        self.homes[value] = slot;
        slot
    }

    /// Slots that are free after the current instruction.
    fn scratch(&mut self, words: u32) -> Slot {
        self.slots.temporary(words, self.at)
    }

    // ---- code ---------------------------------------------------------------------------

    fn emit(&mut self, inst: Inst) {
        self.body.code.push(inst);
        self.body.place_of.push(self.place);
    }

    fn emit_move(&mut self, dst: Slot, src: Slot) {
        if dst != src {
            self.emit(Inst::Move { dst, src });
        }
    }

    fn move_words(&mut self, dst: Slot, src: Slot, words: u32) {
        (0..words).for_each(|word| self.emit_move(dst.plus(word), src.plus(word)));
    }

    /// An integer operation of any width.
    fn emit_int(&mut self, op: IntOp, bits: u32, dst: Slot, a: Slot, b: Slot) {
        let width = bits as u8;
        self.emit(match bits {
            0..=64 => Inst::int(op, width, dst, a, b),
            _ => Inst::Wide { op, bits: width, dst, a, b },
        });
    }

    fn unsupported(&mut self, what: &str) {
        let strings = &mut self.body.strings;
        let what = strings.iter().position(|known| &**known == what).unwrap_or_else(|| {
            strings.push(what.into());
            strings.len() - 1
        });
        self.emit(Inst::Unsupported { what: what as u32 });
    }

    fn new_label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Pc(self.labels.len() as u32 - 1)
    }

    fn bind(&mut self, label: Label) {
        self.labels[label.index()] = self.body.code.len() as u32;
    }

    /// What a function symbol of the module stands for.
    fn target(&self, symbol: u32) -> Target {
        self.unit.targets.get(symbol as usize).copied().unwrap_or(Target::Nothing)
    }

    fn function_named(&self, name: &str) -> Step<FuncId> {
        self.unit.program.function_named(name).ok_or_else(|| format!("function {name}"))
    }
}
