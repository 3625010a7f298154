//! What a campaign leaves to the binary: its report on stdout, and the end of the process.

use std::path::Path;

use coax_campaign::{
    ExitStatus, Failure, Format, Frontend, Output, sources_on_disk, terminal_width,
};
use coax_report::terminal::{Look, Selection, error_lines, summary};
use coax_report::{FinishedRun, Report};

use crate::cli::OutputOptions;
use crate::exit;

/// How the report of a campaign is printed.
pub struct Terminal {
    pub format: Format,
    /// Errors only.
    pub quiet: bool,
    /// Every unit has its line.
    pub all: bool,
}

impl Terminal {
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
        let selection = Selection { nulls_in_full: self.all, ..Selection::default() };
        let look = Look { width: terminal_width(), all_units: self.all, selection };
        let sources = sources_on_disk(folder);
        let root = std::env::current_dir().unwrap_or_default();
        summary(&FinishedRun { report, folder, root: &root, sources: &sources }, &look)
    }
}

impl Frontend for Terminal {
    fn show(&self, report: &Report, folder: &Path) {
        match self.format {
            Format::Json => print!("{}", report.to_json()),
            Format::Human if self.quiet => print!("{}", error_lines(report)),
            Format::Human => anstream::print!("{}", self.summary(report, folder)),
        }
    }

    fn end_at_once(&self, end: Result<ExitStatus, Failure>) -> ! {
        exit::at_once(end)
    }
}
