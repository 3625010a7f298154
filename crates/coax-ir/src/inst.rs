//! The instructions.
//!
//! Dispatch is flat: one variant is one meaning, for speed and for reading.
//! `bits` is the width of an integer operation (1 to 64 unless said
//! otherwise); operands are zero-extended in their slots and so is the result.
//! What an instruction checks while running is said beside it.

use crate::{
    ArithOp, CastOp, FloatOp, FloatPred, IntOp, Kind, OverflowOp, Pc, Slot, TrapKind, UnaryOp,
};

/// One instruction.
#[allow(missing_docs, reason = "operands are named as everywhere: dst, a, b, src, addr")]
#[rustfmt::skip] // a table: one instruction a line
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Inst {
    // ---- moving words -------------------------------------------------------------------
    /// `dst = src`. Zero extension is a move: slots are always zero-extended.
    Move { dst: Slot, src: Slot },
    /// A variable that may not have been written is about to be read: if `flag` is 0, the low
    /// `bits` bits (1 to 64) of `dst` become uninitialised and the others 0. A pair takes two.
    Assigned { bits: u8, flag: Slot, dst: Slot },
    /// `dst = cond ? then : els`.
    Select { dst: Slot, cond: Slot, then: Slot, els: Slot },
    /// `dst = src`, but a defined value even if `src` is not.
    Freeze { dst: Slot, src: Slot },

    // ---- integers of up to 64 bits ------------------------------------------------------
    Add { bits: u8, dst: Slot, a: Slot, b: Slot },
    AddNsw { bits: u8, dst: Slot, a: Slot, b: Slot },
    Sub { bits: u8, dst: Slot, a: Slot, b: Slot },
    SubNsw { bits: u8, dst: Slot, a: Slot, b: Slot },
    Mul { bits: u8, dst: Slot, a: Slot, b: Slot },
    MulNsw { bits: u8, dst: Slot, a: Slot, b: Slot },
    UDiv { bits: u8, dst: Slot, a: Slot, b: Slot },
    SDiv { bits: u8, dst: Slot, a: Slot, b: Slot },
    URem { bits: u8, dst: Slot, a: Slot, b: Slot },
    SRem { bits: u8, dst: Slot, a: Slot, b: Slot },
    Shl { bits: u8, dst: Slot, a: Slot, b: Slot },
    LShr { bits: u8, dst: Slot, a: Slot, b: Slot },
    AShr { bits: u8, dst: Slot, a: Slot, b: Slot },
    And { bits: u8, dst: Slot, a: Slot, b: Slot },
    Or { bits: u8, dst: Slot, a: Slot, b: Slot },
    Xor { bits: u8, dst: Slot, a: Slot, b: Slot },
    Eq { bits: u8, dst: Slot, a: Slot, b: Slot },
    Ne { bits: u8, dst: Slot, a: Slot, b: Slot },
    Ult { bits: u8, dst: Slot, a: Slot, b: Slot },
    Ule { bits: u8, dst: Slot, a: Slot, b: Slot },
    Slt { bits: u8, dst: Slot, a: Slot, b: Slot },
    Sle { bits: u8, dst: Slot, a: Slot, b: Slot },
    /// Keep the low `bits` bits.
    Trunc { bits: u8, dst: Slot, src: Slot },
    /// Sign-extend from `from` bits to `to` bits (`to` at most 64).
    Sext { from: u8, to: u8, dst: Slot, src: Slot },

    // ---- integers of 65 to 128 bits: operands and result are slot pairs ------------------
    /// `op` on slot pairs; a comparison's result is one slot. `bits` is 65 to 128.
    Wide { op: IntOp, bits: u8, dst: Slot, a: Slot, b: Slot },
    /// Keep the low `bits` bits (65 to 128) of a pair.
    WideTrunc { bits: u8, dst: Slot, src: Slot },
    /// Sign-extend from `from` bits (1 to 127; one slot if at most 64, else a pair) to `to` (65 to 128).
    WideSext { from: u8, to: u8, dst: Slot, src: Slot },

    // ---- integer intrinsics, 1 to 128 bits (pairs above 64) ------------------------------
    /// `dst = op(src)`.
    Unary { op: UnaryOp, bits: u8, dst: Slot, src: Slot },
    /// `dst = op(a, b)`. For `UCmp`/`SCmp`, `to` is the width of the result (else equal to `bits`).
    Arith { op: ArithOp, bits: u8, to: u8, dst: Slot, a: Slot, b: Slot },
    /// `dst = result`, and the slot after the result (`dst + slots(bits)`) = 1 if it overflowed.
    Overflow { op: OverflowOp, bits: u8, dst: Slot, a: Slot, b: Slot },
    /// Funnel shift of `a:b` by `c` modulo the width; left keeps the high part, right the low part.
    Funnel { left: bool, bits: u8, dst: Slot, a: Slot, b: Slot, c: Slot },

    // ---- floating point -----------------------------------------------------------------
    /// IEEE double arithmetic.
    F64 { op: FloatOp, dst: Slot, a: Slot, b: Slot },
    /// IEEE single arithmetic.
    F32 { op: FloatOp, dst: Slot, a: Slot, b: Slot },
    /// Arithmetic of the other kinds: half, bfloat, 80-bit, quadruple.
    SoftFloat { op: FloatOp, kind: Kind, dst: Slot, a: Slot, b: Slot },
    /// `dst = 1` if the relation of `a` and `b` is in `pred`. Any float kind.
    FCmp { pred: FloatPred, kind: Kind, dst: Slot, a: Slot, b: Slot },
    /// Conversion with a float on at least one side.
    Cast { op: CastOp, from: Kind, to: Kind, dst: Slot, src: Slot },

    // ---- memory: the address is `addr + offset` -------------------------------------------
    /// Load 1 byte.
    Load8 { dst: Slot, addr: Slot, offset: i32 },
    /// Load 2 bytes, little endian.
    Load16 { dst: Slot, addr: Slot, offset: i32 },
    /// Load 4 bytes.
    Load32 { dst: Slot, addr: Slot, offset: i32 },
    /// Load 8 bytes.
    Load64 { dst: Slot, addr: Slot, offset: i32 },
    /// Load `ceil(bits/8)` bytes and keep `bits` bits (odd widths up to 64).
    LoadOdd { bits: u8, dst: Slot, addr: Slot, offset: i32 },
    /// Load a scalar of 65 to 128 bits (`ceil(bits/8)` bytes) into a slot pair.
    LoadWide { bits: u8, dst: Slot, addr: Slot, offset: i32 },
    /// Store the low byte.
    Store8 { src: Slot, addr: Slot, offset: i32 },
    /// Store 2 bytes.
    Store16 { src: Slot, addr: Slot, offset: i32 },
    /// Store 4 bytes.
    Store32 { src: Slot, addr: Slot, offset: i32 },
    /// Store 8 bytes.
    Store64 { src: Slot, addr: Slot, offset: i32 },
    /// Store `ceil(bits/8)` bytes (odd widths up to 64).
    StoreOdd { bits: u8, src: Slot, addr: Slot, offset: i32 },
    /// Store a slot pair as a scalar of 65 to 128 bits.
    StoreWide { bits: u8, src: Slot, addr: Slot, offset: i32 },
    /// `dst = base + index * scale`, wrapping; `index` is a 64-bit value.
    PtrAdd { dst: Slot, base: Slot, index: Slot, scale: i32 },
    /// `dst = base + offset`, wrapping.
    Offset { dst: Slot, base: Slot, offset: i32 },
    /// Make the frame's stack object `object` (index into [`crate::Body::stack_objects`]), uninitialised.
    Alloca { dst: Slot, object: u32 },
    /// Make a stack object of `count` elements of `stack_objects[object].size` bytes each.
    AllocaDynamic { dst: Slot, object: u32, count: Slot },
    /// The scope of the stack object at `addr` begins: it is usable and uninitialised.
    LifetimeStart { addr: Slot },
    /// The scope of the stack object at `addr` ends: using it is an error until it begins again.
    LifetimeEnd { addr: Slot },
    /// Remember which dynamic stack objects exist.
    StackSave { dst: Slot },
    /// End the dynamic stack objects made since the matching [`Inst::StackSave`].
    StackRestore { src: Slot },
    /// Copy `len` bytes; `overlap` allows overlapping (memmove).
    MemCopy { overlap: bool, dst: Slot, src: Slot, len: Slot },
    /// Fill `len` bytes with the low byte of `byte`.
    MemSet { dst: Slot, byte: Slot, len: Slot },

    // ---- control ------------------------------------------------------------------------
    /// Go to `to`.
    Jump { to: Pc },
    /// Go to `then` if `cond` is 1, else to `els`.
    Br { cond: Slot, then: Pc, els: Pc },
    BrEq { bits: u8, a: Slot, b: Slot, then: Pc, els: Pc },
    BrNe { bits: u8, a: Slot, b: Slot, then: Pc, els: Pc },
    BrUlt { bits: u8, a: Slot, b: Slot, then: Pc, els: Pc },
    BrUle { bits: u8, a: Slot, b: Slot, then: Pc, els: Pc },
    BrSlt { bits: u8, a: Slot, b: Slot, then: Pc, els: Pc },
    BrSle { bits: u8, a: Slot, b: Slot, then: Pc, els: Pc },
    /// Go where `switches[table]` says for `value`.
    Switch { value: Slot, table: u32 },
    /// Go to the label whose address `addr` is; error if it is no label of this function.
    IndirectBr { addr: Slot },
    /// Do the call `calls[site]`; continue at its `next`.
    Call { site: u32 },
    /// Return one word (or a value that fits one slot).
    Ret { src: Slot },
    /// Return nothing.
    RetVoid,
    /// Return the words `operands[first..first + count]` (a wide scalar or an aggregate).
    RetMany { first: u32, count: u32 },
    /// First instruction of a landing pad: `dst` = exception object, `dst + 1` = selector.
    LandingPad { dst: Slot },
    /// Go on unwinding with the exception object in `exception`.
    Resume { exception: Slot },
    /// Stop the program with an error.
    Trap { kind: TrapKind },
    /// Fill in the `va_list` at `list` from the variadic arguments of this frame.
    VaStart { list: Slot },
    /// The construct named by `strings[what]` cannot be run.
    Unsupported { what: u32 },
}

/// The parts of an [`Inst`] that is an [`IntOp`] on single slots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IntParts {
    /// The operation.
    pub op: IntOp,
    /// Width of the operands.
    pub bits: u8,
    /// Where the result goes.
    pub dst: Slot,
    /// Left operand.
    pub a: Slot,
    /// Right operand.
    pub b: Slot,
}

macro_rules! int_variants {
    ($($name:ident),* $(,)?) => {
        impl Inst {
            /// The instruction that does `op` on single slots.
            pub fn int(op: IntOp, bits: u8, dst: Slot, a: Slot, b: Slot) -> Inst {
                match op { $(IntOp::$name => Inst::$name { bits, dst, a, b },)* }
            }

            /// The inverse of [`Inst::int`].
            pub fn int_parts(&self) -> Option<IntParts> {
                match *self {
                    $(Inst::$name { bits, dst, a, b } => Some(IntParts { op: IntOp::$name, bits, dst, a, b }),)*
                    _ => None,
                }
            }
        }
    };
}

int_variants!(
    Add, AddNsw, Sub, SubNsw, Mul, MulNsw, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor,
    Eq, Ne, Ult, Ule, Slt, Sle,
);

/// The parts of a fused compare-and-branch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BranchParts {
    /// The comparison.
    pub op: IntOp,
    /// Width of the operands.
    pub bits: u8,
    /// Left operand.
    pub a: Slot,
    /// Right operand.
    pub b: Slot,
    /// Where to go if it holds.
    pub then: Pc,
    /// Where to go if not.
    pub els: Pc,
}

impl Inst {
    /// The fused compare-and-branch for a comparison.
    ///
    /// # Panics
    /// If `op` is not a comparison.
    pub fn branch(op: IntOp, bits: u8, a: Slot, b: Slot, then: Pc, els: Pc) -> Inst {
        match op {
            IntOp::Eq => Inst::BrEq { bits, a, b, then, els },
            IntOp::Ne => Inst::BrNe { bits, a, b, then, els },
            IntOp::Ult => Inst::BrUlt { bits, a, b, then, els },
            IntOp::Ule => Inst::BrUle { bits, a, b, then, els },
            IntOp::Slt => Inst::BrSlt { bits, a, b, then, els },
            IntOp::Sle => Inst::BrSle { bits, a, b, then, els },
            _ => panic!("{op:?} is not a comparison"),
        }
    }

    /// The inverse of [`Inst::branch`].
    pub fn branch_parts(&self) -> Option<BranchParts> {
        let (op, (bits, a, b, then, els)) = match *self {
            Inst::BrEq { bits, a, b, then, els } => (IntOp::Eq, (bits, a, b, then, els)),
            Inst::BrNe { bits, a, b, then, els } => (IntOp::Ne, (bits, a, b, then, els)),
            Inst::BrUlt { bits, a, b, then, els } => (IntOp::Ult, (bits, a, b, then, els)),
            Inst::BrUle { bits, a, b, then, els } => (IntOp::Ule, (bits, a, b, then, els)),
            Inst::BrSlt { bits, a, b, then, els } => (IntOp::Slt, (bits, a, b, then, els)),
            Inst::BrSle { bits, a, b, then, els } => (IntOp::Sle, (bits, a, b, then, els)),
            _ => return None,
        };
        Some(BranchParts { op, bits, a, b, then, els })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_stay_small() {
        assert!(std::mem::size_of::<Inst>() <= 20, "{}", std::mem::size_of::<Inst>());
    }

    #[test]
    fn int_parts_invert_int() {
        let inst = Inst::int(IntOp::SDiv, 32, Slot(1), Slot(2), Slot(3));
        let parts = inst.int_parts().unwrap();
        assert_eq!(
            (parts.op, parts.bits, parts.dst, parts.a, parts.b),
            (IntOp::SDiv, 32, Slot(1), Slot(2), Slot(3))
        );
        assert_eq!(Inst::RetVoid.int_parts(), None);
    }

    #[test]
    fn branch_parts_invert_branch() {
        let inst = Inst::branch(IntOp::Slt, 8, Slot(1), Slot(2), Pc(3), Pc(4));
        let parts = inst.branch_parts().unwrap();
        assert_eq!((parts.op, parts.then, parts.els), (IntOp::Slt, Pc(3), Pc(4)));
    }
}
