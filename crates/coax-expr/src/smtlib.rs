//! Terms as an SMT-LIB script that any solver reads.
//!
//! Everything is a bit-vector in the script too; relations become one bit by `ite`. A term used
//! once and short is written in place, others get a `define-fun`, so that nothing is repeated and
//! nothing nests deep. A float operation is defined with a float sort; where its bits are needed,
//! a fresh constant is tied to it. SMT-LIB has one NaN: the constant is then the NaN that x86-64
//! makes, which may differ from the one evaluation gives if an operand brought a NaN along.
//! `fmod` does not exist in SMT-LIB and is left uninterpreted.

mod float;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{BinaryOp, CompareOp, FloatFormat, Function, Node, OverflowOp, Term, Var};

/// Longer texts are defined rather than written in place.
const LONGEST_IN_PLACE: usize = 100;

/// A complete script: declarations, definitions, assertions of conditions, `check-sat`.
pub fn smtlib(pool: &Pool, assertions: &[Term]) -> String {
    let cone = pool.below(assertions);
    let mut printer = Printer {
        pool,
        out: String::new(),
        texts: HashMap::with_capacity(cone.len()),
        uses: uses(pool, &cone, assertions),
        floats: HashSet::new(),
        declared: HashSet::new(),
    };
    let plain = assertions.iter().all(|&t| !pool.has_float(t) && !pool.has_apply(t));
    printer.line(format_args!("(set-logic {})", if plain { "QF_BV" } else { "ALL" }));
    for t in cone {
        printer.define(t);
    }
    for &t in assertions {
        let text = printer.bits(t);
        printer.line(format_args!("(assert (= {text} #b1))"));
    }
    printer.line(format_args!("(check-sat)"));
    printer.out
}

/// How often the text of each term will be written.
fn uses(pool: &Pool, cone: &[Term], assertions: &[Term]) -> HashMap<Term, u32> {
    let mut uses: HashMap<Term, u32> = HashMap::with_capacity(cone.len());
    for &t in cone {
        let node = pool.node(t);
        // A table asks for each bit of its index, a conversion for its operand's range.
        let often = matches!(node, Node::Lookup { .. } | Node::FloatToInt { .. });
        node.for_each_operand(|operand| {
            *uses.entry(operand).or_default() += if often { 2 } else { 1 };
        });
    }
    for &t in assertions {
        *uses.entry(t).or_default() += 1;
    }
    uses
}

struct Printer<'p> {
    pool: &'p Pool,
    out: String,
    /// What to write for the bits of a term.
    texts: HashMap<Term, String>,
    uses: HashMap<Term, u32>,
    /// Float operations: `f12` is defined with a float sort.
    floats: HashSet<Term>,
    /// Uninterpreted functions, ours for `fmod` included.
    declared: HashSet<String>,
}

impl Printer<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{text}").expect("strings take everything");
    }

    /// Declares or defines a term whose operands are done.
    fn define(&mut self, t: Term) {
        let width = self.pool.width(t);
        let text = match self.pool.node(t) {
            Node::Constant(limbs) => constant(&Bits::from_limbs(width, limbs)),
            Node::Var(var) => {
                let name = var_name(self.pool, var);
                self.line(format_args!("(declare-fun {name} () (_ BitVec {width}))"));
                name
            }
            _ if self.define_float(t) => return,
            _ => {
                let text = self.expression(t);
                let once = self.uses.get(&t).is_none_or(|&uses| uses <= 1);
                if once && text.len() <= LONGEST_IN_PLACE {
                    text
                } else {
                    let name = format!("t{}", t.index());
                    self.line(format_args!("(define-fun {name} () (_ BitVec {width}) {text})"));
                    name
                }
            }
        };
        self.texts.insert(t, text);
    }

    /// The bits of a term.
    fn bits(&mut self, t: Term) -> String {
        if let Some(text) = self.texts.get(&t) {
            return text.clone();
        }
        let text = self.tie_bits(t);
        self.texts.insert(t, text.clone());
        text
    }

    fn expression(&mut self, t: Term) -> String {
        let width = self.pool.width(t);
        match self.pool.node(t) {
            Node::Not(a) => format!("(bvnot {})", self.bits(a)),
            Node::Neg(a) => format!("(bvneg {})", self.bits(a)),
            Node::Binary(op, a, b) => {
                format!("({} {} {})", operator(op), self.bits(a), self.bits(b))
            }
            Node::Compare(op, a, b) => {
                format!("(ite ({} {} {}) #b1 #b0)", relation(op), self.bits(a), self.bits(b))
            }
            Node::Overflow(op, a, b) => self.overflow(op, a, b),
            Node::Concat { high, low } => {
                format!("(concat {} {})", self.bits(high), self.bits(low))
            }
            Node::Extract { of, high, low } => {
                format!("((_ extract {high} {low}) {})", self.bits(of))
            }
            Node::ZeroExtend(a) => {
                format!("((_ zero_extend {}) {})", width - self.pool.width(a), self.bits(a))
            }
            Node::SignExtend(a) => {
                format!("((_ sign_extend {}) {})", width - self.pool.width(a), self.bits(a))
            }
            Node::Ite { condition, then, els } => {
                let condition = self.bits(condition);
                format!("(ite (= {condition} #b1) {} {})", self.bits(then), self.bits(els))
            }
            Node::Lookup { elements, index } => self.table(elements, index),
            Node::Apply { function, args } => self.application(function, args),
            _ => self.float_expression(t),
        }
    }

    /// One bit (or more) wider the result is exact; does it differ from the cut one?
    fn overflow(&mut self, op: OverflowOp, a: Term, b: Term) -> String {
        let width = self.pool.width(a);
        let (extend, extra, operator) = match op {
            OverflowOp::Sadd => ("sign_extend", 1, "bvadd"),
            OverflowOp::Ssub => ("sign_extend", 1, "bvsub"),
            OverflowOp::Smul => ("sign_extend", width, "bvmul"),
            OverflowOp::Uadd => ("zero_extend", 1, "bvadd"),
            OverflowOp::Umul => ("zero_extend", width, "bvmul"),
        };
        let (a, b) = (self.bits(a), self.bits(b));
        let top = width - 1;
        format!(
            "(let ((x ({operator} ((_ {extend} {extra}) {a}) ((_ {extend} {extra}) {b})))) \
             (ite (= x ((_ {extend} {extra}) ((_ extract {top} 0) x))) #b0 #b1))"
        )
    }

    /// A balanced tree of choices over the bits of the index.
    fn table(&mut self, elements: &[Term], index: Term) -> String {
        let texts: Vec<String> = elements.iter().map(|&element| self.bits(element)).collect();
        let width = self.pool.width(index);
        let depth = (usize::BITS - (texts.len() - 1).leading_zeros()).min(width);
        let index = self.bits(index);
        let tree = choice_tree(&texts, &index, depth);
        if depth == width {
            return tree;
        }
        let last = texts.last().expect("a table has elements");
        let beyond = format!("((_ extract {} {depth}) {index})", width - 1);
        let zero = constant(&Bits::zero(width - depth));
        format!("(ite (= {beyond} {zero}) {tree} {last})")
    }

    fn application(&mut self, function: Function, args: &[Term]) -> String {
        let signature = self.pool.signature(function).clone();
        let name = quoted(&signature.name, function.0);
        self.declare(&name, &signature.args, signature.result);
        if args.is_empty() {
            return name;
        }
        let args: Vec<String> = args.iter().map(|&arg| self.bits(arg)).collect();
        format!("({name} {})", args.join(" "))
    }

    fn declare(&mut self, name: &str, args: &[u32], result: u32) {
        if self.declared.insert(name.to_owned()) {
            let args: Vec<String> =
                args.iter().map(|width| format!("(_ BitVec {width})")).collect();
            let args = args.join(" ");
            self.line(format_args!("(declare-fun {name} ({args}) (_ BitVec {result}))"));
        }
    }
}

/// The elements from the first on that `depth` bits of the index choose among.
fn choice_tree(elements: &[String], index: &str, depth: u32) -> String {
    let last = elements.len() - 1;
    if depth == 0 || last == 0 {
        return elements[0].clone();
    }
    let (bit, half) = (depth - 1, 1 << (depth - 1));
    if last < half {
        // Indices of the other half are too large.
        let low = choice_tree(elements, index, bit);
        return format!("(ite (= ((_ extract {bit} {bit}) {index}) #b1) {} {low})", elements[last]);
    }
    let low = choice_tree(&elements[..half], index, bit);
    let high = choice_tree(&elements[half..], index, bit);
    format!("(ite (= ((_ extract {bit} {bit}) {index}) #b1) {high} {low})")
}

fn constant(value: &Bits) -> String {
    let width = value.width();
    let digits = |unit: u32| {
        let digit = move |index: u32| {
            let value = value.extract((index + 1) * unit - 1, index * unit).low_word();
            char::from_digit(value as u32, 16).expect("a digit")
        };
        (0..width / unit).rev().map(digit).collect::<String>()
    };
    if width.is_multiple_of(4) { format!("#x{}", digits(4)) } else { format!("#b{}", digits(1)) }
}

fn var_name(pool: &Pool, var: Var) -> String {
    quoted(pool.var_name(var), var.0)
}

/// A symbol of its own for every number; names may repeat.
fn quoted(name: &str, number: u32) -> String {
    let clean: String = name
        .chars()
        .map(|c| if c.is_ascii_graphic() && c != '|' && c != '\\' { c } else { '_' })
        .collect();
    format!("|{clean}#{number}|")
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::Udiv => "bvudiv",
        BinaryOp::Urem => "bvurem",
        BinaryOp::Sdiv => "bvsdiv",
        BinaryOp::Srem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::Lshr => "bvlshr",
        BinaryOp::Ashr => "bvashr",
    }
}

fn relation(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "=",
        CompareOp::Ult => "bvult",
        CompareOp::Ule => "bvule",
        CompareOp::Slt => "bvslt",
        CompareOp::Sle => "bvsle",
    }
}

/// The sort of a format.
fn sort(format: FloatFormat) -> String {
    format!("(_ FloatingPoint {} {})", format.exponent_bits(), format.significand_bits())
}
