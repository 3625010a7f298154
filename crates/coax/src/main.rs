//! The `coax` command: arguments in, exit code out.
//!
//! Invariants: the process ends with the codes of [`ExitStatus`] and [`Failure`] and no
//! others; a panic anywhere below is our own bug, is said to be one, and ends with code 3.

mod cli;
mod commands;
mod config;
mod exit;
mod format_files;
mod terminal;
mod version;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use coax_campaign::{ExitStatus, Failure, process};

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    if let Some(words) = cli::sandbox_words() {
        coax_native::sandbox::launch(words);
    }
    if let Some(text) = version::in_full(std::env::args_os().skip(1)) {
        anstream::print!("{text}");
        return ExitCode::SUCCESS;
    }
    let cli = match config::arguments() {
        Ok(cli) => cli,
        Err(failure) => return exit::finish(Err(failure)),
    };
    cli.output.color.apply();
    let result = catch_unwind(AssertUnwindSafe(|| dispatch(&cli)));
    process::let_it_end();
    // The panic's own message is already on stderr when its payload arrives here.
    let result = result.unwrap_or_else(|_| Err(Failure::Internal("coax panicked".into())));
    if process::are_left_behind() {
        process::remove_scratch_folders();
        exit::at_once(result);
    }
    exit::finish(result)
}

fn dispatch(cli: &Cli) -> Result<ExitStatus, Failure> {
    if cli.command.starts_processes() {
        process::choose_sandbox(cli.output.no_sandbox)?;
    }
    match &cli.command {
        Command::Run(options) => commands::run::execute(options, &cli.output),
        Command::Explore(options) => commands::explore::execute(options, &cli.output),
        Command::Check(options) => commands::check::execute(options, &cli.output),
        Command::Test(options) => commands::test::execute(options, &cli.output),
        Command::Verify(options) => commands::verify::execute(options, &cli.output),
        Command::Init => commands::init::execute(&cli.output),
        Command::Build(options) => commands::build::execute(options, &cli.output),
        Command::Replay(options) => commands::replay::execute(options, &cli.output),
        Command::Keep(options) => commands::keep::execute(options, &cli.output),
        Command::Lsp(options) => commands::lsp::execute(options),
        Command::Report(options) => commands::report::execute(options, &cli.output),
        Command::Completions(options) => commands::completions::execute(options),
        Command::Man(options) => commands::man::execute(options),
        Command::NativeHelper => commands::native_helper::execute(),
        Command::BitcodeReader { arguments } => commands::bitcode_reader::execute(arguments),
    }
}
