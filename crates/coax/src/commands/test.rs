//! `coax test`: a suite of unit tests for the functions and classes found.

use coax_campaign::{ExitStatus, Failure, TestOptions, test};

use crate::cli::OutputOptions;
use crate::terminal::Terminal;

pub fn execute(options: &TestOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let all = output.verbose > 0;
    let terminal = Terminal { format: options.format, quiet: output.quiet, all, filter: None };
    test(options, &terminal.output(output))
}
