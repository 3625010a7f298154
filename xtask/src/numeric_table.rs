//! `cargo xtask numeric-table`: which of the numeric problems `coax explore` settles with which of its
//! solvers, against random testing, as tables for `docs/mixed-solving.md`.
//!
//! Invariants: every number comes from a run that was just made; all ways get the same time; a false
//! claim makes the job fail.

mod native;
mod problem;
mod score;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use self::native::Builder;
use self::problem::Problem;
use self::score::{Claim, Score};

/// The solvers that may be asked, as options and as the table calls them.
const SOLVERS: &[(&str, &str)] = &[
    ("smt", "smt"),
    ("smt, icp", "smt,icp"),
    ("smt, search", "smt,search"),
    ("all", "smt,icp,search"),
];

/// Runs of the random baseline never end by their number.
const ENDLESS: u64 = i64::MAX as u64;

/// What to solve, and with what.
#[derive(clap::Args)]
pub struct Options {
    /// Only these problems (`family` or `family/name`)
    only: Vec<String>,

    /// Folder of the problems
    #[arg(long, default_value = "tests/corpus/numeric")]
    problems: PathBuf,

    /// The coax to use
    #[arg(long, default_value = "target/release/coax")]
    coax: PathBuf,

    /// The clang for the random baseline
    #[arg(long, default_value = "clang-22")]
    clang: PathBuf,

    /// Seconds for each problem and each way
    #[arg(long, default_value_t = 3)]
    seconds: u32,

    /// Where the results of all runs go; left there
    #[arg(long)]
    out: PathBuf,

    /// More options for `coax explore`
    #[arg(last = true)]
    explore: Vec<String>,
}

/// Solves everything and prints the tables; fails if something false was claimed or a run failed.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    match solve_all(root, options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("numeric-table: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether nothing was wrong.
fn solve_all(root: &Path, options: &Options) -> Result<bool, String> {
    let mut problems = problem::read_all(&root.join(&options.problems))?;
    problems.retain(|problem| chosen(problem, &options.only));
    let builder = Builder::new(root, &options.clang, &options.out.join("native"))?;
    let ways = SOLVERS.iter().map(|&(title, _)| title).chain(["random"]).collect();
    let mut score = Score::new(ways);
    for problem in &problems {
        let outcomes = outcomes(root, options, &builder, problem);
        eprintln!("{}: {outcomes:?}", problem.title());
        score.add(problem, outcomes);
    }
    println!("{}\n{}", score.found(), score.refuted());
    println!("settled in no way: {}", score.open().join(", "));
    let wrong = score.wrong();
    wrong.iter().for_each(|complaint| println!("wrong: {complaint}"));
    Ok(wrong.is_empty())
}

fn chosen(problem: &Problem, only: &[String]) -> bool {
    only.is_empty() || only.iter().any(|word| *word == problem.family || *word == problem.title())
}

/// One outcome per way.
fn outcomes(root: &Path, options: &Options, builder: &Builder, problem: &Problem) -> Vec<Claim> {
    let explored = SOLVERS.iter().map(|&(_, solvers)| explore(root, options, problem, solvers));
    let random = random(options, builder, problem);
    explored.chain([random]).map(|result| result.unwrap_or_else(Claim::Failed)).collect()
}

fn explore(
    root: &Path,
    options: &Options,
    problem: &Problem,
    solvers: &str,
) -> Result<Claim, String> {
    let out = options.out.join(solvers.replace(',', "-")).join(&problem.family).join(&problem.name);
    let above = out.parent().unwrap_or(&options.out);
    fs::create_dir_all(above).map_err(|error| format!("{}: {error}", above.display()))?;
    let mut command = Command::new(root.join(&options.coax));
    command.arg("explore").arg(&problem.path).arg("--out").arg(&out);
    command.args(["--format", "json", "--no-progress", "--jobs", "1", "--nonlinear", solvers]);
    command.arg("--time").arg(format!("{}s", options.seconds)).args(&options.explore);
    let output = command.output().map_err(|error| format!("coax: {error}"))?;
    // Errors found are no failure of the run.
    if !matches!(output.status.code(), Some(0 | 1)) {
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let first = told.lines().next().unwrap_or_default();
        return Err(format!("ended with {}: {first}", output.status));
    }
    let report = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok(score::of_report(&report))
}

/// Random testing: the program itself, in a loop. A problem that is wrong about itself fails here.
fn random(options: &Options, builder: &Builder, problem: &Problem) -> Result<Claim, String> {
    let binary = builder.build(&problem.path, &[])?;
    problem.verify(&binary)?;
    let random = binary.random(ENDLESS, f64::from(options.seconds), 0)?;
    Ok(if random.hit { Claim::Found } else { Claim::Open })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric_table::native::End;
    use crate::numeric_table::problem::Answer;

    #[test]
    fn problems_are_chosen_by_family_or_name() {
        let answer = Answer::Unsatisfiable("why".into());
        let problem =
            Problem { family: "poly".into(), name: "a".into(), path: "p.c".into(), answer };
        let words = |word: &str| vec![word.to_owned()];
        assert!(chosen(&problem, &[]));
        assert!(chosen(&problem, &words("poly")));
        assert!(chosen(&problem, &words("poly/a")));
        assert!(!chosen(&problem, &words("a")));
        assert!(!chosen(&problem, &words("trig")));
    }

    /// The examples list inputs and how the program ends with them, `//@ input: VALUES => END`; together
    /// they take every branch, so a search that misses one has missed something.
    #[test]
    fn examples_end_as_they_say_and_take_every_branch() {
        for name in ["conflict_probe", "jet_autopilot"] {
            let root = crate::workspace_root();
            let folder = tempfile::tempdir().unwrap();
            let source = root.join("examples").join(name).with_extension("c");
            let builder = Builder::new(&root, Path::new("clang-22"), folder.path()).unwrap();
            let binary = builder.build(&source, &["--coverage", "-O0"]).unwrap();
            for (values, expected) in inputs(&fs::read_to_string(&source).unwrap()) {
                assert_eq!(binary.given(&values).unwrap(), expected, "{name}: {values:?}");
            }
            assert_eq!(untaken(folder.path(), name), Vec::<String>::new());
        }
    }

    /// `THRESHOLD` is in reach in five steps; in four, the same inputs and random ones stay below.
    #[test]
    fn the_autopilot_needs_five_steps() {
        let root = crate::workspace_root();
        let folder = tempfile::tempdir().unwrap();
        let builder = Builder::new(&root, Path::new("clang-22"), folder.path()).unwrap();
        let steps = |flag| builder.build(&root.join("examples/jet_autopilot.c"), &[flag]).unwrap();
        let full = ["switch=2", "rate=100", "attitude=100"].map(str::to_owned);
        assert_eq!(steps("-DSTEPS=5").given(&full).unwrap(), End::Assertion);
        assert_eq!(steps("-DSTEPS=4").given(&full).unwrap(), End::Status(0));
        assert!(!steps("-DSTEPS=4").random(1_000_000, 60.0, 0).unwrap().hit);
    }

    fn inputs(text: &str) -> Vec<(Vec<String>, End)> {
        let lines = text.lines().filter_map(|line| line.strip_prefix("//@ input:"));
        lines
            .map(|line| {
                let (values, end) = line.split_once("=> ").expect("`=>` in an input line");
                let end = match end {
                    "assertion" => End::Assertion,
                    status => End::Status(status.parse().unwrap()),
                };
                (values.split_whitespace().map(str::to_owned).collect(), end)
            })
            .collect()
    }

    /// The branches that no run took, as gcov tells them.
    fn untaken(folder: &Path, name: &str) -> Vec<String> {
        let mut gcov = Command::new("llvm-cov-22");
        gcov.args(["gcov", "-b", "-c"]).arg(format!("{name}.gcda")).current_dir(folder);
        let output = gcov.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told = fs::read_to_string(folder.join(format!("{name}.c.gcov"))).unwrap();
        let mut untaken = Vec::new();
        let mut place = "";
        for line in told.lines() {
            if line.starts_with("branch") {
                let never = line.ends_with("never executed") || line.contains("taken 0");
                untaken.extend(never.then(|| format!("{place}: {line}")));
            } else {
                place = line;
            }
        }
        assert!(told.contains("branch"), "no branches were counted");
        untaken
    }
}
