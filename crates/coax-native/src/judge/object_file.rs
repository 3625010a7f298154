//! Renames and exports what an object file defines, by `llvm-objcopy`.
//!
//! The tool writes to a pipe: it would give a file of its own the permissions of the old one, which the
//! sandbox refuses where there are no namespaces.

use super::compiler::{BuildError, Stop, succeed_unless};
use super::subject::Toolchain;
use super::workshop::no_folder;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Writes `object`, changed as the options say, to `changed`, which may be the same file.
pub(crate) fn change(
    object: &Path,
    options: impl IntoIterator<Item = impl Into<OsString>>,
    changed: &Path,
    tools: &Toolchain,
    stop: Option<Stop<'_>>,
) -> Result<(), BuildError> {
    let mut command = tools.command(&tools.objcopy, &[]);
    command.args(options.into_iter().map(Into::into)).arg(object).arg("-");
    let bytes = succeed_unless(stop, &mut command)?;
    fs::write(changed, bytes).map_err(|error| no_folder(changed, &error))
}
