//! Exploring against brute force: random functions of a few small inputs are run natively with all
//! inputs and explored in two orders, and both must tell the same.
//!
//! What is proved of every function that is explored completely: each path ends natively as
//! predicted, by value or by kind and line of the error; what happens on some input is on a
//! path; an input is on no more than one path; the terms of results are right for all inputs of a
//! path, not only for its model; different orders of search find the same paths. With functions summed up
//! and their calls stepped over, the same ends are found, and every path goes as predicted; so they are with summaries that
//! an earlier exploration has kept, of the same program or of one in which everything has another address.
//!
//! The static analysis is held against the same: a check that fails on some input is not verified.
//!
//! `COAX_RANDOM_COUNT` functions are tried (default 150) from seed `COAX_RANDOM_SEED` on (default
//! 1), on all cores. Functions that differ are kept below `random-failures/` in the target folder,
//! one C file each. To look at one alone: `COAX_RANDOM_SEED=seed COAX_RANDOM_COUNT=1`.

#[path = "support/clang.rs"]
mod clang;
#[path = "support/random_programs/mod.rs"]
mod random_programs;
#[path = "support/verified.rs"]
mod verified;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use libtest_mimic::{Arguments, Failed, Trial};

use clang::Clang;
use random_programs::{RandomFunction, Verdict, judge_batch, judge_verified};

/// Functions that are compiled together.
const BATCH: u64 = 25;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trial = Trial::test("exploring_agrees_with_brute_force", || search().map_err(Failed::from));
    let verified =
        Trial::test("what_is_verified_fails_on_no_input", || analyse().map_err(Failed::from));
    libtest_mimic::run(&arguments, vec![trial, verified]).exit_code()
}

/// No check that the static analysis calls verified may fail on any input.
fn analyse() -> Result<(), String> {
    let clang = Clang::find()?;
    let first = number("COAX_RANDOM_SEED", 1)?;
    let count = number("COAX_RANDOM_COUNT", 150)?;
    let mut errors = 0;
    for from in (first..first + count).step_by(BATCH as usize) {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let seeds = from..(from + BATCH).min(first + count);
        let functions: Vec<RandomFunction> = seeds.map(RandomFunction::new).collect();
        errors += judge_verified(&clang, folder.path(), &functions)?;
    }
    eprintln!("none of {errors} checks that fail is verified");
    match errors * 10 < count as usize {
        true => Err(format!("only {errors} checks fail in {count} functions")),
        false => Ok(()),
    }
}

fn search() -> Result<(), String> {
    let clang = Clang::find()?;
    let first = number("COAX_RANDOM_SEED", 1)?;
    let count = number("COAX_RANDOM_COUNT", 150)?;
    eprintln!("seeds {first}..{} with {}", first + count, clang.version);
    let verdicts = try_all(&clang, first, count)?;
    report(&verdicts)
}

fn number(name: &str, default: u64) -> Result<u64, String> {
    match std::env::var(name) {
        Ok(text) if !text.is_empty() => text.parse().map_err(|e| format!("{name}={text}: {e}")),
        _ => Ok(default),
    }
}

/// Workers take the next batch until none is left.
fn try_all(clang: &Clang, first: u64, count: u64) -> Result<BTreeMap<u64, Verdict>, String> {
    let next = AtomicU64::new(first);
    let verdicts = Mutex::new(Ok(BTreeMap::new()));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let from = next.fetch_add(BATCH, Ordering::Relaxed);
                    if from >= first + count {
                        return;
                    }
                    let batch = try_batch(clang, from, (from + BATCH).min(first + count));
                    let mut verdicts = verdicts.lock().expect("no worker panicked");
                    match (&mut *verdicts, batch) {
                        (Ok(all), Ok(batch)) => all.extend(batch),
                        (all, Err(why)) => *all = Err(format!("seeds from {from}: {why}")),
                        (Err(_), _) => return,
                    }
                }
            });
        }
    });
    verdicts.into_inner().expect("no worker panicked")
}

fn try_batch(clang: &Clang, from: u64, to: u64) -> Result<Vec<(u64, Verdict)>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let functions: Vec<RandomFunction> = (from..to).map(RandomFunction::new).collect();
    let verdicts = judge_batch(clang, folder.path(), &functions)?;
    for (function, verdict) in functions.iter().zip(&verdicts) {
        match verdict {
            Verdict::Agrees { .. } => {}
            Verdict::Incomplete(why) => eprintln!("seed {}: incomplete: {why}", function.seed),
            Verdict::Differs(reasons) => {
                eprintln!("seed {}:\n  {}", function.seed, reasons.join("\n  "));
                keep(function, reasons)?;
            }
        }
    }
    Ok(functions.iter().map(|function| function.seed).zip(verdicts).collect())
}

/// Leaves a function that differs where it can be looked at.
fn keep(function: &RandomFunction, reasons: &[String]) -> Result<(), String> {
    let folder = failures();
    let text = format!("// {}\n{}", reasons.join("\n// "), function.text);
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join(format!("seed{}.c", function.seed)), text))
        .map_err(|e| format!("{}: {e}", folder.display()))
}

fn failures() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("random-failures")
}

fn report(verdicts: &BTreeMap<u64, Verdict>) -> Result<(), String> {
    let (mut agreed, mut paths, mut summaries, mut from_cache) = (0, 0, 0, 0);
    let mut differ = Vec::new();
    let mut incomplete: BTreeMap<&str, usize> = BTreeMap::new();
    for (seed, verdict) in verdicts {
        match verdict {
            Verdict::Agrees { paths: count, summaries: summed_up, from_cache: before } => {
                (agreed, paths, summaries) = (agreed + 1, paths + count, summaries + summed_up);
                from_cache += before;
            }
            Verdict::Incomplete(why) => *incomplete.entry(why).or_default() += 1,
            Verdict::Differs(_) => differ.push(seed),
        }
    }
    eprintln!(
        "{agreed} agree on {paths} paths ({summaries} summed up, {from_cache} summaries used again), {} differ, \
         incomplete: {incomplete:?}",
        differ.len()
    );
    if summaries < agreed as u64 {
        return Err(format!("only {summaries} paths of {agreed} functions were summed up"));
    }
    if from_cache < agreed as u64 / 4 {
        return Err(format!("only {from_cache} summaries for {agreed} functions were used again"));
    }
    if agreed * 2 < verdicts.len() {
        return Err(format!("only {agreed} of {} functions were compared", verdicts.len()));
    }
    match differ.is_empty() {
        true => Ok(()),
        false => Err(format!("these seeds differ, see {}: {differ:?}", failures().display())),
    }
}
