//! What a search came to, in the words and numbers of the report.
//!
//! Invariant: `complete` is claimed only if nothing was cut, for any reason.

use std::collections::BTreeSet;

use coax_engine::explore::Tally;
use coax_engine::guards::GuideCounts;
use coax_engine::summaries::SummaryCounts;
use coax_kinds::{Incomplete, Word};
use coax_report::{Calls, GuidedSearch, Mixed, Numeric, Paths, Solver, Status, Unit};
use coax_solve::{MixedCounts, NumericCounts, Statistics};

/// Counts of several workers together. What they covered is not added up: they cover the same.
pub fn total<'t>(tallies: impl Iterator<Item = &'t Tally>) -> Tally {
    tallies.fold(Tally::default(), |all, one| Tally {
        completed: all.completed + one.completed,
        error: all.error + one.error,
        assumed_away: all.assumed_away + one.assumed_away,
        bounded: all.bounded + one.bounded,
        unsupported: all.unsupported + one.unsupported,
        unknown: all.unknown + one.unknown,
        infeasible: all.infeasible + one.infeasible,
        pending: all.pending + one.pending,
        dropped: all.dropped + one.dropped,
        steps: all.steps + one.steps,
        runs: all.runs + one.runs,
        covered: all.covered.max(one.covered),
        places: all.places.max(one.places),
        divergences: all.divergences + one.divergences,
        summaries: all.summaries + one.summaries,
        guide: all.guide.plus(one.guide),
    })
}

/// What an exploration came to, of one unit.
pub struct Exploration<'a> {
    pub tally: &'a Tally,
    /// Why it is not complete.
    pub because: BTreeSet<Incomplete>,
    /// Of every solver that was asked.
    pub statistics: Vec<&'a Statistics>,
    /// Of every worker.
    pub summaries: Vec<&'a SummaryCounts>,
}

/// Enters it into the report; an earlier, shorter one does not count any more.
pub fn record(unit: &mut Unit, exploration: Exploration<'_>) {
    let Exploration { tally, because, statistics, summaries } = exploration;
    unit.paths = paths(tally);
    unit.status = status(&because, &unit.paths);
    unit.incomplete_because = because.into_iter().map(Word::Known).collect();
    unit.runs = tally.runs;
    unit.summaries = tally.summaries;
    unit.calls = calls(summaries.into_iter());
    unit.divergences = tally.divergences;
    unit.steps = tally.steps;
    if let Some(guide) = &mut unit.guide {
        guide.search = Some(guided(tally.guide));
    }
    unit.solver = solver(statistics.into_iter());
}

fn guided(counts: GuideCounts) -> GuidedSearch {
    let GuideCounts { redundant, non_redundant, failing, pruned, deferred } = counts;
    GuidedSearch { redundant, non_redundant, failing, pruned, deferred }
}

/// Paths by how they ended.
pub fn paths(tally: &Tally) -> Paths {
    Paths {
        completed: tally.completed,
        error: tally.error,
        infeasible: tally.infeasible,
        bounded: tally.bounded,
        assumed_away: tally.assumed_away,
        unsupported: tally.unsupported,
        solver_unknown: tally.unknown,
        pending: tally.pending + tally.dropped,
    }
}

/// Adds the reasons that the counts alone show to those already known: why not all was explored.
pub fn incomplete_because(
    tally: &Tally,
    defects: bool,
    mut because: BTreeSet<Incomplete>,
) -> BTreeSet<Incomplete> {
    let others = [
        (Incomplete::Unsupported, tally.unsupported > 0),
        (Incomplete::SolverUnknown, tally.unknown > 0),
        (Incomplete::Memory, tally.dropped > 0),
        (Incomplete::Defect, defects),
    ];
    because.extend(others.iter().filter(|(_, holds)| *holds).map(|(word, _)| *word));
    if tally.pending > 0 && because.is_empty() {
        because.insert(Incomplete::Pending);
    }
    because
}

/// How far it came, given every reason why not further.
fn status(because: &BTreeSet<Incomplete>, paths: &Paths) -> Status {
    let is_late = because.contains(&Incomplete::Time) || because.contains(&Incomplete::Interrupted);
    if because.is_empty() {
        Status::Complete
    } else if is_late && paths.ended() == 0 {
        Status::NotExplored
    } else if is_late {
        Status::Timeout
    } else if because.contains(&Incomplete::Unsupported) {
        Status::Unsupported
    } else {
        Status::Bounded
    }
}

/// What was asked of all solvers together.
fn solver<'s>(all: impl Iterator<Item = &'s Statistics>) -> Solver {
    let mut sum = Solver::default();
    for one in all {
        sum.queries += queries(one);
        sum.sat += one.backend_sat;
        sum.unsat += one.backend_unsat;
        sum.unknown += one.backend_unknown;
        sum.cached += one.asked - queries(one).min(one.asked);
        sum.time_s += one.backend_time.as_secs_f64();
        sum.mixed = mixed(sum.mixed, &one.mixed);
        sum.numeric = numeric(sum.numeric, &one.numeric);
    }
    sum
}

fn mixed(sum: Mixed, one: &MixedCounts) -> Mixed {
    Mixed {
        asked: sum.asked + one.asked,
        refuted: sum.refuted + one.refuted,
        first: sum.first + one.first,
        residual: sum.residual + one.residual,
        random: sum.random + one.random,
        partition: sum.partition + one.partition,
        incremental: sum.incremental + one.incremental,
        unknown: sum.unknown + one.unknown,
    }
}

fn numeric(sum: Numeric, one: &NumericCounts) -> Numeric {
    Numeric {
        asked: sum.asked + one.asked,
        smt: sum.smt + one.smt,
        icp: sum.icp + one.icp,
        search: sum.search + one.search,
        trials: sum.trials + one.trials,
        unknown: sum.unknown + one.unknown,
    }
}

/// What became of calls that might have been stepped over.
fn calls<'s>(all: impl Iterator<Item = &'s SummaryCounts>) -> Calls {
    let mut sum = Calls::default();
    for one in all {
        sum.summed_up += one.made;
        sum.reused += one.reused;
        sum.extended += one.extended;
        sum.from_cache += one.from_cache;
        for (&reason, times) in &one.followed {
            *sum.followed.entry(reason.into()).or_default() += times;
        }
    }
    sum
}

/// Questions that reached the solver proper.
pub fn queries(statistics: &Statistics) -> u64 {
    statistics.backend_sat + statistics.backend_unsat + statistics.backend_unknown
}

#[cfg(test)]
mod tests {
    use super::*;
    use Incomplete::{Concretized, Defect, Interrupted, Pending, Revisits, Time, Unsupported};

    #[test]
    fn complete_means_that_nothing_was_cut() {
        let some = Paths { completed: 1, ..Paths::default() };
        let none = Paths { pending: 1, ..Paths::default() };
        assert_eq!(status(&BTreeSet::new(), &some), Status::Complete);
        assert_eq!(status(&[Revisits].into(), &some), Status::Bounded);
        assert_eq!(status(&[Revisits, Time].into(), &some), Status::Timeout);
        assert_eq!(status(&[Interrupted, Unsupported].into(), &some), Status::Timeout);
        assert_eq!(status(&[Concretized, Unsupported].into(), &some), Status::Unsupported);
        assert_eq!(status(&[Time].into(), &none), Status::NotExplored);
        assert_eq!(status(&[Unsupported].into(), &none), Status::Unsupported);
    }

    #[test]
    fn what_is_pending_is_a_reason_by_itself() {
        let pending = Tally { pending: 1, ..Tally::default() };
        assert_eq!(incomplete_because(&pending, false, BTreeSet::new()), [Pending].into());
        assert_eq!(incomplete_because(&pending, false, [Time].into()), [Time].into());
        assert_eq!(incomplete_because(&Tally::default(), true, BTreeSet::new()), [Defect].into());
    }
}
