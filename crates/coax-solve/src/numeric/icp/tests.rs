//! Nothing that satisfies a question is ever lost; what cannot be satisfied is refuted; what can is
//! narrowed.

mod kept;
mod narrowed;

use std::rc::Rc;

use coax_expr::{Function, Pool};

mod libm {
    unsafe extern "C" {
        pub safe fn exp(x: f64) -> f64;
        pub safe fn exp2(x: f64) -> f64;
        pub safe fn expm1(x: f64) -> f64;
        pub safe fn log(x: f64) -> f64;
        pub safe fn log2(x: f64) -> f64;
        pub safe fn log10(x: f64) -> f64;
        pub safe fn log1p(x: f64) -> f64;
        pub safe fn asin(x: f64) -> f64;
        pub safe fn acos(x: f64) -> f64;
        pub safe fn atan(x: f64) -> f64;
        pub safe fn sinh(x: f64) -> f64;
        pub safe fn cosh(x: f64) -> f64;
        pub safe fn tanh(x: f64) -> f64;
        pub safe fn asinh(x: f64) -> f64;
        pub safe fn acosh(x: f64) -> f64;
        pub safe fn atanh(x: f64) -> f64;
        pub safe fn cbrt(x: f64) -> f64;
        pub safe fn sin(x: f64) -> f64;
        pub safe fn cos(x: f64) -> f64;
        pub safe fn tan(x: f64) -> f64;
        pub safe fn pow(x: f64, y: f64) -> f64;
        pub safe fn hypot(x: f64, y: f64) -> f64;
        pub safe fn atan2(x: f64, y: f64) -> f64;
        pub safe fn expf(x: f32) -> f32;
        pub safe fn logf(x: f32) -> f32;
        pub safe fn sinf(x: f32) -> f32;
        pub safe fn cosf(x: f32) -> f32;
        pub safe fn tanf(x: f32) -> f32;
        pub safe fn cbrtf(x: f32) -> f32;
        pub safe fn powf(x: f32, y: f32) -> f32;
    }
}

type Double = extern "C" fn(f64) -> f64;
type Single = extern "C" fn(f32) -> f32;

fn declare_double(pool: &mut Pool, name: &str, f: Double) -> Function {
    let meaning =
        move |args: &[u128]| Some(u128::from(f(f64::from_bits(args[0] as u64)).to_bits()));
    pool.declare(name, &[64], 64, Rc::new(meaning))
}

fn declare_single(pool: &mut Pool, name: &str, f: Single) -> Function {
    let meaning =
        move |args: &[u128]| Some(u128::from(f(f32::from_bits(args[0] as u32)).to_bits()));
    pool.declare(name, &[32], 32, Rc::new(meaning))
}

fn declare_pair(pool: &mut Pool, name: &str, f: extern "C" fn(f64, f64) -> f64) -> Function {
    let meaning = move |args: &[u128]| {
        let [x, y] = [args[0], args[1]].map(|bits| f64::from_bits(bits as u64));
        Some(u128::from(f(x, y).to_bits()))
    };
    pool.declare(name, &[64, 64], 64, Rc::new(meaning))
}

/// All functions that are known, and some that are not.
fn declare_all(pool: &mut Pool) -> Vec<Function> {
    let doubles: [(&str, Double); 20] = [
        ("exp", libm::exp),
        ("exp2", libm::exp2),
        ("expm1", libm::expm1),
        ("log", libm::log),
        ("log2", libm::log2),
        ("log10", libm::log10),
        ("log1p", libm::log1p),
        ("asin", libm::asin),
        ("acos", libm::acos),
        ("atan", libm::atan),
        ("sinh", libm::sinh),
        ("cosh", libm::cosh),
        ("tanh", libm::tanh),
        ("asinh", libm::asinh),
        ("acosh", libm::acosh),
        ("atanh", libm::atanh),
        ("cbrt", libm::cbrt),
        ("sin", libm::sin),
        ("cos", libm::cos),
        ("tan", libm::tan),
    ];
    let singles: [(&str, Single); 6] = [
        ("expf", libm::expf),
        ("logf", libm::logf),
        ("sinf", libm::sinf),
        ("cosf", libm::cosf),
        ("tanf", libm::tanf),
        ("cbrtf", libm::cbrtf),
    ];
    let mut functions: Vec<Function> =
        doubles.into_iter().map(|(name, f)| declare_double(pool, name, f)).collect();
    functions.extend(singles.into_iter().map(|(name, f)| declare_single(pool, name, f)));
    functions.push(declare_pair(pool, "pow", libm::pow));
    functions.push(declare_pair(pool, "hypot", libm::hypot));
    functions.push(declare_pair(pool, "atan2", libm::atan2));
    let powf = |args: &[u128]| {
        let [x, y] = [args[0], args[1]].map(|bits| f32::from_bits(bits as u32));
        Some(u128::from(libm::powf(x, y).to_bits()))
    };
    functions.push(pool.declare("powf", &[32, 32], 32, Rc::new(powf)));
    // A stranger that goes by a known name, and one without a value.
    functions.push(declare_double(pool, "sin", libm::exp));
    functions.push(pool.declare("exp", &[64], 64, Rc::new(|_| None)));
    functions
}
