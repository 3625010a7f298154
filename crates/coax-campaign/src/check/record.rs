//! What goes into the report of a check beside its warnings: options, units, and how far each came.

use coax_kinds::Incomplete;
use coax_report::{Status, Values};
use serde_json::Value;

use super::explore_unit::Explored;
use crate::options::{CheckOptions, Objects, Pointers};
use crate::out_folder;
use crate::pipeline::figures::{self, Exploration};
use crate::pipeline::resolved;
use crate::project::sources::{Refused, Sources};
use crate::project::units::Unit;

/// Revisits of one instruction that a path may have, unless said otherwise.
pub const REVISITS: u32 = 64;

/// The report of a run that has just begun.
pub fn first_report(options: &CheckOptions, sources: &Sources) -> coax_report::Report {
    let options_used = resolved_options(options, sources);
    resolved::empty_report("check", options.seed, options_used)
}

/// A function that will be explored.
pub fn pending(unit: &Unit) -> coax_report::Unit {
    coax_report::Unit::pending(&unit.name.qualified, &unit.name.file, unit.name.line)
}

/// Nothing more will be explored: says why of what was not, and lists the files that could not be looked at.
pub fn close(report: &mut coax_report::Report, why: Incomplete, refused: &[Refused]) {
    report.units.iter_mut().for_each(|unit| resolved::not_reached(unit, why));
    report.units.extend(refused.iter().map(Refused::unit));
}

/// Every option, as it is used.
fn resolved_options(options: &CheckOptions, sources: &Sources) -> Values {
    let mut values = Values::new();
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    say("paths", options.paths.iter().map(|path| path.display().to_string()).collect());
    let files = sources.translations.iter().map(|one| one.file.display().to_string());
    say("files", files.collect());
    say("cflags", options.cflags.clone().into());
    say("function", options.function.clone().into());
    say("out", out_folder::told(&options.out).into());
    let pointers = match options.inputs.pointers {
        Pointers::Nonnull => "nonnull",
        Pointers::MaybeNull => "maybe-null",
    };
    say("pointers", pointers.into());
    let objects = match options.inputs.objects {
        Objects::Api => "api",
        Objects::MadeUp => "made-up",
        Objects::Both => "both",
    };
    say("objects", objects.into());
    say("no-null-arguments", options.inputs.no_null_arguments.into());
    say("call-depth", options.calls.call_depth.to_string().into());
    let depths = options.calls.call_depth_of.iter().map(ToString::to_string);
    say("call-depth-of", depths.collect());
    say("havoc-globals", options.calls.havoc_globals.into());
    say("unit-time", options.unit_time.map(|time| time.to_string()).into());
    values.extend(resolved::bounds(&options.bounds));
    values.extend(options.solving.resolved());
    values.extend(options.engine.resolved());
    values.insert("summary-after".into(), options.summary_after.into());
    let revisits = options.bounds.max_revisits.map_or(REVISITS.into(), u64::from);
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    say("max-revisits", revisits.into());
    say("search", options.search.name().into());
    say("no-prune", options.no_prune.into());
    say("seed", options.seed.into());
    say("jobs", options.workers().into());
    say("allow-not-judged", options.allow_not_judged.to_string().into());
    values
}

/// What the exploration of a unit came to; an earlier, shorter one does not count any more.
pub fn explored(unit: &mut coax_report::Unit, explored: &Explored) {
    let Explored { tally, because, statistics, summaries, took, .. } = explored;
    let because = figures::incomplete_because(tally, false, because.clone());
    let (statistics, summaries) = (statistics.iter().collect(), vec![summaries]);
    figures::record(unit, Exploration { tally, because, statistics, summaries });
    unit.sides = coax_report::Sides { reached: tally.covered, all: tally.places };
    unit.explored_s += took.as_secs_f64();
}

/// A unit that cannot be explored at all.
pub fn unsupported(unit: &mut coax_report::Unit) {
    unit.status = Status::Unsupported;
    unit.incomplete_because = vec![Incomplete::Unsupported.into()];
    unit.paths = coax_report::Paths::default();
}

/// A unit that is not looked into: its user wants it called natively.
pub fn called_natively(unit: &mut coax_report::Unit) {
    unit.status = Status::NotExplored;
    unit.incomplete_because = vec![Incomplete::CalledNatively.into()];
    unit.paths = coax_report::Paths::default();
}
