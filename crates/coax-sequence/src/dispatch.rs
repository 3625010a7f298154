//! Which function runs when a virtual one is called: what the table of the object says.

use coax_engine::{Machine, State, Stop};
use coax_ir::{FuncId, Program};

use crate::api::Api;
use crate::room::word_at;
use crate::types::ClassId;

/// Before the first function in a table of virtual functions: offset to top and type.
const TABLE_HEAD: u64 = 16;
/// More functions than any class has.
const MOST_FUNCTIONS: u64 = 512;

/// The function that runs when a method is called on an object: the method itself if it is not virtual.
pub(crate) fn overrider<'p>(
    machine: &mut Machine<'p>,
    state: &mut State<'p>,
    api: &Api,
    method: FuncId,
    receiver: u64,
) -> Result<FuncId, Stop> {
    let Some(callable) = api.callable(method).filter(|callable| callable.is_virtual) else {
        return Ok(method);
    };
    let Some(class) = callable.class else { return Ok(method) };
    let found = in_table(machine, state, api, class, receiver, |_, id| id == method)?;
    Ok(found.filter(|&id| machine.program.function(id).defined).unwrap_or(method))
}

/// The destructor that also gives the memory back, if the class has a virtual one.
pub(crate) fn deleting_destructor<'p>(
    machine: &mut Machine<'p>,
    state: &mut State<'p>,
    api: &Api,
    class: ClassId,
    object: u64,
) -> Result<Option<FuncId>, Stop> {
    let is_deleting = |program: &Program, id: FuncId| program.function(id).name.ends_with("D0Ev");
    in_table(machine, state, api, class, object, is_deleting)
}

/// What the table of an object has in the place where that of a class has a certain function.
fn in_table<'p>(
    machine: &mut Machine<'p>,
    state: &mut State<'p>,
    api: &Api,
    class: ClassId,
    object: u64,
    is_it: impl Fn(&Program, FuncId) -> bool,
) -> Result<Option<FuncId>, Stop> {
    let program = machine.program;
    let is_dynamic = api.types.class(class).facts.as_ref().is_some_and(|facts| facts.is_dynamic);
    let Some(table) = api.table(class).filter(|_| is_dynamic) else { return Ok(None) };
    let start = program.global(table).address + TABLE_HEAD;
    machine.bring_in(state, start)?;
    let own = word_at(state, object, 8)?.value;
    machine.bring_in(state, own)?;
    for slot in 0..MOST_FUNCTIONS {
        let at = slot * 8;
        if state.memory.check(start + at, 8, coax_memory::Access::Read).is_err() {
            break;
        }
        let listed = program.function_at(word_at(state, start + at, 8)?.value);
        if listed.is_some_and(|id| is_it(program, id)) {
            return Ok(program.function_at(word_at(state, own + at, 8)?.value));
        }
    }
    Ok(None)
}
