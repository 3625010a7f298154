//! `coax build`: the user's build, with its compile commands recorded.

use coax_campaign::{ExitStatus, Failure, RecordedBuild, record_build};

use crate::cli::{BuildOptions, OutputOptions};

pub fn execute(options: &BuildOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let RecordedBuild { code, compiled, entries } =
        record_build(&options.command, &options.output)?;
    let database = options.output.display();
    if compiled == 0 && code == 0 {
        return Err(Failure::Input(
            "the build compiled nothing: if everything is up to date, clean it and build again"
                .into(),
        ));
    }
    if !output.quiet && compiled > 0 {
        let files = if compiled == 1 { "file" } else { "files" };
        eprintln!(
            "{database}: {compiled} {files} compiled, {entries} known; next: coax check {database}"
        );
    }
    Ok(ExitStatus::Program(code))
}
