//! What people see of a suite, as snapshots: test files, the Makefile, Test-Comp's XML.

use coax_case::{Check, Entry, Input, Shape, Source, TestCase};
use coax_kinds::ErrorKind;
use coax_suite::{
    Dialect, Plain, SuiteMetadata, Test, TestComp, UnderTest, batch, makefile, testcomp_metadata,
};
use expect_test::{Expect, expect};

use crate::cases::{array, calling, field, input, no_program, parameter};

fn under_test() -> UnderTest {
    UnderTest {
        sources: vec!["/src/parse.c".into(), "/src/my list.c".into()],
        cflags: vec!["-O1".into(), "-DNAME=\"x y\"".into()],
        ..UnderTest::default()
    }
}

fn case(inputs: Vec<Input>, check: Check) -> TestCase {
    crate::cases::case("t1", inputs, check)
}

fn object(name: &str, shape: Shape, bytes: &[u8]) -> Input {
    crate::cases::object("coax_symbolic", name, shape, bytes)
}

fn ints(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn assert_rendered(case: &TestCase, under_test: &UnderTest, expected: Expect) {
    let test = Test { case, under_test, program: &no_program() };
    expected.assert_eq(&Plain.render(&test));
}

#[test]
fn a_program_with_arguments_and_stdin() {
    let mut case = case(
        vec![
            input(Source::Argument(1), Shape::Bytes, b"-x\0\0\0"),
            input(Source::Stdin, Shape::Bytes, b"12 */\n"),
            input(Source::File("in.png".into()), Shape::Bytes, b"\x89PNG\r\n\x1a\n"),
        ],
        Check::Normal { status: 3 },
    );
    case.environment.arguments = vec![b"parse".to_vec()];
    assert_rendered(
        &case,
        &under_test(),
        expect![[r#"
            /* cc -I. -Wl,--wrap=main -o t1 t1.c /src/parse.c '/src/my list.c' -O1 '-DNAME="x y"' */
            /* argv[1] = "-x", stdin = "12 * /\n", file in.png = "\x89PNG\r\n\x1a\n": ends with status 3. */
            #include "coax_replay.h"

            COAX_TEST("t1")
            {
                replay_argument(0, "parse");
                replay_argument(1, "-x");
                replay_stdin("12 */\n");
                replay_file("in.png", "\x89PNG\r\n\x1a\n");
                replay_expect_status(3);
                replay_main();
            }
        "#]],
    );
}

#[test]
fn a_harness_with_values_of_every_shape() {
    let point = Shape::Struct {
        name: Some("point".into()),
        fields: vec![
            field("x", 0, Shape::Signed(32)),
            field("name", 4, array(Shape::Char, 4)),
            field("weight", 8, Shape::Float(64)),
        ],
        size: 16,
    };
    let image = [&ints(&[-7])[..], b"ab\0\0", &0.1f64.to_le_bytes()].concat();
    let word = |word: &str| Source::Value { word: word.into(), name: None };
    let named = Source::Value { word: "coax_char".into(), name: Some("c".into()) };
    let inputs = vec![
        object("p", point.clone(), &image),
        object("numbers", array(Shape::Signed(32), 4), &ints(&[1, -2, 3, i32::MIN])),
        object("many", array(Shape::Signed(32), 40), &ints(&[100_000; 40])),
        object("sparse", array(Shape::Signed(32), 40), &[ints(&[5]), vec![0; 156]].concat()),
        object("text", array(Shape::Char, 8), b"hello\0\0\0"),
        object("full", array(Shape::Char, 5), b"hello"),
        object("raw", Shape::Bytes, &[0xde, 0xad, 0xbe, 0xef]),
        object("p", point, &image),
        input(named, Shape::Char, b"a"),
        input(word("__VERIFIER_nondet_uint"), Shape::Unsigned(32), &[0xff; 4]),
        input(word("__VERIFIER_nondet_float"), Shape::Float(32), &0.1f32.to_le_bytes()),
        input(word("__VERIFIER_nondet_double"), Shape::Float(64), &f64::NAN.to_le_bytes()),
    ];
    assert_rendered(
        &case(inputs, Check::Normal { status: 0 }),
        &under_test(),
        expect![[r#"
            /* cc -I. -Wl,--wrap=main -o t1 t1.c /src/parse.c '/src/my list.c' -O1 '-DNAME="x y"' */
            /* p = {.x = -7, .name = "ab", .weight = 0.1}, numbers = {1, -2, 3, -2147483648}, many = {100000,
             * 100000, 100000, 100000, 100000, 100000, 100000, ... (160 bytes), sparse = {5}, text = "hello",
             * full = "hello", raw = [de ad be ef], p #2 = {.x = -7, .name = "ab", .weight = 0.1}, and 4
             * more: ends with status 0. */
            #include "coax_replay.h"

            COAX_TEST("t1")
            {
                struct point {
                    int x;
                    char name[4];
                    double weight;
                };
                static const struct point p = {.x = -7, .name = "ab", .weight = 0.1};
                replay_object("coax_symbolic", "p", p);
                static const int numbers[4] = {1, -2, 3, -2147483648};
                replay_object("coax_symbolic", "numbers", numbers);
                static const int many[40] = {
                    100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000,
                    100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000,
                    100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000, 100000,
                    100000, 100000, 100000, 100000, 100000, 100000, 100000,
                };
                replay_object("coax_symbolic", "many", many);
                static const int sparse[40] = {5};
                replay_object("coax_symbolic", "sparse", sparse);
                static const char text[8] = "hello";
                replay_object("coax_symbolic", "text", text);
                replay_string("coax_symbolic", "full", "hello");
                static const unsigned char raw[4] = {0xde, 0xad, 0xbe, 0xef};
                replay_object("coax_symbolic", "raw", raw);
                static const struct point p_2 = {.x = -7, .name = "ab", .weight = 0.1};
                replay_object("coax_symbolic", "p", p_2);
                replay_value("coax_char", "c", char, 'a');
                replay_value("__VERIFIER_nondet_uint", NULL, unsigned, 4294967295u);
                replay_value("__VERIFIER_nondet_float", NULL, float, 0.1f);
                static const unsigned char input[8] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xf8, 0x7f};
                replay_object("__VERIFIER_nondet_double", NULL, input);
                replay_expect_status(0);
                replay_main();
            }
        "#]],
    );
}

#[test]
fn an_error() {
    let check = Check::Error {
        kind: ErrorKind::OutOfBounds,
        file: "/src/parse.c".into(),
        line: 31,
        message: "read of 1 byte at offset 8 of an 8-byte object".into(),
    };
    let inputs = vec![object("n", Shape::Signed(32), &ints(&[8]))];
    assert_rendered(
        &case(inputs, check),
        &under_test(),
        expect![[r#"
            /* cc -g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -I../tests -Wl,--wrap=main -o t1 t1.c /src/parse.c '/src/my list.c' -O1 '-DNAME="x y"' */
            /* n = 8: out-of-bounds at /src/parse.c:31, read of 1 byte at offset 8 of an 8-byte object. */
            #include "coax_replay.h"

            COAX_TEST("t1")
            {
                replay_value("coax_symbolic", "n", int, 8);
                replay_expect_failure("out-of-bounds", "/src/parse.c:31");
                replay_main();
            }
        "#]],
    );
}

#[test]
fn a_function_of_a_cxx_program() {
    let size = Shape::Struct {
        name: Some("size".into()),
        fields: vec![field("w", 0, Shape::Signed(32)), field("h", 4, Shape::Signed(32))],
        size: 8,
    };
    let under_test = UnderTest {
        sources: vec!["/src/draw.cpp".into(), "/src/font.c".into()],
        cxx: true,
        ..UnderTest::default()
    };
    let entry = Entry {
        name: "ui::draw".into(),
        symbol: Some("_ZN2ui4drawE4sizePKc".into()),
        params: vec![size.clone(), Shape::Pointer, Shape::Bool],
        returns: None,
    };
    let inputs = vec![
        parameter("size", size, &ints(&[3, 4])),
        parameter("title", array(Shape::Char, 3), b"hi\0"),
    ];
    assert_rendered(
        &calling(&entry, "t1", inputs, Check::Exception),
        &under_test,
        expect![[r#"
            /* c++ -I. -Wl,--wrap=main -o t1 t1.cpp /src/draw.cpp -x c /src/font.c -x none */
            /* size = {.w = 3, .h = 4}, title = "hi": ends with an exception. */
            #include "coax_replay.h"

            #ifndef COAX_ENTRY_UI__DRAW
            #define COAX_ENTRY_UI__DRAW
            struct size {
                int w;
                int h;
            };
            extern "C" void ui__draw(struct size, void *, bool) __asm__("_ZN2ui4drawE4sizePKc");
            #endif

            COAX_TEST("t1")
            {
                replay_expect_exception();
                static const struct size size = {.w = 3, .h = 4};
                static char title[3] = "hi";
                replay_call(ui__draw(size, title, false));
            }
        "#]],
    );
}

#[test]
fn several_tests_as_one_unit() {
    expect![[r#"
        /* All tests in one program; see coax_replay_batch.h. */
        #define COAX_TEST_INDEX 0
        #include "t1.c"
        #undef COAX_TEST_INDEX
        #define COAX_TEST_INDEX 1
        #include "../errors/e1.c"
        #undef COAX_TEST_INDEX
    "#]]
    .assert_eq(&batch(&["t1.c".into(), "../errors/e1.c".into()]));
}

#[test]
fn the_makefile() {
    expect![[r##"
        # Runs the tests in this folder with a plain compiler.
        #   make check     build the program once, run every test
        #   make errors    run the tests in ../errors under sanitizers; each is expected to fail
        #   make t1        build one test by itself
        CC = cc
        CXX = c++
        PROGRAM_FLAGS = -O1 '-DNAME="x y"'
        PROGRAM = prog_1.o prog_2.o
        SANITIZERS = -g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all

        TESTS = $(filter-out suite.c error_suite.c,$(wildcard *.c))
        ERRORS = $(wildcard ../errors/*.c)
        RUNTIME = $(wildcard coax*.h)
        ERROR_PROGRAM = $(addprefix error_,$(PROGRAM))

        check: suite
        	@./suite

        errors: error_suite
        	@./error_suite --failing

        suite: suite.c $(TESTS) $(RUNTIME) $(PROGRAM)
        	$(CC) -DCOAX_BATCH -I. -Wl,--wrap=main -o $@ $< $(PROGRAM) $(PROGRAM_FLAGS)

        error_suite: error_suite.c $(ERRORS) $(RUNTIME) $(ERROR_PROGRAM)
        	$(CC) $(SANITIZERS) -DCOAX_BATCH -I. -Wl,--wrap=main -o $@ $< $(ERROR_PROGRAM) $(PROGRAM_FLAGS)

        # All tests as one translation unit, written anew only when a test was added or removed.
        define together
        @n=0; echo '#include "coax_replay.h"' > $@.new; for test in $(1); do \
          case "$$test" in suite.*|error_suite.*) continue;; esac; [ -e "$$test" ] || continue; \
          printf '#undef COAX_TEST_INDEX\n#define COAX_TEST_INDEX %s\n#include "%s"\n' $$n "$$test"; n=$$((n + 1)); \
        done >> $@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
        endef

        suite.c: FORCE
        	$(call together,*.c)

        error_suite.c: FORCE
        	$(call together,../errors/*.c)

        prog_1.o: /src/parse.c
        	$(CC) -I. $(PROGRAM_FLAGS) -c -o $@ /src/parse.c
        error_prog_1.o: /src/parse.c
        	$(CC) $(SANITIZERS) -I. $(PROGRAM_FLAGS) -c -o $@ /src/parse.c
        prog_2.o: /src/my\ list.c
        	$(CC) -I. $(PROGRAM_FLAGS) -c -o $@ '/src/my list.c'
        error_prog_2.o: /src/my\ list.c
        	$(CC) $(SANITIZERS) -I. $(PROGRAM_FLAGS) -c -o $@ '/src/my list.c'

        %: %.c $(PROGRAM) $(RUNTIME)
        	$(CC) -I. -Wl,--wrap=main -o $@ $< $(PROGRAM) $(PROGRAM_FLAGS)

        clean:
        	rm -f suite suite.c error_suite error_suite.c $(PROGRAM) $(ERROR_PROGRAM) $(basename $(TESTS))

        FORCE:
        .PHONY: check errors clean FORCE
        .DELETE_ON_ERROR:
    "##]]
    .assert_eq(&makefile(&under_test()));
}

#[test]
fn test_comp() {
    let word = |word: &str| Source::Value { word: word.into(), name: None };
    let check = Check::Error {
        kind: ErrorKind::Assertion,
        file: "a.c".into(),
        line: 1,
        message: "".into(),
    };
    let inputs = vec![
        input(word("__VERIFIER_nondet_int"), Shape::Signed(32), &ints(&[-3])),
        input(word("__VERIFIER_nondet_uint"), Shape::Unsigned(32), &[0xff; 4]),
        input(word("__VERIFIER_nondet_char"), Shape::Char, &[0xff]),
        input(word("__VERIFIER_nondet_bool"), Shape::Bool, &[1]),
        input(word("__VERIFIER_nondet_long"), Shape::Signed(64), &i64::MIN.to_le_bytes()),
        input(word("__VERIFIER_nondet_float"), Shape::Float(32), &1.5f32.to_le_bytes()),
        object("a<b", array(Shape::Char, 2), b"xy"),
    ];
    let (case, program) = (case(inputs, check), no_program());
    let test = Test { case: &case, under_test: &under_test(), program: &program };
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
        <testcase coversError="true">
          <input type="int">-3</input>
          <input type="unsigned">4294967295</input>
          <input type="char">-1</input>
          <input type="bool">1</input>
          <input type="long">-9223372036854775808</input>
          <input type="float">1.5</input>
          <input variable="a&lt;b" type="unsigned char">120</input>
          <input variable="a&lt;b" type="unsigned char">121</input>
        </testcase>
    "#]]
    .assert_eq(&TestComp.render(&test));
    let metadata = SuiteMetadata {
        language: "C".into(),
        producer: "coax 0.1.0".into(),
        specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".into(),
        program_file: "a & b.c".into(),
        program_hash: "00ff".into(),
        entry_function: "main".into(),
        architecture: "64bit".into(),
        creation_time: "2026-01-01T00:00:00Z".into(),
    };
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
        <test-metadata>
          <sourcecodelang>C</sourcecodelang>
          <producer>coax 0.1.0</producer>
          <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>
          <programfile>a &amp; b.c</programfile>
          <programhash>00ff</programhash>
          <entryfunction>main</entryfunction>
          <architecture>64bit</architecture>
          <creationtime>2026-01-01T00:00:00Z</creationtime>
        </test-metadata>
    "#]]
    .assert_eq(&testcomp_metadata(&metadata));
}
