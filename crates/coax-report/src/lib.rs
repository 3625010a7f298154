//! What a run found: report.json, and the summary people read.
//!
//! - [`Report`] is report.json, field for field; its schema is part of what users rely on.
//! - [`Report::to_json`] is its text, and [`Report::read`] finds it in a folder.
//! - [`human`] is the same for people; [`findings`] are its errors in the order they deserve.
//!
//! Invariants: the order of fields and entries is fixed, maps keep the order in which they were
//! filled, and only fields whose names end in `_s` depend on a clock. A reader ignores fields it
//! does not know; a newer schema is refused.

mod findings;
mod human;
mod line;
mod model;
mod store;
mod table;
mod verdict;

pub use coax_kinds::NotJudged;
pub use findings::{Finding, findings};
pub use human::{Look, human};
pub use line::one_line;
pub use model::{
    Calls, Coverage, Frame, FunctionCoverage, Mixed, Numeric, Paths, Ratio, Report, SCHEMA, Sides,
    Solver, Status, Test, TestOutcome, Tool, Totals, Unit, Values, Warning,
};
pub use store::{FILE_NAME, ReadError};
pub use verdict::{Judged, Unjudged, Verdict};
