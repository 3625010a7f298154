//! What we print as SMT-LIB means to another solver what it means to our evaluator.
//!
//! With every variable pinned, `t == value` must be satisfiable and `t != value` not. A script the
//! solver cannot read has no assertions there, so that the second question fails.

mod support;

use coax_expr::{
    Evaluator, FloatCompare, FloatFormat, FloatOp, FloatUnary, Node, Pool, Term, smtlib,
};
use proptest::prelude::*;
use support::program::{Graph, inputs, instruction};
use z3::SatResult;

fn answer(script: &str) -> SatResult {
    let config = z3::Config::new();
    let context = z3::Context::new(&config);
    let solver = z3::Solver::new(&context);
    solver.from_string(script);
    solver.check()
}

fn agrees(pool: &mut Pool, t: Term, assignment: &coax_expr::Assignment) {
    let mut pins = Vec::new();
    for var in pool.vars(t).to_vec() {
        let (term, width) = (pool.var(var), pool.var_width(var));
        let value = pool.constant(width, assignment.get(var).into());
        pins.push(pool.eq(term, value));
    }
    let bits = Evaluator::new().eval_wide(pool, t, assignment);
    let value = pool.bits_constant(&bits);
    for (expected, relation) in
        [(SatResult::Sat, pool.eq(t, value)), (SatResult::Unsat, pool.ne(t, value))]
    {
        let script = smtlib(pool, &[pins.as_slice(), &[relation]].concat());
        assert_eq!(answer(&script), expected, "{}\n{script}", pool.display(t));
    }
}

/// SMT-LIB has one NaN and no `fmod`.
fn is_outside(pool: &Pool, t: Term, assignment: &coax_expr::Assignment) -> bool {
    let mut evaluator = Evaluator::new();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        let node = pool.node(t);
        let float = match node {
            Node::Float(FloatOp::Rem, ..) => return true,
            Node::Float(_, format, ..)
            | Node::FloatUnary(_, format, _)
            | Node::FloatToFloat { to: format, .. } => Some(format),
            _ => None,
        };
        if let Some(format) = float {
            let bits = evaluator.eval(pool, t, assignment) as u64;
            let nan = match format {
                FloatFormat::Double => f64::from_bits(bits).is_nan(),
                _ => f32::from_bits(bits as u32).is_nan(),
            };
            if nan {
                return true;
            }
        }
        node.for_each_operand(|operand| stack.push(operand));
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn on_bit_vectors(program in prop::collection::vec(instruction(), 1..30), row in inputs()) {
        let mut graph = Graph::new(&[row], false);
        graph.run(&program);
        let (t, _) = *graph.results.last().expect("not empty");
        agrees(&mut graph.pool, t, &graph.assignments[0]);
    }

    #[test]
    fn on_floats(program in prop::collection::vec(instruction(), 1..12), row in inputs()) {
        let mut graph = Graph::new(&[row], true);
        graph.run(&program);
        for (t, _) in graph.results.clone().into_iter().rev().take(3) {
            if !is_outside(&graph.pool, t, &graph.assignments[0]) {
                agrees(&mut graph.pool, t, &graph.assignments[0]);
            }
        }
    }
}

/// Every float operation at every format, halves too, at numbers where rounding shows.
#[test]
fn on_every_float_operation() {
    use FloatFormat as F;
    for format in F::ALL {
        let mut pool = Pool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.new_var(name, format.width()));
        let [a, b, c] = [x, y, z].map(|var| pool.var(var));
        let mut terms = vec![pool.fma(format, a, b, c)];
        for op in [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div] {
            terms.push(pool.float(op, format, a, b));
        }
        use FloatUnary as U;
        for op in [U::Sqrt, U::Floor, U::Ceil, U::Trunc, U::Rint, U::Round] {
            terms.push(pool.float_unary(op, format, a));
        }
        use FloatCompare as C;
        for op in [C::Eq, C::Lt, C::Le, C::Unordered] {
            terms.push(pool.float_compare(op, format, a, b));
        }
        for to in F::ALL.into_iter().filter(|&to| to != format) {
            terms.push(pool.float_to_float(format, to, a));
        }
        for signed in [false, true] {
            terms.push(pool.int_to_float(signed, format, a));
            for width in [5, 16, 32, 64, 100] {
                terms.push(pool.float_to_int(signed, format, a, width));
            }
        }
        for (first, second, third) in [(2.5, -7.25, 0.1), (1000.7, 3.0, -3002.1), (0.5, 0.0, 9.0)] {
            let mut assignment = coax_expr::Assignment::new();
            for (var, value) in [(x, first), (y, second), (z, third)] {
                assignment.set(var, pattern(format, value));
            }
            for &t in &terms {
                agrees(&mut pool, t, &assignment);
            }
        }
    }
}

/// The bits of a number in a format.
fn pattern(format: FloatFormat, value: f64) -> u64 {
    let mut pool = Pool::new();
    let double = pool.constant(64, value.to_bits().into());
    let t = pool.float_to_float(FloatFormat::Double, format, double);
    pool.as_constant(t).expect("folded") as u64
}

#[test]
fn on_functions() {
    let mut pool = Pool::new();
    let (x, y) = (pool.new_var("x |\\", 32), pool.new_var("x |\\", 32));
    let (a, b) = (pool.var(x), pool.var(y));
    let f = pool.declare("f g", &[32], 8, std::rc::Rc::new(|_| None));
    let (fa, fb) = (pool.apply(f, &[a]), pool.apply(f, &[b]));
    let (same, differ) = (pool.eq(a, b), pool.ne(fa, fb));
    assert_eq!(answer(&smtlib(&pool, &[differ])), SatResult::Sat);
    assert_eq!(answer(&smtlib(&pool, &[same, differ])), SatResult::Unsat);
}

#[test]
fn the_script_is_readable() {
    let mut pool = Pool::new();
    let x = pool.new_var("x", 32);
    let x = pool.var(x);
    let square = pool.mul(x, x);
    let (seven, limit) = (pool.constant(32, 7), pool.constant(32, 100));
    let sum = pool.add(square, seven);
    let (less, equal) = (pool.ult(sum, limit), pool.eq(sum, x));
    assert_eq!(
        smtlib(&pool, &[less, equal]),
        "\
(set-logic QF_BV)
(declare-fun |x#0| () (_ BitVec 32))
(define-fun t4 () (_ BitVec 32) (bvadd (bvmul |x#0| |x#0|) #x00000007))
(assert (= (ite (bvult t4 #x00000064) #b1 #b0) #b1))
(assert (= (ite (= |x#0| t4) #b1 #b0) #b1))
(check-sat)
"
    );
}
