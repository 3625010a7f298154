//! `coax report`: the summary of a finished run, again.

use coax_report::Report;

use crate::cli::{OutputOptions, ReportOptions};
use coax_campaign::Format;
use coax_campaign::{ExitStatus, Failure};

/// Columns where there is no terminal.
const WIDTH: usize = 100;

pub fn execute(options: &ReportOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let folder = &options.folder;
    let report = Report::read(folder)
        .map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
    match options.format {
        Format::Json => print!("{}", report.to_json()),
        Format::Human => {
            anstream::print!("{}", crate::summary::text(&report, folder, WIDTH, output.verbose > 0))
        }
    }
    Ok(ExitStatus::Success)
}
