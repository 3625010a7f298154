//! Paths: `getcwd`, `realpath`.

use coax_engine::{Call, Flow};
use coax_memory::HeapKind;

use crate::bytes::{string, write_string};
use crate::errno::fail_null;
use crate::heap::ALIGNMENT;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("realpath", realpath),
    ("canonicalize_file_name", canonicalize),
    ("getcwd", getcwd),
    ("get_current_dir_name", get_current_dir_name),
];

/// A string on the heap that the program frees.
pub(crate) fn new_string(call: &mut Call<'_, '_>, text: &[u8]) -> Outcome {
    let size = text.len() as u64 + 1;
    let Some(block) = call.allocate(size, ALIGNMENT, HeapKind::Malloc, false) else {
        return fail_null(call, libc::ENOMEM);
    };
    write_string(call, block, text)?;
    Ok(Flow::Word(block))
}

pub(crate) fn getcwd(call: &mut Call<'_, '_>) -> Outcome {
    let (place, size) = (call.word(0), call.word(1));
    let here = match call.world.current_dir() {
        Ok(here) => here,
        Err(errno) => return fail_null(call, errno),
    };
    let needed = here.len() as u64 + 1;
    match (place, size) {
        (0, 0) => new_string(call, &here),
        (_, 0) => fail_null(call, libc::EINVAL),
        _ if needed > size => fail_null(call, libc::ERANGE),
        (0, _) => {
            let Some(block) = call.allocate(size, ALIGNMENT, HeapKind::Malloc, false) else {
                return fail_null(call, libc::ENOMEM);
            };
            write_string(call, block, &here)?;
            Ok(Flow::Word(block))
        }
        _ => {
            write_string(call, place, &here)?;
            Ok(Flow::Word(place))
        }
    }
}

fn get_current_dir_name(call: &mut Call<'_, '_>) -> Outcome {
    match call.world.current_dir() {
        Ok(here) => new_string(call, &here),
        Err(errno) => fail_null(call, errno),
    }
}

/// The path without `.`, `..` and double slashes. Symbolic links stay: the world cannot read them.
fn resolve(call: &mut Call<'_, '_>, name: &[u8]) -> Result<Vec<u8>, i32> {
    if name.is_empty() {
        return Err(libc::ENOENT);
    }
    call.world.status(name)?;
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let here = if name.starts_with(b"/") { Vec::new() } else { call.world.current_dir()? };
    for part in here.split(|&b| b == b'/').chain(name.split(|&b| b == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => {
                parts.pop();
            }
            _ => parts.push(part.to_vec()),
        }
    }
    let mut path: Vec<u8> = parts.iter().flat_map(|part| [b"/", &part[..]].concat()).collect();
    if path.is_empty() {
        path.push(b'/');
    }
    Ok(path)
}

pub(crate) fn realpath(call: &mut Call<'_, '_>) -> Outcome {
    let (name, place) = (call.word(0), call.word(1));
    if name == 0 {
        return fail_null(call, libc::EINVAL);
    }
    let name = string(call, name)?;
    match resolve(call, &name) {
        Ok(path) if place == 0 => new_string(call, &path),
        Ok(path) => {
            write_string(call, place, &path)?;
            Ok(Flow::Word(place))
        }
        Err(errno) => fail_null(call, errno),
    }
}

fn canonicalize(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.word(0);
    let name = string(call, name)?;
    match resolve(call, &name) {
        Ok(path) => new_string(call, &path),
        Err(errno) => fail_null(call, errno),
    }
}
