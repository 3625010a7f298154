//! C or C++ alone, with a runner of a page.

use crate::{
    kept::framework::{Framework, SupportFile, TestName},
    wording::{Expectation, Isnan, Throwing, Wording, bare, condition},
};

pub(in crate::kept) struct PlainRunner;

struct Words;

const RUNNER: SupportFile =
    SupportFile { name: "check.h", text: include_str!("../../../support/check.h") };

impl Framework for PlainRunner {
    fn name(&self) -> &'static str {
        "c"
    }

    fn title(&self) -> &'static str {
        "plain C or C++"
    }

    fn is_for(&self, _cxx: bool) -> bool {
        true
    }

    fn wording(&self) -> &dyn Wording {
        &Words
    }

    fn includes(&self) -> &'static [&'static str] {
        &["\"check.h\""]
    }

    fn opening(&self, test: &TestName<'_>) -> String {
        format!("static void test_{}(void)", test.name)
    }

    fn ending(&self, tests: &[TestName<'_>]) -> String {
        let list: String =
            tests.iter().map(|test| format!("    TEST(test_{}),\n", test.name)).collect();
        format!(
            "\nstatic const struct check_test tests[] = {{\n{list}}};\n\nint main(int argc, char \
             **argv)\n{{\n    return check_run(tests, sizeof tests / sizeof tests[0], argc, argv);\n}}\n"
        )
    }

    fn spoken(&self, test: &TestName<'_>) -> String {
        format!("test_{}", test.name)
    }

    fn support(&self) -> &'static [SupportFile] {
        &[RUNNER]
    }

    fn shuffled(&self, number: u32) -> Vec<String> {
        vec!["--shuffle".into(), number.to_string()]
    }

    fn failed(&self, printed: &str, names: &[String]) -> Vec<String> {
        let of = |line: &str| line.strip_prefix("FAILED ").map(str::to_owned);
        printed.lines().filter_map(of).filter(|name| names.contains(name)).collect()
    }
}

impl Wording for Words {
    fn expect(&self, expectation: &Expectation) -> String {
        format!("CHECK({});", condition(expectation, Isnan::Named("isnan")))
    }

    fn throws(&self, throwing: &Throwing<'_>) -> String {
        let statement = bare(throwing.statement);
        match throwing.class {
            Some(class) => format!("CHECK_THROWS({class}, {statement});"),
            None => format!("CHECK_THROWS_ANYTHING({statement});"),
        }
    }
}
