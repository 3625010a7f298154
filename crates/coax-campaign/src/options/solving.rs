//! The options about what no solver decides: functions called natively, floats, products.

use std::str::FromStr;

use clap::{Args, ValueEnum};

use coax_engine::symbolic::Concretize;
use coax_report::Values;
use coax_solve::{Heuristics, Nonlinear};

/// What is done about values outside the solver's theory.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Solving")]
pub struct SolvingOptions {
    /// What to do with results of functions that are not looked into
    #[arg(long, value_name = "HOW", default_value = "mixed")]
    pub concretize: ConcretizeChoice,

    /// Never look into this function: call it natively, as if it were marked COAX_CONCRETE
    #[arg(long, value_name = "NAME")]
    pub concrete: Vec<String>,

    /// What the mixed solver tries: `incremental=N`, `partition`, `random=N`, `residual`, or `none`
    #[arg(long, value_name = "LIST", default_value = HeuristicList::DEFAULT)]
    pub heuristics: HeuristicList,

    /// Who is asked about floats and products, in this order: `smt`, `icp`, `search`
    #[arg(long, value_name = "LIST", default_value = "smt,icp,search")]
    pub nonlinear: NonlinearList,
}

impl SolvingOptions {
    /// The options as the report has them.
    pub fn resolved(&self) -> Values {
        let mut values = Values::new();
        values.insert("concretize".into(), self.concretize.name().into());
        values.insert("concrete".into(), self.concrete.clone().into());
        values.insert("heuristics".into(), self.heuristics.to_string().into());
        values.insert("nonlinear".into(), self.nonlinear.to_string().into());
        values
    }
}

/// The values of `--concretize`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ConcretizeChoice {
    /// Keep them open, and solve for them when they matter
    Mixed,
    /// Take the value of the run; paths beyond are predicted, and run from the start to see
    Dart,
    /// Take the value of the run, and fix what the function was given
    Exe,
}

impl ConcretizeChoice {
    /// The policy as the engine has it.
    pub fn for_engine(self) -> Concretize {
        match self {
            ConcretizeChoice::Mixed => Concretize::Mixed,
            ConcretizeChoice::Dart => Concretize::Dart,
            ConcretizeChoice::Exe => Concretize::Exe,
        }
    }

    fn name(self) -> &'static str {
        match self {
            ConcretizeChoice::Mixed => "mixed",
            ConcretizeChoice::Dart => "dart",
            ConcretizeChoice::Exe => "exe",
        }
    }
}

/// The value of `--heuristics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeuristicList(pub Heuristics);

impl HeuristicList {
    const DEFAULT: &str = "random=8,incremental=8,partition,residual";
}

impl FromStr for HeuristicList {
    type Err = String;

    fn from_str(text: &str) -> Result<HeuristicList, String> {
        let mut chosen = Heuristics::NONE;
        for word in text.split(',').map(str::trim).filter(|word| !matches!(*word, "" | "none")) {
            let (name, count) = match word.split_once('=') {
                Some((name, count)) => {
                    let count = count.parse::<u32>();
                    (name, Some(count.map_err(|_| format!("`{word}`: a number is needed"))?))
                }
                None => (word, None),
            };
            match (name, count) {
                ("incremental", count) => chosen.incremental = count.unwrap_or(8),
                ("random", count) => chosen.random = count.unwrap_or(8),
                ("partition", None) => chosen.partition = true,
                ("residual", None) => chosen.residual = true,
                _ => {
                    let known = "`incremental=N`, `partition`, `random=N`, `residual` and `none`";
                    return Err(format!("`{word}`: there are {known}"));
                }
            }
        }
        Ok(HeuristicList(chosen))
    }
}

impl std::fmt::Display for HeuristicList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Heuristics { incremental, partition, random, residual } = self.0;
        let counted = |name: &str, count: u32| (count > 0).then(|| format!("{name}={count}"));
        let named = |name: &str, chosen: bool| chosen.then(|| name.to_owned());
        let words = [
            counted("random", random),
            counted("incremental", incremental),
            named("partition", partition),
            named("residual", residual),
        ];
        f.write_str(&listed(words))
    }
}

/// The value of `--nonlinear`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NonlinearList(pub Nonlinear);

impl FromStr for NonlinearList {
    type Err = String;

    fn from_str(text: &str) -> Result<NonlinearList, String> {
        let mut chosen = Nonlinear { smt: false, icp: false, search: false };
        for word in text.split(',').map(str::trim).filter(|word| !matches!(*word, "" | "none")) {
            let choice = match word {
                "smt" => &mut chosen.smt,
                "icp" => &mut chosen.icp,
                "search" => &mut chosen.search,
                _ => return Err(format!("`{word}`: there are `smt`, `icp`, `search` and `none`")),
            };
            if std::mem::replace(choice, true) {
                return Err(format!("`{word}` is named twice"));
            }
        }
        Ok(NonlinearList(chosen))
    }
}

impl std::fmt::Display for NonlinearList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Nonlinear { smt, icp, search } = self.0;
        let named = |name: &str, chosen: bool| chosen.then(|| name.to_owned());
        f.write_str(&listed([named("smt", smt), named("icp", icp), named("search", search)]))
    }
}

/// Words with commas between them; `none` if there are none.
fn listed<const N: usize>(words: [Option<String>; N]) -> String {
    let words: Vec<String> = words.into_iter().flatten().collect();
    if words.is_empty() { "none".into() } else { words.join(",") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristics_are_read_and_written() {
        let all: HeuristicList = HeuristicList::DEFAULT.parse().unwrap();
        assert_eq!(all.0, Heuristics::default());
        assert_eq!(all.to_string(), HeuristicList::DEFAULT);
        let none: HeuristicList = "none".parse().unwrap();
        assert_eq!((none.0, none.to_string()), (Heuristics::NONE, "none".into()));
        let one: HeuristicList = "incremental=3".parse().unwrap();
        assert_eq!(one.0, Heuristics { incremental: 3, ..Heuristics::NONE });
        for bad in ["incremental=x", "partition=1", "luck", "random=-1"] {
            assert!(bad.parse::<HeuristicList>().is_err(), "{bad}");
        }
    }

    #[test]
    fn who_is_asked_about_numbers() {
        let all: NonlinearList = "smt,icp,search".parse().unwrap();
        assert_eq!((all.0, all.to_string()), (Nonlinear::default(), "smt,icp,search".into()));
        let some: NonlinearList = "search".parse().unwrap();
        assert_eq!(some.0, Nonlinear { smt: false, icp: false, search: true });
        for bad in ["z3", "smt,smt", "icp,search,icp"] {
            assert!(bad.parse::<NonlinearList>().is_err(), "{bad}");
        }
    }
}
