//! What the chain promises, one promise a test.

mod programs;

use std::rc::Rc;
use std::time::Duration;

use coax_expr::{Assignment, FloatFormat, FloatOp, Function, Pool, Term, Var};
use coax_solve::{Answer, Conditions, Nonlinear, Options, Solver, Unknown};
use programs::{Order, PROGRAMS, Program, explore};

/// A pool, what holds, and a model of it.
struct Path {
    pool: Pool,
    conditions: Conditions,
    model: Assignment,
    solver: Solver,
}

impl Path {
    fn new() -> Path {
        Path {
            pool: Pool::new(),
            conditions: Conditions::new(),
            model: Assignment::new(),
            solver: Solver::new(Options {
                query_time: Duration::from_secs(60),
                seed: 0,
                ..Options::default()
            }),
        }
    }

    fn input(&mut self, width: u32) -> (Var, Term) {
        let var = self.pool.new_var("i", width);
        (var, self.pool.var(var))
    }

    fn ask(&mut self, question: Term) -> Answer {
        self.solver.find(&mut self.pool, &mut self.conditions, question, &self.model)
    }

    /// Assumes a condition that can hold.
    fn assume(&mut self, condition: Term) {
        let Answer::Sat(model) = self.ask(condition) else { panic!("it can hold") };
        self.conditions.add(&self.pool, condition);
        self.model = model;
    }

    fn backend_questions(&self) -> u64 {
        let counts = self.solver.statistics();
        counts.backend_sat + counts.backend_unsat + counts.backend_unknown
    }
}

fn program(name: &str) -> &'static Program {
    PROGRAMS.iter().find(|program| program.name == name).expect("a program of that name")
}

#[test]
fn every_order_finds_every_path() {
    let paths = [("insertion sort of 5 ints", 120), ("pattern in 6 bytes", 70), ("dates", 74)];
    for (name, expected) in paths {
        for order in [Order::DepthFirst, Order::BreadthFirst, Order::Random] {
            let mut solver = Solver::new(Options::default());
            assert_eq!(explore(program(name), order, &mut solver), expected, "{name} {order:?}");
        }
    }
}

#[test]
fn matching_bytes_needs_no_back_end() {
    let mut solver = Solver::new(Options::default());
    explore(program("pattern in 6 bytes"), Order::DepthFirst, &mut solver);
    let counts = solver.statistics();
    assert_eq!(counts.asked, counts.simplified + counts.domains, "{counts:?}");
    assert_eq!(counts.asked, counts.sat + counts.unsat);
}

#[test]
fn sorting_needs_no_back_end() {
    let mut solver = Solver::new(Options::default());
    explore(program("insertion sort of 5 ints"), Order::DepthFirst, &mut solver);
    assert_eq!(solver.statistics().backend_time, Duration::ZERO, "{:?}", solver.statistics());
}

#[test]
fn what_has_nothing_to_do_with_the_question_keeps_its_value() {
    let mut path = Path::new();
    let ((a, x), (b, y)) = (path.input(32), path.input(32));
    path.model.set(a, 11);
    path.model.set(b, 22);
    let (five, square) = (path.pool.constant(32, 25), path.pool.mul(x, x));
    let hundred = path.pool.constant(32, 100);
    let (condition, small) = (path.pool.ult(y, hundred), path.pool.ult(x, hundred));
    path.assume(condition);
    path.assume(small);
    let question = path.pool.eq(square, five);
    let Answer::Sat(model) = path.ask(question) else { panic!("5 * 5 is 25") };
    assert_eq!((model.get(a), model.get(b)), (5, 22));
}

#[test]
fn groups_are_joined_by_a_condition_on_both() {
    let mut path = Path::new();
    let (inputs, terms): (Vec<Var>, Vec<Term>) = (0..4).map(|_| path.input(32)).unzip();
    let limit = path.pool.constant(32, 10);
    for &term in &terms {
        let below = path.pool.ult(term, limit);
        path.assume(below);
    }
    for pair in [[0, 1], [2, 3], [1, 2]] {
        let less = path.pool.ult(terms[pair[0]], terms[pair[1]]);
        path.assume(less);
    }
    // 0 < 1 < 2 < 3 < 10, so the first is below 7.
    let seven = path.pool.constant(32, 7);
    let question = path.pool.ule(seven, terms[0]);
    assert_eq!(path.ask(question), Answer::Unsat);
    let six = path.pool.constant(32, 6);
    let question = path.pool.ule(six, terms[0]);
    let Answer::Sat(model) = path.ask(question) else { panic!("6, 7, 8, 9") };
    assert_eq!(inputs.iter().map(|var| model.get(*var)).collect::<Vec<_>>(), [6, 7, 8, 9]);
}

#[test]
fn a_byte_s_domain_decides() {
    let mut path = Path::new();
    let (_, x) = path.input(8);
    let (ten, twenty) = (path.pool.constant(8, 10), path.pool.constant(8, 20));
    let (above, below) = (path.pool.ult(ten, x), path.pool.ult(x, twenty));
    path.assume(above);
    path.assume(below);
    let (eleven, even) = (path.pool.constant(8, 11), path.pool.extract(x, 0, 0));
    let at_least = path.pool.ule(eleven, x);
    let far = path.pool.ult(twenty, x);
    let Path { pool, conditions, solver, model } = &mut path;
    for (question, expected) in [(at_least, Some(true)), (far, Some(false)), (even, None)] {
        assert_eq!(conditions.decided(pool, question), expected);
        assert_eq!(solver.decided(pool, conditions, question), expected);
    }
    assert_eq!(solver.range(pool, conditions, x, model), Some((11, 19)));
    assert_eq!(path.backend_questions(), 0);
}

#[test]
fn the_range_of_a_word() {
    let mut path = Path::new();
    let (_, x) = path.input(64);
    let (three, limit) = (path.pool.constant(64, 3), path.pool.constant(64, 1_000_000));
    let tripled = path.pool.mul(x, three);
    let overflows = path.pool.umul_overflows(x, three);
    let fits = path.pool.not(overflows);
    let (high, low) = (path.pool.ult(tripled, limit), path.pool.ult(three, x));
    for condition in [fits, high, low] {
        path.assume(condition);
    }
    let Path { pool, conditions, solver, model } = &mut path;
    assert_eq!(solver.range(pool, conditions, tripled, model), Some((12, 999_999)));
    assert_eq!(solver.range(pool, conditions, x, model), Some((4, 333_333)));
}

#[test]
fn an_absurd_question_is_remembered_without_its_conditions() {
    let mut path = Path::new();
    let ((_, x), (_, y)) = (path.input(32), path.input(32));
    let below = path.pool.ult(x, y);
    path.assume(below);
    // A square is never 3 modulo 4.
    let square = path.pool.mul(x, x);
    let (three, rest) = (path.pool.constant(2, 3), path.pool.extract(square, 1, 0));
    let question = path.pool.eq(rest, three);
    assert_eq!(path.ask(question), Answer::Unsat);
    let asked = path.backend_questions();
    path.conditions = Conditions::new();
    let above = path.pool.ult(y, x);
    path.assume(above);
    assert_eq!(path.ask(question), Answer::Unsat);
    assert_eq!((path.backend_questions(), path.solver.statistics().cached), (asked, 1));
}

/// `h(x)` is 10 x from 0 to 10, else 0: the hash of the text.
fn hash(path: &mut Path) -> Function {
    let hash = |args: &[u128]| Some(if args[0] <= 10 { 10 * args[0] } else { 0 });
    path.pool.declare("h", &[32], 32, Rc::new(hash))
}

#[test]
fn functions_are_called_and_models_are_of_their_real_meaning() {
    let mut path = Path::new();
    let ((a, x), (b, y)) = (path.input(32), path.input(32));
    let h = hash(&mut path);
    let hx = path.pool.apply(h, &[x]);
    let (three, ten) = (path.pool.constant(32, 3), path.pool.constant(32, 10));
    let (equal, above) = (path.pool.eq(y, hx), path.pool.ult(three, x));
    let large = path.pool.ult(ten, y);
    path.assume(equal);
    path.assume(above);
    path.assume(large);
    assert_eq!(path.model.get(b), 10 * path.model.get(a));
    assert!((4..=10).contains(&path.model.get(a)));
}

#[test]
fn a_question_is_refuted_when_no_arguments_are_left() {
    let mut path = Path::new();
    let ((_, x), (_, y)) = (path.input(32), path.input(32));
    let h = hash(&mut path);
    let hx = path.pool.apply(h, &[x]);
    let (four, thirty) = (path.pool.constant(32, 4), path.pool.constant(32, 30));
    let few = path.pool.ult(x, four);
    path.assume(few);
    let same = path.pool.eq(y, hx);
    path.assume(same);
    let more = path.pool.ult(thirty, y);
    assert_eq!(path.ask(more), Answer::Unsat);
    assert_eq!(path.solver.statistics().mixed.refuted, 1);
}

#[test]
fn what_a_function_does_not_return_is_no_model() {
    let mut path = Path::new();
    let (a, x) = path.input(32);
    let only_seven = |args: &[u128]| (args[0] == 7).then_some(1);
    let f = path.pool.declare("f", &[32], 32, Rc::new(only_seven));
    let fx = path.pool.apply(f, &[x]);
    let one = path.pool.constant(32, 1);
    let wanted = path.pool.eq(fx, one);
    match path.ask(wanted) {
        Answer::Sat(model) => assert_eq!(model.get(a), 7),
        Answer::Unsat => panic!("there is a model"),
        Answer::Unknown(_) => {}
    }
}

#[test]
fn what_cannot_be_translated_is_unknown() {
    let mut path = Path::new();
    let ((_, x), (_, y)) = (path.input(64), path.input(64));
    let rest = path.pool.float(FloatOp::Rem, FloatFormat::Double, x, y);
    let half = path.pool.constant(64, 0.5f64.to_bits().into());
    let question = path.pool.eq(rest, half);
    let smt = Nonlinear { smt: true, icp: false, search: false };
    path.solver = Solver::new(Options { nonlinear: smt, ..Options::default() });
    assert!(matches!(path.ask(question), Answer::Unknown(Unknown::Unsupported(_))));
    let plain = path.pool.ult(x, y);
    assert!(matches!(path.ask(plain), Answer::Sat(_)), "the back end goes on");
}

#[test]
fn a_nan_made_by_an_operation_is_negative() {
    let mut path = Path::new();
    let format = FloatFormat::Double;
    let ((_, x), (_, y)) = (path.input(64), path.input(64));
    for input in [x, y] {
        let nan = path.pool.float_compare(coax_expr::FloatCompare::Unordered, format, input, input);
        let number = path.pool.not(nan);
        path.assume(number);
    }
    let product = path.pool.float(FloatOp::Mul, format, x, y);
    let exponent = path.pool.extract(product, 62, 51);
    let ones = path.pool.constant(12, 0xFFF);
    let quiet_nan = path.pool.eq(exponent, ones);
    path.assume(quiet_nan);
    let sign = path.pool.extract(product, 63, 63);
    let positive = path.pool.not(sign);
    assert_eq!(path.ask(positive), Answer::Unsat);
}

/// A question with a chain of sums as deep as asked for.
fn deep_question(path: &mut Path, width: u32, depth: usize) -> Term {
    let ((_, x), (_, y)) = (path.input(width), path.input(width));
    let mut sum = x;
    for _ in 0..depth {
        let mixed = path.pool.xor(sum, y);
        sum = path.pool.add(mixed, x);
    }
    let number = path.pool.constant(width, 5);
    path.pool.eq(sum, number)
}

#[test]
fn deep_terms_do_not_exhaust_the_stack() {
    let mut path = Path::new();
    let question = deep_question(&mut path, 2, 50_000);
    assert_ne!(path.ask(question), Answer::Unsat);
}

#[test]
fn huge_questions_are_refused() {
    let mut path = Path::new();
    let question = deep_question(&mut path, 64, 20_000);
    let Answer::Unknown(Unknown::Unsupported(what)) = path.ask(question) else { panic!("refused") };
    assert!(what.contains("gates"), "{what}");
}
