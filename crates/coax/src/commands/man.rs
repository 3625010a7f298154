//! `coax man`: man pages out of the command-line definition.
//!
//! One page for coax as a whole and one per command (`coax-run.1` describes `coax run`), as the
//! "see also" names in the first page promise.

use std::io::Write;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::cli::{Cli, ManOptions};
use coax_campaign::{ExitStatus, Failure};

pub fn execute(options: &ManOptions) -> Result<ExitStatus, Failure> {
    let page = page(options.command.as_deref())?;
    let written = std::io::stdout().write_all(&page);
    written.map_err(|error| Failure::Input(format!("cannot write to stdout: {error}")))?;
    Ok(ExitStatus::Success)
}

fn page(name: Option<&str>) -> Result<Vec<u8>, Failure> {
    let mut coax = Cli::command();
    // Fills in what sub-commands inherit: their full names and the shared options.
    coax.build();
    let described = match name {
        None => coax,
        Some(name) => coax
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::Input(format!("no command is called `{name}`")))?,
    };
    let mut page = Vec::new();
    let rendered = Man::new(described).render(&mut page);
    rendered.map_err(|error| Failure::Internal(format!("rendering a man page: {error}")))?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: Option<&str>) -> String {
        String::from_utf8(page(name).unwrap()).unwrap()
    }

    #[test]
    fn the_main_page_names_the_commands() {
        let page = text(None);
        assert!(page.contains(".TH coax 1"));
        assert!(page.contains("coax\\-run(1)"), "{page}");
    }

    #[test]
    fn a_command_has_its_own_page_with_its_options() {
        let page = text(Some("run"));
        assert!(page.contains(".TH coax-run 1"), "{page}");
        assert!(page.contains("\\-\\-max\\-steps"));
        assert!(page.contains("\\-\\-color"));
    }

    #[test]
    fn an_unknown_command_is_bad_usage() {
        assert!(matches!(page(Some("fly")), Err(Failure::Input(_))));
    }
}
