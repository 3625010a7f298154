//! Does a path need extraordinary numbers? The solver is asked once more, with every number that the path asked
//! about within ±2^20.
//!
//! - *Invariant:* a path is called extreme only if the solver refutes that there are such numbers.

use coax_expr::{Assignment, CompareOp, Term, Var};
use coax_solve::Answer;

use super::Leaf;
use super::shapes::NumberKind;
use crate::State;
use crate::symbolic::Symbols;

/// Numbers up to so many, and down to its opposite, are ordinary.
const ORDINARY: u64 = 1 << 20;

/// The numbers that lead along a path.
#[derive(Clone, Debug)]
pub enum Ordinary {
    /// They are ordinary, or it is not known whether they can be.
    AsTheyAre,
    /// These are ordinary, and lead along it as well.
    Instead(Assignment),
    /// No ordinary ones do.
    None,
}

impl<'p> Symbols<'p> {
    /// Are there ordinary numbers that lead along the path of a unit?
    pub fn ordinary_numbers(&mut self, state: &State<'p>) -> Ordinary {
        // Other inputs may go another way than the conditions say.
        let Some(tree) = state.above.unit.as_ref().filter(|_| !state.above.path.predicted) else {
            return Ordinary::AsTheyAre;
        };
        let asked = self.decided(state);
        let is_whole =
            |leaf: &&Leaf| matches!(leaf.number, Some(NumberKind::Signed | NumberKind::Unsigned));
        let leaves = tree.leaves(&state.above.scenario).filter(is_whole);
        let numbers: Vec<(Var, bool)> = leaves
            .filter(|leaf| asked.contains(&leaf.var))
            .map(|leaf| (leaf.var, leaf.number == Some(NumberKind::Signed)))
            .collect();
        let ranges: Vec<Term> =
            numbers.into_iter().filter_map(|(var, signed)| self.range(var, signed)).collect();
        let all = ranges.into_iter().reduce(|all, range| self.pool.and(all, range));
        let Some(all) = all else { return Ordinary::AsTheyAre };
        self.evaluator.begin();
        if self.evaluator.holds(&self.pool, all, &state.above.path.model) {
            return Ordinary::AsTheyAre;
        }
        match self.find(state, all) {
            Answer::Sat(model) => Ordinary::Instead(model),
            Answer::Unsat => Ordinary::None,
            Answer::Unknown(_) => Ordinary::AsTheyAre,
        }
    }

    /// That a number is ordinary; none if its type allows nothing else.
    fn range(&mut self, var: Var, signed: bool) -> Option<Term> {
        let width = self.pool.var_width(var);
        let (least, most) = if signed { (ORDINARY, 2 * ORDINARY) } else { (0, ORDINARY) };
        if width > 64 || most >= 1_u64.checked_shl(width).unwrap_or(u64::MAX) {
            return None;
        }
        let value = self.pool.var(var);
        let least = self.pool.constant(width, least.into());
        let most = self.pool.constant(width, most.into());
        let moved = self.pool.add(value, least);
        Some(self.pool.compare(CompareOp::Ule, moved, most))
    }
}
