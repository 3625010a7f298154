//! What people see of a test of a single function.

use coax_case::{Check, Global, Pointee, PointerAt, Release};
use coax_ir::Type;
use coax_kinds::ErrorKind;
use expect_test::expect;

use crate::suite::*;

const PARSER: &str = r#"#include <stdio.h>
#include <stdlib.h>
enum mode { MODE_OFF, MODE_STRICT = 3 };
struct token { char text[8]; int line; struct token *next; };
struct parser { enum mode mode; unsigned flags; const char *input; struct token *first; double limit; };
int depth;
int read_all(int fd, char *into);
static int fetch(int fd) { return fd; }
static int parse(struct parser *parser, const char *text, size_t length, int (*log)(int)) {
    return parser->mode + text[length] + log(1) + fetch(2);
}
void append(struct token *list, int line) { free(list->next); }
int types(int fd, char *into) { return read_all(fd, into) + parse(0, into, 0, 0); }
"#;

fn suite() -> Suite {
    let mut suite = Suite::new("parser.c", PARSER);
    suite.under_test.sources = vec!["../../other.c".into()];
    suite.under_test.cflags = vec!["-DNAME=\"x y\"".into()];
    suite
}

fn case(suite: &Suite) -> Draft {
    let mut case = suite.case("parse_out_of_bounds_1", "parse");
    let params = case.params.clone();
    let parser = suite.pointee(params[0].ty);
    let mut bytes = vec![0; 32];
    bytes[0] = 3;
    bytes[4..8].copy_from_slice(&0x8000_0001_u32.to_le_bytes());
    bytes[24..].copy_from_slice(&0.5f64.to_le_bytes());
    let mut object = suite.object_of(parser, "parser", &bytes);
    object.pointers = vec![to_object(8, 1), to_object(16, 2)];
    let mut text = suite.object(&case, 1, b"a=\0");
    text.text = true;
    let list = suite.params("append")[0].ty;
    let token = |name, text: &[u8], next: usize| {
        let mut bytes = vec![0; 24];
        bytes[..text.len()].copy_from_slice(text);
        bytes[8] = 7;
        let mut object = suite.object_of(suite.pointee(list), name, &bytes);
        object.pointers = vec![to_object(16, next)];
        object
    };
    case.objects =
        vec![object, text, token("parser->first", b"if", 3), token("first->next", b"(", 2)];
    case.arguments = vec![
        pointer(params[0].ty, 0),
        pointer(params[1].ty, 1),
        value(params[2].ty, &3u64.to_le_bytes()),
        value(params[3].ty, &[0; 8]),
    ];
    case.arguments[3].pointers = vec![PointerAt { offset: 0, to: Pointee::Stub(0) }];
    let int = suite.result("types");
    let returns = vec![value(int, &ints(&[3])), value(int, &ints(&[-1]))];
    let log = Type::Function { result: int, params: vec![int], variadic: false };
    let most = value(int, &i32::MAX.to_le_bytes());
    case.stubs = vec![
        suite.stub_behind_pointer("log", log, returns),
        suite.stub("fetch", vec![most]),
        suite.stub("read_all", vec![]),
    ];
    case.globals = vec![Global {
        id: suite.program.global_named("depth").unwrap(),
        value: value(int, &ints(&[2])),
    }];
    case.notes = vec!["The callee `fetch` was replaced".into()];
    case.check = Check::Error {
        kind: ErrorKind::OutOfBounds,
        file: "src/parser.c".into(),
        line: 10,
        message: "read of 1 byte at offset 3 of a 3-byte object".into(),
    };
    case
}

#[test]
fn a_test_with_everything() {
    let suite = suite();
    let case = case(&suite);
    expect![[r#"
        /* cc -g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -I../tests -Wl,--wrap=main -o parse_out_of_bounds_1 parse_out_of_bounds_1.c ../tests/coax_unit.c ../../other.c '-DNAME="x y"' -w -O0 -lm */
        /* parse(): out-of-bounds at src/parser.c:10, read of 1 byte at offset 3 of a 3-byte object. The
         * callee `fetch` was replaced. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../parser.c"
        #endif
        #include "coax_unit.h"

        static int log_of_parse_out_of_bounds_1(int p1)
        {
            return COAX_NEXT("log_of_parse_out_of_bounds_1", int);
        }

        #ifndef COAX_STUB_fetch
        #define COAX_STUB_fetch
        static int coax_stub_fetch(int p1)
        {
            return COAX_NEXT("fetch", int);
        }
        #endif

        #ifndef COAX_STUB_read_all
        #define COAX_STUB_read_all
        extern void coax_stub_read_all(void *p1, void *p2);
        void coax_stub_read_all(void *p1, void *p2)
        {
            coax_output("read_all", "p1", (void *)p1);
            coax_output("read_all", "p2", (void *)p2);
            coax_called("read_all");
        }
        COAX_STAND_IN(read_all, "read_all")
        #endif

        COAX_TEST("parse_out_of_bounds_1")
        {
            char text[] = "a=";
            struct token first_next = {.text = "(", .line = 7};
            struct token parser_first = {.text = "if", .line = 7, .next = &first_next};
            struct parser parser = {
                .mode = MODE_STRICT,
                .flags = 0x80000001u,
                .input = text,
                .first = &parser_first,
                .limit = 0.5,
            };
            int log_returns[] = {3, -1};
            COAX_RETURNS("log_of_parse_out_of_bounds_1", log_returns);
            int fetch_returns[] = {INT_MAX};
            COAX_RETURNS("fetch", fetch_returns);
            COAX_REPLACE(fetch, coax_stub_fetch);
            COAX_ANSWER_FOR(read_all);
            depth = 2;
            first_next.next = &parser_first;
            replay_expect_failure("out-of-bounds", "src/parser.c:10");
            (void)parse(&parser, text, 3, log_of_parse_out_of_bounds_1); /* out-of-bounds */
        }
    "#]].assert_eq(&suite.text(&case));
}

#[test]
fn inputs_in_words() {
    let suite = suite();
    let words: Vec<_> = coax_suite::readable(&suite.test(&case(&suite).case()))
        .into_iter()
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect();
    expect![[r#"
        length: 3
        log: log_of_parse_out_of_bounds_1
        text: "a="
        first_next: {.text = "(", .line = 7, .next = &parser_first}
        parser_first: {.text = "if", .line = 7, .next = &first_next}
        parser: {.mode = MODE_STRICT, .flags = 0x80000001u, .input = text, .first = &parser_first, .limit = 0.5}
        depth: 2
        log(): 3, -1
        fetch(): INT_MAX
    "#]]
    .assert_eq(&words.concat());
}

#[test]
fn what_is_released() {
    let suite = suite();
    let mut case = suite.case("append_1", "append");
    let list = case.params[0].ty;
    let mut first = suite.object_of(suite.pointee(list), "list", &[0; 24]);
    first.pointers = vec![to_object(16, 1)];
    let mut next = suite.object_of(
        suite.pointee(list),
        "list_next",
        b"while\0\0\0\x09\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    );
    next.released = Some(Release::Free);
    case.objects = vec![first, next];
    case.arguments[0] = pointer(list, 0);
    expect![[r#"
        /* cc -I. -Wl,--wrap=main -o append_1 append_1.c coax_unit.c ../../other.c '-DNAME="x y"' -w -lm */
        /* append(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../parser.c"
        #endif
        #include "coax_unit.h"

        COAX_TEST("append_1")
        {
            struct token list_next_value = {.text = "while", .line = 9};
            struct token *list_next = coax_malloced(&list_next_value, sizeof list_next_value);
            struct token list = {.next = list_next};
            append(&list, 0);
        }
    "#]].assert_eq(&suite.text(&case));
}

#[test]
fn the_makefile() {
    let mut other = suite().under_test;
    other.include = Some("../../src/it's.cpp".into());
    other.cxx = true;
    expect![[r##"
        # Runs the tests in this folder with a plain compiler.
        #   make check     run every test; those of one translation unit are built together
        #   make errors    run the tests in ../errors under sanitizers; each is expected to fail
        #   make t1        build one test by itself
        CC = cc
        CXX = c++
        SANITIZERS = -g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
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

        UNIT_1 = 'include "../../parser.c"'
        FLAGS_1 = '-DNAME="x y"' -w
        SOURCES_1 = coax_unit.c ../../other.c
        TESTS_1 := $(call of,1,*.c)
        ERRORS_1 := $(call of,1,../errors/*.c)
        ALONE += $(basename $(TESTS_1))

        suite_1: suite_1.c $(TESTS_1) $(RUNTIME) ../../parser.c ../../other.c
        	$(CC) -I. -Wl,--wrap=main -o $@ $< $(SOURCES_1) $(FLAGS_1) -O0 -lm

        error_suite_1: error_suite_1.c $(ERRORS_1) $(RUNTIME) ../../parser.c ../../other.c
        	$(CC) $(SANITIZERS) -I. -Wl,--wrap=main -o $@ $< $(SOURCES_1) $(FLAGS_1) -O0 -lm

        suite_1.c: FORCE
        	$(call together,$(TESTS_1))

        error_suite_1.c: FORCE
        	$(call together,$(ERRORS_1))

        $(basename $(TESTS_1)): %: %.c $(RUNTIME) ../../parser.c ../../other.c
        	$(CC) -I. -Wl,--wrap=main -o $@ $< $(SOURCES_1) $(FLAGS_1) -O0 -lm

        UNIT_2 = 'include "../../src/it'\''s.cpp"'
        FLAGS_2 = '-DNAME="x y"' -w -fno-access-control
        SOURCES_2 = coax_unit.cpp -x c ../../other.c -x none
        TESTS_2 := $(call of,2,*.cpp)
        ERRORS_2 := $(call of,2,../errors/*.cpp)
        ALONE += $(basename $(TESTS_2))

        suite_2: suite_2.cpp $(TESTS_2) $(RUNTIME) ../../src/it's.cpp ../../other.c
        	$(CXX) -I. -Wl,--wrap=main -o $@ $< $(SOURCES_2) $(FLAGS_2) -O0 -lm

        error_suite_2: error_suite_2.cpp $(ERRORS_2) $(RUNTIME) ../../src/it's.cpp ../../other.c
        	$(CXX) $(SANITIZERS) -I. -Wl,--wrap=main -o $@ $< $(SOURCES_2) $(FLAGS_2) -O0 -lm

        suite_2.cpp: FORCE
        	$(call together,$(TESTS_2))

        error_suite_2.cpp: FORCE
        	$(call together,$(ERRORS_2))

        $(basename $(TESTS_2)): %: %.cpp $(RUNTIME) ../../src/it's.cpp ../../other.c
        	$(CXX) -I. -Wl,--wrap=main -o $@ $< $(SOURCES_2) $(FLAGS_2) -O0 -lm

        SUITES = $(if $(TESTS_1),suite_1) $(if $(TESTS_2),suite_2)
        ERROR_SUITES = $(if $(ERRORS_1),error_suite_1) $(if $(ERRORS_2),error_suite_2)

        check: $(SUITES)
        	@failed=0; for suite in $(SUITES); do ./$$suite --all || failed=1; done; exit $$failed

        errors: $(ERROR_SUITES)
        	@failed=0; for suite in $(ERROR_SUITES); do ./$$suite --failing || failed=1; done; exit $$failed

        clean:
        	rm -f suite_* error_suite_* $(ALONE)

        FORCE:
        .PHONY: default check errors clean FORCE
        .DELETE_ON_ERROR:
    "##]].assert_eq(&coax_suite::unit_makefile(&[suite().under_test, other]));
}
