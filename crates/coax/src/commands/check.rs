//! `coax check`: run-time errors in every function, without a harness.

use coax_campaign::{CheckOptions, ExitStatus, Failure, check};

use crate::cli::OutputOptions;
use crate::terminal::Terminal;

pub fn execute(options: &CheckOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let all = output.verbose > 0;
    let filter = Some(&options.filter);
    let terminal = Terminal { format: options.format, quiet: output.quiet, all, filter };
    check(options, &terminal.output(output))
}
