//! `coax report`: a finished run in another form.

mod output_files;

use std::io::{self, Write};
use std::path::PathBuf;

use coax_campaign::Format;
use coax_campaign::{ExitStatus, Failure, sources_on_disk};
use coax_report::terminal::{Look, Selection, error_lines, finding, summary};
use coax_report::{FILE_NAME, FinishedRun, Report};

use self::output_files::OutputFiles;
use crate::cli::{OutputOptions, ReportOptions};

/// Columns where there is no terminal.
const WIDTH: usize = 100;

pub fn execute(options: &ReportOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let folder = &*options.folder;
    let report = Report::read(folder)
        .map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
    let sources = sources_on_disk(folder);
    let root = std::env::current_dir().unwrap_or_default();
    let run = FinishedRun { report: &report, folder, root: &root, sources: &sources };
    if !options.files.is_empty() {
        write_files(options, &run)?;
        return Ok(ExitStatus::Success);
    }
    match (options.format, &options.finding) {
        (_, Some(id)) => anstream::print!("{}", told(&run, id)?),
        (Format::Json, None) => put_out(&report.to_json())?,
        (Format::Human, None) if output.quiet => put_out(&error_lines(&report))?,
        (Format::Human, None) => anstream::print!("{}", summary(&run, &look(options, output))),
    }
    Ok(ExitStatus::Success)
}

fn look(options: &ReportOptions, output: &OutputOptions) -> Look {
    let all = options.all || output.verbose > 0;
    let usual = if options.all { usize::MAX } else { Selection::default().most };
    let selection = Selection {
        kinds: options.kinds.clone(),
        most: options.max_findings.unwrap_or(usual),
        nulls_in_full: all,
    };
    Look { width: WIDTH, all_units: all, selection }
}

/// The finding of this name in full.
fn told(run: &FinishedRun<'_>, id: &str) -> Result<String, Failure> {
    finding(run, id).ok_or_else(|| {
        let number = run.report.warnings.len();
        let there = match number {
            0 => "it has none".to_owned(),
            _ => format!("it has w1 to w{number}"),
        };
        let file = run.folder.join(FILE_NAME);
        Failure::Input(format!("{}: there is no finding `{id}`; {there}", file.display()))
    })
}

/// Writes every file that was asked for, or none.
fn write_files(options: &ReportOptions, run: &FinishedRun<'_>) -> Result<(), Failure> {
    let (to_stdout, to_files): (Vec<_>, Vec<_>) =
        options.files.iter().partition(|asked| asked.is_stdout());
    if to_stdout.len() > 1 {
        return Err(Failure::Input("only one form of the report can go to stdout".into()));
    }
    let paths: Vec<PathBuf> = to_files.iter().map(|asked| asked.file.clone()).collect();
    let files = OutputFiles::open(&paths, &run.folder.join(FILE_NAME))?;
    let texts: Vec<String> = to_files.iter().map(|asked| (asked.format.render)(run)).collect();
    files.write(&texts)?;
    to_stdout.iter().try_for_each(|asked| put_out(&(asked.format.render)(run)))
}

/// Writes to stdout. A reader that is gone has had what it wanted.
fn put_out(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Input(format!("stdout cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}
