//! `coax explore`: the paths of a program or harness, a test for each, and every error found.

use coax_campaign::{ExitStatus, ExploreOptions, Failure, explore};

use crate::cli::OutputOptions;
use crate::terminal::Terminal;

pub fn execute(options: &ExploreOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let terminal =
        Terminal { format: options.format, quiet: output.quiet, all: false, filter: None };
    explore(options, &terminal.output(output))
}
