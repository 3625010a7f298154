//! The corpus of `coax test`: every program below `tests/corpus/test` is one test.
//!
//! The folder says what is claimed:
//! - `suite/`: the tests compile and pass natively, and reach what `//@ coverage: full` or `>= N` asks; no errors;
//! - `error/`: exactly the errors marked `//~ kind` are found, each confirmed natively;
//! - `clean/`: nothing is reported;
//! - `known/`: wrong today (`//@ wrong:` says what); fails when it becomes right.
//!
//! In all of them the suite builds with plain tools, passes, and leaves out no test for doing natively something else
//! than was predicted. `//@ test: OPTIONS`, `//@ cflags:`, `//@ tests: <= N`, `//@ outcomes: WORD...`, `//@ repeat: same`,
//! `//@ keeps: TEXT...` (they stand in the suite that people keep) and `//@ make: check` (it builds and passes by its own
//! Makefile, without a warning) say more. A program is a source file, or a directory `NAME.d` whose sources are given together.
//! Invariants: searches are bounded by attempts, never by time; a test writes nothing outside its own temporary
//! folder; a misspelt directive or a missing expectation is a failure, never a skipped test.

#[path = "support/alone.rs"]
mod alone;
#[path = "support/finished.rs"]
mod finished;
#[path = "support/kinds.rs"]
mod kinds;
#[path = "support/process.rs"]
mod process;
#[path = "support/program.rs"]
mod program;
#[path = "support/repeated.rs"]
mod repeated;
#[path = "support/report.rs"]
mod report;
#[path = "support/explore/suite.rs"]
#[allow(dead_code, reason = "each corpus looks at its own part of a suite")]
mod suite;
#[path = "support/suites/mod.rs"]
mod suites;
#[path = "support/verdict.rs"]
mod verdict;
#[path = "support/words.rs"]
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use suites::directive::{self, Directives};
use suites::{invoke, judge};
use verdict::Verdict;

/// What the top folder of a program promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Suite,
    Error,
    Clean,
    Known,
}

const CLAIMS: [(&str, Claim); 4] = [
    ("suite", Claim::Suite),
    ("error", Claim::Error),
    ("clean", Claim::Clean),
    ("known", Claim::Known),
];

type Program = program::Program<Claim>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/test"));
    let programs = match program::discover(&root, &CLAIMS) {
        Ok(programs) => programs,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::FAILURE;
        }
    };
    let trials = programs.into_iter().map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(program: Program) -> Trial {
    Trial::test(program.name.clone(), move || holds(&program).map_err(Failed::from))
}

/// Writes the suite of one program and compares it with what its folder and its lines claim.
fn holds(program: &Program) -> Result<(), String> {
    let directives = directive::read(&program.files)?;
    consistent(program.claim, &directives)?;
    match (&directives.wrong, as_claimed(program, &directives)) {
        (None, result) => result,
        (Some(_), Err(_)) => Ok(()),
        (Some(reason), Ok(())) => {
            Err(format!("no longer wrong: move it out of known/ (it said: {reason})"))
        }
    }
}

/// A program must say what its folder needs, and nothing its folder cannot mean.
fn consistent(claim: Claim, directives: &Directives) -> Result<(), String> {
    let complaint = match claim {
        Claim::Suite if directives.coverage.is_none() => "suite/ needs `//@ coverage:`",
        Claim::Error if directives.marks.is_empty() => "error/ needs a line marked `//~ kind`",
        Claim::Suite | Claim::Clean if !directives.marks.is_empty() => {
            "only error/ and known/ have marked lines"
        }
        Claim::Known if directives.wrong.is_none() => "known/ needs `//@ wrong:`",
        claim if claim != Claim::Known && directives.wrong.is_some() => {
            "`//@ wrong:` belongs below known/"
        }
        _ => return Ok(()),
    };
    Err(complaint.into())
}

fn as_claimed(program: &Program, directives: &Directives) -> Result<(), String> {
    let run = invoke::test(program, directives)?;
    let mut verdict = Verdict::default();
    verdict::sound(&mut verdict, &run, "test");
    judge::is_a_suite(&mut verdict, &run);
    judge::errors_as_marked(&mut verdict, &run.report, directives);
    judge::as_promised(&mut verdict, &run.report, directives);
    judge::as_kept(&mut verdict, &run, directives);
    if directives.repeat {
        verdict.note(repeated::same(&run, &invoke::test(program, directives)?));
    }
    verdict.finish()
}
