//! What the engine says a function was given, as the case that its test is written from.
//!
//! Invariant: only what the case reaches is in it; objects keep their order.

use std::collections::BTreeMap;

use super::makers;
use super::recipes::Recipe;
use coax_engine::unit::{
    Given, GivenConstruction, GivenGlobal, GivenObject, GivenOutput, GivenPointee, GivenPointer,
    GivenStub, GivenValue,
};
use coax_ir::{
    FuncId, Kind, Language, Linkage, Method, Program, Role, SourceSignature, Type, TypeId,
};
use coax_memory::HeapKind;
use coax_suite::{
    Construction, Ending, FuncKind, FuncRef, Making, Output, OutputTo, ParamRef, Pointee,
    PointerAt, Release, Stub, StubKind, StubType, UnitCase, Value,
};

/// Makes cases of one function.
pub struct Cases<'a> {
    pub program: &'a Program,
    /// How makers make objects, by class.
    pub recipes: &'a BTreeMap<String, Recipe>,
    pub signature: &'a SourceSignature,
    /// The function's name for the linker.
    pub symbol: &'a str,
}

impl Cases<'_> {
    /// The case of a path.
    pub fn case(&self, id: String, given: &Given, ending: Ending) -> UnitCase {
        let kept = Kept::of(given);
        let Cases { program, recipes, signature, .. } = *self;
        let convert = Convert { program, recipes, signature, given, kept: &kept };
        let objects = kept.objects(given).map(|object| convert.object(object)).collect();
        UnitCase {
            id,
            function: self.function(),
            this: given.this.as_ref().map(|value| convert.object_pointer(value)),
            arguments: given.arguments.iter().map(|value| convert.argument(value)).collect(),
            objects,
            globals: given.globals.iter().map(|global| convert.global(global)).collect(),
            stubs: given.stubs.iter().map(|stub| convert.stub(stub)).collect(),
            ending,
            note: notes(given),
        }
    }

    fn function(&self) -> FuncRef {
        let signature = self.signature;
        let param = |param: &coax_ir::SourceParam| ParamRef {
            name: param.name.as_deref().map(str::to_owned),
            ty: param.ty,
        };
        FuncRef {
            call: signature.qualified.to_string(),
            symbol: self.symbol.to_owned(),
            result: signature.result,
            params: signature.params.iter().map(param).collect(),
            variadic: signature.variadic,
            kind: signature.method.as_ref().map_or(FuncKind::Plain, kind),
            overloaded: self.is_overloaded(),
        }
    }

    /// Has another function of the program the same name?
    fn is_overloaded(&self) -> bool {
        let own = || self.program.own_functions().iter();
        let named = || own().filter_map(|&id| self.program.signature_of(id));
        let is_like = |other: &SourceSignature| other.qualified == self.signature.qualified;
        self.signature.language == Language::Cxx
            && named().filter(|other| is_like(other)).count() > 1
    }
}

fn kind(method: &Method) -> FuncKind {
    match method.role {
        Role::Constructor => FuncKind::Constructor,
        Role::Destructor => FuncKind::Destructor,
        Role::Other => FuncKind::Method { is_virtual: method.is_virtual },
    }
}

/// What a reader of the test should know.
fn notes(given: &Given) -> Vec<String> {
    let called = given.stubs.iter().filter(|stub| !stub.returns.is_empty());
    let mut notes: Vec<String> = called
        .map(|stub| {
            format!("`{}` is not the real one here: it returns what the test says", stub.name)
        })
        .collect();
    if let Some(global) = &given.assumes.initial_global {
        notes.push(format!("The global `{global}` is as it is before anything ran"));
    }
    if given.assumes.aliases {
        notes.push("Two of the pointers point to the same object".into());
    }
    notes
}

/// Which objects a case needs, and their new numbers.
struct Kept(Vec<Option<usize>>);

impl Kept {
    fn of(given: &Given) -> Kept {
        let mut reached = vec![false; given.objects.len()];
        let results = given.stubs.iter().flat_map(|stub| {
            stub.returns.iter().flatten().chain(stub.outputs.iter().map(|output| &output.value))
        });
        let globals = given.globals.iter().map(|global| &global.value);
        let values = given.this.iter().chain(&given.arguments).chain(results).chain(globals);
        let mut open: Vec<&GivenPointer> = values.flat_map(|value| &value.pointers).collect();
        while let Some(pointer) = open.pop() {
            if let GivenPointee::Object { index, .. } = pointer.to
                && !std::mem::replace(&mut reached[index], true)
            {
                let object = &given.objects[index];
                let arguments = object.constructed.iter().flat_map(|made| &made.arguments);
                open.extend(&object.pointers);
                open.extend(arguments.flat_map(|value| &value.pointers));
            }
        }
        let mut next = 0;
        let number = |reached: &bool| {
            next += usize::from(*reached);
            reached.then_some(next.saturating_sub(1))
        };
        Kept(reached.iter().map(number).collect())
    }

    fn objects<'g>(&self, given: &'g Given) -> impl Iterator<Item = &'g GivenObject> {
        let kept = given.objects.iter().zip(&self.0);
        kept.filter(|(_, number)| number.is_some()).map(|(object, _)| object)
    }
}

struct Convert<'a> {
    program: &'a Program,
    /// The unit's.
    signature: &'a SourceSignature,
    recipes: &'a BTreeMap<String, Recipe>,
    given: &'a Given,
    kept: &'a Kept,
}

impl Convert<'_> {
    fn global(&self, global: &GivenGlobal) -> coax_suite::GivenGlobal {
        let symbol = self.program.global(global.id).parts.name.to_string();
        let name = coax_clang::variable_name(&symbol);
        coax_suite::GivenGlobal {
            name: name.map_or_else(|| symbol.clone(), |it| it.trim_start_matches(':').to_owned()),
            value: self.value(&global.value),
            undefined: Some(symbol),
        }
    }

    fn value(&self, value: &GivenValue) -> Value {
        let pointers = value.pointers.iter().map(|pointer| self.pointer(pointer)).collect();
        Value { ty: value.ty, bytes: value.bytes.clone(), pointers }
    }

    /// An argument. One that a constructor makes is said by a reference to its object.
    fn argument(&self, value: &GivenValue) -> Value {
        let class = coax_ir::strip(self.program, value.ty);
        let is_object = match value.pointers.first().map(|pointer| &pointer.to) {
            Some(GivenPointee::Object { index, .. }) => {
                let made = self.given.objects[*index].constructed.as_ref();
                made.is_some_and(|made| made.class == class)
            }
            _ => false,
        };
        let mut argument = self.value(value);
        if is_object {
            argument.ty = self.program.add_type(Type::Reference(value.ty));
        }
        argument
    }

    /// The object of a method: a pointer to it, whose type may be said by that of the object.
    fn object_pointer(&self, value: &GivenValue) -> Value {
        let mut value = self.value(value);
        let stripped = self.program.type_of(coax_ir::strip(self.program, value.ty));
        if !matches!(*stripped, Type::Pointer(_)) {
            value.ty = self.program.add_type(Type::Pointer(value.ty));
        }
        value
    }

    fn pointer(&self, pointer: &GivenPointer) -> PointerAt {
        let to = match &pointer.to {
            GivenPointee::Null => Pointee::Null,
            GivenPointee::Object { index, offset } => match self.kept.0[*index] {
                Some(index) => Pointee::Object { index, offset: *offset },
                None => Pointee::Null,
            },
            GivenPointee::Stub(index) => Pointee::Stub(*index),
            GivenPointee::Function(id) => {
                Pointee::Function(self.program.function(*id).source_name.to_string())
            }
            GivenPointee::File(bytes) => Pointee::File { bytes: bytes.clone() },
        };
        PointerAt { offset: pointer.offset, to }
    }

    fn object(&self, object: &GivenObject) -> coax_suite::GivenObject {
        coax_suite::GivenObject {
            ty: object.ty,
            count: object.count,
            bytes: object.bytes.clone(),
            pointers: object.pointers.iter().map(|pointer| self.pointer(pointer)).collect(),
            released: object.released.map(release),
            text: object.text,
            name: Some(object.name.to_string()),
            constructed: object.constructed.as_ref().map(|made| self.construction(made)),
        }
    }

    fn construction(&self, made: &GivenConstruction) -> Construction {
        let recipe = coax_ir::spell_type(self.program, made.class, coax_ir::Language::Cxx);
        let recipe = recipe.and_then(|class| self.recipes.get(&class));
        let recipe = recipe.zip(made.by_maker);
        let (arguments, params) = match recipe {
            Some((Recipe::Text, _)) => letters(made),
            _ => (&made.arguments[..], &made.params[..]),
        };
        Construction {
            class: made.class,
            arguments: arguments.iter().map(|value| self.constructor_argument(value)).collect(),
            params: params.iter().map(|&param| self.named_by_user(param)).collect(),
            making: recipe.map_or(Making::Call, |(recipe, number)| making(recipe, number)),
            then: Vec::new(),
        }
    }

    fn constructor_argument(&self, value: &GivenValue) -> Value {
        let mut argument = self.argument(value);
        argument.ty = self.named_by_user(argument.ty);
        argument
    }

    /// A type without the names that makers and the standard library have for it.
    fn named_by_user(&self, ty: TypeId) -> TypeId {
        match &*self.program.type_of(ty) {
            Type::Typedef { name, target }
                if name.starts_with(makers::NAME) || name.starts_with("std::") =>
            {
                self.named_by_user(*target)
            }
            Type::Qualified { target, .. } => self.named_by_user(*target),
            _ => ty,
        }
    }

    fn stub(&self, stub: &GivenStub) -> Stub {
        let function = stub.function.map(|id| self.program.function(id));
        let how = match function {
            None => StubKind::Pointer,
            Some(_) if self.is_hidden(stub) => StubKind::Hidden,
            Some(function) if function.defined => StubKind::Replaced,
            Some(_) => StubKind::Undefined,
        };
        Stub {
            function: stub.name.to_string(),
            symbol: function.map(|function| function.name.to_string()),
            ty: self.stub_type(stub),
            how,
            returns: stub.returns.iter().flatten().map(|value| self.value(value)).collect(),
            outputs: stub.outputs.iter().map(|output| self.output(output)).collect(),
        }
    }

    /// Has another file than that of the unit a function for itself?
    fn is_hidden(&self, stub: &GivenStub) -> bool {
        let signature = stub.function.and_then(|id| self.program.signature_of(id));
        signature.is_some_and(|signature| {
            signature.linkage == Linkage::Internal && signature.unit != self.signature.unit
        })
    }

    fn output(&self, output: &GivenOutput) -> Output {
        let to = match output.to {
            coax_engine::unit::OutputTo::Argument(number) => OutputTo::Param(number),
            coax_engine::unit::OutputTo::Global(id) => {
                let name = &self.program.global(id).parts.source_name;
                OutputTo::Global(name.as_deref().unwrap_or_default().to_owned())
            }
        };
        Output { call: output.call, to, value: self.value(&output.value) }
    }

    fn stub_type(&self, stub: &GivenStub) -> StubType {
        let signature = stub.function.and_then(|id| self.program.signature_of(id));
        if let Some(signature) = signature {
            return StubType {
                result: signature.result,
                params: signature.params.iter().map(|param| param.ty).collect(),
                variadic: signature.variadic,
                method: signature.method.is_some(),
            };
        }
        let ty = stub.ty.or_else(|| self.program.function(stub.function?).ty);
        let ty = ty.map(|ty| self.program.type_of(coax_ir::strip(self.program, ty)));
        let known = match ty.as_deref() {
            Some(Type::Function { result, params, variadic }) => {
                let (result, params, variadic) = (*result, params.clone(), *variadic);
                Some(StubType { result, params, variadic, method: false })
            }
            _ => None,
        };
        match known {
            // Without parameters it may be declared as in old times: what it takes is not said.
            Some(known) if !known.params.is_empty() || stub.outputs.is_empty() => known,
            known => self.guessed_type(stub, known.map(|known| known.result)),
        }
    }

    /// The type of a stub of which nothing is known but what it was seen to do.
    fn guessed_type(&self, stub: &GivenStub, result: Option<TypeId>) -> StubType {
        let returned = || stub.returns.iter().flatten().next().map(|value| value.ty);
        let result = result.or_else(returned).unwrap_or_else(|| self.void());
        // Pointers and integers are passed alike: what it writes through is all it must name.
        let argument = |output: &GivenOutput| match output.to {
            coax_engine::unit::OutputTo::Argument(number) => number + 1,
            coax_engine::unit::OutputTo::Global(_) => 0,
        };
        let named = stub.outputs.iter().map(argument).max().unwrap_or(0);
        // The same for all tests, where the machine's view of it is known.
        let declared = stub.function.map_or(0, |id| words_taken(self.program, id));
        let pointer = self.program.add_type(Type::Pointer(self.void()));
        let params = vec![pointer; named.max(declared)];
        StubType { result, params, variadic: false, method: false }
    }

    fn void(&self) -> TypeId {
        self.program.add_type(Type::Void)
    }
}

/// Up to which of its pointers and integers a function takes pointers, of those in registers.
fn words_taken(program: &Program, id: FuncId) -> usize {
    let kinds = program.function(id).signature.params.iter().flat_map(|param| &param.kinds);
    let words = kinds.filter(|kind| matches!(kind, Kind::Ptr | Kind::Int(0..=64)));
    let words: Vec<&Kind> = words.take(coax_engine::unit::REGISTERS).collect();
    words.iter().rposition(|kind| **kind == Kind::Ptr).map_or(0, |last| last + 1)
}

/// The letters of a text: of those behind their number, the first so many.
fn letters(made: &GivenConstruction) -> (&[GivenValue], &[TypeId]) {
    let number = made.arguments.first().and_then(|number| number.bytes.first());
    let end = 1 + usize::from(number.copied().unwrap_or(0));
    let letters = made.arguments.get(1..end).unwrap_or_default();
    (letters, made.params.get(1..end).unwrap_or_default())
}

/// How a test writes what a recipe makes, with the function of this number.
fn making(recipe: &Recipe, number: usize) -> Making {
    match recipe {
        Recipe::List | Recipe::Braces | Recipe::Array(_) => Making::List,
        Recipe::OneOf(_) => Making::Alternative(number),
        Recipe::Text => Making::Text,
        Recipe::Stream => Making::Stream,
        Recipe::Pushed(push) => Making::Pushed(push),
        Recipe::Owner(owned) => Making::Owner(owned.clone()),
        Recipe::Pair => Making::Pair,
        Recipe::Maybe | Recipe::Default | Recipe::View(_) | Recipe::Call(_) => Making::Call,
        Recipe::Used(uses) => {
            Making::Used { constructor: uses.constructor_arguments(), calls: uses.calls(number) }
        }
        Recipe::Members(members) => {
            Making::Members(members.iter().map(|(_, name)| name.clone()).collect())
        }
    }
}

fn release(kind: HeapKind) -> Release {
    match kind {
        HeapKind::New => Release::Delete,
        HeapKind::NewArray => Release::DeleteArray,
        HeapKind::Malloc | HeapKind::Library | HeapKind::Input => Release::Free,
    }
}
