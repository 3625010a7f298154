//! What symbols of a module stand for once the modules are linked.

use coax_ir::{FuncId, Symbol};

/// What a symbol of a module stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target {
    /// A function or variable, plus an offset (aliases can have one).
    Symbol(Symbol, i64),
    /// A function chosen at start-up, which we cannot do.
    IFunc(FuncId),
    /// A weak reference that nothing defines: address 0.
    Null,
    /// Something that has no address: an intrinsic, or a list LLVM keeps for itself.
    Nothing,
}

/// The function that a target is.
pub fn function_of(target: Target) -> Option<FuncId> {
    match target {
        Target::Symbol(Symbol::Function(id), 0) => Some(id),
        _ => None,
    }
}
