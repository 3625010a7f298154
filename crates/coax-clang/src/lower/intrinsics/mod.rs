//! Intrinsics: LLVM's own functions, by their names without type suffixes.
//!
//! Most become a few instructions; mathematical ones become calls of the C function of the same
//! meaning (see [`library`]). What is not known is unsupported, by name, when it is reached.

mod classify;
mod float;
mod integer;
mod library;
mod masked;
mod reduce;

use coax_ir::{Inst, IntOp, Slot, TrapKind};

use super::Step;
use super::checks::SHIFT;
use super::frame::Frame;
use super::plan::{constant_index, is_identity};
use super::promote::Access;
use crate::llvm::{Call, Operand};

pub use library::library_functions;

/// Bytes of a `va_list` on x86-64.
const VA_LIST_BYTES: u64 = 24;
/// Programs measure how deep their stack is by this address: it is the same in every frame.
const FRAME_ADDRESS: u64 = 0x7FFF_FFF0_0000;
/// What `llvm.get.rounding` gives for "to nearest".
const ROUND_TO_NEAREST: u64 = 1;

/// Lowers calls of LLVM's own functions.
pub(super) struct Intrinsics<'f, 'a> {
    pub(super) frame: &'f mut Frame<'a>,
}

impl<'a> Frame<'a> {
    /// Lowers calls of LLVM's own functions in this frame.
    pub(super) fn intrinsics(&mut self) -> Intrinsics<'_, 'a> {
        Intrinsics { frame: self }
    }
}

impl Intrinsics<'_, '_> {
    pub(super) fn intrinsic(&mut self, index: usize, name: &str, call: &Call) -> Step {
        if is_nothing(name) {
            return Ok(());
        }
        if is_identity(name) {
            return self.identity(index, operand(call, 0)?);
        }
        match name.strip_prefix("llvm.").unwrap_or(name) {
            "lifetime.start" => self.frame.accesses().lifetime(Access::Start, last_operand(call)?),
            "lifetime.end" => self.frame.accesses().lifetime(Access::End, last_operand(call)?),
            "memcpy" | "memcpy.inline" => self.memory_copy(call, false),
            "memmove" => self.memory_copy(call, true),
            "memset" | "memset.inline" => self.memory_set(call),
            "va_start" => {
                let list = self.arg(call, 0)?;
                self.frame.code.emit(Inst::VaStart { list });
                Ok(())
            }
            "va_copy" => {
                let (dst, src) = (self.arg(call, 0)?, self.arg(call, 1)?);
                let len = self.frame.code.word(VA_LIST_BYTES);
                self.frame.code.emit(Inst::MemCopy { overlap: true, dst, src, len });
                Ok(())
            }
            "stacksave" => {
                let dst = self.frame.define(index);
                self.frame.code.emit(Inst::StackSave { dst });
                Ok(())
            }
            "stackrestore" => {
                let src = self.arg(call, 0)?;
                self.frame.code.emit(Inst::StackRestore { src });
                Ok(())
            }
            "trap" | "debugtrap" => self.trap(TrapKind::Abort),
            "ubsantrap" => self.checked_trap(call),
            "objectsize" => self.object_size(index, call),
            "is.constant" => self.number(index, 0),
            "returnaddress" | "addressofreturnaddress" | "invariant.start" => self.number(index, 0),
            "frameaddress" => self.number(index, FRAME_ADDRESS),
            "get.rounding" => self.number(index, ROUND_TO_NEAREST),
            "eh.typeid.for" => self.type_id(index, call),
            "ptrmask" => self.pointer_mask(index, call),
            "load.relative" => self.load_relative(index, call),
            rest => self.computing(index, name, rest, call),
        }
    }

    /// Intrinsics that compute a value from values.
    fn computing(&mut self, index: usize, name: &str, rest: &str, call: &Call) -> Step {
        if let Some(found) = self.integer_intrinsic(index, rest, call) {
            return found;
        }
        if let Some(found) = self.float_intrinsic(index, rest, call) {
            return found;
        }
        if let Some(operation) = rest.strip_prefix("vector.reduce.") {
            return self.reduce(index, operation, call);
        }
        if let Some(access) = rest.strip_prefix("masked.") {
            return self.masked(index, access, call);
        }
        Err(format!("intrinsic {name}"))
    }

    /// First slot of an argument.
    fn arg(&mut self, call: &Call, number: usize) -> Step<Slot> {
        self.frame.slot(operand(call, number)?)
    }

    fn number(&mut self, index: usize, value: u64) -> Step {
        let src = self.frame.code.word(value);
        let dst = self.frame.define(index);
        self.frame.code.emit_move(dst, src);
        Ok(())
    }

    fn identity(&mut self, index: usize, from: Operand) -> Step {
        let src = self.frame.slot(from)?;
        let dst = self.frame.define(index);
        self.frame.code.move_words(
            dst,
            src,
            self.frame.source.ty(self.frame.source.result_type(index)).slots(),
        );
        Ok(())
    }

    fn memory_copy(&mut self, call: &Call, overlap: bool) -> Step {
        let (dst, src, len) = (self.arg(call, 0)?, self.arg(call, 1)?, self.arg(call, 2)?);
        self.frame.code.emit(Inst::MemCopy { overlap, dst, src, len });
        Ok(())
    }

    fn memory_set(&mut self, call: &Call) -> Step {
        let (dst, byte, len) = (self.arg(call, 0)?, self.arg(call, 1)?, self.arg(call, 2)?);
        self.frame.code.emit(Inst::MemSet { dst, byte, len });
        Ok(())
    }

    fn trap(&mut self, kind: TrapKind) -> Step {
        self.frame.code.emit(Inst::Trap { kind });
        Ok(())
    }

    /// Clang numbers its checks; these are the ones we ask for.
    fn checked_trap(&mut self, call: &Call) -> Step {
        self.trap(match constant_index(self.frame.source.function, operand(call, 0)?) {
            Some(1 | 11) => TrapKind::Unreachable,
            Some(18) => TrapKind::ArrayBounds,
            Some(SHIFT) => TrapKind::SignedShift,
            Some(24) => TrapKind::VlaBound,
            _ => TrapKind::OtherCheck,
        })
    }

    /// The size of an object is never known while compiling: the answer is "at least 0" or "at
    /// most everything".
    fn object_size(&mut self, index: usize, call: &Call) -> Step {
        let minimum = constant_index(self.frame.source.function, operand(call, 1)?);
        let bits = self.frame.source.kind(self.frame.source.result_type(index))?.bits().min(64);
        let unknown = u64::MAX >> (64 - bits);
        self.number(index, if minimum == Some(1) { 0 } else { unknown })
    }

    /// The selector of a type_info: its global's id plus 1.
    fn type_id(&mut self, index: usize, call: &Call) -> Step {
        let Operand::Constant(number) = operand(call, 0)? else {
            return Err("type id of a computed address".to_owned());
        };
        let leaves = &self.frame.source.function.constants[number as usize].1;
        let symbol = leaves.first().and_then(|leaf| leaf.as_symbol());
        let (symbol, _) = symbol.ok_or("type id of something that is no symbol")?;
        let id = self.frame.source.type_info(symbol)?;
        self.number(index, u64::from(id.0) + 1)
    }

    fn pointer_mask(&mut self, index: usize, call: &Call) -> Step {
        let (pointer, mask) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let dst = self.frame.define(index);
        self.frame.code.emit_int(IntOp::And, 64, dst, pointer, mask);
        Ok(())
    }

    /// `base + sign-extended 32-bit number at (base + offset)`.
    fn load_relative(&mut self, index: usize, call: &Call) -> Step {
        let (base, offset) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let kind = self.frame.source.kind(self.frame.source.type_of(operand(call, 1)?)?)?;
        let wide = self.frame.code.scratch(1);
        self.frame.code.emit(Inst::Sext {
            from: kind.bits() as u8,
            to: 64,
            dst: wide,
            src: offset,
        });
        let (at, found) = (self.frame.code.scratch(1), self.frame.code.scratch(1));
        self.frame.code.emit_int(IntOp::Add, 64, at, base, wide);
        self.frame.code.emit(Inst::Load32 { dst: found, addr: at, offset: 0 });
        self.frame.code.emit(Inst::Sext { from: 32, to: 64, dst: found, src: found });
        let dst = self.frame.define(index);
        self.frame.code.emit_int(IntOp::Add, 64, dst, base, found);
        Ok(())
    }
}

/// Intrinsics that change nothing a program can see.
fn is_nothing(name: &str) -> bool {
    matches!(
        name,
        "llvm.assume"
            | "llvm.donothing"
            | "llvm.sideeffect"
            | "llvm.prefetch"
            | "llvm.va_end"
            | "llvm.invariant.end"
            | "llvm.var.annotation"
            | "llvm.codeview.annotation"
            | "llvm.experimental.noalias.scope.decl"
            | "llvm.pseudoprobe"
            | "llvm.fake.use"
            | "llvm.clear_cache"
            | "llvm.x86.sse2.pause"
            | "llvm.x86.sse2.lfence"
            | "llvm.x86.sse2.mfence"
            | "llvm.x86.sse.sfence"
            | "llvm.x86.sse2.clflush"
    ) || name.starts_with("llvm.dbg.")
}

fn operand(call: &Call, number: usize) -> Step<Operand> {
    let arg = call.args.get(number).ok_or("intrinsic with too few arguments")?;
    Ok(arg.value)
}

/// Lifetime markers of older bitcode have the size before the address.
fn last_operand(call: &Call) -> Step<Operand> {
    operand(call, call.args.len().wrapping_sub(1))
}
