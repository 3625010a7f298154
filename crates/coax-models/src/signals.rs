//! <signal.h>: signals can be ignored or left alone; handlers cannot be installed.

use coax_engine::{Call, ErrorKind, Flow, Stop};

use crate::area::Area;
use crate::errno::fail;
use crate::message_texts::signal_text;
use crate::refusal::refusal;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("signal", signal),
    ("bsd_signal", signal),
    ("sysv_signal", signal),
    ("__sysv_signal", signal),
    ("sigaction", sigaction),
    ("sigemptyset", |call| fill_set(call, 0)),
    ("sigfillset", |call| fill_set(call, u64::MAX)),
    ("sigaddset", |call| change_set(call, true)),
    ("sigdelset", |call| change_set(call, false)),
    ("sigismember", sigismember),
    ("sigprocmask", sigprocmask),
    ("pthread_sigmask", sigprocmask),
    ("sigpending", |call| fill_set(call, 0)),
    ("siginterrupt", zero),
    ("sigaltstack", zero),
    ("raise", raise),
    ("gsignal", raise),
    ("kill", kill),
    ("killpg", crate::refusal::unsupported),
    ("alarm", alarm),
    ("pause", crate::refusal::unsupported),
    ("sigsuspend", crate::refusal::unsupported),
    ("sigwait", crate::refusal::unsupported),
];

const DEFAULT: u64 = 0;
const IGNORE: u64 = 1;

/// SIGPIPE.
const BROKEN_PIPE: i32 = 13;
/// Size of a `sigset_t`.
const SET_SIZE: u64 = 128;

/// Signals that are ignored, one bit each.
#[derive(Clone, Default)]
pub(crate) struct IgnoredSignals(u64);

/// Remembers a disposition; the one before.
fn set_disposition(call: &mut Call<'_, '_>, signal: i32, handler: u64) -> Result<u64, Stop> {
    let bit = 1u64 << (signal - 1);
    let ignored = &mut IgnoredSignals::of(call).0;
    let old = if *ignored & bit != 0 { IGNORE } else { DEFAULT };
    match handler {
        DEFAULT => *ignored &= !bit,
        IGNORE => *ignored |= bit,
        _ => return Err(Stop::Unsupported(format!("a signal handler, set by `{}`", call.name()))),
    }
    if signal == BROKEN_PIPE {
        call.world.ignore_broken_pipes(handler == IGNORE);
    }
    Ok(old)
}

fn is_changeable(signal: i32) -> bool {
    (1..=64).contains(&signal) && signal != libc::SIGKILL && signal != libc::SIGSTOP
}

fn signal(call: &mut Call<'_, '_>) -> Outcome {
    let (signal, handler) = (call.int(0), call.word(1));
    if !is_changeable(signal) {
        return fail(call, libc::EINVAL);
    }
    set_disposition(call, signal, handler).map(Flow::Word)
}

/// `struct sigaction` starts with the handler.
fn sigaction(call: &mut Call<'_, '_>) -> Outcome {
    let (signal, new, old) = (call.int(0), call.word(1), call.word(2));
    if !is_changeable(signal) {
        return fail(call, libc::EINVAL);
    }
    let ignored = IgnoredSignals::of(call).0 >> (signal - 1) & 1;
    if new != 0 {
        let handler = call.load::<8>(new)?;
        set_disposition(call, signal, handler)?;
    }
    if old != 0 {
        call.fill(old, 0, 152)?;
        call.store::<8>(old, ignored)?;
    }
    Ok(Flow::int(0))
}

fn fill_set(call: &mut Call<'_, '_>, bits: u64) -> Outcome {
    let set = call.word(0);
    call.fill(set, bits as u8, SET_SIZE)?;
    Ok(Flow::int(0))
}

/// The address of the word with a signal's bit, and the bit.
fn place(call: &Call<'_, '_>) -> Option<(u64, u64)> {
    let signal = call.int(1);
    let index = u64::try_from(signal - 1).ok().filter(|&index| index < 64)?;
    Some((call.word(0) + index / 64 * 8, 1 << (index % 64)))
}

fn change_set(call: &mut Call<'_, '_>, add: bool) -> Outcome {
    let Some((word, bit)) = place(call) else { return fail(call, libc::EINVAL) };
    let bits = call.load::<8>(word)?;
    call.store::<8>(word, if add { bits | bit } else { bits & !bit })?;
    Ok(Flow::int(0))
}

fn sigismember(call: &mut Call<'_, '_>) -> Outcome {
    let Some((word, bit)) = place(call) else { return fail(call, libc::EINVAL) };
    Ok(Flow::int((call.load::<8>(word)? & bit != 0).into()))
}

/// No signal ever comes, so blocking them changes nothing; the old mask is always empty.
fn sigprocmask(call: &mut Call<'_, '_>) -> Outcome {
    let old = call.word(2);
    if old != 0 {
        call.fill(old, 0, SET_SIZE)?;
    }
    Ok(Flow::int(0))
}

fn zero(_: &mut Call<'_, '_>) -> Outcome {
    Ok(Flow::int(0))
}

/// An alarm that is switched off is fine.
fn alarm(call: &mut Call<'_, '_>) -> Outcome {
    match call.word(0) as u32 {
        0 => Ok(Flow::int(0)),
        _ => Err(refusal("alarm")),
    }
}

/// A signal the program sends to itself.
fn deliver(call: &mut Call<'_, '_>, signal: i32) -> Outcome {
    if !(0..=64).contains(&signal) {
        return fail(call, libc::EINVAL);
    }
    let ignored = signal != 0 && IgnoredSignals::of(call).0 >> (signal - 1) & 1 != 0;
    match signal {
        _ if ignored && is_changeable(signal) => Ok(Flow::int(0)),
        0 | libc::SIGCHLD | libc::SIGURG | libc::SIGWINCH | libc::SIGCONT => Ok(Flow::int(0)),
        libc::SIGABRT => Err(call.error(ErrorKind::Abort, "the program raised SIGABRT")),
        _ => {
            let message = format!("the program killed itself: {}", signal_text(signal));
            Err(call.error(ErrorKind::Abort, message))
        }
    }
}

fn raise(call: &mut Call<'_, '_>) -> Outcome {
    let signal = call.int(0);
    deliver(call, signal)
}

fn kill(call: &mut Call<'_, '_>) -> Outcome {
    let (process, signal) = (call.int(0), call.int(1));
    let own = call.world.identity("getpid");
    if own == Some(process.into()) {
        return deliver(call, signal);
    }
    Err(refusal("kill"))
}
