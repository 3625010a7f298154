//! Model minimisation: values that people like to read. A model is what the solver came upon: `\x01` where any
//! letter would do, 3735928559 where 1 would. Before a path is shown, its inputs are made plain one
//! after the other, as long as all conditions of the path hold: it stays the same path.
//!
//! - *Invariant:* the model found satisfies every condition, by evaluation; no solver is asked.
//! - *Invariant:* what pointers point to stays as it is.

use std::collections::BTreeMap;

use coax_expr::{Assignment, Evaluator, Pool, Term, Var};

use super::shapes::NumberKind;
use super::{Leaf, Tree};
use crate::State;
use crate::symbolic::{InputSource, Symbols};

/// Letters, the one that is liked best first.
const LETTERS: &[u8] = b"aA0 bcdefgxyz123456789-+.,:;/_=\"'()[]{}<>";
/// Whole numbers, by how large they are.
const NUMBERS: [i64; 24] = [
    0, 1, -1, 2, -2, 3, 4, 5, 8, 10, -10, 16, 32, 64, 100, -100, 128, 256, 1000, -1000, 1024, 4096,
    65536, 1_000_000,
];
/// Other numbers, the one that is liked best first.
const FLOATS: [f64; 13] = [
    0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -2.0,
    10.0,
    100.0,
    1e6,
    -1e6,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
/// How much is evaluated, counted in variables of conditions.
const WORK: usize = 200_000;

/// An input that is a number.
struct Number {
    var: Var,
    kind: NumberKind,
    bits: u32,
}

impl<'p> Symbols<'p> {
    /// A model of the same path with values that are easier to read, if there is one.
    pub fn minimised_model(&self, state: &State<'p>) -> Option<Assignment> {
        // Other inputs may go another way than the conditions say.
        if state.above.path.predicted {
            return None;
        }
        let tree = state.above.unit.as_ref()?;
        let numbers = numbers(tree, state, &self.pool);
        let mut search = Search::of(&self.pool, state);
        let letters = search.all_letters(&numbers);
        let others = numbers.iter().filter(|number| search.improve(number)).count();
        (letters || others > 0).then_some(search.model)
    }
}

/// Another model of the same path, found by changing inputs.
pub(super) struct Search<'a> {
    pool: &'a Pool,
    /// The conditions each input is in.
    about: BTreeMap<Var, Vec<Term>>,
    pub(super) model: Assignment,
    evaluator: Evaluator,
    work: usize,
}

impl<'a> Search<'a> {
    /// Begins with the model of a path.
    pub(super) fn of(pool: &'a Pool, state: &State<'_>) -> Search<'a> {
        let mut about: BTreeMap<Var, Vec<Term>> = BTreeMap::new();
        for &condition in state.above.path.conditions.oldest_first() {
            for &var in pool.vars(condition) {
                about.entry(var).or_default().push(condition);
            }
        }
        let (model, evaluator) = (state.above.path.model.clone(), Evaluator::new());
        Search { pool, about, model, evaluator, work: WORK }
    }

    /// Letters that are the same stay the same: the code may compare them.
    fn all_letters(&mut self, numbers: &[Number]) -> bool {
        let mut groups: BTreeMap<u64, Vec<Var>> = BTreeMap::new();
        for number in numbers.iter().filter(|number| number.kind == NumberKind::Character) {
            let value = self.model.get(number.var);
            if !is_plain_letter(value) {
                groups.entry(value).or_default().push(number.var);
            }
        }
        let change = |vars: &[Var], letter: u8| -> Vec<(Var, u64)> {
            vars.iter().map(|&var| (var, letter.into())).collect()
        };
        let changed = groups
            .values()
            .filter(|vars| LETTERS.iter().any(|&letter| self.try_values(&change(vars, letter))));
        changed.count() > 0
    }

    /// Makes a number easier to read; `true` if it is another one now.
    fn improve(&mut self, number: &Number) -> bool {
        let value = self.model.get(number.var);
        let better: Vec<u64> = match number.kind {
            NumberKind::Character if is_plain_letter(value) => Vec::new(),
            NumberKind::Character => LETTERS.iter().map(|&letter| letter.into()).collect(),
            NumberKind::Float => better_floats(value, number.bits),
            NumberKind::Signed | NumberKind::Unsigned => better_numbers(value, number),
        };
        better.into_iter().any(|value| self.try_values(&[(number.var, value)]))
    }

    /// Changes the model if all conditions still hold.
    pub(super) fn try_values(&mut self, changes: &[(Var, u64)]) -> bool {
        let mut touched: Vec<Term> =
            changes.iter().filter_map(|(var, _)| self.about.get(var)).flatten().copied().collect();
        touched.sort_unstable();
        touched.dedup();
        let work: usize = touched.iter().map(|&t| self.pool.vars(t).len()).sum();
        let Some(left) = self.work.checked_sub(work) else { return false };
        self.work = left;
        let model = self.model.merged(changes);
        self.evaluator.begin();
        let holds = touched.iter().all(|&t| self.evaluator.holds(self.pool, t, &model));
        if holds {
            self.model = model;
        }
        holds
    }
}

/// The numbers among the inputs, in the order in which a test names them.
fn numbers(tree: &Tree, state: &State<'_>, pool: &Pool) -> Vec<Number> {
    let number = |leaf: &Leaf| {
        Some(Number { var: leaf.var, kind: leaf.number?, bits: u32::from(leaf.size) * 8 })
    };
    let in_tree = tree.leaves(&state.above.scenario).filter_map(number);
    let files = state.above.path.inputs.oldest_first().into_iter();
    let files = files.filter(|input| matches!(input.source, InputSource::File(_)));
    let letter =
        |&var: &Var| Number { var, kind: NumberKind::Character, bits: pool.var_width(var) };
    in_tree.chain(files.flat_map(|input| input.vars.iter().map(letter))).collect()
}

/// Is it a letter that is printed as it is, or the end of a text?
fn is_plain_letter(letter: u64) -> bool {
    letter == 0 || (0x20..0x7f).contains(&letter)
}

/// Numbers that are smaller than this one, whichever way they are read.
fn better_numbers(value: u64, number: &Number) -> Vec<u64> {
    let unused = 64 - number.bits;
    let signed = number.kind == NumberKind::Signed;
    let size = match signed {
        true => (((value << unused) as i64) >> unused).unsigned_abs(),
        false => value,
    };
    let smaller = |other: &&i64| other.unsigned_abs() < size && (signed || **other >= 0);
    NUMBERS.iter().filter(smaller).map(|&other| other as u64 & (u64::MAX >> unused)).collect()
}

/// Numbers that are liked better than this one.
fn better_floats(value: u64, bits: u32) -> Vec<u64> {
    let encoded = |float: &f64| match bits {
        64 => Some(float.to_bits()),
        32 => Some((*float as f32).to_bits().into()),
        _ => None,
    };
    FLOATS.iter().filter_map(encoded).take_while(|&other| other != value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(kind: NumberKind, bits: u32) -> Number {
        Number { var: Pool::new().new_var("x", bits), kind, bits }
    }

    #[test]
    fn better_is_smaller() {
        let int = number(NumberKind::Signed, 32);
        assert_eq!(better_numbers(2, &int), [0, 1, 0xffff_ffff]);
        assert_eq!(better_numbers(0xffff_ffff, &int), [0]);
        assert_eq!(better_numbers(3, &number(NumberKind::Unsigned, 64)), [0, 1, 2]);
        assert_eq!(better_numbers(0, &int), []);
    }

    #[test]
    fn floats_that_are_liked_are_kept() {
        assert_eq!(better_floats(0.0f64.to_bits(), 64), []);
        assert_eq!(better_floats(1.0f64.to_bits(), 64), [0]);
        assert_eq!(better_floats(f64::NAN.to_bits(), 64).len(), FLOATS.len() - 1);
        assert_eq!(better_floats(0xfff2_0000_0000_3fff, 64).last(), Some(&f64::NAN.to_bits()));
        assert_eq!(better_floats(0.5f32.to_bits().into(), 32).len(), 3);
    }
}
