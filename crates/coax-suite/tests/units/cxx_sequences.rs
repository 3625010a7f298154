//! Sequences of calls of C++: objects, methods, operators, owners, exceptions and dispatch.

use coax_case::{
    Check, Construction, Making, Pass, Pointee, PointerAt, Returned, Step, Storage, Value,
};
use coax_ir::Type;
use expect_test::expect;

use crate::{
    sequences::{Sequence, given, passed, result, text, variable},
    suite::*,
};

const SHAPES: &str = r#"#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
namespace geo {
enum class Unit { Metre, Inch = 7 };
class Shape {
    std::string label_;
public:
    virtual ~Shape() = default;
    virtual double area() const { return 0; }
    Shape &rename(const std::string &label) { label_ = label; return *this; }
    const std::string &label() const { return label_; }
    static std::unique_ptr<Shape> create(double side);
};
class Square : public Shape {
    double side;
public:
    explicit Square(double s) : side(s) { if (s < 0) throw std::invalid_argument("side"); }
    double area() const override { return side * side; }
    void scale(double factor, Unit unit) { side *= unit == Unit::Inch ? factor * 2.54 : factor; }
};
std::unique_ptr<Shape> Shape::create(double side) { return std::unique_ptr<Shape>(new Square(side)); }
class Drawing {
    std::vector<std::unique_ptr<Shape>> shapes;
public:
    Drawing() {}
    void add(std::unique_ptr<Shape> shape) { shapes.push_back(std::move(shape)); }
    Shape &at(std::size_t index) { return *shapes.at(index); }
    [[nodiscard]] bool empty() const { return shapes.empty(); }
    int size() const { return (int)shapes.size(); }
};
std::size_t shout(std::string &text, std::vector<int> marks) { return (text += std::string(marks.size(), '!')).size(); }
int each(const Shape &shape, bool (*wanted)(double area)) { return wanted(shape.area()); }
double total(const Shape &one, const Shape *other) { return one.area() + other->area(); }
struct Vec {
    int x, y;
    Vec(int x, int y) : x(x), y(y) {}
    Vec &operator+=(const Vec &other) { x += other.x; y += other.y; return *this; }
    int &operator[](int at) { return at ? y : x; }
    Vec &operator++() { x++; return *this; }
};
Vec operator+(Vec left, const Vec &right) { return left += right; }
bool operator==(const Vec &a, const Vec &b) { return a.x == b.x && a.y == b.y; }
}
"#;

fn suite() -> Suite {
    Suite::new("shapes.cpp", SHAPES)
}

fn double_value(
    it: &Sequence<'_>,
    function: &str,
    param: usize,
    number: f64,
) -> coax_case::Argument {
    it.number(function, param, i64::from_le_bytes(number.to_le_bytes()))
}

#[test]
fn a_constructor_and_methods_one_after_the_other() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let side = double_value(&it, "geo::Square::Square", 0, 2.0);
    let square = it.construct("geo::Square::Square", Storage::Automatic, vec![side]);
    let factor = double_value(&it, "geo::Square::scale", 0, 0.5);
    let unit = it.number("geo::Square::scale", 1, 0);
    it.method("geo::Square::scale", result(square), vec![factor, unit]);
    let shape = it.method("geo::Shape::rename", result(square), vec![text("unit square")]);
    let label = it.method("geo::Shape::label", result(shape), vec![]);
    let letters = Returned::Text(b"unit square".to_vec());
    it.checks.push(Check::Returned { step: label, value: letters });
    expect![[r#"
        /* c++ -I. -Wl,--wrap=main -o rename_1 rename_1.cpp coax_unit.cpp -w -fno-access-control -lm */
        /* geo::Shape::label(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../shapes.cpp"
        #endif
        #include "coax_unit.h"

        COAX_TEST("rename_1")
        {
            geo::Square square(2.0);
            square.scale(0.5, geo::Unit::Metre);
            geo::Shape &shape = square.rename("unit square");

            const std::string &label = shape.label();

            COAX_ASSERT(label == "unit square");
        }
    "#]].assert_eq(&it.text("rename_1"));
}

#[test]
fn objects_on_the_heap_and_calls_through_their_base() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let side = |it: &Sequence<'_>, side| double_value(it, "geo::Square::Square", 0, side);
    let one = it.construct("geo::Square::Square", Storage::Heap, vec![side(&it, 3.0)]);
    let other = it.construct("geo::Square::Square", Storage::Heap, vec![side(&it, 4.0)]);
    let total = it.call("geo::total", vec![passed(one, Pass::Pointee), passed(other, Pass::Value)]);
    it.delete(result(other));
    it.delete(result(one));
    it.expect(total, suite.result("geo::total"), &25f64.to_le_bytes());
    expect![[r#"
        /* c++ -I. -Wl,--wrap=main -o total_1 total_1.cpp coax_unit.cpp -w -fno-access-control -lm */
        /* geo::total(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../shapes.cpp"
        #endif
        #include "coax_unit.h"

        COAX_TEST("total_1")
        {
            geo::Square *square = new geo::Square(3.0);
            geo::Square *square_2 = new geo::Square(4.0);

            double total = geo::total(*square, square_2);

            COAX_ASSERT(total == 25.0);

            delete square_2;
            delete square;
        }
    "#]].assert_eq(&it.text("total_1"));
}

#[test]
fn a_factory_whose_result_is_moved_into_a_call() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let drawing = it.construct("geo::Drawing::Drawing", Storage::Automatic, vec![]);
    let side = double_value(&it, "geo::Shape::create", 0, 1.5);
    let shape = it.call("geo::Shape::create", vec![side]);
    let area = it.method("geo::Square::area", passed(shape, Pass::Pointee), vec![]);
    it.method("geo::Drawing::add", result(drawing), vec![passed(shape, Pass::Moved)]);
    let empty = it.method("geo::Drawing::empty", result(drawing), vec![]);
    it.expect(area, suite.result("geo::Square::area"), &2.25f64.to_le_bytes());
    it.expect(empty, suite.result("geo::Drawing::empty"), &[0]);
    expect![[r#"
        /* c++ -I. -Wl,--wrap=main -o add_1 add_1.cpp coax_unit.cpp -w -fno-access-control -lm */
        /* geo::Drawing::empty(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../shapes.cpp"
        #endif
        #include "coax_unit.h"
        #include <utility>

        COAX_TEST("add_1")
        {
            geo::Drawing drawing;
            std::unique_ptr<geo::Shape> shape = geo::Shape::create(1.5);
            COAX_ASSERT(shape->area() == 2.25);
            drawing.add(std::move(shape));

            bool empty = drawing.empty();

            COAX_ASSERT(!empty);
        }
    "#]]
    .assert_eq(&it.text("add_1"));
}

#[test]
fn exceptions_of_earlier_calls_and_of_the_last() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let drawing = it.construct("geo::Drawing::Drawing", Storage::Automatic, vec![]);
    let side = double_value(&it, "geo::Square::Square", 0, -1.0);
    it.construct("geo::Square::Square", Storage::Automatic, vec![side]);
    it.throws();
    it.method("geo::Drawing::at", result(drawing), vec![it.number("geo::Drawing::at", 0, 5)]);
    it.throws();
    let side = double_value(&it, "geo::Shape::create", 0, 1.0);
    let shape = it.call("geo::Shape::create", vec![side]);
    it.method("geo::Drawing::add", result(drawing), vec![passed(shape, Pass::Moved)]);
    let index = it.number("geo::Drawing::at", 0, 1 << 40);
    it.method("geo::Drawing::at", result(drawing), vec![index]);
    it.checks = vec![Check::Exception];
    expect![[r#"
        /* c++ -I. -Wl,--wrap=main -o at_1 at_1.cpp coax_unit.cpp -w -fno-access-control -lm */
        /* geo::Drawing::at(): ends with an exception. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../shapes.cpp"
        #endif
        #include "coax_unit.h"
        #include <utility>

        COAX_TEST("at_1")
        {
            geo::Drawing drawing;
            try {
                geo::Square square(-1.0);
            } catch (...) {
            }
            try {
                drawing.at(5);
            } catch (...) {
            }
            std::unique_ptr<geo::Shape> shape = geo::Shape::create(1.0);
            drawing.add(std::move(shape));

            COAX_EXPECT_EXCEPTION(drawing.at(1099511627776));
        }
    "#]]
    .assert_eq(&it.text("at_1"));

    let mut it = Sequence::of(&suite);
    let drawing = it.construct("geo::Drawing::Drawing", Storage::Automatic, vec![]);
    it.method("geo::Drawing::size", result(drawing), vec![]);
    it.checks = vec![Check::Exception];
    let case = it.case("size_1");
    let test = suite.test(&case);
    let (file, rendered) = ("size_1.cpp", coax_suite::Dialect::render(&coax_suite::Plain, &test));
    std::fs::write(suite.tests().join(file), rendered).unwrap();
    let build = format!(
        "{} -w -I. -Wl,--wrap=main -o size_1 {file} coax_unit.cpp && ./size_1",
        installed("g++")
    );
    let output = shell(&suite.tests(), &build);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors(&output), "size_1: size_1.cpp:13: drawing.size() throws nothing\n");
}

#[test]
fn operators_are_written_as_operators() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let vec = |it: &mut Sequence<'_>, x, y| {
        let arguments = vec![it.number("geo::Vec::Vec", 0, x), it.number("geo::Vec::Vec", 1, y)];
        it.construct("geo::Vec::Vec", Storage::Automatic, arguments)
    };
    let left = vec(&mut it, 1, 2);
    let right = vec(&mut it, 3, 4);
    let sum = it.call("geo::operator+", vec![result(left), result(right)]);
    it.method("geo::Vec::operator+=", result(left), vec![result(right)]);
    it.method("geo::Vec::operator++", result(right), vec![]);
    it.call("geo::operator==", vec![result(left), result(right)]);
    let element = it.method(
        "geo::Vec::operator[]",
        result(left),
        vec![it.number("geo::Vec::operator[]", 0, 1)],
    );
    let same = it.call("geo::operator==", vec![result(left), result(sum)]);
    it.expect_int(element, 6);
    it.expect(same, suite.result("geo::operator=="), &[1]);
    expect![[r#"
        /* c++ -I. -Wl,--wrap=main -o equal_1 equal_1.cpp coax_unit.cpp -w -fno-access-control -lm */
        /* geo::operator==(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../shapes.cpp"
        #endif
        #include "coax_unit.h"

        COAX_TEST("equal_1")
        {
            geo::Vec vec(1, 2);
            geo::Vec vec_2(3, 4);
            geo::Vec vec_3 = vec + vec_2;
            vec += vec_2;
            ++vec_2;
            (void)(vec == vec_2);
            COAX_ASSERT(vec[1] == 6);

            bool result = vec == vec_3;

            COAX_ASSERT(result);
        }
    "#]].assert_eq(&it.text("equal_1"));
}

#[test]
fn a_result_by_reference_is_used_in_place() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let drawing = it.construct("geo::Drawing::Drawing", Storage::Heap, vec![]);
    let side = double_value(&it, "geo::Shape::create", 0, 2.0);
    let shape = it.call("geo::Shape::create", vec![side]);
    let drawn = || passed(drawing, Pass::Pointee);
    it.method("geo::Drawing::add", drawn(), vec![passed(shape, Pass::Moved)]);
    it.method("geo::Drawing::empty", drawn(), vec![]);
    it.nodiscard();
    let at = it.method("geo::Drawing::at", drawn(), vec![it.number("geo::Drawing::at", 0, 0)]);
    let area = it.method("geo::Square::area", result(at), vec![]);
    let total = it.call("geo::total", vec![result(at), passed(at, Pass::Address)]);
    it.delete(result(drawing));
    it.expect(area, suite.result("geo::Square::area"), &4f64.to_le_bytes());
    it.expect(total, suite.result("geo::total"), &8f64.to_le_bytes());
    expect![[r#"
        /* c++ -I. -Wl,--wrap=main -o total_2 total_2.cpp coax_unit.cpp -w -fno-access-control -lm */
        /* geo::total(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../shapes.cpp"
        #endif
        #include "coax_unit.h"
        #include <utility>

        COAX_TEST("total_2")
        {
            geo::Drawing *drawing = new geo::Drawing();
            std::unique_ptr<geo::Shape> shape = geo::Shape::create(2.0);
            drawing->add(std::move(shape));
            (void)drawing->empty();
            geo::Shape &shape_2 = drawing->at(0);
            COAX_ASSERT(shape_2.area() == 4.0);

            double total = geo::total(shape_2, &shape_2);

            COAX_ASSERT(total == 8.0);

            delete drawing;
        }
    "#]].assert_eq(&it.text("total_2"));
}

#[test]
fn objects_that_the_environment_has_and_a_callback() {
    let suite = suite();
    let mut it = Sequence::of(&suite);
    let string = suite.pointee(suite.params("geo::shout")[0].ty);
    let vector = suite.params("geo::shout")[1].ty;
    let int = suite.result("geo::each");
    let class = coax_ir::strip(&suite.program, string);
    let made = |object, class, params, arguments: Vec<Value>, making| {
        Step::Make(Construction { object, class, params, arguments, making })
    };
    let number = |number: i32| value(int, &number.to_le_bytes());
    let character = |letter: u8| value(int, &[letter]);
    let text = it.object(suite.object_of(string, "", &[0; 32]));
    let marks = it.object(suite.object_of(vector, "marks", &[0; 24]));
    let spelled = vec![number(2), character(b'h'), character(b'i')];
    it.steps.push(made(text, class, vec![int; 3], spelled, Making::Text));
    it.steps.push(made(marks, vector, vec![int; 2], vec![number(3), number(4)], Making::List));
    let arguments = vec![variable(text, Pass::Value), variable(marks, Pass::Value)];
    let size = it.call("geo::shout", arguments);
    let double = suite.result("geo::total");
    let truth = suite.result("geo::operator==");
    let wanted = Type::Function { result: truth, params: vec![double], variadic: false };
    it.environment.stubs =
        vec![suite.stub_behind_pointer("wanted", wanted, vec![value(truth, &[1])])];
    let side = double_value(&it, "geo::Shape::create", 0, 1.0);
    let shape = it.call("geo::Shape::create", vec![side]);
    let mut callback = value(suite.params("geo::each")[1].ty, &[0; 8]);
    callback.pointers = vec![PointerAt { offset: 0, to: Pointee::Stub(0) }];
    let each = it.call("geo::each", vec![passed(shape, Pass::Pointee), given(callback)]);
    it.expect(size, suite.result("geo::shout"), &4u64.to_le_bytes());
    it.expect_int(each, 1);
    expect![[r#"
        /* c++ -I. -Wl,--wrap=main -o each_1 each_1.cpp coax_unit.cpp -w -fno-access-control -lm */
        /* geo::each(): returns. */
        #ifndef COAX_UNDER_TEST
        #define COAX_UNDER_TEST
        #include "../../shapes.cpp"
        #endif
        #include "coax_unit.h"

        static bool wanted_of_each_1(double p1)
        {
            (void)p1;
            return true;
        }

        COAX_TEST("each_1")
        {
            std::string text = "hi";
            std::vector<int> marks = {3, 4};
            COAX_ASSERT(geo::shout(text, marks) == 4);
            std::unique_ptr<geo::Shape> shape = geo::Shape::create(1.0);

            int each = geo::each(*shape, wanted_of_each_1);

            COAX_ASSERT(each == 1);
        }
    "#]]
    .assert_eq(&it.text("each_1"));
}
