//! What a run found: report.json, and every form in which people and programs read it.
//!
//! - [`Report`] is report.json, field for field; its schema is part of what users rely on.
//! - [`Report::to_json`] is its text, and [`Report::read`] finds it in a folder.
//! - [`findings`] are its errors in the order they deserve, and [`Fingerprints`] their lasting names.
//! - [`Baseline`] are the findings that are known, and [`ignore`] marks those that are not wanted.
//! - [`terminal`] has the text of a [`FinishedRun`] for a terminal.
//! - [`FORMATS`] are the files that are made from one: SARIF, JUnit, Markdown.
//!
//! Invariants: the order of fields and entries is fixed, maps keep the order in which they were
//! filled, and only fields whose names end in `_s`, and the seconds in `coverage_over_time`, depend on a
//! clock. A reader ignores fields it
//! does not know; a newer schema is refused. Of files, this crate reads report.json alone: sources
//! are asked for through [`Sources`], and what is rendered is text.

mod baseline;
mod brief;
mod counted;
mod findings;
mod fingerprint;
mod format;
mod formats;
mod guide;
mod ignores;
mod kept_test;
mod line;
mod model;
mod reproduce;
mod run;
mod sources;
mod standing;
mod store;
pub mod terminal;
mod verdict;

pub use baseline::{Baseline, BaselineError, BaselineTest, KnownFinding};
pub use coax_kinds::NotJudged;
pub use findings::{Finding, findings};
pub use fingerprint::Fingerprints;
pub use format::ReportFormat;
pub use formats::FORMATS;
pub use guide::{
    CheckPlace, GuardPlace, Guide, GuidedSearch, StatedAssumption, Verdict as CheckVerdict,
};
pub use ignores::{IgnoreRule, ignore};
pub use kept_test::KeptTest;
pub use line::one_line;
pub use model::{
    Calls, Coverage, Divergence, Frame, FunctionCoverage, Judged, Mixed, Numeric, Paths, Ratio,
    Report, SCHEMA, SequenceSearch, Sides, Solver, Status, Test, TestOutcome, Tool, Totals, Unit,
    Values, Warning,
};
pub use reproduce::{GO_TO, reproduce_from};
pub use run::FinishedRun;
pub use sources::{Source, Sources};
pub use standing::{Earlier, EarlierFinding, InBaseline, Since, Standing};
pub use store::{FILE_NAME, ReadError};
pub use verdict::{Unjudged, Verdict};
