//! What compiles tests of single functions along: their runtime, a Makefile, stand-ins for symbols.
//!
//! Invariant: every command works from within the folder its test lies in.

use crate::{
    build_words::{SANITIZERS, make_source, make_target, make_word, own_flags},
    under_test::UnderTest,
};

/// The runtime that is compiled along with a test; it lies beside the tests.
pub fn unit_runtime(cxx: bool) -> &'static str {
    if cxx { "coax_unit.cpp" } else { "coax_unit.c" }
}

/// A linker script that gives functions and variables that no library has an address all the same:
/// that of nothing. Pass its path to the linker with `-Wl,`.
pub fn missing_symbols<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut script = String::from("/* GNU ld script */\n");
    for name in names {
        script.push_str(&format!("PROVIDE(\"{name}\" = 0);\n"));
    }
    script
}

/// The Makefile of the folder `tests`, for tests that include the code under test.
///
/// `make check` builds the tests of each translation unit as one program and runs each test in a
/// process of its own; `make errors` does the same, under sanitizers, for the tests in `../errors`
/// and expects them to fail; `make t1` builds one test by itself. Tests that are added or removed by
/// hand are noticed: those that include a translation unit belong to it.
pub fn unit_makefile(places: &[UnderTest]) -> String {
    let mut known: Vec<&UnderTest> = Vec::new();
    for place in places {
        if !known.contains(&place) {
            known.push(place);
        }
    }
    let groups: String = (1..).zip(&known).map(|(number, place)| group(number, place)).collect();
    let all = |word: &str, list: &str| -> String {
        let one = |number| format!("$(if $({list}_{number}),{word}_{number})");
        (1..=known.len()).map(one).collect::<Vec<_>>().join(" ")
    };
    TEMPLATE
        .replace("@SANITIZERS@", SANITIZERS)
        .replace("@SUITES@", &all("suite", "TESTS"))
        .replace("@ERROR_SUITES@", &all("error_suite", "ERRORS"))
        .replace("@GROUPS@", &groups)
}

/// The rules for the tests of one translation unit.
fn group(number: usize, place: &UnderTest) -> String {
    let mut sources = vec![unit_runtime(place.cxx).to_owned()];
    sources.extend(place.sources.iter().map(|source| make_source(source, place.cxx)));
    let mut flags: Vec<_> = place.cflags.iter().map(|flag| make_word(flag)).collect();
    flags.push(own_flags(place.cxx).into());
    let include = place.include.as_deref().unwrap_or_default();
    let read = std::iter::once(include).chain(place.sources.iter().map(String::as_str));
    let read: Vec<_> = read.map(make_target).collect();
    GROUP
        .replace("@N@", &number.to_string())
        .replace("@EXT@", place.extension())
        .replace("@COMPILER@", if place.cxx { "$(CXX)" } else { "$(CC)" })
        .replace("@UNIT@", &make_word(&format!("include \"{include}\"")))
        .replace("@FLAGS@", &flags.join(" "))
        .replace("@SOURCES@", &sources.join(" "))
        .replace("@READ@", &read.join(" "))
}

const TEMPLATE: &str = r#"# Runs the tests in this folder with a plain compiler.
#   make check     run every test; those of one translation unit are built together
#   make errors    run the tests in ../errors under sanitizers; each is expected to fail
#   make t1        build one test by itself
CC = cc
CXX = c++
SANITIZERS = @SANITIZERS@
RUNTIME = $(wildcard coax*.h coax_unit.c*)

default: check

# The tests in these files that include a translation unit.
of = $(shell grep -lF -e $(UNIT_$(1)) $(wildcard $(2)) /dev/null)

# All tests as one translation unit, written anew only when a test was added or removed.
define together
@n=0; for test in $(1); do \
  printf '#undef COAX_TEST_INDEX\n#define COAX_TEST_INDEX %s\n#include "%s"\n' $$n "$$test"; n=$$((n + 1)); \
done > $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endef

@GROUPS@SUITES = @SUITES@
ERROR_SUITES = @ERROR_SUITES@

check: $(SUITES)
	@failed=0; for suite in $(SUITES); do ./$$suite --all || failed=1; done; exit $$failed

errors: $(ERROR_SUITES)
	@failed=0; for suite in $(ERROR_SUITES); do ./$$suite --failing || failed=1; done; exit $$failed

clean:
	rm -f suite_* error_suite_* $(ALONE)

FORCE:
.PHONY: default check errors clean FORCE
.DELETE_ON_ERROR:
"#;

const GROUP: &str = r#"UNIT_@N@ = @UNIT@
FLAGS_@N@ = @FLAGS@
SOURCES_@N@ = @SOURCES@
TESTS_@N@ := $(call of,@N@,*.@EXT@)
ERRORS_@N@ := $(call of,@N@,../errors/*.@EXT@)
ALONE += $(basename $(TESTS_@N@))

suite_@N@: suite_@N@.@EXT@ $(TESTS_@N@) $(RUNTIME) @READ@
	@COMPILER@ -I. -Wl,--wrap=main -o $@ $< $(SOURCES_@N@) $(FLAGS_@N@) -O0 -lm

error_suite_@N@: error_suite_@N@.@EXT@ $(ERRORS_@N@) $(RUNTIME) @READ@
	@COMPILER@ $(SANITIZERS) -I. -Wl,--wrap=main -o $@ $< $(SOURCES_@N@) $(FLAGS_@N@) -O0 -lm

suite_@N@.@EXT@: FORCE
	$(call together,$(TESTS_@N@))

error_suite_@N@.@EXT@: FORCE
	$(call together,$(ERRORS_@N@))

$(basename $(TESTS_@N@)): %: %.@EXT@ $(RUNTIME) @READ@
	@COMPILER@ -I. -Wl,--wrap=main -o $@ $< $(SOURCES_@N@) $(FLAGS_@N@) -O0 -lm

"#;
