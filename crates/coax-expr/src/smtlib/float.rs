//! The float half of the SMT-LIB printer.

use crate::bits::Bits;
use crate::float;
use crate::smtlib::{Printer, constant, sort};
use crate::term::{FloatCompare, FloatFormat, FloatOp, FloatUnary, Node, Term};

impl Printer<'_> {
    /// Defines a term with a float result, with a float sort. `fmod` and other terms are not for it.
    pub(super) fn define_float(&mut self, t: Term) -> bool {
        let (format, text) = match self.pool.node(t) {
            Node::Float(FloatOp::Rem, ..) => return false,
            Node::Float(op, format, a, b) => {
                let (a, b) = (self.number(format, a), self.number(format, b));
                (format, format!("({} RNE {a} {b})", arithmetic(op)))
            }
            Node::FloatUnary(op, format, a) => {
                let a = self.number(format, a);
                (format, unary(op, &a))
            }
            Node::Fma(format, operands) => {
                let [a, b, c] = operands.map(|operand| self.number(format, operand));
                (format, format!("(fp.fma RNE {a} {b} {c})"))
            }
            Node::FloatToFloat { from, to, of } => {
                let of = self.number(from, of);
                (to, format!("({} RNE {of})", to_fp(to)))
            }
            Node::IntToFloat { signed: true, to, of } => {
                let of = self.bits(of);
                (to, format!("({} RNE {of})", to_fp(to)))
            }
            Node::IntToFloat { signed: false, to, of } => {
                let of = self.bits(of);
                let (exponent, significand) = (to.exponent_bits(), to.significand_bits());
                (to, format!("((_ to_fp_unsigned {exponent} {significand}) RNE {of})"))
            }
            _ => return false,
        };
        self.line(format_args!("(define-fun f{} () {} {text})", t.index(), sort(format)));
        self.floats.insert(t);
        true
    }

    /// A term as a number.
    fn number(&mut self, format: FloatFormat, t: Term) -> String {
        if self.floats.contains(&t) {
            return format!("f{}", t.index());
        }
        format!("({} {})", to_fp(format), self.bits(t))
    }

    /// A constant that has the bits of a float operation.
    pub(super) fn tie_bits(&mut self, t: Term) -> String {
        let (index, width) = (t.index(), self.pool.width(t));
        let format = FloatFormat::of_width(width);
        let nan = constant(&Bits::new(width, format.made_nan().into()));
        self.line(format_args!("(declare-fun b{index} () (_ BitVec {width}))"));
        self.line(format_args!("(assert (= ({} b{index}) f{index}))", to_fp(format)));
        self.line(format_args!("(assert (=> (fp.isNaN f{index}) (= b{index} {nan})))"));
        format!("b{index}")
    }

    /// Terms over floats that have no float result.
    pub(super) fn float_expression(&mut self, t: Term) -> String {
        match self.pool.node(t) {
            Node::Float(FloatOp::Rem, format, a, b) => {
                let name = format!("fmod{}", format.width());
                self.declare(&name, &[format.width(); 2], format.width());
                format!("({name} {} {})", self.bits(a), self.bits(b))
            }
            Node::FloatCompare(op, format, a, b) => {
                let (a, b) = (self.number(format, a), self.number(format, b));
                format!("(ite {} #b1 #b0)", relation(op, &a, &b))
            }
            Node::FloatToInt { signed, from, of } => {
                let of = self.number(from, of);
                to_int(signed, from, &of, self.pool.width(t))
            }
            node => unreachable!("{node:?} is defined elsewhere"),
        }
    }
}

fn to_fp(format: FloatFormat) -> String {
    format!("(_ to_fp {} {})", format.exponent_bits(), format.significand_bits())
}

fn arithmetic(op: FloatOp) -> &'static str {
    match op {
        FloatOp::Add => "fp.add",
        FloatOp::Sub => "fp.sub",
        FloatOp::Mul => "fp.mul",
        FloatOp::Div => "fp.div",
        FloatOp::Rem => unreachable!("fmod is not in SMT-LIB"),
    }
}

fn unary(op: FloatUnary, a: &str) -> String {
    let mode = match op {
        FloatUnary::Sqrt => return format!("(fp.sqrt RNE {a})"),
        FloatUnary::Floor => "RTN",
        FloatUnary::Ceil => "RTP",
        FloatUnary::Trunc => "RTZ",
        FloatUnary::Rint => "RNE",
        FloatUnary::Round => "RNA",
    };
    format!("(fp.roundToIntegral {mode} {a})")
}

fn relation(op: FloatCompare, a: &str, b: &str) -> String {
    match op {
        FloatCompare::Eq => format!("(fp.eq {a} {b})"),
        FloatCompare::Lt => format!("(fp.lt {a} {b})"),
        FloatCompare::Le => format!("(fp.leq {a} {b})"),
        FloatCompare::Unordered => format!("(or (fp.isNaN {a}) (fp.isNaN {b}))"),
    }
}

/// SMT-LIB leaves open what a number out of range becomes; for us it is 0.
fn to_int(signed: bool, from: FloatFormat, of: &str, width: u32) -> String {
    // A limit beyond the format's numbers rounds to infinity, which nothing is above.
    let exponent = if signed { width - 1 } else { width };
    let limit = power_of_two(from, exponent);
    let sign = 1u64 << (from.width() - 1);
    let pattern = |bits: u64| {
        format!("({} {})", to_fp(from), constant(&Bits::new(from.width(), bits.into())))
    };
    let (low, relation) = match (signed, limit == infinity(from)) {
        (false, _) => (pattern(0), "fp.leq"),
        (true, false) => (pattern(limit | sign), "fp.leq"),
        (true, true) => (pattern(limit | sign), "fp.lt"),
    };
    let high = pattern(limit);
    let (convert, zero) =
        (if signed { "fp.to_sbv" } else { "fp.to_ubv" }, constant(&Bits::zero(width)));
    format!(
        "(let ((x (fp.roundToIntegral RTZ {of}))) \
         (ite (and ({relation} {low} x) (fp.lt x {high})) ((_ {convert} {width}) RTZ x) {zero}))"
    )
}

fn infinity(format: FloatFormat) -> u64 {
    ((1 << format.exponent_bits()) - 1) << (format.significand_bits() - 1)
}

/// Two to an exponent of at most 128, or infinity.
fn power_of_two(format: FloatFormat, exponent: u32) -> u64 {
    float::convert(FloatFormat::Double, format, 2f64.powi(exponent as i32).to_bits())
}
