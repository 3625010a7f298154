//! Sequences of calls of C: creators, initialisers, destroyers, buffers, out-parameters and callbacks.

use coax_case::{Fault, Invalid, Pass, Pointee, PointerAt, Step};
use coax_ir::Type;
use coax_suite::{Dialect, Plain};
use expect_test::expect;

use crate::{
    sequences::{Sequence, given, result, text, variable},
    suite::*,
};

const LIST: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum order { ORDER_UP, ORDER_DOWN = 4 };
struct node { int value; struct node *next; };
struct list { struct node *first; size_t size; };
struct board { char cells[3][3]; int moves; };
struct list *list_new(void) { return calloc(1, sizeof(struct list)); }
int list_push(struct list *list, int value) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        return -1;
    node->value = value;
    node->next = list->first;
    list->first = node;
    list->size++;
    return 0;
}
struct node *list_first(struct list *l) { return l->first; }
int node_value(const struct node *node) { return node->value; }
size_t list_size(const struct list *list) { return list->size; }
int list_pop(struct list *list, int *value) {
    struct node *node = list->first;
    if (!node)
        return 0;
    *value = node->value;
    list->first = node->next;
    list->size--;
    free(node);
    return 1;
}
int list_count(const struct list *list, int (*matches)(int value, void *data), void *data) {
    int count = 0;
    for (const struct node *node = list->first; node; node = node->next)
        count += matches(node->value, data);
    return count;
}
void list_sort(struct list *list, enum order order) { (void)list, (void)order; }
void list_free(struct list *list) {
    int value;
    while (list_pop(list, &value))
        ;
    free(list);
}
void board_init(struct board *board, char filler) { memset(board->cells, filler, sizeof board->cells); }
int board_move(struct board *b, int x, int y, char player) {
    b->cells[y][x] = player;
    return ++b->moves;
}
size_t list_format(const struct list *list, char *buffer, size_t size) {
    return (size_t)snprintf(buffer, size, "%zu elements", list->size);
}
char first_letter(const char *word) { return word[0]; }
long sum(const int *numbers, size_t count) {
    long total = 0;
    for (size_t i = 0; i < count; i++)
        total += numbers[i];
    return total;
}
int twice(int value) { return 2 * value; }
"#;

fn suite() -> Suite {
    Suite::new("list.c", LIST)
}

#[test]
fn a_creator_uses_and_a_destroyer() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let list = it.call("list_new", vec![]);
    let pushed = it.call("list_push", vec![result(list), it.number("list_push", 1, 7)]);
    it.call("list_push", vec![result(list), it.number("list_push", 1, -1)]);
    it.call("list_sort", vec![result(list), it.number("list_sort", 1, 4)]);
    let first = it.call("list_first", vec![result(list)]);
    let value = it.call("node_value", vec![result(first)]);
    it.release("list_free", vec![result(list)]);
    it.expect_int(pushed, 0);
    it.expect_int(value, -1);
    expect![[r#"
        /* cc -I. -Wl,--wrap=main -o list_1 list_1.c coax_unit.c -w -lm */
        /* node_value(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../list.c"
        #endif
        #include "coax_unit.h"

        COAX_TEST("list_1")
        {
            struct list *list = list_new();
            COAX_ASSERT(list_push(list, 7) == 0);
            list_push(list, -1);
            list_sort(list, ORDER_DOWN);
            struct node *node = list_first(list);

            int value = node_value(node);

            COAX_ASSERT(value == -1);

            list_free(list);
        }
    "#]]
    .assert_eq(&it.text("list_1"));
}

#[test]
fn an_initialiser_fills_a_zeroed_struct() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let board = it.object_for("board_init", 0, &[0; 16]);
    let address = || variable(board, Pass::Address);
    it.call("board_init", vec![address(), it.number("board_init", 1, '.' as i64)]);
    let numbers = |at, number| it.number("board_move", at, number);
    let arguments = vec![address(), numbers(1, 1), numbers(2, 2), numbers(3, 'x' as i64)];
    let moves = it.call("board_move", arguments);
    it.expect_int(moves, 1);
    expect![[r#"
        /* cc -I. -Wl,--wrap=main -o board_1 board_1.c coax_unit.c -w -lm */
        /* board_move(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../list.c"
        #endif
        #include "coax_unit.h"
        #include <string.h>

        COAX_TEST("board_1")
        {
            struct board board;
            memset(&board, 0, sizeof board);
            board_init(&board, '.');

            int move = board_move(&board, 1, 2, 'x');

            COAX_ASSERT(move == 1);
        }
    "#]]
    .assert_eq(&it.text("board_1"));
}

#[test]
fn a_buffer_with_its_length_and_an_array() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let numbers = it.object_for("sum", 0, &ints(&[3, 4, 5]));
    let total = it.call(
        "sum",
        vec![variable(numbers, Pass::Address), coax_case::Argument::Length { index: numbers }],
    );
    let buffer = it.object_for("list_format", 1, &[0; 16]);
    let list = it.call("list_new", vec![]);
    let length = coax_case::Argument::Length { index: buffer };
    it.call("list_format", vec![result(list), variable(buffer, Pass::Address), length]);
    let letter = it.call("first_letter", vec![variable(buffer, Pass::Address)]);
    it.release("list_free", vec![result(list)]);
    it.expect(total, suite.result("sum"), &12i64.to_le_bytes());
    it.expect(letter, suite.result("first_letter"), b"0");
    expect![[r#"
        /* cc -I. -Wl,--wrap=main -o format_1 format_1.c coax_unit.c -w -lm */
        /* first_letter(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../list.c"
        #endif
        #include "coax_unit.h"

        COAX_TEST("format_1")
        {
            int numbers[3] = {3, 4, 5};
            COAX_ASSERT(sum(numbers, 3) == 12);
            struct list *list = list_new();
            char buffer[16] = {0};
            list_format(list, buffer, sizeof buffer);

            char letter = first_letter(buffer);

            COAX_ASSERT(letter == '0');

            list_free(list);
        }
    "#]]
    .assert_eq(&it.text("format_1"));
}

#[test]
fn an_out_parameter_that_a_later_call_gets() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let list = it.call("list_new", vec![]);
    it.call("list_push", vec![result(list), it.number("list_push", 1, i32::MAX.into())]);
    let value = it.object_for("list_pop", 1, &[0; 4]);
    let popped = it.call("list_pop", vec![result(list), variable(value, Pass::Address)]);
    it.call("list_push", vec![result(list), variable(value, Pass::Value)]);
    let size = it.call("list_size", vec![result(list)]);
    it.release("list_free", vec![result(list)]);
    it.expect_int(popped, 1);
    it.expect(size, suite.result("list_size"), &1u64.to_le_bytes());
    expect![[r#"
        /* cc -I. -Wl,--wrap=main -o pop_1 pop_1.c coax_unit.c -w -lm */
        /* list_size(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../list.c"
        #endif
        #include "coax_unit.h"

        COAX_TEST("pop_1")
        {
            struct list *list = list_new();
            list_push(list, INT_MAX);
            int value = 0;
            COAX_ASSERT(list_pop(list, &value) == 1);
            list_push(list, value);

            size_t size = list_size(list);

            COAX_ASSERT(size == 1);

            list_free(list);
        }
    "#]]
    .assert_eq(&it.text("pop_1"));
}

#[test]
fn callbacks_that_the_test_defines() {
    let suite = suite();
    let int = suite.result("twice");
    let void = suite.pointee(suite.params("list_count")[2].ty);
    let data = suite.program.add_type(Type::Pointer(void));
    let matches = || Type::Function { result: int, params: vec![int, data], variadic: false };
    let number = |number: i32| value(int, &number.to_le_bytes());
    let mut it = Sequence::of(&suite);
    it.environment.stubs = vec![
        suite.stub_behind_pointer("matches", matches(), vec![number(1), number(1)]),
        suite.stub_behind_pointer("matches", matches(), vec![number(1), number(0)]),
    ];
    let callback = |index| {
        let mut pointer = value(suite.params("list_count")[1].ty, &[0; 8]);
        pointer.pointers = vec![PointerAt { offset: 0, to: Pointee::Stub(index) }];
        given(pointer)
    };
    let list = it.call("list_new", vec![]);
    for number in [1, 2] {
        it.call("list_push", vec![result(list), it.number("list_push", 1, number)]);
    }
    let null = || given(value(suite.params("list_count")[2].ty, &[0; 8]));
    let all = it.call("list_count", vec![result(list), callback(0), null()]);
    let some = it.call("list_count", vec![result(list), callback(1), null()]);
    it.release("list_free", vec![result(list)]);
    it.expect_int(all, 2);
    it.expect_int(some, 1);
    expect![[r#"
        /* cc -I. -Wl,--wrap=main -o count_1 count_1.c coax_unit.c -w -lm */
        /* list_count(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../list.c"
        #endif
        #include "coax_unit.h"

        static int matches_of_count_1(int p1, void *p2)
        {
            (void)p1;
            (void)p2;
            return 1;
        }

        static int matches_of_count_1_2(int p1, void *p2)
        {
            (void)p1;
            (void)p2;
            return COAX_NEXT("matches_of_count_1_2", int);
        }

        COAX_TEST("count_1")
        {
            int matches_returns[] = {1, 0};
            COAX_RETURNS("matches_of_count_1_2", matches_returns);
            struct list *list = list_new();
            list_push(list, 1);
            list_push(list, 2);
            COAX_ASSERT(list_count(list, matches_of_count_1, NULL) == 2);

            int count = list_count(list, matches_of_count_1_2, NULL);

            COAX_ASSERT(count == 1);

            list_free(list);
        }
    "#]]
    .assert_eq(&it.text("count_1"));
}

/// A sequence that pushes a number, by a pointer to a list of the environment.
fn push<'s>(suite: &'s Suite, number: i32, size: u64) -> Sequence<'s> {
    let mut it = Sequence::of(suite);
    let list = it.object_for("list_push", 0, &[0; 16]);
    let address = || given(pointer(suite.params("list_push")[0].ty, list));
    it.call("list_push", vec![address(), it.number("list_push", 1, number.into())]);
    let popped = it.object_for("list_pop", 1, &[0; 4]);
    it.call("list_pop", vec![address(), variable(popped, Pass::Address)]);
    let found = it.call("list_size", vec![address()]);
    it.expect(found, suite.result("list_size"), &size.to_le_bytes());
    it
}

#[test]
fn sequences_are_built_and_run_together() {
    let suite = suite();
    let right = push(&suite, 1, 0).text("right");
    let body = right.lines().skip_while(|line| *line != "{").collect::<Vec<_>>().join("\n");
    expect![[r#"
        {
            struct list list = {0};
            list_push(&list, 1);
            int value = 0;
            list_pop(&list, &value);

            size_t size = list_size(&list);

            COAX_ASSERT(size == 0);
        }"#]]
    .assert_eq(&body);
    let wrong = push(&suite, 2, 7).case("wrong");
    let rendered = Plain.render(&suite.test(&wrong));
    std::fs::write(suite.tests().join("wrong.c"), rendered).unwrap();
    let makefile = coax_suite::unit_makefile(std::slice::from_ref(&suite.under_test));
    std::fs::write(suite.tests().join("Makefile"), makefile).unwrap();
    let output = shell(&suite.tests(), &format!("make -s CC={} check", installed("gcc")));
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(said.contains("ok right") && said.contains("2 tests, 1 failed"), "{said}");
    let alone = shell(&suite.tests(), "./suite_1 wrong");
    let all = [said, String::from_utf8_lossy(&alone.stdout).into(), errors(&alone)].concat();
    assert!(all.contains("wrong.c:18: size == 7 does not hold"), "{all}");
}

#[test]
fn what_makes_no_sense_is_noticed() {
    let suite = suite();
    let fault = |steps: &dyn Fn(&mut Sequence<'_>)| {
        let mut it = Sequence::of(&suite);
        steps(&mut it);
        it.case("t1").check(&suite.program).unwrap_err()
    };
    let invalid = |step, fault| Invalid { step, fault };
    let forward = |it: &mut Sequence<'_>| {
        it.call("list_first", vec![result(1)]);
        it.call("list_new", vec![]);
    };
    assert_eq!(fault(&forward), invalid(Some(0), Fault::ForwardReference));
    let void = |it: &mut Sequence<'_>| {
        let list = it.call("list_new", vec![]);
        let sorted = it.call("list_sort", vec![result(list)]);
        it.call("list_size", vec![result(sorted)]);
    };
    assert_eq!(fault(&void), invalid(Some(2), Fault::NoResult));
    let released = |it: &mut Sequence<'_>| {
        let list = it.call("list_new", vec![]);
        it.release("list_free", vec![result(list)]);
        it.call("list_size", vec![result(list)]);
    };
    assert_eq!(fault(&released), invalid(Some(1), Fault::EarlyRelease));
    let nothing = |it: &mut Sequence<'_>| {
        it.call("list_new", vec![]);
        if let Some(Step::Invoke(only)) = it.steps.pop() {
            it.steps.push(Step::Release(only));
        }
    };
    assert_eq!(fault(&nothing), invalid(None, Fault::NothingUnderTest));
    let many = |it: &mut Sequence<'_>| {
        it.call("list_new", vec![text("too"), text("many")]);
    };
    assert_eq!(fault(&many), invalid(Some(0), Fault::TooManyArguments));
    let lost = |it: &mut Sequence<'_>| {
        it.call("first_letter", vec![variable(3, Pass::Address)]);
    };
    assert_eq!(fault(&lost), invalid(Some(0), Fault::NoObject));
}
