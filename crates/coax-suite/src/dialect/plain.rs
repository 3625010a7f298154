//! Tests that need nothing but a compiler: plain C or C++ with the support files beside them.
//!
//! A file states the command that compiles it, says in words what it shows, lists what is given as a
//! person would have written it, and checks by itself how it ends.

use coax_case::{Callee, Check, TestCase};
use coax_kinds::ErrorKind;

use super::Dialect;
use crate::{
    command::compile_command,
    parts::Parts,
    test::Test,
    text::{WIDTH, comment_text, string_literal, wrapped},
    under_test::UnderTest,
};

/// Plain C or C++, as the code under test is.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Dialect for Plain {
    fn extension(&self, under_test: &UnderTest) -> &'static str {
        under_test.extension()
    }

    fn render(&self, test: &Test<'_>) -> String {
        let Parts { summary, includes, definitions, mut setup, mut call, checks, teardown } =
            Parts::of(test);
        if let Some(statement) = call.last_mut() {
            *statement = watched(test, statement);
        }
        let command = comment_text(&compile_command(test, &self.file_name(test)));
        let summary = wrapped(&comment_text(&summary), WIDTH - 6).join("\n * ");
        let id = string_literal(test.case.id.as_bytes());
        setup.extend(expectations(test.case));
        let sections = [setup, call, checks, teardown].map(|section| indented(&section));
        // Of a sequence, readers see what is arranged, done, checked and released.
        let between = if test.case.is_sequence() { "\n" } else { "" };
        let body = sections.into_iter().filter(|section| !section.is_empty());
        let body = body.collect::<Vec<_>>().join(between);
        format!(
            "/* {command} */\n/* {summary} */\n{includes}\n{definitions}COAX_TEST({id})\n{{\n{body}}}\n"
        )
    }
}

fn indented(statements: &[String]) -> String {
    let lines = statements.iter().flat_map(|text| text.lines());
    lines.map(|line| format!("    {line}\n")).collect()
}

/// What the support files are told to expect.
fn expectations(case: &TestCase) -> impl Iterator<Item = String> {
    let is_program = case.callee() == Callee::Program;
    // A sequence goes on behind its exception: the call itself is wrapped.
    let stated = |check: &&Check| !(case.is_sequence() && **check == Check::Exception);
    case.checks.iter().filter(stated).filter_map(move |check| expectation(check, is_program))
}

fn expectation(check: &Check, is_program: bool) -> Option<String> {
    Some(match check {
        // A function that returns is what every test expects.
        Check::Normal { status: 0 } if !is_program => return None,
        Check::Normal { status } => format!("replay_expect_status({});", status & 0xff),
        Check::AnyStatus => "replay_expect_any_status();".into(),
        Check::Exception => "replay_expect_exception();".into(),
        Check::Prefix => "replay_expect_prefix();".into(),
        Check::Returned { .. } | Check::Holds { .. } | Check::Observed { .. } => return None,
        Check::AssumedAway => "replay_expect_assumed_away();".into(),
        Check::Error { kind, file, line, .. } => {
            let place = string_literal(format!("{file}:{line}").as_bytes());
            format!("replay_expect_failure(\"{kind}\", {place});")
        }
    })
}

/// A call of a function of an included source, with what notices exceptions and leaks around it. Calls
/// of others are watched by the statement itself.
fn watched(test: &Test<'_>, call: &str) -> String {
    if !matches!(test.case.callee(), Callee::Function(_)) {
        return call.to_owned();
    }
    let bare = call.trim_end_matches(';');
    match test.case.error_kind() {
        Some(ErrorKind::MemoryLeak) if test.under_test.cxx => {
            format!("COAX_CATCHES({bare}); /* memory-leak */")
        }
        Some(kind) => format!("{call} /* {kind} */"),
        None if test.case.checks.contains(&Check::Exception) && test.case.is_sequence() => {
            format!("COAX_EXPECT_EXCEPTION({bare});")
        }
        None if test.case.checks.contains(&Check::Exception) => format!("COAX_THROWS({bare})"),
        None => call.to_owned(),
    }
}
