//! `cargo xtask mutants`: which changes of our code does no test notice?
//!
//! All mutants are built at once (mutant schemata): in a copy of the tree below `target/mutants`, every
//! place that can be changed asks at run time whether its mutant is switched on. So one build serves all
//! of them, and the table of a mutant is that of a few runs of tests. The tests are first run once
//! with no mutant, each by itself, and leave which mutants they come past; a mutant is then tried with
//! those tests alone, the quickest first, until one fails.
//!
//! Invariants: a test that fails with no mutant is not asked; a change that does not compile is left
//! out and counted; same seed and same tree, same mutants.

mod build;
mod modules;
mod operators;
mod reach;
mod rewrite;
mod run;
mod sample;
mod score;
mod switch;
mod tree;
mod trial;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use self::build::Built;
use self::operators::Mutant;

/// Which mutants to try, and what is good enough.
#[derive(clap::Args)]
pub struct Options {
    /// So many mutants, chosen at random; 0 is all of them
    #[arg(long, default_value_t = 0)]
    count: usize,

    /// Chooses them
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Only the modules whose name contains this
    #[arg(long, default_value = "")]
    module: String,

    /// Tests of other crates that are asked about a mutant, at most
    #[arg(long, default_value_t = 6)]
    corpus: usize,

    /// Of the programs of a corpus, every so many may be asked
    #[arg(long, default_value_t = 3)]
    every: usize,

    /// How many mutants in a hundred must be caught
    #[arg(long, default_value_t = 80)]
    bar: usize,

    /// How many mutants are tried at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Prints the score of every module and the mutants that were missed; fails below the bar.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    match measure(root, options) {
        Ok(score) => {
            print!("{score}");
            if score.percent() >= options.bar { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(root: &Path, options: &Options) -> Result<score::Score, String> {
    let place = Place { root: root.to_owned(), folder: root.join("target/mutants") };
    let Built { mutants, unviable, programs } = build::with_all_mutants(&place)?;
    let chosen: Vec<&Mutant> = sample::of(&mutants, options.count, options.seed)
        .into_iter()
        .filter(|mutant| mutant.module.name.contains(&options.module))
        .collect();
    eprintln!(
        "mutants: {} of {} (and {unviable} that do not compile)",
        chosen.len(),
        mutants.len()
    );
    let tests = reach::of_tests(&place, &programs, &chosen, options)?;
    Ok(score::Score::new(trial::of_all(&chosen, &tests, options)))
}

/// Where the mutants are built.
struct Place {
    root: PathBuf,
    folder: PathBuf,
}

impl Place {
    /// The copy of the tree.
    fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }
}
