//! The options of `coax check` about what was known before.

use std::path::PathBuf;

use clap::Args;
use coax_report::{IgnoreRule, Values};

/// Which findings count.
#[derive(Debug, Args)]
#[command(next_help_heading = "Known findings")]
pub struct EarlierOptions {
    /// Findings that are known: only others count for output and exit code
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write what is known after this run: its findings, and those of --baseline that are not fixed
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,

    /// Look only at functions that are not as in this revision (git), at their callers, and at what uses changed types
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,

    /// Ignore what is of this kind, in these functions or files, or has this fingerprint; ignored findings are counted
    /// (so are those at a line with a comment `coax: ignore KIND reason`)
    #[arg(long, value_name = "kind=|function=|file=|finding=")]
    pub ignore: Vec<IgnoreRule>,
}

impl EarlierOptions {
    /// The options as they are used, for the report.
    pub fn resolved(&self) -> Values {
        let file = |file: &Option<PathBuf>| file.as_ref().map(|file| file.display().to_string());
        let ignore: Vec<String> = self.ignore.iter().map(ToString::to_string).collect();
        let mut values = Values::new();
        values.insert("baseline".into(), file(&self.baseline).into());
        values.insert("write-baseline".into(), file(&self.write_baseline).into());
        values.insert("since".into(), self.since.clone().into());
        values.insert("ignore".into(), ignore.into());
        values
    }
}
