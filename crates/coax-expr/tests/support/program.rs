//! A random term graph as a list of instructions that refer to earlier results.
//!
//! Any list of instructions is a program, so that a failing one can be made smaller by leaving
//! instructions out.

use coax_expr::{
    Assignment, BinaryOp, CompareOp, FloatCompare, FloatFormat, FloatOp, FloatUnary, OverflowOp,
    Pool, Term, Var,
};
use proptest::prelude::*;

use super::bit_list::{self as plain, Value};

/// One instruction: what to do, with which earlier results, and a number for what it needs.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub code: u8,
    pub operands: [u16; 3],
    pub number: u64,
}

/// Any instruction.
pub fn instruction() -> impl Strategy<Value = Instruction> {
    let number = prop_oneof![any::<u64>(), 0u64..70, Just(u64::MAX), Just(1 << 31), Just(1 << 63)];
    (any::<u8>(), any::<[u16; 3]>(), number).prop_map(|(code, operands, number)| Instruction {
        code,
        operands,
        number,
    })
}

/// Widths of the variables every program starts with: `Var(0)` and so on.
pub const VARS: [u32; 7] = [1, 3, 8, 16, 32, 64, 64];

/// Values for the variables.
pub fn inputs() -> impl Strategy<Value = [u64; VARS.len()]> {
    let edge = prop_oneof![
        any::<u64>(),
        0u64..10,
        Just(u64::MAX),
        (0u32..64).prop_map(|bit| 1 << bit),
        // Small floats, infinities and NaNs among them.
        any::<i16>().prop_map(|n| (f64::from(n) / 4.0).to_bits()),
        any::<i16>().prop_map(|n| (f32::from(n) / 4.0).to_bits().into()),
        Just(f64::INFINITY.to_bits()),
        Just(f64::NAN.to_bits()),
        Just(u64::from(f32::NAN.to_bits())),
    ];
    prop::array::uniform7(edge)
}

/// A graph being built: each result as a term and as plain values, one for each assignment.
pub struct Graph {
    pub pool: Pool,
    pub assignments: Vec<Assignment>,
    pub results: Vec<(Term, Vec<Value>)>,
    floats: bool,
}

const WIDEST: u32 = 300;

impl Graph {
    /// A graph of the variables alone. With `floats`, float operations may come.
    pub fn new(inputs: &[[u64; VARS.len()]], floats: bool) -> Graph {
        let mut pool = Pool::new();
        let vars: Vec<Var> =
            VARS.iter().enumerate().map(|(i, &w)| pool.new_var(&format!("v{i}"), w)).collect();
        let mask = |width: u32| u64::MAX >> (64 - width);
        let results = (0..VARS.len())
            .map(|i| {
                let values =
                    inputs.iter().map(|row| plain::bits(VARS[i], (row[i] & mask(VARS[i])).into()));
                (pool.var(vars[i]), values.collect())
            })
            .collect();
        let assignments = inputs
            .iter()
            .map(|row| (0..VARS.len()).map(|i| (vars[i], row[i] & mask(VARS[i]))).collect())
            .collect();
        Graph { pool, assignments, results, floats }
    }

    /// Builds a whole program.
    pub fn run(&mut self, program: &[Instruction]) {
        for instruction in program {
            self.step(instruction);
        }
    }

    fn pick(&self, which: u16) -> (Term, Vec<Value>) {
        // Later results are picked more often: graphs get deep, not only wide.
        let len = self.results.len();
        let index = if which.is_multiple_of(2) {
            usize::from(which / 2) % len
        } else {
            len - 1 - usize::from(which / 2) % len.min(4)
        };
        self.results[index].clone()
    }

    fn resized(&mut self, result: (Term, Vec<Value>), width: u32) -> (Term, Vec<Value>) {
        let (t, values) = result;
        let values = values.iter().map(|value| plain::extend(value, width, false)).collect();
        (self.pool.resize(t, width), values)
    }

    fn map(values: &[Value], f: impl Fn(&[bool]) -> Value) -> Vec<Value> {
        values.iter().map(|value| f(value)).collect()
    }

    fn map2(a: &[Value], b: &[Value], f: impl Fn(&[bool], &[bool]) -> Value) -> Vec<Value> {
        a.iter().zip(b).map(|(a, b)| f(a, b)).collect()
    }

    fn step(&mut self, instruction: &Instruction) {
        let a = self.pick(instruction.operands[0]);
        let width = self.pool.width(a.0);
        let b = self.pick(instruction.operands[1]);
        let same = self.resized(b.clone(), width);
        let number = instruction.number;
        let result = match instruction.code % if self.floats { 44 } else { 36 } {
            code @ 0..=12 => {
                let op = BinaryOp::ALL[usize::from(code)];
                let values = Self::map2(&a.1, &same.1, |a, b| plain::binary(op, a, b));
                (self.pool.binary(op, a.0, same.0), values)
            }
            code @ 13..=17 => {
                let op = CompareOp::ALL[usize::from(code) - 13];
                let values = Self::map2(&a.1, &same.1, |a, b| vec![plain::compare(op, a, b)]);
                (self.pool.compare(op, a.0, same.0), values)
            }
            code @ 18..=22 => {
                let op = OverflowOp::ALL[usize::from(code) - 18];
                let values = Self::map2(&a.1, &same.1, |a, b| vec![plain::overflow(op, a, b)]);
                (self.pool.overflow(op, a.0, same.0), values)
            }
            23 | 24 => self.constant(width, number),
            25 | 26 => self.extend(a, number, instruction.code.is_multiple_of(2)),
            27 | 28 => self.extract(a, number),
            29 if width + self.pool.width(b.0) <= WIDEST => {
                let values = Self::map2(&a.1, &b.1, |a, b| b.iter().chain(a).copied().collect());
                (self.pool.concat(a.0, b.0), values)
            }
            30 | 31 => self.choose(instruction, a, same),
            32 => self.lookup(instruction, a, same),
            33 => (self.pool.not(a.0), Self::map(&a.1, plain::not)),
            34 => (self.pool.neg(a.0), Self::map(&a.1, plain::neg)),
            35 => self.constant_mask(width, number),
            code @ 36..=43 => self.float(code - 36, a, b, number),
            _ => return,
        };
        self.results.push(result);
    }

    fn constant(&mut self, width: u32, number: u64) -> (Term, Vec<Value>) {
        let value = plain::bits(width, number.into());
        (self.pool.constant(width, number.into()), vec![value; self.assignments.len()])
    }

    /// All ones shifted left: masks, minus one, minus powers of two.
    fn constant_mask(&mut self, width: u32, number: u64) -> (Term, Vec<Value>) {
        let shift = (number % u64::from(width)) as usize;
        let value: Value = (0..width as usize).map(|index| index >= shift).collect();
        let limbs: Vec<u64> = value.chunks(64).map(|chunk| plain::number(chunk) as u64).collect();
        (self.pool.wide_constant(width, &limbs), vec![value; self.assignments.len()])
    }

    fn extend(&mut self, a: (Term, Vec<Value>), number: u64, signed: bool) -> (Term, Vec<Value>) {
        let old = self.pool.width(a.0);
        let width = [8, 16, 32, 64, old + (number % 70) as u32][number as usize % 5].max(old);
        let width = width.min(WIDEST.max(old));
        let t = if signed { self.pool.sext(a.0, width) } else { self.pool.zext(a.0, width) };
        (t, Self::map(&a.1, |a| plain::extend(a, width, signed)))
    }

    fn extract(&mut self, a: (Term, Vec<Value>), number: u64) -> (Term, Vec<Value>) {
        let width = self.pool.width(a.0);
        let (x, y) = ((number % u64::from(width)) as u32, (number / 64 % u64::from(width)) as u32);
        let (high, low) = (x.max(y), if number.is_multiple_of(3) { 0 } else { x.min(y) });
        let values = Self::map(&a.1, |a| a[low as usize..=high as usize].to_vec());
        (self.pool.extract(a.0, high, low), values)
    }

    fn choose(
        &mut self,
        instruction: &Instruction,
        then: (Term, Vec<Value>),
        els: (Term, Vec<Value>),
    ) -> (Term, Vec<Value>) {
        let condition = self.pick(instruction.operands[2]);
        let condition = self.resized(condition, 1);
        let values = condition
            .1
            .iter()
            .zip(then.1.iter().zip(&els.1))
            .map(|(c, (then, els))| if c[0] { then.clone() } else { els.clone() });
        let values = values.collect();
        (self.pool.ite(condition.0, then.0, els.0), values)
    }

    fn lookup(
        &mut self,
        instruction: &Instruction,
        first: (Term, Vec<Value>),
        second: (Term, Vec<Value>),
    ) -> (Term, Vec<Value>) {
        let width = self.pool.width(first.0);
        let constant = self.constant(width, instruction.number);
        let kinds = [first, second, constant];
        let count = 1 + (instruction.number % 9) as usize;
        let table: Vec<_> =
            (0..count).map(|i| kinds[(instruction.number >> i) as usize % 3].clone()).collect();
        let index = self.pick(instruction.operands[2]);
        let terms: Vec<Term> = table.iter().map(|(t, _)| *t).collect();
        let values = (0..self.assignments.len()).map(|k| {
            let value = &index.1[k];
            let small = value.iter().skip(8).all(|bit| !bit);
            let place = if small { plain::number(value) as usize } else { usize::MAX };
            table[place.min(count - 1)].1[k].clone()
        });
        let values = values.collect();
        (self.pool.lookup(&terms, index.0), values)
    }

    fn float(
        &mut self,
        code: u8,
        a: (Term, Vec<Value>),
        b: (Term, Vec<Value>),
        number: u64,
    ) -> (Term, Vec<Value>) {
        let double = self.pool.width(a.0) > 32 || number.is_multiple_of(4);
        let format = if double { FloatFormat::Double } else { FloatFormat::Single };
        let (signed, pick) = (number.is_multiple_of(2), number as usize / 8);
        let int = self.resized(a.clone(), self.pool.width(a.0).min(64));
        let (a, b) = (self.resized(a, format.width()), self.resized(b, format.width()));
        match code {
            0 | 1 => {
                use FloatOp as F;
                let op = [F::Add, F::Sub, F::Mul, F::Div, F::Rem][pick % 5];
                let values = Self::map2(&a.1, &b.1, |a, b| plain::float(op, format, a, b));
                (self.pool.float(op, format, a.0, b.0), values)
            }
            2 => {
                use FloatUnary as F;
                let op = [F::Sqrt, F::Floor, F::Ceil, F::Trunc, F::Rint, F::Round][pick % 6];
                let values = Self::map(&a.1, |a| plain::float_unary(op, format, a));
                (self.pool.float_unary(op, format, a.0), values)
            }
            3 | 4 => {
                use FloatCompare as F;
                let op = [F::Eq, F::Lt, F::Le, F::Unordered][pick % 4];
                let values =
                    Self::map2(&a.1, &b.1, |a, b| vec![plain::float_compare(op, format, a, b)]);
                (self.pool.float_compare(op, format, a.0, b.0), values)
            }
            5 => {
                let to = if double { FloatFormat::Single } else { FloatFormat::Double };
                let values = Self::map(&a.1, |a| plain::float_to_float(format, a));
                (self.pool.float_to_float(format, to, a.0), values)
            }
            6 => {
                let values = Self::map(&int.1, |a| plain::int_to_float(signed, format, a));
                (self.pool.int_to_float(signed, format, int.0), values)
            }
            _ => {
                let width = [8, 16, 32, 33, 64][pick % 5];
                let values = Self::map(&a.1, |a| plain::float_to_int(signed, format, a, width));
                (self.pool.float_to_int(signed, format, a.0, width), values)
            }
        }
    }
}
