//! What a campaign leaves to the binary: its report on stdout, and the end of the process.

use std::path::Path;

use coax_campaign::{ExitStatus, Failure, FindingFilter, Format, Frontend, Output, terminal_width};
use coax_report::terminal::{Look, Selection, error_lines, in_one_line, summary};
use coax_report::{FinishedRun, Report, Warning};

use crate::cli::OutputOptions;
use crate::{exit, sources};

/// How the report of a campaign is printed.
pub struct Terminal<'a> {
    pub format: Format,
    /// Errors only.
    pub quiet: bool,
    /// Every unit has its line.
    pub all: bool,
    /// Which findings are told, where that can be said.
    pub filter: Option<&'a FindingFilter>,
}

/// What a user wants told of a report.
pub fn selection(report: &Report, filter: Option<&FindingFilter>, all: bool) -> Selection {
    let usual = Selection { nulls_in_full: all, ..Selection::usual(report) };
    let Some(filter) = filter else { return usual };
    Selection {
        kinds: filter.kinds.clone(),
        grades: filter.grades.clone(),
        most: filter.max_findings.unwrap_or(usual.most),
        ..usual
    }
}

impl Terminal<'_> {
    /// What a campaign says, as the options want it.
    pub fn output(&self, options: &OutputOptions) -> Output<'_> {
        Output {
            quiet: options.quiet,
            verbose: options.verbose > 0,
            color: options.color.on_stderr(),
            frontend: self,
        }
    }

    fn summary(&self, report: &Report, folder: &Path) -> String {
        let selection = selection(report, self.filter, self.all);
        let look = Look { width: terminal_width(), all_units: self.all, selection };
        let sources = sources::on_disk(folder);
        let root = std::env::current_dir().unwrap_or_default();
        summary(&FinishedRun { report, folder, root: &root, sources: &sources }, &look)
    }
}

impl Frontend for Terminal<'_> {
    fn show(&self, report: &Report, folder: &Path) {
        match self.format {
            Format::Json => print!("{}", report.to_json()),
            Format::Human if self.quiet => print!("{}", error_lines(report)),
            Format::Human => anstream::print!("{}", self.summary(report, folder)),
        }
    }

    fn found(&self, error: &Warning) {
        let filter = self.filter.filter(|filter| !filter.kinds.is_empty());
        let is_wanted = filter.is_none_or(|it| it.kinds.iter().any(|kind| error.kind == *kind));
        if self.format == Format::Human && !self.quiet && is_wanted {
            anstream::println!("{}", in_one_line(error));
        }
    }

    fn end_at_once(&self, end: Result<ExitStatus, Failure>) -> ! {
        exit::at_once(end)
    }
}
