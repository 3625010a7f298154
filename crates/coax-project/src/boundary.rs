//! Which functions a user of the code can call.
//!
//! For now: those that other files can name, and of classes the public members; `main` is the program's own.
//!
//! Invariant: a test can write a call of each of them.

use std::collections::BTreeSet;

use coax_ir::{Access, FuncId, Linkage, Program};

/// Can a user of the code call a function, and a test write the call?
pub fn is_boundary(program: &Program, id: FuncId) -> bool {
    let Some(signature) = program.signature_of(id) else { return false };
    let is_public = signature.method.as_ref().is_none_or(|it| it.access == Access::Public);
    is_public
        && signature.linkage == Linkage::External
        && &*signature.qualified != "main"
        && signature.is_matched()
        && signature.is_nameable()
}

/// The functions of a program that a user can call, by their names for the linker.
pub fn symbols(program: &Program) -> BTreeSet<String> {
    let own = program.own_functions().iter().filter(|&&id| is_boundary(program, id));
    own.map(|&id| program.function(id).name.to_string()).collect()
}
