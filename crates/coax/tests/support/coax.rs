//! Runs a corpus program in coax, the way a user would.
//!
//! Invariants: the current folder is a fresh temporary one, as in the native run; the bound is in
//! steps, so results do not depend on the machine (the time limit only catches a hang).

use std::path::Path;
use std::time::Duration;

use crate::Program;
use crate::directive::Directives;
use crate::process::{self, Invocation, ProcessResult};

/// The largest program of the corpus needs well below a tenth of this.
const MAX_STEPS: u64 = 4_000_000_000;
const LIMIT: Duration = Duration::from_secs(300);

pub fn run(program: &Program, directives: &Directives) -> Result<ProcessResult, String> {
    let cwd = tempfile::tempdir().map_err(|e| e.to_string())?;
    let invocation = Invocation {
        args: arguments(program, directives),
        stdin: &directives.stdin,
        env: &directives.env,
    };
    let coax = Path::new(env!("CARGO_BIN_EXE_coax"));
    process::run(coax, &invocation, cwd.path(), LIMIT)
}

fn arguments(program: &Program, directives: &Directives) -> Vec<String> {
    let mut args = vec!["run".to_owned(), "--color=never".to_owned()];
    args.push(format!("--max-steps={MAX_STEPS}"));
    if !directives.cflags.is_empty() {
        args.push(format!("--cflags={}", directives.cflags));
    }
    let sources = program.sources.iter();
    args.extend(sources.map(|s| s.to_string_lossy().into_owned()));
    if !directives.args.is_empty() {
        args.push("--".to_owned());
        args.extend(directives.args.iter().cloned());
    }
    args
}
