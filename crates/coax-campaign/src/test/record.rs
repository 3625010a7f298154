//! What goes into the report of a suite beside its tests and warnings: options, units, and how far each came.

use coax_kinds::Incomplete;
use coax_report::{Paths, Report, SequenceSearch, Sides, Status, Unit, Values};
use coax_sequence::Progress;
use serde_json::Value;

use super::suite::Suite;
use crate::options::TestOptions;
use crate::out_folder;
use crate::pipeline::resolved;
use crate::project::sources::{Refused, Sources};
use crate::project::units;

/// The report of a run that has just begun.
pub fn first_report(
    options: &TestOptions,
    sources: &Sources,
    chosen: &[units::Unit],
    refused: &[Refused],
) -> Report {
    let mut report =
        resolved::empty_report("test", options.seed, resolved_options(options, sources));
    let pending = |unit: &units::Unit| Unit {
        paths: Paths::default(),
        ..coax_report::Unit::pending(&unit.name.qualified, &unit.name.file, unit.name.line)
    };
    report.units = chosen.iter().map(pending).collect();
    report.units.extend(refused.iter().map(Refused::unit));
    report.tally();
    report
}

/// Every option, as it is used.
fn resolved_options(options: &TestOptions, sources: &Sources) -> Values {
    let mut values = Values::new();
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    say("paths", options.paths.iter().map(|path| path.display().to_string()).collect());
    let files = sources.translations.iter().map(|one| one.file.display().to_string());
    say("files", files.collect());
    say("cflags", options.cflags.clone().into());
    say("function", options.function.clone().into());
    say("out", out_folder::told(&options.out).into());
    if let Some(framework) = options.framework {
        say("framework", framework.name().into());
    }
    if let Some(folder) = &options.suite_dir {
        say("suite-dir", out_folder::told(folder).into());
    }
    if let Some(existing) = &options.existing {
        say("existing", existing.display().to_string().into());
    }
    say("strategy", options.strategy.name().into());
    say("max-calls", options.max_calls.0.into());
    say("no-coverage", options.no_coverage.into());
    values.extend(resolved::bounds(&options.bounds()));
    values.extend(options.solving.resolved());
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    say("seed", options.seed.into());
    say("jobs", options.workers().into());
    say("allow-not-judged", options.allow_not_judged.to_string().into());
    values
}

/// Adds what one worker came to.
pub fn add(search: &mut SequenceSearch, progress: &Progress) {
    search.attempts += progress.attempts;
    search.calls += progress.calls;
    search.steps += progress.steps;
    search.switches += progress.switches;
    search.pool += progress.pool as u64;
    search.drivers += progress.drivers;
    search.targets += progress.targets;
    search.queries += progress.queries;
    search.queries_saved += progress.queries_saved;
    search.saved_checked += progress.saved_checked;
    search.saved_wrong += progress.saved_wrong;
    search.conflicts += progress.conflicts as u64;
}

/// A unit whose program was searched until `why` ended that.
pub fn searched(unit: &mut Unit, why: Incomplete) {
    unit.status = match why {
        Incomplete::Time | Incomplete::Interrupted => Status::Timeout,
        _ => Status::Bounded,
    };
    unit.incomplete_because = vec![why.into()];
}

/// What the tests that are left cover of the units, in the engine.
pub fn covered(suite: &mut Suite<'_>, units: &[units::Unit], all: &[u64]) {
    let sides = suite.drafts.sides();
    for (index, unit) in units.iter().enumerate() {
        let reached = suite.sides.within(&unit.name, sides.iter());
        let entry = &mut suite.suspects.records.report.units[index];
        entry.sides = Sides { reached, all: all[index].max(reached) };
        let has_test = suite.drafts.has_test_of(index);
        if !entry.notes.is_empty() && !has_test && reached == 0 {
            entry.status = Status::Unsupported;
            entry.incomplete_because = vec![Incomplete::Unsupported.into()];
        }
    }
    let over_time = suite.drafts.over_time(&suite.sides);
    suite.suspects.records.report.totals.coverage_over_time = over_time;
}
