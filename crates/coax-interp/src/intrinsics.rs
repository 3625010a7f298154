//! Functions only the engine can provide: what needs frames, or the stories of objects.
//!
//! `__coax_*` are called by Coax's own runtime (C and C++ sources of the models
//! crate); the others by programs.

use coax_memory::HeapKind;
use cpp_demangle::{DemangleOptions, Symbol};

use crate::machine::{Call, Flow, Hooks, Model, Plain, Treatment};
use crate::{ErrorKind, Stop};

/// The engine's functions, by name.
struct Table<H>(std::marker::PhantomData<H>);

impl<H: Hooks> Table<H> {
    const ROWS: &'static [(&'static str, Model<H>)] = &[
        ("setjmp", |call| call.set_jump()),
        ("_setjmp", |call| call.set_jump()),
        ("sigsetjmp", |call| call.set_jump()),
        ("__sigsetjmp", |call| call.set_jump()),
        ("longjmp", |call| call.long_jump()),
        ("_longjmp", |call| call.long_jump()),
        ("siglongjmp", |call| call.long_jump()),
        ("__longjmp_chk", |call| call.long_jump()),
        ("__coax_throw", |call| call.throw()),
        ("__coax_match", matched),
        ("__coax_uncaught", uncaught),
        ("__coax_demangle", demangle),
        ("__coax_edge", edge),
        // Only native runs enter functions that are not looked into.
        ("__coax_quiet", |_| Ok(Flow::Void)),
        ("__coax_next_destructor", next_destructor),
        ("__coax_new", |call| allocate(call, HeapKind::New, 16)),
        ("__coax_new_array", |call| allocate(call, HeapKind::NewArray, 16)),
        ("__coax_new_aligned", |call| allocate(call, HeapKind::New, call.word(1))),
        ("__coax_new_array_aligned", |call| allocate(call, HeapKind::NewArray, call.word(1))),
        ("__coax_delete", |call| release(call, HeapKind::New)),
        ("__coax_delete_array", |call| release(call, HeapKind::NewArray)),
        ("__coax_check_deleted", |call| {
            call.check_deleted(call.word(0), call.word(1))?;
            Ok(Flow::Void)
        }),
    ];
}

/// The engine's own function of this name.
pub fn find<H: Hooks>(name: &str) -> Option<Model<H>> {
    Table::<H>::ROWS.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// Is a function one of the interpreter's own?
pub fn is_intrinsic(name: &str) -> bool {
    find::<Plain>(name).is_some()
}

/// What they do about inputs: the value that `longjmp` passes may depend on them, and a size.
pub fn treatment(name: &str) -> Treatment {
    let aware = name.contains("longjmp") || matches!(name, "__coax_new" | "__coax_new_array");
    if aware { Treatment::Aware } else { Treatment::Decide }
}

fn allocate<H: Hooks>(
    call: &mut Call<'_, '_, H>,
    kind: HeapKind,
    align: u64,
) -> Result<Flow, Stop> {
    // What does not fit, negative numbers converted included, is std::bad_alloc.
    let address = H::allocate(call, 0, align.max(16), kind)?;
    Ok(Flow::Word(address.unwrap_or(0)))
}

fn release<H: Hooks>(call: &mut Call<'_, '_, H>, kind: HeapKind) -> Result<Flow, Stop> {
    let pointer = call.word(0);
    call.release(pointer, kind)?;
    Ok(Flow::Void)
}

/// `void __coax_edge(uint32_t number)`.
fn edge<H: Hooks>(call: &mut Call<'_, '_, H>) -> Result<Flow, Stop> {
    let edge = call.word(0) as u32;
    call.state.branch_trace.push(edge);
    Ok(Flow::Void)
}

/// `void *__coax_match(thrown type, caught type, object)`: the address a handler sees, or null.
fn matched<H: Hooks>(call: &mut Call<'_, '_, H>) -> Result<Flow, Stop> {
    let (thrown, caught, object) = (call.word(0), call.word(1), call.word(2));
    Ok(Flow::Word(call.catch_match(thrown, caught, object)?.unwrap_or(0)))
}

/// `__coax_uncaught(type or null, what() or null)`: the program ends by `std::terminate`.
fn uncaught<H: Hooks>(call: &mut Call<'_, '_, H>) -> Result<Flow, Stop> {
    let (ty, what) = (call.word(0), call.word(1));
    if ty == 0 {
        return Err(call.error(ErrorKind::UncaughtException, "std::terminate was called"));
    }
    let name = readable_type(&call.type_name(ty)?);
    let mut message = format!("uncaught exception of type `{name}`");
    if what != 0 {
        let text = String::from_utf8_lossy(call.c_string(what, u64::MAX)?).into_owned();
        message.push_str(&format!(": {text}"));
    }
    Err(call.error(ErrorKind::UncaughtException, message))
}

/// `char *__coax_demangle(name)`: a new string, or null if it is no mangled name.
fn demangle<H: Hooks>(call: &mut Call<'_, '_, H>) -> Result<Flow, Stop> {
    let name = call.word(0);
    let name = call.c_string(name, u64::MAX)?.to_vec();
    let readable = match name.starts_with(b"_Z") {
        true => demangled(&name),
        false => demangled_type(&name),
    };
    let Some(text) = readable else { return Ok(Flow::Word(0)) };
    let bytes = [text.as_bytes(), &[0]].concat();
    let Some(address) = call.allocate(bytes.len() as u64, 16, HeapKind::Malloc, false) else {
        return Ok(Flow::Word(0));
    };
    call.write(address, &bytes)?;
    Ok(Flow::Word(address))
}

fn demangled(name: &[u8]) -> Option<String> {
    Symbol::new(name).ok()?.demangle_with_options(&DemangleOptions::default()).ok()
}

pub(crate) fn demangled_type(name: &[u8]) -> Option<String> {
    let text = demangled(&[b"_ZTS", name].concat())?;
    text.strip_prefix("typeinfo name for ").map(str::to_string)
}

fn readable_type(name: &[u8]) -> String {
    let name = name.strip_prefix(b"*").unwrap_or(name);
    demangled_type(name).unwrap_or_else(|| String::from_utf8_lossy(name).into_owned())
}

/// `__coax_next_destructor()`: the next of the program's destructor functions, or null.
fn next_destructor<H: Hooks>(call: &mut Call<'_, '_, H>) -> Result<Flow, Stop> {
    let next = call.program.destructors().get(call.state.destructors_run);
    call.state.destructors_run += 1;
    Ok(Flow::Word(next.map_or(0, |&id| coax_ir::address::of_function(id))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_are_readable() {
        assert_eq!(readable_type(b"St12out_of_range"), "std::out_of_range");
        assert_eq!(readable_type(b"i"), "int");
        assert_eq!(readable_type(b"PKc"), "char const*");
    }

    #[test]
    fn functions_are_found_by_name() {
        assert!(find::<Plain>("longjmp").is_some());
        assert!(find::<Plain>("printf").is_none());
    }
}
