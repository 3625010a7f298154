//! Tries mutants: does any test fail?
//!
//! Invariants: only tests that come past a mutant are asked; a test that does not come to its end in many times its usual time
//! has noticed it; the cheap ones are asked first and together.

use std::collections::BTreeMap;
use std::time::Duration;

use super::Options;
use super::operators::Mutant;
use super::reach::{self, Test};
use super::run::{self, Ended};

/// What became of a mutant.
pub struct Trial {
    pub mutant: Mutant,
    pub end: End,
}

/// Whether it was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Caught,
    /// Tests come past it, and none fails.
    Missed,
    /// No test comes past it.
    NotReached,
}

/// Tests that take less are asked together.
const CHEAP: Duration = Duration::from_secs(2);

/// Tests of the mutant's own crate that take more, at most.
const OWN: usize = 12;

/// Tries all of them.
pub fn of_all(mutants: &[&Mutant], tests: &[Test<'_>], options: &Options) -> Vec<Trial> {
    reach::in_parallel(mutants, options.jobs, &|mutant| {
        let end = of_one(mutant, tests, options);
        if end != End::Caught {
            eprintln!("mutants: {}:{}: {end:?}: {}", mutant.path, mutant.line, mutant.change);
        }
        Some(Trial { mutant: (*mutant).clone(), end })
    })
}

fn of_one(mutant: &Mutant, tests: &[Test<'_>], options: &Options) -> End {
    let rounds = rounds(mutant, tests, options);
    if rounds.is_empty() {
        return End::NotReached;
    }
    let told = mutant.number.to_string();
    let notices = |round: &Vec<&Test<'_>>| {
        let names: Vec<&str> = round.iter().map(|test| test.name.as_str()).collect();
        let usual: Duration = round.iter().map(|test| test.takes).sum();
        let limit = Duration::from_secs(10) + usual * 8;
        run::tests(round[0].program, &names, &told, limit) != Ended::Passed
    };
    if rounds.iter().any(notices) { End::Caught } else { End::Missed }
}

/// The tests that are asked about a mutant, in turn.
fn rounds<'t>(mutant: &Mutant, tests: &'t [Test<'t>], options: &Options) -> Vec<Vec<&'t Test<'t>>> {
    let package = mutant.path.split('/').nth(1).unwrap_or_default();
    let is_always = |test: &&Test<'_>| mutant.module.always.contains(&test.program.name.as_str());
    let reached: Vec<&Test<'_>> = tests
        .iter()
        .filter(|test| test.reached.contains(&mutant.number) && !is_always(test))
        .collect();
    let mut rounds = together(reached.iter().copied().filter(|test| is_cheap(test)));
    rounds.extend(tests.iter().filter(is_always).map(|test| vec![test]));
    for (is_own, most) in [(true, OWN), (false, options.corpus)] {
        let in_turn =
            |test: &&&Test<'_>| (test.program.package == package) == is_own && !is_cheap(test);
        rounds.extend(telling(reached.iter().filter(in_turn).copied(), most));
    }
    rounds
}

/// Whether a test is asked together with others. Programs of a corpus are run one at a time.
fn is_cheap(test: &Test<'_>) -> bool {
    test.takes < CHEAP && test.program.package != "coax"
}

/// The tests of each program.
fn together<'t>(tests: impl Iterator<Item = &'t Test<'t>>) -> Vec<Vec<&'t Test<'t>>> {
    let mut programs: BTreeMap<_, Vec<&Test<'_>>> = BTreeMap::new();
    for test in tests {
        programs.entry(&test.program.file).or_default().push(test);
    }
    programs.into_values().collect()
}

/// Half of them those that come past the fewest mutants, since they are most likely about this one; the others from all
/// over the rest.
fn telling<'t>(tests: impl Iterator<Item = &'t Test<'t>>, count: usize) -> Vec<Vec<&'t Test<'t>>> {
    let mut tests: Vec<&Test<'_>> = tests.collect();
    tests.sort_by_key(|test| (test.reached.len(), test.takes));
    let first = count.div_ceil(2).min(tests.len());
    let rest = tests.split_off(first);
    let step = (rest.len() / (count / 2).max(1)).max(1);
    let others = rest.into_iter().step_by(step).take(count / 2);
    tests.into_iter().chain(others).map(|test| vec![test]).collect()
}
