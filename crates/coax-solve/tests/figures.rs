//! How long questions take. Not a check but a measurement, so it runs only when asked:
//! `cargo test -p coax-solve --release --test figures -- --ignored --nocapture`

mod programs;

use std::time::{Duration, Instant};

use coax_expr::{Assignment, Evaluator, Pool, Term};
use coax_solve::backend::bitwuzla::Reuse;
use coax_solve::{Answer, Conditions, Options, Solver};
use programs::{Order, PROGRAMS, explore};

/// A small generator, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Processor time of this thread: other programs do not count.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux has it");
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first number is the time on the processor"))
}

struct Inputs {
    bytes: Vec<Term>,
    words: Vec<Term>,
}

/// A branch as programs have them: a byte against a constant, sums of words, bytes as a word.
fn branch(pool: &mut Pool, random: &mut Random, inputs: &Inputs) -> Term {
    let word = |random: &mut Random| inputs.words[random.below(inputs.words.len() as u64) as usize];
    let byte = |random: &mut Random| inputs.bytes[random.below(inputs.bytes.len() as u64) as usize];
    match random.below(6) {
        0 => {
            let (a, b) = (byte(random), pool.constant(8, random.below(256).into()));
            pool.ult(a, b)
        }
        1 => {
            let (a, b) = (byte(random), pool.constant(8, random.below(128).into()));
            pool.eq(a, b)
        }
        2 => {
            let (a, b) = (word(random), word(random));
            let sum = pool.add(a, b);
            let bound = pool.constant(32, random.below(1 << 31).into());
            pool.slt(sum, bound)
        }
        3 => {
            let (a, b) = (word(random), word(random));
            let odd = pool.constant(32, 1 + 2 * u128::from(random.below(8)));
            let scaled = pool.mul(a, odd);
            pool.slt(scaled, b)
        }
        4 => {
            let (a, b) = (byte(random), word(random));
            let wide = pool.zext(a, 32);
            let sum = pool.add(wide, b);
            let bound = pool.constant(32, random.below(1 << 20).into());
            pool.ult(sum, bound)
        }
        _ => {
            let (a, b) = (byte(random), byte(random));
            let pair = pool.concat(a, b);
            let bound = pool.constant(16, random.below(1 << 16).into());
            pool.ult(pair, bound)
        }
    }
}

/// `paths` paths of `length` branches; the time of each question for the other side.
fn measure(solver: &mut Solver, paths: usize, length: usize) -> Vec<Duration> {
    let mut pool = Pool::new();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut inputs = Inputs { bytes: Vec::new(), words: Vec::new() };
    for number in 0..16 {
        let var = pool.new_var(&format!("b{number}"), 8);
        inputs.bytes.push(pool.var(var));
    }
    for number in 0..8 {
        let var = pool.new_var(&format!("w{number}"), 32);
        inputs.words.push(pool.var(var));
    }
    let (mut times, mut evaluator) = (Vec::new(), Evaluator::new());
    let mut model = Assignment::new();
    for _ in 0..paths {
        let mut conditions = Conditions::new();
        for _ in 0..length {
            let branch = branch(&mut pool, &mut random, &inputs);
            evaluator.begin();
            let taken = evaluator.holds(&pool, branch, &model);
            let negated = pool.not(branch);
            let (here, there) = if taken { (branch, negated) } else { (negated, branch) };
            let start = Instant::now();
            let answer = solver.find(&mut pool, &mut conditions, there, &model);
            times.push(start.elapsed());
            // Half of the branches are taken the other way.
            match answer {
                Answer::Sat(other) if random.below(2) == 0 => {
                    model = other;
                    conditions.add(&pool, there);
                }
                _ => conditions.add(&pool, here),
            }
        }
    }
    times
}

fn solvers() -> Vec<(&'static str, Solver)> {
    let usual = Reuse::default();
    let bare = |reuse| Solver::bare(Options::default(), reuse);
    vec![
        ("all layers", Solver::new(Options::default())),
        ("back end", bare(usual)),
        ("back end, everything asserted", bare(Reuse { tail: 0, ..usual })),
        ("back end, 50 questions each", bare(Reuse { questions: 50, ..usual })),
        ("back end, 1 context", bare(Reuse { contexts: 1, ..usual })),
        ("back end, fresh each time", bare(Reuse { contexts: 0, ..usual })),
    ]
}

#[test]
#[ignore = "a measurement"]
fn branches_along_random_paths() {
    for (name, mut solver) in solvers() {
        let fresh = name.contains("fresh");
        let start = processor_time();
        let mut times = measure(&mut solver, if fresh { 3 } else { 20 }, 100);
        let sum = processor_time() - start;
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        println!(
            "{name}: {} questions, median {:.3} ms, p95 {:.3} ms, max {:.1} ms, processor {sum:.0?}",
            times.len(),
            at(50),
            at(95),
            at(100),
        );
        println!("    {:?}", solver.statistics());
    }
}

#[test]
#[ignore = "a measurement"]
fn explorations() {
    for program in PROGRAMS {
        for order in [Order::DepthFirst, Order::BreadthFirst, Order::Random] {
            let asserted = Reuse { tail: 0, ..Reuse::default() };
            let solvers = [
                ("all layers", Solver::new(Options::default())),
                ("everything asserted", Solver::with_reuse(Options::default(), asserted)),
            ];
            for (name, mut solver) in solvers {
                let start = processor_time();
                let paths = explore(program, order, &mut solver);
                let sum = processor_time() - start;
                println!("{} {order:?} {name}: {paths} paths, processor {sum:.0?}", program.name);
                println!("    {:?}", solver.statistics());
            }
        }
    }
}
