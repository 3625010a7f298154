//! Compares what exploring a function found with what the function natively does on all inputs.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use coax_engine::explore::Search;

use super::explored::{self, Calls, Exploration, Memory, ObservedEnd};
use super::generate::RandomFunction;
use super::native::{self, NativeOutcome, NativeOutcomes};
use super::sources::{self, MISMATCH, POINT};
use crate::clang::Clang;

/// A function that takes longer than this is mentioned; nothing depends on it.
const SLOW: Duration = Duration::from_secs(5);

/// What came of one function.
pub enum Verdict {
    /// Both agree; so many paths, so many through functions that were summed up, and so many summaries that were
    /// made before.
    Agrees { paths: usize, summaries: u64, from_cache: u64 },
    /// It was not explored completely, for these reasons. What was found is right.
    Incomplete(String),
    /// They differ, in these respects.
    Differs(Vec<String>),
}

/// How calls are stepped over: with summaries that are not kept, with those that are, and with those that were.
const SUMMED_UP: [&str; 3] = ["summaries", "kept summaries", "remembered summaries"];

/// Judges functions, which share two compilations.
pub fn judge_batch(
    clang: &Clang,
    folder: &Path,
    functions: &[RandomFunction],
) -> Result<Vec<Verdict>, String> {
    let outcomes = native::try_all_inputs(clang, folder, functions)?;
    let source =
        sources::write_explored(folder, functions, &outcomes).map_err(|e| e.to_string())?;
    let elsewhere = sources::write_elsewhere(folder, &source).map_err(|e| e.to_string())?;
    let program = explored::load(folder, source)?;
    let elsewhere = explored::load(folder, elsewhere)?;
    let judge = |(number, (function, outcomes)): (usize, (&RandomFunction, &NativeOutcomes))| {
        let orders = orders(function.seed);
        let started = Instant::now();
        let explore = |search, calls| explored::explore(&program, number, search, calls);
        let found = orders.map(|(_, search)| explore(search, Calls::Followed));
        let stepped_over = explore(orders[0].1, Calls::SteppedOver);
        let memory = Memory::default();
        let kept = explore(orders[0].1, Calls::Remembered(&memory));
        // What was kept is used in the same program, or in one in which everything is elsewhere.
        let program = if function.seed % 2 == 0 { &program } else { &elsewhere };
        let remembered =
            explored::explore(program, number, orders[1].1, Calls::Remembered(&memory));
        if started.elapsed() > SLOW {
            eprintln!("seed {} took {:.1} s", function.seed, started.elapsed().as_secs_f64());
        }
        let summed_up = [stepped_over, kept, remembered];
        compare(function, outcomes, orders.map(|order| order.0), &found, &summed_up)
    };
    Ok(functions.iter().zip(&outcomes).enumerate().map(judge).collect())
}

/// The two orders of search a function is explored in.
fn orders(seed: u64) -> [(&'static str, Search); 2] {
    let all = Search::ALL;
    let first = seed as usize % all.len();
    let second = (first + 1 + (seed as usize / all.len()) % (all.len() - 1)) % all.len();
    [all[first], all[second]]
}

fn compare(
    function: &RandomFunction,
    outcomes: &NativeOutcomes,
    orders: [&str; 2],
    found: &[Exploration; 2],
    summed_up: &[Exploration; 3],
) -> Verdict {
    let mut wrong = Vec::new();
    for (order, exploration) in SUMMED_UP.iter().zip(summed_up) {
        if exploration.divergences > 0 {
            let paths = exploration.divergences;
            wrong.push(format!("{order}: {paths} paths are not as predicted"));
        }
    }
    let names = orders.iter().chain(&SUMMED_UP);
    for (order, exploration) in names.zip(found.iter().chain(summed_up)) {
        let complete = exploration.incomplete.is_empty();
        let mut own = paths_are_right(function, outcomes, exploration);
        if complete {
            own.extend(nothing_is_missing(function, outcomes, exploration));
        }
        wrong.extend(own.into_iter().map(|what| format!("{order}: {what}")));
    }
    let reasons: BTreeSet<&String> =
        found.iter().flat_map(|exploration| &exploration.incomplete).collect();
    if reasons.is_empty() && found[0].counts() != found[1].counts() {
        let [first, second] = [found[0].counts(), found[1].counts()];
        wrong.push(format!("{orders:?} disagree: {first:?} and {second:?}"));
    }
    match (wrong.is_empty(), reasons.is_empty()) {
        (false, _) => Verdict::Differs(wrong),
        (true, false) => {
            Verdict::Incomplete(reasons.into_iter().cloned().collect::<Vec<_>>().join(", "))
        }
        (true, true) if summed_up.iter().any(|one| !one.incomplete.is_empty()) => {
            let reasons =
                summed_up.iter().flat_map(|one| one.incomplete.iter().map(String::as_str));
            Verdict::Incomplete(format!("summaries: {}", Vec::from_iter(reasons).join(", ")))
        }
        (true, true) => {
            let [stepped_over, _, remembered] = summed_up;
            Verdict::Agrees {
                paths: found[0].paths.len(),
                summaries: stepped_over.summaries,
                from_cache: remembered.from_cache,
            }
        }
    }
}

/// Every path ends as its inputs natively do.
fn paths_are_right(
    function: &RandomFunction,
    outcomes: &NativeOutcomes,
    found: &Exploration,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (ending, inputs) in &found.paths {
        if let ObservedEnd::Other(what) = ending {
            if !what.starts_with("Bounded") && !what.starts_with("SolverUnknown") {
                wrong.push(format!("{what} on {inputs:?}"));
            }
            continue;
        }
        let Some(number) = number(function, inputs) else {
            wrong.push(format!("{ending:?} on {inputs:?}, which is assumed away"));
            continue;
        };
        let expected = ending_of(function, outcomes, number);
        if *ending != expected {
            wrong.push(format!(
                "{ending:?} on {inputs:?}, natively {:?} = {expected:?}",
                outcomes.0[number]
            ));
        }
    }
    wrong.truncate(4);
    wrong
}

/// Everything that happens on some input is on a path, and inputs that are singled out are on one.
fn nothing_is_missing(
    function: &RandomFunction,
    outcomes: &NativeOutcomes,
    found: &Exploration,
) -> Vec<String> {
    let counts = found.counts();
    let mut wrong = Vec::new();
    let mut expected = BTreeSet::new();
    for number in 0..outcomes.0.len() {
        let ending = ending_of(function, outcomes, number);
        if expected.insert(ending.clone()) && !counts.contains_key(&ending) {
            wrong.push(format!("no path ends with {ending:?}, natively input {number} does"));
        }
    }
    for (number, _) in function.points.iter().enumerate() {
        let status = ObservedEnd::Status(POINT + number as i32);
        let times = counts.get(&status).copied().unwrap_or(0);
        if times > 1 {
            wrong.push(format!("{times} paths for one input: {status:?}"));
        }
    }
    if let Some(times) = counts.get(&ObservedEnd::Status(MISMATCH)) {
        wrong.push(format!("{times} paths with results that are natively different"));
    }
    wrong.truncate(4);
    wrong
}

/// How the explored program should end on a combination of inputs.
fn ending_of(function: &RandomFunction, outcomes: &NativeOutcomes, number: usize) -> ObservedEnd {
    match outcomes.0[number] {
        NativeOutcome::Error { kind, line } => ObservedEnd::Error { kind: kind.to_string(), line },
        NativeOutcome::Value(value) => {
            let point = function.points.iter().position(|&point| point == number);
            ObservedEnd::Status(point.map_or(sources::class(value), |at| POINT + at as i32))
        }
    }
}

/// The number of a combination of inputs, if it is not assumed away.
fn number(function: &RandomFunction, inputs: &[u8]) -> Option<usize> {
    if inputs.len() != function.inputs.len() {
        return None;
    }
    let mut number = 0;
    for (input, &byte) in function.inputs.iter().zip(inputs) {
        let at = usize::from(byte.wrapping_sub(input.low as u8));
        if at >= input.count {
            return None;
        }
        number = number * input.count + at;
    }
    Some(number)
}
