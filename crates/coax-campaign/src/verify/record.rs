//! What goes into the report of `coax verify`: options, functions, and what is known of their checks.

use coax_guide::{Analysed, COVERED, GivenUp};
use coax_ir::Program;
use coax_kinds::Incomplete;
use coax_report::{Paths, Report, Status, Values};
use serde_json::Value;

use crate::guided::stated;
use crate::options::VerifyOptions;
use crate::out_folder;
use crate::pipeline::resolved;
use crate::project::scan::FunctionName;
use crate::project::sources::{Refused, Sources};
use crate::project::units::Unit;

/// The report of a run that has just begun: every function is pending.
pub fn first_report(
    options: &VerifyOptions,
    sources: &Sources,
    units: &[Unit],
    refused: &[Refused],
) -> Report {
    let mut report = resolved::empty_report("verify", 0, resolved_options(options, sources));
    report.units = units.iter().map(|unit| pending(&unit.name)).collect();
    report.units.extend(refused.iter().map(Refused::unit));
    report
}

/// A function that is not analysed yet.
pub fn pending(name: &FunctionName) -> coax_report::Unit {
    let unit = coax_report::Unit::pending(&name.qualified, &name.file, name.line);
    coax_report::Unit { paths: Paths::default(), ..unit }
}

fn resolved_options(options: &VerifyOptions, sources: &Sources) -> Values {
    let mut values = Values::new();
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    say("paths", options.paths.iter().map(|path| path.display().to_string()).collect());
    let files = sources.translations.iter().map(|one| one.file.display().to_string());
    say("files", files.collect());
    say("cflags", options.cflags.clone().into());
    say("function", options.function.clone().into());
    say("out", out_folder::told(&options.out).into());
    say("export", options.export.as_ref().map(|file| file.display().to_string()).into());
    say("time", options.time.to_string().into());
    say("jobs", options.workers().into());
    say("kinds", COVERED.iter().map(|kind| kind.name()).collect());
    values
}

/// What the analysis of a function came to.
pub fn analysed(unit: &mut coax_report::Unit, program: &Program, analysed: &Analysed, took: f64) {
    unit.guide = stated::guide(program, analysed, took);
    let because = analysed.given_up.map(|why| match why {
        GivenUp::ReturnsTwice => Incomplete::Unsupported,
        GivenUp::NoTime => Incomplete::Time,
    });
    unit.status = match analysed.given_up {
        None => Status::Complete,
        Some(GivenUp::ReturnsTwice) => Status::Unsupported,
        Some(GivenUp::NoTime) => Status::Timeout,
    };
    unit.incomplete_because = because.into_iter().map(Into::into).collect();
}

/// A unit whose turn did not come.
pub fn not_reached(unit: &mut coax_report::Unit, why: Incomplete) {
    if unit.incomplete_because == [Incomplete::Unfinished] {
        unit.status = Status::NotExplored;
        unit.incomplete_because = vec![why.into()];
    }
}
