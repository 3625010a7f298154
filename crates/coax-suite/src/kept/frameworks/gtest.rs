//! GoogleTest 1.12 and later.

use crate::{
    kept::framework::{CMake, Framework, Requirement, TestName},
    wording::{
        Expectation, Expected, Throwing, Wording, bare, has_bare_comma, macro_call, signed_alike,
    },
};

pub(in crate::kept) struct Gtest;

struct Words;

impl Framework for Gtest {
    fn name(&self) -> &'static str {
        "gtest"
    }

    fn title(&self) -> &'static str {
        "GoogleTest"
    }

    fn is_for(&self, cxx: bool) -> bool {
        cxx
    }

    fn wording(&self) -> &dyn Wording {
        &Words
    }

    fn includes(&self) -> &'static [&'static str] {
        &["<gtest/gtest.h>"]
    }

    fn opening(&self, test: &TestName<'_>) -> String {
        format!("TEST({}, {})", test.group, test.name)
    }

    fn ending(&self, _tests: &[TestName<'_>]) -> String {
        String::new()
    }

    fn spoken(&self, test: &TestName<'_>) -> String {
        format!("{}.{}", test.group, test.name)
    }

    fn libraries(&self) -> &'static [&'static str] {
        &["-lgtest", "-lgtest_main", "-pthread"]
    }

    fn cmake(&self) -> CMake {
        CMake {
            finds: "find_package(GTest REQUIRED)",
            links: &["GTest::gtest", "GTest::gtest_main"],
        }
    }

    fn requires(&self) -> Option<Requirement> {
        Some(Requirement { header: "gtest/gtest.h", package: "libgtest-dev" })
    }

    fn shuffled(&self, number: u32) -> Vec<String> {
        let seed = format!("--gtest_random_seed={number}");
        vec!["--gtest_shuffle".into(), seed, "--gtest_color=no".into()]
    }

    /// A test that ended the program was the last to begin.
    fn failed(&self, printed: &str, names: &[String]) -> Vec<String> {
        let named = |line: &str, mark: &str| {
            let rest = line.strip_prefix(mark)?.trim_start();
            let name = rest.split([' ', ',']).next()?;
            names.iter().find(|known| *known == name).cloned()
        };
        let lines = || printed.lines();
        let mut failed: Vec<String> =
            lines().filter_map(|line| named(line, "[  FAILED  ]")).collect();
        let is_whole = lines().any(|line| line.starts_with("[  PASSED  ]"));
        if !is_whole {
            failed.extend(lines().filter_map(|line| named(line, "[ RUN      ]")).next_back());
        }
        failed
    }
}

impl Wording for Words {
    fn expect(&self, expectation: &Expectation) -> String {
        let actual = expectation.actual.as_str();
        match &expectation.expected {
            Expected::True => macro_call("EXPECT_TRUE", &[actual]),
            Expected::False => macro_call("EXPECT_FALSE", &[actual]),
            Expected::Null(literal) => macro_call("EXPECT_EQ", &[actual, literal]),
            Expected::NotANumber => macro_call("EXPECT_TRUE", &[&format!("std::isnan({actual})")]),
            Expected::Number { literal, is_unsigned, .. } => {
                macro_call("EXPECT_EQ", &[actual, &signed_alike(literal, *is_unsigned)])
            }
            Expected::Text(literal) => macro_call("EXPECT_STREQ", &[actual, literal]),
            Expected::String(literal) => macro_call("EXPECT_EQ", &[actual, literal]),
        }
    }

    fn throws(&self, throwing: &Throwing<'_>) -> String {
        let statement = bare(throwing.statement);
        let expected = |what: &str| match throwing.class {
            Some(class) => macro_call("EXPECT_THROW", &[what, class]),
            None => macro_call("EXPECT_ANY_THROW", &[what]),
        };
        // In parentheses, what declares something would be none.
        match has_bare_comma(statement) {
            true => format!("auto act = [&] {{ {statement}; }};\n{}", expected("act()")),
            false => expected(statement),
        }
    }
}
