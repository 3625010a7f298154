//! What a campaign leaves to the binary: its report on stdout, and the end of the process.

use std::path::Path;

use coax_campaign::{ExitStatus, Failure, Format, Frontend, Output, terminal_width};
use coax_report::Report;

use crate::cli::OutputOptions;
use crate::{exit, summary};

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
}

impl Frontend for Terminal {
    fn show(&self, report: &Report, folder: &Path) {
        match self.format {
            Format::Json => print!("{}", report.to_json()),
            Format::Human if self.quiet => print!("{}", summary::errors(report)),
            Format::Human => {
                anstream::print!("{}", summary::text(report, folder, terminal_width(), self.all));
            }
        }
    }

    fn end_at_once(&self, end: Result<ExitStatus, Failure>) -> ! {
        exit::at_once(end)
    }
}
