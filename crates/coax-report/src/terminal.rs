//! A report as text for a terminal, with styles in it: print it with `anstream`, which removes them where
//! they are not wanted.

mod diagnostic;
mod earlier;
mod errors;
mod excerpt;
mod overview;
mod suite;
mod table;

pub use self::diagnostic::{Diagnostic, Kind, Note, Span, StackFrame};
pub use self::errors::{Selection, error_lines, finding};
use crate::run::FinishedRun;

/// How a summary is to look.
#[derive(Clone, Debug)]
pub struct Look {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether every unit gets its line.
    pub all_units: bool,
    /// Which findings are told.
    pub selection: Selection,
}

/// The summary of a run: its errors, then the table of units and the sums.
pub fn summary(run: &FinishedRun<'_>, look: &Look) -> String {
    let counted = run.report.counted();
    let run = &FinishedRun { report: &counted, ..*run };
    let mut text = errors::errors(run, &look.selection);
    text += &overview::overview(run, &look.selection, look.width, look.all_units);
    text += &run.report.earlier.as_ref().map(earlier::earlier).unwrap_or_default();
    if run.report.divergences > 0 {
        text += &format!(
            "{} of the tests did natively something else than predicted. This is a bug in coax. \
             Please report it with the command and the input.\n",
            run.report.divergences
        );
    }
    text
}
