//! The C library's mathematical functions, called by name with values.
//!
//! [`lookup`] turns a name into a [`MathFn`] once; the function called is the one of the system's own
//! libm, so its last bit is the native program's. `errno` is zero before each call and reported after
//! it: a caller stores it in the program's `errno` only if it is not zero, as libm never clears it.
//!
//! Invariant: a `MathFn`'s address belongs to a function whose C type is its shape and precision,
//! since both come from one row of the table below; this makes the calls sound.

use super::{F80, F128, Number};
use libloading::os::unix::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_long};
use std::sync::OnceLock;

/// The float type a function works on. The numbers are those of `shim/libm.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `float`, suffix `f`.
    F32 = 0,
    /// `double`, no suffix.
    F64 = 1,
    /// `long double`, suffix `l`.
    F80 = 2,
    /// `_Float128`, suffix `f128`.
    F128 = 3,
}

/// The C signature of a function over its float type `T`. The numbers are those of `shim/libm.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `T f(T)`
    Unary = 0,
    /// `T f(T, T)`
    Binary = 1,
    /// `T f(T, T, T)`
    Ternary = 2,
    /// `int f(T)`
    ToInt = 3,
    /// `long f(T)` or `long long f(T)`
    ToLong = 4,
    /// `T f(T, int)`
    WithInt = 5,
    /// `T f(T, long)`
    WithLong = 6,
    /// `T f(int, T)`
    IntWith = 7,
    /// `T f(T, int *)`: `frexp`, `lgamma_r`; the second result is the `int`.
    UnaryAndInt = 8,
    /// `T f(T, T *)`: `modf`; the second result is what was stored.
    UnaryAndSame = 9,
    /// `void f(T, T *, T *)`: `sincos`; the results are sine and cosine.
    SinCos = 10,
    /// `T f(T, T, int *)`: `remquo`; the second result is the `int`.
    BinaryAndInt = 11,
    /// `T f(T, long double)`: `nexttoward`.
    NextToward = 12,
    /// `T f(const char *)`: `nan`; see [`MathFn::call_nan`].
    Nan = 13,
    /// `T _Complex f(T _Complex)`; operands and results are real part, imaginary part.
    ComplexUnary = 14,
    /// `T _Complex f(T _Complex, T _Complex)`; four operands, two results.
    ComplexBinary = 15,
    /// `T f(T _Complex)`
    ComplexToReal = 16,
    /// `T f(T)` that also sets `signgam`: `lgamma`, `gamma`; the second result is the sign.
    LogGamma = 17,
}

/// What a call gave back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MathResult {
    /// The returned value; integers are [`Number::Int`].
    pub value: Number,
    /// What was stored through a pointer, or the imaginary part.
    pub second: Option<Number>,
    /// `errno` after the call; zero if the function did not set it.
    pub errno: i32,
}

type Address = unsafe extern "C" fn();

/// A libm function, found once and callable ever after.
#[derive(Clone, Copy, Debug)]
pub struct MathFn {
    shape: Shape,
    precision: Precision,
    address: Address,
}

#[repr(C)]
struct Operands {
    value: [u128; 4],
    integer: c_long,
    text: *const c_char,
}

#[repr(C)]
struct Results {
    value: [u128; 2],
    integer: c_long,
}

unsafe extern "C" {
    fn coax_libm_call(
        precision: c_int,
        shape: c_int,
        function: Address,
        operands: *const Operands,
        results: *mut Results,
    ) -> c_int;
}

/// Names without precision suffix, by shape.
const TABLE: &[(Shape, &[&str])] = &[
    (
        Shape::Unary,
        &[
            "acos",
            "asin",
            "atan",
            "cos",
            "sin",
            "tan",
            "acosh",
            "asinh",
            "atanh",
            "cosh",
            "sinh",
            "tanh",
            "exp",
            "exp2",
            "exp10",
            "expm1",
            "log",
            "log10",
            "log1p",
            "log2",
            "logb",
            "cbrt",
            "fabs",
            "sqrt",
            "erf",
            "erfc",
            "tgamma",
            "ceil",
            "floor",
            "nearbyint",
            "rint",
            "round",
            "roundeven",
            "trunc",
            "j0",
            "j1",
            "y0",
            "y1",
            "significand",
            "nextup",
            "nextdown",
        ],
    ),
    (
        Shape::Binary,
        &[
            "atan2",
            "pow",
            "hypot",
            "fmod",
            "remainder",
            "drem",
            "copysign",
            "nextafter",
            "fdim",
            "fmax",
            "fmin",
            "fmaxmag",
            "fminmag",
            "fmaximum",
            "fminimum",
            "fmaximum_num",
            "fminimum_num",
            "scalb",
        ],
    ),
    (Shape::Ternary, &["fma"]),
    (
        Shape::ToInt,
        &[
            "ilogb",
            "finite",
            "isinf",
            "isnan",
            "__finite",
            "__isinf",
            "__isnan",
            "__signbit",
            "__fpclassify",
            "__issignaling",
        ],
    ),
    (Shape::ToLong, &["lrint", "lround", "llrint", "llround", "llogb"]),
    (Shape::WithInt, &["ldexp", "scalbn"]),
    (Shape::WithLong, &["scalbln"]),
    (Shape::IntWith, &["jn", "yn"]),
    (Shape::UnaryAndInt, &["frexp"]),
    (Shape::UnaryAndSame, &["modf"]),
    (Shape::SinCos, &["sincos"]),
    (Shape::BinaryAndInt, &["remquo"]),
    (Shape::NextToward, &["nexttoward"]),
    (Shape::Nan, &["nan"]),
    (
        Shape::ComplexUnary,
        &[
            "cacos", "casin", "catan", "ccos", "csin", "ctan", "cacosh", "casinh", "catanh",
            "ccosh", "csinh", "ctanh", "cexp", "clog", "clog10", "csqrt", "conj", "cproj",
        ],
    ),
    (Shape::ComplexBinary, &["cpow"]),
    (Shape::ComplexToReal, &["cabs", "carg", "creal", "cimag"]),
    (Shape::LogGamma, &["lgamma", "gamma"]),
];

const SUFFIXES: [(&str, Precision); 4] =
    [("", Precision::F64), ("f", Precision::F32), ("l", Precision::F80), ("f128", Precision::F128)];

/// The function of this name, if it is one of <math.h> or <complex.h> and the system has it.
pub fn lookup(name: &str) -> Option<MathFn> {
    SUFFIXES.iter().find_map(|&(suffix, precision)| {
        let shape = shape_of(name, suffix)?;
        let symbol = match shape {
            // The reentrant form tells the sign without touching a global of ours.
            Shape::LogGamma => format!("lgamma{suffix}_r"),
            _ => name.to_owned(),
        };
        let address = address_of(&CString::new(symbol).ok()?)?;
        Some(MathFn { shape, precision, address })
    })
}

fn shape_of(name: &str, suffix: &str) -> Option<Shape> {
    // The only name with its suffix in the middle.
    if name.strip_prefix("lgamma").and_then(|rest| rest.strip_suffix("_r")) == Some(suffix) {
        return Some(Shape::UnaryAndInt);
    }
    let base = name.strip_suffix(suffix)?;
    TABLE.iter().find(|(_, names)| names.contains(&base)).map(|&(shape, _)| shape)
}

fn address_of(symbol: &CStr) -> Option<Address> {
    static LIBM: OnceLock<Option<Library>> = OnceLock::new();
    // SAFETY: the system's libm has no constructor with requirements.
    let libm = LIBM.get_or_init(|| unsafe { Library::new("libm.so.6") }.ok()).as_ref()?;
    // SAFETY: every name of the table is a function; it is called only as its shape says, and the
    // library is never closed.
    let found = unsafe { libm.get::<Address>(symbol.to_bytes_with_nul()) }.ok()?;
    Some(*found)
}

impl MathFn {
    /// The function's signature.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The function's float type.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Calls the function. `None` if the arguments do not fit its shape and precision.
    ///
    /// Arguments come in C order, without pointer arguments; complex ones as two each.
    pub fn call(&self, arguments: &[Number]) -> Option<MathResult> {
        let mut operands = Operands { value: [0; 4], integer: 0, text: c"".as_ptr() };
        let mut floats = 0;
        let mut integers = 0;
        for argument in arguments {
            match argument {
                Number::Int(value) => {
                    operands.integer = *value;
                    integers += 1;
                }
                _ => {
                    *operands.value.get_mut(floats)? = self.operand(argument, floats)?;
                    floats += 1;
                }
            }
        }
        if (floats, integers) != self.arity() || self.shape == Shape::Nan {
            return None;
        }
        self.run(&operands)
    }

    /// `nan(tag)`: the quiet NaN with this payload. `None` if this is not a `nan` function.
    pub fn call_nan(&self, tag: &[u8]) -> Option<MathResult> {
        let end = tag.iter().position(|&byte| byte == 0).unwrap_or(tag.len());
        let text = CString::new(&tag[..end]).ok()?;
        let operands = Operands { value: [0; 4], integer: 0, text: text.as_ptr() };
        (self.shape == Shape::Nan).then(|| self.run(&operands))?
    }

    /// The quick way for `double f(double)`: value and `errno`. `None` for every other signature.
    pub fn call_f64(&self, x: f64) -> Option<(f64, i32)> {
        if (self.shape, self.precision) != (Shape::Unary, Precision::F64) {
            return None;
        }
        // SAFETY: by the invariant of `MathFn` this is the function's type.
        let function: unsafe extern "C" fn(f64) -> f64 =
            unsafe { std::mem::transmute(self.address) };
        // SAFETY: a libm function of that type takes every value.
        Some(with_errno(|| unsafe { function(x) }))
    }

    /// The quick way for `double f(double, double)`. `None` for every other signature.
    pub fn call_f64_f64(&self, x: f64, y: f64) -> Option<(f64, i32)> {
        if (self.shape, self.precision) != (Shape::Binary, Precision::F64) {
            return None;
        }
        // SAFETY: by the invariant of `MathFn` this is the function's type.
        let function: unsafe extern "C" fn(f64, f64) -> f64 =
            unsafe { std::mem::transmute(self.address) };
        // SAFETY: a libm function of that type takes every value.
        Some(with_errno(|| unsafe { function(x, y) }))
    }

    /// How many floats and how many integers the function takes.
    fn arity(&self) -> (usize, usize) {
        match self.shape {
            Shape::Unary | Shape::ToInt | Shape::ToLong | Shape::LogGamma => (1, 0),
            Shape::UnaryAndInt | Shape::UnaryAndSame | Shape::SinCos => (1, 0),
            Shape::Binary | Shape::BinaryAndInt | Shape::NextToward => (2, 0),
            Shape::ComplexUnary | Shape::ComplexToReal => (2, 0),
            Shape::Ternary => (3, 0),
            Shape::ComplexBinary => (4, 0),
            Shape::WithInt | Shape::WithLong | Shape::IntWith => (1, 1),
            Shape::Nan => (0, 0),
        }
    }

    /// The bits of a float argument, if it has the type wanted at this position.
    fn operand(&self, argument: &Number, position: usize) -> Option<u128> {
        let wanted = match self.shape {
            Shape::NextToward if position == 1 => Precision::F80,
            _ => self.precision,
        };
        match (wanted, argument) {
            (Precision::F32, Number::F32(value)) => Some(value.to_bits().into()),
            (Precision::F64, Number::F64(value)) => Some(value.to_bits().into()),
            (Precision::F80, Number::F80(value)) => Some(value.to_bits()),
            (Precision::F128, Number::F128(value)) => Some(value.to_bits()),
            _ => None,
        }
    }

    fn run(&self, operands: &Operands) -> Option<MathResult> {
        let shape = match self.shape {
            Shape::LogGamma => Shape::UnaryAndInt,
            shape => shape,
        };
        let mut results = Results { value: [0; 2], integer: 0 };
        // SAFETY: by the invariant of `MathFn` the address has the type named by shape and
        // precision; both structs have the layout the shim declares.
        let errno = unsafe {
            coax_libm_call(
                self.precision as c_int,
                shape as c_int,
                self.address,
                operands,
                &mut results,
            )
        };
        (errno >= 0).then(|| self.result(&results, errno))
    }

    fn result(&self, results: &Results, errno: i32) -> MathResult {
        let float = |index: usize| self.float(results.value[index]);
        let integer = Number::Int(results.integer);
        let (value, second) = match self.shape {
            Shape::ToInt | Shape::ToLong => (integer, None),
            Shape::UnaryAndInt | Shape::BinaryAndInt | Shape::LogGamma => (float(0), Some(integer)),
            Shape::UnaryAndSame | Shape::SinCos | Shape::ComplexUnary | Shape::ComplexBinary => {
                (float(0), Some(float(1)))
            }
            _ => (float(0), None),
        };
        MathResult { value, second, errno }
    }

    fn float(&self, bits: u128) -> Number {
        match self.precision {
            Precision::F32 => Number::F32(f32::from_bits(bits as u32)),
            Precision::F64 => Number::F64(f64::from_bits(bits as u64)),
            Precision::F80 => Number::F80(F80::from_bits(bits)),
            Precision::F128 => Number::F128(F128::from_bits(bits)),
        }
    }
}

/// Runs a foreign call with `errno` cleared before and read after.
fn with_errno<T>(call: impl FnOnce() -> T) -> (T, i32) {
    // SAFETY: the address of this thread's errno, valid as long as the thread.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above.
    unsafe { *errno = 0 };
    let value = call();
    // SAFETY: as above.
    (value, unsafe { *errno })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Number::{F32, F64, Int};

    fn call(name: &str, arguments: &[Number]) -> MathResult {
        let function = lookup(name).unwrap_or_else(|| panic!("no {name}"));
        function.call(arguments).unwrap_or_else(|| panic!("{name} does not take {arguments:?}"))
    }

    fn wide(value: f64) -> Number {
        Number::F80(F80::from_f64(value))
    }

    #[test]
    fn doubles_agree_with_the_system() {
        for x in [0.0, 0.1, -0.5, 1.0, 2.5, 1e10] {
            assert_eq!(call("sin", &[F64(x)]).value, F64(x.sin()));
            assert_eq!(call("exp", &[F64(x)]).value, F64(x.exp()));
            assert_eq!(call("cbrt", &[F64(x)]).value, F64(x.cbrt()));
            assert_eq!(lookup("exp").and_then(|f| f.call_f64(x)).map(|r| r.0), Some(x.exp()));
        }
        assert_eq!(call("pow", &[F64(2.0), F64(0.5)]).value, F64(2f64.powf(0.5)));
        assert_eq!(lookup("pow").and_then(|f| f.call_f64_f64(2.0, 10.0)), Some((1024.0, 0)));
        assert_eq!(call("fma", &[F64(3.0), F64(4.0), F64(5.0)]).value, F64(17.0));
    }

    #[test]
    fn suffixes_choose_the_precision() {
        assert_eq!(call("sqrtf", &[F32(2.0)]).value, F32(2f32.sqrt()));
        assert_eq!(call("fmal", &[wide(2.0), wide(3.0), wide(4.0)]).value, wide(10.0));
        let root = call("sqrtl", &[wide(2.0)]).value;
        assert_eq!(root, Number::F80(F80::from_parts(0xb504_f333_f9de_6484, 0x3fff)));
        let quad = call("sqrtf128", &[Number::F128(F128::from_i64(9))]).value;
        assert_eq!(quad, Number::F128(F128::from_i64(3)));
        assert_eq!(lookup("erf").map(|f| f.precision()), Some(Precision::F64));
        assert_eq!(lookup("erff").map(|f| f.precision()), Some(Precision::F32));
        assert_eq!(lookup("modf").map(|f| f.precision()), Some(Precision::F64));
        assert_eq!(lookup("ceill").map(|f| f.precision()), Some(Precision::F80));
    }

    #[test]
    fn integers_in_and_out() {
        assert_eq!(call("lrint", &[F64(2.5)]).value, Int(2));
        assert_eq!(call("llroundf", &[F32(-2.5)]).value, Int(-3));
        assert_eq!(call("ilogbl", &[wide(1024.0)]).value, Int(10));
        assert_eq!(call("ilogb", &[F64(0.0)]).value, Int(i32::MIN.into()));
        assert_eq!(call("ldexp", &[F64(0.75), Int(4)]).value, F64(12.0));
        assert_eq!(call("scalblnl", &[wide(1.0), Int(-3)]).value, wide(0.125));
        assert_eq!(call("jn", &[Int(0), F64(1.5)]).value, call("j0", &[F64(1.5)]).value);
        assert_eq!(call("__isinf", &[F64(f64::NEG_INFINITY)]).value, Int(-1));
    }

    #[test]
    fn second_results() {
        let frexp = call("frexpl", &[wide(12.0)]);
        assert_eq!((frexp.value, frexp.second), (wide(0.75), Some(Int(4))));
        let modf = call("modff", &[F32(-3.25)]);
        assert_eq!((modf.value, modf.second), (F32(-0.25), Some(F32(-3.0))));
        let sincos = call("sincos", &[F64(1.0)]);
        assert_eq!((sincos.value, sincos.second), (F64(1f64.sin()), Some(F64(1f64.cos()))));
        let remquo = call("remquo", &[F64(7.0), F64(2.0)]);
        assert_eq!((remquo.value, remquo.second), (F64(-1.0), Some(Int(4))));
        for name in ["lgamma", "gamma", "lgamma_r"] {
            assert_eq!(call(name, &[F64(-0.5)]).second, Some(Int(-1)));
        }
        assert_eq!(call("lgammal_r", &[wide(1.0)]).second, Some(Int(1)));
        let toward = call("nexttowardf", &[F32(1.0), wide(2.0)]);
        assert_eq!(toward.value, F32(1.0 + f32::EPSILON));
    }

    #[test]
    fn errno_is_reported() {
        assert_eq!(call("log", &[F64(0.0)]).errno, libc::ERANGE);
        assert_eq!(call("sqrt", &[F64(-1.0)]).errno, libc::EDOM);
        assert_eq!(call("expl", &[wide(1e6)]).errno, libc::ERANGE);
        assert_eq!(call("exp", &[F64(1.0)]).errno, 0);
        assert_eq!(lookup("acos").and_then(|f| f.call_f64(2.0)).map(|r| r.1), Some(libc::EDOM));
    }

    #[test]
    fn nan_takes_a_tag() {
        let tagged = lookup("nan").and_then(|f| f.call_nan(b"5\0rest"));
        let Some(MathResult { value: F64(value), .. }) = tagged else { panic!("{tagged:?}") };
        assert_eq!(value.to_bits(), (0x7ff8 << 48) | 5);
        assert_eq!(lookup("nan").and_then(|f| f.call(&[])), None);
    }

    #[test]
    fn complex_functions() {
        assert_eq!(call("cabs", &[F64(3.0), F64(4.0)]).value, F64(5.0));
        let root = call("csqrtf", &[F32(-4.0), F32(0.0)]);
        assert_eq!((root.value, root.second), (F32(0.0), Some(F32(2.0))));
        let root = call("csqrtl", &[wide(-4.0), wide(0.0)]);
        assert_eq!((root.value, root.second), (wide(0.0), Some(wide(2.0))));
        let power = call("cpow", &[F64(1.0), F64(0.0), F64(3.0), F64(0.0)]);
        assert_eq!((power.value, power.second), (F64(1.0), Some(F64(0.0))));
    }

    #[test]
    fn wrong_arguments_are_refused() {
        let sin = lookup("sin").expect("libm has sin");
        assert_eq!(sin.call(&[F32(1.0)]), None);
        assert_eq!(sin.call(&[F64(1.0), F64(1.0)]), None);
        assert_eq!(sin.call(&[Int(1)]), None);
        assert!(lookup("printf").is_none());
        assert!(lookup("er").is_none());
    }

    #[test]
    fn the_whole_of_c11_is_there() {
        let newer = ["roundeven", "fmaximum", "fminimum", "fmaximum_num", "fminimum_num"];
        for (_, names) in TABLE {
            for name in names.iter().filter(|name| !newer.contains(name)) {
                for suffix in ["", "f", "l"] {
                    assert!(lookup(&format!("{name}{suffix}")).is_some(), "{name}{suffix}");
                }
            }
        }
    }
}
