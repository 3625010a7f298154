//! Which objects a pointer is computed from: the constant addresses in its term.
//!
//! An object is known by its addresses ([`coax_ir::address`]), so a pointer is in one of the objects that the sums of the
//! constants it is made of lie in. A sum may have several addresses in it, one taken from another
//! (`t + (end - start)`): constants of different objects are added up while the term is built, and only what is left
//! when all of them are counted says where it points.
//!
//! Invariant: what is computed in ways that no sum is (masks, products, bytes put together) has no known origin; it is
//! never taken for a number that is added.

use std::collections::{BTreeMap, HashMap, HashSet};

use coax_expr::{BinaryOp, Node, Pool, Term};
use coax_ir::address::{END, GRANULE, GRANULE_BITS, Region};

/// From this width on a term may hold an address.
const ADDRESS_WIDTH: u32 = END.ilog2() + 1;
/// How many sums are told apart.
const MOST_SUMS: usize = 4096;
/// How many are added up at once.
const MOST_PAIRS: usize = 1 << 16;

/// A term, and how many bits above the pointer's lowest it stands.
type Part = (Term, u32);

/// What the constants in a term may add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sums {
    /// The least and the largest in every granule, in order.
    constants: Vec<u64>,
    /// One of the constants is an address.
    has_address: bool,
    /// A number is added that is not known.
    is_open: bool,
}

/// The constant addresses that a pointer is computed from, with the constants that are added to them; `None` if
/// part of it has none.
pub(super) fn addresses_in(pool: &Pool, pointer: Term) -> Option<Vec<u64>> {
    let mut known: HashMap<Part, Option<Sums>> = HashMap::new();
    for part in parts_below(pool, (pointer, 0)) {
        let sums = sums(pool, part, &known);
        known.insert(part, sums);
    }
    let sums = known.remove(&(pointer, 0))??;
    (sums.has_address || !sums.is_open).then_some(sums.constants)
}

/// The parts of a term that its constants may be in, operands first.
fn parts_below(pool: &Pool, root: Part) -> Vec<Part> {
    let (mut stack, mut seen) = (vec![root], HashSet::new());
    while let Some(part) = stack.pop() {
        if seen.insert(part) {
            stack.extend(operands(pool, part));
        }
    }
    let mut parts: Vec<Part> = seen.into_iter().collect();
    parts.sort_unstable();
    parts
}

/// Is it too narrow to hold an address?
fn is_number(pool: &Pool, part: Part) -> bool {
    let (term, shift) = part;
    pool.width(term) + shift < ADDRESS_WIDTH
}

/// The operands whose values are part of a term's.
fn operands(pool: &Pool, part: Part) -> Vec<Part> {
    let (term, shift) = part;
    if is_number(pool, part) {
        return Vec::new();
    }
    match pool.node(term) {
        Node::Ite { then, els, .. } => vec![(then, shift), (els, shift)],
        Node::Lookup { elements, .. } => elements.iter().map(|&element| (element, shift)).collect(),
        Node::Concat { high, low } => vec![(high, above(pool, low, shift)), (low, shift)],
        Node::Binary(_, a, b) => vec![(a, shift), (b, shift)],
        Node::ZeroExtend(a) | Node::SignExtend(a) | Node::Neg(a) | Node::Not(a) => vec![(a, shift)],
        Node::Extract { of, .. } => vec![(of, 0)],
        _ => Vec::new(),
    }
}

/// Where what is above a part of a term stands: beyond a pointer's bits, it counts as a word of its own.
fn above(pool: &Pool, low: Term, shift: u32) -> u32 {
    let above = shift + pool.width(low);
    if above < u64::BITS { above } else { 0 }
}

/// What the constants in a term may add up to, by what those of its operands do; `None` if unknown.
fn sums(pool: &Pool, part: Part, known: &HashMap<Part, Option<Sums>>) -> Option<Sums> {
    let (term, shift) = part;
    if let Node::Constant(limbs) = pool.node(term) {
        return Some(Sums::constant(limbs[0] << shift));
    }
    if is_number(pool, part) {
        return Some(Sums::number());
    }
    let of = |part: Part| known.get(&part).cloned().flatten();
    // A sum that wraps around below the pointer's highest bit is none of the pointer's.
    let is_whole = pool.width(term) + shift == u64::BITS;
    match pool.node(term) {
        Node::Ite { .. } | Node::Lookup { .. } => {
            Sums::any(operands(pool, part).into_iter().map(of))
        }
        Node::ZeroExtend(a) => of((a, shift)),
        Node::Binary(BinaryOp::Add, a, b) if is_whole => of((a, shift))?.plus(&of((b, shift))?),
        Node::Binary(BinaryOp::Sub, a, b) if is_whole => {
            of((a, shift))?.plus(&of((b, shift))?.negated())
        }
        Node::Neg(a) if is_whole => Some(of((a, shift))?.negated()),
        // Where an offset cannot reach the bits of the base, their sum has become a concatenation.
        Node::Concat { high, low } if shift + pool.width(low) <= GRANULE_BITS => {
            of((high, above(pool, low, shift)))?.plus(&Sums::number())
        }
        Node::Binary(BinaryOp::And, a, b) if is_low_mask(pool, a) || is_low_mask(pool, b) => {
            Some(Sums::number())
        }
        _ => {
            let is_free = |part: Part| of(part).is_some_and(|sums| !sums.has_address);
            operands(pool, part).into_iter().all(is_free).then(Sums::number)
        }
    }
}

/// Does a mask leave only bits that are the same wherever an object is?
fn is_low_mask(pool: &Pool, mask: Term) -> bool {
    pool.as_constant(mask).is_some_and(|mask| mask < GRANULE.into())
}

impl Sums {
    fn constant(constant: u64) -> Sums {
        Sums {
            constants: vec![constant],
            has_address: Region::of(constant).is_some(),
            is_open: false,
        }
    }

    /// A number that is not known.
    fn number() -> Sums {
        Sums { constants: vec![0], has_address: false, is_open: true }
    }

    fn negated(mut self) -> Sums {
        self.constants.iter_mut().for_each(|constant| *constant = constant.wrapping_neg());
        self
    }

    fn plus(&self, other: &Sums) -> Option<Sums> {
        if self.constants.len() * other.constants.len() > MOST_PAIRS {
            return None;
        }
        let pairs =
            self.constants.iter().flat_map(|a| other.constants.iter().map(|b| a.wrapping_add(*b)));
        Some(Sums {
            constants: extremes(pairs)?,
            has_address: self.has_address || other.has_address,
            is_open: self.is_open || other.is_open,
        })
    }

    /// One of several. If some are addresses and another is a number that is not known, the origin is unknown.
    fn any(several: impl Iterator<Item = Option<Sums>>) -> Option<Sums> {
        let several: Vec<Sums> = several.collect::<Option<_>>()?;
        let has_address = several.iter().any(|sums| sums.has_address);
        if has_address && several.iter().any(|sums| sums.is_open && !sums.has_address) {
            return None;
        }
        let is_open = several.iter().any(|sums| sums.is_open);
        let constants = extremes(several.iter().flat_map(|sums| sums.constants.iter().copied()))?;
        Some(Sums { constants, has_address, is_open })
    }
}

/// The least and the largest in every granule; `None` if they are too many.
fn extremes(constants: impl Iterator<Item = u64>) -> Option<Vec<u64>> {
    let mut granules: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    for constant in constants {
        let (least, most) =
            granules.entry(constant >> GRANULE_BITS).or_insert((constant, constant));
        (*least, *most) = (constant.min(*least), constant.max(*most));
        if granules.len() > MOST_SUMS {
            return None;
        }
    }
    let mut extremes: Vec<u64> =
        granules.into_values().flat_map(|(least, most)| [least, most]).collect();
    extremes.dedup();
    Some(extremes)
}

/// Is there an address of the program's among the constants a pointer is computed from? The term
/// stands `shift` bits above the pointer's lowest.
pub(crate) fn has_address(pool: &Pool, term: Term, shift: u32) -> bool {
    let mut pending = vec![(term, shift)];
    let mut seen = HashSet::new();
    while let Some((term, shift)) = pending.pop() {
        if !seen.insert((term, shift)) {
            continue;
        }
        match pool.node(term) {
            Node::Constant(limbs) if Region::of(limbs[0] << shift).is_some() => return true,
            Node::Binary(BinaryOp::Add, a, b) => pending.extend([(a, shift), (b, shift)]),
            Node::Ite { then, els, .. } => pending.extend([(then, shift), (els, shift)]),
            Node::Lookup { elements, .. } => {
                pending.extend(elements.iter().map(|&element| (element, shift)));
            }
            Node::ZeroExtend(inner) => pending.push((inner, shift)),
            Node::Concat { high, low } if shift + pool.width(low) <= GRANULE_BITS => {
                pending.push((high, shift + pool.width(low)));
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUFFER: u64 = 0x3000_0008_0000;
    const TEXT: u64 = 0x4000_0058_a560;

    /// A pool, three conditions, and a byte as a number of 64 bits.
    fn pool() -> (Pool, [Term; 3], Term) {
        let mut pool = Pool::new();
        let conditions = ["c", "d", "e"].map(|name| {
            let var = pool.new_var(name, 1);
            pool.var(var)
        });
        let byte = pool.new_var("x", 8);
        let byte = pool.var(byte);
        let number = pool.zext(byte, 64);
        (pool, conditions, number)
    }

    /// Null or one of two addresses in a buffer.
    fn found(pool: &mut Pool, [c, d, _]: [Term; 3]) -> Term {
        let [none, first, second] =
            [0, BUFFER + 1, BUFFER + 3].map(|at| pool.constant(64, at.into()));
        let rest = pool.ite(d, second, none);
        pool.ite(c, first, rest)
    }

    #[test]
    fn an_offset_is_counted() {
        let (mut pool, conditions, x) = pool();
        let text = pool.constant(64, TEXT.into());
        let pointer = pool.add(text, x);
        assert_eq!(addresses_in(&pool, pointer), Some(vec![TEXT]));
        let place = found(&mut pool, conditions);
        let pointer = pool.add(place, x);
        assert_eq!(addresses_in(&pool, pointer), Some(vec![0, BUFFER + 1, BUFFER + 3]));
    }

    #[test]
    fn a_difference_of_pointers_into_one_object_is_an_offset() {
        let (mut pool, conditions, x) = pool();
        let place = found(&mut pool, conditions);
        let [buffer, text] = [BUFFER, TEXT].map(|at| pool.constant(64, at.into()));
        let end = pool.add(buffer, x);
        let difference = pool.sub(end, place);
        let pointer = pool.add(text, difference);
        let addresses = addresses_in(&pool, pointer).unwrap();
        assert!(
            addresses.contains(&(TEXT - 1)) && addresses.contains(&(TEXT - 3)),
            "{addresses:x?}"
        );
        assert!(!addresses.contains(&TEXT.wrapping_add(BUFFER - 1)), "{addresses:x?}");
    }

    #[test]
    fn a_number_alone_has_no_address() {
        let (mut pool, [c, ..], x) = pool();
        assert_eq!(addresses_in(&pool, x), None);
        let [seven, text] = [7, TEXT].map(|at| pool.constant(64, at.into()));
        let more = pool.add(x, seven);
        assert_eq!(addresses_in(&pool, more), None);
        let mixed = pool.ite(c, text, more);
        assert_eq!(addresses_in(&pool, mixed), None);
    }

    #[test]
    fn what_is_no_sum_has_no_known_origin() {
        let (mut pool, conditions, x) = pool();
        let place = found(&mut pool, conditions);
        let [text, low, high] = [TEXT, 15, !15].map(|bits| pool.constant(64, bits.into()));
        let aligned = pool.and(place, high);
        assert_eq!(addresses_in(&pool, aligned), None);
        let hidden = pool.xor(place, x);
        let pointer = pool.add(text, hidden);
        assert_eq!(addresses_in(&pool, pointer), None);
        let low = pool.and(place, low);
        let pointer = pool.add(text, low);
        assert_eq!(addresses_in(&pool, pointer), Some(vec![TEXT]));
    }

    #[test]
    fn only_the_ends_of_a_granule_are_kept() {
        let many = (0..1000).map(|at| BUFFER + at).chain([TEXT]);
        assert_eq!(extremes(many), Some(vec![BUFFER, BUFFER + 999, TEXT]));
    }
}
