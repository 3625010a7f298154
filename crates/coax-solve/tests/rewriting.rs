//! Rewriting proved right at 64 bits, rule by rule through what the constructors do.
//!
//! A rule fires because an operand is a constant or occurs twice. So each term is built twice: once as
//! it is, rewritten; and once with a variable of its own for every constant and every repeated operand,
//! where there is nothing to rewrite. Tied together by equalities, the two must be equal: the back end
//! has to refute the contrary. Every pair of operators is tried, with the constants rules look for.

use std::time::Duration;

use coax_expr::{Assignment, BinaryOp, CompareOp, Node, OverflowOp, Pool, Term};
use coax_solve::backend::bitwuzla::Reuse;
use coax_solve::{Answer, Conditions, Options, Solver};

/// An operator with two operands of one width.
#[derive(Clone, Copy, Debug)]
enum Op {
    Binary(BinaryOp),
    Compare(CompareOp),
    Overflow(OverflowOp),
    Concat,
    /// The second operand is ignored.
    Unary(Unary),
}

#[derive(Clone, Copy, Debug)]
enum Unary {
    Not,
    Neg,
    ZeroExtend,
    SignExtend,
    Low,
    High,
    Middle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    X,
    Y,
    Constant(u64),
}

fn all_ops() -> Vec<Op> {
    use Unary::{High, Low, Middle, Neg, Not, SignExtend, ZeroExtend};
    let unary = [Not, Neg, ZeroExtend, SignExtend, Low, High, Middle];
    let binary = BinaryOp::ALL.into_iter().map(Op::Binary);
    binary
        .chain(CompareOp::ALL.into_iter().map(Op::Compare))
        .chain(OverflowOp::ALL.into_iter().map(Op::Overflow))
        .chain([Op::Concat])
        .chain(unary.into_iter().map(Op::Unary))
        .collect()
}

/// Multipliers and dividers are proved equal at a width where that is possible.
fn is_hard(op: Op) -> bool {
    use BinaryOp::{Mul, Sdiv, Srem, Udiv, Urem};
    matches!(
        op,
        Op::Binary(Mul | Udiv | Urem | Sdiv | Srem)
            | Op::Overflow(OverflowOp::Smul | OverflowOp::Umul)
    )
}

fn apply(pool: &mut Pool, op: Op, a: Term, b: Term) -> Term {
    let width = pool.width(a);
    let b = pool.resize(b, width);
    match op {
        Op::Binary(op) => pool.binary(op, a, b),
        Op::Compare(op) => pool.compare(op, a, b),
        Op::Overflow(op) => pool.overflow(op, a, b),
        Op::Concat => pool.concat(a, b),
        Op::Unary(Unary::Not) => pool.not(a),
        Op::Unary(Unary::Neg) => pool.neg(a),
        Op::Unary(Unary::ZeroExtend) => pool.zext(a, width + 32),
        Op::Unary(Unary::SignExtend) => pool.sext(a, width + 32),
        Op::Unary(Unary::Low) => pool.extract(a, width / 2, 0),
        Op::Unary(Unary::High) => pool.extract(a, width - 1, width / 2),
        Op::Unary(Unary::Middle) => pool.extract(a, width - 1 - width / 4, width / 4),
    }
}

/// `outer(inner(a, b), c)`, and the same with untied leaves and the equalities that tie them.
struct Pair {
    rewritten: Term,
    plain: Term,
    ties: Conditions,
}

fn build(pool: &mut Pool, inner: Op, outer: Op, leaves: [Leaf; 3], swap: bool, width: u32) -> Pair {
    let (x, y) = (pool.new_var("x", width), pool.new_var("y", width));
    let (x, y) = (pool.var(x), pool.var(y));
    let mut ties = Conditions::new();
    let mut known = Vec::new();
    let mut free = Vec::new();
    for leaf in leaves {
        let term = match leaf {
            Leaf::X => x,
            Leaf::Y => y,
            Leaf::Constant(value) => pool.constant(width, value.into()),
        };
        // Named like what it stands for, so that terms of the same shape read the same.
        let name = pool.display(term).to_string();
        let var = pool.new_var(&name, width);
        let var = pool.var(var);
        let tie = pool.eq(var, term);
        ties.add(pool, tie);
        known.push(term);
        free.push(var);
    }
    let mut whole = |leaves: &[Term]| {
        let part = apply(pool, inner, leaves[0], leaves[1]);
        if swap {
            let last = pool.resize(leaves[2], pool.width(part));
            apply(pool, outer, last, part)
        } else {
            apply(pool, outer, part, leaves[2])
        }
    };
    Pair { rewritten: whole(&known), plain: whole(&free), ties }
}

fn prove(solver: &mut Solver, pool: &mut Pool, mut pair: Pair, what: &str) {
    if pool.display(pair.rewritten).to_string() == pool.display(pair.plain).to_string() {
        return; // Nothing was rewritten.
    }
    let differ = pool.ne(pair.rewritten, pair.plain);
    // Everything 0 satisfies the ties unless a constant is not 0.
    let mut model = Assignment::new();
    for tie in pair.ties.iter() {
        if let Node::Compare(_, var, value) = pool.node(tie)
            && let (&[var], Some(value)) = (pool.vars(var), pool.as_constant(value))
        {
            model.set(var, value as u64);
        }
    }
    let answer = solver.find(pool, &mut pair.ties, differ, &model);
    assert_eq!(answer, Answer::Unsat, "{what}: {}", pool.display(pair.rewritten));
}

fn constants(width: u32) -> [u64; 6] {
    let all = u64::MAX >> (64 - width);
    [0, 1, all, 1 << (width - 1), 4, 0xFF]
}

/// Proves one operator around every other, for every choice of leaves.
fn prove_around(outer: Op) {
    let mut pool = Pool::new();
    let options = Options { query_time: Duration::from_secs(60), seed: 0, ..Options::default() };
    let mut solver = Solver::bare(options, Reuse { contexts: 0, tail: 0, ..Reuse::default() });
    for inner in all_ops() {
        let width = if is_hard(inner) || is_hard(outer) { 6 } else { 64 };
        let mut leaves = vec![Leaf::X, Leaf::Y];
        leaves.extend(
            constants(width).map(|value| Leaf::Constant(value & (u64::MAX >> (64 - width)))),
        );
        for &b in &leaves {
            for &c in &leaves {
                for swap in [false, true] {
                    let pair = build(&mut pool, inner, outer, [Leaf::X, b, c], swap, width);
                    let what = format!("{outer:?} of {inner:?} with {b:?} and {c:?}, {swap}");
                    prove(&mut solver, &mut pool, pair, &what);
                }
            }
        }
    }
}

#[test]
fn around_logic() {
    for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
        prove_around(Op::Binary(op));
    }
}

#[test]
fn around_arithmetic() {
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
        prove_around(Op::Binary(op));
    }
}

#[test]
fn around_division() {
    for op in [BinaryOp::Udiv, BinaryOp::Urem, BinaryOp::Sdiv, BinaryOp::Srem] {
        prove_around(Op::Binary(op));
    }
}

#[test]
fn around_shifts() {
    for op in [BinaryOp::Shl, BinaryOp::Lshr, BinaryOp::Ashr] {
        prove_around(Op::Binary(op));
    }
}

#[test]
fn around_relations() {
    for op in CompareOp::ALL {
        prove_around(Op::Compare(op));
    }
}

#[test]
fn around_overflow() {
    for op in OverflowOp::ALL {
        prove_around(Op::Overflow(op));
    }
}

#[test]
fn around_parts_and_extensions() {
    prove_around(Op::Concat);
    for op in all_ops().into_iter().filter(|op| matches!(op, Op::Unary(_))) {
        prove_around(op);
    }
}
