//! Sequences of calls, written as a colleague would write a unit test: what is arranged, what is done, what is
//! checked and what is released, each step one statement.
//!
//! `uses` says which results have a variable, `naming` what variables are called, `arguments` and `calls` make
//! expressions of steps (`operators` those of C++), `checks` says what is expected, `callbacks` defines functions that
//! pointers lead to, and `writer` puts them in order.
//!
//! Invariants: the case is one that [`coax_case::TestCase::check`] accepts; a variable that later steps do not use is not
//! written; nothing is written that compilers warn about under `-Wall -Wextra`.

mod arguments;
mod callbacks;
mod calls;
mod checks;
mod naming;
mod operators;
mod uses;
mod writer;

use super::{
    body::Body,
    render::{includes, resolved, variable_definitions},
    types::Types,
};
use crate::{
    in_words::shortened,
    parts::Parts,
    test::Test,
    wording::{PlainWording, Wording},
};
use writer::Writer;

pub(crate) use naming::snake;

/// Longest statement that is shown in full in words.
const LONGEST: usize = 160;

/// A sequence in pieces, without the frame of a dialect.
pub(crate) struct Pieces {
    /// What the test shows, in words.
    pub summary: String,
    /// What includes the code under test.
    pub code: String,
    /// Headers of what the test itself uses.
    pub headers: String,
    /// Variables and functions that stand before the test.
    pub definitions: String,
    pub setup: Vec<String>,
    pub call: Vec<String>,
    pub checks: Vec<String>,
    pub teardown: Vec<String>,
}

/// The pieces of a test that is a sequence, with expectations in these words.
pub(crate) fn pieces(test: &Test<'_>, wording: &dyn Wording) -> Option<Pieces> {
    let case = resolved(test)?;
    let types = Types { program: test.program, cxx: test.under_test.cxx };
    let mut writer = Writer::new(test, Body::new(types, &case), wording);
    let sections = writer.sections();
    let body = &writer.body;
    let end = body.keeps_objects.then(|| "coax_end(); /* destroys nothing */".to_owned());
    Some(Pieces {
        summary: case.summary(),
        code: includes(test, body),
        headers: headers(&body.lines, types.cxx),
        definitions: [variable_definitions(body), writer.stub_definitions()].concat(),
        setup: sections.arranged,
        call: sections.called,
        checks: sections.checked,
        teardown: sections.released.into_iter().chain(end).collect(),
    })
}

/// The pieces of a test that is a sequence.
pub(crate) fn parts(test: &Test<'_>) -> Parts {
    let Some(pieces) = pieces(test, &PlainWording) else { return Parts::default() };
    let Pieces { summary, code, headers, definitions, setup, call, checks, teardown } = pieces;
    Parts { summary, includes: code + &headers, definitions, setup, call, checks, teardown }
}

/// Headers of what the test itself uses: the source may have no need of it.
fn headers(lines: &[String], cxx: bool) -> String {
    let uses =
        |words: &[&str]| lines.iter().any(|line| words.iter().any(|word| line.contains(word)));
    let text = if cxx { "#include <cstring>\n" } else { "#include <string.h>\n" };
    let mut list = String::new();
    if uses(&["memset(", "strcmp("]) {
        list.push_str(text);
    }
    if uses(&["std::move("]) {
        list.push_str("#include <utility>\n");
    }
    list
}

/// The statements of a sequence by their number, for people.
pub(crate) fn readable(test: &Test<'_>) -> Vec<(String, String)> {
    let Parts { setup, call, .. } = parts(test);
    let lines = setup.into_iter().chain(call).filter(|line| !line.is_empty());
    let numbered = (1..).zip(lines);
    numbered
        .map(|(number, line)| {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            (format!("step {number}"), shortened(&line, LONGEST))
        })
        .collect()
}
