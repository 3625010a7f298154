//! Numbers that the SMT solver cannot settle in its time: floats and products.
//!
//! Intervals ([`icp`]) prove that there is no model, or narrow where one can be; a search
//! ([`search`]) guesses and improves. What either finds is evaluated before it is believed.

pub mod icp;
mod random;
pub mod range;
mod sample;
pub mod search;
pub(crate) mod small;

use coax_deadline::Deadline;
use coax_expr::{Assignment, BinaryOp, FloatOp, FloatUnary, Node, OverflowOp, Pool, Term, Var};

use icp::Boxes;
use range::Range;
use search::Search;

pub use sample::Guesses;
pub(crate) use sample::Sampler;

/// How many revisions of terms intervals may take for a question, and how many parts they leave.
pub(crate) const WORK: u64 = 40_000;
pub(crate) const PIECES: usize = 8;

/// How long a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Before slower ways are tried.
    Little,
    /// After that.
    Much,
}

impl Effort {
    /// So many times what one search gets.
    pub(crate) fn times(self, times: u64) -> Evaluations {
        let (terms, most) = match self {
            Effort::Little => (1_000_000, 6_000),
            Effort::Much => (6_000_000, 60_000),
        };
        Evaluations { terms: terms * times, most: most * times }
    }
}

/// How often conjuncts may be evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluations {
    /// Terms that are evaluated in all.
    terms: u64,
    /// Evaluations of all conjuncts, if they have few terms.
    most: u64,
}

/// Where a search begins, and where it looks.
pub(crate) struct SearchSpace<'a> {
    /// The current model: the first point.
    pub(crate) model: &'a Assignment,
    /// Values of other points to begin at.
    pub(crate) starts: &'a [Vec<(Var, u64)>],
    /// The parts that intervals left; none if all values are possible.
    pub(crate) boxes: &'a [Boxes],
}

/// A model of the conjuncts, looked for in each of the parts that intervals left, unless the
/// deadline comes in between.
pub(crate) fn search(
    pool: &Pool,
    conjuncts: &[Term],
    space: &SearchSpace<'_>,
    allowed: Evaluations,
    seed: u64,
    deadline: &Deadline,
) -> Option<Vec<(Var, u64)>> {
    let whole: Vec<Vec<(Term, Range)>> = match space.boxes {
        [] => vec![Vec::new()],
        boxes => boxes.iter().map(|boxes| boxes.leaves().collect()).collect(),
    };
    let terms = pool.below(conjuncts).len() as u64;
    let evaluations =
        (allowed.terms / terms.max(1)).clamp(1_000, allowed.most) / whole.len() as u64;
    let SearchSpace { model, starts, .. } = *space;
    whole.iter().zip(seed..).take_while(|_| !deadline.is_over()).find_map(|(ranges, seed)| {
        Search { pool, conjuncts, model, starts, ranges, evaluations, seed, deadline }.run()
    })
}

/// How hard floats make it for the SMT solver: about tens of thousands of gates.
pub(crate) fn float_work(pool: &Pool, terms: &[Term]) -> u64 {
    let work = |&t: &Term| match pool.node(t) {
        Node::Float(FloatOp::Add | FloatOp::Sub, ..) => 1,
        Node::Float(FloatOp::Mul, ..) => 2,
        Node::Float(FloatOp::Div, ..) | Node::FloatUnary(FloatUnary::Sqrt, ..) | Node::Fma(..) => 4,
        Node::Float(FloatOp::Rem, ..) => 100,
        _ => 0,
    };
    match terms.iter().any(|&t| pool.has_float(t)) {
        true => pool.below(terms).iter().map(work).sum(),
        false => 0,
    }
}

/// Is one of these about floats, or about products and quotients of values that depend on inputs?
pub(crate) fn is_nonlinear(pool: &Pool, terms: &[Term]) -> bool {
    let hard = |&t: &Term| match pool.node(t) {
        Node::Binary(BinaryOp::Mul, a, b)
        | Node::Overflow(OverflowOp::Smul | OverflowOp::Umul, a, b) => {
            !pool.is_constant(a) && !pool.is_constant(b)
        }
        Node::Binary(BinaryOp::Udiv | BinaryOp::Urem | BinaryOp::Sdiv | BinaryOp::Srem, _, b) => {
            !pool.is_constant(b)
        }
        _ => false,
    };
    terms.iter().any(|&t| pool.has_float(t)) || pool.below(terms).iter().any(hard)
}
