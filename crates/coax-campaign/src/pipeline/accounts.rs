//! What the engine says of an error, as the report has it.

use coax_case::Check;
use coax_engine::{ErrorReport, Location};
use coax_kinds::{ErrorKind, Word};
use coax_report::{Frame, Judged, Values, Warning};

use crate::out_folder::ERRORS;

/// What is expected of the test of a path that goes wrong.
pub fn expected_error(report: &ErrorReport) -> Check {
    let (file, line, _) = place(report.location.as_ref());
    Check::Error { kind: kind(report), file, line, message: report.message.clone() }
}

/// What is wrong.
pub fn kind(report: &ErrorReport) -> ErrorKind {
    report.kind.expect("the report of an error has a kind")
}

/// Where an error shows and what it is: the same one is reported once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorSite {
    pub kind: ErrorKind,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl ErrorSite {
    pub fn of(report: &ErrorReport) -> ErrorSite {
        let (file, line, column) = place(report.location.as_ref());
        ErrorSite { kind: kind(report), file, line, column }
    }
}

/// File, line and column; of nowhere, if it is not known.
pub fn place(location: Option<&Location>) -> (String, u32, u32) {
    location.map_or_else(Default::default, |location| {
        (location.file.to_string(), location.line, location.column)
    })
}

/// The entry of a possible error in a unit.
pub fn warning(index: usize, report: &ErrorReport, unit: &str, inputs: Values) -> Warning {
    let (file, line, column) = place(report.location.as_ref());
    let frames = report.trace.iter().map(|frame| {
        let (file, line, _) = place(frame.location.as_ref());
        Frame { file, line, function: frame.function.to_string() }
    });
    Warning {
        id: format!("w{}", index + 1),
        kind: kind(report).into(),
        function: unit.to_string(),
        file,
        line,
        column,
        message: report.message.clone(),
        trace: frames.collect(),
        inputs,
        confirmed: false,
        test: None,
        reproduce: None,
        native: None,
        judged: Judged::NotJudged,
        not_judged_because: None,
        native_kind: None,
        unit: None,
        assumes: Vec::new(),
        about: None,
        internal: false,
        grade: None,
        not_from: Vec::new(),
        after: Vec::new(),
        goes_on: false,
        standing: Default::default(),
    }
}

/// The test of a possible error, with the kind that a native run showed if that is another one.
pub fn test_text(rendered: String, warning: &Warning) -> String {
    let rendered = if warning.goes_on { coax_suite::going_on(&rendered) } else { rendered };
    match warning.native_kind.as_ref().and_then(Word::known) {
        Some(kind) => coax_suite::with_native_kind(&rendered, kind),
        None => rendered,
    }
}

/// What a user types within the folder of results to see an error: `build` compiles its test from
/// within the folder of errors.
pub fn reproduce(build: &str, test: &str) -> String {
    let binary = test.rsplit_once('.').map_or(test, |(stem, _)| stem);
    format!("{}{ERRORS} && {build} && ./{}", coax_report::GO_TO, shell_words::quote(binary))
}

/// The same, where the test is to go on after other errors.
pub fn reproduce_going_on(command: &str) -> String {
    let built = coax_suite::going_on(command);
    match built.rsplit_once(" && ./") {
        Some((build, run)) => format!("{build} && ASAN_OPTIONS=halt_on_error=0 ./{run}"),
        None => built,
    }
}
