//! Conditions evaluated on many arguments, against the same conditions written in Rust.

use coax_clang::{Parameter, parse_partition};
use coax_engine::symbolic::condition_terms;
use coax_expr::{Assignment, Evaluator, Pool, Term};
use coax_ir::Kind;
use coax_ir::partition::Partition;

/// A value as an argument.
trait Argument: Copy + std::fmt::Debug {
    const KIND: Kind;
    const SIGNED: bool;
    fn bits(self) -> u64;
}

macro_rules! arguments {
    ($($ty:ty, $kind:expr, $signed:expr, $bits:expr;)*) => {
        $(impl Argument for $ty {
            const KIND: Kind = $kind;
            const SIGNED: bool = $signed;
            fn bits(self) -> u64 {
                $bits(self)
            }
        })*
    };
}

arguments! {
    bool, Kind::Int(1), false, u64::from;
    i8, Kind::Int(8), true, |x: i8| x.cast_unsigned().into();
    u8, Kind::Int(8), false, u64::from;
    u16, Kind::Int(16), false, u64::from;
    i32, Kind::Int(32), true, |x: i32| x.cast_unsigned().into();
    u32, Kind::Int(32), false, u64::from;
    i64, Kind::Int(64), true, i64::cast_unsigned;
    u64, Kind::Int(64), false, |x| x;
    f32, Kind::F32, true, |x: f32| x.to_bits().into();
    f64, Kind::F64, true, f64::to_bits;
}

fn parameter<T: Argument>(name: &str) -> Parameter {
    Parameter { name: name.into(), kind: T::KIND, signed: T::SIGNED }
}

/// Which of the conditions hold on these arguments: as terms over variables, and, which must be
/// the same, as terms over constants.
fn truths(partition: &Partition, parameters: &[Parameter], values: &[u64]) -> Vec<bool> {
    let mut pool = Pool::new();
    let mut model = Assignment::new();
    let mut variables = Vec::new();
    let mut constants = Vec::new();
    for (parameter, &value) in parameters.iter().zip(values) {
        let width = parameter.kind.bits();
        let variable = pool.new_var(&parameter.name, width);
        model.set(variable, value);
        variables.push(pool.var(variable));
        constants.push(pool.constant(width, value.into()));
    }
    let mut under_model = |args: &[Term]| -> Vec<bool> {
        let terms = condition_terms(partition, &mut pool, args);
        assert!(terms.iter().all(|&term| pool.width(term) == 1));
        let mut evaluator = Evaluator::new();
        terms.into_iter().map(|term| evaluator.holds(&pool, term, &model)).collect()
    };
    let found = under_model(&variables);
    assert_eq!(found, under_model(&constants));
    found
}

fn parse(text: &str, parameters: &[Parameter]) -> Partition {
    parse_partition(text, parameters).unwrap_or_else(|error| panic!("{error}"))
}

/// A condition on `x` and `y`, and what it means.
type Row<'t, X, Y> = (&'t str, fn(X, Y) -> bool);

/// Compares conditions on `x` and `y` with their meaning, on all pairs of values.
fn compare<X: Argument, Y: Argument>(xs: &[X], ys: &[Y], table: &[Row<X, Y>]) {
    let parameters = [parameter::<X>("x"), parameter::<Y>("y")];
    for (text, meaning) in table {
        let conditions = parse(text, &parameters);
        for (&x, &y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y))) {
            let found = truths(&conditions, &parameters, &[x.bits(), y.bits()]);
            assert_eq!(found, [meaning(x, y)], "`{text}` for x = {x:?}, y = {y:?}");
        }
    }
}

/// Compares conditions without parameters with their truth.
fn compare_constants(table: &[(&str, bool)]) {
    for &(text, expected) in table {
        assert_eq!(truths(&parse(text, &[]), &[], &[]), [expected], "`{text}`");
    }
}

const INTS: [i32; 14] = [0, 1, 2, 3, 4, 5, 7, 100, 32, -1, -2, -7, i32::MAX, i32::MIN];
const UNSIGNED: [u32; 9] = [0, 1, 2, 3, 7, 31, 0x7fff_ffff, 0x8000_0000, u32::MAX];
const LONGS: [i64; 9] = [0, 1, -1, 5, 1 << 32, -(1 << 32), 1 << 53, i64::MAX, i64::MIN];
const DOUBLES: [f64; 14] = [
    0.0,
    -0.0,
    0.1,
    0.5,
    1.0,
    -1.0,
    2.5,
    -3.75,
    1e10,
    -1e300,
    5e-324,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
const FLOATS: [f32; 9] = [0.0, 0.1, -0.5, 1.0, 3.0, 16_777_216.0, -1e30, f32::INFINITY, f32::NAN];

#[test]
fn operators_on_ints() {
    compare(
        &INTS,
        &INTS,
        &[
            ("x", |x, _| x != 0),
            ("!x", |x, _| x == 0),
            ("!!x == x", |x, _| i32::from(x != 0) == x),
            ("x > 3", |x, _| x > 3),
            ("x >= y", |x, y| x >= y),
            ("x < y", |x, y| x < y),
            ("x <= y", |x, y| x <= y),
            ("x == y", |x, y| x == y),
            ("x != y", |x, y| x != y),
            ("x + y > 5", |x, y| x.wrapping_add(y) > 5),
            ("x - y", |x, y| x.wrapping_sub(y) != 0),
            ("x * y == 21", |x, y| x.wrapping_mul(y) == 21),
            ("y != 0 && y != -1 && x / y == -3", |x, y| ![0, -1].contains(&y) && x / y == -3),
            ("y != 0 && y != -1 && x % y == -1", |x, y| ![0, -1].contains(&y) && x % y == -1),
            ("(x & y) == 4", |x, y| x & y == 4),
            ("(x | y) == 7", |x, y| x | y == 7),
            ("(x ^ y) < 0", |x, y| x ^ y < 0),
            ("~x == y", |x, y| !x == y),
            ("-x == y", |x, y| x.wrapping_neg() == y),
            ("+x == y", |x, y| x == y),
            ("y >= 0 && y < 32 && x >> y == -1", |x, y| (0..32).contains(&y) && x >> y == -1),
            ("y >= 0 && y < 32 && x << y == 64", |x, y| (0..32).contains(&y) && x << y == 64),
            ("x && y", |x, y| x != 0 && y != 0),
            ("x || y", |x, y| x != 0 || y != 0),
            ("x ? y : x == 0", |x, y| if x != 0 { y != 0 } else { true }),
            ("abs(x) == 7", |x, _| x.wrapping_abs() == 7),
            ("labs(x) == 2147483648", |x, _| x == i32::MIN),
            ("x == NULL", |x, _| x == 0),
            ("x == ((void *)0)", |x, _| x == 0),
            ("(x > y) == true", |x, y| x > y),
            ("(x > y) + (x > 2) == 2", |x, y| x > y && x > 2),
            ("-(x > y) < false", |x, y| x > y),
        ],
    );
}

#[test]
fn precedence_and_grouping() {
    compare(
        &INTS,
        &INTS,
        &[
            ("x == 1 || x == 2 && y == 3", |x, y| x == 1 || (x == 2 && y == 3)),
            ("x & 1 == 1", |x, _| x & 1 == 1),
            ("x & 2 == 2", |x, _| x & 1 == 1),
            ("x | 4 ^ y & 2", |x, y| x | (4 ^ (y & 2)) != 0),
            ("x < y == 1", |x, y| x < y),
            ("1 < x < 3", |x, _| i32::from(1 < x) < 3),
            ("x - 2 - 1 == 4", |x, _| x.wrapping_sub(3) == 4),
            ("100 / 5 / 2 == x", |x, _| x == 10),
            ("100 / (5 / 2) == x * 10", |x, _| x.wrapping_mul(10) == 50),
            ("1 + 2 * 3 == x", |x, _| x == 7),
            ("1 << 1 + 1 == 4 && x", |x, _| x != 0),
            ("!x == y", |x, y| i32::from(x == 0) == y),
            ("-x - -1 == y", |x, y| x.wrapping_neg().wrapping_add(1) == y),
            ("x > 0 ? y > 0 ? x > y : y < -1 : x < -1", |x, y| {
                if x > 0 { if y > 0 { x > y } else { y < -1 } } else { x < -1 }
            }),
            ("x ? 0 : y ? 1 : 0", |x, y| x == 0 && y != 0),
        ],
    );
}

#[test]
fn unsigned_and_mixed_signs() {
    compare(
        &UNSIGNED,
        &INTS,
        &[
            ("x > -1", |_, _| false),
            ("x > y", |x, y| x > y.cast_unsigned()),
            ("y < x", |x, y| y.cast_unsigned() < x),
            ("x - 1 > 5", |x, _| x.wrapping_sub(1) > 5),
            ("x > (long)y", |x, y| i64::from(x) > y.into()),
            ("(int)x == y", |x, y| x.cast_signed() == y),
            ("(int)x < 0", |x, _| x >= 0x8000_0000),
            ("-x > 0", |x, _| x != 0),
            ("y / 2u > 100", |_, y| y.cast_unsigned() / 2 > 100),
            ("y % 10u == 6", |_, y| y.cast_unsigned() % 10 == 6),
            ("x >> 31", |x, _| x >> 31 == 1),
            ("y >> 31 == -1", |_, y| y < 0),
            ("y >> 31u == -1", |_, y| y < 0),
            ("(x > 2 ? y : 0u) > 2147483647", |x, y| x > 2 && y < 0),
            ("~x < 2", |x, _| x >= u32::MAX - 1),
            ("x + 0L > -1", |_, _| true),
            ("1 << (x & 7) == 8L", |x, _| x & 7 == 3),
        ],
    );
}

#[test]
fn narrow_and_wide_integers() {
    let bytes = [0, 1, -1, 100, i8::MAX, i8::MIN];
    compare(
        &bytes,
        &LONGS,
        &[
            ("x + x == 200", |x, _| x == 100),
            ("x == y", |x, y| i64::from(x) == y),
            ("(unsigned char)x == 255", |x, _| x == -1),
            ("(unsigned)x == 0xffffffff", |x, _| x == -1),
            ("(unsigned long)x > 255", |x, _| x < 0),
            ("~x == -1", |x, _| x == 0),
            ("(int)y == 0", |_, y| y % (1 << 32) == 0),
            ("(bool)y", |_, y| y != 0),
            ("(_Bool)(int)y", |_, y| y.cast_unsigned() as u32 != 0),
            ("y >> 32 == 1", |_, y| y >> 32 == 1),
            ("labs(y) == 4294967296", |_, y| y == 1 << 32 || y == -(1 << 32)),
            ("(long long int)x - 1 == y", |x, y| i64::from(x) - 1 == y),
            ("(const volatile short)y == -1", |_, y| y as i16 == -1),
            ("(float)y == y", |_, y| y as f32 == y as f32),
            ("(double)y == 9007199254740992", |_, y| y == 1 << 53),
        ],
    );
    compare(
        &[false, true],
        &[0_u16, 1, 2, 0x7fff, 0xffff],
        &[
            ("x + 1 == y", |x, y| u16::from(x) + 1 == y),
            ("x == true", |x, _| x),
            ("~x < -1", |x, _| x),
            ("y > -1", |_, _| true),
            ("y * y < 0", |_, y| y == 0xffff),
            ("(short)y < 0", |_, y| y == 0xffff),
            ("(y << 16) < 0", |_, y| y == 0xffff),
            ("(uint16_t)(y + 1) == 0", |_, y| y == 0xffff),
            ("(size_t)y - 1 > y", |_, y| y == 0),
        ],
    );
    compare(
        &[0_u64, 1, 1 << 63, u64::MAX],
        &[0_u8, 1, 255],
        &[
            ("x > -1", |_, _| false),
            ("(int64_t)x < 0", |x, _| x >= 1 << 63),
            ("x + y < x", |x, y| x.checked_add(y.into()).is_none()),
            ("x == 18446744073709551615u", |x, _| x == u64::MAX),
            ("(double)x >= 9223372036854775808.0", |x, _| x >= 1 << 63),
        ],
    );
}

#[test]
fn floats() {
    compare(
        &DOUBLES,
        &DOUBLES,
        &[
            ("x", |x, _| x != 0.0),
            ("!x", |x, _| x == 0.0),
            ("x < y", |x, y| x < y),
            ("x >= y", |x, y| x >= y),
            ("x == y", |x, y| x == y),
            ("x != y", |x, y| x != y),
            ("!(x > y)", |x, y| !matches!(x.partial_cmp(&y), Some(std::cmp::Ordering::Greater))),
            ("x + y > 1", |x, y| x + y > 1.0),
            ("x - y <= .5", |x, y| x - y <= 0.5),
            ("x * y == -2.5", |x, y| x * y == -2.5),
            ("x / y > 1e1", |x, y| x / y > 1e1),
            ("-x == y", |x, y| -x == y),
            ("1 / -x < 0", |x, _| 1.0 / -x < 0.0),
            ("fabs(x) > 2", |x, _| x.abs() > 2.0),
            ("__builtin_fabs(x - y) < 1e-3", |x, y| (x - y).abs() < 1e-3),
            ("fabsf(x) == 0.1f", |x, _| (x as f32).abs() == 0.1),
            ("x == (__builtin_inff())", |x, _| x == f64::INFINITY),
            ("x == -(__builtin_inff ())", |x, _| x == f64::NEG_INFINITY),
            ("x < (__builtin_huge_val ())", |x, _| x < f64::INFINITY),
            ("x != (__builtin_nanf (\"\"))", |_, _| true),
            ("isnan(x)", |x, _| x.is_nan()),
            ("__builtin_isinf(x) == 1", |x, _| x.is_infinite()),
            ("__builtin_isinf_sign (x) == -1", |x, _| x == f64::NEG_INFINITY),
            ("isfinite(x)", |x, _| x.is_finite()),
            ("fabs(x) < 100 && (int)x == -3", |x, _| x.abs() < 100.0 && x as i32 == -3),
            ("(float)x == 0.1f", |x, _| x as f32 == 0.1),
            ("(x > 0 ? 1 : x) == 1", |x, _| x > 0.0),
            ("x && y", |x, y| x != 0.0 && y != 0.0),
        ],
    );
}

#[test]
fn singles_meet_other_types() {
    compare(
        &FLOATS,
        &LONGS,
        &[
            ("x == 0.1", |x, _| f64::from(x) == 0.1),
            ("x == 0.1f", |x, _| x == 0.1),
            ("x + 1 == x", |x, _| x + 1.0 == x),
            ("x + 1.0 == x", |x, _| f64::from(x) + 1.0 == f64::from(x)),
            ("x > y", |x, y| x > y as f32),
            ("x * 3 > 0.3", |x, _| f64::from(x * 3.0) > 0.3),
            ("isinf(x)", |x, _| x.is_infinite()),
            ("isfinite(x)", |x, _| x.is_finite()),
            ("y + 0.0 > 9e18", |_, y| y as f64 > 9e18),
        ],
    );
}

#[test]
fn literals_have_the_values_and_types_of_c() {
    compare_constants(&[
        ("0", false),
        ("0x1F == 31", true),
        ("0XAb == 171", true),
        ("017 == 15", true),
        ("0b101 == 5", true),
        ("1'000'000 == 1000000", true),
        ("1.5e3 == 1500", true),
        ("1.E2f == 100", true),
        (".25 == 1 / 4.", true),
        ("0x1p-2 == 0.25", true),
        ("0x1.8P+1f == 3", true),
        ("0x.8p1 == 1", true),
        ("0.1 == 0.1f", false),
        ("1e999 == __builtin_inf()", true),
        ("0x1p-1074 > 0", true),
        ("0x1p-1080 > 0", false),
        ("0x1.0000010000001p0f > 1", true),
        ("1.7976931348623157e+308 * 2 == __builtin_inf()", true),
        ("'a' == 97", true),
        (r"'\n' == 10", true),
        (r"'\0' == 0", true),
        (r"'\177' == 127", true),
        (r"'\x41' == 65", true),
        (r"'\xff' == -1", true),
        (r"'\'' == 39", true),
        (r"'\\' == 92", true),
        (r#"'"' == '\"'"#, true),
        ("-1 < 1", true),
        ("-1 < 1u", false),
        ("-1 < 1UL", false),
        ("-1 < 1LL", true),
        ("-1L < 1u", true),
        ("-1 < 4294967295", true),
        ("-1 < 0xffffffff", false),
        ("-1 < 0xfffffffff", true),
        ("-1 < 0xffffffffffffffff", false),
        ("-1 < 9223372036854775807", true),
        ("2147483647 + 1 < 0", true),
        ("2147483648 + 1 < 0", false),
        ("(-2147483647 -1) < 0", true),
        ("(2147483647 *2U +1U) == 4294967295", true),
        ("1 << 31 < 0", true),
        ("1L << 31 < 0", false),
        ("7 / 2 == 3.5", false),
        ("7 / 2. == 3.5", true),
        ("-7 / 2 == -3", true),
        ("-7 % 3 == -1", true),
        ("-7 % 3u == 0", true),
        ("(unsigned char)300 == 44", true),
        ("(char)200 == -56", true),
        ("(bool)0.5", true),
        ("(int)0.5", false),
        ("(int)-2.9 == -2", true),
        ("(unsigned long)-1 == 18446744073709551615", true),
        ("(long)(unsigned)-1 == 4294967295", true),
        ("-(unsigned char)1 < 0", true),
        ("16777217 == 16777216.0f", true),
        ("16777217 == 16777216.0", false),
        ("true ? false : true", false),
    ]);
}

#[test]
fn parts_are_in_order() {
    let parameters = [parameter::<i32>("x"), parameter::<i32>("unused"), parameter::<u8>("y")];
    let conditions = parse(" x > 3, x <= 3 ,(x == 5 ? y : 0), abs(x) == y ", &parameters);
    assert_eq!(truths(&conditions, &parameters, &[5, 0, 5]), [true, false, true, true]);
    assert_eq!(truths(&conditions, &parameters, &[3, 0, 3]), [false, true, false, true]);
    assert_eq!(truths(&conditions, &parameters, &[5, 9, 0]), [true, false, false, false]);
}

#[test]
fn parameters_hide_other_names() {
    let parameters = [parameter::<i32>("uint"), parameter::<i32>("abs")];
    let conditions = parse("(uint) - 1 > abs, abs(abs) == 2", &parameters);
    assert_eq!(truths(&conditions, &parameters, &[3, 1]), [true, false]);
    let minus_two = (-2_i32).bits();
    assert_eq!(truths(&conditions, &parameters, &[0, minus_two]), [true, true]);
}

#[test]
fn long_texts_need_no_deep_stack() {
    let parameters = [parameter::<i32>("x")];
    let sum = vec!["x"; 20_000].join(" + ");
    let conditions = parse(&format!("{sum} == 20000"), &parameters);
    assert_eq!(truths(&conditions, &parameters, &[1]), [true]);
    assert_eq!(truths(&conditions, &parameters, &[2]), [false]);
    for (open, close) in [("(", ")"), ("!", ""), ("(int)", ""), ("x?", ":0"), ("x?0:", "")] {
        let text = |depth| format!("{}x{}", open.repeat(depth), close.repeat(depth));
        parse(&text(200), &parameters);
        let error = parse_partition(&text(100_000), &parameters).expect_err(open);
        assert!(error.starts_with("nested too deeply (column "), "{}", &error[..40]);
    }
}

#[test]
fn errors_say_what_and_where() {
    let pointer = Parameter { name: "p".into(), kind: Kind::Ptr, signed: false };
    let odd = Parameter { name: "odd".into(), kind: Kind::Int(24), signed: true };
    let parameters = [parameter::<i32>("x"), parameter::<f64>("d"), pointer, odd];
    for (text, message, column) in [
        ("", "it ends where a value was expected", 1),
        ("x >", "it ends where a value was expected", 4),
        ("x,", "it ends where a value was expected", 3),
        (", x", "`,` where a value was expected", 1),
        ("x, , x", "`,` where a value was expected", 4),
        ("x > y", "`y` is no parameter", 5),
        ("é > 0", "`é` is no parameter", 1),
        ("x > 'é'", "`'é'` is not one character", 5),
        ("x × x", "`×` has no meaning in a condition", 3),
        ("x = 3", "`=` where an operator or a comma was expected", 3),
        ("x += 3", "`+=` where an operator or a comma was expected", 3),
        ("x--3", "`--` where an operator or a comma was expected", 2),
        ("++x", "`++` where a value was expected", 1),
        ("x 3", "a number where an operator or a comma was expected", 3),
        ("(x", "it ends where `)` was expected", 3),
        ("x)", "`)` where an operator or a comma was expected", 2),
        ("(x, 3)", "`,` where `)` was expected", 3),
        ("x ? 3", "it ends where `:` was expected", 6),
        ("x ?: 3", "`:` where a value was expected", 4),
        ("*p", "`*` where a value was expected", 1),
        ("x[0]", "`[` where an operator or a comma was expected", 2),
        ("p == 0", "`p` is of a type that conditions do not know", 1),
        ("x && odd", "`odd` is of a type that conditions do not know", 6),
        ("strlen(x)", "conditions cannot call `strlen`", 1),
        ("fabs(d, d)", "`,` where `)` was expected", 7),
        ("abs(d)", "the argument does not fit `abs`", 1),
        ("x + abs(1L)", "the argument does not fit `abs`", 5),
        ("isnan(x)", "this takes a floating value", 1),
        ("__builtin_nan(0)", "a number where a string was expected", 15),
        ("x == \"a\"", "a string where a value was expected", 6),
        ("d % 2", "`%` takes integers only", 3),
        ("x << d", "`<<` takes integers only", 3),
        ("x + ~d", "`~` takes integers only", 5),
        ("x & d", "`&` takes integers only", 3),
        ("(long double)x", "`long double` is no type that conditions know", 1),
        ("(unsigned float)x", "`unsigned float` is no type that conditions know", 1),
        ("(int *)x", "`*` where `)` was expected", 6),
        ("(void *)1", "a number where the 0 of a null pointer was expected", 9),
        ("x > 1.0L", "`1.0L` is no number of a type that conditions know", 5),
        ("x > 08", "`08` is no number of a type that conditions know", 5),
        ("x > 1f", "`1f` is no number of a type that conditions know", 5),
        ("x > 0x1.8", "`0x1.8` is no number of a type that conditions know", 5),
        ("x > 0x.p1", "`0x.p1` is no number of a type that conditions know", 5),
        ("x > 0xe+1", "`0xe+1` is no number of a type that conditions know", 5),
        ("x > 1e", "`1e` is no number of a type that conditions know", 5),
        ("x > 1ulu", "`1ulu` is no number of a type that conditions know", 5),
        ("x > 0x", "`0x` is no number of a type that conditions know", 5),
        (
            "18446744073709551616",
            "`18446744073709551616` is no number of a type that conditions know",
            1,
        ),
        ("x == 'ab'", "`'ab'` is not one character", 6),
        ("x == ''", "`''` is not one character", 6),
        (r"x == '\x100'", r"`'\x100'` is not one character", 6),
        (r"x == '\x+1'", r"`'\x+1'` is not one character", 6),
        (r"x == '\400'", r"`'\400'` is not one character", 6),
        (r"x == '\q'", r"`'\q'` is not one character", 6),
        ("x == 'a", "a character literal without an end", 6),
        ("x == L'a'", "a literal with a prefix", 6),
        ("x == 3 #", "`#` has no meaning in a condition", 8),
    ] {
        let error = parse_partition(text, &parameters).expect_err(text);
        assert_eq!(error, format!("{message} (column {column} of `{text}`)"));
    }
}
