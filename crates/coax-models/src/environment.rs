//! The environment: `environ`, `getenv`, `setenv`, …
//!
//! Invariant: the program's `environ` variable, if it has one, is the truth; otherwise the array
//! remembered in [`Environment`] is.

use coax_engine::{Call, Flow, Stop};
use coax_memory::HeapKind;

use crate::area::Area;
use crate::bytes::{string, write_string};
use crate::errno::{fail, set};
use crate::heap::ALIGNMENT;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("getenv", getenv),
    ("secure_getenv", getenv),
    ("__secure_getenv", getenv),
    ("setenv", setenv),
    ("putenv", putenv),
    ("unsetenv", unsetenv),
    ("clearenv", clearenv),
];

/// The names of the variable that points to the environment.
pub(crate) const NAMES: [&str; 3] = ["environ", "__environ", "_environ"];

/// The environment that the program starts with.
#[derive(Clone)]
pub(crate) struct Environment {
    /// Its `NAME=value` strings; emptied once they are in memory.
    initial: Vec<Vec<u8>>,
    /// The array `environ` points to, once made.
    array: Option<u64>,
}

impl Environment {
    pub(crate) fn new(initial: Vec<Vec<u8>>) -> Environment {
        Environment { initial, array: None }
    }
}

/// The array at the start of the program; made when first asked for.
pub(crate) fn initial_array(call: &mut Call<'_, '_>) -> u64 {
    if let Some(array) = Environment::of(call).array {
        return array;
    }
    let entries = std::mem::take(&mut Environment::of(call).initial);
    let mut pointers = Vec::new();
    for entry in entries {
        let address = call.environment(&[&entry[..], b"\0"].concat());
        pointers.extend(address.to_le_bytes());
    }
    pointers.extend([0; 8]);
    let array = call.environment(&pointers);
    Environment::of(call).array = Some(array);
    array
}

/// Where the program keeps its pointer to the array, if it has such a variable.
fn variable(call: &Call<'_, '_>) -> Option<u64> {
    let program = call.program;
    let id = NAMES.iter().find_map(|name| program.global_named(name))?;
    Some(program.global(id).address)
}

fn array(call: &mut Call<'_, '_>) -> Result<u64, Stop> {
    match variable(call) {
        Some(place) => call.load::<8>(place),
        None => Ok(initial_array(call)),
    }
}

fn set_array(call: &mut Call<'_, '_>, array: u64) -> Result<(), Stop> {
    Environment::of(call).array = Some(array);
    match variable(call) {
        Some(place) => call.store::<8>(place, array),
        None => Ok(()),
    }
}

/// The addresses of the entries.
fn entries(call: &mut Call<'_, '_>) -> Result<Vec<u64>, Stop> {
    let array = array(call)?;
    let mut entries = Vec::new();
    if array == 0 {
        return Ok(entries);
    }
    loop {
        match call.load::<8>(array + 8 * entries.len() as u64)? {
            0 => return Ok(entries),
            entry => entries.push(entry),
        }
    }
}

/// Makes a new array of these entries.
fn replace(call: &mut Call<'_, '_>, entries: &[u64]) -> Result<(), Stop> {
    let bytes: Vec<u8> = entries.iter().chain(&[0]).flat_map(|entry| entry.to_le_bytes()).collect();
    let array = call.environment(&bytes);
    set_array(call, array)
}

/// The index of a variable's entry and the address of its value.
fn find(call: &mut Call<'_, '_>, name: &[u8]) -> Result<Option<(usize, u64)>, Stop> {
    for (index, entry) in entries(call)?.into_iter().enumerate() {
        let text = string(call, entry)?;
        if text.len() > name.len() && text.starts_with(name) && text[name.len()] == b'=' {
            return Ok(Some((index, entry + name.len() as u64 + 1)));
        }
    }
    Ok(None)
}

fn getenv(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.word(0);
    let name = string(call, name)?;
    let found = find(call, &name)?;
    Ok(Flow::Word(found.map_or(0, |(_, value)| value)))
}

fn bad_name(name: &[u8]) -> bool {
    name.is_empty() || name.contains(&b'=')
}

/// Puts `entry` in the place of the variable's old entry, or at the end.
fn put(call: &mut Call<'_, '_>, name: &[u8], entry: u64) -> Result<(), Stop> {
    let mut all = entries(call)?;
    match find(call, name)? {
        Some((index, _)) => all[index] = entry,
        None => all.push(entry),
    }
    replace(call, &all)
}

fn setenv(call: &mut Call<'_, '_>) -> Outcome {
    let (name, value, overwrite) = (call.word(0), call.word(1), call.int(2));
    if name == 0 {
        return fail(call, libc::EINVAL);
    }
    let name = string(call, name)?;
    if bad_name(&name) {
        return fail(call, libc::EINVAL);
    }
    if overwrite == 0 && find(call, &name)?.is_some() {
        return Ok(Flow::int(0));
    }
    let value = string(call, value)?;
    let text = [&name[..], b"=", &value].concat();
    let size = text.len() as u64 + 1;
    let Some(entry) = call.allocate(size, ALIGNMENT, HeapKind::Library, false) else {
        return fail(call, libc::ENOMEM);
    };
    write_string(call, entry, &text)?;
    put(call, &name, entry)?;
    Ok(Flow::int(0))
}

fn remove(call: &mut Call<'_, '_>, name: &[u8]) -> Result<(), Stop> {
    while let Some((index, _)) = find(call, name)? {
        let mut all = entries(call)?;
        all.remove(index);
        replace(call, &all)?;
    }
    Ok(())
}

/// The string itself becomes part of the environment.
fn putenv(call: &mut Call<'_, '_>) -> Outcome {
    let entry = call.word(0);
    let text = string(call, entry)?;
    match text.iter().position(|&byte| byte == b'=') {
        Some(end) => put(call, &text[..end], entry)?,
        None => remove(call, &text)?,
    }
    Ok(Flow::int(0))
}

fn unsetenv(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.word(0);
    let name = if name == 0 { Vec::new() } else { string(call, name)? };
    if bad_name(&name) {
        set(call, libc::EINVAL)?;
        return Ok(Flow::int(-1));
    }
    remove(call, &name)?;
    Ok(Flow::int(0))
}

fn clearenv(call: &mut Call<'_, '_>) -> Outcome {
    replace(call, &[])?;
    Ok(Flow::int(0))
}
