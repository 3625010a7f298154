//! The native side of a comparison: build, run, and remember what happened.
//!
//! Compiling C++ costs more than everything else in the corpus, so outcomes are kept in the
//! target folder. Invariant: the key covers all that can change the outcome (compiler, flags,
//! source bytes, arguments, input, environment); an unreadable entry counts as absent.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Program;
use crate::clang::Clang;
use crate::directive::Directives;
use crate::process::{self, End, Invocation, ProcessResult};

/// Far above what any program of the corpus needs, even on a loaded machine.
const LIMIT: Duration = Duration::from_secs(60);

pub fn native_outcome(
    program: &Program,
    directives: &Directives,
    clang: &Clang,
) -> Result<ProcessResult, String> {
    let entry = folder().join(key(program, directives, clang)?);
    if let Some(outcome) = fs::read(&entry).ok().and_then(|bytes| decode(&bytes)) {
        return Ok(outcome);
    }
    let outcome = build_and_run(program, directives, clang)?;
    store(&entry, &outcome)?;
    Ok(outcome)
}

fn build_and_run(
    program: &Program,
    directives: &Directives,
    clang: &Clang,
) -> Result<ProcessResult, String> {
    let build = tempfile::tempdir().map_err(|e| e.to_string())?;
    let cwd = tempfile::tempdir().map_err(|e| e.to_string())?;
    let binary = build.path().join("program");
    clang.build(&program.sources, &directives.cflags()?, &binary)?;
    let invocation = Invocation {
        args: directives.args.clone(),
        stdin: &directives.stdin,
        env: &directives.env,
    };
    let outcome = process::run(&binary, &invocation, cwd.path(), LIMIT)?;
    match outcome.end {
        End::Exit(_) => Ok(outcome),
        End::Signal(signal) => Err(format!("the native program died of signal {signal}")),
        End::TimedOut => Err("the native program does not end".into()),
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("corpus-cache")
}

fn key(program: &Program, directives: &Directives, clang: &Clang) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    clang.version.hash(&mut hasher);
    for file in &program.files {
        file.file_name().hash(&mut hasher);
        fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?.hash(&mut hasher);
    }
    directives.cflags.hash(&mut hasher);
    directives.args.hash(&mut hasher);
    directives.stdin.hash(&mut hasher);
    directives.env.hash(&mut hasher);
    let name = program.name.replace('/', "-");
    Ok(format!("{name}-{:016x}", hasher.finish()))
}

/// Written aside and renamed: tests of two processes may meet at the same entry.
fn store(entry: &Path, outcome: &ProcessResult) -> Result<(), String> {
    let aside = entry.with_extension(format!("{}.new", std::process::id()));
    fs::create_dir_all(folder())
        .and_then(|()| fs::write(&aside, encode(outcome)))
        .and_then(|()| fs::rename(&aside, entry))
        .map_err(|e| format!("{}: {e}", entry.display()))
}

/// One header line `exit stdout-length stderr-length`, then both streams.
fn encode(outcome: &ProcessResult) -> Vec<u8> {
    let End::Exit(code) = outcome.end else {
        unreachable!("only ordinary exits are kept");
    };
    let (out, err) = (&outcome.stdout, &outcome.stderr);
    let mut bytes = format!("{code} {} {}\n", out.len(), err.len()).into_bytes();
    bytes.extend_from_slice(out);
    bytes.extend_from_slice(err);
    bytes
}

fn decode(bytes: &[u8]) -> Option<ProcessResult> {
    let header = bytes.iter().position(|&b| b == b'\n')?;
    let text = std::str::from_utf8(&bytes[..header]).ok()?;
    let mut fields = text.split(' ');
    let code = fields.next()?.parse().ok()?;
    let out: usize = fields.next()?.parse().ok()?;
    let err: usize = fields.next()?.parse().ok()?;
    let streams = &bytes[header + 1..];
    (streams.len() == out + err).then(|| ProcessResult {
        end: End::Exit(code),
        stdout: streams[..out].to_vec(),
        stderr: streams[out..].to_vec(),
    })
}
