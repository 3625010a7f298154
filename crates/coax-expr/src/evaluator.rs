//! The value of a term under an assignment.
//!
//! Terms may be very deep, so nothing here recurses: a stack of terms still to be computed. Results
//! are remembered per term and epoch; [`Evaluator::begin`] starts a new epoch in constant time.
//! Of a choice only the side that is taken is computed, of a table only the element asked for.
//!
//! Values of up to 64 bits are words; wider ones are kept beside the table.

use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::packed::{Kind, Packed};
use crate::pool::Pool;
use crate::term::{FloatFormat, Node, Term, Var};
use crate::{float, meaning};

/// A remembered result. Of a wide term, `value` is the place in `Evaluator::wide`.
#[derive(Clone, Copy, Default)]
struct Memo {
    value: u64,
    epoch: u32,
    /// Depends on an application without a value; the value takes that to be 0.
    unknown: bool,
}

/// Evaluates terms of one pool.
pub struct Evaluator {
    memos: Vec<Memo>,
    wide: Vec<Bits>,
    epoch: u32,
    stack: Vec<Term>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator { memos: Vec::new(), wide: Vec::new(), epoch: 1, stack: Vec::new() }
    }
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Forgets all results: to be called whenever the assignment is another one.
    pub fn begin(&mut self) {
        self.wide.clear();
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.memos.fill(Memo::default());
            1
        });
    }

    /// The value of a term of at most 128 bits. An application without a value counts as 0.
    pub fn eval(&mut self, pool: &Pool, t: Term, a: &Assignment) -> u128 {
        let memo = self.run(pool, t, a);
        self.small(pool, t, memo)
    }

    /// The value of a term of any width. An application without a value counts as 0.
    pub fn eval_wide(&mut self, pool: &Pool, t: Term, a: &Assignment) -> Bits {
        let memo = self.run(pool, t, a);
        self.bits(pool, t, memo)
    }

    /// Does a condition hold? It does not if it hangs on an application without a value.
    pub fn holds(&mut self, pool: &Pool, t: Term, a: &Assignment) -> bool {
        let memo = self.run(pool, t, a);
        !memo.unknown && memo.value == 1
    }

    /// The value of a term of at most 128 bits; `None` if it hangs on an application without one.
    pub fn known(&mut self, pool: &Pool, t: Term, a: &Assignment) -> Option<u128> {
        let memo = self.run(pool, t, a);
        (!memo.unknown).then(|| self.small(pool, t, memo))
    }

    fn small(&self, pool: &Pool, t: Term, memo: Memo) -> u128 {
        match pool.width(t) {
            0..=64 => memo.value.into(),
            65..=128 => self.wide[memo.value as usize].low_u128(),
            width => panic!("{width} bits are for eval_wide"),
        }
    }

    fn bits(&self, pool: &Pool, t: Term, memo: Memo) -> Bits {
        match pool.width(t) {
            width @ 0..=64 => Bits::new(width, memo.value.into()),
            _ => self.wide[memo.value as usize],
        }
    }

    fn run(&mut self, pool: &Pool, root: Term, a: &Assignment) -> Memo {
        if self.memos.len() <= root.index() {
            self.memos.resize(pool.len(), Memo::default());
        }
        // A function that panicked may have left something behind.
        self.stack.clear();
        let mut work = Work { evaluator: self, pool, assignment: a };
        if let Some(memo) = work.value_or_push(root) {
            return memo;
        }
        while let Some(&t) = work.evaluator.stack.last() {
            let done = work.evaluator.memos[t.index()].epoch == work.evaluator.epoch;
            if done || work.step(t).is_some() {
                work.evaluator.stack.pop();
            }
        }
        self.memos[root.index()]
    }
}

/// One evaluation: the evaluator with what it looks at.
struct Work<'e, 'p> {
    evaluator: &'e mut Evaluator,
    pool: &'p Pool,
    assignment: &'p Assignment,
}

impl<'p> Work<'_, 'p> {
    /// The result if it is there or immediate; otherwise the term goes onto the stack.
    #[inline(always)]
    fn value_or_push(&mut self, t: Term) -> Option<Memo> {
        let memo = self.evaluator.memos[t.index()];
        if memo.epoch == self.evaluator.epoch {
            return Some(memo);
        }
        let node = self.pool.packed(t);
        let value = match node.kind {
            Kind::Constant if node.width <= 64 => node.rest,
            Kind::Var => self.assignment.get(Var(node.first)) & meaning::mask(node.width.into()),
            _ => {
                self.evaluator.stack.push(t);
                return None;
            }
        };
        let memo = Memo { value, epoch: self.evaluator.epoch, unknown: false };
        self.evaluator.memos[t.index()] = memo;
        Some(memo)
    }

    #[inline(always)]
    fn two(&mut self, node: &Packed) -> Option<(Memo, Memo)> {
        // Both are asked for before the first is given up on: they are pushed together.
        let (a, b) = (self.value_or_push(node.a()), self.value_or_push(node.b()));
        Some((a?, b?))
    }

    /// Computes a term, or pushes the operands it still needs.
    #[inline]
    fn step(&mut self, t: Term) -> Option<()> {
        let pool = self.pool;
        let node = pool.packed(t);
        let width = u32::from(node.width);
        let word = match node.kind {
            Kind::Binary(_) | Kind::Concat if width <= 64 => self.pair_word(node, width)?,
            Kind::Compare(_) | Kind::Overflow(_) if pool.width(node.a()) <= 64 => {
                self.pair_word(node, pool.width(node.a()))?
            }
            Kind::Ite => {
                let condition = self.value_or_push(node.a())?;
                let chosen = if condition.value == 1 { node.b() } else { node.c() };
                let value = self.value_or_push(chosen)?;
                Memo { unknown: condition.unknown | value.unknown, ..value }
            }
            Kind::Lookup => self.element(t)?,
            Kind::Apply => self.application(t)?,
            Kind::Float(_) | Kind::FloatCompare(_) => self.float_pair(node)?,
            Kind::Fma => self.fma(node)?,
            _ if width <= 64 && !self.is_wide_leaf_or_operand(node) => self.unary_word(node)?,
            _ => self.on_bits(t)?,
        };
        self.evaluator.memos[t.index()] = Memo { epoch: self.evaluator.epoch, ..word };
        Some(())
    }

    /// Operators of two operands, all within words. The width is that of the operands, or of the
    /// result for a concatenation.
    #[inline(always)]
    fn pair_word(&mut self, node: &Packed, width: u32) -> Option<Memo> {
        let (a, b) = self.two(node)?;
        let value = match node.kind {
            Kind::Binary(op) => meaning::binary(op, width, a.value, b.value),
            Kind::Compare(op) => meaning::compare(op, width, a.value, b.value).into(),
            Kind::Overflow(op) => meaning::overflow(op, width, a.value, b.value).into(),
            Kind::Concat => a.value << self.pool.width(node.b()) | b.value,
            kind => unreachable!("{kind:?} is not an operator of two words"),
        };
        Some(Memo { value, epoch: 0, unknown: a.unknown | b.unknown })
    }

    fn fma(&mut self, node: &Packed) -> Option<Memo> {
        let (a, b) = self.two(node)?;
        let c = self.value_or_push(node.c())?;
        let format = FloatFormat::of_width(node.width.into());
        let value = float::fma(format, a.value, b.value, c.value);
        Some(Memo { value, epoch: 0, unknown: a.unknown | b.unknown | c.unknown })
    }

    fn is_wide_leaf_or_operand(&self, node: &Packed) -> bool {
        matches!(node.kind, Kind::Constant | Kind::Compare(_) | Kind::Overflow(_))
            || self.pool.width(node.a()) > 64
    }

    /// Operators of one operand, all within words.
    fn unary_word(&mut self, node: &Packed) -> Option<Memo> {
        let a = self.value_or_push(node.a())?;
        let (width, from) = (u32::from(node.width), self.pool.width(node.a()));
        let value = match node.kind {
            Kind::Not => !a.value & meaning::mask(width),
            Kind::Neg => a.value.wrapping_neg() & meaning::mask(width),
            Kind::Extract => a.value >> node.rest & meaning::mask(width),
            Kind::ZeroExtend => a.value,
            Kind::SignExtend => meaning::signed(from, a.value) as u64 & meaning::mask(width),
            Kind::FloatUnary(op) => float::unary(op, FloatFormat::of_width(width), a.value),
            Kind::FloatToFloat => {
                float::convert(FloatFormat::of_width(from), FloatFormat::of_width(width), a.value)
            }
            Kind::IntToFloat { signed } => {
                float::from_word(signed, FloatFormat::of_width(width), from, a.value)
            }
            Kind::FloatToInt { signed } => {
                float::to_int(signed, FloatFormat::of_width(from), a.value, width).low_word()
            }
            kind => unreachable!("{kind:?} has more than one operand"),
        };
        Some(Memo { value, ..a })
    }

    fn float_pair(&mut self, node: &Packed) -> Option<Memo> {
        let (a, b) = self.two(node)?;
        let format = FloatFormat::of_width(self.pool.width(node.a()));
        let value = match node.kind {
            Kind::Float(op) => float::arithmetic(op, format, a.value, b.value),
            Kind::FloatCompare(op) => float::compare(op, format, a.value, b.value).into(),
            kind => unreachable!("{kind:?} is not a float operation of two operands"),
        };
        Some(Memo { value, epoch: 0, unknown: a.unknown | b.unknown })
    }

    fn element(&mut self, t: Term) -> Option<Memo> {
        let Node::Lookup { elements, index } = self.pool.node(t) else { unreachable!() };
        let place = self.value_or_push(index)?;
        let bits = self.evaluator.bits(self.pool, index, place);
        let last = elements.len() - 1;
        let number = if bits.significant() <= 64 { bits.low_word() } else { u64::MAX };
        let number = usize::try_from(number).map_or(last, |number| number.min(last));
        let value = self.value_or_push(elements[number])?;
        Some(Memo { unknown: place.unknown | value.unknown, ..value })
    }

    fn application(&mut self, t: Term) -> Option<Memo> {
        let Node::Apply { function, args } = self.pool.node(t) else { unreachable!() };
        let (mut few, mut many) = ([0; 4], Vec::new());
        let values = match args.len() {
            count @ ..=4 => &mut few[..count],
            count => {
                many.resize(count, 0);
                &mut many[..]
            }
        };
        let mut unknown = false;
        for (value, &arg) in values.iter_mut().zip(args) {
            let memo = self.value_or_push(arg)?;
            unknown |= memo.unknown;
            *value = self.evaluator.small(self.pool, arg, memo);
        }
        let result = if unknown { None } else { self.pool.call(function, values) };
        let memo = self.stored(&Bits::new(self.pool.width(t), result.unwrap_or(0)));
        Some(Memo { unknown: result.is_none(), ..memo })
    }

    /// Puts a value where values of its width are.
    fn stored(&mut self, value: &Bits) -> Memo {
        if value.width() <= 64 {
            return Memo { value: value.low_word(), ..Memo::default() };
        }
        self.evaluator.wide.push(*value);
        Memo { value: self.evaluator.wide.len() as u64 - 1, ..Memo::default() }
    }

    fn operand_bits(&mut self, t: Term, unknown: &mut bool) -> Option<Bits> {
        let memo = self.value_or_push(t)?;
        *unknown |= memo.unknown;
        Some(self.evaluator.bits(self.pool, t, memo))
    }

    /// A term that is wider than a word, or has such an operand.
    fn on_bits(&mut self, t: Term) -> Option<Memo> {
        let (width, unknown) = (self.pool.width(t), &mut false);
        let value = match self.pool.node(t) {
            Node::Constant(limbs) => Bits::from_limbs(width, limbs),
            Node::Not(a) => self.operand_bits(a, unknown)?.not(),
            Node::Neg(a) => self.operand_bits(a, unknown)?.negated(),
            Node::ZeroExtend(a) => self.operand_bits(a, unknown)?.zero_extended(width),
            Node::SignExtend(a) => self.operand_bits(a, unknown)?.sign_extended(width),
            Node::Extract { of, high, low } => self.operand_bits(of, unknown)?.extract(high, low),
            Node::Binary(op, a, b) => {
                let (a, b) = (self.operand_bits(a, unknown), self.operand_bits(b, unknown));
                Bits::binary(op, &a?, &b?)
            }
            Node::Compare(op, a, b) => {
                let (a, b) = (self.operand_bits(a, unknown), self.operand_bits(b, unknown));
                Bits::truth(Bits::compare(op, &a?, &b?))
            }
            Node::Overflow(op, a, b) => {
                let (a, b) = (self.operand_bits(a, unknown), self.operand_bits(b, unknown));
                Bits::truth(Bits::overflow(op, &a?, &b?))
            }
            Node::Concat { high, low } => {
                let (a, b) = (self.operand_bits(high, unknown), self.operand_bits(low, unknown));
                a?.concat(&b?)
            }
            Node::IntToFloat { signed, to, of } => {
                let value = self.operand_bits(of, unknown)?;
                Bits::new(width, float::from_int(signed, to, &value).into())
            }
            Node::FloatToInt { signed, from, of } => {
                let value = self.operand_bits(of, unknown)?;
                float::to_int(signed, from, value.low_word(), width)
            }
            node => unreachable!("{node:?} is computed on words"),
        };
        let memo = self.stored(&value);
        Some(Memo { unknown: *unknown, ..memo })
    }
}
