//! What stands for a function that is answered for: its name, its type, and why it is not called.
//!
//! What the source says of a function is best; then its type in the program; of one that is only
//! called, the type is guessed from what it was seen to do.

use coax_case::{OutputTo, REGISTERS, Stub, Value};
use coax_ir::{FuncId, Kind, Linkage, Program, Type, TypeId};

/// A stub as a test writes it.
pub(super) struct StubRef<'c> {
    /// Its name in the source; for one that only a pointer reaches, a good name.
    pub function: &'c str,
    /// Its name for the linker, if it has one.
    pub symbol: Option<String>,
    /// Its type.
    pub ty: StubType,
    /// Why the program's own function is not called.
    pub how: StubKind,
    /// What it returns, call by call. Empty if it returns nothing or is not called.
    pub returns: Vec<&'c Value>,
    /// What it writes.
    pub outputs: Vec<OutputRef<'c>>,
}

/// What a stub writes.
pub(super) struct OutputRef<'c> {
    /// In which of its calls, counted from 0.
    pub call: usize,
    pub to: OutputPlace,
    pub value: &'c Value,
}

/// Where a stub writes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OutputPlace {
    /// Where the parameter of this number, counted from 0, points to.
    Param(usize),
    /// A global variable, by its name in the source.
    Global(String),
}

/// The type of a stub.
pub(super) struct StubType {
    /// What it returns.
    pub result: TypeId,
    /// What it takes; for a method, without the object.
    pub params: Vec<TypeId>,
    /// Whether it takes `...` too.
    pub variadic: bool,
    /// Whether it is a method: it takes an object pointer first.
    pub method: bool,
}

/// Why there is a stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StubKind {
    /// The program declares the function but does not have it.
    Undefined,
    /// The function has a body that must not run.
    Replaced,
    /// The same, but the test cannot name it: another file has it for itself.
    Hidden,
    /// Only a function pointer reaches it.
    Pointer,
}

impl<'c> StubRef<'c> {
    /// A stub in a test of a function.
    pub fn of(program: &Program, tested: FuncId, stub: &'c Stub) -> StubRef<'c> {
        let place = |to| match to {
            OutputTo::Argument(number) => OutputPlace::Param(number),
            OutputTo::Global(id) => {
                let name = &program.global(id).parts.source_name;
                OutputPlace::Global(name.as_deref().unwrap_or_default().to_owned())
            }
        };
        let outputs = stub.outputs.iter().map(|output| OutputRef {
            call: output.call,
            to: place(output.to),
            value: &output.value,
        });
        StubRef {
            function: &stub.name,
            symbol: stub.function.map(|id| program.function(id).name.to_string()),
            ty: stub_type(program, stub),
            how: StubKind::of(program, tested, stub),
            returns: stub.returns.iter().flatten().collect(),
            outputs: outputs.collect(),
        }
    }
}

impl StubKind {
    /// Why there is a stub in a test of a function.
    pub fn of(program: &Program, tested: FuncId, stub: &Stub) -> StubKind {
        let Some(id) = stub.function else { return StubKind::Pointer };
        let function = program.function(id);
        // The library of the machine gives way to the test's function by itself, and so does ours.
        match function.defined && !function.runtime {
            _ if is_hidden(program, tested, id) => StubKind::Hidden,
            true => StubKind::Replaced,
            false => StubKind::Undefined,
        }
    }

    /// Whether a function of the program gives way to the stub.
    pub fn is_replaced(self) -> bool {
        matches!(self, StubKind::Replaced | StubKind::Hidden)
    }
}

/// Has another file than that of the function under test a function for itself?
fn is_hidden(program: &Program, tested: FuncId, id: FuncId) -> bool {
    let unit = program.signature_of(tested).map(|signature| signature.unit.clone());
    program.signature_of(id).is_some_and(|signature| {
        signature.linkage == Linkage::Internal && Some(&signature.unit) != unit.as_ref()
    })
}

fn stub_type(program: &Program, stub: &Stub) -> StubType {
    let signature = stub.function.and_then(|id| program.signature_of(id));
    if let Some(signature) = signature {
        return StubType {
            result: signature.result,
            params: signature.params.iter().map(|param| param.ty).collect(),
            variadic: signature.variadic,
            method: signature.method.is_some(),
        };
    }
    let ty = stub.ty.or_else(|| program.function(stub.function?).ty);
    let ty = ty.map(|ty| program.type_of(coax_ir::strip(program, ty)));
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
        known => guessed_type(program, stub, known.map(|known| known.result)),
    }
}

/// The type of a stub of which nothing is known but what it was seen to do.
fn guessed_type(program: &Program, stub: &Stub, result: Option<TypeId>) -> StubType {
    let void = || program.add_type(Type::Void);
    let returned = || stub.returns.iter().flatten().next().map(|value| value.ty);
    let result = result.or_else(returned).unwrap_or_else(void);
    // Pointers and integers are passed alike: what it writes through is all it must name.
    let named = stub.outputs.iter().map(|output| match output.to {
        OutputTo::Argument(number) => number + 1,
        OutputTo::Global(_) => 0,
    });
    // The same for all tests, where the machine's view of it is known.
    let declared = stub.function.map_or(0, |id| words_taken(program, id));
    let pointer = program.add_type(Type::Pointer(void()));
    let params = vec![pointer; named.max().unwrap_or(0).max(declared)];
    StubType { result, params, variadic: false, method: false }
}

/// Up to which of its pointers and integers a function takes pointers, of those in registers.
fn words_taken(program: &Program, id: FuncId) -> usize {
    let kinds = program.function(id).signature.params.iter().flat_map(|param| &param.kinds);
    let words = kinds.filter(|kind| matches!(kind, Kind::Ptr | Kind::Int(0..=64)));
    let words: Vec<&Kind> = words.take(REGISTERS).collect();
    words.iter().rposition(|kind| **kind == Kind::Ptr).map_or(0, |last| last + 1)
}
