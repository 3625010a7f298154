//! Differential fuzzing: random programs written by csmith must behave in coax as they do natively.
//!
//! `COAX_FUZZ_COUNT` programs are tried (default 50) from seed `COAX_FUZZ_SEED` on (default 1),
//! on all cores. The test fails if one program differs; its source is kept below
//! `csmith-failures/` in the target folder, with what both sides printed.
//! Invariants: a seed always gives the same program for every count and number of cores;
//! a program is left out only for a stated reason, and the reasons are counted in the summary.

#[path = "support/clang.rs"]
mod clang;
#[path = "support/process.rs"]
mod process;
#[path = "support/seed.rs"]
mod seed;

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use libtest_mimic::{Arguments, Failed, Trial};

use clang::Clang;
use seed::{Bench, Verdict};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trial = Trial::test("random_programs_agree", || fuzz().map_err(Failed::from))
        .with_ignored_flag(!csmith_is_installed());
    libtest_mimic::run(&arguments, vec![trial]).exit_code()
}

fn csmith_is_installed() -> bool {
    // csmith leaves a platform file where it runs.
    let cwd = std::env::temp_dir();
    let output = Command::new("csmith").arg("--version").current_dir(cwd).output();
    output.is_ok_and(|o| o.status.success())
}

fn fuzz() -> Result<(), String> {
    let bench = Bench::new(Clang::find()?)?;
    let first = number("COAX_FUZZ_SEED", 1)?;
    let count = number("COAX_FUZZ_COUNT", 50)?;
    eprintln!("seeds {first}..{} with {}", first + count, bench.compiler());
    let verdicts = try_all(&bench, first, count);
    report(&verdicts)
}

fn number(name: &str, default: u64) -> Result<u64, String> {
    match std::env::var(name) {
        Ok(text) if !text.is_empty() => text.parse().map_err(|e| format!("{name}={text}: {e}")),
        _ => Ok(default),
    }
}

/// Workers take the next seed until none is left.
fn try_all(bench: &Bench, first: u64, count: u64) -> BTreeMap<u64, Verdict> {
    let next = AtomicU64::new(first);
    let verdicts = Mutex::new(BTreeMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        return;
                    }
                    let verdict = bench.try_seed(seed);
                    if let Verdict::Differs(reason) | Verdict::Broken(reason) = &verdict {
                        eprintln!("seed {seed}: {reason}");
                    }
                    verdicts.lock().expect("no worker panicked").insert(seed, verdict);
                }
            });
        }
    });
    verdicts.into_inner().expect("no worker panicked")
}

fn report(verdicts: &BTreeMap<u64, Verdict>) -> Result<(), String> {
    let mut counts = BTreeMap::new();
    for verdict in verdicts.values() {
        *counts.entry(verdict.word()).or_insert(0) += 1;
    }
    let words: Vec<String> = counts.iter().map(|(w, n)| format!("{n} {w}")).collect();
    eprintln!("{} programs: {}", verdicts.len(), words.join(", "));
    let wrong = |v: &Verdict| matches!(v, Verdict::Differs(_) | Verdict::Broken(_));
    let seeds: Vec<u64> = verdicts.iter().filter(|(_, v)| wrong(v)).map(|(s, _)| *s).collect();
    if seeds.is_empty() {
        return Ok(());
    }
    Err(format!("seeds {seeds:?} failed: {}", words.join(", ")))
}
