//! The function that is explored, and how a test calls it.

use std::path::PathBuf;

use coax_case::{Entry, Shape};
use coax_ir::{Body, BodyVariable, FuncId, Function, Kind, Param, Program, Symbol};

use super::shapes;
use crate::end::Failure;

/// Where a program starts by itself.
const MAIN: &str = "main";

/// What is explored.
#[derive(Debug)]
pub struct Unit {
    /// The function.
    pub id: FuncId,
    /// Its name, as the source writes it.
    pub name: String,
    /// The file it is defined in.
    pub file: String,
    /// The line there.
    pub line: u32,
    /// How a test calls it; none for `main`, which the program's own start calls.
    pub entry: Option<Entry>,
}

impl Unit {
    /// The function of that name.
    pub fn find(program: &Program, name: &str, files: &[PathBuf]) -> Result<Unit, Failure> {
        let id = match name {
            MAIN => main_function(program).ok_or_else(|| no_main(files))?,
            _ => entry_function(program, name)?,
        };
        let function = program.function(id);
        let entry = if name == MAIN { None } else { Some(entry(program, id)?) };
        let first = || files.first().map(|file| file.display().to_string()).unwrap_or_default();
        let (file, line) = place(program, id).unwrap_or_else(|| (first(), 0));
        Ok(Unit { id, name: function.source_name.to_string(), file, line, entry })
    }
}

fn main_function(program: &Program) -> Option<FuncId> {
    program.function_named(MAIN).filter(|&id| program.function(id).defined)
}

fn no_main(files: &[PathBuf]) -> Failure {
    let names: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    let names = names.join(", ");
    Failure::Input(format!("{names}: no `main` is defined; `--entry NAME` starts elsewhere"))
}

/// The one function of the user's that has this name, in the source or for the linker.
fn entry_function(program: &Program, name: &str) -> Result<FuncId, Failure> {
    let wanted = |function: &Function| {
        let named = *function.name == *name || *function.source_name == *name;
        named && function.defined && !function.runtime
    };
    let found: Vec<_> = program
        .functions()
        .iter()
        .enumerate()
        .filter(|(_, function)| wanted(function))
        .map(|(index, function)| (FuncId(index as u32), function))
        .collect();
    match found.as_slice() {
        [] => Err(Failure::Input(format!("--entry {name}: no such function is defined"))),
        [(id, function)] => match program.symbol(&function.name) {
            Some(Symbol::Function(linked)) if linked == *id => Ok(*id),
            _ => Err(Failure::Input(format!(
                "--entry {name}: the function is static, so no test in another file can call it"
            ))),
        },
        several => {
            let names: Vec<_> = several.iter().map(|(_, function)| &*function.name).collect();
            let names = names.join(", ");
            Err(Failure::Input(format!("--entry {name}: there are several: {names}")))
        }
    }
}

/// How a test declares and calls a function.
fn entry(program: &Program, id: FuncId) -> Result<Entry, Failure> {
    let function = program.function(id);
    let (name, signature) = (&function.source_name, &function.signature);
    let refused = |why: &str| Failure::Input(format!("--entry {name}: {why}"));
    if signature.variadic {
        return Err(refused("a function with variable arguments needs a harness that calls it"));
    }
    let body = program.body(id).map_err(|error| refused(&error.to_string()))?;
    let is_extra = |variable: &BodyVariable| {
        variable.parameter.is_some_and(|number| number as usize > signature.params.len())
    };
    let shapes: Option<Vec<Shape>> = (1..)
        .zip(&signature.params)
        .map(|(number, param)| parameter(program, body, number, param))
        .collect();
    let params = shapes.filter(|_| !body.variables.iter().any(is_extra));
    let params =
        params.ok_or_else(|| refused("structs passed by value need a harness that calls it"))?;
    let returns = signature.ret.first().map(|&kind| by_kind(kind));
    let symbol = (function.name != function.source_name).then(|| function.name.to_string());
    Ok(Entry { name: name.to_string(), symbol, params, returns })
}

/// The meaning of a parameter; none if it is not one scalar.
fn parameter(program: &Program, body: &Body, number: u32, param: &Param) -> Option<Shape> {
    let [kind] = *param.kinds else { return None };
    if param.byval.is_some() || param.sret {
        return None;
    }
    let variable = body.variables.iter().find(|variable| variable.parameter == Some(number));
    let Some(ty) = variable.and_then(|variable| variable.ty) else { return Some(by_kind(kind)) };
    let shape = shapes::of_type(program, ty);
    // A small struct may travel in a register: then its type is not the parameter's.
    let is_scalar = !matches!(shape, Shape::Struct { .. } | Shape::Array(..) | Shape::Bytes);
    (is_scalar && shape.size() == by_kind(kind).size()).then_some(shape)
}

/// The meaning of a value of which only the machine type is known.
fn by_kind(kind: Kind) -> Shape {
    match kind {
        Kind::Ptr => Shape::Pointer,
        Kind::Int(1) => Shape::Bool,
        Kind::Int(bits) => Shape::Signed(u32::from(bits).next_multiple_of(8)),
        Kind::F16 | Kind::BF16 | Kind::F32 | Kind::F64 | Kind::F80 | Kind::F128 => {
            Shape::Float(kind.bits())
        }
    }
}

/// Where a function is: the first place in it that the debug information knows.
fn place(program: &Program, id: FuncId) -> Option<(String, u32)> {
    let function = program.function(id);
    if let (Some(file), 1..) = (&function.file, function.line) {
        return Some((file.to_string(), function.line));
    }
    let body = program.body(id).ok()?;
    let own = body.places.iter().filter(|place| place.line > 0 && place.inlined_at.is_none());
    let first = own.min_by_key(|place| place.line)?;
    Some((first.file.to_string(), first.line))
}
