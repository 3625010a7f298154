//! The rewrite rules, by operator family, and how they are tried.
//!
//! A rule is a named function with a `match:` and a `result:` line. It is asked with operands that
//! are not all constant and, for commutative operators, ordered; it answers with an equal term or
//! not at all. The first rule of an operator that answers wins. `rewrite/tests.rs` has a row for
//! every rule and checks it against the meaning of the operator.

pub(crate) mod arithmetic;
pub(crate) mod boolean;
pub(crate) mod compare;
pub(crate) mod division;
pub(crate) mod equality;
pub(crate) mod float;
pub(crate) mod ite;
pub(crate) mod lookup;
pub(crate) mod overflow;
pub(crate) mod shift;
pub(crate) mod significance;
pub(crate) mod slices;
#[cfg(test)]
mod tests;

use crate::pool::Pool;
use crate::term::{BinaryOp, CompareOp, FloatCompare, FloatFormat, OverflowOp, Term};

/// A rule with its name.
pub(crate) struct Rule<F> {
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests ask which rule it is"))]
    pub(crate) name: &'static str,
    pub(crate) apply: F,
}

pub(crate) type Unary = fn(&mut Pool, Term) -> Option<Term>;
pub(crate) type Binary = fn(&mut Pool, Term, Term) -> Option<Term>;
pub(crate) type Comparing = fn(&mut Pool, CompareOp, Term, Term) -> Option<Term>;
pub(crate) type Overflowing = fn(&mut Pool, OverflowOp, Term, Term) -> Option<Term>;
/// For any operator.
pub(crate) type Mapping = fn(&mut Pool, BinaryOp, Term, Term) -> Option<Term>;
/// Operand, highest and lowest bit.
pub(crate) type Extracting = fn(&mut Pool, Term, u32, u32) -> Option<Term>;
/// Operand and new width.
pub(crate) type Extending = fn(&mut Pool, Term, u32) -> Option<Term>;
/// Condition and both sides.
pub(crate) type Choosing = fn(&mut Pool, Term, Term, Term) -> Option<Term>;
pub(crate) type FloatComparing =
    fn(&mut Pool, FloatCompare, FloatFormat, Term, Term) -> Option<Term>;
/// From, to, operand.
pub(crate) type FloatConverting = fn(&mut Pool, FloatFormat, FloatFormat, Term) -> Option<Term>;
/// Signed, format, operand.
pub(crate) type IntConverting = fn(&mut Pool, bool, FloatFormat, Term) -> Option<Term>;
/// Signed, format, operand, width.
pub(crate) type IntMaking = fn(&mut Pool, bool, FloatFormat, Term, u32) -> Option<Term>;
/// Elements and index.
pub(crate) type Tabling = fn(&mut Pool, &[Term], Term) -> Option<Term>;

/// A table of rules, in the order they are tried.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        &[$($crate::rewrite::Rule { name: stringify!($name), apply: $name }),*]
    };
}
pub(crate) use rules;

/// The rules of an operator.
pub(crate) fn binary_rules(op: BinaryOp) -> &'static [Rule<Binary>] {
    match op {
        BinaryOp::And => boolean::AND,
        BinaryOp::Or => boolean::OR,
        BinaryOp::Xor => boolean::XOR,
        BinaryOp::Add => arithmetic::ADD,
        BinaryOp::Sub => arithmetic::SUB,
        BinaryOp::Mul => arithmetic::MUL,
        BinaryOp::Udiv => division::UDIV,
        BinaryOp::Urem => division::UREM,
        BinaryOp::Sdiv => division::SDIV,
        BinaryOp::Srem => division::SREM,
        BinaryOp::Shl => shift::SHL,
        BinaryOp::Lshr => shift::LSHR,
        BinaryOp::Ashr => shift::ASHR,
    }
}

/// Tries the rules of an operator, then those that all have.
pub(crate) fn operator(pool: &mut Pool, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    binary(binary_rules(op), pool, a, b)
        .or_else(|| ite::INTO_CHOICE.iter().find_map(|rule| (rule.apply)(pool, op, a, b)))
}

pub(crate) fn unary(rules: &[Rule<Unary>], pool: &mut Pool, a: Term) -> Option<Term> {
    rules.iter().find_map(|rule| (rule.apply)(pool, a))
}

pub(crate) fn binary(rules: &[Rule<Binary>], pool: &mut Pool, a: Term, b: Term) -> Option<Term> {
    rules.iter().find_map(|rule| (rule.apply)(pool, a, b))
}

pub(crate) fn compare(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Option<Term> {
    match op {
        CompareOp::Eq => binary(equality::EQ, pool, a, b),
        _ => compare::ORDER.iter().find_map(|rule| (rule.apply)(pool, op, a, b)),
    }
}

pub(crate) fn overflow(pool: &mut Pool, op: OverflowOp, a: Term, b: Term) -> Option<Term> {
    overflow::OVERFLOW.iter().find_map(|rule| (rule.apply)(pool, op, a, b))
}
