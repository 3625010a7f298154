//! What arrives in a C function: scalars, strings, arrays, structs, lists, files.

use coax_case::{Check, Global, Pointee, PointerAt, Release};
use coax_kinds::ErrorKind;

use crate::suite::*;

#[test]
fn scalars_of_every_kind() {
    let suite = Suite::new(
        "scalars.c",
        r#"#include <stdio.h>
        enum color { RED = 1, BLUE = 4 };
        static void f(char c, unsigned char b, short s, int i, unsigned u, long l, unsigned long z,
                      _Bool t, enum color k, float x, double y, long double w, void *p, __int128 q) {
            printf("%d %d %d %d %u %ld %lu %d %d %g %g %Lg %p %lx", c, b, s, i, u, l, z, t, k, x, y,
                   w, p, (unsigned long)(q >> 64));
        }"#,
    );
    let mut case = suite.case("t1", "f");
    let bytes: Vec<Vec<u8>> = vec![
        b"a".to_vec(),
        vec![200],
        i16::MIN.to_le_bytes().into(),
        i32::MIN.to_le_bytes().into(),
        0xdead_beef_u32.to_le_bytes().into(),
        i64::MIN.to_le_bytes().into(),
        u64::MAX.to_le_bytes().into(),
        vec![1],
        4i32.to_le_bytes().into(),
        0.1f32.to_le_bytes().into(),
        (-0.0f64).to_le_bytes().into(),
        (0x4000_u128 << 64 | 0xa000_0000_0000_0000).to_le_bytes().into(),
        0x1234_u64.to_le_bytes().into(),
        (7i128 << 64).to_le_bytes().into(),
    ];
    for (argument, bytes) in case.arguments.iter_mut().zip(bytes) {
        argument.bytes = bytes;
    }
    let text = suite.text(&case);
    let call = "f('a', 200, SHRT_MIN, INT_MIN, 0xdeadbeefu, LONG_MIN, ULONG_MAX, 1, BLUE, 0.1f, -0.0, 2.5L,";
    assert!(text.contains(call), "{text}");
    let expected = "97 200 -32768 -2147483648 3735928559 -9223372036854775808 18446744073709551615 \
                    1 4 0.1 -0 2.5 0x1234 7";
    assert_eq!(suite.said(&case), expected);
}

const BYTES: &str = r#"#include <stdio.h>
#include <stdlib.h>
static void dump(const void *from, unsigned long size) {
    const unsigned char *bytes = from;
    for (unsigned long i = 0; i < size; i++) printf("%02x", bytes[i]);
    printf(" ");
}
void text(const char *s, const char *t, unsigned long n) { dump(s, n); dump(t, 3); }
int numbers(int *list, unsigned long n) { dump(list, n); return 0; }
void untyped(void *p, unsigned long n) { dump(p, n); }
void doubles(double *p, unsigned long n) { dump(p, n); }
char last(const char *s) { return *s; }
void release(int *list, unsigned long n) { dump(list, n); free(list); }
"#;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + " "
}

#[test]
fn buffers_are_exact() {
    let suite = Suite::new("bytes.c", BYTES);
    let mut case = suite.case("t1", "text");
    case.objects = vec![suite.object(&case, 0, b"a=\"??/\0"), suite.object(&case, 1, b"a\xff=")];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.arguments[1] = pointer(case.params[1].ty, 1);
    case.arguments[2].bytes = 7u64.to_le_bytes().into();
    let text = suite.text(&case);
    assert!(text.contains(r#"char s[] = "a=\"?\?/";"#), "{text}");
    assert!(text.contains("char t[3] = {'a', -1, '='};"), "{text}");
    assert!(text.contains("    text(s, t, 7);\n"), "{text}");
    assert_eq!(suite.said(&case), hex(b"a=\"??/\0") + &hex(b"a\xff="));
}

fn one_buffer(suite: &Suite, function: &str, bytes: &[u8]) -> Draft {
    let mut case = suite.case("t1", function);
    case.objects = vec![suite.object(&case, 0, bytes)];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    if let Some(length) = case.arguments.get_mut(1) {
        length.bytes = (bytes.len() as u64).to_le_bytes().into();
    }
    case
}

#[test]
fn arrays_with_few_values_and_with_none() {
    let suite = Suite::new("bytes.c", BYTES);
    let mut sparse = vec![0; 400];
    sparse[80..84].copy_from_slice(&7i32.to_le_bytes());
    let case = one_buffer(&suite, "numbers", &sparse);
    let text = suite.text(&case);
    assert!(text.contains("int list[100] = {[20] = 7};"), "{text}");
    assert_eq!(suite.said(&case), hex(&sparse));
    for bytes in [ints(&[1, 0, -3]), ints(&[0; 3]), ints(&[5; 200]), vec![1; 400_000]] {
        assert_eq!(suite.said(&one_buffer(&suite, "numbers", &bytes)), hex(&bytes));
    }
    let odd = [1, 2, 3, 0xff, 0, 9, 7];
    assert_eq!(suite.said(&one_buffer(&suite, "untyped", &odd)), hex(&odd));
    assert_eq!(
        suite.said(&one_buffer(&suite, "numbers", &odd)),
        hex(&odd),
        "no whole number of ints"
    );
    let nan = 0x7ff8_0000_0000_0001_u64.to_le_bytes();
    let doubles = [&1.5f64.to_le_bytes()[..], &nan].concat();
    assert_eq!(suite.said(&one_buffer(&suite, "doubles", &doubles)), hex(&doubles));
}

#[test]
fn nothing_may_be_read_from_an_empty_buffer() {
    let suite = Suite::new("bytes.c", BYTES);
    let mut case = one_buffer(&suite, "last", b"");
    case.check = error(ErrorKind::OutOfBounds);
    for compiler in ["gcc", "clang"] {
        let output = suite.run_with(compiler, &case);
        assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
        assert!(errors(&output).contains("heap-buffer-overflow"), "{}", errors(&output));
    }
    case.check = error(ErrorKind::OutOfBounds);
    case.objects = vec![suite.object(&case, 0, b"x")];
    let output = suite.run_with("gcc", &case);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(errors(&output), "t1: out-of-bounds at /src/x.c:7 did not show\n");
}

#[test]
fn what_is_freed_lies_on_the_heap() {
    let suite = Suite::new("bytes.c", BYTES);
    let mut case = one_buffer(&suite, "release", &ints(&[1, 2, 3]));
    case.objects[0].released = Some(Release::Free);
    case.check = error(ErrorKind::MemoryLeak); // under sanitizers, which accept it
    for compiler in ["gcc", "clang"] {
        let output = suite.run_with(compiler, &case);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), hex(&ints(&[1, 2, 3])));
    }
}

const LIST: &str = r#"#include <stdio.h>
#include <stdlib.h>
struct node { int value; struct node *next; char name[4]; };
typedef struct { unsigned kind : 3; signed level : 5; union { int i; double d; struct node *n; }; } item;
struct pair { struct node head, *tail; int *number; item items[2]; void *any; };
struct pair state = { .any = "x" };
int counter = 5;
static void walk(struct node *list, int n) {
    for (; list && n; list = list->next, n--) printf("%d%s ", list->value, list->name);
}
static void show(struct pair *p) {
    printf("%d %d %d|", p->head.value, p->tail == &p->head, *p->number);
    printf("%u %d %g|%u %d|", p->items[0].kind, p->items[0].level, p->items[0].d, p->items[1].kind,
           p->items[1].n == &p->head);
    printf("%d", p->any == p);
}
static void by_value(struct pair p, item i) { printf("%d %d", p.head.value, i.i); }
static void globals(void) {
    printf("%d %d %p %d", counter, state.head.value, state.any, state.number == &counter);
}
static void inside(int *n, struct node *list) { printf("%d %d", *n, n == &list->next->value); }
static void scan(FILE *file, int *end) {
    char line[9];
    while (fgets(line, 9, file)) printf("[%s]", line);
    fclose(file);
    exit(*end);
}
static void apply(int (*f)(int), int n) { printf("%d", f(n)); }
int twice(int n) { return 2 * n; }
int main(int argc, char **argv) { printf("%d %s", argc, argv[1]); }
"#;

fn node(value: i32, name: &[u8; 4]) -> Vec<u8> {
    let value = value.to_le_bytes();
    [&value[..], &[0; 4], &[0; 8], name, &[0; 4]].concat()
}

#[test]
fn lists_and_cycles() {
    let suite = Suite::new("list.c", LIST);
    let mut case = suite.case("t1", "walk");
    let ty = suite.pointee(case.params[0].ty);
    let mut first = suite.object_of(ty, "list", &node(1, b"a\0\0\0"));
    let mut second = suite.object_of(ty, "list->next", &node(2, b"b\0\0\0"));
    first.pointers = vec![to_object(8, 1)];
    case.objects = vec![first, second.clone()];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.arguments[1].bytes = 5i32.to_le_bytes().into();
    assert_eq!(suite.said(&case), "1a 2b ");
    second.pointers = vec![to_object(8, 0)];
    case.objects[1] = second;
    let text = suite.text(&case);
    assert!(text.contains("    list_next.next = &list;\n"), "{text}");
    assert_eq!(suite.said(&case), "1a 2b 1a 2b 1a ");
    case.objects[1].released = Some(Release::Free);
    case.objects[0].released = Some(Release::Free);
    assert_eq!(suite.said(&case), "1a 2b 1a 2b 1a ");
}

#[test]
fn structs_with_everything() {
    let suite = Suite::new("list.c", LIST);
    let mut case = suite.case("t1", "show");
    let ty = suite.pointee(case.params[0].ty);
    let size = coax_ir::size_of(&suite.program, ty).unwrap() as usize;
    let mut bytes = vec![0; size];
    bytes[..4].copy_from_slice(&9i32.to_le_bytes());
    bytes[40] = 0b1111_1101; // kind 5, level -1
    bytes[48..56].copy_from_slice(&2.5f64.to_le_bytes());
    bytes[56] = 1;
    let mut object = suite.object_of(ty, "p", &bytes);
    object.pointers = vec![to_object(24, 0), to_object(32, 1), to_object(64, 0), to_object(72, 0)];
    let int = suite.pointee(suite.params("inside")[0].ty);
    case.objects = vec![object, suite.object_of(int, "number", &ints(&[5]))];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    assert_eq!(suite.said(&case), "9 1 5|5 -1 2.5|1 1|1");

    let mut case = suite.case("t2", "by_value");
    case.arguments[0].bytes = bytes;
    case.arguments[1].bytes[8] = 3;
    assert_eq!(suite.said(&case), "9 3");
}

#[test]
fn globals_functions_and_parts_of_objects() {
    let suite = Suite::new("list.c", LIST);
    let global = |name: &str| suite.program.global_named(name).unwrap();
    let ty = |name: &str| suite.program.global_type(global(name)).unwrap();
    let mut case = suite.case("t1", "globals");
    let mut state = value(ty("state"), &[0; 80]);
    state.bytes[0] = 4;
    case.globals = vec![
        Global { id: global("counter"), value: value(ty("counter"), &[0; 4]) },
        Global { id: global("state"), value: state },
    ];
    assert_eq!(suite.said(&case), "0 4 (nil) 0");

    let mut case = suite.case("t2", "inside");
    let ty = suite.pointee(case.params[1].ty);
    let mut first = suite.object_of(ty, "list", &node(1, &[0; 4]));
    first.pointers = vec![to_object(8, 1)];
    case.objects = vec![first, suite.object_of(ty, "other", &node(6, &[0; 4]))];
    case.arguments[0] = pointer(case.params[0].ty, 1);
    case.arguments[1] = pointer(case.params[1].ty, 0);
    let text = suite.text(&case);
    assert!(text.contains("inside(&other.value, &list);"), "{text}");
    assert_eq!(suite.said(&case), "6 1");

    let mut case = suite.case("t3", "apply");
    case.arguments[0].pointers =
        vec![PointerAt { offset: 0, to: Pointee::Function(suite.id("twice")) }];
    case.arguments[1].bytes = 21i32.to_le_bytes().into();
    assert_eq!(suite.said(&case), "42");
}

#[test]
fn files_exit_and_main() {
    let suite = Suite::new("list.c", LIST);
    let mut case = suite.case("t1", "scan");
    let file = Pointee::File(b"ab\ncd".to_vec());
    case.arguments[0].pointers = vec![PointerAt { offset: 0, to: file }];
    case.objects = vec![suite.object(&case, 1, &ints(&[3]))];
    case.arguments[1] = pointer(case.params[1].ty, 0);
    case.check = Check::Normal { status: 3 };
    assert_eq!(suite.said(&case), "[ab\n][cd]");
    case.check = Check::Normal { status: 4 };
    assert_eq!(suite.run_with("gcc", &case).status.code(), Some(1));

    let mut case = suite.case("t2", "main");
    let ty = suite.pointee(case.params[1].ty);
    let mut argv = suite.object_of(ty, "argv", &[0; 24]);
    argv.pointers = vec![to_object(0, 1), to_object(8, 2)];
    let mut word = suite.object_of(suite.pointee(ty), "argv[0]", b"p\0");
    word.text = true;
    let mut other = word.clone();
    other.bytes = b"-x\0".to_vec();
    other.count = 3;
    case.objects = vec![argv, word, other];
    case.arguments[0].bytes[0] = 2;
    case.arguments[1] = pointer(case.params[1].ty, 0);
    assert_eq!(suite.said(&case), "2 -x");
}
