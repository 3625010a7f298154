//! Operators computed backwards: which change of a variable gives a term the value that is wanted?
//!
//! One operand is changed, the others keep their current values. Nothing here has to be right: what
//! is proposed is evaluated afterwards.

use coax_expr::{
    Assignment, BinaryOp, CompareOp, Evaluator, FloatCompare, FloatFormat, Node, OverflowOp, Pool,
    Term, Var,
};

/// How far down a wanted value is pushed. Chains that matter are short.
const DEEPEST: u32 = 48;

/// The widest terms values are computed of.
const WIDEST: u32 = 128;

/// One attempt to give a term a value.
pub struct Inverse<'a> {
    pool: &'a Pool,
    evaluator: &'a mut Evaluator,
    current: &'a Assignment,
    changes: Vec<(Var, u64)>,
    /// Which of several ways to take where there is a choice: two bits.
    variant: u32,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed_max(width: u32) -> u128 {
    mask(width) >> 1
}

fn signed_min(width: u32) -> u128 {
    1 << (width - 1)
}

impl<'a> Inverse<'a> {
    /// An attempt that starts from `current`, in whose epoch the evaluator is.
    pub fn new(
        pool: &'a Pool,
        evaluator: &'a mut Evaluator,
        current: &'a Assignment,
        variant: u32,
    ) -> Inverse<'a> {
        Inverse { pool, evaluator, current, changes: Vec::new(), variant }
    }

    /// The changes that should make a condition true.
    pub fn changes_for(mut self, condition: Term) -> Option<Vec<(Var, u64)>> {
        self.decide(condition, true, 0)?;
        Some(self.changes)
    }

    fn now(&mut self, t: Term) -> Option<u128> {
        (self.pool.width(t) <= WIDEST).then(|| self.evaluator.eval(self.pool, t, self.current))
    }

    fn is_constant(&self, t: Term) -> bool {
        self.pool.vars(t).is_empty()
    }

    fn second_way(&self) -> bool {
        self.variant & 1 == 1
    }

    /// Makes a truth value what is wanted.
    fn decide(&mut self, t: Term, wanted: bool, depth: u32) -> Option<()> {
        if depth > DEEPEST || self.pool.width(t) != 1 {
            return None;
        }
        if self.now(t)? == u128::from(wanted) {
            return Some(());
        }
        match self.pool.node(t) {
            Node::Not(a) => self.decide(a, !wanted, depth + 1),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                if (op == BinaryOp::And) == wanted {
                    self.decide(a, wanted, depth + 1)?;
                    self.decide(b, wanted, depth + 1)
                } else {
                    let (first, second) = if self.second_way() { (b, a) } else { (a, b) };
                    let before = self.changes.len();
                    self.decide(first, wanted, depth + 1).or_else(|| {
                        self.changes.truncate(before);
                        self.decide(second, wanted, depth + 1)
                    })
                }
            }
            Node::Compare(op, a, b) => self.relate(op, a, b, wanted, depth),
            Node::Overflow(op, a, b) => self.overflow(op, a, b, wanted, depth),
            Node::FloatCompare(op, format, a, b) => {
                self.float_relate(op, format, a, b, wanted, depth)
            }
            _ => self.give(t, u128::from(wanted), depth),
        }
    }

    fn relate(&mut self, op: CompareOp, a: Term, b: Term, wanted: bool, depth: u32) -> Option<()> {
        let width = self.pool.width(a);
        let (x, y) = (self.now(a)?, self.now(b)?);
        let (lowest, highest) = match op {
            CompareOp::Eq | CompareOp::Ult | CompareOp::Ule => (0, mask(width)),
            CompareOp::Slt | CompareOp::Sle => (signed_min(width), signed_max(width)),
        };
        // What `a` should be, given `b`, and what `b` should be, given `a`: near, and far.
        let (below, above) = (|v: u128| v.wrapping_sub(1), |v: u128| v.wrapping_add(1));
        let ([near_a, far_a], [near_b, far_b]) = match (op, wanted) {
            (CompareOp::Eq, true) => ([y, y], [x, x]),
            (CompareOp::Eq, false) => ([above(y), below(y)], [above(x), below(x)]),
            (CompareOp::Ult | CompareOp::Slt, true) => ([below(y), lowest], [above(x), highest]),
            (CompareOp::Ult | CompareOp::Slt, false) => ([y, highest], [x, lowest]),
            (CompareOp::Ule | CompareOp::Sle, true) => ([y, lowest], [x, highest]),
            (CompareOp::Ule | CompareOp::Sle, false) => ([above(y), highest], [below(x), lowest]),
        };
        let far = self.variant & 2 == 2;
        let ways = [(a, if far { far_a } else { near_a }), (b, if far { far_b } else { near_b })];
        self.one_of(ways, width, depth)
    }

    /// Gives one of two terms its value, whichever can be.
    fn one_of(&mut self, ways: [(Term, u128); 2], width: u32, depth: u32) -> Option<()> {
        let [first, second] = if self.second_way() { [ways[1], ways[0]] } else { ways };
        let before = self.changes.len();
        for (term, value) in [first, second] {
            if !self.is_constant(term) && self.give(term, value & mask(width), depth + 1).is_some()
            {
                return Some(());
            }
            self.changes.truncate(before);
        }
        None
    }

    fn overflow(
        &mut self,
        op: OverflowOp,
        a: Term,
        b: Term,
        wanted: bool,
        depth: u32,
    ) -> Option<()> {
        let width = self.pool.width(a);
        if width > WIDEST {
            return None;
        }
        let extreme = match op {
            _ if !wanted => 0,
            OverflowOp::Uadd | OverflowOp::Umul => mask(width),
            _ if self.variant & 2 == 2 => signed_min(width),
            _ => signed_max(width),
        };
        self.one_of([(a, extreme), (b, extreme)], width, depth)
    }

    fn float_relate(
        &mut self,
        op: FloatCompare,
        format: FloatFormat,
        a: Term,
        b: Term,
        wanted: bool,
        depth: u32,
    ) -> Option<()> {
        let (x, y) = (self.now(a)? as u64, self.now(b)? as u64);
        let (up, down) = (|v| float_step(format, v, 1), |v| float_step(format, v, -1));
        let nan = format.made_nan();
        let (for_a, for_b) = match (op, wanted) {
            (FloatCompare::Eq, true) | (FloatCompare::Le, true) | (FloatCompare::Lt, false) => {
                (y, x)
            }
            (FloatCompare::Lt, true) => (down(y), up(x)),
            (FloatCompare::Eq, false) | (FloatCompare::Le, false) => (up(y), down(x)),
            (FloatCompare::Unordered, true) => (nan, nan),
            (FloatCompare::Unordered, false) => (0, 0),
        };
        self.one_of([(a, for_a.into()), (b, for_b.into())], format.width(), depth)
    }

    /// Gives a term a value.
    fn give(&mut self, t: Term, value: u128, depth: u32) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        let width = self.pool.width(t);
        if self.now(t)? == value {
            return Some(());
        }
        match self.pool.node(t) {
            Node::Var(var) => self.change(var, value as u64),
            Node::Not(a) => self.give(a, !value & mask(width), depth + 1),
            Node::Neg(a) => self.give(a, value.wrapping_neg() & mask(width), depth + 1),
            Node::ZeroExtend(a) => {
                let fits = value <= mask(self.pool.width(a));
                fits.then_some(()).and_then(|()| self.give(a, value, depth + 1))
            }
            Node::SignExtend(a) => {
                let inner = self.pool.width(a);
                let sign_bits = value >> (inner - 1);
                let fits = sign_bits == 0 || sign_bits == mask(width) >> (inner - 1);
                fits.then_some(()).and_then(|()| self.give(a, value & mask(inner), depth + 1))
            }
            Node::Concat { high, low } => {
                let split = self.pool.width(low);
                self.give(low, value & mask(split), depth + 1)?;
                self.give(high, value >> split, depth + 1)
            }
            Node::Extract { of, high, low } => {
                let hole = mask(high - low + 1) << low;
                let whole = self.now(of)? & !hole | value << low;
                self.give(of, whole, depth + 1)
            }
            Node::Ite { condition, then, els } => self.choose(condition, then, els, value, depth),
            Node::Lookup { elements, index } => {
                let found =
                    elements.iter().position(|e| self.pool.as_constant(*e) == Some(value))?;
                self.give(index, found as u128, depth + 1)
            }
            Node::Binary(op, a, b) => self.binary(op, a, b, value, depth),
            Node::Compare(..) | Node::Overflow(..) | Node::FloatCompare(..) => {
                self.decide(t, value == 1, depth + 1)
            }
            _ => None,
        }
    }

    fn change(&mut self, var: Var, value: u64) -> Option<()> {
        match self.changes.iter().find(|(known, _)| *known == var) {
            Some((_, other)) if *other != value => None,
            Some(_) => Some(()),
            None => {
                self.changes.push((var, value));
                Some(())
            }
        }
    }

    /// A choice has the value if the side taken has it, or if the other has and is taken.
    fn choose(
        &mut self,
        condition: Term,
        then: Term,
        els: Term,
        value: u128,
        depth: u32,
    ) -> Option<()> {
        let taken = self.now(condition)? == 1;
        let (here, there) = if taken { (then, els) } else { (els, then) };
        let before = self.changes.len();
        if self.now(there)? == value && self.decide(condition, !taken, depth + 1).is_some() {
            return Some(());
        }
        self.changes.truncate(before);
        self.give(here, value, depth + 1)
    }

    fn binary(&mut self, op: BinaryOp, a: Term, b: Term, value: u128, depth: u32) -> Option<()> {
        let width = self.pool.width(a);
        let change_second = self.is_constant(a) || (self.second_way() && !self.is_constant(b));
        let (x, y) = (self.now(a)?, self.now(b)?);
        if op.commutes() {
            let (open, fixed) = if change_second { (b, x) } else { (a, y) };
            let old = if change_second { y } else { x };
            let wanted = undo_commuting(op, value, fixed, old)?;
            return self.give(open, wanted & mask(width), depth + 1);
        }
        if op == BinaryOp::Sub && change_second {
            return self.give(b, x.wrapping_sub(value) & mask(width), depth + 1);
        }
        let wanted = undo_first(op, width, value, x, y)?;
        self.give(a, wanted & mask(width), depth + 1)
    }
}

/// The operand that gives `value` together with `fixed`; `old` is what it was.
fn undo_commuting(op: BinaryOp, value: u128, fixed: u128, old: u128) -> Option<u128> {
    match op {
        BinaryOp::Add => Some(value.wrapping_sub(fixed)),
        BinaryOp::Xor => Some(value ^ fixed),
        BinaryOp::And if value & !fixed == 0 => Some(old & !fixed | value),
        BinaryOp::Or if fixed & !value == 0 => Some(old & fixed | value & !fixed),
        BinaryOp::Mul if fixed & 1 == 1 => Some(value.wrapping_mul(odd_inverse(fixed))),
        BinaryOp::Mul if fixed != 0 && value.is_multiple_of(fixed) => Some(value / fixed),
        _ => None,
    }
}

/// The first operand `a` with `a op y == value`; `x` is what it was.
fn undo_first(op: BinaryOp, width: u32, value: u128, x: u128, y: u128) -> Option<u128> {
    let shift = u32::try_from(y).ok().filter(|shift| *shift < width);
    match op {
        BinaryOp::Sub => Some(value.wrapping_add(y)),
        BinaryOp::Shl => {
            let shift = shift?;
            let kept = x & !(mask(width) >> shift);
            (value & !(mask(width) << shift) == 0).then_some(kept | value >> shift)
        }
        BinaryOp::Lshr | BinaryOp::Ashr => {
            let shift = shift?;
            Some(value << shift | x & !(mask(width) << shift))
        }
        BinaryOp::Udiv => value.checked_mul(y).filter(|product| *product <= mask(width)),
        BinaryOp::Sdiv => Some(value.wrapping_mul(y)),
        BinaryOp::Urem if value < y => Some(x - x % y + value),
        BinaryOp::Srem if value < y => Some(value),
        _ => None,
    }
}

/// The number that times `odd` is 1, modulo 2^128: each round doubles the bits that are right.
fn odd_inverse(odd: u128) -> u128 {
    let two_minus = |product: u128| 2u128.wrapping_sub(product);
    (0..7).fold(odd, |inverse, _| inverse.wrapping_mul(two_minus(odd.wrapping_mul(inverse))))
}

/// The next float up or down. Steps off infinity or a NaN are harmless nonsense.
fn float_step(format: FloatFormat, pattern: u64, step: i64) -> u64 {
    let sign = 1u64 << (format.width() - 1);
    let magnitude = (pattern & (sign - 1)) as i64;
    let ordered = if pattern & sign == 0 { magnitude } else { -magnitude };
    let moved = ordered.wrapping_add(step);
    if moved < 0 { moved.unsigned_abs() & (sign - 1) | sign } else { moved as u64 & (sign - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_numbers_have_inverses() {
        for odd in [1, 3, 5, 0xDEAD_BEEF, u128::MAX, 0x1234_5678_9ABC_DEF1] {
            assert_eq!(odd_inverse(odd).wrapping_mul(odd), 1);
        }
    }

    #[test]
    fn a_step_off_a_nan_is_harmless() {
        for pattern in [u64::MAX, u64::MAX >> 1] {
            for by in [1, -1] {
                float_step(FloatFormat::Double, pattern, by);
            }
        }
    }

    #[test]
    fn floats_have_neighbours() {
        let step =
            |value: f64, by| f64::from_bits(float_step(FloatFormat::Double, value.to_bits(), by));
        for value in [0.0, -0.0, 1.5, -1.5, 1e300, f64::MIN_POSITIVE] {
            assert_eq!(step(value, 1), value.next_up());
            assert_eq!(step(value, -1), value.next_down());
        }
    }

    #[test]
    fn undone_operators_give_the_value() {
        let mut pool = Pool::new();
        let var = pool.new_var("x", 16);
        let x = pool.var(var);
        let seven = pool.constant(16, 7);
        let terms = [
            pool.add(x, seven),
            pool.sub(x, seven),
            pool.sub(seven, x),
            pool.mul(x, seven),
            pool.xor(x, seven),
            pool.not(x),
            pool.neg(x),
            pool.udiv(x, seven),
        ];
        for term in terms {
            let wanted = pool.constant(16, 1234);
            let question = pool.eq(term, wanted);
            let (mut evaluator, current) = (Evaluator::new(), Assignment::new());
            evaluator.begin();
            let inverse = Inverse::new(&pool, &mut evaluator, &current, 0);
            let changes = inverse.changes_for(question).expect("it has an inverse");
            evaluator.begin();
            assert!(evaluator.holds(&pool, question, &current.merged(&changes)));
        }
    }
}
