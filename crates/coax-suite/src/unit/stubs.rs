//! Functions that return what the test says.
//!
//! Several tests in one batch may replace the same function: so there is one definition, guarded,
//! which asks for the next value of the test that runs. A function that only a pointer reaches has
//! the name of its test in its own. What a library may have stays the library's in all tests that do
//! not say otherwise: others in the same program call it, too.

use std::collections::BTreeSet;

use coax_ir::names::split_scope;
use coax_ir::{Type, TypeId};

use super::{
    body::Body,
    stub_types::{OutputPlace, StubKind, StubRef, StubType},
};
use crate::text::{identifier, string_literal};

impl Body<'_> {
    /// Gives the stubs their names, before anything refers to them.
    pub fn name_stubs(&mut self) {
        let test = identifier(self.case.id());
        let case = self.case;
        for stub in &case.stubs {
            let name = match stub.how {
                StubKind::Pointer => {
                    self.names.unique(&format!("{}_of_{test}", identifier(stub.function)), "_")
                }
                _ => {
                    self.names.reserve(stub.function);
                    stub.function.to_owned()
                }
            };
            self.stub_names.push(name);
        }
    }

    /// What a stub's values are found by.
    fn key(&self, index: usize) -> String {
        let stub = &self.case.stubs[index];
        string_literal(self.linker_name(stub).unwrap_or(&self.stub_names[index]).as_bytes())
    }

    /// The definitions, for before the test.
    pub fn stub_definitions(&self) -> String {
        let stubs = self.case.stubs.iter().enumerate();
        let stubs = stubs.filter(|(index, stub)| self.is_mentioned(*index, stub));
        stubs.map(|(index, stub)| self.stub_definition(index, stub)).collect()
    }

    /// Is a stub used? A function that only a pointer reaches is if the test says its name.
    pub(super) fn is_mentioned(&self, index: usize, stub: &StubRef<'_>) -> bool {
        let name = &*self.stub_names[index];
        stub.how != StubKind::Pointer || self.lines.iter().any(|line| line.contains(name))
    }

    pub(super) fn stub_definition(&self, index: usize, stub: &StubRef<'_>) -> String {
        let mut body = String::from("{\n");
        let key = self.key(index);
        let written = self.written(stub);
        let is_written = !written.is_empty();
        for to in written {
            let (place, address) = match &to {
                OutputPlace::Param(number) if self.is_reference(stub, *number) => {
                    (format!("p{}", number + 1), "&")
                }
                OutputPlace::Param(number) => (format!("p{}", number + 1), ""),
                OutputPlace::Global(name) => (name.clone(), "&"),
            };
            let label = string_literal(place.as_bytes());
            body.push_str(&format!("    coax_output({key}, {label}, (void *){address}{place});\n"));
        }
        if is_written {
            body.push_str(&format!("    coax_called({key});\n"));
        }
        if let Some(value) = self.next_value(index, stub) {
            body.push_str(&format!("    return {value};\n"));
        }
        body.push_str("}\n");
        if stub.how == StubKind::Pointer {
            let head = self.head(&stub.ty, &self.stub_names[index]);
            return format!("static {head}\n{body}\n");
        }
        let word = stub_word(stub);
        let own_name = self.head(&stub.ty, &format!("coax_stub_{word}"));
        let linkage = if self.types.cxx { "extern \"C\"" } else { "extern" };
        let label = self.linker_name(stub).map(|symbol| string_literal(symbol.as_bytes()));
        if let (StubKind::Undefined, Some(label)) = (&stub.how, &label) {
            // Under its name for the linker, a plain function can stand for any other.
            body.push_str(&format!("COAX_STAND_IN({word}, {label})\n"));
        }
        let head = match (&stub.how, label) {
            (StubKind::Undefined, Some(_)) => format!("{linkage} {own_name};\n{own_name}"),
            (_, Some(label)) => format!(
                "{linkage} void coax_original_{word}(void) __asm__({label});\nstatic {own_name}"
            ),
            (_, None) => format!("static {own_name}"),
        };
        format!("#ifndef COAX_STUB_{word}\n#define COAX_STUB_{word}\n{head}\n{body}#endif\n\n")
    }

    /// Where a stub writes, each place once. What several tests define together writes all that one of
    /// them may want.
    fn written(&self, stub: &StubRef<'_>) -> BTreeSet<OutputPlace> {
        let mut places: BTreeSet<OutputPlace> =
            stub.outputs.iter().map(|output| output.to.clone()).collect();
        if stub.how != StubKind::Pointer {
            let params = stub.ty.params.iter().enumerate();
            let writable = params.filter(|(_, param)| self.may_write_through(**param));
            places.extend(writable.map(|(number, _)| OutputPlace::Param(number)));
        }
        places
    }

    /// Does it lead to something that a function may write?
    fn may_write_through(&self, param: TypeId) -> bool {
        let Some(to) = self.types.pointee(param) else { return false };
        !self.types.is_const(to) && !matches!(*self.types.bare(to), Type::Function { .. })
    }

    fn is_reference(&self, stub: &StubRef<'_>, param: usize) -> bool {
        let ty = stub.ty.params.get(param).map(|&ty| self.types.bare(ty));
        matches!(ty.as_deref(), Some(Type::Reference(_) | Type::RvalueReference(_)))
    }

    /// The name for the linker, where the name in the source does not do: in C++ it tells overloaded
    /// functions apart, what another translation unit has may not be declared in this one, and what
    /// no file has is declared with types that may not be known.
    fn linker_name<'s>(&self, stub: &'s StubRef<'_>) -> Option<&'s str> {
        let symbol = stub.symbol.as_deref().filter(|_| stub.how != StubKind::Pointer)?;
        match stub.how {
            StubKind::Undefined => Some(symbol),
            StubKind::Hidden => None,
            _ => {
                let mangled = self.types.cxx && symbol != stub.function;
                (mangled || self.is_elsewhere(symbol)).then_some(symbol)
            }
        }
    }

    fn is_elsewhere(&self, symbol: &str) -> bool {
        let program = self.types.program;
        let unit = |symbol: &str| {
            let signature = program.signature_of(program.function_named(symbol)?)?;
            Some(signature.unit.clone())
        };
        let here = unit(&self.case.function.symbol);
        unit(symbol).zip(here).is_some_and(|(there, here)| there != here)
    }

    /// `int name(char *p1, int p2)`
    pub(super) fn head(&self, ty: &StubType, name: &str) -> String {
        let object = ty.method.then(|| "void *self".to_owned());
        let mut params: Vec<String> = object.into_iter().collect();
        for (number, param) in (1..).zip(&ty.params) {
            let name = format!("p{number}");
            let declared = self.types.declare(*param, &name);
            params.push(declared.unwrap_or_else(|| format!("void *{name}")));
        }
        if ty.variadic {
            params.push("...".into());
        } else if params.is_empty() {
            params.push("void".into());
        }
        let function = format!("{name}({})", params.join(", "));
        let result = self.types.assignable(ty.result);
        self.types.declare(result, &function).unwrap_or_else(|| format!("void *{function}"))
    }

    /// The expression for the value of a call.
    fn next_value(&self, index: usize, stub: &StubRef<'_>) -> Option<String> {
        let result = self.types.assignable(stub.ty.result);
        let key = self.key(index);
        match *self.types.bare(result) {
            Type::Void => None,
            Type::Reference(target) => {
                let pointer = self.types.declare(target, "*").unwrap_or_else(|| "void *".into());
                Some(format!("*COAX_NEXT({key}, {pointer})"))
            }
            Type::RvalueReference(target) => {
                let pointer = self.types.declare(target, "*").unwrap_or_else(|| "void *".into());
                Some(format!("coax_moved(*COAX_NEXT({key}, {pointer}))"))
            }
            _ => {
                let name = self.types.spell(result).unwrap_or_else(|| "void *".into());
                Some(format!("COAX_NEXT({key}, {name})"))
            }
        }
    }

    /// What a stub writes.
    fn stub_outputs(&mut self, index: usize, stub: &StubRef<'_>) {
        for output in &stub.outputs {
            self.pointees(&output.value.pointers);
            let last = split_scope(stub.function).1;
            let name = self.name(&format!("{last}_writes"));
            self.table(&name, output.value.ty, &[output.value]);
            let place = match &output.to {
                OutputPlace::Param(number) => format!("p{}", number + 1),
                OutputPlace::Global(name) => name.clone(),
            };
            let (key, call) = (self.key(index), output.call);
            let place = string_literal(place.as_bytes());
            self.lines.push(format!("COAX_WRITES({key}, {call}, {place}, {name});"));
        }
    }

    /// What the stubs return, and the jumps to them.
    pub fn stub_values(&mut self) {
        (0..self.case.stubs.len()).for_each(|index| self.stub_value(index));
    }

    /// What one stub returns, and the jump to it.
    pub(super) fn stub_value(&mut self, index: usize) {
        let stub = &self.case.stubs[index];
        stub.returns.iter().for_each(|value| self.pointees(&value.pointers));
        if !stub.returns.is_empty() && !self.types.is_void(stub.ty.result) {
            let last = split_scope(stub.function).1;
            let name = self.name(&format!("{last}_returns"));
            self.table(&name, stub.ty.result, &stub.returns);
            let key = self.key(index);
            self.lines.push(format!("COAX_RETURNS({key}, {name});"));
        }
        self.stub_outputs(index, stub);
        let word = stub_word(stub);
        if stub.how == StubKind::Hidden {
            let symbol = string_literal(stub.symbol.as_deref().unwrap_or_default().as_bytes());
            self.lines.push(format!("COAX_REPLACE_HIDDEN({symbol}, coax_stub_{word});"));
        }
        if stub.how == StubKind::Undefined && self.linker_name(stub).is_some() {
            self.lines.push(format!("COAX_ANSWER_FOR({word});"));
        }
        if stub.how == StubKind::Replaced {
            let original = match self.linker_name(stub) {
                Some(_) => format!("coax_original_{word}"),
                None => stub.function.to_owned(),
            };
            self.lines.push(format!("COAX_REPLACE({original}, coax_stub_{word});"));
        }
    }
}

fn stub_word(stub: &StubRef<'_>) -> String {
    let name = stub.symbol.as_deref().unwrap_or(stub.function);
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}
