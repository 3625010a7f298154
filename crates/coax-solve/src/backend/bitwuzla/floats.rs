//! Floats as Bitwuzla's floats.
//!
//! Bitwuzla has one NaN, we have bit patterns. The float view of a term forgets which NaN it is, and
//! nothing that looks only at floats can tell. Where the bits of a float result are looked at, they
//! are a fresh symbol constrained to spell that float; the payload of a NaN is fixed as far as x86's
//! rule is local, and free otherwise. So "unsat" is right in any case, and a model with the wrong
//! payload is caught by evaluating it.

use coax_expr::{BinaryOp, FloatCompare, FloatFormat, FloatOp, FloatUnary, Node, Pool, Term};

use super::ffi::{Handle, Rounding, kind};
use super::translate::{Translator, Untranslatable, Views, float_indices, format_of};

/// How deep choices and sign changes are followed when bits are asked for, before giving up on NaN
/// payloads: this recursion is ours, and terms can be deep.
const DEEPEST: u32 = 200;

impl Translator {
    /// The native view of a float operation.
    pub(super) fn float_node(&mut self, pool: &Pool, term: Term) -> Result<Views, Untranslatable> {
        Ok(match pool.node(term) {
            Node::Float(op, _, a, b) => Views::of_float(self.float_binary(pool, op, a, b)?),
            Node::FloatUnary(op, _, a) => Views::of_float(self.float_unary(pool, op, a)),
            Node::Fma(_, operands) => {
                let [a, b, c] = operands.map(|operand| self.float(pool, operand));
                let nearest = self.rounding(Rounding::NearestEven);
                Views::of_float(self.library.op(kind::FP_FMA, &[nearest, a, b, c], &[]))
            }
            Node::FloatToFloat { to, of, .. } => {
                let operands = [self.rounding(Rounding::NearestEven), self.float(pool, of)];
                let indices = float_indices(to);
                Views::of_float(self.library.op(kind::FP_TO_FP_FROM_FP, &operands, &indices))
            }
            Node::IntToFloat { signed, to, of } => {
                Views::of_float(self.int_to_float(pool, signed, to, of))
            }
            Node::FloatToInt { signed, from, of } => {
                let width = pool.width(term);
                let bits = self.float_to_int(pool, signed, from, of, width);
                Views { bits: Some(bits), ..Views::default() }
            }
            Node::FloatCompare(relation, _, a, b) => {
                let truth = self.float_compare(pool, relation, a, b);
                Views { truth: Some(truth), ..Views::default() }
            }
            node => unreachable!("not a float operation: {node:?}"),
        })
    }

    fn float_binary(
        &mut self,
        pool: &Pool,
        op: FloatOp,
        a: Term,
        b: Term,
    ) -> Result<Handle, Untranslatable> {
        let kind = match op {
            FloatOp::Add => kind::FP_ADD,
            FloatOp::Sub => kind::FP_SUB,
            FloatOp::Mul => kind::FP_MUL,
            FloatOp::Div => kind::FP_DIV,
            // Unrolled over the whole range of exponents it is too large to be of any use.
            FloatOp::Rem => return Err(Untranslatable("fmod".to_owned())),
        };
        let (a, b) = (self.float(pool, a), self.float(pool, b));
        Ok(self.library.op3(kind, self.rounding(Rounding::NearestEven), a, b))
    }

    fn float_unary(&mut self, pool: &Pool, op: FloatUnary, a: Term) -> Handle {
        let (kind, mode) = match op {
            FloatUnary::Sqrt => (kind::FP_SQRT, Rounding::NearestEven),
            FloatUnary::Floor => (kind::FP_RTI, Rounding::Down),
            FloatUnary::Ceil => (kind::FP_RTI, Rounding::Up),
            FloatUnary::Trunc => (kind::FP_RTI, Rounding::TowardZero),
            FloatUnary::Rint => (kind::FP_RTI, Rounding::NearestEven),
            FloatUnary::Round => (kind::FP_RTI, Rounding::NearestAway),
        };
        let a = self.float(pool, a);
        self.library.op2(kind, self.rounding(mode), a)
    }

    fn float_compare(&mut self, pool: &Pool, relation: FloatCompare, a: Term, b: Term) -> Handle {
        let (a, b) = (self.float(pool, a), self.float(pool, b));
        match relation {
            FloatCompare::Eq => self.library.op2(kind::FP_EQUAL, a, b),
            FloatCompare::Lt => self.library.op2(kind::FP_LT, a, b),
            FloatCompare::Le => self.library.op2(kind::FP_LEQ, a, b),
            FloatCompare::Unordered => {
                let (a, b) = (self.is_nan(a), self.is_nan(b));
                self.library.op2(kind::OR, a, b)
            }
        }
    }

    fn int_to_float(&mut self, pool: &Pool, signed: bool, to: FloatFormat, of: Term) -> Handle {
        let kind = if signed { kind::FP_TO_FP_FROM_SBV } else { kind::FP_TO_FP_FROM_UBV };
        let operands = [self.rounding(Rounding::NearestEven), self.bits(pool, of)];
        self.library.op(kind, &operands, &float_indices(to))
    }

    /// Towards zero; 0 for what does not fit. SMT-LIB leaves that open, so it is spelt out.
    fn float_to_int(
        &mut self,
        pool: &Pool,
        signed: bool,
        from: FloatFormat,
        of: Term,
        width: u32,
    ) -> Handle {
        let toward_zero = self.rounding(Rounding::TowardZero);
        let float = self.float(pool, of);
        let whole = self.library.op2(kind::FP_RTI, toward_zero, float);
        let fits = self.fits(whole, from, signed, width);
        let kind = if signed { kind::FP_TO_SBV } else { kind::FP_TO_UBV };
        // Converting the whole part: a small negative number is -0 then, which an unsigned holds.
        let converted = self.library.op(kind, &[toward_zero, whole], &[u64::from(width)]);
        let zero = self.library.bits(width, &vec![0; width.div_ceil(64) as usize]);
        self.library.op3(kind::ITE, fits, converted, zero)
    }

    /// Is a whole number (or infinity, or NaN) in the range of an integer type?
    fn fits(&mut self, whole: Handle, format: FloatFormat, signed: bool, width: u32) -> Handle {
        let magnitude = if signed { width - 1 } else { width };
        let below = match power_of_two(format, magnitude, false) {
            Some(limit) => {
                let limit = self.float_constant(format, limit);
                self.library.op2(kind::FP_LT, whole, limit)
            }
            None => self.finite(whole),
        };
        let lowest = if signed { power_of_two(format, magnitude, true) } else { Some(0) };
        let above = match lowest {
            Some(limit) => {
                let limit = self.float_constant(format, limit);
                self.library.op2(kind::FP_LEQ, limit, whole)
            }
            None => self.finite(whole),
        };
        self.library.op2(kind::AND, below, above)
    }

    fn finite(&self, float: Handle) -> Handle {
        let infinite = self.library.op1(kind::FP_IS_INF, float);
        let other = self.library.op2(kind::OR, infinite, self.is_nan(float));
        self.library.op1(kind::NOT, other)
    }

    fn float_constant(&self, format: FloatFormat, pattern: u64) -> Handle {
        self.spelt_by(self.library.bits(format.width(), &[pattern]), format)
    }

    fn is_nan(&self, float: Handle) -> Handle {
        self.library.op1(kind::FP_IS_NAN, float)
    }

    /// `x ^ signbit` and `x & ~signbit` of a float result are negation and absolute value: seen as
    /// such, the bits of `x` are not needed.
    pub(super) fn sign_change(&mut self, pool: &Pool, term: Term) -> Option<Handle> {
        let Node::Binary(op, of, mask) = pool.node(term) else { return None };
        let width = pool.width(term);
        if !matches!(width, 16 | 32 | 64) || !self.views[&of].native_float {
            return None;
        }
        let sign = 1u128 << (width - 1);
        let kind = match (op, pool.as_constant(mask)?) {
            (BinaryOp::Xor, mask) if mask == sign => kind::FP_NEG,
            (BinaryOp::And, mask) if mask == sign - 1 => kind::FP_ABS,
            _ => return None,
        };
        let of = self.float(pool, of);
        Some(self.library.op1(kind, of))
    }

    /// The bits of a term whose native view is a float.
    pub(super) fn bits_of_float(&mut self, pool: &Pool, term: Term, depth: u32) -> Handle {
        if let Some(bits) = self.views[&term].bits {
            return bits;
        }
        let bits = match pool.node(term) {
            Node::Ite { condition, then, els } if depth < DEEPEST => {
                let chosen = self.truth(pool, condition);
                let then = self.bits_of_float(pool, then, depth + 1);
                let els = self.bits_of_float(pool, els, depth + 1);
                self.library.op3(kind::ITE, chosen, then, els)
            }
            Node::Binary(op, of, mask) if depth < DEEPEST => {
                let kind = if op == BinaryOp::Xor { kind::BV_XOR } else { kind::BV_AND };
                let (of, mask) = (self.bits_of_float(pool, of, depth + 1), self.bits(pool, mask));
                self.library.op2(kind, of, mask)
            }
            _ => self.fresh_bits(pool, term),
        };
        self.view_mut(term).bits = Some(bits);
        bits
    }

    /// A symbol for the bits of a float result, with its definition.
    fn fresh_bits(&mut self, pool: &Pool, term: Term) -> Handle {
        let format = format_of(pool, term);
        let symbol = self.library.symbol(format.width(), &format!("b{}", term.index()));
        let float = self.views[&term].float.expect("the native view of a float result");
        let spelt = self.spelt_by(symbol, format);
        let mut definition = self.library.op2(kind::EQUAL, spelt, float);
        for rule in self.nan_rules(pool, term, float, symbol) {
            definition = self.library.op2(kind::AND, definition, rule);
        }
        self.meaning_of_bits.insert(term, definition);
        symbol
    }

    /// x86's rule for the NaN an operation gives: its own if no operand is one; that of the operand,
    /// made quiet, if one is. Which of two is passed on is left open.
    fn nan_rules(&mut self, pool: &Pool, term: Term, float: Handle, symbol: Handle) -> Vec<Handle> {
        let (operands, passes_on): (Vec<Term>, bool) = match pool.node(term) {
            Node::Float(_, format, a, b) => (vec![a, b], format != FloatFormat::Half),
            Node::FloatUnary(FloatUnary::Sqrt, format, a) => (vec![a], format != FloatFormat::Half),
            Node::Fma(_, operands) => (operands.to_vec(), false),
            _ => return Vec::new(),
        };
        let format = format_of(pool, term);
        let quiet = self.library.bits(format.width(), &[1 << (format.significand_bits() - 2)]);
        let mut nans = Vec::new();
        for &operand in &operands {
            let operand = self.float(pool, operand);
            nans.push(self.is_nan(operand));
        }
        let mut rules = Vec::new();
        for (place, operand) in operands.iter().enumerate() {
            let Some(bits) = self.views[operand].bits.filter(|_| passes_on) else { continue };
            let only = self.all_but(&nans, Some(place), nans[place]);
            let quieted = self.library.op2(kind::BV_OR, bits, quiet);
            let passed_on = self.library.op2(kind::EQUAL, symbol, quieted);
            rules.push(self.library.op2(kind::IMPLIES, only, passed_on));
        }
        let result_is_nan = self.is_nan(float);
        let none = self.all_but(&nans, None, result_is_nan);
        let made = self.library.bits(format.width(), &[format.made_nan()]);
        let made = self.library.op2(kind::EQUAL, symbol, made);
        rules.push(self.library.op2(kind::IMPLIES, none, made));
        rules
    }

    /// `start`, and none of the conditions but perhaps one holds.
    fn all_but(&self, conditions: &[Handle], exempt: Option<usize>, start: Handle) -> Handle {
        let others = conditions.iter().enumerate().filter(|(place, _)| Some(*place) != exempt);
        others.fold(start, |so_far, (_, condition)| {
            let not = self.library.op1(kind::NOT, *condition);
            self.library.op2(kind::AND, so_far, not)
        })
    }
}

/// The pattern of 2^exponent or its negative, if the format has it.
fn power_of_two(format: FloatFormat, exponent: u32, negative: bool) -> Option<u64> {
    let bias = (1u32 << (format.exponent_bits() - 1)) - 1;
    if exponent > bias {
        return None;
    }
    let sign = u64::from(negative) << (format.width() - 1);
    Some(sign | u64::from(bias + exponent) << (format.significand_bits() - 1))
}
