//! The helper process: calls native functions and may die doing so.

use coax_campaign::{ExitStatus, Failure};

pub fn execute() -> Result<ExitStatus, Failure> {
    coax_native::helper_process::serve()
        .map(|()| ExitStatus::Success)
        .map_err(|error| Failure::Internal(error.to_string()))
}
