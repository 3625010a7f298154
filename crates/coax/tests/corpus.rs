//! The differential corpus of `coax run`: every program below `tests/corpus/run` is one test.
//!
//! The folder says what is claimed:
//! - `same/`: stdout, stderr and exit code equal those of the natively compiled program;
//! - `error/`: the run stops with exactly the error kind marked `//~ kind`, on the marked line;
//! - `unsupported/`: the run stops at the line marked `//~ unsupported: construct` and says so.
//!
//! A program is a source file, or a directory `NAME.d` whose sources are linked together.
//! Invariants: a test writes nothing outside its own temporary folder and the cache of native
//! results; a misspelt directive or a missing expectation is a failure, never a skipped test.

#[path = "support/cache.rs"]
mod cache;
#[path = "support/clang.rs"]
mod clang;
#[path = "support/coax.rs"]
mod coax;
#[path = "support/directive.rs"]
mod directive;
#[path = "support/judge.rs"]
mod judge;
#[path = "support/kinds.rs"]
mod kinds;
#[path = "support/process.rs"]
mod process;
#[path = "support/program.rs"]
mod program;
#[path = "support/words.rs"]
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use clang::Clang;

/// What the top folder of a program promises about its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Same,
    Error,
    Unsupported,
}

const CLAIMS: [(&str, Claim); 3] =
    [("same", Claim::Same), ("error", Claim::Error), ("unsupported", Claim::Unsupported)];

type Program = program::Program<Claim>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let clang = match Clang::find() {
        Ok(clang) => clang,
        Err(reason) => {
            eprintln!("the corpus needs clang: {reason}");
            return ExitCode::FAILURE;
        }
    };
    let programs = match program::discover(&corpus_root(), &CLAIMS) {
        Ok(programs) => programs,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::FAILURE;
        }
    };
    let trials = programs.into_iter().map(|p| trial(p, clang.clone())).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn corpus_root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/run"))
}

fn trial(program: Program, clang: Clang) -> Trial {
    Trial::test(program.name.clone(), move || check(&program, &clang).map_err(Failed::from))
}

/// Runs one program and compares what happened with what its folder and its lines claim.
fn check(program: &Program, clang: &Clang) -> Result<(), String> {
    let directives = directive::read(&program.sources)?;
    match program.claim {
        Claim::Same => {
            let native = cache::native_outcome(program, &directives, clang)?;
            judge::exit_as_declared(&native, &directives)?;
            let ours = coax::run(program, &directives)?;
            judge::same(&native, &ours)
        }
        Claim::Error => {
            let marked = directives.expected_error()?;
            judge::stopped(&coax::run(program, &directives)?, &marked)
        }
        Claim::Unsupported => {
            let marked = directives.expected_unsupported()?;
            judge::stopped(&coax::run(program, &directives)?, &marked)
        }
    }
}
