//! The commands that compile tests: one alone, or all of them through a Makefile.
//!
//! Invariant: every command works from within the folder its test lies in, with paths as the caller
//! gave them.

use coax_kinds::ErrorKind;

use crate::{
    build_words::{
        Language, SANITIZERS, language, make_target, make_word, own_flags, source_words,
    },
    test::Test,
    text::shell_word,
    under_test::UnderTest,
    unit::{is_replaced, unit_runtime},
};

/// The command that compiles the file of a test alone, from within its folder.
pub fn compile_command(test: &Test<'_>, file: &str) -> String {
    let UnderTest { include, sources, cflags, cxx, .. } = test.under_test;
    let is_error = test.case.is_error();
    let tests = if is_error { "../tests" } else { "." };
    let mut words = vec![compiler_of(test)];
    words.extend(sanitizers(test.case.error_kind()).map(str::to_owned));
    words.push(format!("-I{tests} -Wl,--wrap=main -o"));
    words.push(shell_word(file.rsplit_once('.').map_or(file, |(stem, _)| stem)));
    words.push(shell_word(file));
    if include.is_some() {
        let folder = if is_error { "../tests/" } else { "" };
        words.push(format!("{folder}{}", unit_runtime(*cxx)));
    }
    words.extend(sources.iter().map(|source| source_words(source, *cxx)));
    words.extend(cflags.iter().map(|flag| shell_word(flag)));
    if include.is_some() {
        words.push(own_flags(*cxx).into());
        // What was inlined cannot be replaced.
        words.extend(is_replaced(test).then(|| "-O0".into()));
        words.push("-lm".into());
    }
    words.join(" ")
}

/// What makes an expected error visible.
fn sanitizers(error: Option<ErrorKind>) -> Option<&'static str> {
    let sanitizers = |kind| match kind {
        ErrorKind::UninitializedRead => "-g -fsanitize=memory",
        _ => SANITIZERS,
    };
    error.map(sanitizers)
}

/// `cc`, unless only clang will do: no other compiler makes uninitialized reads visible.
fn compiler_of(test: &Test<'_>) -> String {
    let UnderTest { clang, cxx, .. } = test.under_test;
    let clang = if clang.is_empty() { "clang" } else { clang };
    let needs_clang = test.case.error_kind() == Some(ErrorKind::UninitializedRead);
    match (needs_clang || has_bitcode(test.under_test), cxx) {
        (false, false) => "cc".into(),
        (false, true) => "c++".into(),
        (true, false) => clang.to_owned(),
        // A version may come after it.
        (true, true) => clang.replacen("clang", "clang++", 1),
    }
}

/// Is there a file that only clang compiles?
fn has_bitcode(under_test: &UnderTest) -> bool {
    under_test.sources.iter().any(|source| language(source) == Language::Bitcode)
}

/// The Makefile of the folder `tests`, for tests that are linked with the code under test.
///
/// `make check` builds the program's objects once, all tests as one program, and runs each test in
/// a process of its own; `make errors` does the same, under sanitizers, for the tests in `../errors`
/// and expects them to fail; `make t1` builds one test by itself. Tests that are added or removed by
/// hand are noticed.
pub fn makefile(under_test: &UnderTest) -> String {
    makefile_with(under_test, "")
}

/// The same with signed arithmetic that wraps around in what is built without sanitizers: a test goes on behind an
/// overflow.
pub fn makefile_that_wraps(under_test: &UnderTest) -> String {
    makefile_with(under_test, " -fwrapv")
}

fn makefile_with(under_test: &UnderTest, more: &str) -> String {
    let (cc, cxx) = if has_bitcode(under_test) { ("clang", "clang++") } else { ("cc", "c++") };
    let link = if under_test.cxx { "$(CXX)" } else { "$(CC)" };
    let flags: Vec<_> = under_test.cflags.iter().map(|flag| make_word(flag)).collect();
    let numbers = 1..=under_test.sources.len();
    let objects: Vec<_> = numbers.clone().map(|number| format!("prog_{number}.o")).collect();
    let mut rules = String::new();
    for (number, source) in numbers.zip(&under_test.sources) {
        rules.push_str(&object_rules(number, source, more));
    }
    TEMPLATE
        .replace("@CC@", cc)
        .replace("@CXX@", cxx)
        .replace("@FLAGS@", &flags.join(" "))
        .replace("@OBJECTS@", &objects.join(" "))
        .replace("@LINK@", link)
        .replace("@EXT@", under_test.extension())
        .replace("@SANITIZERS@", SANITIZERS)
        .replace("@RULES@", &rules)
}

/// How one source file becomes an object, plainly and under sanitizers.
fn object_rules(number: usize, source: &str, more: &str) -> String {
    let compiler = if language(source) == Language::Cxx { "$(CXX)" } else { "$(CC)" };
    let word = make_word(source);
    let target = make_target(source);
    format!(
        "prog_{number}.o: {target}\n\
         \t{compiler} -I. $(PROGRAM_FLAGS){more} -c -o $@ {word}\n\
         error_prog_{number}.o: {target}\n\
         \t{compiler} $(SANITIZERS) -I. $(PROGRAM_FLAGS) -c -o $@ {word}\n"
    )
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
