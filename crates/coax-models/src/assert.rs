//! <assert.h> and <error.h>: failing with a message.

use coax_engine::{Call, ErrorKind, Stop};

use crate::bytes::string;
use crate::message_texts::error_text;
use crate::process::short_program_name;
use crate::stdio::streams;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("__assert_fail", assert_fail),
    ("__assert", assert_old),
    ("__assert_perror_fail", assert_perror_fail),
];

/// A string argument; missing ones are empty.
fn text(call: &mut Call<'_, '_>, address: u64) -> Result<Vec<u8>, Stop> {
    if address == 0 { Ok(Vec::new()) } else { string(call, address) }
}

/// Prints glibc's message and stops.
fn fail(
    call: &mut Call<'_, '_>,
    place: (u64, u32, u64),
    complaint: &[u8],
    message: String,
) -> Outcome {
    let (file, line, function) = place;
    let program = short_program_name(call);
    let file = text(call, file)?;
    let function = text(call, function)?;
    let mut line_of_text = [&program[..], b": ", &file, format!(":{line}: ").as_bytes()].concat();
    if !function.is_empty() {
        line_of_text.extend_from_slice(&function);
        line_of_text.extend_from_slice(b": ");
    }
    line_of_text.extend_from_slice(complaint);
    line_of_text.push(b'\n');
    streams::write_error_output(call, &line_of_text);
    Err(call.error(ErrorKind::Assertion, message))
}

fn assert_fail(call: &mut Call<'_, '_>) -> Outcome {
    let (expression, file, line, function) =
        (call.word(0), call.word(1), call.word(2) as u32, call.word(3));
    let expression = text(call, expression)?;
    let complaint = [b"Assertion `", &expression[..], b"' failed."].concat();
    let message = format!("assertion `{}` failed", String::from_utf8_lossy(&expression));
    fail(call, (file, line, function), &complaint, message)
}

fn assert_old(call: &mut Call<'_, '_>) -> Outcome {
    let (expression, file, line) = (call.word(0), call.word(1), call.word(2) as u32);
    let expression = text(call, expression)?;
    let complaint = [b"Assertion `", &expression[..], b"' failed."].concat();
    let message = format!("assertion `{}` failed", String::from_utf8_lossy(&expression));
    fail(call, (file, line, 0), &complaint, message)
}

fn assert_perror_fail(call: &mut Call<'_, '_>) -> Outcome {
    let (errno, file, line, function) =
        (call.int(0), call.word(1), call.word(2) as u32, call.word(3));
    let text = error_text(errno);
    let complaint = format!("Unexpected error: {text}.");
    let message = format!("unexpected error: {text}");
    fail(call, (file, line, function), complaint.as_bytes(), message)
}
