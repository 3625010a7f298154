//! Functions that are known and cannot be run.

use coax_engine::{Call, Stop};

use crate::Outcome;

/// The stop of a call of the function with this name.
pub(crate) fn refusal(name: &str) -> Stop {
    Stop::Unsupported(format!(
        "external function `{name}`: no given file defines it, and Coax has no model of it"
    ))
}

/// The model of such a function.
pub(crate) fn unsupported(call: &mut Call<'_, '_>) -> Outcome {
    Err(refusal(call.name()))
}
