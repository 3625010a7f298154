//! Which object an input pointer points to is decided when it is followed, before anything else
//! about the address: then it is a plain address, or one with an offset that depends on inputs.

use coax_expr::{BinaryOp, Node, Pool, Term};
use coax_ir::Slot;
use coax_ir::address::{GRANULE_BITS, Region};
use coax_kinds::Incomplete;

use crate::layers::UnitRun;
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

impl<'p> UnitRun<'_, 'p> {
    /// Decides what the pointer in a slot points to.
    pub fn choose(&mut self, state: &mut State<'p>, slot: Slot) -> Result<Chosen, Stop> {
        let Some(term) = state.mark(slot).term.filter(|_| state.undefined(slot) == 0) else {
            return Ok(Chosen::Nothing);
        };
        let symbols = self.symbols();
        if symbols.pool.width(term) != 64 {
            return Ok(Chosen::Nothing);
        }
        let Some(term) = self.as_pointer(state, term)? else { return Ok(Chosen::Nothing) };
        let symbols = self.symbols();
        let Some(origin) = origin(&mut symbols.pool, term, 0) else { return Ok(Chosen::Nothing) };
        self.lead_onwards(state, origin)?;
        let symbols = self.symbols();
        let address = symbols.value(state, origin) as u64;
        if symbols.symbolic(origin).is_some() {
            let address = symbols.pool.constant(64, address.into());
            let here = symbols.pool.eq(origin, address);
            self.decide(state, here)?;
        }
        let symbols = self.symbols();
        let resolved = resolved(&mut symbols.pool, term, 0, address).unwrap_or(term);
        let resolved = symbols.symbolic(resolved);
        state.set_term(slot, resolved);
        Ok(if address == 0 { Chosen::Null } else { Chosen::Object })
    }
}

impl<'p> UnitRun<'_, 'p> {
    /// Decides which function a pointer to one points to. Bytes of an input of unknown type may be a
    /// null pointer; what else they point to is unknown.
    pub(crate) fn decide_callee(&mut self, state: &mut State<'p>, slot: Slot) -> Result<(), Stop> {
        let term = state.mark(slot).term.filter(|_| state.above.unit.is_some());
        if let Some(term) = term
            && self.choose(state, slot)? == Chosen::Nothing
        {
            let pool = &mut self.symbols().pool;
            let null = pool.constant(pool.width(term), 0);
            let is_null = pool.eq(term, null);
            if !self.decide(state, is_null)? {
                return Err(Stop::Bound(Incomplete::UntypedPointer));
            }
        }
        self.decide_slot(state, slot)
    }
}

/// The address that a constant is computed from: itself, or null if it is small.
fn origin_of_constant(constant: u64, shift: u32) -> Option<u64> {
    let address = constant << shift;
    match address < NULL_ZONE {
        true => Some(0),
        false => Region::of(address).map(|_| address),
    }
}

/// The address that a pointer is computed from; `None` if it is not computed from addresses. The
/// term stands for the bits from `shift` on.
fn origin(pool: &mut Pool, pointer: Term, shift: u32) -> Option<Term> {
    match pool.node(pointer) {
        Node::Constant(limbs) => {
            let address = origin_of_constant(limbs[0], shift)?;
            Some(pool.constant(64, address.into()))
        }
        Node::Ite { condition, then, els } => {
            let (a, b) = (origin(pool, then, shift)?, origin(pool, els, shift)?);
            Some(pool.ite(condition, a, b))
        }
        Node::Lookup { elements, index } => {
            let elements = elements.to_vec();
            let origins: Option<Vec<Term>> =
                elements.iter().map(|&element| origin(pool, element, shift)).collect();
            Some(pool.lookup(&origins?, index))
        }
        Node::ZeroExtend(inner) => origin(pool, inner, shift),
        // Where an offset cannot reach the bits of the base, their sum has become a concatenation.
        Node::Concat { high, low } => {
            let shift = shift + pool.width(low);
            if shift <= GRANULE_BITS { origin(pool, high, shift) } else { None }
        }
        Node::Binary(BinaryOp::Add, a, b) => based(pool, a, b, shift).map(|(_, _, origin)| origin),
        _ => None,
    }
}

/// Which of two terms that are added is the pointer, which the offset, and what the pointer is computed
/// from.
fn based(pool: &mut Pool, a: Term, b: Term, shift: u32) -> Option<(Term, Term, Term)> {
    let is_null = |pool: &Pool, origin: Term| pool.as_constant(origin) == Some(0);
    match (origin(pool, a, shift), origin(pool, b, shift)) {
        (Some(origin), None) => Some((a, b, origin)),
        (None, Some(origin)) => Some((b, a, origin)),
        // A small number is an offset rather than null.
        (Some(origin), Some(other)) if is_null(pool, other) => Some((a, b, origin)),
        (Some(other), Some(origin)) if is_null(pool, other) => Some((b, a, origin)),
        _ => None,
    }
}

/// A pointer, given that it is computed from `address`; `None` if it cannot be.
fn resolved(pool: &mut Pool, pointer: Term, shift: u32, address: u64) -> Option<Term> {
    match pool.node(pointer) {
        Node::Constant(limbs) => {
            (origin_of_constant(limbs[0], shift)? == address).then_some(pointer)
        }
        Node::Ite { condition, then, els } => {
            match (resolved(pool, then, shift, address), resolved(pool, els, shift, address)) {
                (Some(a), Some(b)) => Some(pool.ite(condition, a, b)),
                (a, b) => a.or(b),
            }
        }
        Node::Lookup { elements, index } => {
            let elements = elements.to_vec();
            let all: Vec<Option<Term>> =
                elements.iter().map(|&element| resolved(pool, element, shift, address)).collect();
            let any = all.iter().copied().flatten().next()?;
            let all: Vec<Term> = all.into_iter().map(|one| one.unwrap_or(any)).collect();
            Some(pool.lookup(&all, index))
        }
        Node::ZeroExtend(inner) => {
            let (width, inner) = (pool.width(pointer), resolved(pool, inner, shift, address)?);
            Some(pool.zext(inner, width))
        }
        Node::Concat { high, low } => {
            let high = resolved(pool, high, shift + pool.width(low), address)?;
            Some(pool.concat(high, low))
        }
        Node::Binary(BinaryOp::Add, a, b) => {
            let (base, offset, _) = based(pool, a, b, shift)?;
            let base = resolved(pool, base, shift, address)?;
            Some(pool.add(base, offset))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of two elements of an object, or one of another object.
    #[test]
    fn a_chosen_object_leaves_the_place_in_it_open() {
        let mut pool = Pool::new();
        let [first, second] = ["first", "second"].map(|name| {
            let var = pool.new_var(name, 1);
            pool.var(var)
        });
        let [low, high] = ["low", "high"].map(|name| {
            let var = pool.new_var(name, 64);
            pool.var(var)
        });
        let [one, other] = [4 << 44, 5 << 44];
        let [object, elsewhere] = [one, other].map(|base: u64| pool.constant(64, base.into()));
        let (at_low, at_high) = (pool.add(object, low), pool.add(object, high));
        let rest = pool.ite(second, at_high, elsewhere);
        let pointer = pool.ite(first, at_low, rest);
        let either = pool.ite(first, at_low, at_high);
        assert_eq!(resolved(&mut pool, pointer, 0, one), Some(either));
        assert_eq!(resolved(&mut pool, pointer, 0, other), Some(elsewhere));
        assert_eq!(resolved(&mut pool, pointer, 0, 0), None);
    }

    #[test]
    fn a_choice_between_numbers_stays_one() {
        let mut pool = Pool::new();
        let wide = pool.new_var("wide", 1);
        let wide = pool.var(wide);
        let (more, less) = (pool.constant(64, 20), pool.constant(64, 16));
        let size = pool.ite(wide, more, less);
        assert!(origin(&mut pool, size, 0).is_some_and(|origin| pool.is_constant(origin)));
        assert_eq!(resolved(&mut pool, size, 0, 0), Some(size));
    }
}
