//! Small numbers in place of large ones, where a question leaves the choice.

use coax_expr::{Assignment, Evaluator, Node, Pool, Term, Var};

use super::sample::{Kind, bits, kinds};

/// What is tried, the best first.
const NUMBERS: [i64; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, 10];

/// The most variables that are made small.
const MOST: usize = 8;

/// A model of `wanted` with small values for the variables that applications are given, one after the
/// other; `model` is one.
pub fn smaller(
    pool: &Pool,
    evaluator: &mut Evaluator,
    applications: &[Term],
    wanted: &[Term],
    mut model: Assignment,
) -> Assignment {
    let kinds = kinds(pool, &[applications, wanted].concat());
    let mut holds = |model: &Assignment| {
        evaluator.begin();
        wanted.iter().all(|&t| evaluator.holds(pool, t, model))
    };
    for var in given(pool, applications).into_iter().take(MOST) {
        let kind = kinds.get(&var).copied().unwrap_or(Kind::Integer);
        let small = NUMBERS.iter().map(|&number| value(pool.var_width(var), kind, number));
        let better = small.map(|value| model.merged(&[(var, value)])).find(|model| holds(model));
        model = better.unwrap_or(model);
    }
    model
}

/// The variables in arguments of applications.
fn given(pool: &Pool, applications: &[Term]) -> Vec<Var> {
    let mut vars: Vec<Var> = Vec::new();
    for &application in applications {
        let Node::Apply { args, .. } = pool.node(application) else { continue };
        vars.extend(args.iter().flat_map(|&arg| pool.vars(arg)));
    }
    vars.sort_unstable();
    vars.dedup();
    vars
}

fn value(width: u32, kind: Kind, number: i64) -> u64 {
    let value = match kind {
        Kind::Float(format) => bits(format, number as f64),
        Kind::Integer => number as u64,
    };
    value & u64::MAX >> (64 - width)
}
