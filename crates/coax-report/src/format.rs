//! What a form of a report is: a name and a pure function from a run to text.

use crate::run::FinishedRun;

/// A form in which a finished run can be written to a file.
#[derive(Debug)]
pub struct ReportFormat {
    /// Its name, which is that of the option asking for it.
    pub name: &'static str,
    /// What it is, for the option's help.
    pub about: &'static str,
    /// The whole file.
    pub render: fn(&FinishedRun<'_>) -> String,
}
