//! Tests that people keep: several in one file, in the words of a framework, with nothing of ours beside them.
//!
//! [`kept`] makes the pieces of one test while its program is known; [`render`] puts those of one source file into one
//! file; [`makefile`] and [`cmake_lists`] build what lies in a folder. `title` finds names, [`Framework`] says how each
//! framework wants things.
//!
//! Invariants: what is written compiles without warnings under `-Wall -Wextra`; the same tests in the same order give the
//! same bytes; a test that needs the runtime of our own is none of these, and says so.

mod build;
mod file;
mod framework;
mod frameworks;
mod title;

use coax_case::{Action, Check, Storage};
use coax_ir::names::class_word;

use crate::{
    test::Test,
    text::is_word,
    unit::{Pieces, sequence_pieces},
    wording::Throwing,
};

pub use build::{Executable, cmake_lists, makefile as suite_makefile};
pub use file::{Inclusion, KeptFile, Placed};
pub use framework::{Framework, Requirement, SupportFile, TestName, all as frameworks, framework};

/// What every file of ours beside tests keeps for itself.
const RUNTIME: &str = "coax_";

/// One test, before it has its place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTest {
    /// The class it is about; none for free functions.
    pub group: Option<String>,
    /// What it may be called, the best name first. Any of them may get a number.
    pub names: Vec<String>,
    /// Lines that include what the test itself uses.
    pub headers: Vec<String>,
    /// What stands before it: functions that pointers lead to.
    pub definitions: String,
    /// What is arranged, done, checked and released.
    pub sections: Vec<Vec<String>>,
    /// How many things it checks.
    pub asserts: u64,
    /// What it calls.
    pub calls: Vec<Called>,
}

/// A function that a test calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The file it is defined in, absolute.
    pub file: String,
    /// The word that a declaration of it, or of its class, has in it.
    pub word: String,
}

/// The test of a sequence that ends well, or throws something of a class if that has a name; none if it needs more than the
/// framework.
pub fn kept(test: &Test<'_>, framework: &dyn Framework, thrown: Option<&str>) -> Option<KeptTest> {
    let wording = framework.wording();
    let Pieces { headers, definitions, setup, mut call, checks, teardown, .. } =
        sequence_pieces(test, wording)?;
    if test.case.checks.contains(&Check::Exception)
        && let Some(statement) = call.pop()
    {
        let class = thrown.filter(|class| is_nameable(class));
        call.push(wording.throws(&Throwing {
            statement: &statement,
            class,
            declares: declares(test),
        }));
    }
    let sections = vec![setup, call, checks, teardown];
    let needs_runtime = |text: &String| text.contains(RUNTIME);
    if needs_runtime(&definitions) || sections.iter().flatten().any(needs_runtime) {
        return None;
    }
    let (sections, definitions) = match test.under_test.cxx {
        true => (sections, definitions),
        false => (sections.iter().map(|it| with_bool(it)).collect(), definitions),
    };
    let title = title::title(test, thrown);
    let is_check = |check: &&Check| check.is_stated() || **check == Check::Exception;
    Some(KeptTest {
        group: title.group,
        names: title.names,
        headers: all_headers(&headers, &definitions, &sections, test.under_test.cxx),
        definitions,
        sections: sections.into_iter().filter(|section| !section.is_empty()).collect(),
        asserts: test.case.checks.iter().filter(is_check).count() as u64,
        calls: calls(test),
    })
}

/// The type of truth values by the name that people use.
fn with_bool(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| line.replace("_Bool ", "bool ")).collect()
}

/// Can a handler name this class?
fn is_nameable(class: &str) -> bool {
    !class.is_empty() && !class.contains(['(', '{', '\''])
}

/// Does the call under test declare a variable?
fn declares(test: &Test<'_>) -> bool {
    let step = test.case.tested_step().and_then(|step| test.case.steps[step].invocation());
    step.is_some_and(|step| {
        matches!(step.action, Action::Construct { storage: Storage::Automatic, .. })
    })
}

/// Words and the headers that declare them, in C and in C++.
const HEADERS: &[(&[&str], &str, &str)] = &[
    (&["isnan"], "<math.h>", "<cmath>"),
    (
        &[
            "INT_MIN",
            "INT_MAX",
            "UINT_MAX",
            "LONG_MIN",
            "LONG_MAX",
            "ULONG_MAX",
            "LLONG_MIN",
            "LLONG_MAX",
            "ULLONG_MAX",
            "SHRT_MIN",
            "SHRT_MAX",
            "USHRT_MAX",
        ],
        "<limits.h>",
        "<climits>",
    ),
    (&["bool"], "<stdbool.h>", ""),
    (&["NULL"], "<stddef.h>", "<cstddef>"),
    (&["free"], "<stdlib.h>", "<cstdlib>"),
    (&["string"], "", "<string>"),
    (&["istringstream", "ostringstream", "stringstream"], "", "<sstream>"),
];

/// The headers of what the text of a test mentions.
fn all_headers(known: &str, definitions: &str, sections: &[Vec<String>], cxx: bool) -> Vec<String> {
    let mut list: Vec<String> = known.lines().map(str::to_owned).collect();
    let lines = || sections.iter().flatten().map(String::as_str).chain([definitions]);
    for (words, in_c, in_cxx) in HEADERS {
        let header = if cxx { in_cxx } else { in_c };
        let is_used = words.iter().any(|word| lines().any(|line| is_word(line, word)));
        if is_used && !header.is_empty() {
            list.push(format!("#include {header}"));
        }
    }
    list.sort();
    list.dedup();
    list
}

/// The functions that a test calls, each once.
fn calls(test: &Test<'_>) -> Vec<Called> {
    let mut calls: Vec<Called> = Vec::new();
    let functions = test.case.steps.iter().filter_map(|step| step.invocation()?.function());
    for function in functions {
        let Some(signature) = test.program.signature_of(function) else { continue };
        let class = signature.method.as_ref().and_then(|method| {
            let spelled = coax_ir::spell_type(test.program, method.class, signature.language)?;
            Some(class_word(&spelled).to_owned())
        });
        let word =
            class.unwrap_or_else(|| coax_ir::names::bare_name(&signature.qualified).to_owned());
        let called = Called { file: signature.file.to_string(), word };
        if !calls.contains(&called) {
            calls.push(called);
        }
    }
    calls
}
