//! Which object an input pointer points to is decided when it is followed, before anything else
//! about the address: then it is a plain address, or one with an offset that depends on inputs.

use coax_expr::{BinaryOp, Node, Pool, Term};
use coax_ir::Slot;
use coax_ir::address::{GRANULE_BITS, Region};

use crate::machine::Machine;
use crate::{State, Stop};

/// Below this an address counts as null plus an offset.
const NULL_ZONE: u64 = 1 << 16;

/// What a pointer turned out to point to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// It is no choice between addresses.
    Nothing,
    Null,
    Object,
}

/// A pointer as a choice between addresses.
struct Parts {
    /// The address it is computed from, and whether that depends on inputs.
    origin: Term,
    /// The pointer with that address as it is under the model.
    resolved: Term,
}

impl<'p> Machine<'p> {
    /// Decides what the pointer in a slot points to.
    pub(crate) fn choose(&mut self, state: &mut State<'p>, slot: Slot) -> Result<Chosen, Stop> {
        let Some(term) = state.mark(slot).term.filter(|_| state.undefined(slot) == 0) else {
            return Ok(Chosen::Nothing);
        };
        let symbols = self.symbols();
        if symbols.pool.width(term) != 64 {
            return Ok(Chosen::Nothing);
        }
        let mut value = |pool: &Pool, t: Term| symbols.evaluator.eval(pool, t, &state.path.model);
        let Some(Parts { origin, resolved }) = parts(&mut symbols.pool, term, 0, &mut value) else {
            return Ok(Chosen::Nothing);
        };
        let address = symbols.value(state, origin);
        if symbols.symbolic(origin).is_some() {
            let address = symbols.pool.constant(64, address);
            let here = symbols.pool.eq(origin, address);
            self.decide(state, here)?;
        }
        let resolved = self.symbols().symbolic(resolved);
        state.set_term(slot, resolved);
        Ok(if address == 0 { Chosen::Null } else { Chosen::Object })
    }
}

impl<'p> Machine<'p> {
    /// Decides which function a pointer to one points to. Bytes of an input of unknown type may be a
    /// null pointer; what else they point to is nobody's to say.
    pub(crate) fn settle_callee(&mut self, state: &mut State<'p>, slot: Slot) -> Result<(), Stop> {
        let term = state.mark(slot).term.filter(|_| state.unit.is_some());
        if let Some(term) = term
            && self.choose(state, slot)? == Chosen::Nothing
        {
            let pool = &mut self.symbols().pool;
            let null = pool.constant(pool.width(term), 0);
            let is_null = pool.eq(term, null);
            if !self.decide(state, is_null)? {
                return Err(Stop::Bound("untyped-pointer"));
            }
        }
        self.settle_slot(state, slot)
    }
}

/// Is it null, whatever the inputs?
fn is_null(pool: &Pool, parts: &Parts) -> bool {
    pool.as_constant(parts.origin) == Some(0)
}

/// Takes a pointer apart; `None` if it is not computed from addresses. The term stands for the bits
/// from `shift` on.
fn parts(
    pool: &mut Pool,
    pointer: Term,
    shift: u32,
    value: &mut impl FnMut(&Pool, Term) -> u128,
) -> Option<Parts> {
    match pool.node(pointer) {
        Node::Constant(limbs) => {
            let address = limbs[0] << shift;
            let is_null = address < NULL_ZONE;
            let origin = pool.constant(64, if is_null { 0 } else { address.into() });
            (is_null || Region::of(address).is_some())
                .then_some(Parts { origin, resolved: pointer })
        }
        Node::Ite { condition, then, els } => {
            let holds = value(pool, condition) != 0;
            let (a, b) = (parts(pool, then, shift, value)?, parts(pool, els, shift, value)?);
            let origin = pool.ite(condition, a.origin, b.origin);
            Some(Parts { origin, resolved: if holds { a.resolved } else { b.resolved } })
        }
        Node::Lookup { elements, index } => {
            let elements = elements.to_vec();
            let all: Option<Vec<Parts>> =
                elements.iter().map(|&element| parts(pool, element, shift, value)).collect();
            let all = all?;
            let chosen = (value(pool, index) as usize).min(all.len() - 1);
            let origins: Vec<Term> = all.iter().map(|parts| parts.origin).collect();
            Some(Parts { origin: pool.lookup(&origins, index), resolved: all[chosen].resolved })
        }
        Node::ZeroExtend(inner) => {
            let width = pool.width(pointer);
            let Parts { origin, resolved } = parts(pool, inner, shift, value)?;
            Some(Parts { origin, resolved: pool.zext(resolved, width) })
        }
        // Where an offset cannot reach the bits of the base, their sum has become a concatenation.
        Node::Concat { high, low } => {
            let shift = shift + pool.width(low);
            let Parts { origin, resolved } = parts(pool, high, shift, value)?;
            (shift <= GRANULE_BITS).then(|| Parts { origin, resolved: pool.concat(resolved, low) })
        }
        Node::Binary(BinaryOp::Add, a, b) => {
            let (base, offset) = match (parts(pool, a, shift, value), parts(pool, b, shift, value))
            {
                (Some(base), None) => (base, b),
                (None, Some(base)) => (base, a),
                // A small number is an offset rather than null.
                (Some(base), Some(other)) if is_null(pool, &other) => (base, b),
                (Some(other), Some(base)) if is_null(pool, &other) => (base, a),
                _ => return None,
            };
            Some(Parts { resolved: pool.add(base.resolved, offset), ..base })
        }
        _ => None,
    }
}
