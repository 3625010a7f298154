//! What is lowered: one function of LLVM bitcode, with the types and symbols of its module.

use coax_ir::{FuncId, GlobalId, Kind, Symbol, TypeId};

use super::{Outline, Step, Unit};
use crate::llvm::{Function, Operand, Type, TypeNumber};
use crate::target::Target;

/// A function of LLVM bitcode and what its operands refer to.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) unit: &'a Unit<'a>,
    pub(super) function: &'a Function,
    pub(super) params: &'a [TypeNumber],
    pub(super) variable_types: &'a [Option<TypeId>],
}

impl<'a> Source<'a> {
    pub(super) fn new(unit: &'a Unit<'a>, function: &'a Function, outline: &Outline<'a>) -> Self {
        let Outline { params, variable_types, .. } = *outline;
        Source { unit, function, params, variable_types }
    }

    /// The kind of the elements of an operand's type.
    pub(super) fn element_kind(&self, ty: TypeNumber) -> Step<Kind> {
        self.kind(self.unit.types.lanes(ty).1)
    }

    /// The global of a type_info symbol.
    pub(super) fn type_info(&self, symbol: u32) -> Step<GlobalId> {
        match self.target(symbol) {
            Target::Symbol(Symbol::Global(id), 0) => Ok(id),
            _ => Err("exception type that is no variable".to_owned()),
        }
    }

    // ---- operands and results -----------------------------------------------------------

    pub(super) fn ty(&self, number: TypeNumber) -> &'a Type {
        self.unit.types.get(number)
    }

    pub(super) fn result_type(&self, index: usize) -> TypeNumber {
        self.function.instructions[index].ty
    }

    /// The kind of a type that must be one scalar.
    pub(super) fn kind(&self, number: TypeNumber) -> Step<Kind> {
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
    pub(super) fn words_in(&self, number: TypeNumber) -> Step<u32> {
        let ty = self.ty(number);
        if ty.big().is_some() { Ok(ty.slots()) } else { Ok(self.kind(number)?.slots()) }
    }

    pub(super) fn type_of(&self, operand: Operand) -> Step<TypeNumber> {
        match operand {
            Operand::Local(value) => Ok(match self.function.definition(value) {
                Some(index) => self.result_type(index),
                None => self.params[value.index()],
            }),
            Operand::Constant(number) => Ok(self.function.constants[number as usize].0),
            Operand::None => Err("metadata as an operand".to_owned()),
        }
    }

    /// What a function symbol of the module stands for.
    pub(super) fn target(&self, symbol: u32) -> Target {
        self.unit.targets.get(symbol as usize).copied().unwrap_or(Target::Nothing)
    }

    pub(super) fn function_named(&self, name: &str) -> Step<FuncId> {
        self.unit.program.function_named(name).ok_or_else(|| format!("function {name}"))
    }

    /// The width of the elements of a type, if they are big integers.
    pub(super) fn big_element(&self, ty: TypeNumber) -> Option<u32> {
        self.ty(self.unit.types.lanes(ty).1).big()
    }
}
