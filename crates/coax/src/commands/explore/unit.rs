//! The function that is explored, and how a test calls it.

use std::path::PathBuf;

use coax_ir::{FuncId, Function, Program, Symbol, Type};
use coax_suite::{Entry, Shape};

use super::shapes;
use crate::exit::Failure;

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
        let entry = if name == MAIN { None } else { Some(entry(program, function)?) };
        let first = || files.first().map(|file| file.display().to_string()).unwrap_or_default();
        Ok(Unit {
            id,
            name: function.source_name.to_string(),
            file: function.file.as_ref().map_or_else(first, |file| file.to_string()),
            line: function.line,
            entry,
        })
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
fn entry(program: &Program, function: &Function) -> Result<Entry, Failure> {
    let name = &function.source_name;
    let refused = |why: &str| Failure::Input(format!("--entry {name}: {why}"));
    let signature = &function.signature;
    if signature.variadic {
        return Err(refused("a function with variable arguments needs a harness that calls it"));
    }
    let unusual = |param: &coax_ir::Param| param.byval.is_some() || param.sret || param.kinds.len() != 1;
    let ty = function.ty.map(|ty| program.type_of(ty));
    let (result, params) = match ty.as_deref() {
        Some(Type::Function { result, params, .. }) if params.len() == signature.params.len() => {
            (Some(*result), params.iter().map(|&ty| shapes::of_type(program, ty)).collect())
        }
        Some(Type::Function { .. }) => {
            return Err(refused("structs passed by value need a harness that calls it"));
        }
        _ => (None, signature.params.iter().map(by_kind).collect::<Vec<Shape>>()),
    };
    if signature.params.iter().any(unusual) {
        return Err(refused("structs passed by value need a harness that calls it"));
    }
    let returns = match result {
        Some(ty) if !matches!(*program.type_of(ty), Type::Void) => Some(shapes::of_type(program, ty)),
        Some(_) => None,
        None => signature.ret.first().map(|kind| Shape::Signed(kind.bits())),
    };
    let symbol = (function.name != function.source_name).then(|| function.name.to_string());
    Ok(Entry { name: name.to_string(), symbol, params, returns })
}

/// The meaning of a parameter of which only the machine type is known.
fn by_kind(param: &coax_ir::Param) -> Shape {
    let bits = param.kinds.first().map_or(64, |kind| kind.bits());
    Shape::Unsigned(bits.next_multiple_of(8))
}
