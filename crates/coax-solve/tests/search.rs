//! The search for models of floats, products and functions, on problems that have a solution.
//!
//! Every problem has a name, a budget of evaluations and is solved with every seed. Problems that
//! are beyond the search are listed as open: nothing is claimed about them but that what is found
//! is right.

#[path = "search/problems.rs"]
mod problems;
#[path = "search/terms.rs"]
mod terms;

use std::rc::Rc;

use coax_deadline::Deadline;
use coax_expr::{
    Assignment, BinaryOp, CompareOp, Evaluator, FloatCompare, FloatOp, OverflowOp, Term, Var,
};
use coax_solve::numeric::search::Search;

use problems::{OPEN, PROBLEMS, Problem};
use terms::Terms;

const SEEDS: u64 = 6;

struct Built {
    terms: Terms,
    conjuncts: Vec<Term>,
}

fn built(problem: &Problem) -> Built {
    let mut terms = Terms::default();
    let conjuncts = (problem.2)(&mut terms);
    Built { terms, conjuncts }
}

fn search(built: &Built, evaluations: u64, seed: u64) -> Option<Vec<(Var, u64)>> {
    Search {
        pool: &built.terms.pool,
        conjuncts: &built.conjuncts,
        model: &Assignment::new(),
        starts: &[],
        ranges: &built.terms.ranges,
        evaluations,
        seed,
        deadline: &Deadline::never(),
    }
    .run()
}

/// Is what was found a model?
fn is_right(built: &Built, changes: &[(Var, u64)]) -> bool {
    let (mut evaluator, values) = (Evaluator::new(), Assignment::new().merged(changes));
    built.conjuncts.iter().all(|&term| evaluator.holds(&built.terms.pool, term, &values))
}

#[test]
fn every_problem_is_solved_with_every_seed() {
    let mut missed = Vec::new();
    for problem in PROBLEMS {
        let built = built(problem);
        for seed in 0..SEEDS {
            match search(&built, problem.1, seed) {
                Some(changes) => assert!(is_right(&built, &changes), "{} with {seed}", problem.0),
                None => missed.push((problem.0, seed)),
            }
        }
    }
    let all = PROBLEMS.len() * SEEDS as usize;
    println!("{} of {all} solved", all - missed.len());
    assert_eq!(missed, []);
}

#[test]
fn what_is_found_for_open_problems_is_right() {
    for problem in OPEN {
        let built = built(problem);
        let found = search(&built, problem.1, 0);
        println!("{}: {}", problem.0, if found.is_some() { "solved" } else { "open" });
        assert!(found.is_none_or(|changes| is_right(&built, &changes)), "{}", problem.0);
    }
}

#[test]
fn a_seed_decides_the_answer() {
    for problem in PROBLEMS {
        let built = built(problem);
        assert_eq!(search(&built, 2_000, 3), search(&built, 2_000, 3), "{}", problem.0);
    }
}

/// Conditions out of random operators on terms of many widths.
struct Chance {
    terms: Terms,
    known: Vec<Term>,
    state: u64,
}

impl Chance {
    fn new(seed: u64) -> Chance {
        let mut terms = Terms::default();
        let mut known: Vec<Term> = [64, 64, 32, 32, 8, 8, 1].map(|width| terms.var(width)).into();
        known.extend([terms.d(1.5), terms.s(-0.25), terms.i(32, 77), terms.i(8, 3)]);
        Chance { terms, known, state: seed }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E);
        (self.state >> 33) as usize % bound
    }

    /// A known term that fits.
    fn pick(&mut self, fits: impl Fn(u32) -> bool) -> Term {
        let width = |term: &Term| self.terms.pool.width(*term);
        let fitting: Vec<Term> =
            self.known.iter().copied().filter(|term| fits(width(term))).collect();
        fitting[self.below(fitting.len())]
    }

    fn pick_like(&mut self, other: Term) -> Term {
        let width = self.terms.pool.width(other);
        self.pick(|own| own == width)
    }

    fn grow(&mut self) {
        let (any, float) = (self.pick(|_| true), self.pick(|width| width == 32 || width == 64));
        let (like_any, like_float) = (self.pick_like(any), self.pick_like(float));
        let (bit, number) = (self.pick(|width| width == 1), self.below(64));
        let (width, format) = (self.terms.pool.width(any), self.terms.format(float));
        let pool = &mut self.terms.pool;
        let term = match number % 12 {
            0..=2 => pool.binary(BinaryOp::ALL[number / 5], any, like_any),
            3 => pool.compare(CompareOp::ALL[number / 13], any, like_any),
            4 => pool.overflow(OverflowOp::ALL[number / 13], any, like_any),
            5 if width <= 150 => pool.concat(any, like_any),
            6 => pool.extract(any, width - 1, width / 3),
            7 => pool.sext(any, width.max(64)),
            8 => pool.float(FloatOp::Mul, format, float, like_float),
            9 => pool.float_compare(FloatCompare::Lt, format, float, like_float),
            10 => pool.float_to_int(true, format, float, 32),
            11 => pool.ite(bit, float, like_float),
            _ => pool.not(any),
        };
        self.known.push(term);
    }
}

#[test]
fn what_is_found_for_random_conditions_is_right() {
    let mut found = 0;
    for seed in 0..600 {
        let mut chance = Chance::new(seed);
        (0..30).for_each(|_| chance.grow());
        let conjuncts = (0..3).map(|_| chance.pick(|width| width == 1)).collect();
        let built = Built { terms: chance.terms, conjuncts };
        if let Some(changes) = search(&built, 400, seed) {
            assert!(is_right(&built, &changes), "with {seed}");
            found += 1;
        }
    }
    assert!(found > 200, "{found} found");
}

#[test]
fn nothing_is_found_where_there_is_nothing() {
    let problems: [fn(&mut Terms) -> Vec<Term>; 3] = [
        |t| {
            let [x] = t.reals();
            let (square, zero) = (t.mul(x, x), t.d(0.0));
            vec![t.lt(square, zero)]
        },
        |t| {
            let [x] = t.reals();
            let (sin, two) = (t.call("sin", f64::sin, x), t.d(2.0));
            vec![t.eq(sin, two)]
        },
        |t| {
            let [n] = t.ints(32);
            let function = t.pool.declare("never", &[32], 32, Rc::new(|_| None));
            let (result, one) = (t.pool.apply(function, &[n]), t.i(32, 1));
            vec![t.pool.ult(result, one)]
        },
    ];
    for build in problems {
        assert_eq!(search(&built(&("nothing", 0, build)), 3_000, 1), None);
    }
}

#[test]
fn a_start_that_is_a_model_is_taken() {
    let mut terms = Terms::default();
    let var = terms.pool.new_var("x", 32);
    let x = terms.pool.var(var);
    // A multiplication by chance: nothing leads there.
    let meaning = |args: &[u128]| Some(u128::from(args[0] == 0xC0FF_EE00));
    let function = terms.pool.declare("lock", &[32], 1, Rc::new(meaning));
    let conjuncts = [terms.pool.apply(function, &[x])];
    let search = |starts: &[Vec<(Var, u64)>]| {
        let model = Assignment::new();
        let search = Search {
            pool: &terms.pool,
            conjuncts: &conjuncts,
            model: &model,
            starts,
            ranges: &[],
            evaluations: 2_000,
            seed: 0,
            deadline: &Deadline::never(),
        };
        search.run()
    };
    assert_eq!(search(&[]), None);
    let known = vec![(var, 0xC0FF_EE00)];
    assert_eq!(search(&[vec![(var, 5)], known.clone()]), Some(known));
}

/// How many evaluations each problem takes with each seed, to a power of two, and how many are made
/// in a second.
#[test]
#[ignore = "prints figures"]
fn figures() {
    for problem in PROBLEMS.iter().chain(OPEN) {
        let built = built(problem);
        let budgets = |seed| {
            let found = (4..20).find(|power| search(&built, 1 << power, seed).is_some());
            found.map_or("-".to_string(), |power| (1u64 << power).to_string())
        };
        let taken: Vec<String> = (0..SEEDS).map(budgets).collect();
        println!("{:50} {:>6}  {}", problem.0, problem.1, taken.join(" "));
    }
    let nothing = built(&("no point on the ring", 0, |t| {
        let [x, y] = t.reals();
        let (xx, yy, zero) = (t.mul(x, x), t.mul(y, y), t.d(-1.0));
        let (sum, sin) = (t.add(xx, yy), t.call("sin", f64::sin, x));
        vec![t.lt(sum, zero), t.lt(sin, y)]
    }));
    let (start, evaluations) = (std::time::Instant::now(), 1_000_000);
    assert_eq!(search(&nothing, evaluations, 0), None);
    println!("{:.0} evaluations a second", evaluations as f64 / start.elapsed().as_secs_f64());
}
