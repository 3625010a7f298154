//! The corpus of `coax explore`: every program below `tests/corpus/explore` is one test.
//!
//! The folder says what is claimed:
//! - `error/`: exactly the errors marked `//~ kind`, each confirmed natively; the search is complete;
//! - `clean/`: nothing is reported, the search is complete, nothing was given up;
//! - `bounded/`: the search stops for the reasons of `//@ because:` and claims nothing more;
//! - `suite/`: the generated tests build, pass, reach what is asked, and are the same every time;
//! - `mixed/`: with the options of each `//@ policy:` its runs end exactly where that says;
//! - `summaries/`: both engines need the runs of each `//@ runs:`, and find the same;
//! - `known/`: wrong today (`//@ wrong:` says what); fails when it becomes right.
//!
//! A program that promises an exact number of paths is explored in another search order or by two workers, too. The
//! first run of every program compares each branch of each test's native run with the
//! engine's (`--check-traces`): both go the same way. What is complete is also explored with calls
//! stepped over (`--engine smart`): that finds the same. With `COAX_CORPUS=all` there are more orders. A
//! program is a source file, or a directory `NAME.d` whose sources are linked together.
//! Invariants: a test writes nothing outside its own temporary folder; a misspelt directive or a
//! missing expectation is a failure, never a skipped test.

#[path = "support/alone.rs"]
mod alone;
#[path = "support/explore/mod.rs"]
mod explore;
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

use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use explore::directive::{self, Directives};
use explore::{engines, invoke, judge, policy, suite};
use finished::Finished;
use report::Report;
use verdict::Verdict;

/// What the top folder of a program promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Error,
    Clean,
    Bounded,
    Suite,
    Mixed,
    Summaries,
    Known,
}

const CLAIMS: [(&str, Claim); 7] = [
    ("error", Claim::Error),
    ("clean", Claim::Clean),
    ("bounded", Claim::Bounded),
    ("suite", Claim::Suite),
    ("mixed", Claim::Mixed),
    ("summaries", Claim::Summaries),
    ("known", Claim::Known),
];

type Program = program::Program<Claim>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/explore"));
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
    Trial::test(program.name.clone(), move || check(&program).map_err(Failed::from))
}

/// Explores one program and compares what was found with what its folder and its lines claim.
fn check(program: &Program) -> Result<(), String> {
    let directives = directive::read(&program.files)?;
    consistent(program.claim, &directives)?;
    let result = match program.claim {
        Claim::Mixed => policy::all_as_said(program, &directives),
        Claim::Summaries => engines::runs_as_said(program, &directives),
        _ => explored_as_claimed(program, &directives),
    };
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
        Claim::Clean if !directives.because.is_empty() => "clean/ is complete: no `because`",
        Claim::Bounded if directives.because.is_empty() => "bounded/ needs `//@ because:`",
        Claim::Suite if directives.coverage.is_none() && directives.outcomes.is_none() => {
            "suite/ needs `//@ coverage:` or `//@ outcomes:`"
        }
        Claim::Mixed if directives.policies.is_empty() || directives.outcomes.is_none() => {
            "mixed/ needs `//@ policy:` and `//@ outcomes:`"
        }
        Claim::Summaries if directives.runs.is_empty() => "summaries/ needs `//@ runs:`",
        claim if claim != Claim::Summaries && !directives.runs.is_empty() => {
            "`//@ runs:` belongs below summaries/"
        }
        claim if claim != Claim::Mixed && !directives.policies.is_empty() => {
            "`//@ policy:` belongs below mixed/"
        }
        Claim::Known if directives.wrong.is_none() => "known/ needs `//@ wrong:`",
        claim if claim != Claim::Known && directives.wrong.is_some() => {
            "`//@ wrong:` belongs below known/"
        }
        _ => return Ok(()),
    };
    Err(complaint.into())
}

fn explored_as_claimed(program: &Program, directives: &Directives) -> Result<(), String> {
    // A search that the clock ends leaves no time for comparing branches.
    let traced = !directives.because.contains("time");
    let explore = if traced { invoke::explore_traced } else { invoke::explore };
    let run = explore(program, directives, invoke::FIRST)?;
    let mut verdict = Verdict::default();
    verdict::sound(&mut verdict, &run, "explore");
    judge::errors_as_marked(&mut verdict, &run.report, directives);
    if directives.because.is_empty() {
        judge::complete(&mut verdict, &run.report, directives);
    } else {
        judge::cut(&mut verdict, &run.report, directives);
    }
    judge::counts(&mut verdict, &run.report, directives);
    for file in &directives.leaves {
        let there = run.out().join(file).is_file();
        verdict.note(if there { Ok(()) } else { Err(format!("{file} was not left behind")) });
    }
    if program.claim == Claim::Suite {
        verdict.note(suite_holds(&run, || explore(program, directives, invoke::FIRST)));
        verdict.note(fewer_tests_cover_as_much(program, directives, &run.report));
    }
    if traced {
        judge::same_ways(&mut verdict, &run.report);
    }
    if directives.all_orders() {
        other_orders(&mut verdict, program, directives);
    }
    if directives.because.is_empty() && program.claim != Claim::Known {
        verdict.note(engines::agree(program, directives, &run));
    }
    verdict.finish()
}

/// The suite works without coax, and the same run again writes it again.
fn suite_holds(
    run: &Finished,
    again: impl FnOnce() -> Result<Finished, String>,
) -> Result<(), String> {
    suite::passes(run)?;
    suite::builds_alone(run)?;
    repeated::same(run, &again()?)
}

/// With tests of those paths only that cover something new, as much is covered. Where time is short, this is seen of every other
/// suite.
fn fewer_tests_cover_as_much(
    program: &Program,
    directives: &Directives,
    all: &Report,
) -> Result<(), String> {
    if program.name.len().is_multiple_of(2) && !thorough::is_wanted() {
        return Ok(());
    }
    let run = invoke::explore(program, directives, invoke::NEW_COVERAGE)?;
    let mut verdict = Verdict::default();
    let covered = |report: &Report| {
        report.coverage.as_ref().map(|all| (all.branches.covered, all.lines.covered))
    };
    verdict.same("branches and lines covered", &covered(&run.report), &covered(all));
    verdict.same("paths", &run.report.finished_paths(), &all.finished_paths());
    verdict.require(run.report.tests.len() <= all.tests.len(), || "more tests".into());
    verdict.finish().map_err(|why| format!("with --tests new-coverage: {why}"))
}

/// The order of the search changes neither the number of paths nor the errors. Where time is short, each program is
/// explored in one other order, and half of them in each.
fn other_orders(verdict: &mut Verdict, program: &Program, directives: &Directives) {
    let half = program.name.bytes().map(usize::from).sum::<usize>() % invoke::ORDERS.len();
    let orders: Vec<_> = match thorough::is_wanted() {
        true => invoke::ORDERS.iter().chain(&invoke::MORE_ORDERS).collect(),
        false => vec![&invoke::ORDERS[half]],
    };
    for (name, search) in orders {
        let mut order = Verdict::default();
        match invoke::explore(program, directives, search) {
            Ok(run) => {
                judge::errors_as_marked(&mut order, &run.report, directives);
                if let Some(paths) = directives.paths {
                    order.note(paths.admits("paths", run.report.finished_paths()));
                }
            }
            Err(reason) => order.note(Err(reason)),
        }
        verdict.note(order.finish().map_err(|reason| format!("with {name}: {reason}")));
    }
}
