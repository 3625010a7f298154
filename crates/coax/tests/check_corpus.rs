//! The corpus of `coax check`: every program below `tests/corpus/check` is one test.
//!
//! The folder says what is claimed:
//! - `error/`: exactly the errors marked `//~ kind` are found, each confirmed natively;
//! - `clean/`: nothing is reported, and nothing was given up but for the reasons of `//@ allow:`;
//! - `bounded/`: the search stops for the reasons of `//@ bounded:` and claims nothing more;
//! - `known/`: wrong today (`//@ wrong:` says what); fails when it becomes right.
//!
//! `//@ check: FUNCTION OPTIONS...` says what is checked (several are allowed; without one all
//! functions are). A program is a source file, or a directory `NAME.d` whose sources are given
//! together. A program that calls nothing which can be summed up is checked by one engine only, unless
//! `COAX_CORPUS=all`.
//! Invariants: every program of `error/` has a twin of the same name in `clean/`, where
//! the cause is mended; a test writes nothing outside its own temporary folder; a misspelt
//! directive or a missing expectation is a failure, never a skipped test.

#[path = "support/alone.rs"]
mod alone;
#[path = "support/calls.rs"]
mod calls;
#[path = "support/check/mod.rs"]
mod check;
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
#[path = "support/thorough.rs"]
mod thorough;
#[path = "support/verdict.rs"]
mod verdict;
#[path = "support/words.rs"]
mod words;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use check::directive::{self, Directives};
use check::{invoke, judge};
use verdict::Verdict;

/// What the top folder of a program promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Error,
    Clean,
    Bounded,
    Known,
}

const CLAIMS: [(&str, Claim); 4] = [
    ("error", Claim::Error),
    ("clean", Claim::Clean),
    ("bounded", Claim::Bounded),
    ("known", Claim::Known),
];

type Program = program::Program<Claim>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/check"));
    let programs = match program::discover(&root, &CLAIMS) {
        Ok(programs) => programs,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::FAILURE;
        }
    };
    let lonely = without_twin(&programs);
    let twins = Trial::test("every error has a clean twin", move || {
        if lonely.is_empty() { Ok(()) } else { Err(lonely.join(" ").into()) }
    });
    let told_apart = Trial::test("programs with calls are told apart", || {
        calls::is_told_apart().map_err(Failed::from)
    });
    let trials = programs.into_iter().map(trial).chain([twins, told_apart]).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(program: Program) -> Trial {
    Trial::test(program.name.clone(), move || holds(&program).map_err(Failed::from))
}

/// The programs of `error/` without a mended twin.
fn without_twin(programs: &[Program]) -> Vec<String> {
    let below = |folder: &str| -> BTreeSet<&str> {
        programs.iter().filter_map(|p| p.name.strip_prefix(folder)).collect()
    };
    let (errors, clean) = (below("error/"), below("clean/"));
    errors.difference(&clean).map(|name| (*name).to_owned()).collect()
}

/// Checks one program and compares what was found with what its folder and its lines claim.
fn holds(program: &Program) -> Result<(), String> {
    let directives = directive::read(&program.files)?;
    consistent(program.claim, &directives)?;
    let result = checked_as_claimed(program, &directives);
    match (&directives.wrong, result) {
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
        Claim::Error if directives.marks.is_empty() => "error/ needs a line marked `//~ kind`",
        Claim::Clean if !directives.marks.is_empty() => "clean/ has no marked lines",
        Claim::Bounded if directives.bounded.is_empty() => "bounded/ needs `//@ bounded:`",
        Claim::Known if directives.wrong.is_none() => "known/ needs `//@ wrong:`",
        claim if claim != Claim::Known && directives.wrong.is_some() => {
            "`//@ wrong:` belongs below known/"
        }
        Claim::Error | Claim::Clean if !directives.bounded.is_empty() => {
            "`//@ bounded:` belongs below bounded/ or known/"
        }
        Claim::Error | Claim::Bounded if !directives.allow.is_empty() => {
            "`//@ allow:` belongs below clean/ or known/"
        }
        _ => return Ok(()),
    };
    Err(complaint.into())
}

fn checked_as_claimed(program: &Program, directives: &Directives) -> Result<(), String> {
    let runs: Vec<_> = directives
        .tasks
        .iter()
        .map(|task| invoke::check(program, directives, task))
        .collect::<Result<_, _>>()?;
    let mut verdict = Verdict::default();
    for run in &runs {
        verdict::sound(&mut verdict, run, "check");
        verdict::suspected(&mut verdict, &run.report, &directives.unconfirmed);
        judge::builds_alone(&mut verdict, run);
    }
    if directives.repeat {
        for (run, task) in runs.iter().zip(&directives.tasks) {
            verdict.note(repeated::same(run, &invoke::check(program, directives, task)?));
        }
    }
    judge::errors_as_marked(&mut verdict, &runs, directives);
    judge::supported(&mut verdict, &runs);
    if program.claim == Claim::Clean {
        judge::complete(&mut verdict, &runs, directives);
    }
    if !directives.bounded.is_empty() {
        judge::cut(&mut verdict, &runs, directives);
    }
    if matches!(program.claim, Claim::Error | Claim::Clean) {
        let called = calls::may_be_summed_up(&program.sources, &directives.cflags);
        if called || thorough::is_wanted() {
            verdict.note(found_by_summaries(program, directives, called));
        }
    }
    verdict.finish()
}

/// Where calls are stepped over, the same errors are found; where nothing that can be summed up is
/// `called`, none are.
fn found_by_summaries(
    program: &Program,
    directives: &Directives,
    called: bool,
) -> Result<(), String> {
    let runs: Vec<_> = directives
        .tasks
        .iter()
        .map(|task| invoke::check_summing_up(program, directives, task))
        .collect::<Result<_, _>>()?;
    let mut verdict = Verdict::default();
    for run in &runs {
        verdict::sound(&mut verdict, run, "check");
        verdict::suspected(&mut verdict, &run.report, &directives.unconfirmed);
    }
    judge::errors_as_marked(&mut verdict, &runs, directives);
    judge::as_predicted(&mut verdict, &runs);
    let summaries: u64 = runs.iter().flat_map(|run| &run.report.units).map(|u| u.summaries).sum();
    verdict.require(called || summaries == 0, || {
        format!("{summaries} summaries: the program calls more than `support/calls.rs` sees")
    });
    verdict.finish().map_err(|why| format!("with summaries: {why}"))
}
