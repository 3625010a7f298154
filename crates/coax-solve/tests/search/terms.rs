//! Short names for building problems.

use std::rc::Rc;

use coax_expr::{FloatCompare, FloatFormat, FloatOp, FloatUnary, Pool, Term};
use coax_solve::numeric::range::Range;

/// What a problem is built with.
#[derive(Default)]
pub struct Terms {
    pub pool: Pool,
    pub ranges: Vec<(Term, Range)>,
}

impl Terms {
    pub fn var(&mut self, width: u32) -> Term {
        let var = self.pool.new_var("x", width);
        self.pool.var(var)
    }

    pub fn reals<const N: usize>(&mut self) -> [Term; N] {
        std::array::from_fn(|_| self.var(64))
    }

    pub fn ints<const N: usize>(&mut self, width: u32) -> [Term; N] {
        std::array::from_fn(|_| self.var(width))
    }

    /// A number of bytes, the lowest first.
    pub fn bytes(&mut self, count: u32) -> Term {
        let first = self.var(8);
        (1..count).fold(first, |low, _| {
            let high = self.var(8);
            self.pool.concat(high, low)
        })
    }

    pub fn d(&mut self, value: f64) -> Term {
        self.pool.constant(64, value.to_bits().into())
    }

    pub fn s(&mut self, value: f32) -> Term {
        self.pool.constant(32, value.to_bits().into())
    }

    pub fn i(&mut self, width: u32, value: i64) -> Term {
        self.pool.constant(width, value as u128)
    }

    pub fn format(&self, t: Term) -> FloatFormat {
        let width = self.pool.width(t);
        FloatFormat::ALL.into_iter().find(|format| format.width() == width).expect("a float")
    }

    pub fn float(&mut self, op: FloatOp, a: Term, b: Term) -> Term {
        let format = self.format(a);
        self.pool.float(op, format, a, b)
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Add, a, b)
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Sub, a, b)
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Mul, a, b)
    }

    pub fn div(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Div, a, b)
    }

    pub fn sqrt(&mut self, a: Term) -> Term {
        let format = self.format(a);
        self.pool.float_unary(FloatUnary::Sqrt, format, a)
    }

    pub fn relation(&mut self, op: FloatCompare, a: Term, b: Term) -> Term {
        let format = self.format(a);
        self.pool.float_compare(op, format, a, b)
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.relation(FloatCompare::Eq, a, b)
    }

    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.relation(FloatCompare::Lt, a, b)
    }

    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.relation(FloatCompare::Le, a, b)
    }

    pub fn nan(&mut self, a: Term) -> Term {
        self.relation(FloatCompare::Unordered, a, a)
    }

    /// The value of a polynomial, the coefficient of the highest power first.
    pub fn polynomial(&mut self, x: Term, coefficients: &[f64]) -> Term {
        let zero = self.d(0.0);
        coefficients.iter().fold(zero, |sum, &coefficient| {
            let (shifted, coefficient) = (self.mul(sum, x), self.d(coefficient));
            self.add(shifted, coefficient)
        })
    }

    pub fn call(&mut self, name: &str, function: fn(f64) -> f64, a: Term) -> Term {
        let meaning = move |args: &[u128]| {
            Some(u128::from(function(f64::from_bits(args[0] as u64)).to_bits()))
        };
        let function = self.pool.declare(name, &[64], 64, Rc::new(meaning));
        self.pool.apply(function, &[a])
    }

    pub fn pow(&mut self, a: Term, b: Term) -> Term {
        let meaning = |args: &[u128]| {
            let [base, power] = [args[0], args[1]].map(|bits| f64::from_bits(bits as u64));
            Some(u128::from(base.powf(power).to_bits()))
        };
        let function = self.pool.declare("pow", &[64, 64], 64, Rc::new(meaning));
        self.pool.apply(function, &[a, b])
    }

    /// Both bounds included.
    pub fn within(&mut self, x: Term, low: f64, high: f64) -> [Term; 2] {
        let (low, high) = (self.d(low), self.d(high));
        [self.le(low, x), self.le(x, high)]
    }
}
