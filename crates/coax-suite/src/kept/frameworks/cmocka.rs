//! cmocka 1.1.

use crate::{
    kept::framework::{Framework, Requirement, TestName},
    wording::{Expectation, Expected, Isnan, Throwing, Wording, bare, condition, macro_call},
};

pub(in crate::kept) struct Cmocka;

struct Words;

impl Framework for Cmocka {
    fn name(&self) -> &'static str {
        "cmocka"
    }

    fn title(&self) -> &'static str {
        "cmocka"
    }

    fn is_for(&self, cxx: bool) -> bool {
        !cxx
    }

    fn wording(&self) -> &dyn Wording {
        &Words
    }

    /// Those before the last are what it needs before it.
    fn includes(&self) -> &'static [&'static str] {
        &["<setjmp.h>", "<stdarg.h>", "<stddef.h>", "<stdint.h>", "<cmocka.h>"]
    }

    fn opening(&self, test: &TestName<'_>) -> String {
        format!("static void test_{}(void **state)", test.name)
    }

    /// Else its parameter would be warned about.
    fn first_line(&self) -> Option<&'static str> {
        Some("(void)state;")
    }

    fn ending(&self, tests: &[TestName<'_>]) -> String {
        let list: String = tests
            .iter()
            .map(|test| format!("        cmocka_unit_test(test_{}),\n", test.name))
            .collect();
        format!(
            "\nint main(void)\n{{\n    const struct CMUnitTest tests[] = {{\n{list}    }};\n\n    \
             return cmocka_run_group_tests(tests, NULL, NULL);\n}}\n"
        )
    }

    fn spoken(&self, test: &TestName<'_>) -> String {
        format!("test_{}", test.name)
    }

    fn libraries(&self) -> &'static [&'static str] {
        &["-lcmocka"]
    }

    fn cmake(&self) -> crate::kept::framework::CMake {
        crate::kept::framework::CMake { finds: "", links: &["cmocka"] }
    }

    fn requires(&self) -> Option<Requirement> {
        Some(Requirement { header: "cmocka.h", package: "libcmocka-dev" })
    }

    /// It has one order only.
    fn shuffled(&self, _number: u32) -> Vec<String> {
        Vec::new()
    }

    fn failed(&self, printed: &str, names: &[String]) -> Vec<String> {
        let of = |line: &str, mark: &str| {
            let rest = line.strip_prefix(mark)?.trim_start();
            let name = rest.split([' ', ':']).next()?;
            names.iter().find(|known| *known == name).cloned()
        };
        let failed = printed.lines().filter_map(|line| of(line, "[  FAILED  ]"));
        let mut failed: Vec<String> = failed.collect();
        if !printed.contains("test(s) run.") {
            failed.extend(printed.lines().filter_map(|line| of(line, "[ RUN      ]")).next_back());
        }
        failed
    }
}

impl Wording for Words {
    fn expect(&self, expectation: &Expectation) -> String {
        let actual = expectation.actual.as_str();
        match &expectation.expected {
            Expected::Number { literal, is_float: false, .. } => {
                macro_call("assert_int_equal", &[actual, literal])
            }
            Expected::Text(literal) => macro_call("assert_string_equal", &[actual, literal]),
            Expected::Null(_) => macro_call("assert_null", &[actual]),
            Expected::False => macro_call("assert_false", &[actual]),
            _ => macro_call("assert_true", &[&condition(expectation, Isnan::Named("isnan"))]),
        }
    }

    /// Nothing throws in C.
    fn throws(&self, throwing: &Throwing<'_>) -> String {
        format!("{};", bare(throwing.statement))
    }
}
