//! `coax init`: a `coax.toml` for the project in the current folder.

use std::path::Path;

use coax_campaign::{ExitStatus, Failure, find_project};

use crate::cli::OutputOptions;
use crate::config;

pub fn execute(output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let project = find_project(Path::new("."))?;
    project.write(Path::new(config::FILE_NAME))?;
    if !output.quiet {
        println!("{}: written for {}; next:", config::FILE_NAME, project.found);
        for command in &project.next {
            println!("  {command}");
        }
    }
    Ok(ExitStatus::Success)
}
