//! The process: how it ends, and what it may not do here.

use coax_engine::{Call, ErrorKind, Flow, Stop, TermRequests};
use coax_kinds::Incomplete;

use crate::area::Area;
use crate::bytes::string;
use crate::refusal::{refusal, unsupported};
use crate::stdio::streams::Streams;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("__coax_exit", exit),
    ("__coax_unsupported", unsupported_text),
    ("__coax_threads", threads),
    ("_exit", exit_now),
    ("_Exit", exit_now),
    ("abort", abort),
    ("__stack_chk_fail", stack_smashed),
    ("__chk_fail", buffer_overflow),
    ("__fortify_fail", buffer_overflow),
    ("getpid", identity),
    ("getppid", identity),
    ("getuid", identity),
    ("geteuid", identity),
    ("getgid", identity),
    ("getegid", identity),
    ("gettid", thread_id),
    ("getpgrp", process_group),
    ("system", unsupported),
    ("fork", unsupported),
    ("vfork", unsupported),
    ("clone", unsupported),
    ("execl", unsupported),
    ("execle", unsupported),
    ("execlp", unsupported),
    ("execv", unsupported),
    ("execve", unsupported),
    ("execvp", unsupported),
    ("execvpe", unsupported),
    ("fexecve", unsupported),
    ("posix_spawn", unsupported),
    ("posix_spawnp", unsupported),
    ("wait", unsupported),
    ("wait3", unsupported),
    ("wait4", unsupported),
    ("waitpid", unsupported),
    ("waitid", unsupported),
    ("popen", unsupported),
    ("pclose", unsupported),
    ("daemon", unsupported),
    ("pthread_cancel", unsupported),
    ("pthread_kill", unsupported),
    ("pthread_barrier_wait", unsupported),
    ("sem_timedwait", unsupported),
    ("socket", unsupported),
    ("socketpair", unsupported),
    ("bind", unsupported),
    ("listen", unsupported),
    ("accept", unsupported),
    ("accept4", unsupported),
    ("connect", unsupported),
    ("send", unsupported),
    ("sendto", unsupported),
    ("sendmsg", unsupported),
    ("recv", unsupported),
    ("recvfrom", unsupported),
    ("recvmsg", unsupported),
    ("setsockopt", unsupported),
    ("getsockopt", unsupported),
    ("getaddrinfo", unsupported),
    ("gethostbyname", unsupported),
    ("select", unsupported),
    ("pselect", unsupported),
    ("poll", unsupported),
    ("ppoll", unsupported),
    ("epoll_create", unsupported),
    ("epoll_create1", unsupported),
    ("syscall", unsupported),
    ("ptrace", unsupported),
    ("brk", unsupported),
    ("sbrk", unsupported),
    ("shmget", unsupported),
    ("shm_open", unsupported),
    ("dlopen", unsupported),
    ("dlsym", unsupported),
    ("getcontext", unsupported),
    ("makecontext", unsupported),
    ("swapcontext", unsupported),
    ("setcontext", unsupported),
    ("ioctl", unsupported),
    ("tcgetattr", unsupported),
    ("tcsetattr", unsupported),
    ("chroot", unsupported),
    ("mount", unsupported),
    ("reboot", unsupported),
    ("setuid", unsupported),
    ("setgid", unsupported),
    ("mremap", unsupported),
];

/// The name the program was started by.
#[derive(Clone)]
pub(crate) struct ProgramName(Vec<u8>);

impl ProgramName {
    pub(crate) fn new(name: Vec<u8>) -> ProgramName {
        ProgramName(name)
    }
}

/// The name the program was started by, as glibc's `program_invocation_name`.
pub(crate) fn program_name<'a>(call: &'a mut Call<'_, '_>) -> &'a [u8] {
    &ProgramName::of(call).0
}

/// The last part of the program's name, as glibc's `program_invocation_short_name`.
pub(crate) fn short_program_name(call: &mut Call<'_, '_>) -> Vec<u8> {
    let name = program_name(call);
    name.rsplit(|&byte| byte == b'/').next().unwrap_or(name).to_vec()
}

/// The end of `exit`: output that is still buffered is written.
fn exit(call: &mut Call<'_, '_>) -> Outcome {
    let status = call.int(0) & 0xff;
    let (streams, world) = Streams::and_world(call);
    streams.finish(world);
    Err(Stop::Exit(status))
}

fn exit_now(call: &mut Call<'_, '_>) -> Outcome {
    Err(Stop::Exit(call.int(0) & 0xff))
}

fn abort(call: &mut Call<'_, '_>) -> Outcome {
    Err(call.error(ErrorKind::Abort, "abort was called"))
}

fn stack_smashed(call: &mut Call<'_, '_>) -> Outcome {
    Err(call.error(ErrorKind::OutOfBounds, "the stack protector found its canary overwritten"))
}

fn buffer_overflow(call: &mut Call<'_, '_>) -> Outcome {
    Err(call.error(ErrorKind::OutOfBounds, "buffer overflow detected"))
}

fn unsupported_text(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.word(0);
    let text = string(call, text)?;
    Err(Stop::Unsupported(String::from_utf8_lossy(&text).into_owned()))
}

/// There are threads, which might run in another order.
fn threads(call: &mut Call<'_, '_>) -> Outcome {
    if let Some(symbols) = call.symbols() {
        symbols.incomplete.insert(Incomplete::Threads);
    }
    Ok(Flow::Void)
}

fn identity(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.name();
    match call.world.identity(name) {
        Some(id) => Ok(Flow::long(id)),
        None => Err(refusal(name)),
    }
}

fn thread_id(call: &mut Call<'_, '_>) -> Outcome {
    call.world.identity("getpid").map(Flow::long).ok_or_else(|| refusal("gettid"))
}

fn process_group(call: &mut Call<'_, '_>) -> Outcome {
    call.world.identity("getpid").map(Flow::long).ok_or_else(|| refusal("getpgrp"))
}
