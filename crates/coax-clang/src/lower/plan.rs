//! What becomes of each instruction, decided before any code is emitted.
//!
//! - *Aliases* are results that already are in some slot: a load of a promoted variable, a zero
//!   extension, a part of an aggregate. They emit nothing; their users read that slot.
//! - *Folded* address computations become offsets of the loads and stores that use them.
//! - *Fused* comparisons become part of the branch.
//! - Results whose only use is a store to a promoted variable are *written there directly*.
//!
//! Invariant: an alias, folded or fused instruction is used in its own block only, so the slot it
//! stands for still holds the value at `last`, its last use there (seen through further aliases).

use coax_deadline::Deadline;
use coax_ir::Kind;

use super::promote::{Access, Promotion};
use super::uses::Uses;
use super::{Late, in_time};
use crate::llvm::{
    BinaryOp, Call, Called, CastOp, Constant, Function, Op, Operand, TypeNumber, Types, Value,
};

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is emitted.
    Emit,
    /// Nothing has to be done.
    Nothing,
    /// Its result is in a slot already.
    Alias,
    /// It is an offset of its users.
    Folded,
    /// It is part of the branch that ends its block.
    Fused,
}

impl Role {
    /// Emits nothing, so that its operands are read by its users instead.
    fn is_transparent(self) -> bool {
        matches!(self, Role::Alias | Role::Folded | Role::Fused)
    }
}

/// `last` of a value that is used outside its block.
pub const FAR: u32 = u32::MAX;
const NO_VARIABLE: u32 = u32::MAX;

/// The decisions.
pub struct Plan {
    /// By instruction.
    pub roles: Vec<Role>,
    /// By value: the last instruction of its block that needs it, or [`FAR`].
    pub last: Vec<u32>,
    /// By instruction: the promoted variable the result is written to directly.
    target: Vec<u32>,
    /// The promoted variables.
    pub promotion: Promotion,
    /// Some call may return twice.
    pub returns_twice: bool,
}

impl Plan {
    /// The variable an instruction's result is written to directly.
    pub fn target(&self, instruction: usize) -> Option<usize> {
        let target = self.target[instruction];
        (target != NO_VARIABLE).then_some(target as usize)
    }

    /// Makes the plan of a function.
    pub fn new(
        function: &Function,
        types: &Types,
        params: &[TypeNumber],
        deadline: &Deadline,
    ) -> Result<Plan, Late> {
        let uses = Uses::new(function);
        let promotion = Promotion::new(function, types, &uses, deadline)?;
        let count = function.instructions.len();
        let mut planner = Planner {
            function,
            types,
            params,
            uses,
            next_write: vec![0; promotion.variables.len()],
            touched: vec![0; promotion.variables.len()],
            plan: Plan {
                roles: vec![Role::Emit; count],
                last: vec![FAR; function.params as usize + count],
                target: vec![NO_VARIABLE; count],
                promotion,
                returns_twice: function.instructions.iter().any(|i| returns_twice(&i.op)),
            },
        };
        planner.share_parameters();
        for block in &function.blocks {
            in_time(deadline)?;
            planner.retarget(block.range.clone());
            planner.assign_roles(block.range.clone());
        }
        Ok(planner.plan)
    }
}

fn returns_twice(op: &Op) -> bool {
    matches!(
        op,
        Op::Call(Call { returns_twice: true, .. })
            | Op::Invoke { call: Call { returns_twice: true, .. }, .. }
    )
}

struct Planner<'a> {
    function: &'a Function,
    types: &'a Types,
    params: &'a [TypeNumber],
    uses: Uses,
    /// By variable: where it is written next, in the part of the block seen so far (backwards).
    /// What is left from blocks before is smaller than any position in this one.
    next_write: Vec<u32>,
    /// By variable: the position after the last one that touches it, so far (forwards).
    touched: Vec<usize>,
    plan: Plan,
}

impl Planner<'_> {
    fn op(&self, instruction: usize) -> &Op {
        &self.function.instructions[instruction].op
    }

    fn kind(&self, ty: TypeNumber) -> Option<Kind> {
        self.types.get(ty).scalar()
    }

    fn type_of(&self, operand: Operand) -> Option<TypeNumber> {
        match operand {
            Operand::Local(value) => Some(match self.function.definition(value) {
                Some(index) => self.function.instructions[index].ty,
                None => self.params[value.index()],
            }),
            Operand::Constant(number) => Some(self.function.constants[number as usize].0),
            Operand::None => None,
        }
    }

    // ---- variables ----------------------------------------------------------------------

    /// A parameter that is only stored to its variable at entry shares its slot with it.
    fn share_parameters(&mut self) {
        let Some(entry) = self.function.blocks.first() else { return };
        let mut touched = vec![false; self.plan.promotion.variables.len()];
        for index in entry.range.clone() {
            let Some((access, variable)) = self.plan.promotion.access(self.function, index) else {
                continue;
            };
            if access == Access::Write
                && !touched[variable]
                && let Some(param) = self.stored_parameter(index)
            {
                self.plan.promotion.variables[variable].param = Some(param);
                self.plan.roles[index] = Role::Nothing;
            }
            touched[variable] |= access != Access::Start;
        }
    }

    fn stored_parameter(&self, store: usize) -> Option<Value> {
        let Op::Store { value: Operand::Local(value), .. } = *self.op(store) else { return None };
        let root = self.root(value, store)?;
        self.function.definition(root).is_none().then_some(root)
    }

    /// Follows single-use, one-word aliases back to where the value comes from.
    fn root(&self, mut value: Value, store: usize) -> Option<Value> {
        loop {
            self.uses.only(value)?;
            let Some(index) = self.function.definition(value) else { return Some(value) };
            if self.uses.block_of[index] != self.uses.block_of[store] {
                return None;
            }
            match self.same_word(index) {
                Some(Operand::Local(source)) => value = source,
                Some(_) => return None,
                None => return Some(value),
            }
        }
    }

    /// The operand whose single slot is also this instruction's result.
    fn same_word(&self, index: usize) -> Option<Operand> {
        let instruction = &self.function.instructions[index];
        let to = self.kind(instruction.ty)?;
        let (source, from) = match &instruction.op {
            Op::Cast { op, from, src } if keeps_bits(*op) => (*src, self.kind(*from)?),
            _ => return None,
        };
        let fits = from.slots() == to.slots() && from.bits() <= to.bits();
        (fits && to.slots() == 1).then_some(source)
    }

    /// Lets results be written straight into the variable they are stored to.
    fn retarget(&mut self, block: std::ops::Range<usize>) {
        for index in block {
            let Some((access, variable)) = self.plan.promotion.access(self.function, index) else {
                continue;
            };
            if access == Access::Write
                && self.plan.roles[index] == Role::Emit
                && let Some(producer) = self.producer(index)
                && self.touched[variable] <= producer
            {
                self.plan.target[producer] = variable as u32;
                self.plan.roles[index] = Role::Nothing;
            }
            if access != Access::End {
                self.touched[variable] = index + 1;
            }
        }
    }

    /// The instruction that computes what a store stores, if it may write to the variable itself.
    fn producer(&self, store: usize) -> Option<usize> {
        let Op::Store { value: Operand::Local(value), .. } = *self.op(store) else { return None };
        let root = self.root(value, store)?;
        let index = self.function.definition(root)?;
        self.kind(self.function.instructions[index].ty)?;
        let whole = match self.op(index) {
            Op::Binary { .. } | Op::ICmp { .. } | Op::FCmp { .. } | Op::Select { .. } => true,
            Op::Cast { from, .. } => self.kind(*from).is_some(),
            Op::Load(address) => self.plan.promotion.of_address(self.function, *address).is_none(),
            Op::Gep { indices, offset, .. } => *offset != 0 || !indices.is_empty(),
            Op::Call(call) => !matches!(call.callee, Called::Intrinsic(_)),
            _ => false,
        };
        whole.then_some(index)
    }

    // ---- roles --------------------------------------------------------------------------

    /// Backwards over a block, so that the users of a value are decided before it.
    fn assign_roles(&mut self, block: std::ops::Range<usize>) {
        for index in block.rev() {
            let last = self.extent(index);
            self.plan.last[self.function.value(index).index()] = last;
            if self.plan.roles[index] == Role::Emit {
                self.plan.roles[index] = self.role(index, last);
            }
            self.note_write(index);
        }
    }

    /// The last instruction in its own block that needs the value, or [`FAR`].
    fn extent(&self, index: usize) -> u32 {
        let mut last = index as u32;
        for found in self.uses.of(self.function.value(index)) {
            if found.block != self.uses.block_of[index] {
                return FAR;
            }
            let user = found.user as usize;
            let transparent = !found.is_phi() && self.plan.roles[user].is_transparent();
            let until = if transparent {
                self.plan.last[self.function.value(user).index()]
            } else {
                found.at
            };
            last = last.max(until);
        }
        last
    }

    fn note_write(&mut self, index: usize) {
        if let Some(variable) = self.plan.target(index) {
            self.next_write[variable] = index as u32;
        }
        if self.plan.roles[index] == Role::Emit
            && let Some((Access::Write | Access::Start, variable)) =
                self.plan.promotion.access(self.function, index)
        {
            self.next_write[variable] = index as u32;
        }
    }

    fn role(&self, index: usize, last: u32) -> Role {
        if self.plan.promotion.of_alloca(index).is_some() {
            return Role::Nothing;
        }
        if let Some((access, variable)) = self.plan.promotion.access(self.function, index) {
            return self.access_role(access, variable, index, last);
        }
        if last == FAR || self.plan.target(index).is_some() {
            return Role::Emit;
        }
        match self.op(index) {
            Op::Gep { .. } => self.gep_role(index),
            Op::ICmp { .. } | Op::Binary { op: BinaryOp::Xor, .. } => self.fused_role(index),
            _ if self.is_alias(index) => Role::Alias,
            _ => Role::Emit,
        }
    }

    fn access_role(&self, access: Access, variable: usize, index: usize, last: u32) -> Role {
        match access {
            Access::Read if self.uses.of(self.function.value(index)).is_empty() => Role::Nothing,
            Access::Read => {
                let next = self.next_write[variable];
                let unchanged = last != FAR && (last <= next || next <= index as u32);
                if unchanged && !self.plan.returns_twice { Role::Alias } else { Role::Emit }
            }
            Access::Write => Role::Emit,
            Access::Start if self.plan.promotion.variables[variable].maybe_undef => Role::Emit,
            Access::Start | Access::End => Role::Nothing,
        }
    }

    fn gep_role(&self, index: usize) -> Role {
        let instruction = &self.function.instructions[index];
        let Op::Gep { offset, indices, .. } = &instruction.op else { return Role::Emit };
        if !indices.is_empty() || self.types.get(instruction.ty).is_vector() {
            return Role::Emit;
        }
        let value = Operand::Local(self.function.value(index));
        let folds = |user: usize| match self.op(user) {
            Op::Load(_) => true,
            Op::Store { value: stored, .. } => *stored != value,
            Op::Gep { .. } => self.plan.roles[user] == Role::Folded,
            _ => false,
        };
        let uses = self.uses.of(self.function.value(index));
        if uses.iter().all(|found| !found.is_phi() && folds(found.user as usize)) {
            return Role::Folded;
        }
        // A base that is folded has folded users only, so this one's is in a slot.
        if *offset == 0 { Role::Alias } else { Role::Emit }
    }

    /// A comparison, or the negation of one, that only decides the branch at the end of its block.
    fn fused_role(&self, index: usize) -> Role {
        let Some(user) = self.uses.only(self.function.value(index)) else { return Role::Emit };
        let user = user as usize;
        let by_branch = match self.op(user) {
            Op::Branch { .. } => true,
            Op::Binary { .. } => self.plan.roles[user] == Role::Fused,
            _ => false,
        };
        let fuses = match self.op(index) {
            Op::ICmp { ty, .. } => self.kind(*ty).is_some_and(|kind| kind.bits() <= 64),
            _ => negated(self.function, self.types, index).is_some(),
        };
        if by_branch && fuses { Role::Fused } else { Role::Emit }
    }

    fn is_alias(&self, index: usize) -> bool {
        let instruction = &self.function.instructions[index];
        match &instruction.op {
            Op::Cast { op, from, .. } => self.is_alias_cast(*op, *from, instruction.ty),
            Op::ExtractValue { .. } => self.types.get(instruction.ty).leaves.is_ok(),
            Op::ExtractElement { index, .. } => constant_index(self.function, *index).is_some(),
            Op::Call(Call { callee: Called::Intrinsic(name), args, .. }) => {
                is_identity(name)
                    && args.first().and_then(|arg| self.type_of(arg.value)) == Some(instruction.ty)
            }
            _ => false,
        }
    }

    fn is_alias_cast(&self, op: CastOp, from: TypeNumber, to: TypeNumber) -> bool {
        let (Ok(from), Ok(to)) = (&self.types.get(from).leaves, &self.types.get(to).leaves) else {
            return false;
        };
        if from.len() != to.len() {
            return false;
        }
        from.iter().zip(to).all(|(from, to)| match op {
            _ if keeps_bits(op) => {
                from.kind.slots() == to.kind.slots() && from.kind.bits() <= to.kind.bits()
            }
            // The low word of a pair.
            CastOp::Trunc => from.kind.slots() == 2 && to.kind.bits() == 64 && to.slot == 0,
            _ => false,
        })
    }
}

/// Conversions that leave the word as it is if it does not get narrower.
fn keeps_bits(op: CastOp) -> bool {
    use CastOp::*;
    matches!(op, ZExt | PtrToInt | PtrToAddr | IntToPtr | BitCast | AddrSpaceCast)
}

/// Intrinsics that give back their first argument.
pub fn is_identity(name: &str) -> bool {
    matches!(
        name,
        "llvm.expect"
            | "llvm.expect.with.probability"
            | "llvm.launder.invariant.group"
            | "llvm.strip.invariant.group"
            | "llvm.threadlocal.address"
            | "llvm.ssa.copy"
            | "llvm.annotation"
            | "llvm.ptr.annotation"
            | "llvm.preserve.static.offset"
            | "llvm.arithmetic.fence"
            | "llvm.canonicalize"
    )
}

/// The operand a `xor i1 x, true` negates.
pub fn negated(function: &Function, types: &Types, index: usize) -> Option<Operand> {
    let Op::Binary { op: BinaryOp::Xor, a, b: Operand::Constant(number), .. } =
        function.instructions[index].op
    else {
        return None;
    };
    let (ty, leaves) = &function.constants[number as usize];
    let is_true = leaves.as_slice() == [Constant::Number(1)];
    (is_true && types.get(*ty).scalar() == Some(Kind::Int(1))).then_some(a)
}

/// The value of an operand that is a plain number.
pub fn constant_index(function: &Function, operand: Operand) -> Option<u32> {
    let Operand::Constant(number) = operand else { return None };
    match function.constants[number as usize].1.as_slice() {
        [Constant::Number(value)] => u32::try_from(*value).ok(),
        _ => None,
    }
}
