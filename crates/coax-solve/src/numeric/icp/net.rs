//! The terms of a question as a net: each once, in the order of their ids, so that operands come
//! before what is made of them.

use std::collections::HashMap;

use coax_expr::{BinaryOp, CompareOp, Node, OverflowOp, Pool, Term};

use super::functions::Known;
use super::value::{Value, format_of};

/// How a leaf is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    Natural,
    Signed,
    Float,
}

/// A term with what is needed to revise it.
pub struct TermNode<'p> {
    pub term: Term,
    pub node: Node<'p>,
    /// Where the operands are, in the order of [`Node::for_each_operand`].
    pub args: Vec<usize>,
    /// What is made of it.
    pub users: Vec<usize>,
    pub is_float: bool,
    /// Are it and its operands at most 64 bits wide?
    pub is_word: bool,
    /// For a sum, difference or product: the conditions that it wraps around, as natural and as
    /// signed numbers.
    pub wraps: [Option<usize>; 2],
    /// For an absolute value: that of what.
    pub magnitude_of: Option<usize>,
    /// For an application: the function, if its behaviour is known.
    pub function: Option<Known>,
}

/// All terms of a question.
pub struct Net<'p> {
    pub pool: &'p Pool,
    pub places: Vec<TermNode<'p>>,
    pub conjuncts: Vec<usize>,
    pub leaves: Vec<(usize, Reading)>,
    /// Conditions on which others hang that are not simply required: parts of disjunctions, choices.
    pub choices: Vec<usize>,
}

impl<'p> Net<'p> {
    pub fn new(pool: &'p Pool, conjuncts: &[Term]) -> Net<'p> {
        let terms = reachable(pool, conjuncts);
        let index: HashMap<Term, usize> =
            terms.iter().enumerate().map(|(place, &term)| (term, place)).collect();
        let mut places: Vec<TermNode<'p>> =
            terms.iter().map(|&term| place(pool, term, &index)).collect();
        for user in 0..places.len() {
            for arg in places[user].args.clone() {
                if places[arg].users.last() != Some(&user) {
                    places[arg].users.push(user);
                }
            }
        }
        link_magnitudes(pool, &mut places);
        mark_floats(pool, &mut places);
        link_overflows(&mut places);
        let conjuncts: Vec<usize> = conjuncts.iter().map(|term| index[term]).collect();
        let leaves = leaves(pool, &places, &conjuncts);
        let choices = choices(&places);
        Net { pool, places, conjuncts, leaves, choices }
    }

    /// What each term is before anything is known.
    pub fn start(&self) -> Vec<Value> {
        let value = |place: &TermNode<'_>| match place.node {
            Node::Constant(limbs) if self.pool.width(place.term) <= 64 => {
                Value::exactly(self.pool.width(place.term), limbs[0], place.is_float)
            }
            _ => Value::any(self.pool.width(place.term), place.is_float),
        };
        self.places.iter().map(value).collect()
    }
}

fn reachable(pool: &Pool, conjuncts: &[Term]) -> Vec<Term> {
    let mut seen: std::collections::HashSet<Term> = conjuncts.iter().copied().collect();
    let mut terms: Vec<Term> = seen.iter().copied().collect();
    let mut next = 0;
    while next < terms.len() {
        pool.node(terms[next]).for_each_operand(|operand| {
            if seen.insert(operand) {
                terms.push(operand);
            }
        });
        next += 1;
    }
    terms.sort_unstable();
    terms
}

fn place<'p>(pool: &'p Pool, term: Term, index: &HashMap<Term, usize>) -> TermNode<'p> {
    let node = pool.node(term);
    let mut args = Vec::new();
    let mut is_word = pool.width(term) <= 64;
    node.for_each_operand(|operand| {
        args.push(index[&operand]);
        is_word &= pool.width(operand) <= 64;
    });
    let function = match node {
        Node::Apply { function, .. } => Known::of(pool, function),
        _ => None,
    };
    let is_float = makes_float(&node) || function.is_some();
    TermNode {
        term,
        node,
        args,
        users: Vec::new(),
        is_float,
        is_word,
        wraps: [None; 2],
        magnitude_of: None,
        function,
    }
}

fn makes_float(node: &Node<'_>) -> bool {
    matches!(
        node,
        Node::Float(..)
            | Node::FloatUnary(..)
            | Node::Fma(..)
            | Node::FloatToFloat { .. }
            | Node::IntToFloat { .. }
    )
}

fn takes_floats(place: &TermNode<'_>) -> bool {
    place.function.is_some()
        || matches!(
            place.node,
            Node::Float(..)
                | Node::FloatUnary(..)
                | Node::Fma(..)
                | Node::FloatToFloat { .. }
                | Node::FloatCompare(..)
                | Node::FloatToInt { .. }
        )
}

/// Does a bit operation flip the sign of a float?
pub fn flips_sign(pool: &Pool, node: &Node<'_>) -> bool {
    let &Node::Binary(BinaryOp::Xor, a, b) = node else { return false };
    let width = pool.width(a);
    format_of(width).is_some() && pool.as_constant(b) == Some(1 << (width - 1))
}

/// Bits `low..=high` of a term that is no concatenation.
type Piece = (Term, u32, u32);

/// What a term is put together of, most significant first.
fn put_together(pool: &Pool, term: Term) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match pool.node(term) {
            Node::Concat { high, low } => pending.extend([low, high]),
            Node::Extract { of, high, low } => found.push((of, high, low)),
            _ => found.push((term, pool.width(term) - 1, 0)),
        }
    }
    found
}

fn without_top_bit(mut pieces: Vec<Piece>) -> Vec<Piece> {
    match pieces[0] {
        (_, high, low) if high == low => drop(pieces.remove(0)),
        (term, high, low) => pieces[0] = (term, high - 1, low),
    }
    pieces
}

/// Finds the absolute values. Clearing the sign of `x` is stored as its other bits with a zero above,
/// where `x` itself may be put together of bytes.
fn link_magnitudes(pool: &Pool, places: &mut [TermNode<'_>]) {
    let inner = |place: &TermNode<'_>| match place.node {
        Node::ZeroExtend(inner) => {
            let width = pool.width(place.term);
            (format_of(width).is_some() && pool.width(inner) + 1 == width).then_some(inner)
        }
        _ => None,
    };
    if !places.iter().any(|place| inner(place).is_some()) {
        return;
    }
    let floats = places.iter().enumerate().filter(|(_, place)| {
        format_of(pool.width(place.term)).is_some() && !matches!(place.node, Node::Constant(_))
    });
    let by_pieces: HashMap<Vec<Piece>, usize> =
        floats.map(|(at, place)| (without_top_bit(put_together(pool, place.term)), at)).collect();
    for at in 0..places.len() {
        let Some(inner) = inner(&places[at]) else { continue };
        let Some(&of) = by_pieces.get(&put_together(pool, inner)) else { continue };
        if of != at {
            places[at].magnitude_of = Some(of);
            places[of].users.push(at);
        }
    }
}

/// Terms that floats are made of without arithmetic are floats too.
fn mark_floats(pool: &Pool, places: &mut [TermNode<'_>]) {
    for user in (0..places.len()).rev() {
        let args = places[user].args.clone();
        let passed: &[usize] = match places[user].node {
            _ if takes_floats(&places[user]) => &args,
            Node::Ite { .. } | Node::Lookup { .. } if places[user].is_float => &args[1..],
            Node::Binary(..) if places[user].is_float && flips_sign(pool, &places[user].node) => {
                &args
            }
            _ => &[],
        };
        let magnitude = places[user].magnitude_of.filter(|_| places[user].is_float);
        for &arg in passed.iter().chain(&magnitude) {
            places[arg].is_float |= format_of(pool.width(places[arg].term)).is_some();
        }
    }
}

/// Tells every sum, difference and product which condition says that it wraps around.
fn link_overflows(places: &mut [TermNode<'_>]) {
    let mut conditions = HashMap::new();
    for (place, TermNode { node, .. }) in places.iter().enumerate() {
        let (op, signed, a, b) = match *node {
            Node::Overflow(op, a, b) => {
                let (op, signed) = match op {
                    OverflowOp::Sadd => (BinaryOp::Add, true),
                    OverflowOp::Ssub => (BinaryOp::Sub, true),
                    OverflowOp::Smul => (BinaryOp::Mul, true),
                    OverflowOp::Uadd => (BinaryOp::Add, false),
                    OverflowOp::Umul => (BinaryOp::Mul, false),
                };
                (op, signed, a, b)
            }
            Node::Compare(CompareOp::Ult, a, b) => (BinaryOp::Sub, false, a, b),
            _ => continue,
        };
        conditions.insert((op, signed, a, b), place);
    }
    for place in places.iter_mut() {
        if let Node::Binary(op, a, b) = place.node {
            let wraps = |signed: bool| conditions.get(&(op, signed, a, b)).copied();
            place.wraps = [wraps(false), wraps(true)];
        }
    }
    for user in 0..places.len() {
        for condition in places[user].wraps.into_iter().flatten() {
            places[condition].users.push(user);
        }
    }
}

/// The numbers a question is about: variables, or pieces of them put together, as they enter the
/// first operation.
fn leaves(pool: &Pool, places: &[TermNode<'_>], conjuncts: &[usize]) -> Vec<(usize, Reading)> {
    let mut raw = vec![false; places.len()];
    for (place, TermNode { node, args, is_word, .. }) in places.iter().enumerate() {
        raw[place] = match node {
            Node::Var(_) => true,
            Node::Concat { .. } | Node::Extract { .. } => {
                *is_word && args.iter().all(|&arg| raw[arg])
            }
            _ => false,
        };
    }
    let mut is_used = vec![false; places.len()];
    conjuncts.iter().for_each(|&conjunct| is_used[conjunct] = true);
    for (place, _) in places.iter().zip(&raw).filter(|&(_, &is_raw)| !is_raw) {
        match place.magnitude_of {
            // An absolute value is that of its float, not of the float's lower bits.
            Some(of) => is_used[of] = true,
            None => place.args.iter().for_each(|&arg| is_used[arg] = true),
        }
    }
    let reading = |place: usize| match () {
        () if places[place].is_float => Reading::Float,
        () if places[place].users.iter().any(|&user| reads_signed(&places[user].node)) => {
            Reading::Signed
        }
        () => Reading::Natural,
    };
    let found = (0..places.len()).filter(|&place| raw[place] && is_used[place]);
    found
        .filter(|&place| pool.width(places[place].term) <= 64)
        .map(|place| (place, reading(place)))
        .collect()
}

fn reads_signed(node: &Node<'_>) -> bool {
    matches!(
        node,
        Node::Compare(CompareOp::Slt | CompareOp::Sle, ..)
            | Node::Overflow(OverflowOp::Sadd | OverflowOp::Ssub | OverflowOp::Smul, ..)
            | Node::Binary(BinaryOp::Sdiv | BinaryOp::Srem | BinaryOp::Ashr, ..)
            | Node::SignExtend(_)
            | Node::IntToFloat { signed: true, .. }
    )
}

fn choices(places: &[TermNode<'_>]) -> Vec<usize> {
    let mut choices: Vec<usize> = places
        .iter()
        .filter(|place| place.is_word)
        .flat_map(|place| match place.node {
            Node::Ite { .. } => &place.args[..1],
            Node::Binary(BinaryOp::Or | BinaryOp::And, ..) => &place.args[..],
            _ => &[],
        })
        .copied()
        .collect();
    choices.sort_unstable();
    choices.dedup();
    choices
}
