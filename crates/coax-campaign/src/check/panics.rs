//! A panic of ours in the middle of a check: what it costs, and how the command ends.
//!
//! No input is known that makes the engine panic, and one that were would be mended. So these tests run
//! the command as users do, from options to exit code, with one difference: the C library has one more
//! function, whose model panics. A model runs where instructions do, so it panics as the engine would:
//! in the middle of a path, with a state half changed.

use std::path::Path;

use clap::Parser;
use coax_engine::{Call, Flow, Layers, Library, LibraryState, Model, Returned, Stop, Treatment};
use coax_models::Libc;
use coax_report::Report;
use serde_json::Value;

use super::{Surroundings, execute_in, libc};
use crate::end::{ExitStatus, Failure};
use crate::frontend::{Frontend, Output};
use crate::options::CheckOptions;

/// The function whose model panics.
const TROUBLE: &str = "trouble";

/// The C library, and that function.
struct Troubled(Libc);

fn panics(_: &mut Call<'_, '_>) -> Result<Flow, Stop> {
    panic!("a panic that a test wants");
}

impl Library<Layers> for Troubled {
    fn model(&self, name: &str) -> Option<Model> {
        if name == TROUBLE { Some(panics) } else { self.0.model(name) }
    }

    fn is_modelled(&self, name: &str) -> bool {
        name == TROUBLE || self.0.is_modelled(name)
    }

    fn treatment(&self, name: &str) -> Treatment {
        self.0.treatment(name)
    }

    fn returned(&self, name: &str) -> Option<Returned> {
        self.0.returned(name)
    }

    fn is_local(&self, name: &str) -> bool {
        self.0.is_local(name)
    }

    fn global(
        &self,
        name: &str,
        size: u64,
        call: &mut Call<'_, '_>,
    ) -> Option<Result<Vec<u8>, Stop>> {
        self.0.global(name, size, call)
    }

    fn initial_state(&self) -> Box<dyn LibraryState> {
        self.0.initial_state()
    }
}

/// The options of a check, from words.
#[derive(Parser)]
struct Words {
    #[command(flatten)]
    options: CheckOptions,
}

/// Prints nothing.
struct Silent;

impl Frontend for Silent {
    fn show(&self, _: &Report, _: &Path) {}

    fn end_at_once(&self, end: Result<ExitStatus, Failure>) -> ! {
        panic!("a worker did not come to an end: {end:?}")
    }
}

/// Checks a source: how the command ends, and its report.
fn check(source: &str) -> (Result<ExitStatus, Failure>, Value) {
    coax_workplace::sandbox::choose_none_in_unit_tests();
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("e.c"), folder.path().join("out"));
    std::fs::write(&file, source).unwrap();
    let words = |path: &Path| path.to_str().unwrap().to_owned();
    let words = ["check", "--jobs", "1", "--out", &words(&out), &words(&file)];
    let Words { options } = Words::try_parse_from(words).unwrap();
    let output = Output { quiet: true, verbose: false, color: false, frontend: &Silent };
    let library = Troubled(libc());
    let files = library.0.input_files();
    let ended = execute_in(Surroundings { library: &library, files }, &options, &output);
    let report = std::fs::read_to_string(out.join("report.json")).unwrap();
    (ended, serde_json::from_str(&report).unwrap())
}

/// The names of a unit's reasons, and how many paths of it came to their end.
fn unit(report: &Value, function: &str) -> (Vec<String>, u64) {
    let units = report["units"].as_array().unwrap();
    let unit = units.iter().find(|unit| unit["function"] == function).unwrap();
    let because = unit["incomplete_because"].as_array().unwrap();
    let because = because.iter().map(|word| word.as_str().unwrap().to_owned()).collect();
    (because, unit["paths"]["completed"].as_u64().unwrap())
}

/// Of three paths, the second panics.
const ONE_PATH: &str = "void trouble(void);\n\
    int sick(int x) {\n\
        if (x == 3) return 1;\n\
        if (x == 7) trouble();\n\
        return 2;\n\
    }\n\
    int well(int x) { if (x == 5) return 1; return 0; }\n";

#[test]
fn a_panic_costs_its_path_and_ends_with_an_internal_failure() {
    let (ended, report) = check(ONE_PATH);
    let Err(Failure::Internal(words)) = ended else { panic!("{ended:?}") };
    assert!(words.contains("in sick: a panic"), "{words}");
    assert_eq!(unit(&report, "sick"), (vec!["defect".into()], 2), "{report:#}");
    assert_eq!(unit(&report, "well"), (Vec::new(), 2), "{report:#}");
}

#[test]
fn errors_that_were_confirmed_win_over_a_panic() {
    let (ended, report) = check(&format!("{ONE_PATH}int wrong(int x) {{ return 10 / x; }}\n"));
    assert_eq!(ended, Ok(ExitStatus::ErrorsFound));
    assert_eq!(unit(&report, "sick"), (vec!["defect".into()], 2), "{report:#}");
    let warnings = report["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|warning| warning["confirmed"] == true), "{report:#}");
}

#[test]
fn a_function_that_always_panics_costs_itself_and_no_other() {
    let source = "void trouble(void);\n\
        int sick(int x) { trouble(); return x; }\n\
        int well(int x) { if (x == 5) return 1; return 0; }\n";
    let (ended, report) = check(source);
    assert!(matches!(ended, Err(Failure::Internal(_))), "{ended:?}");
    assert_eq!(unit(&report, "sick"), (vec!["defect".into()], 0), "{report:#}");
    assert_eq!(unit(&report, "well"), (Vec::new(), 2), "{report:#}");
}
