//! Functions without a model: called natively, in a process that may die.
//!
//! Pointers are passed as copies of the whole objects they point into, and what the function
//! changed is copied back. That is right for functions that only look at their arguments; what
//! cannot be passed this way, or does not come back, is unsupported.

use coax_engine::{
    Call, Flow, Foreign, ForeignArg, ForeignResult, Model, SizeRequests, Stop, TermRequests, Value,
};
use coax_ir::Kind;
use coax_memory::Memory;

use crate::Outcome;
use crate::errno;
use crate::refusal::refusal;

/// Functions that cannot be called in another process even where a program is run for real: they store addresses of their own memory
/// in the program's, which would take them for its own, or they work on descriptors, which are
/// other ones there, or on the process itself.
const REFUSED: &[&str] = &[
    "accept4",
    "capset",
    "copy_file_range",
    "dl_iterate_phdr",
    "dladdr",
    "dlclose",
    "dlerror",
    "dlvsym",
    "eventfd",
    "execveat",
    "faccessat",
    "fallocate",
    "fchdir",
    "fchmod",
    "fchown",
    "fdopendir",
    "flock",
    "fstatfs",
    "fstatvfs",
    "futimens",
    "getgrent",
    "getgrgid",
    "getgrnam",
    "gethostent",
    "getifaddrs",
    "getpeername",
    "getprotobyname",
    "getpwent",
    "getpwnam",
    "getpwuid",
    "getservbyname",
    "getsockname",
    "getspnam",
    "glob",
    "glob64",
    "iconv_open",
    "inotify_init",
    "linkat",
    "lockf",
    "memfd_create",
    "mkdirat",
    "posix_fallocate",
    "preadv",
    "pwritev",
    "readlinkat",
    "renameat",
    "sendfile",
    "setsid",
    "shutdown",
    "signalfd",
    "sigqueue",
    "splice",
    "symlinkat",
    "tee",
    "tgkill",
    "timer_create",
    "timerfd_create",
    "ttyname_r",
    "unlinkat",
    "wordexp",
];

/// The model of a function of the system's libraries, as far as its name says.
pub(crate) fn find(name: &str) -> Option<Model> {
    if REFUSED.contains(&name) {
        return None;
    }
    // Mangled names and names of the implementation are not in any C library.
    let foreign = !["_Z", "__cxa_", "__coax_", "llvm.", "_Unwind_", "__gxx_"]
        .iter()
        .any(|prefix| name.starts_with(prefix));
    foreign.then_some(call_native as Model)
}

/// What a byte that the program never wrote looks like to the native function, so that writing
/// to it can be told from leaving it alone.
const UNDEFINED: u8 = 0xA5;

fn call_native(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.name();
    let args = call.args.to_vec();
    let foreign = Foreign {
        symbol: name.to_owned(),
        args: args.iter().map(|arg| argument(call, arg)).collect::<Result<_, _>>()?,
        ret: result_kind(call)?,
        fixed: variadic(call).then_some(call.fixed),
    };
    match call.world.call_native(&foreign) {
        ForeignResult::Wrong(_, why) | ForeignResult::Failed(why) => Err(not_called(name, &why)),
        ForeignResult::Returned { bits, pointer, buffers, errno } => {
            for (id, bytes) in &buffers {
                copy_back(call, &foreign, *id, bytes)?;
            }
            if errno != 0 {
                errno::set(call, errno)?;
            }
            finish(name, foreign.ret, bits, pointer)
        }
    }
}

/// The function has no model, and it cannot be called.
fn not_called(name: &str, why: &str) -> Stop {
    match refusal(name) {
        Stop::Unsupported(what) => Stop::Unsupported(format!("{what}; natively, {why}")),
        other => other,
    }
}

fn variadic(call: &Call<'_, '_>) -> bool {
    call.program.function(call.function).signature.variadic
}

fn result_kind(call: &Call<'_, '_>) -> Result<Option<Kind>, Stop> {
    match call.program.function(call.function).signature.ret[..] {
        [] => Ok(None),
        [kind] => Ok(Some(kind)),
        _ => Err(refusal(call.name())),
    }
}

fn argument(call: &mut Call<'_, '_>, value: &Value) -> Result<ForeignArg, Stop> {
    if value.kind != Kind::Ptr {
        return Ok(ForeignArg::Scalar { kind: value.kind, bits: value.wide() });
    }
    if value.lo == 0 {
        return Ok(ForeignArg::Null);
    }
    let name = call.name();
    call.fix_size(value.lo)?;
    let memory = call.memory_at(value.lo)?;
    let Some(object) = memory.object(value.lo).filter(|object| object.is_alive()) else {
        return Err(refusal(name));
    };
    let (base, size) = (object.base, object.size);
    let offset = usize::try_from(value.lo.wrapping_sub(base));
    let offset = offset.ok().filter(|&offset| offset as u64 <= size);
    let offset = offset.ok_or_else(|| refusal(name))?;
    call.fix_bytes(base, size)?;
    let bytes = marked_bytes(call.memory_at(base)?, base)?;
    Ok(ForeignArg::Buffer { id: base, bytes, offset })
}

/// The bytes of an object, undefined ones replaced by the mark.
fn marked_bytes(memory: &Memory, base: u64) -> Result<Vec<u8>, Stop> {
    let mut bytes = memory.rest(base)?.to_vec();
    if let Some(mask) = memory.defined(base, bytes.len() as u64)? {
        let undefined = bytes.iter_mut().zip(mask.iter()).filter(|(_, bits)| **bits != 0xFF);
        undefined.for_each(|(byte, _)| *byte = UNDEFINED);
    }
    Ok(bytes)
}

/// Writes the bytes that the native function changed, and only those.
fn copy_back(
    call: &mut Call<'_, '_>,
    foreign: &Foreign,
    id: u64,
    after: &[u8],
) -> Result<(), Stop> {
    let before = foreign.args.iter().find_map(|arg| match arg {
        ForeignArg::Buffer { id: own, bytes, .. } if *own == id => Some(bytes),
        _ => None,
    });
    let Some(before) = before else { return Ok(()) };
    let mut start = 0;
    while start < after.len().min(before.len()) {
        let changed = |index: &usize| after[*index] != before[*index];
        let end = (start..after.len().min(before.len())).take_while(changed).last();
        if let Some(end) = end {
            call.write(id + start as u64, &after[start..=end])?;
            start = end;
        }
        start += 1;
    }
    Ok(())
}

fn finish(name: &str, ret: Option<Kind>, bits: u128, pointer: Option<(u64, usize)>) -> Outcome {
    match (ret, pointer) {
        (None, _) => Ok(Flow::Void),
        (Some(Kind::Ptr), Some((base, offset))) => Ok(Flow::Word(base + offset as u64)),
        (Some(Kind::Ptr), None) if bits != 0 => {
            Err(Stop::Unsupported(format!("external function `{name}` returns foreign memory")))
        }
        (Some(kind), _) if kind.slots() == 2 => Ok(Flow::Wide(bits)),
        (Some(_), _) => Ok(Flow::Word(bits as u64)),
    }
}
