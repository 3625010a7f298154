//! `coax completions`: a completion script out of the command-line definition.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::{Cli, CompletionsOptions};
use coax_campaign::{ExitStatus, Failure};

pub fn execute(options: &CompletionsOptions) -> Result<ExitStatus, Failure> {
    let written = std::io::stdout().write_all(&script(options.shell));
    written.map_err(|error| Failure::Input(format!("cannot write to stdout: {error}")))?;
    Ok(ExitStatus::Success)
}

/// Generated into memory because the generator panics when its stream fails.
fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "coax", &mut script);
    script
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_completes_the_options_of_run() {
        for &shell in Shell::value_variants() {
            let script = String::from_utf8(script(shell)).unwrap();
            assert!(script.contains("max-steps"), "{shell}");
        }
    }
}
