//! Catch2 2.13.

use crate::{
    kept::framework::{Framework, Requirement, SupportFile, TestName},
    wording::{Expectation, Expected, Throwing, Wording, bare, signed_alike},
};

pub(in crate::kept) struct Catch2;

struct Words;

const MAIN: SupportFile = SupportFile {
    name: "catch_main.cpp",
    text: "// The main function of all tests: compiled once, because it takes long.\n\
           #define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n",
};

impl Framework for Catch2 {
    fn name(&self) -> &'static str {
        "catch2"
    }

    fn title(&self) -> &'static str {
        "Catch2"
    }

    fn is_for(&self, cxx: bool) -> bool {
        cxx
    }

    fn wording(&self) -> &dyn Wording {
        &Words
    }

    fn includes(&self) -> &'static [&'static str] {
        &["<catch2/catch.hpp>"]
    }

    fn opening(&self, test: &TestName<'_>) -> String {
        let TestName { group, name } = test;
        format!("TEST_CASE(\"{group}.{name}\")")
    }

    fn ending(&self, _tests: &[TestName<'_>]) -> String {
        String::new()
    }

    fn spoken(&self, test: &TestName<'_>) -> String {
        format!("{}.{}", test.group, test.name)
    }

    fn support(&self) -> &'static [SupportFile] {
        &[MAIN]
    }

    fn main_source(&self) -> Option<&'static str> {
        Some(MAIN.name)
    }

    fn requires(&self) -> Option<Requirement> {
        Some(Requirement { header: "catch2/catch.hpp", package: "catch2" })
    }

    fn shuffled(&self, number: u32) -> Vec<String> {
        ["--order", "rand", "--rng-seed"]
            .into_iter()
            .map(str::to_owned)
            .chain([number.to_string()])
            .collect()
    }

    /// Only tests that failed are named, each on a line of its own.
    fn failed(&self, printed: &str, names: &[String]) -> Vec<String> {
        let is_named = |name: &&String| printed.lines().any(|line| line == name.as_str());
        names.iter().filter(is_named).cloned().collect()
    }
}

impl Words {
    fn require(condition: &str) -> String {
        format!("REQUIRE({condition});")
    }
}

/// Catch takes comparisons apart: an operator beside them needs parentheses.
fn operand(actual: &str) -> String {
    let is_simple = !actual.contains(' ') || actual.ends_with(')') && !actual.starts_with('(');
    let outside = actual.split('(').next().unwrap_or_default();
    if is_simple && !outside.contains(' ') || actual.starts_with('(') {
        actual.to_owned()
    } else {
        format!("({actual})")
    }
}

impl Wording for Words {
    fn expect(&self, expectation: &Expectation) -> String {
        let actual = operand(&expectation.actual);
        match &expectation.expected {
            Expected::True => Words::require(&actual),
            Expected::False => format!("REQUIRE_FALSE({actual});"),
            Expected::Null(literal) => Words::require(&format!("{actual} == {literal}")),
            Expected::NotANumber => Words::require(&format!("std::isnan({actual})")),
            Expected::Number { literal, is_unsigned, .. } => {
                let literal = operand(&signed_alike(literal, *is_unsigned));
                Words::require(&format!("{actual} == {literal}"))
            }
            Expected::Text(literal) => {
                Words::require(&format!("std::string({actual}) == {literal}"))
            }
            Expected::String(literal) => Words::require(&format!("{actual} == {literal}")),
        }
    }

    fn throws(&self, throwing: &Throwing<'_>) -> String {
        let statement = bare(throwing.statement);
        let expected = |what: &str| match throwing.class {
            Some(class) => format!("REQUIRE_THROWS_AS({what}, {class});"),
            None => format!("REQUIRE_THROWS({what});"),
        };
        let is_split = crate::wording::has_bare_comma(statement);
        match throwing.declares || is_split {
            true => format!("auto act = [&] {{ {statement}; }};\n{}", expected("act()")),
            false => expected(statement),
        }
    }
}
