//! Small programs over terms, and an explorer that runs every path of them: questions as they come
//! from real use.

#![allow(dead_code, reason = "each test uses its own part")]

use coax_expr::{Assignment, Evaluator, Pool, Term, Var};
use coax_solve::{Answer, Conditions, Solver, Unknown};

/// Which pending branch is taken up next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    DepthFirst,
    BreadthFirst,
    Random,
}

pub struct Program {
    pub name: &'static str,
    /// Widths of its inputs.
    pub inputs: &'static [u32],
    pub run: fn(&mut Run<'_>, &[Term]),
}

pub const PROGRAMS: &[Program] = &[
    Program { name: "insertion sort of 5 ints", inputs: &[32; 5], run: insertion_sort },
    Program { name: "pattern in 6 bytes", inputs: &[8; 6], run: pattern },
    Program { name: "digits of 5 bytes", inputs: &[8; 5], run: digits },
    Program { name: "dates", inputs: &[32; 3], run: dates },
    Program { name: "ledger of 10 ints", inputs: &[32; 10], run: ledger },
];

struct Pending {
    conditions: Conditions,
    model: Assignment,
    depth: usize,
}

/// One path being run.
pub struct Run<'a> {
    pub pool: &'a mut Pool,
    solver: &'a mut Solver,
    evaluator: Evaluator,
    start: Pending,
    branches: usize,
    pending: &'a mut Vec<Pending>,
    unknown: usize,
}

impl Run<'_> {
    /// Takes a branch as the model says and puts the other side aside if it can be taken.
    pub fn branch(&mut self, condition: Term) -> bool {
        if let Some(truth) = self.pool.as_constant(condition) {
            return truth == 1;
        }
        self.evaluator.begin();
        let taken = self.evaluator.holds(self.pool, condition, &self.start.model);
        self.branches += 1;
        if self.branches <= self.start.depth {
            return taken;
        }
        let negated = self.pool.not(condition);
        let (here, there) = if taken { (condition, negated) } else { (negated, condition) };
        let model = &self.start.model;
        let answer = self.solver.find(self.pool, &mut self.start.conditions, there, model);
        match answer {
            Answer::Sat(model) => {
                let mut conditions = self.start.conditions.clone();
                conditions.add(self.pool, there);
                self.pending.push(Pending { conditions, model, depth: self.branches });
            }
            Answer::Unsat => {}
            Answer::Unknown(reason) => {
                assert_eq!(reason, Unknown::Time, "nothing here is unsupported");
                self.unknown += 1;
            }
        }
        self.start.conditions.add(self.pool, here);
        taken
    }
}

/// Enough to measure by.
const MOST_PATHS: usize = 300;

/// Runs all paths, up to a limit; how many there are.
pub fn explore(program: &Program, order: Order, solver: &mut Solver) -> usize {
    let mut pool = Pool::new();
    let vars: Vec<Var> = program.inputs.iter().map(|width| pool.new_var("i", *width)).collect();
    let inputs: Vec<Term> = vars.iter().map(|var| pool.var(*var)).collect();
    let first = Pending { conditions: Conditions::new(), model: Assignment::new(), depth: 0 };
    let (mut pending, mut paths, mut dice) = (vec![first], 0, 1usize);
    while !pending.is_empty() && paths < MOST_PATHS {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let next = match order {
            Order::DepthFirst => pending.len() - 1,
            Order::BreadthFirst => 0,
            Order::Random => (dice >> 33) % pending.len(),
        };
        let start = pending.remove(next);
        let mut run = Run {
            pool: &mut pool,
            solver,
            evaluator: Evaluator::new(),
            start,
            branches: 0,
            pending: &mut pending,
            unknown: 0,
        };
        (program.run)(&mut run, &inputs);
        paths += 1;
    }
    paths
}

fn insertion_sort(run: &mut Run<'_>, inputs: &[Term]) {
    let mut sorted = inputs.to_vec();
    for end in 1..sorted.len() {
        let mut place = end;
        while place > 0 {
            let before = run.pool.slt(sorted[place], sorted[place - 1]);
            if !run.branch(before) {
                break;
            }
            sorted.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Does `a*[0-9]+b?` match a prefix?
fn pattern(run: &mut Run<'_>, inputs: &[Term]) {
    let mut rest = inputs.iter().copied().peekable();
    let is = |run: &mut Run<'_>, byte: Term, wanted: u8| {
        let wanted = run.pool.constant(8, wanted.into());
        let same = run.pool.eq(byte, wanted);
        run.branch(same)
    };
    while rest.peek().is_some_and(|&byte| is(run, byte, b'a')) {
        rest.next();
    }
    while let Some(&byte) = rest.peek() {
        let (low, high) = (run.pool.constant(8, b'0'.into()), run.pool.constant(8, b'9'.into()));
        let below = run.pool.ult(byte, low);
        let above = run.pool.ult(high, byte);
        if run.branch(below) || run.branch(above) {
            break;
        }
        rest.next();
    }
    if let Some(byte) = rest.next() {
        is(run, byte, b'b');
    }
}

/// A number in decimal, and what a program does with it.
fn digits(run: &mut Run<'_>, inputs: &[Term]) {
    let mut number = run.pool.constant(32, 0);
    for &byte in inputs {
        let zero = run.pool.constant(8, b'0'.into());
        let (digit, ten) = (run.pool.sub(byte, zero), run.pool.constant(8, 10));
        let is_digit = run.pool.ult(digit, ten);
        if !run.branch(is_digit) {
            break;
        }
        let (digit, ten) = (run.pool.zext(digit, 32), run.pool.constant(32, 10));
        number = run.pool.mul(number, ten);
        number = run.pool.add(number, digit);
    }
    for bound in [7, 40, 1000, 31_337, 65_536] {
        let bound = run.pool.constant(32, bound);
        let below = run.pool.ult(number, bound);
        if run.branch(below) {
            let seven = run.pool.constant(32, 7);
            let (rest, zero) = (run.pool.urem(number, seven), run.pool.constant(32, 0));
            let divisible = run.pool.eq(rest, zero);
            run.branch(divisible);
            return;
        }
    }
}

/// Is a year, month and day a date?
fn dates(run: &mut Run<'_>, inputs: &[Term]) {
    let number = |run: &mut Run<'_>, value: u128| run.pool.constant(32, value);
    let &[year, month, day] = inputs else { panic!("a date has three parts") };
    for (part, lowest, highest) in [(year, 1583, 9999), (month, 1, 12), (day, 1, 31)] {
        let (lowest, highest) = (number(run, lowest), number(run, highest));
        let below = run.pool.slt(part, lowest);
        let above = run.pool.slt(highest, part);
        if run.branch(below) || run.branch(above) {
            return;
        }
    }
    let divisible = |run: &mut Run<'_>, by| {
        let (by, zero) = (number(run, by), number(run, 0));
        let rest = run.pool.srem(year, by);
        let divisible = run.pool.eq(rest, zero);
        run.branch(divisible)
    };
    let leap = divisible(run, 4) && (!divisible(run, 100) || divisible(run, 400));
    let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (place, length) in lengths.into_iter().enumerate() {
        let (this, length) = (number(run, place as u128 + 1), number(run, length));
        let here = run.pool.eq(month, this);
        if run.branch(here) {
            let fits = run.pool.sle(day, length);
            run.branch(fits);
            return;
        }
    }
}

/// Bookings that must keep a balance in bounds, with fees that depend on it.
fn ledger(run: &mut Run<'_>, inputs: &[Term]) {
    let mut balance = run.pool.constant(32, 1000);
    for &booking in inputs {
        let overflows = run.pool.sadd_overflows(balance, booking);
        if run.branch(overflows) {
            return;
        }
        balance = run.pool.add(balance, booking);
        let (zero, rich) = (run.pool.constant(32, 0), run.pool.constant(32, 50_000));
        let negative = run.pool.slt(balance, zero);
        if run.branch(negative) {
            let three = run.pool.constant(32, 3);
            let debt = run.pool.neg(balance);
            let fee = run.pool.udiv(debt, three);
            balance = run.pool.sub(balance, fee);
        }
        let above = run.pool.slt(rich, balance);
        if run.branch(above) {
            let rate = run.pool.constant(32, 5);
            let bonus = run.pool.ashr(balance, rate);
            let overflows = run.pool.sadd_overflows(balance, bonus);
            if run.branch(overflows) {
                return;
            }
            balance = run.pool.add(balance, bonus);
        }
    }
}
