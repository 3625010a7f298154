//! The functions that give or print the texts of errors and signals.

use std::borrow::Cow;

use coax_engine::{Call, Flow};

use crate::bytes::{string, write_string};
use crate::errno;
use crate::message_texts::{abbreviation, error_name, error_text, signal_text};
use crate::statics::text;
use crate::stdio::streams;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("strerror", strerror),
    ("strerror_l", strerror),
    ("strerrordesc_np", strerror),
    ("strerror_r", strerror_gnu),
    ("__xpg_strerror_r", strerror_posix),
    ("strerrorname_np", strerrorname),
    ("strsignal", strsignal),
    ("sigabbrev_np", sigabbrev),
    ("perror", perror),
    ("psignal", psignal),
];

fn strerror(call: &mut Call<'_, '_>) -> Outcome {
    let message = error_text(call.int(0));
    Ok(Flow::Word(text(call, message.as_bytes())))
}

/// The GNU variant uses the buffer only for numbers without a text.
fn strerror_gnu(call: &mut Call<'_, '_>) -> Outcome {
    let (number, buffer, size) = (call.int(0), call.word(1), call.word(2));
    match error_text(number) {
        Cow::Borrowed(known) => Ok(Flow::Word(text(call, known.as_bytes()))),
        Cow::Owned(unknown) => {
            if size != 0 {
                let kept = unknown.len().min(size as usize - 1);
                write_string(call, buffer, &unknown.as_bytes()[..kept])?;
            }
            Ok(Flow::Word(buffer))
        }
    }
}

fn strerror_posix(call: &mut Call<'_, '_>) -> Outcome {
    let (number, buffer, size) = (call.int(0), call.word(1), call.word(2));
    let message = error_text(number);
    if size != 0 {
        let kept = message.len().min(size as usize - 1);
        write_string(call, buffer, &message.as_bytes()[..kept])?;
    }
    let unknown = matches!(message, Cow::Owned(_));
    let short = message.len() as u64 >= size;
    Ok(Flow::int(match (unknown, short) {
        (true, _) => libc::EINVAL,
        (false, true) => libc::ERANGE,
        (false, false) => 0,
    }))
}

fn strerrorname(call: &mut Call<'_, '_>) -> Outcome {
    match error_name(call.int(0)) {
        Some(name) => Ok(Flow::Word(text(call, name.as_bytes()))),
        None => Ok(Flow::Word(0)),
    }
}

fn strsignal(call: &mut Call<'_, '_>) -> Outcome {
    let message = signal_text(call.int(0));
    Ok(Flow::Word(text(call, message.as_bytes())))
}

fn sigabbrev(call: &mut Call<'_, '_>) -> Outcome {
    match abbreviation(call.int(0)) {
        Some(name) => Ok(Flow::Word(text(call, name.as_bytes()))),
        None => Ok(Flow::Word(0)),
    }
}

/// Prints `prefix: message` to stderr.
fn complain(call: &mut Call<'_, '_>, prefix: u64, message: &str) -> Outcome {
    let mut line = if prefix == 0 { Vec::new() } else { string(call, prefix)? };
    if !line.is_empty() {
        line.extend_from_slice(b": ");
    }
    line.extend_from_slice(message.as_bytes());
    line.push(b'\n');
    streams::write_error_output(call, &line);
    Ok(Flow::Void)
}

fn perror(call: &mut Call<'_, '_>) -> Outcome {
    let prefix = call.word(0);
    let message = error_text(errno::get(call)?);
    complain(call, prefix, &message)
}

fn psignal(call: &mut Call<'_, '_>) -> Outcome {
    let (signal, prefix) = (call.int(0), call.word(1));
    complain(call, prefix, &signal_text(signal))
}
