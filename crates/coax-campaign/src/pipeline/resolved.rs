//! The report as it is when a search begins: who makes it, with which options, and that everything
//! is still to be done.

use coax_kinds::Incomplete;
use coax_report::{Calls, Paths, Report, Sides, Solver, Status, Tool, Unit, Values};
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

/// A unit of which nothing has been explored yet.
pub fn pending_unit(function: &str, file: &str, line: u32) -> Unit {
    Unit {
        function: function.into(),
        file: file.into(),
        line,
        status: Status::Timeout,
        incomplete_because: vec![Incomplete::Unfinished.into()],
        paths: Paths { pending: 1, ..Paths::default() },
        runs: 0,
        summaries: 0,
        calls: Calls::default(),
        divergences: 0,
        sides: Sides::default(),
        steps: 0,
        explored_s: 0.0,
        solver: Solver::default(),
        tests: 0,
        warnings: 0,
        errors: 0,
        notes: Vec::new(),
        guide: None,
    }
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
