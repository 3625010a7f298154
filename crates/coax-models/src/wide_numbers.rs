//! Numbers out of wide text: `wcstol`, `wcstod` and their relatives.

use coax_engine::{Call, Flow, Stop};
use coax_native::numeric::{parse_f32, parse_f64, parse_f80};

use crate::bytes::wide_string;
use crate::errno;
use crate::numbers::parse_integer;
use crate::{Models, Outcome};

pub(crate) const MODELS: Models = &[
    ("wcstol", wcstol),
    ("wcstoll", wcstol),
    ("wcstoimax", wcstol),
    ("__isoc23_wcstol", wcstol),
    ("__isoc23_wcstoll", wcstol),
    ("wcstoul", wcstoul),
    ("wcstoull", wcstoul),
    ("wcstoumax", wcstoul),
    ("__isoc23_wcstoul", wcstoul),
    ("__isoc23_wcstoull", wcstoul),
    ("wcstod", wcstod),
    ("wcstof", wcstof),
    ("wcstold", wcstold),
];

/// The text as bytes; everything beyond ASCII ends a number, so it becomes a byte that does.
fn narrowed(call: &mut Call<'_, '_>) -> Result<Vec<u8>, Stop> {
    let text = call.word(0);
    let wide = wide_string(call, text, u64::MAX)?;
    Ok(wide.iter().map(|&c| u8::try_from(c).unwrap_or(0xFF)).collect())
}

/// Stores where the number ends, and `errno` if there is one.
fn finish(call: &mut Call<'_, '_>, consumed: usize, errno: i32) -> Result<(), Stop> {
    let (text, place) = (call.word(0), call.word(1));
    if place != 0 {
        call.store::<8>(place, text + consumed as u64 * 4)?;
    }
    if errno != 0 {
        errno::set(call, errno)?;
    }
    Ok(())
}

fn integer(call: &mut Call<'_, '_>, signed: bool) -> Outcome {
    let base = call.int(2);
    if base < 0 || base == 1 || base > 36 {
        return errno::fail_null(call, libc::EINVAL);
    }
    let text = narrowed(call)?;
    let number = parse_integer(&text, base as u32, false);
    let (value, out_of_range) = match signed {
        true => {
            let (value, out_of_range) = number.signed();
            (value as u64, out_of_range)
        }
        false => number.unsigned(),
    };
    finish(call, number.consumed, if out_of_range { libc::ERANGE } else { 0 })?;
    Ok(Flow::Word(value))
}

fn wcstol(call: &mut Call<'_, '_>) -> Outcome {
    integer(call, true)
}

fn wcstoul(call: &mut Call<'_, '_>) -> Outcome {
    integer(call, false)
}

fn wcstod(call: &mut Call<'_, '_>) -> Outcome {
    let parsed = parse_f64(&narrowed(call)?);
    finish(call, parsed.consumed, parsed.errno)?;
    Ok(Flow::double(parsed.value))
}

fn wcstof(call: &mut Call<'_, '_>) -> Outcome {
    let parsed = parse_f32(&narrowed(call)?);
    finish(call, parsed.consumed, parsed.errno)?;
    Ok(Flow::float(parsed.value))
}

fn wcstold(call: &mut Call<'_, '_>) -> Outcome {
    let parsed = parse_f80(&narrowed(call)?);
    finish(call, parsed.consumed, parsed.errno)?;
    Ok(Flow::Wide(parsed.value.to_bits()))
}
