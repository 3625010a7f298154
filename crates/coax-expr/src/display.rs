//! A term for people: infix, compact, cut off where it gets too deep.

use std::fmt;

use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{BinaryOp, CompareOp, Node, Term};

/// Terms nested deeper than this are shown by their number.
const DEEPEST: u32 = 24;

/// A term that can be printed.
pub struct Shown<'p> {
    pool: &'p Pool,
    term: Term,
    depth: u32,
}

impl Pool {
    /// The term as infix text.
    pub fn display(&self, t: Term) -> Shown<'_> {
        Shown { pool: self, term: t, depth: 0 }
    }
}

impl<'p> Shown<'p> {
    fn at(&self, term: Term) -> Shown<'p> {
        Shown { pool: self.pool, term, depth: self.depth + 1 }
    }

    fn call(&self, f: &mut fmt::Formatter<'_>, name: &str, args: &[Term]) -> fmt::Result {
        write!(f, "{name}(")?;
        for (place, &arg) in args.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{}", self.at(arg))?;
        }
        write!(f, ")")
    }

    fn bit_vector(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.pool.width(self.term);
        let at = |t| self.at(t);
        match self.pool.node(self.term) {
            Node::Constant(limbs) => match limbs {
                [word] if *word < 10 => write!(f, "{word}"),
                _ => write!(f, "{}", Bits::from_limbs(width, limbs)),
            },
            Node::Var(var) => write!(f, "{}", self.pool.var_name(var)),
            Node::Not(a) if width == 1 => write!(f, "!{}", at(a)),
            Node::Not(a) => write!(f, "~{}", at(a)),
            Node::Neg(a) => write!(f, "-{}", at(a)),
            Node::Binary(op, a, b) => write!(f, "({} {} {})", at(a), symbol(op), at(b)),
            Node::Compare(op, a, b) => write!(f, "({} {} {})", at(a), relation(op), at(b)),
            Node::Overflow(op, a, b) => self.call(f, &format!("{op:?}-overflows"), &[a, b]),
            Node::Concat { high, low } => write!(f, "({} ++ {})", at(high), at(low)),
            Node::Extract { of, high, low } if high == low => write!(f, "{}[{low}]", at(of)),
            Node::Extract { of, high, low } => write!(f, "{}[{high}:{low}]", at(of)),
            Node::ZeroExtend(a) => write!(f, "zext{width}({})", at(a)),
            Node::SignExtend(a) => write!(f, "sext{width}({})", at(a)),
            Node::Ite { condition, then, els } => {
                write!(f, "({} ? {} : {})", at(condition), at(then), at(els))
            }
            Node::Lookup { elements, index } => {
                write!(f, "table{}[{}]", elements.len(), at(index))
            }
            Node::Apply { function, args } => {
                self.call(f, &self.pool.signature(function).name, args)
            }
            _ => self.float(f),
        }
    }

    fn float(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.pool.width(self.term);
        let sign = |signed| if signed { "s" } else { "u" };
        match self.pool.node(self.term) {
            Node::Float(op, format, a, b) => {
                self.call(f, &format!("{op:?}.{}", format.width()), &[a, b])
            }
            Node::FloatUnary(op, format, a) => {
                self.call(f, &format!("{op:?}.{}", format.width()), &[a])
            }
            Node::Fma(format, operands) => {
                self.call(f, &format!("Fma.{}", format.width()), &operands)
            }
            Node::FloatCompare(op, format, a, b) => {
                self.call(f, &format!("{op:?}.{}", format.width()), &[a, b])
            }
            Node::FloatToFloat { from, of, .. } => {
                self.call(f, &format!("f{}-to-f{width}", from.width()), &[of])
            }
            Node::IntToFloat { signed, of, .. } => {
                self.call(f, &format!("{}int-to-f{width}", sign(signed)), &[of])
            }
            Node::FloatToInt { signed, from, of } => {
                self.call(f, &format!("f{}-to-{}int{width}", from.width(), sign(signed)), &[of])
            }
            node => unreachable!("{node:?} is not a float operation"),
        }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.depth > DEEPEST {
            return write!(f, "#{}", self.term.index());
        }
        self.bit_vector(f)
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Udiv => "/u",
        BinaryOp::Urem => "%u",
        BinaryOp::Sdiv => "/s",
        BinaryOp::Srem => "%s",
        BinaryOp::Shl => "<<",
        BinaryOp::Lshr => ">>u",
        BinaryOp::Ashr => ">>s",
    }
}

fn relation(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ult => "<u",
        CompareOp::Ule => "<=u",
        CompareOp::Slt => "<s",
        CompareOp::Sle => "<=s",
    }
}
