//! A case with what the program says of the functions and variables in it.

use coax_case::{
    Check, Construction, Destruction, Global, Making, Object, Step, TestCase, Use, Value,
};
use coax_ir::{FuncId, Language, Method, Program, Role, SourceSignature, Type, TypeId};

use super::stub_types::StubRef;
use crate::{in_words::checks_in_words, test::Test};

/// A case, and how a test refers to what is in it.
pub(super) struct Resolved<'c> {
    case: &'c TestCase,
    /// What is called.
    pub function: FuncRef,
    pub globals: Vec<GlobalRef<'c>>,
    pub stubs: Vec<StubRef<'c>>,
}

impl<'c> Resolved<'c> {
    /// The case of a test that calls a function of the source it includes.
    pub fn of(test: &Test<'c>, function: FuncId) -> Resolved<'c> {
        let Test { case, program, .. } = *test;
        let globals = case.environment.globals.iter();
        let stubs = case.environment.stubs.iter();
        Resolved {
            case,
            function: FuncRef::of(program, function),
            globals: globals.map(|global| GlobalRef::of(program, global)).collect(),
            stubs: stubs.map(|stub| StubRef::of(program, function, stub)).collect(),
        }
    }

    pub fn id(&self) -> &'c str {
        &self.case.id
    }

    pub fn checks(&self) -> &'c [Check] {
        &self.case.checks
    }

    /// What the test shows.
    pub fn summary(&self) -> String {
        let mut text = format!("{}(): {}.", self.function.call, checks_in_words(self.case));
        for note in &self.case.notes {
            text.push_str(&format!(" {note}."));
        }
        text
    }

    /// The arguments of the call.
    pub fn arguments(&self) -> impl Iterator<Item = &'c Value> {
        self.case.arguments()
    }

    /// How an object is made, if a step makes it.
    pub fn construction(&self, object: usize) -> Option<&'c Construction> {
        self.case.construction(object)
    }

    /// What is done with an object that a step makes.
    pub fn uses(&self, object: usize) -> impl Iterator<Item = &'c Use> {
        self.case.uses(object)
    }

    /// The functions that make and use its objects.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> {
        let ends = self.destructions().iter().map(|end| end.function);
        let steps = self.case.steps.iter().filter_map(|step| match step {
            Step::Make(made) => match made.making {
                Making::Created(id) | Making::Placed(id, _) | Making::Filled(id) => Some(id),
                _ => None,
            },
            Step::Use(used) => used.free,
            _ => None,
        });
        steps.chain(ends)
    }

    /// What destroys objects behind the call.
    pub fn destructions(&self) -> &'c [Destruction] {
        &self.case.environment.destructions
    }

    /// The object a method is called on: a pointer.
    pub fn this(&self) -> Option<&'c Value> {
        self.case.call()?.object.as_ref()
    }

    pub fn objects(&self) -> &'c [Object] {
        &self.case.environment.objects
    }
}

/// A function as a test refers to it.
pub(super) struct FuncRef {
    /// As a caller writes it: `push`, `ns::f`, `max_of<int>`, `Stack::push`.
    pub call: String,
    /// Its name for the linker.
    pub symbol: String,
    /// What it returns.
    pub result: TypeId,
    /// Its parameters, without `this`.
    pub params: Vec<ParamRef>,
    /// What kind of function it is.
    pub kind: FuncKind,
    /// Others have its name: arguments must be of exactly the types of its parameters.
    pub overloaded: bool,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FuncKind {
    /// By its name: C functions, free functions and static members.
    Plain,
    /// On an object.
    Method {
        /// Overridden ones must not be called in its place.
        is_virtual: bool,
    },
    /// By defining a variable.
    Constructor,
    /// On an object that is not used afterwards.
    Destructor,
}

/// A parameter.
pub(super) struct ParamRef {
    /// Its name in the source, if it has one.
    pub name: Option<String>,
    /// Its type.
    pub ty: TypeId,
}

impl FuncRef {
    pub fn of(program: &Program, id: FuncId) -> FuncRef {
        let function = program.function(id);
        let symbol = function.name.to_string();
        let Some(signature) = program.signature_of(id) else {
            let result = program.add_type(Type::Void);
            let (call, kind) = (function.source_name.to_string(), FuncKind::Plain);
            return FuncRef { call, symbol, result, params: vec![], kind, overloaded: false };
        };
        let param = |param: &coax_ir::SourceParam| ParamRef {
            name: param.name.as_deref().map(str::to_owned),
            ty: param.ty,
        };
        FuncRef {
            call: signature.qualified.to_string(),
            symbol,
            result: signature.result,
            params: signature.params.iter().map(param).collect(),
            kind: signature.method.as_ref().map_or(FuncKind::Plain, kind),
            overloaded: is_overloaded(program, &signature),
        }
    }
}

fn kind(method: &Method) -> FuncKind {
    match method.role {
        Role::Constructor => FuncKind::Constructor,
        Role::Destructor => FuncKind::Destructor,
        Role::Other => FuncKind::Method { is_virtual: method.is_virtual },
    }
}

/// Has another function of the program the same name?
fn is_overloaded(program: &Program, signature: &SourceSignature) -> bool {
    let own = || program.own_functions().iter();
    let named = || own().filter_map(|&id| program.signature_of(id));
    let is_like = |other: &SourceSignature| other.qualified == signature.qualified;
    signature.language == Language::Cxx && named().filter(|other| is_like(other)).count() > 1
}

/// A global variable and the value it starts with.
pub(super) struct GlobalRef<'c> {
    /// Its name in the source, with its scopes.
    pub name: String,
    pub value: &'c Value,
    /// Its name for the linker, if only the test defines it.
    pub undefined: Option<String>,
}

impl<'c> GlobalRef<'c> {
    fn of(program: &Program, global: &'c Global) -> GlobalRef<'c> {
        let parts = &program.global(global.id).parts;
        let symbol = parts.name.to_string();
        let name = coax_ir::variable_name(&symbol);
        GlobalRef {
            name: name.map_or_else(|| symbol.clone(), |it| it.trim_start_matches(':').to_owned()),
            value: &global.value,
            undefined: (!parts.defined).then_some(symbol),
        }
    }

    /// How the test names it. What the test defines may be constant to all other code.
    pub fn place(&self) -> String {
        match &self.undefined {
            Some(symbol) => format!("coax_variable_{symbol}"),
            None => self.name.clone(),
        }
    }
}
