//! Which errors an instruction can show: the checks of a function.
//!
//! Invariant: an error that the engine reports at an instruction is of a kind listed here for it, but for the end
//! of the stack in a call that is neither recursive nor through a pointer.

use coax_ir::{Body, CallSite, Callee, CastOp, Inst, IntOp, Pc, Program, TrapKind};
use coax_kinds::ErrorKind;

use crate::library;

/// Stack objects of so many bytes may be too large for what is left of the stack.
const LARGE: u64 = 1 << 14;

const ACCESS: [ErrorKind; 4] = [
    ErrorKind::NullDereference,
    ErrorKind::OutOfBounds,
    ErrorKind::UseAfterFree,
    ErrorKind::UninitializedRead,
];

/// The kinds of error an instruction can show, each once. `recursive` says of a call whether it may lead back to
/// the function.
pub fn errors(
    program: &Program,
    body: &Body,
    at: Pc,
    recursive: impl Fn(&CallSite) -> bool,
) -> Vec<ErrorKind> {
    let inst = &body.code[at.index()];
    let mut kinds = of_instruction(program, body, inst);
    if let Inst::Call { site } = *inst
        && recursive(&body.calls[site as usize])
    {
        kinds.push(ErrorKind::StackOverflow);
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn of_instruction(program: &Program, body: &Body, inst: &Inst) -> Vec<ErrorKind> {
    if let Some(parts) = inst.int_parts() {
        return of_operation(parts.op);
    }
    if inst.branch_parts().is_some() {
        return vec![ErrorKind::UninitializedRead];
    }
    match *inst {
        Inst::Wide { op, .. } => of_operation(op),
        Inst::Cast { op: CastOp::FloatToSigned | CastOp::FloatToUnsigned, .. } => {
            vec![ErrorKind::FloatCastOverflow]
        }
        Inst::Load8 { .. }
        | Inst::Load16 { .. }
        | Inst::Load32 { .. }
        | Inst::Load64 { .. }
        | Inst::LoadOdd { .. }
        | Inst::LoadWide { .. }
        | Inst::Store8 { .. }
        | Inst::Store16 { .. }
        | Inst::Store32 { .. }
        | Inst::Store64 { .. }
        | Inst::StoreOdd { .. }
        | Inst::StoreWide { .. }
        | Inst::VaStart { .. } => ACCESS.to_vec(),
        Inst::MemCopy { .. } | Inst::MemSet { .. } => {
            [&ACCESS[..], &[ErrorKind::NegativeSize]].concat()
        }
        Inst::Alloca { object, .. } if body.stack_objects[object as usize].size >= LARGE => {
            vec![ErrorKind::StackOverflow]
        }
        Inst::AllocaDynamic { .. } => {
            vec![ErrorKind::NegativeSize, ErrorKind::StackOverflow, ErrorKind::UninitializedRead]
        }
        Inst::Br { .. } | Inst::Switch { .. } | Inst::Ret { .. } | Inst::RetMany { .. } => {
            vec![ErrorKind::UninitializedRead]
        }
        Inst::IndirectBr { .. } => vec![ErrorKind::UninitializedRead, ErrorKind::BadCast],
        Inst::Trap { kind } => vec![of_trap(kind)],
        Inst::Call { site } => of_call(program, &body.calls[site as usize]),
        Inst::Resume { .. } => vec![ErrorKind::UncaughtException],
        _ => Vec::new(),
    }
}

fn of_operation(op: IntOp) -> Vec<ErrorKind> {
    use ErrorKind::{DivisionByZero, ShiftOutOfRange, SignedOverflow, UninitializedRead};
    match op {
        IntOp::AddNsw | IntOp::SubNsw | IntOp::MulNsw => vec![SignedOverflow],
        IntOp::UDiv | IntOp::URem => vec![DivisionByZero, UninitializedRead],
        IntOp::SDiv | IntOp::SRem => vec![DivisionByZero, SignedOverflow, UninitializedRead],
        IntOp::Shl | IntOp::LShr | IntOp::AShr => vec![ShiftOutOfRange],
        _ => Vec::new(),
    }
}

/// What a trap reports.
pub fn of_trap(kind: TrapKind) -> ErrorKind {
    match kind {
        TrapKind::Unreachable | TrapKind::OtherCheck => ErrorKind::Unreachable,
        TrapKind::Abort => ErrorKind::Abort,
        TrapKind::ArrayBounds => ErrorKind::OutOfBounds,
        TrapKind::SignedShift => ErrorKind::ShiftOutOfRange,
        TrapKind::VlaBound => ErrorKind::NegativeSize,
        TrapKind::SignedOverflow => ErrorKind::SignedOverflow,
    }
}

fn of_call(program: &Program, call: &CallSite) -> Vec<ErrorKind> {
    let mut kinds = Vec::new();
    if call.has_byval {
        kinds.extend(ACCESS);
    }
    match call.callee {
        Callee::Indirect(_) => {
            let own =
                [ErrorKind::NullDereference, ErrorKind::BadCast, ErrorKind::UninitializedRead];
            kinds.extend(own);
        }
        Callee::Direct(id) => {
            let name = library::name(program, id);
            kinds.extend(name.map_or(&[][..], library::errors));
            if call.args.iter().any(|arg| arg.noundef || name.is_some()) {
                kinds.push(ErrorKind::UninitializedRead);
            }
            if program.function(id).runtime {
                // What goes wrong within is told of the call.
                kinds.extend(library::errors(&program.function(id).name));
            }
        }
    }
    if call.args.iter().any(|arg| arg.noundef) {
        kinds.push(ErrorKind::UninitializedRead);
    }
    kinds
}
