//! The commands that compile tests: one alone, or all of them through a Makefile.
//!
//! Invariant: every command works from within the folder its test lies in, with paths as the caller
//! gave them.

use coax_kinds::ErrorKind;

use crate::{
    case::{Case, Ending, Program},
    render::file_name,
    text::{shell_word, spelt_word},
};

/// What makes errors visible.
pub(crate) const SANITIZERS: &str =
    "-g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all";

/// The command that compiles the test alone, from within its folder.
pub fn compile_command(case: &Case, program: &Program) -> String {
    let uninitialized =
        matches!(case.ending, Ending::Error { kind: ErrorKind::UninitializedRead, .. });
    let mut words = vec![compiler(program, uninitialized).to_owned()];
    match case.ending {
        Ending::Error { .. } if uninitialized => words.push("-g -fsanitize=memory".into()),
        Ending::Error { .. } => words.push(SANITIZERS.into()),
        _ => {}
    }
    words.push(if case.is_error() { "-I../tests" } else { "-I." }.into());
    words.push("-Wl,--wrap=main -o".into());
    words.push(shell_word(&stem(&file_name(case, program))));
    words.push(shell_word(&file_name(case, program)));
    words.extend(program.sources.iter().map(|source| source_words(source, program.cxx)));
    words.extend(program.cflags.iter().map(|flag| shell_word(flag)));
    words.join(" ")
}

/// A source file for a compiler that takes C for C++ otherwise.
pub(crate) fn source_words(source: &str, cxx: bool) -> String {
    let word = shell_word(source);
    if cxx && language(source) == Language::C { format!("-x c {word} -x none") } else { word }
}

fn stem(file: &str) -> String {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).into()
}

/// `cc`, unless only clang will do.
fn compiler(program: &Program, needs_clang: bool) -> &'static str {
    let bitcode = |source: &String| language(source) == Language::Bitcode;
    match (needs_clang || program.sources.iter().any(bitcode), program.cxx) {
        (false, false) => "cc",
        (false, true) => "c++",
        (true, false) => "clang",
        (true, true) => "clang++",
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    Cxx,
    Bitcode,
}

fn language(source: &str) -> Language {
    match source.rsplit_once('.').map(|(_, extension)| extension) {
        Some("c" | "i") => Language::C,
        Some("bc" | "ll") => Language::Bitcode,
        _ => Language::Cxx,
    }
}

/// The Makefile of the folder `tests`.
///
/// `make check` builds the program's objects once, all tests as one program, and runs each test in
/// a process of its own; `make errors` does the same, under sanitizers, for the tests in `../errors`
/// and expects them to fail; `make t1` builds one test by itself. Tests that are added or removed by
/// hand are noticed.
pub fn makefile(program: &Program) -> String {
    let extension = if program.cxx { "cpp" } else { "c" };
    let cc = compiler(&Program { cxx: false, ..program.clone() }, false);
    let cxx = compiler(&Program { cxx: true, ..program.clone() }, false);
    let link = if program.cxx { "$(CXX)" } else { "$(CC)" };
    let flags: Vec<_> = program.cflags.iter().map(|flag| make_word(flag)).collect();
    let numbers = 1..=program.sources.len();
    let objects: Vec<_> = numbers.clone().map(|number| format!("prog_{number}.o")).collect();
    let mut rules = String::new();
    for (number, source) in numbers.zip(&program.sources) {
        rules.push_str(&object_rules(number, source));
    }
    TEMPLATE
        .replace("@CC@", cc)
        .replace("@CXX@", cxx)
        .replace("@FLAGS@", &flags.join(" "))
        .replace("@OBJECTS@", &objects.join(" "))
        .replace("@LINK@", link)
        .replace("@EXT@", extension)
        .replace("@SANITIZERS@", SANITIZERS)
        .replace("@RULES@", &rules)
}

/// How one source file becomes an object, plainly and under sanitizers.
fn object_rules(number: usize, source: &str) -> String {
    let compiler = if language(source) == Language::Cxx { "$(CXX)" } else { "$(CC)" };
    let word = make_word(source);
    let target = make_target(source);
    format!(
        "prog_{number}.o: {target}\n\
         \t{compiler} -I. $(PROGRAM_FLAGS) -c -o $@ {word}\n\
         error_prog_{number}.o: {target}\n\
         \t{compiler} $(SANITIZERS) -I. $(PROGRAM_FLAGS) -c -o $@ {word}\n"
    )
}

/// A shell word within a recipe or variable. What begins a comment in one and not in the other is
/// spelt out.
pub(crate) fn make_word(word: &str) -> String {
    let word = if word.contains('#') { spelt_word(word) } else { shell_word(word) };
    word.replace('$', "$$")
}

/// A source file within a recipe or variable, for a compiler that takes C for C++ otherwise.
pub(crate) fn make_source(source: &str, cxx: bool) -> String {
    let word = make_word(source);
    if cxx && language(source) == Language::C { format!("-x c {word} -x none") } else { word }
}

/// A file name as a prerequisite. One with letters that mean something to make, for which it has no
/// quotes, is taken for changed whenever it is asked for.
pub(crate) fn make_target(file: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./+,@' ".contains(letter);
    if file.chars().all(plain) { file.replace(' ', "\\ ") } else { "FORCE".into() }
}

const TEMPLATE: &str = r#"# Runs the tests in this folder with a plain compiler.
#   make check     build the program once, run every test
#   make errors    run the tests in ../errors under sanitizers; each is expected to fail
#   make t1        build one test by itself
CC = @CC@
CXX = @CXX@
PROGRAM_FLAGS = @FLAGS@
PROGRAM = @OBJECTS@
SANITIZERS = @SANITIZERS@

TESTS = $(filter-out suite.@EXT@ error_suite.@EXT@,$(wildcard *.@EXT@))
ERRORS = $(wildcard ../errors/*.@EXT@)
RUNTIME = $(wildcard coax*.h)
ERROR_PROGRAM = $(addprefix error_,$(PROGRAM))

check: suite
	@./suite

errors: error_suite
	@./error_suite --failing

suite: suite.@EXT@ $(TESTS) $(RUNTIME) $(PROGRAM)
	@LINK@ -DCOAX_BATCH -I. -Wl,--wrap=main -o $@ $< $(PROGRAM) $(PROGRAM_FLAGS)

error_suite: error_suite.@EXT@ $(ERRORS) $(RUNTIME) $(ERROR_PROGRAM)
	@LINK@ $(SANITIZERS) -DCOAX_BATCH -I. -Wl,--wrap=main -o $@ $< $(ERROR_PROGRAM) $(PROGRAM_FLAGS)

# All tests as one translation unit, written anew only when a test was added or removed.
define together
@n=0; echo '#include "coax_replay.h"' > $@.new; for test in $(1); do \
  case "$$test" in suite.*|error_suite.*) continue;; esac; [ -e "$$test" ] || continue; \
  printf '#undef COAX_TEST_INDEX\n#define COAX_TEST_INDEX %s\n#include "%s"\n' $$n "$$test"; n=$$((n + 1)); \
done >> $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endef

suite.@EXT@: FORCE
	$(call together,*.@EXT@)

error_suite.@EXT@: FORCE
	$(call together,../errors/*.@EXT@)

@RULES@
%: %.@EXT@ $(PROGRAM) $(RUNTIME)
	@LINK@ -I. -Wl,--wrap=main -o $@ $< $(PROGRAM) $(PROGRAM_FLAGS)

clean:
	rm -f suite suite.@EXT@ error_suite error_suite.@EXT@ $(PROGRAM) $(ERROR_PROGRAM) $(basename $(TESTS))

FORCE:
.PHONY: check errors clean FORCE
.DELETE_ON_ERROR:
"#;
