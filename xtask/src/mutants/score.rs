//! The table of scores, and the list of what was missed.

use std::fmt;

use super::modules::MODULES;
use super::trial::{End, Trial};

/// What became of all mutants that were tried.
pub struct Score {
    trials: Vec<Trial>,
}

/// The mutants of a module, by what became of them.
#[derive(Default)]
struct Row {
    all: usize,
    caught: usize,
    unreached: usize,
}

impl Row {
    fn of<'t>(trials: impl Iterator<Item = &'t Trial>) -> Row {
        let mut row = Row::default();
        for trial in trials {
            row.all += 1;
            row.caught += usize::from(trial.end == End::Caught);
            row.unreached += usize::from(trial.end == End::NotReached);
        }
        row
    }

    fn percent(&self) -> usize {
        (self.caught * 100).checked_div(self.all).unwrap_or(100)
    }
}

impl Score {
    pub fn new(trials: Vec<Trial>) -> Score {
        Score { trials }
    }

    /// How many in a hundred were caught.
    pub fn percent(&self) -> usize {
        Row::of(self.trials.iter()).percent()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missed = self.trials.iter().filter(|trial| trial.end != End::Caught);
        for Trial { mutant, end } in missed {
            let words = if *end == End::NotReached { " (no test comes here)" } else { "" };
            writeln!(f, "{}:{}: {}{words}", mutant.path, mutant.line, mutant.change)?;
        }
        writeln!(
            f,
            "\n{:<16} {:>7} {:>7} {:>7} {:>12}  caught %",
            "module", "mutants", "caught", "missed", "not reached"
        )?;
        let mut line = |name: &str, row: &Row| {
            let missed = row.all - row.caught;
            writeln!(
                f,
                "{name:<16} {:>7} {:>7} {missed:>7} {:>12} {:>8}",
                row.all,
                row.caught,
                row.unreached,
                row.percent()
            )
        };
        for module in MODULES {
            let row = Row::of(self.trials.iter().filter(|trial| trial.mutant.module == module));
            if row.all > 0 {
                line(module.name, &row)?;
            }
        }
        line("all", &Row::of(self.trials.iter()))
    }
}
