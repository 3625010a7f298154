//! The options of `coax report` that name files to be written, one per form of a report: made from the table
//! of `coax-report`, so that a new form needs nothing here.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use coax_report::{FORMATS, ReportFormat};

/// Where each form goes that was asked for.
#[derive(Debug)]
pub struct FormatFiles {
    files: Vec<FormatFile>,
}

/// A form and where it goes.
#[derive(Debug)]
pub struct FormatFile {
    pub format: &'static ReportFormat,
    pub file: PathBuf,
}

impl FormatFile {
    /// Is it to be written to stdout?
    pub fn is_stdout(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

impl FormatFiles {
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &FormatFile> {
        self.files.iter()
    }
}

impl FromArgMatches for FormatFiles {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FormatFiles, clap::Error> {
        let named = |format: &'static ReportFormat| {
            let file = matches.get_one::<PathBuf>(format.name)?.clone();
            Some(FormatFile { format, file })
        };
        Ok(FormatFiles { files: FORMATS.iter().filter_map(named).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = FormatFiles::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for FormatFiles {
    fn augment_args(command: Command) -> Command {
        let option = |format: &'static ReportFormat| {
            Arg::new(format.name)
                .long(format.name)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("finding")
                .help(format!("{} (`-` for stdout)", format.about))
        };
        command.args(FORMATS.iter().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        FormatFiles::augment_args(command)
    }
}
