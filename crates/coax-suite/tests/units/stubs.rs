//! Functions that are replaced: undefined ones, static ones, methods, and those behind pointers.

use coax_case::{Check, Construction, Making, Output, OutputTo, Pointee, PointerAt, Value};
use coax_ir::{Type, TypeId};
use coax_kinds::ErrorKind;
use coax_suite::missing_symbols;

use crate::suite::*;

const READER: &str = r#"#include <stdio.h>
#include <stdlib.h>
struct size { long w, h; double d; };
struct node { int value; struct node *next; };
int read_all(int fd, char *buffer, ...);
struct size measure(void);
extern int elsewhere;
extern void never(void);
static struct node *lookup(int key) { printf("own lookup\n"); exit(key); }
static int tiny(void) { return 1; }
void empty(void) {}
static int sum(int (*step)(int, void *), int n) {
    int total = 0;
    while (n--) total += step(n, &total);
    printf("%d ", total);
    if (total > 100) never();
    return total;
}
static void run(int fd) {
    char buffer[4];
    printf("%d %d ", read_all(fd, buffer), read_all(fd, buffer, 3));
    struct size s = measure();
    struct node *n = lookup(3);
    printf("%ld %ld %g %d %d ", s.w, s.h, s.d, n->value, n->next == n);
    empty();
    printf("%d", tiny());
    if (fd > 100) elsewhere++;
}
"#;

/// Declared and used, but in no library. Stubs of the same names win.
const NOWHERE: [&str; 4] = ["elsewhere", "never", "read_all", "measure"];

fn int(ty: TypeId, number: i32) -> Value {
    value(ty, &number.to_le_bytes())
}

/// The case of `run`, where `read_all` returns these.
fn reader(suite: &Suite, id: &str, read: &[i32]) -> Draft {
    let mut case = suite.case(id, "run");
    let int_type = case.params[0].ty;
    let lookup = suite.result("lookup");
    let node = suite.pointee(lookup);
    let mut object = suite.object_of(node, "found", &[ints(&[8, 0]), vec![0; 8]].concat());
    object.pointers = vec![to_object(8, 0)];
    case.objects = vec![object];
    let known = suite.program.type_of(coax_ir::strip(&suite.program, node));
    assert!(matches!(*known, coax_ir::Type::Struct { .. }));
    let size = suite.params("size_type")[0].ty;
    let image = [longs(&[3, -4]), 0.5f64.to_le_bytes().into()].concat();
    let read = read.iter().map(|&number| int(int_type, number)).collect();
    case.stubs = vec![
        suite.stub("read_all", read),
        suite.stub("measure", vec![value(size, &image)]),
        suite.stub("lookup", vec![pointer(lookup, 0)]),
        suite.stub("tiny", vec![int(int_type, 77)]),
        suite.stub("empty", vec![]),
    ];
    case
}

/// The source, with a function that has a parameter of the type a test needs.
fn reader_suite() -> Suite {
    let types = "void size_type(struct size x) {}\n";
    let mut suite = Suite::new("reader.c", &format!("{READER}{types}"));
    std::fs::write(suite.tests().join("missing.ld"), missing_symbols(NOWHERE)).unwrap();
    suite.under_test.cflags = vec!["-Wl,../tests/missing.ld".into()];
    suite
}

#[test]
fn stubs_return_what_the_test_says() {
    let suite = reader_suite();
    let mut case = reader(&suite, "t1", &[3, -1]);
    let orders = ["3 -1 3 -4 0.5 8 1 77", "-1 3 3 -4 0.5 8 1 77"];
    let output = suite.run_with("gcc", &case);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(orders.contains(&&*said), "{said} {}", suite.text(&case));
    for compiler in ["gcc", "clang"] {
        case.check = error(ErrorKind::MemoryLeak); // under sanitizers
        let output = suite.run_with(compiler, &case);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(orders.contains(&&*said), "{said}");
    }
    case.stubs[0].returns.pop();
    case.check = Check::Normal { status: 0 };
    let output = suite.run_with("clang", &case);
    assert_eq!(output.status.code(), Some(99));
    assert_eq!(errors(&output), "t1: read_all is called more often than recorded\n");
}

#[test]
fn functions_behind_pointers() {
    let suite = reader_suite();
    let mut case = suite.case("t-1", "sum");
    let int_type = case.params[1].ty;
    let void_pointer =
        suite.program.add_type(coax_ir::Type::Pointer(suite.program.add_type(coax_ir::Type::Void)));
    let params = vec![int_type, void_pointer];
    let step = Type::Function { result: int_type, params, variadic: false };
    let returns = vec![int(int_type, 5), int(int_type, 6)];
    case.stubs = vec![suite.stub_behind_pointer("step", step, returns)];
    case.arguments[0].pointers = vec![PointerAt { offset: 0, to: Pointee::Stub(0) }];
    case.arguments[1].bytes[0] = 2;
    assert_eq!(suite.said(&case), "11 ");
}

#[test]
fn tests_of_one_batch_have_values_of_their_own() {
    let suite = reader_suite();
    let files: Vec<String> = [("a", [1, 1]), ("b", [2, 2])]
        .iter()
        .map(|(id, read)| suite.write(&reader(&suite, id, read)).display().to_string())
        .collect();
    std::fs::write(suite.tests().join("both.c"), coax_suite::batch(&files)).unwrap();
    for compiler in ["gcc", "clang"] {
        let compiler = installed(compiler);
        let build = format!(
            "{compiler} -w -g -fsanitize=address,undefined -I. -Wl,--wrap=main -o both both.c \
             coax_unit.c -Wl,missing.ld && ./both && mkdir -p served && \
             printf '0\\n1\\n' | ./both --serve served 1000 && cat served/0.out served/1.out"
        );
        let output = shell(&suite.tests(), &build);
        let said = String::from_utf8(output.stdout.clone()).unwrap();
        assert!(
            said.starts_with("ok a\nok b\n2 tests, 0 failed\nready 2\n0 exit 0 "),
            "{said}{}",
            errors(&output)
        );
        assert!(said.ends_with("1 1 3 -4 0.5 8 1 772 2 3 -4 0.5 8 1 77"), "{said}");
    }
}

#[test]
fn methods_and_overloaded_functions() {
    let suite = Suite::new(
        "account.cpp",
        r#"#include <cstdio>
        struct Money { long cents; Money(long c) : cents(c) {} };
        class Account {
            int id;
            static int rate(double d) { return 1; }
            virtual int fee() const { return 2; }
            Money &balance(int month) { static Money m(3); return m; }
        public:
            void show() { printf("%d %d %ld", rate(0.5), fee(), balance(1).cents); }
        };
        static int pick(int) { return 10; }
        static int pick(long) { return 11; }
        namespace { int hidden(Account &a) { return 12; } }
        void all(Account &account) { account.show(); printf(" %d %d %d", pick(1), pick(1L), hidden(account)); }
        "#,
    );
    let mut case = suite.case("t1", "all");
    let account = case.params[0].ty;
    let class = suite.pointee(account);
    let size = coax_ir::size_of(&suite.program, class).unwrap() as usize;
    case.objects = vec![suite.object_of(class, "account", &vec![0; size])];
    case.arguments[0] = pointer(account, 0);
    // The vtable comes from the constructor.
    let making = Making::Call;
    case.made = vec![Construction { object: 0, class, params: vec![], arguments: vec![], making }];
    let int_type = suite.result("Account::fee");
    case.stubs = vec![
        suite.stub("Account::rate", vec![int(int_type, 51)]),
        suite.stub("Account::fee", vec![int(int_type, 52)]),
        suite.stub("_ZL4pickl", vec![int(int_type, 53)]),
        suite.stub("(anonymous namespace)::hidden", vec![int(int_type, 54)]),
    ];
    case.stubs[2].name = "pick".into();
    let money = suite.result("Account::balance");
    case.objects.push(suite.object_of(suite.pointee(money), "money", &longs(&[55])));
    case.stubs.push(suite.stub("Account::balance", vec![pointer(money, 1)]));
    assert_eq!(suite.said(&case), "51 52 55 10 53 54", "{}", suite.text(&case));
}

#[test]
fn a_function_of_another_translation_unit() {
    let other = "int far(int n) { return n; }";
    let near =
        "#include <stdio.h>\nint middle(int);\nvoid near(int n) { printf(\"%d\", middle(n)); }\n";
    let middle = "int far(int); int middle(int n) { return far(n); }";
    let sources = [("middle.c", middle), ("far.c", other)];
    let suite = Suite::linked("near.c", near, &sources);
    let mut case = suite.case("t1", "near");
    let int_type = case.params[0].ty;
    case.stubs = vec![suite.stub("far", vec![int(int_type, 6)])];
    assert_eq!(suite.said(&case), "6");
}

#[test]
fn a_stub_writes_through_its_parameters() {
    let suite = Suite::new(
        "limits.c",
        r#"
        #include <stdio.h>
        struct limits { int low, high; };
        int read_limits(const char *name, struct limits *out);
        void run(void) {
            struct limits first, second;
            int a = read_limits("a", &first), b = read_limits("b", &second);
            printf("%d %d %d, %d %d %d", a, first.low, first.high, b, second.low, second.high);
        }
        void typed(struct limits *like) { (void)like; }
        "#,
    );
    let mut case = suite.case("t1", "run");
    let limits = suite.pointee(suite.params("typed")[0].ty);
    let int_type = suite.program.add_type(Type::Int {
        name: "int".into(),
        bits: 32,
        signed: true,
        character: false,
    });
    let written = |call, numbers: &[i32]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Output { call, to: OutputTo::Argument(1), value: value(limits, &bytes) }
    };
    let mut stub = suite.stub("read_limits", vec![int(int_type, 7), int(int_type, 8)]);
    stub.outputs = vec![written(0, &[1, 2]), written(1, &[3, 4])];
    case.stubs = vec![stub];
    assert_eq!(suite.said(&case), "7 1 2, 8 3 4");
}
