//! What arrives in C++ functions: objects with private fields, references, methods, constructors.

use coax_case::{Check, Construction, Making, Object, Pointee, PointerAt, Release, Use};
use coax_kinds::ErrorKind;

use crate::suite::*;

const SHAPES: &str = r#"#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
namespace geo {
enum class Color : unsigned char { red, green = 7 };
struct Point { int x, y; };
struct Base { long id = 77; virtual ~Base() {} virtual int kind() const { return 1; } };
class Stack {
    int *items;
    int count;
    const int limit;
    Color color;
protected:
    Point corner[2];
public:
    Stack(int n) : items(new int[n]), count(0), limit(n), color(Color::red), corner() {}
    ~Stack() { printf("destroyed %d", count); }
    int push(int v) { printf("%d %d %d %d %d|", count, limit, (int)color, corner[1].y, items ? items[0] : -1); return v; }
    bool operator<(const Stack &other) const { printf("%d<%d", count, other.count); return true; }
    static int total(Stack *a, long n) { printf("%d %ld", a->count, n); return 0; }
    int refuse() const { throw std::runtime_error("no"); }
};
struct Circle : Base {
    double radius;
    std::string name;
    Circle(double r, const char *n) : radius(r), name(n) {}
    int kind() const override { printf("%g %s %ld", radius, name.c_str(), id); return 2; }
};
int names(std::vector<std::string> list, const std::string &text) {
    for (const std::string &name : list) printf("%s,", name.c_str());
    return printf("%zu", text.size());
}
static int norm(const Point &p, Point &&q, Color c) { return printf("%d %d %d", p.x, q.y, (int)c); }
template <class T> T max_of(const T *list, unsigned n) { printf("%u %d", n, (int)list[n - 1]); return list[0]; }
template int max_of<int>(const int *, unsigned);
}
namespace { int pick(long n) { return printf("long %ld", n); } int pick(double) { return 0; } int pick(char *p) { return printf("char %p", (void *)p); } }
int call_pick(long n) { return pick(n) + pick(0.5) + pick((char *)nullptr); }
struct Bag { std::vector<int> list; std::string word; };
int sum(const Bag &bag) { int s = 0; for (int i : bag.list) s += i; return printf("%d %s", s, bag.word.c_str()); }
void drop(geo::Point *p, geo::Point *many) { printf("%d %d", p->x, many[1].y); delete p; delete[] many; }
int main(int argc, char **argv) { printf("%d", argc); }
"#;

fn suite() -> Suite {
    Suite::new("shapes.cpp", SHAPES)
}

/// A `Stack` by its fields.
fn stack(suite: &Suite, this: coax_ir::TypeId) -> Object {
    let mut bytes = vec![0; 40];
    bytes[8..12].copy_from_slice(&3i32.to_le_bytes());
    bytes[12..16].copy_from_slice(&9i32.to_le_bytes());
    bytes[16] = 7;
    bytes[32..36].copy_from_slice(&(-5i32).to_le_bytes());
    suite.object_of(this, "this", &bytes)
}

fn on_stack(suite: &Suite, id: &str, method: &str) -> Draft {
    let mut case = suite.case(id, method);
    let (_, signature) = suite.signature("geo::Stack::total");
    let pointer_type = signature.params[0].ty;
    case.this = Some(pointer(pointer_type, 0));
    case.objects = vec![stack(suite, suite.pointee(pointer_type))];
    case
}

#[test]
fn private_fields() {
    let suite = suite();
    let mut case = on_stack(&suite, "t1", "geo::Stack::push");
    let int_type = case.params[0].ty;
    case.objects.push(suite.object_of(int_type, "items", &ints(&[4, 5])));
    case.objects[0].pointers = vec![to_object(0, 1)];
    let text = suite.text(&case);
    assert!(text.contains("    stack.count = 3;\n"), "{text}");
    assert!(text.contains("    (void)stack.push(0);\n    coax_end();"), "{text}");
    assert_eq!(suite.said(&case), "3 9 7 -5 4|");
}

#[test]
fn objects_from_constructors() {
    let suite = suite();
    let mut case = on_stack(&suite, "t1", "geo::Stack::operator<");
    let (class, int_type) = (case.objects[0].ty, suite.params("geo::Stack::push")[0].ty);
    case.objects.push(suite.object_of(class, "other", &[0; 40]));
    case.arguments[0] = pointer(case.params[0].ty, 1);
    let made = |object, limit: i32| Construction {
        object,
        class,
        arguments: vec![value(int_type, &limit.to_le_bytes())],
        params: vec![int_type],
        making: Making::Call,
    };
    case.made = vec![made(0, 2), made(1, 3)];
    let text = suite.text(&case);
    assert!(text.contains("geo::Stack stack(2);\n    geo::Stack other(3);\n"), "{text}");
    assert_eq!(suite.said(&case), "0<0destroyed 0destroyed 0");

    // A virtual method, on an object that only a constructor can make.
    let mut case = suite.case("t2", "geo::Circle::kind");
    let (_, constructor) = suite.signature("geo::Circle::Circle");
    let class = constructor.method.as_ref().unwrap().class;
    let params: Vec<_> = constructor.params.iter().map(|param| param.ty).collect();
    let this = suite.program.add_type(coax_ir::Type::Pointer(class));
    case.this = Some(pointer(this, 0));
    let size = coax_ir::size_of(&suite.program, class).unwrap();
    let mut name = suite.object_of(suite.pointee(params[1]), "n", b"round\0");
    name.text = true;
    case.objects = vec![suite.object_of(class, "this", &vec![0; size as usize]), name];
    case.made = vec![Construction {
        object: 0,
        class,
        arguments: vec![value(params[0], &1.5f64.to_le_bytes()), pointer(params[1], 1)],
        params,
        making: Making::Call,
    }];
    let text = suite.text(&case);
    assert!(text.contains("(void)circle.geo::Circle::kind();"), "{text}");
    assert_eq!(suite.said(&case), "1.5 round 77");
}

#[test]
fn objects_that_were_used_before() {
    let suite = Suite::new(
        "counter.cpp",
        r#"#include <cstdio>
        class Counter {
            int n;
        public:
            Counter(int start) : n(start) {}
            void add(int by) { n += by; }
            void reset() { n = 0; }
            int value() const { return n; }
        };
        int show(const Counter &counter) { return printf("%d", counter.value()); }
        "#,
    );
    let mut case = suite.case("t1", "show");
    let class = coax_ir::strip(&suite.program, suite.pointee(case.params[0].ty));
    let int = suite.result("show");
    case.objects = vec![suite.object_of(class, "counter", &[0; 4])];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.made = vec![Construction {
        object: 0,
        class,
        params: vec![int],
        arguments: vec![value(int, &ints(&[1]))],
        making: Making::Used { has_constructor: true },
    }];
    let used = |function: &str, arguments: Vec<coax_case::Value>, times| Use {
        object: 0,
        function: function.into(),
        params: vec![int; arguments.len()],
        arguments,
        times,
        free: None,
    };
    case.uses = vec![used("reset", vec![], 1), used("add", vec![value(int, &ints(&[4]))], 3)];
    let text = suite.text(&case);
    let statements = "    Counter counter(1);\n    counter.reset();\n    \
                      for (int i = 0; i < 3; i++)\n        counter.add(4);\n";
    assert!(text.contains(statements), "{text}");
    assert_eq!(suite.said(&case), "12");
    let words = coax_suite::readable(&suite.test(&case.case()));
    assert_eq!(words, [("counter".into(), "Counter(1), reset(), 3 x add(4)".into())]);
}

#[test]
fn containers_as_people_write_them() {
    let suite = suite();
    let mut case = suite.case("t1", "geo::names");
    let list = coax_ir::strip(&suite.program, case.params[0].ty);
    let text = coax_ir::strip(&suite.program, suite.pointee(case.params[1].ty));
    let letter = suite.pointee(suite.params("geo::Circle::Circle")[1].ty);
    let object = |class, name: &str| {
        let size = coax_ir::size_of(&suite.program, class).unwrap();
        suite.object_of(class, name, &vec![0; size as usize])
    };
    let letters = |object: usize, bytes: &[u8]| {
        let number = [bytes.len() as u8];
        let bytes = number.iter().chain(bytes).chain(b"unused");
        let arguments: Vec<_> = bytes.map(|&byte| value(letter, &[byte])).collect();
        let params = vec![letter; arguments.len()];
        Construction { object, class: text, arguments, params, making: Making::Text }
    };
    let copied = pointer;
    let elements = Construction {
        object: 0,
        class: list,
        arguments: vec![copied(text, 1), copied(text, 2)],
        params: vec![text; 2],
        making: Making::List,
    };
    case.objects =
        vec![object(list, "list"), object(text, "e0"), object(text, "e1"), object(text, "text")];
    case.made = vec![letters(1, b"ab"), letters(2, b""), elements, letters(3, b"a\0b")];
    case.arguments = vec![copied(list, 0), pointer(case.params[1].ty, 3)];
    let written = suite.text(&case);
    assert!(written.contains("std::vector<std::string> list = {\"ab\", \"\"};"), "{written}");
    assert!(written.contains("std::string text(\"a\\0b\", 3);"), "{written}");
    assert_eq!(suite.said(&case), "ab,,3");
}

#[test]
fn operators_static_members_and_destructors() {
    let suite = suite();
    let mut case = on_stack(&suite, "t1", "geo::Stack::operator<");
    let mut other = case.objects[0].clone();
    other.bytes[8] = 4;
    other.name = "other".into();
    case.objects.push(other);
    case.arguments[0] = pointer(case.params[0].ty, 1);
    let text = suite.text(&case);
    assert!(text.contains("(void)stack.operator<(other);"), "{text}");
    assert_eq!(suite.said(&case), "3<4");

    let mut case = on_stack(&suite, "t2", "geo::Stack::total");
    case.this = None;
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.arguments[1].bytes = longs(&[-1]);
    let text = suite.text(&case);
    assert!(text.contains("(void)geo::Stack::total(&stack, -1L);"), "{text}");
    assert_eq!(suite.said(&case), "3 -1");

    let case = on_stack(&suite, "t3", "geo::Stack::~Stack");
    assert_eq!(suite.said(&case), "destroyed 3");

    let mut case = suite.case("t4", "geo::Stack::Stack");
    case.arguments[0].bytes = 5i32.to_le_bytes().into();
    let text = suite.text(&case);
    assert!(text.contains("    geo::Stack stack(5);\n"), "{text}");
    assert_eq!(suite.said(&case), "");
}

#[test]
fn references_templates_and_overloads() {
    let suite = suite();
    let mut case = suite.case("t1", "geo::norm");
    let point = suite.pointee(case.params[0].ty);
    case.objects = vec![
        suite.object_of(point, "p", &ints(&[1, 0])),
        suite.object_of(point, "q", &ints(&[0, 2])),
    ];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.arguments[1] = pointer(case.params[1].ty, 1);
    case.arguments[2].bytes = vec![7];
    let text = suite.text(&case);
    assert!(text.contains("(void)geo::norm(p, coax_moved(q), geo::Color::green);"), "{text}");
    assert!(text.contains("geo::Point p = {.x = 1};"), "{text}");
    assert_eq!(suite.said(&case), "1 2 7");

    let mut case = suite.case("t2", "geo::max_of<int>");
    case.objects = vec![suite.object(&case, 0, &ints(&[8, 9]))];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.arguments[1].bytes[0] = 2;
    assert_eq!(suite.said(&case), "2 9");

    let functions = 0..suite.program.functions().len() as u32;
    let picks: Vec<_> = functions
        .filter_map(|id| suite.program.signature_of(coax_ir::FuncId(id)))
        .filter(|signature| &*signature.name == "pick")
        .collect();
    assert_eq!(picks.len(), 3);
    let mut case = suite.case_of("t3", suite.id("_ZN12_GLOBAL__N_14pickEl"));
    case.arguments = vec![value(case.params[0].ty, &longs(&[4]))];
    assert_eq!(suite.said(&case), "long 4");
    let case = suite.case_of("t3", suite.id("_ZN12_GLOBAL__N_14pickEPc"));
    assert_eq!(suite.said(&case), "char (nil)");
}

#[test]
fn members_of_the_standard_library() {
    let suite = suite();
    let mut case = suite.case("t1", "sum");
    let bag = suite.pointee(case.params[0].ty);
    let size = coax_ir::size_of(&suite.program, bag).unwrap() as usize;
    let mut object = suite.object_of(bag, "bag", &vec![0; size]);
    let end = |offset, at| PointerAt { offset, to: Pointee::Object { index: 1, offset: at } };
    object.pointers = vec![end(0, 0), end(8, 12), end(16, 12), to_object(24, 2)];
    object.bytes[32] = 2;
    let int_type = suite.params("geo::Stack::push")[0].ty;
    let character = suite.pointee(suite.params("geo::Circle::Circle")[1].ty);
    let mut word = suite.object_of(character, "word", b"hi\0");
    word.text = true;
    case.objects = vec![object, suite.object_of(int_type, "numbers", &ints(&[1, 2, 3])), word];
    case.arguments[0] = pointer(case.params[0].ty, 0);
    assert_eq!(suite.said(&case), "6 hi", "{}", suite.text(&case));
}

#[test]
fn what_is_deleted_was_made_by_new() {
    let suite = suite();
    let mut case = suite.case("t1", "drop");
    case.objects =
        vec![suite.object(&case, 0, &ints(&[1, 2])), suite.object(&case, 1, &ints(&[1, 2, 3, 4]))];
    case.objects[0].released = Some(Release::Delete);
    case.objects[1].released = Some(Release::DeleteArray);
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.arguments[1] = pointer(case.params[1].ty, 1);
    case.check = error(ErrorKind::DoubleFree); // under sanitizers, which have nothing to say
    for compiler in ["g++", "clang++"] {
        let output = suite.run_with(compiler, &case);
        assert_eq!(String::from_utf8(output.stdout.clone()).unwrap(), "1 4", "{}", errors(&output));
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    }
}

#[test]
fn exceptions_and_main() {
    let suite = suite();
    let mut case = on_stack(&suite, "t1", "geo::Stack::refuse");
    case.check = Check::Exception;
    assert_eq!(suite.said(&case), "");
    case.check = Check::Normal { status: 0 };
    let output = suite.run_with("g++", &case);
    assert_eq!(output.status.code(), None, "the exception ends the program");

    let mut case = on_stack(&suite, "t2", "geo::Stack::total");
    case.this = None;
    case.arguments[0] = pointer(case.params[0].ty, 0);
    case.check = Check::Exception;
    let output = suite.run_with("g++", &case);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors(&output), "t2: expected an exception, but none was thrown\n");

    let mut case = suite.case("t3", "main");
    case.arguments[0].bytes[0] = 3;
    assert_eq!(suite.said(&case), "3");
}
