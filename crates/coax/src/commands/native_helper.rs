//! The helper process: calls native functions and may die doing so.

use crate::exit::{Failure, Outcome};

pub fn execute() -> Result<Outcome, Failure> {
    coax_native::helper_process::serve()
        .map(|()| Outcome::Success)
        .map_err(|error| Failure::Internal(error.to_string()))
}
