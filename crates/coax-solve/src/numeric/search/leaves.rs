//! The numbers a search changes: variables, parts of them, or several put together, each read as
//! the terms above it read it.
//!
//! Inputs are often bytes, and a float read from a file is a concatenation of four. To a search the
//! float is one number. Two leaves may share bits: a leaf is a view of variables, not their owner.

use std::collections::{BTreeMap, BTreeSet};

use coax_expr::{Assignment, BinaryOp, CompareOp, FloatFormat, Node, OverflowOp, Pool, Term, Var};

use super::number::{Number, mask};
use crate::numeric::range::Range;

/// Some bits of a variable, and where they stand in the leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    var: Var,
    /// The lowest bit within the variable.
    from: u32,
    width: u32,
    /// The lowest bit within the leaf.
    to: u32,
}

/// A number that can be changed.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub term: Term,
    pub number: Number,
    parts: Vec<Part>,
    /// The places it can have, both included.
    pub first: i128,
    pub last: i128,
}

impl Leaf {
    pub fn read(&self, values: &Assignment) -> u64 {
        self.parts.iter().fold(0, |pattern, part| {
            pattern | (values.get(part.var) >> part.from & mask(part.width)) << part.to
        })
    }

    /// Gives the leaf a pattern; `changed` hears of each variable that gets another value, with
    /// the value it had.
    pub fn write(&self, pattern: u64, values: &mut Assignment, mut changed: impl FnMut(Var, u64)) {
        for part in &self.parts {
            let (old, bits) = (values.get(part.var), mask(part.width));
            let new = old & !(bits << part.from) | (pattern >> part.to & bits) << part.from;
            if new != old {
                changed(part.var, old);
                values.set(part.var, new);
            }
        }
    }

    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.parts.iter().map(|part| part.var)
    }

    /// The pattern at a place, or at the nearest that is possible.
    pub fn at(&self, place: i128) -> u64 {
        self.number.at(place.clamp(self.first, self.last))
    }

    /// The possible pattern nearest to a real number.
    pub fn nearest(&self, real: f64) -> u64 {
        let pattern = self.number.nearest(real);
        self.number.place(pattern).map_or(pattern, |place| self.at(place))
    }

    /// Keeps the places that a range leaves.
    fn narrow(&mut self, range: Range) {
        let (low, high) = match (self.number, range) {
            (Number::Unsigned(_), Range::Unsigned(low, high)) => (low.into(), high.into()),
            (Number::Signed(_), Range::Signed(low, high)) => (low.into(), high.into()),
            // Without the sign bit both readings are the same.
            (Number::Signed(_), Range::Unsigned(low, high)) if i128::from(high) <= self.last => {
                (low.into(), high.into())
            }
            (Number::Unsigned(_), Range::Signed(low, high)) if low >= 0 => {
                (low.into(), high.into())
            }
            (Number::Float(own), Range::Float { format, low, high, .. }) if own == format => {
                let place = |real| self.number.place(self.number.nearest(real));
                let (Some(low), Some(high)) = (place(low), place(high)) else { return };
                (low, high)
            }
            _ => return,
        };
        let (first, last) = (self.first.max(low), self.last.min(high));
        if first <= last {
            (self.first, self.last) = (first, last);
        }
    }
}

/// How a term is read by those above it: a set of bits.
type Uses = u8;
const SIGNED: Uses = 1;
const UNSIGNED: Uses = 2;
const FLOAT: Uses = 4;

/// The leaves of the conjuncts, in the order of their terms.
pub fn leaves(pool: &Pool, conjuncts: &[Term], ranges: &[(Term, Range)]) -> Vec<Leaf> {
    let mut open: BTreeMap<Term, Uses> = conjuncts.iter().map(|&term| (term, 0)).collect();
    let mut leaves = Vec::new();
    // Operands have smaller ids, so a term comes when all that read it have been seen.
    while let Some((term, uses)) = open.pop_last() {
        match arrangement(pool, term) {
            Some(parts) => add_views(pool, term, uses, &parts, &mut leaves),
            None => pass_on(pool, term, uses, &mut |operand, uses| {
                if !pool.vars(operand).is_empty() {
                    *open.entry(operand).or_default() |= uses;
                }
            }),
        }
    }
    for &(term, range) in ranges {
        leaves.iter_mut().filter(|leaf| leaf.term == term).for_each(|leaf| leaf.narrow(range));
    }
    leaves.reverse();
    leaves
}

/// One leaf for each way the term is read.
fn add_views(pool: &Pool, term: Term, uses: Uses, parts: &[Part], leaves: &mut Vec<Leaf>) {
    let width = pool.width(term);
    let format = FloatFormat::ALL.into_iter().find(|format| format.width() == width);
    let float = format.filter(|_| uses & FLOAT != 0).map(Number::Float);
    let integer = match uses & (SIGNED | UNSIGNED) {
        0 if float.is_some() => None,
        0 | UNSIGNED => Some(Number::Unsigned(width)),
        _ => Some(Number::Signed(width)),
    };
    for number in [float, integer].into_iter().flatten() {
        let (first, last) = (number.first(), number.last());
        leaves.push(Leaf { term, number, parts: parts.to_vec(), first, last });
    }
}

/// The variables' bits a term consists of, if it is nothing but an arrangement of such.
fn arrangement(pool: &Pool, term: Term) -> Option<Vec<Part>> {
    if pool.width(term) > 64 {
        return None;
    }
    match pool.node(term) {
        Node::Var(var) => Some(vec![Part { var, from: 0, width: pool.width(term), to: 0 }]),
        Node::Concat { high, low } => {
            let (mut parts, upper) = (arrangement(pool, low)?, arrangement(pool, high)?);
            let by = pool.width(low);
            parts.extend(upper.into_iter().map(|part| Part { to: part.to + by, ..part }));
            let vars: BTreeSet<Var> = parts.iter().map(|part| part.var).collect();
            // A variable that is there twice cannot be given two values.
            (vars.len() == parts.len()).then_some(parts)
        }
        Node::Extract { of, high, low } => match pool.node(of) {
            Node::Var(var) => Some(vec![Part { var, from: low, width: high - low + 1, to: 0 }]),
            _ => None,
        },
        _ => None,
    }
}

/// Tells operands how they are read.
fn pass_on(pool: &Pool, term: Term, uses: Uses, tell: &mut impl FnMut(Term, Uses)) {
    let node = pool.node(term);
    let same = match node {
        Node::Compare(CompareOp::Slt | CompareOp::Sle, ..)
        | Node::Overflow(OverflowOp::Sadd | OverflowOp::Ssub | OverflowOp::Smul, ..)
        | Node::SignExtend(_)
        | Node::IntToFloat { signed: true, .. } => SIGNED,
        Node::Compare(CompareOp::Ult | CompareOp::Ule, ..)
        | Node::Overflow(OverflowOp::Uadd | OverflowOp::Umul, ..)
        | Node::ZeroExtend(_)
        | Node::IntToFloat { signed: false, .. } => UNSIGNED,
        Node::Binary(BinaryOp::Sdiv | BinaryOp::Srem | BinaryOp::Ashr, ..) => uses | SIGNED,
        Node::Binary(BinaryOp::Udiv | BinaryOp::Urem | BinaryOp::Lshr, ..) => uses | UNSIGNED,
        Node::Binary(..) | Node::Not(_) | Node::Neg(_) => uses,
        Node::Float(..)
        | Node::FloatUnary(..)
        | Node::Fma(..)
        | Node::FloatCompare(..)
        | Node::FloatToFloat { .. }
        | Node::FloatToInt { .. } => FLOAT,
        Node::Ite { condition, then, els } => {
            tell(condition, 0);
            [then, els].into_iter().for_each(|side| tell(side, uses));
            return;
        }
        Node::Lookup { elements, index } => {
            tell(index, UNSIGNED);
            elements.iter().for_each(|&element| tell(element, uses));
            return;
        }
        // What a function takes is known from what is made of its result, or not at all.
        Node::Apply { .. } if uses & FLOAT != 0 => FLOAT,
        Node::Apply { .. } => FLOAT | SIGNED,
        Node::Compare(CompareOp::Eq, ..)
        | Node::Concat { .. }
        | Node::Extract { .. }
        | Node::Constant(_)
        | Node::Var(_) => 0,
    };
    node.for_each_operand(|operand| tell(operand, same));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(leaves: &[Leaf]) -> Vec<Number> {
        leaves.iter().map(|leaf| leaf.number).collect()
    }

    #[test]
    fn bytes_that_are_one_float_are_one_leaf() {
        let mut pool = Pool::new();
        let vars: Vec<Var> = (0..4).map(|_| pool.new_var("b", 8)).collect();
        let bytes: Vec<Term> = vars.iter().map(|&var| pool.var(var)).collect();
        let low = pool.concat(bytes[1], bytes[0]);
        let high = pool.concat(bytes[3], bytes[2]);
        let float = pool.concat(high, low);
        let five = pool.constant(32, 5f32.to_bits().into());
        let format = FloatFormat::Single;
        let less = pool.float_compare(coax_expr::FloatCompare::Lt, format, float, five);
        let leaves = leaves(&pool, &[less], &[]);
        assert_eq!(numbers(&leaves), [Number::Float(format)]);
        let mut values = Assignment::new();
        leaves[0].write(0x4020_1008, &mut values, |_, _| {});
        let written: Vec<u64> = vars.iter().map(|&var| values.get(var)).collect();
        assert_eq!(written, [0x08, 0x10, 0x20, 0x40]);
        assert_eq!(leaves[0].read(&values), 0x4020_1008);
    }

    #[test]
    fn comparisons_say_whether_there_is_a_sign() {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| {
            let var = pool.new_var(name, 16);
            pool.var(var)
        });
        let square = pool.mul(x, x);
        let (seven, wide) = (pool.constant(16, 7), pool.zext(y, 32));
        let big = pool.constant(32, 70);
        let conjuncts = [pool.slt(square, seven), pool.eq(wide, big), pool.ult(seven, y)];
        let found = leaves(&pool, &conjuncts, &[(y, Range::Unsigned(8, 99))]);
        assert_eq!(numbers(&found), [Number::Signed(16), Number::Unsigned(16)]);
        assert_eq!((found[1].first, found[1].last), (8, 99));
        let ranges = [(x, Range::Unsigned(3, 0x8000)), (x, Range::Unsigned(4, 0x7000))];
        let found = leaves(&pool, &conjuncts, &ranges);
        assert_eq!((found[0].first, found[0].last), (4, 0x7000));
    }
}
