//! What an instruction's result is in terms of the inputs. The value itself is computed by the
//! plain loop; here is only the term.

use coax_expr::{FloatCompare, FloatFormat, Term};
use coax_ir::{
    ArithOp, CastOp, FloatOp, FloatPred, Inst, IntOp, IntParts, Kind, OverflowOp, Slot, UnaryOp,
};

use super::Symbols;
use crate::layers::Shadows;
use crate::{State, Stop};

/// The terms of the words an instruction writes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Results {
    words: [Option<(Slot, Term)>; 3],
}

impl Results {
    fn one(slot: Slot, term: Term) -> Results {
        Results { words: [Some((slot, term)), None, None] }
    }

    /// The words, each with its term.
    pub fn iter(&self) -> impl Iterator<Item = (Slot, Term)> {
        self.words.iter().flatten().copied()
    }
}

impl<'p> Shadows<'_, 'p> {
    /// A scalar operand of the innermost frame as a term of its width; pairs of slots above 64 bits.
    pub(crate) fn operand(&mut self, state: &State<'p>, slot: Slot, bits: u32) -> Term {
        if bits > 64 {
            let low = self.operand(state, slot, 64);
            let high = self.operand(state, slot.plus(1), bits - 64);
            return self.symbols.pool.concat(high, low);
        }
        match state.mark(slot).term {
            Some(term) => self.symbols.pool.resize(term, bits),
            None => self.symbols.pool.constant(bits, state.word(slot).into()),
        }
    }

    /// The words of a scalar of `bits` bits whose term has at least as many.
    pub(crate) fn words(&mut self, dst: Slot, term: Term, bits: u8) -> Results {
        let term = self.symbols.pool.resize(term, bits.into());
        self.scalar(dst, term)
    }

    /// Gives a scalar that was loaded from an address its term, if it has one.
    pub(crate) fn loaded(
        &mut self,
        state: &mut State<'p>,
        dst: Slot,
        address: u64,
        bits: u8,
    ) -> Result<(), Stop> {
        if let Some(term) = self.load(state, address, u64::from(bits).div_ceil(8))? {
            for (slot, word) in self.words(dst, term, bits).iter() {
                state.set_term(slot, self.symbolic(word));
            }
        }
        Ok(())
    }

    /// The words of a scalar result.
    fn scalar(&mut self, dst: Slot, term: Term) -> Results {
        let bits = self.symbols.pool.width(term);
        if bits <= 64 {
            return Results::one(dst, term);
        }
        let low = self.symbols.pool.extract(term, 63, 0);
        let high = self.symbols.pool.extract(term, bits - 1, 64);
        Results { words: [Some((dst, low)), Some((dst.plus(1), high)), None] }
    }

    /// The results of an instruction that computes; `None` if it has no meaning in terms.
    pub(crate) fn results(&mut self, state: &State<'p>, inst: &Inst) -> Option<Results> {
        if let Some(parts) = inst.int_parts() {
            return Some(self.int(state, parts));
        }
        Some(match *inst {
            Inst::Move { dst, src } | Inst::Freeze { dst, src } => match state.mark(src).term {
                Some(term) => Results::one(dst, term),
                None => Results::default(),
            },
            Inst::Select { dst, cond, then, els } => self.select(state, dst, cond, then, els),
            Inst::Trunc { bits, dst, src } => {
                let term = self.operand(state, src, bits.into());
                Results::one(dst, term)
            }
            Inst::Sext { from, to, dst, src } => {
                let term = self.operand(state, src, from.into());
                let term = self.symbols.pool.sext(term, to.into());
                Results::one(dst, term)
            }
            Inst::Wide { op, bits, dst, a, b } => self.int(state, IntParts { op, bits, dst, a, b }),
            Inst::WideTrunc { bits, dst, src } => {
                let term = self.operand(state, src, bits.into());
                self.scalar(dst, term)
            }
            Inst::WideSext { from, to, dst, src } => {
                let term = self.operand(state, src, from.into());
                let term = self.symbols.pool.sext(term, to.into());
                self.scalar(dst, term)
            }
            Inst::Unary { op, bits, dst, src } => {
                let term = self.operand(state, src, bits.into());
                let term = self.unary(op, term);
                self.scalar(dst, term)
            }
            Inst::Arith { op, bits, to, dst, a, b } => {
                let (x, y) = self.pair(state, bits.into(), a, b);
                let term = self.arith(op, to.into(), x, y)?;
                self.scalar(dst, term)
            }
            Inst::Overflow { op, bits, dst, a, b } => self.overflow(state, op, bits, dst, a, b),
            Inst::Funnel { left, bits, dst, a, b, c } => {
                let (x, y) = self.pair(state, bits.into(), a, b);
                let amount = self.operand(state, c, bits.into());
                let term = self.funnel(left, x, y, amount);
                self.scalar(dst, term)
            }
            Inst::F64 { op, dst, a, b } => self.float(state, op, FloatFormat::Double, dst, a, b),
            Inst::F32 { op, dst, a, b } => self.float(state, op, FloatFormat::Single, dst, a, b),
            Inst::SoftFloat { op, kind, dst, a, b } => {
                self.float(state, op, format(kind)?, dst, a, b)
            }
            Inst::FCmp { pred, kind, dst, a, b } => {
                let (x, y) = self.pair(state, kind.bits(), a, b);
                let term = self.float_compare(pred, format(kind)?, x, y);
                Results::one(dst, term)
            }
            Inst::Cast { op, from, to, dst, src } => {
                let value = self.operand(state, src, from.bits());
                let term = self.cast(op, from, to, value)?;
                self.scalar(dst, term)
            }
            Inst::PtrAdd { dst, base, index, scale } => {
                let (base, index) = self.pair(state, 64, base, index);
                let scale = self.symbols.pool.constant(64, scale as i64 as u64 as u128);
                let offset = self.symbols.pool.mul(index, scale);
                Results::one(dst, self.symbols.pool.add(base, offset))
            }
            Inst::Offset { dst, base, offset } => {
                let base = self.operand(state, base, 64);
                let offset = self.symbols.pool.constant(64, offset as i64 as u64 as u128);
                Results::one(dst, self.symbols.pool.add(base, offset))
            }
            _ => return None,
        })
    }

    fn pair(&mut self, state: &State<'p>, bits: u32, a: Slot, b: Slot) -> (Term, Term) {
        (self.operand(state, a, bits), self.operand(state, b, bits))
    }

    fn int(&mut self, state: &State<'p>, parts: IntParts) -> Results {
        let IntParts { op, bits, dst, a, b } = parts;
        let (x, y) = self.pair(state, bits.into(), a, b);
        let term = self.int_term(op, x, y);
        self.scalar(dst, term)
    }

    /// An integer operation on terms; its checks are made elsewhere.
    pub(crate) fn int_term(&mut self, op: IntOp, x: Term, y: Term) -> Term {
        let pool = &mut self.symbols.pool;
        match op {
            IntOp::Add | IntOp::AddNsw => pool.add(x, y),
            IntOp::Sub | IntOp::SubNsw => pool.sub(x, y),
            IntOp::Mul | IntOp::MulNsw => pool.mul(x, y),
            IntOp::UDiv => pool.udiv(x, y),
            IntOp::SDiv => pool.sdiv(x, y),
            IntOp::URem => pool.urem(x, y),
            IntOp::SRem => pool.srem(x, y),
            IntOp::Shl => pool.shl(x, y),
            IntOp::LShr => pool.lshr(x, y),
            IntOp::AShr => pool.ashr(x, y),
            IntOp::And => pool.and(x, y),
            IntOp::Or => pool.or(x, y),
            IntOp::Xor => pool.xor(x, y),
            IntOp::Eq => pool.eq(x, y),
            IntOp::Ne => pool.ne(x, y),
            IntOp::Ult => pool.ult(x, y),
            IntOp::Ule => pool.ule(x, y),
            IntOp::Slt => pool.slt(x, y),
            IntOp::Sle => pool.sle(x, y),
        }
    }

    fn select(
        &mut self,
        state: &State<'p>,
        dst: Slot,
        cond: Slot,
        then: Slot,
        els: Slot,
    ) -> Results {
        if state.mark(cond).term.is_none() {
            let chosen = if state.word(cond) & 1 != 0 { then } else { els };
            return match state.mark(chosen).term {
                Some(term) => Results::one(dst, term),
                None => Results::default(),
            };
        }
        let cond = self.operand(state, cond, 1);
        let (then, els) = self.pair(state, 64, then, els);
        let term = self.symbols.pool.ite(cond, then, els);
        Results::one(dst, term)
    }

    fn unary(&mut self, op: UnaryOp, value: Term) -> Term {
        let pool = &mut self.symbols.pool;
        match op {
            UnaryOp::Ctpop => pool.ctpop(value),
            UnaryOp::Ctlz => pool.ctlz(value),
            UnaryOp::Cttz => pool.cttz(value),
            UnaryOp::Bswap => pool.bswap(value),
            UnaryOp::Bitreverse => pool.bitreverse(value),
            UnaryOp::Abs => pool.abs(value),
        }
    }

    fn arith(&mut self, op: ArithOp, to: u32, x: Term, y: Term) -> Option<Term> {
        let pool = &mut self.symbols.pool;
        let bits = pool.width(x);
        let (zero, ones) = (pool.constant(bits, 0), pool.constant(bits, u128::MAX));
        Some(match op {
            ArithOp::UMin => pool.umin(x, y),
            ArithOp::UMax => pool.umax(x, y),
            ArithOp::SMin => pool.smin(x, y),
            ArithOp::SMax => pool.smax(x, y),
            ArithOp::UAddSat => {
                let (sum, over) = (pool.add(x, y), pool.uadd_overflows(x, y));
                pool.ite(over, ones, sum)
            }
            ArithOp::USubSat => {
                let (difference, under) = (pool.sub(x, y), pool.usub_overflows(x, y));
                pool.ite(under, zero, difference)
            }
            ArithOp::SAddSat | ArithOp::SSubSat => {
                let add = op == ArithOp::SAddSat;
                let value = if add { pool.add(x, y) } else { pool.sub(x, y) };
                let over = if add { pool.sadd_overflows(x, y) } else { pool.ssub_overflows(x, y) };
                let max = pool.constant(bits, u128::MAX >> (129 - bits));
                let min = pool.not(max);
                let negative = pool.slt(x, zero);
                let clamped = pool.ite(negative, min, max);
                pool.ite(over, clamped, value)
            }
            ArithOp::UCmp | ArithOp::SCmp => {
                let less = if op == ArithOp::UCmp { pool.ult(x, y) } else { pool.slt(x, y) };
                let equal = pool.eq(x, y);
                let (minus, zero, one) =
                    (pool.constant(to, u128::MAX), pool.constant(to, 0), pool.constant(to, 1));
                let rest = pool.ite(equal, zero, one);
                pool.ite(less, minus, rest)
            }
            ArithOp::UShlSat | ArithOp::SShlSat => return None,
        })
    }

    fn overflow(
        &mut self,
        state: &State<'p>,
        op: OverflowOp,
        bits: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Results {
        let (x, y) = self.pair(state, bits.into(), a, b);
        let pool = &mut self.symbols.pool;
        let (value, over) = match op {
            OverflowOp::SAdd => (pool.add(x, y), pool.sadd_overflows(x, y)),
            OverflowOp::UAdd => (pool.add(x, y), pool.uadd_overflows(x, y)),
            OverflowOp::SSub => (pool.sub(x, y), pool.ssub_overflows(x, y)),
            OverflowOp::USub => (pool.sub(x, y), pool.usub_overflows(x, y)),
            OverflowOp::SMul => (pool.mul(x, y), pool.smul_overflows(x, y)),
            OverflowOp::UMul => (pool.mul(x, y), pool.umul_overflows(x, y)),
        };
        let mut results = self.scalar(dst, value);
        let flag = dst.plus(if bits > 64 { 2 } else { 1 });
        results.words[2] = Some((flag, over));
        results
    }

    fn funnel(&mut self, left: bool, x: Term, y: Term, amount: Term) -> Term {
        let pool = &mut self.symbols.pool;
        let bits = pool.width(x);
        let width = pool.constant(bits, bits.into());
        let amount = pool.urem(amount, width);
        let amount = pool.zext(amount, 2 * bits);
        let both = pool.concat(x, y);
        match left {
            true => {
                let shifted = pool.shl(both, amount);
                pool.extract(shifted, 2 * bits - 1, bits)
            }
            false => {
                let shifted = pool.lshr(both, amount);
                pool.extract(shifted, bits - 1, 0)
            }
        }
    }

    fn float(
        &mut self,
        state: &State<'p>,
        op: FloatOp,
        format: FloatFormat,
        dst: Slot,
        a: Slot,
        b: Slot,
    ) -> Results {
        let (x, y) = self.pair(state, width(format), a, b);
        let op = match op {
            FloatOp::Add => coax_expr::FloatOp::Add,
            FloatOp::Sub => coax_expr::FloatOp::Sub,
            FloatOp::Mul => coax_expr::FloatOp::Mul,
            FloatOp::Div => coax_expr::FloatOp::Div,
            FloatOp::Rem => coax_expr::FloatOp::Rem,
        };
        Results::one(dst, self.symbols.pool.float(op, format, x, y))
    }

    fn float_compare(&mut self, pred: FloatPred, format: FloatFormat, x: Term, y: Term) -> Term {
        let pool = &mut self.symbols.pool;
        const ORDERED: u8 = FloatPred::EQUAL | FloatPred::GREATER | FloatPred::LESS;
        // What is left out of the unordered predicates is an ordered one: `une` is not `oeq`.
        if pred.0 & FloatPred::UNORDERED != 0 {
            if pred.0 & ORDERED == 0 {
                return pool.float_compare(FloatCompare::Unordered, format, x, y);
            }
            let opposite = self.float_compare(FloatPred(!pred.0 & ORDERED), format, x, y);
            return self.symbols.pool.not(opposite);
        }
        let accepts = |bit| pred.0 & bit != 0;
        match (accepts(FloatPred::LESS), accepts(FloatPred::EQUAL), accepts(FloatPred::GREATER)) {
            (false, false, false) => pool.truth(false),
            (false, true, false) => pool.float_compare(FloatCompare::Eq, format, x, y),
            (true, false, false) => pool.float_compare(FloatCompare::Lt, format, x, y),
            (true, true, false) => pool.float_compare(FloatCompare::Le, format, x, y),
            (false, false, true) => pool.float_compare(FloatCompare::Lt, format, y, x),
            (false, true, true) => pool.float_compare(FloatCompare::Le, format, y, x),
            (true, false, true) => {
                let less = pool.float_compare(FloatCompare::Lt, format, x, y);
                let greater = pool.float_compare(FloatCompare::Lt, format, y, x);
                pool.or(less, greater)
            }
            (true, true, true) => {
                let unordered = pool.float_compare(FloatCompare::Unordered, format, x, y);
                pool.not(unordered)
            }
        }
    }

    fn cast(&mut self, op: CastOp, from: Kind, to: Kind, value: Term) -> Option<Term> {
        Some(match op {
            CastOp::FloatToFloat => {
                self.symbols.pool.float_to_float(format(from)?, format(to)?, value)
            }
            CastOp::SignedToFloat => self.symbols.pool.int_to_float(true, format(to)?, value),
            CastOp::UnsignedToFloat => self.symbols.pool.int_to_float(false, format(to)?, value),
            CastOp::FloatToSigned => {
                self.symbols.pool.float_to_int(true, format(from)?, value, to.bits())
            }
            CastOp::FloatToUnsigned => {
                self.symbols.pool.float_to_int(false, format(from)?, value, to.bits())
            }
            CastOp::FloatToSignedSat | CastOp::FloatToUnsignedSat => return None,
        })
    }
}

impl Symbols<'_> {
    /// The terms of results as words carry them: a constant is a plain word.
    pub(crate) fn marks(&self, results: Results) -> coax_interp::Results {
        results.words.map(|word| word.map(|(slot, term)| (slot, self.symbolic(term))))
    }
}

/// The kinds of floats that can be terms.
pub fn format(kind: Kind) -> Option<FloatFormat> {
    match kind {
        Kind::F16 => Some(FloatFormat::Half),
        Kind::F32 => Some(FloatFormat::Single),
        Kind::F64 => Some(FloatFormat::Double),
        _ => None,
    }
}

fn width(format: FloatFormat) -> u32 {
    match format {
        FloatFormat::Half => 16,
        FloatFormat::Single => 32,
        FloatFormat::Double => 64,
    }
}
