//! Options that say which code is looked at, and which findings are shown.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use coax_kinds::{ErrorKind, FailOn, Grade, Named};

/// What users of the code can call, and what is not looked at.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Code")]
pub struct CodeOptions {
    /// Functions that users of the code can call, by their names with or without scope; `*` stands for anything
    /// [default: by headers and linkage]
    #[arg(long, value_name = "GLOB|all")]
    pub boundary: Vec<String>,

    /// Files and folders not to look at, beside tests, examples, fuzzers and benchmarks; `none`: look at these, too
    #[arg(long, value_name = "GLOB|none")]
    pub exclude: Vec<String>,
}

/// Which findings are shown.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Results")]
pub struct FindingFilter {
    /// Show findings of this grade only; may be given several times
    #[arg(long = "grade", value_name = "GRADE", value_parser = names::<Grade>())]
    pub grades: Vec<Grade>,

    /// Show findings of this kind only; may be given several times
    #[arg(long = "kind", value_name = "KIND", value_parser = names::<ErrorKind>())]
    pub kinds: Vec<ErrorKind>,

    /// Show so many findings in full [default: 10 of functions, else 50]
    #[arg(long, value_name = "N")]
    pub max_findings: Option<usize>,
}

/// What makes the exit code 1.
#[derive(Debug, Args)]
#[command(next_help_heading = "Results")]
pub struct FailOptions {
    /// Errors that make the exit code 1: defects, misuses as well, or any
    #[arg(long, value_name = "GRADE", default_value = "defect", value_parser = names::<FailOn>())]
    pub fail_on: FailOn,
}

/// Reads the name of a value, and lists all for help and completions.
fn names<K: Named + Send + Sync>() -> impl TypedValueParser<Value = K> {
    PossibleValuesParser::new(K::ALL.iter().map(|value| value.name()))
        .map(|name| K::named(&name).expect("only names of values are accepted"))
}
