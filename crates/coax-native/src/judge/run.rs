//! One run of one binary.

use super::finding::NativeRun;
use super::flavour::Watch;
use super::limits::Limits;
use super::process::{Watched, watch};
use super::reading;
use super::workshop::Binary;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::Stdio;

/// Runs a binary with `args` under `limits`; standard input is `stdin`, or empty. An error means
/// that it could not be run at all.
pub fn run(
    binary: &Binary,
    args: &[OsString],
    stdin: Option<&Path>,
    limits: &Limits,
) -> io::Result<NativeRun> {
    let leaks = binary.finds_leaks();
    let first = judged(binary, attempt(binary, args, stdin, limits, leaks)?);
    if !first.leaks_unknown {
        return Ok(first);
    }
    // A failed search for leaks also spoils the exit status: run again without it.
    let second = judged(binary, attempt(binary, args, stdin, limits, false)?);
    Ok(NativeRun { leaks_unknown: true, ..second })
}

fn attempt(
    binary: &Binary,
    args: &[OsString],
    stdin: Option<&Path>,
    limits: &Limits,
    leaks: bool,
) -> io::Result<Watched> {
    let view = binary.view(0)?;
    let mut command = binary.command(Watch { leaks, names: true }, &view, None);
    limits.impose(&mut command, limits.file_size, binary.means.shadowed());
    command.args(args).stdin(match stdin {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    });
    watch(command, limits, binary.means.resident_limit(limits))
}

/// Reads what a run printed.
pub(super) fn judged(binary: &Binary, watched: Watched) -> NativeRun {
    let Watched { end, stdout, stderr, seconds } = watched;
    let reading = reading::read(&stderr, end, &binary.territory);
    let reading::Reading { findings, leaks_unknown } = reading;
    NativeRun { end, findings, leaks_unknown, stdout, stderr, seconds }
}
