//! What an instruction must not do, as conditions over terms. Each is decided like a branch: the
//! other side is an error that shows when that side is run.

use crate::layers::Shadows;
use coax_expr::{FloatCompare, FloatFormat, Term};
use coax_ir::{CastOp, Inst, IntOp, IntParts, Kind};

use super::Symbols;
use super::shadow::format;
use crate::State;

impl<'p> Symbols<'p> {
    /// The conditions an instruction depends on before it computes, in the order they matter.
    /// Those after the first that fails do not matter.
    pub(crate) fn checks(&mut self, state: &State<'p>, inst: &Inst) -> Vec<Check> {
        let parts = match (inst.int_parts(), *inst) {
            (Some(parts), _) => Some(parts),
            (None, Inst::Wide { op, bits, dst, a, b }) => Some(IntParts { op, bits, dst, a, b }),
            (None, _) => None,
        };
        if let Some(parts) = parts {
            return self.int_checks(state, parts);
        }
        match *inst {
            Inst::Cast {
                op: op @ (CastOp::FloatToSigned | CastOp::FloatToUnsigned),
                from,
                to,
                src,
                ..
            } => {
                let Some(format) = format(from) else { return Vec::new() };
                let value = Shadows::of(self).operand(state, src, from.bits());
                let fits = self.fits(op == CastOp::FloatToSigned, format, value, to);
                vec![Check::must(fits)]
            }
            _ => Vec::new(),
        }
    }

    /// A check that was verified: nothing is asked, if the model agrees.
    pub(crate) fn passes(&mut self, state: &State<'p>, check: Check) -> bool {
        let holds = self.value(state, check.condition) != 0;
        if holds == check.wanted {
            let known = match holds {
                true => check.condition,
                false => self.pool.not(check.condition),
            };
            self.context.imply(known);
        }
        holds == check.wanted
    }

    fn int_checks(&mut self, state: &State<'p>, parts: IntParts) -> Vec<Check> {
        let IntParts { op, bits, a, b, .. } = parts;
        let bits = u32::from(bits);
        if !matches!(
            op,
            IntOp::AddNsw
                | IntOp::SubNsw
                | IntOp::MulNsw
                | IntOp::UDiv
                | IntOp::URem
                | IntOp::SDiv
                | IntOp::SRem
                | IntOp::Shl
                | IntOp::LShr
                | IntOp::AShr
        ) {
            return Vec::new();
        }
        let (x, y) =
            (Shadows::of(self).operand(state, a, bits), Shadows::of(self).operand(state, b, bits));
        let pool = &mut self.pool;
        let zero = pool.constant(bits, 0);
        match op {
            IntOp::AddNsw => vec![Check::must_not(pool.sadd_overflows(x, y))],
            IntOp::SubNsw => vec![Check::must_not(pool.ssub_overflows(x, y))],
            IntOp::MulNsw => vec![Check::must_not(pool.smul_overflows(x, y))],
            IntOp::UDiv | IntOp::URem => vec![Check::must_not(pool.eq(y, zero))],
            IntOp::SDiv | IntOp::SRem => {
                let (none, over) = (pool.eq(y, zero), pool.sdiv_overflows(x, y));
                vec![Check::must_not(none), Check::must_not(over)]
            }
            _ => {
                let width = pool.constant(bits, bits.into());
                vec![Check::must(pool.ult(y, width))]
            }
        }
    }

    /// Does the float's integral part fit the integer kind?
    fn fits(&mut self, signed: bool, format: FloatFormat, value: Term, to: Kind) -> Term {
        let bits = to.bits();
        let high = 2f64.powi(if signed { bits as i32 - 1 } else { bits as i32 });
        let low = if signed { -high } else { 0.0 };
        let high = self.float_constant(format, high);
        let below = self.pool.float_compare(FloatCompare::Lt, format, value, high);
        // One less than the lowest integer is excluded; where it is no float, the lowest is included.
        let under = self.float_constant(format, low - 1.0);
        let lowest = self.float_constant(format, low);
        let above = match under == lowest {
            true => self.pool.float_compare(FloatCompare::Le, format, lowest, value),
            false => self.pool.float_compare(FloatCompare::Lt, format, under, value),
        };
        self.pool.and(above, below)
    }

    fn float_constant(&mut self, format: FloatFormat, value: f64) -> Term {
        let bits = self.pool.constant(64, value.to_bits().into());
        self.pool.float_to_float(FloatFormat::Double, format, bits)
    }
}

/// A condition an instruction depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    /// The condition.
    pub condition: Term,
    /// What it must be.
    pub wanted: bool,
}

impl Check {
    fn must(condition: Term) -> Check {
        Check { condition, wanted: true }
    }

    fn must_not(condition: Term) -> Check {
        Check { condition, wanted: false }
    }
}
