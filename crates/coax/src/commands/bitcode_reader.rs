//! The process that reads bitcode of unknown origin before the one that asked for it does, and may
//! die doing so.

use std::ffi::OsString;

use coax_campaign::{ExitStatus, Failure, runtime};

pub fn execute(arguments: &[OsString]) -> Result<ExitStatus, Failure> {
    coax_clang::read_through(arguments, &runtime()).map_err(|reason| {
        eprintln!("{reason}");
        Failure::Input("the bitcode cannot be used".into())
    })?;
    Ok(ExitStatus::Success)
}
