//! `coax replay`: do generated tests still do what they did?

use anstyle::{AnsiColor, Style};
use coax_campaign::{ExitStatus, Failure, Finding, Jobs, replay};

use crate::cli::{OutputOptions, ReplayOptions};

const DIFFERS: Style = AnsiColor::Red.on_default().bold();

pub fn execute(options: &ReplayOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let jobs = options.jobs.unwrap_or_else(Jobs::all).0;
    let tests = replay(&options.paths, jobs)?;
    let mut differing = 0;
    for test in &tests {
        let (file, finding) = (test.file.display(), &test.finding);
        let differs = *finding != Finding::Same;
        differing += usize::from(differs);
        if differs {
            anstream::println!("{file}: {DIFFERS}{finding}{DIFFERS:#}");
        } else if !output.quiet {
            anstream::println!("{file}: {finding}");
        }
    }
    let all = tests.len();
    let plural = if all == 1 { "" } else { "s" };
    println!("{all} test{plural}: {} same, {differing} different", all - differing);
    Ok(if differing > 0 { ExitStatus::ErrorsFound } else { ExitStatus::Success })
}
