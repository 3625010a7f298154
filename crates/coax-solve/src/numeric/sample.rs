//! Random values for the variables of a question: anything where nothing is said about a variable,
//! something within its range where intervals know one.

use std::collections::{HashMap, HashSet};

use coax_expr::{Assignment, FloatFormat, Node, Pool, Term, Var};

use super::icp::{self, Contracted};
use super::random::Random;
use super::range::Range;

/// How much work intervals may take.
const WORK: u64 = 20_000;

/// From how many of a path's conditions ranges are taken for guesses.
const VIEWS: usize = 6;

/// What a variable is sampled by.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Its bits are a float.
    Float(FloatFormat),
    /// Its bits are a number.
    Integer,
}

/// A variable: its width, what it is sampled by, and its range where intervals know one.
type Sampled = (Var, u32, Kind, Option<Range>);

/// Samples the variables that matter to applications.
pub struct Sampler {
    vars: Vec<Sampled>,
    random: Random,
}

impl Sampler {
    /// For questions with these conjuncts, without and with applications.
    pub fn new(pool: &Pool, simple: &[Term], complex: &[Term], seed: u64) -> Sampler {
        let kinds = kinds(pool, &[simple, complex].concat());
        let ranges = ranges(pool, simple);
        let mut vars: Vec<Var> = complex.iter().flat_map(|&t| pool.vars(t)).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        let described = |var: Var| {
            let kind = kinds.get(&var).copied().unwrap_or(Kind::Integer);
            (var, pool.var_width(var), kind, ranges.get(&var).copied())
        };
        Sampler { vars: vars.into_iter().map(described).collect(), random: Random::new(seed) }
    }

    /// A sample; what does not matter to applications is as in `base`.
    pub fn next(&mut self, base: &Assignment) -> Assignment {
        let mut values = Vec::with_capacity(self.vars.len());
        for &(var, width, kind, range) in &self.vars {
            values.push((var, sample(&mut self.random, width, kind, range)));
        }
        base.merged(&values)
    }
}

/// Guesses at inputs: those of a model, some of them replaced by others within what conditions allow.
///
/// The more of the conditions count, the narrower the ranges; the fewer, the farther guesses go. So
/// there are several ranges for every variable.
pub struct Guesses {
    model: Assignment,
    /// For every number of conditions that count: the variables.
    ranges: Vec<Vec<Sampled>>,
    random: Random,
}

impl Guesses {
    /// Guesses at inputs of a path with these conditions, oldest first, and a model of them.
    pub fn new(pool: &Pool, conditions: &[Term], model: &Assignment, seed: u64) -> Guesses {
        let mut random = Random::new(seed);
        let kinds = kinds(pool, conditions);
        let mut vars: Vec<Var> = kinds.keys().copied().collect();
        vars.sort_unstable();
        let mut under = |_| {
            let count = random.place(conditions.len() + 1);
            let ranges = ranges(pool, &conditions[..count]);
            let described =
                |&var: &Var| (var, pool.var_width(var), kinds[&var], ranges.get(&var).copied());
            vars.iter().map(described).collect()
        };
        let ranges = (0..VIEWS).map(&mut under).collect();
        Guesses { model: model.clone(), ranges, random }
    }

    /// The next guess.
    pub fn guess(&mut self) -> Assignment {
        let vars = &self.ranges[self.random.place(self.ranges.len())];
        // One in so many is replaced.
        let share = 1 << self.random.below(4);
        let mut values = Vec::new();
        for &(var, width, kind, range) in vars {
            if self.random.below(share) == 0 {
                values.push((var, sample(&mut self.random, width, kind, range)));
            }
        }
        self.model.merged(&values)
    }
}

/// What variables are used as. A function whose result is a float takes floats.
pub(super) fn kinds(pool: &Pool, conjuncts: &[Term]) -> HashMap<Var, Kind> {
    let mut kinds = HashMap::new();
    let mut floats: HashSet<Term> = HashSet::new();
    // Users before what they use.
    for term in pool.below(conjuncts).into_iter().rev() {
        match pool.node(term) {
            Node::Float(_, _, a, b) | Node::FloatCompare(_, _, a, b) => floats.extend([a, b]),
            Node::FloatUnary(_, _, a)
            | Node::FloatToInt { of: a, .. }
            | Node::FloatToFloat { of: a, .. } => {
                floats.insert(a);
            }
            Node::Fma(_, terms) => floats.extend(terms),
            Node::Apply { args, .. } if floats.contains(&term) => {
                floats.extend(args.iter().filter(|&&arg| float_format(pool, arg).is_some()));
            }
            Node::Var(var) => {
                let format = float_format(pool, term).filter(|_| floats.contains(&term));
                kinds.insert(var, format.map_or(Kind::Integer, Kind::Float));
            }
            _ => {}
        }
    }
    kinds
}

/// The format of floats as wide as a term.
fn float_format(pool: &Pool, t: Term) -> Option<FloatFormat> {
    FloatFormat::ALL.into_iter().find(|format| format.width() == pool.width(t))
}

/// What the simple part allows, where that is not everything.
fn ranges(pool: &Pool, simple: &[Term]) -> HashMap<Var, Range> {
    let Contracted::Left(boxes) = icp::contract(pool, simple, WORK) else { return HashMap::new() };
    let of_var = |(term, range): (Term, Range)| match pool.node(term) {
        Node::Var(var) => Some((var, range)),
        _ => None,
    };
    boxes.leaves().filter_map(of_var).collect()
}

/// A value of a variable.
fn sample(random: &mut Random, width: u32, kind: Kind, range: Option<Range>) -> u64 {
    let value = match range {
        Some(range) => within(random, range),
        None => anything(random, kind),
    };
    value & u64::MAX >> (64 - width)
}

/// A value within a range.
fn within(random: &mut Random, range: Range) -> u64 {
    match range {
        Range::Unsigned(low, high) => between(random, low, high),
        Range::Signed(low, high) => {
            (low as u64).wrapping_add(between(random, 0, high.wrapping_sub(low) as u64))
        }
        // Nothing but what is no number.
        Range::Float { format, low, high, .. } if low > high => bits(format, f64::NAN),
        Range::Float { format, low, high, .. } => {
            let middle = match random.below(3) {
                0 => float(random),
                1 => low + (high - low) * random.unit(),
                _ => low.signum() * magnitude(random, low.abs(), high.abs()),
            };
            bits(format, if middle.is_nan() { low } else { middle.clamp(low, high) })
        }
    }
}

fn between(random: &mut Random, low: u64, high: u64) -> u64 {
    match high.wrapping_sub(low).wrapping_add(1) {
        0 => random.word(),
        count => low.wrapping_add(random.below(count)),
    }
}

/// Something between two sizes, all orders of magnitude alike.
fn magnitude(random: &mut Random, low: f64, high: f64) -> f64 {
    let (low, high) = (low.min(high).max(1e-6), low.max(high).clamp(1e-6, 1e12));
    (low.ln() + (high.ln() - low.ln()) * random.unit()).exp()
}

/// Any value of a width.
fn anything(random: &mut Random, kind: Kind) -> u64 {
    match kind {
        Kind::Float(format) => bits(format, float(random)),
        Kind::Integer => match random.below(4) {
            0 => random.word(),
            1 => random.below(16),
            2 => random.below(1000),
            _ => random.below(200).wrapping_sub(100),
        },
    }
}

/// A float as programs like them: mostly of moderate size, often whole.
fn float(random: &mut Random) -> f64 {
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    match random.below(6) {
        0 => sign * random.below(10) as f64,
        1 => sign * random.below(1000) as f64,
        2 => sign * random.unit(),
        3 => sign * random.unit() * 10.0,
        4 => sign * random.unit() * 1000.0,
        _ => sign * magnitude(random, 1e-6, 1e9),
    }
}

pub(super) fn bits(format: FloatFormat, value: f64) -> u64 {
    match format {
        FloatFormat::Double => value.to_bits(),
        FloatFormat::Single => (value as f32).to_bits().into(),
        FloatFormat::Half => 0,
    }
}

#[cfg(test)]
mod tests {
    use coax_expr::FloatCompare;

    use super::*;

    /// `0 <= x <= 10` and `y` is any double that is compared.
    fn question(pool: &mut Pool) -> (Var, Var, Vec<Term>) {
        let vars = ["x", "y"].map(|name| pool.new_var(name, 64));
        let [x, y] = vars.map(|var| pool.var(var));
        let double = FloatFormat::Double;
        let [zero, ten] = [0.0f64, 10.0].map(|value| pool.constant(64, value.to_bits().into()));
        let mut le = |a, b| pool.float_compare(FloatCompare::Le, double, a, b);
        (vars[0], vars[1], vec![le(zero, x), le(x, ten), le(x, y)])
    }

    #[test]
    fn a_range_without_numbers_gives_what_is_none() {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        let range = Range::Float { format: FloatFormat::Double, low, high, nan: true };
        assert!(f64::from_bits(within(&mut Random::new(1), range)).is_nan());
    }

    #[test]
    fn guesses_keep_to_what_conditions_allow_or_go_beyond_some_of_them() {
        let mut pool = Pool::new();
        let (x, y, conditions) = question(&mut pool);
        let model: Assignment = [(x, 5f64.to_bits()), (y, 6f64.to_bits())].into_iter().collect();
        let mut guesses = Guesses::new(&pool, &conditions, &model, 1);
        let guesses: Vec<_> = (0..400).map(|_| guesses.guess()).collect();
        let of = |guess: &Assignment, var| f64::from_bits(guess.get(var));
        let within = guesses.iter().filter(|guess| (0.0..=10.0).contains(&of(guess, x))).count();
        assert!(within > 200, "only {within} of 400 are in the range of `x`");
        assert!(guesses.iter().any(|guess| of(guess, x) == 5.0 && of(guess, y) != 6.0));
        assert!(guesses.iter().any(|guess| of(guess, x) != 5.0 && of(guess, y) == 6.0));
    }

    #[test]
    fn a_seed_decides_what_is_guessed() {
        let mut pool = Pool::new();
        let (x, y, conditions) = question(&mut pool);
        let of = |seed| {
            let mut guesses = Guesses::new(&pool, &conditions, &Assignment::new(), seed);
            [0; 20].map(|_| guesses.guess()).map(|guess| (guess.get(x), guess.get(y)))
        };
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
    }
}
