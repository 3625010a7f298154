//! Parts of a question: ranges split in two, and both halves narrowed.

use super::format::ordinal;
use super::net::{Net, Reading};
use super::propagate::Propagator;
use super::value::{Empty, Value};

/// How often a part's terms may be revised on average before it is split again.
const SWEEPS: u64 = 8;

/// Bounds of all terms, and what was split to get there.
pub struct Part {
    pub values: Vec<Value>,
    splits: Splits,
}

impl Part {
    /// The binary logarithm of how many values the leaves have together.
    pub fn size(&self, net: &Net<'_>) -> f64 {
        net.leaves.iter().map(|&(at, reading)| leaf_size(&self.values[at], reading)).sum()
    }
}

/// How often what was split.
#[derive(Clone)]
struct Splits {
    choices: u32,
    leaves: Vec<u32>,
}

/// A search by halves, with the work that it has left.
pub struct Splitting<'n, 'p> {
    net: &'n Net<'p>,
    work: u64,
}

impl<'n, 'p> Splitting<'n, 'p> {
    pub fn new(net: &'n Net<'p>, work: u64) -> Splitting<'n, 'p> {
        Splitting { net, work }
    }

    /// May terms still be revised?
    pub fn has_work(&self) -> bool {
        self.work > 0
    }

    /// Everything, narrowed as far as possible.
    pub fn first(&mut self) -> Option<Part> {
        let splits = Splits { choices: 0, leaves: vec![0; self.net.leaves.len()] };
        let mut propagator = Propagator::new(self.net, self.work).ok()?;
        let settled = propagator.run();
        self.work = propagator.work();
        settled.ok().map(|()| Part { values: propagator.values, splits })
    }

    /// A part split in two, each narrowed and `None` if empty. `None` if nothing can be split.
    pub fn halves(&mut self, part: &Part) -> Option<[Option<Part>; 2]> {
        let Split { at, halves, splits } = split(self.net, part)?;
        Some(halves.map(|half| self.narrowed(part, &splits, at, &half.ok()?)))
    }

    fn narrowed(&mut self, part: &Part, splits: &Splits, at: usize, half: &Value) -> Option<Part> {
        let share = self.work.min(SWEEPS * (self.net.places.len() as u64 + 8));
        let mut propagator = Propagator::resume(self.net, part.values.clone(), share);
        propagator.replace(at, *half);
        let settled = propagator.run();
        self.work -= share - propagator.work();
        settled.ok().map(|()| Part { values: propagator.values, splits: splits.clone() })
    }
}

type Halves = [Result<Value, Empty>; 2];

/// Where a part is split, and into what.
struct Split {
    at: usize,
    halves: Halves,
    splits: Splits,
}

/// Open conditions and leaves take turns: neither are all of them worth it.
fn split(net: &Net<'_>, part: &Part) -> Option<Split> {
    let turn = part.splits.choices <= part.splits.leaves.iter().sum();
    let choice = || split_choice(net, part);
    let leaf = || split_leaf(net, part);
    if turn { choice().or_else(leaf) } else { leaf().or_else(choice) }
}

/// The open condition nearest to the conjuncts.
fn split_choice(net: &Net<'_>, part: &Part) -> Option<Split> {
    let open = |&&at: &&usize| part.values[at].width == 1 && part.values[at].known().is_none();
    let &at = net.choices.iter().rev().find(open)?;
    let value = part.values[at];
    let halves = [value.with_natural(1, 1), value.with_natural(0, 0)];
    let splits = Splits { choices: part.splits.choices + 1, ..part.splits.clone() };
    Some(Split { at, halves, splits })
}

/// The leaf that was split least often, of these the widest.
fn split_leaf(net: &Net<'_>, part: &Part) -> Option<Split> {
    let candidates = net.leaves.iter().enumerate().filter_map(|(leaf, &(at, reading))| {
        let halves = leaf_halves(&part.values[at], reading)?;
        Some((leaf, at, halves, leaf_size(&part.values[at], reading)))
    });
    let count = |leaf: usize| part.splits.leaves[leaf];
    let (leaf, at, halves, _) =
        candidates.min_by(|a, b| count(a.0).cmp(&count(b.0)).then(b.3.total_cmp(&a.3)))?;
    let mut splits = part.splits.clone();
    splits.leaves[leaf] += 1;
    Some(Split { at, halves, splits })
}

fn leaf_halves(value: &Value, reading: Reading) -> Option<Halves> {
    let middle = |low: i128, high: i128| (low < high).then(|| (low + high).div_euclid(2));
    match (reading, value.float) {
        (Reading::Float, Some(floats)) => {
            let (low, high) = floats.split()?;
            Some([value.with_floats(low), value.with_floats(high)])
        }
        (Reading::Signed, _) => {
            let (low, high) = value.signed_wide();
            let middle = middle(low, high)?;
            Some([value.with_signed(low, middle), value.with_signed(middle + 1, high)])
        }
        _ => {
            let (low, high) = value.natural_wide();
            let middle = middle(low, high)?;
            Some([value.with_natural(low, middle), value.with_natural(middle + 1, high)])
        }
    }
}

/// The binary logarithm of how many values a leaf has. NaNs alone count as many: they rarely help.
fn leaf_size(value: &Value, reading: Reading) -> f64 {
    let count = match (reading, value.float) {
        (Reading::Float, Some(floats)) if !floats.has_numbers() => return 64.0,
        (Reading::Float, Some(floats)) => {
            let place = |x: f64| ordinal(floats.format, x) as f64;
            place(floats.high) - place(floats.low)
        }
        (Reading::Signed, _) => value.signed.1 as f64 - value.signed.0 as f64,
        _ => (value.natural.1 - value.natural.0) as f64,
    };
    (count + 1.0).log2()
}
