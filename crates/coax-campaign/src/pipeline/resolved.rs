//! The report as it is when a search begins: who makes it, with which options, and that everything
//! is still to be done.

use coax_kinds::Incomplete;
use coax_report::{Report, Status, Tool, Unit, Values};
use serde_json::Value;

use crate::options::BoundOptions;
use crate::out_folder::TOOL_NAME;
use crate::quantity::Size;

/// A report in which nothing has been found yet.
pub fn empty_report(command: &str, seed: u64, options: Values) -> Report {
    let tool = Tool { name: TOOL_NAME.into(), version: env!("CARGO_PKG_VERSION").into() };
    let mut report = Report::new(tool, command, seed);
    report.options = options;
    report.sandbox = crate::sandbox::current().tier().to_string();
    report
}

/// The bounds, as they are used; that on revisits has a default of its own in every command.
pub fn bounds(options: &BoundOptions) -> Values {
    let mut values = Values::new();
    let mut say = |name: &str, value: Value| values.insert(name.into(), value);
    say("time", options.time.to_string().into());
    say("solver-time", options.solver_time.to_string().into());
    say("max-paths", options.max_paths.map(u64::from).into());
    say("max-tests", options.max_tests.map(u64::from).into());
    say("max-steps", options.max_steps.map(u64::from).into());
    say("max-constraints", options.max_constraints.map(u64::from).into());
    say("max-revisits", options.max_revisits.map(u64::from).into());
    say("memory", options.memory.unwrap_or_else(Size::half_of_memory).to_string().into());
    values
}

/// A unit whose turn did not come.
pub fn not_reached(unit: &mut Unit, why: Incomplete) {
    if unit.incomplete_because == [Incomplete::Unfinished] {
        unit.status = Status::NotExplored;
        unit.incomplete_because = vec![why.into()];
    }
}
