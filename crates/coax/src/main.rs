//! The `coax` command: arguments in, exit code out.
//!
//! Invariants: the process ends with the codes of [`exit::ExitStatus`] and [`exit::Failure`] and no
//! others; a panic anywhere below is our own bug, is said to be one, and ends with code 3.

mod clang_flags;
mod cli;
mod commands;
mod config;
mod diagnostic;
mod exit;
mod links;
mod load;

mod modelled_environment;
mod native_calls;
mod options;
mod out_folder;
mod quantity;
mod sandbox;
mod scratch;
mod search;
mod summary;
mod summary_cache;
mod under_test;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use crate::cli::{Cli, Command};
use crate::exit::{ExitStatus, Failure};

fn main() -> ExitCode {
    if let Some(words) = cli::sandbox_words() {
        coax_native::sandbox::launch(words);
    }
    let cli = match config::arguments() {
        Ok(cli) => cli,
        Err(failure) => return exit::finish(Err(failure)),
    };
    cli.output.color.apply();
    let result = catch_unwind(AssertUnwindSafe(|| dispatch(&cli)));
    search::interrupt::let_it_end();
    // The panic's own message is already on stderr when its payload arrives here.
    let result = result.unwrap_or_else(|_| Err(Failure::Internal("coax panicked".into())));
    if search::threads::are_left_behind() {
        scratch::remove_all();
        exit::at_once(result);
    }
    exit::finish(result)
}

fn dispatch(cli: &Cli) -> Result<ExitStatus, Failure> {
    if cli.command.starts_processes() {
        sandbox::choose(cli.output.no_sandbox)?;
    }
    match &cli.command {
        Command::Run(options) => commands::run::execute(options, &cli.output),
        Command::Explore(options) => commands::explore::execute(options, &cli.output),
        Command::Check(options) => commands::check::execute(options, &cli.output),
        Command::Replay(options) => commands::replay::execute(options, &cli.output),
        Command::Report(options) => commands::report::execute(options, &cli.output),
        Command::Completions(options) => commands::completions::execute(options),
        Command::Man(options) => commands::man::execute(options),
        Command::NativeHelper => commands::native_helper::execute(),
        Command::BitcodeReader { arguments } => commands::bitcode_reader::execute(arguments),
    }
}
