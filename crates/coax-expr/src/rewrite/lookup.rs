//! Rules for tables.

use super::{Rule, Tabling, rules};
use crate::pool::Pool;
use crate::term::{Node, Term};

pub(crate) const LOOKUP: &[Rule<Tabling>] =
    rules![lookup_equal_tail, lookup_zext_index, lookup_of_two];

/// The elements an index of a width can reach.
pub(crate) fn reachable(elements: &[Term], index_width: u32) -> &[Term] {
    let reach = 1usize.checked_shl(index_width).unwrap_or(usize::MAX);
    &elements[..elements.len().min(reach)]
}

/// match:  table[i] whose last elements are equal, maybe all of them
/// result: the table without the repetitions, or the one element
fn lookup_equal_tail(pool: &mut Pool, elements: &[Term], index: Term) -> Option<Term> {
    let last = *elements.last()?;
    let kept = elements.iter().rposition(|&element| element != last).map_or(1, |place| place + 2);
    match kept {
        1 => Some(last),
        _ => (kept < elements.len()).then(|| pool.lookup(&elements[..kept], index)),
    }
}

/// match:  table[zext(x)]
/// result: table[x]
fn lookup_zext_index(pool: &mut Pool, elements: &[Term], index: Term) -> Option<Term> {
    let Node::ZeroExtend(x) = pool.node(index) else { return None };
    Some(pool.lookup(elements, x))
}

/// match:  table[i] of two elements
/// result: i == 0 ? the first : the second
fn lookup_of_two(pool: &mut Pool, elements: &[Term], index: Term) -> Option<Term> {
    let &[first, second] = elements else { return None };
    let zero = pool.zero(pool.width(index));
    let is_first = pool.eq(index, zero);
    Some(pool.ite(is_first, first, second))
}
