//! How large a term is for the back end: an estimate of the gates it becomes.
//!
//! Turning terms into gates cannot be interrupted, so a time limit alone does not keep a question
//! short. Some two million gates take a second.

use coax_expr::{BinaryOp, Node, OverflowOp, Pool, Term};

/// The most gates of one question.
pub const MOST: u64 = 10_000_000;

/// What one term adds to its operands.
pub fn of_term(pool: &Pool, term: Term) -> u64 {
    let width = u64::from(pool.width(term));
    let operand_width = |operand: Term| u64::from(pool.width(operand));
    match pool.node(term) {
        Node::Constant(_)
        | Node::Var(_)
        | Node::Not(_)
        | Node::Concat { .. }
        | Node::Extract { .. }
        | Node::ZeroExtend(_)
        | Node::SignExtend(_) => 0,
        Node::Neg(_) => 10 * width,
        Node::Binary(op, a, b) => of_operator(pool, op, width, a, b),
        Node::Compare(_, a, _) => 6 * operand_width(a),
        Node::Overflow(OverflowOp::Smul | OverflowOp::Umul, a, _) => 12 * operand_width(a).pow(2),
        Node::Overflow(_, a, _) => 10 * operand_width(a),
        Node::Ite { .. } => 3 * width,
        Node::Lookup { elements, .. } => 3 * width * elements.len() as u64,
        Node::Apply { args, .. } => 10 * args.iter().map(|&arg| operand_width(arg)).sum::<u64>(),
        Node::Float(..) | Node::FloatUnary(..) => 20 * width.pow(2),
        Node::Fma(..) => 40 * width.pow(2),
        Node::FloatCompare(_, _, a, _) => 20 * operand_width(a),
        Node::FloatToFloat { of, .. }
        | Node::IntToFloat { of, .. }
        | Node::FloatToInt { of, .. } => 100 * operand_width(of).max(width),
    }
}

fn of_operator(pool: &Pool, op: BinaryOp, width: u64, a: Term, b: Term) -> u64 {
    match op {
        BinaryOp::And | BinaryOp::Or => width,
        BinaryOp::Xor => 3 * width,
        BinaryOp::Add | BinaryOp::Sub => 14 * width,
        BinaryOp::Shl | BinaryOp::Lshr | BinaryOp::Ashr => match pool.as_constant(b) {
            Some(_) => 0,
            None => 3 * width * u64::from(width.ilog2() + 1),
        },
        BinaryOp::Mul => {
            let constant = pool.as_constant(a).or(pool.as_constant(b));
            let rows = constant.map_or(width, |value| u64::from(value.count_ones()));
            14 * width * rows
        }
        BinaryOp::Udiv | BinaryOp::Urem | BinaryOp::Sdiv | BinaryOp::Srem => 20 * width.pow(2),
    }
}
