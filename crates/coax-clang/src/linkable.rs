//! A module that takes part in the program, after linking.

use coax_ir::Program;

use crate::arrays::DeclaredArrays;
use crate::llvm::{Module, SymbolTable, What};
use crate::lower::Unit;
use crate::target::Target;
use crate::typegraph::TypeCache;

/// A module with what its symbols stand for.
pub struct Linkable {
    /// The module.
    pub module: Module,
    /// Its symbols.
    pub table: SymbolTable,
    /// What they stand for.
    pub targets: Vec<Target>,
    /// The source types that were met.
    pub types: TypeCache,
    /// It is part of our runtime.
    pub runtime: bool,
    /// We compiled it from source, without optimisation.
    pub from_source: bool,
    /// What its source says about parameters.
    pub arrays: DeclaredArrays,
}

impl Linkable {
    /// What lowering knows of it.
    pub fn unit<'a>(&'a self, program: &'a Program) -> Unit<'a> {
        Unit { program, types: &self.module.types, targets: &self.targets }
    }

    /// May the function have been optimised?
    pub fn maybe_optimised(&self, symbol: u32) -> bool {
        match &self.table.symbols[symbol as usize].what {
            What::Function(function) => !self.from_source && !function.optnone,
            _ => false,
        }
    }
}
