//! Where a search stands: the values, how far each conjunct is from holding, and what is left to
//! spend. A change is evaluated only where it can matter, and kept only if it helps.

use std::collections::{BTreeMap, BTreeSet};

use coax_deadline::Deadline;
use coax_expr::{Assignment, Evaluator, Pool, Term, Var};

use super::distance::{Distance, Gauge};
use super::leaves::Leaf;

/// What is compared: the weighted costs, then the counts behind them.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Score {
    pub cost: f64,
    raw: u128,
}

/// A place to come back to.
#[derive(Clone)]
pub struct Saved {
    pub values: Assignment,
    distances: Vec<Distance>,
}

/// New patterns for leaves, by their numbers.
pub type Change = [(usize, u64)];

/// The state of a search.
pub struct Landscape<'q> {
    pub pool: &'q Pool,
    pub conjuncts: Vec<Term>,
    pub leaves: Vec<Leaf>,
    pub values: Assignment,
    /// Evaluations that may still be made.
    pub left: u64,
    /// Evaluations that the stage under way has to leave.
    floor: u64,
    distances: Vec<Distance>,
    weights: Vec<f64>,
    /// The conjuncts each variable occurs in.
    readers: BTreeMap<Var, Vec<usize>>,
    /// The leaves that occur in each conjunct.
    inside: Vec<Vec<usize>>,
    evaluator: Evaluator,
    /// What the change that is tried has replaced.
    replaced: Vec<(Var, u64)>,
    /// The conjuncts it can have touched, and their new distances.
    touched: Vec<usize>,
    measured: Vec<(usize, Distance)>,
    deadline: Deadline,
}

impl<'q> Landscape<'q> {
    pub fn new(
        pool: &'q Pool,
        conjuncts: Vec<Term>,
        leaves: Vec<Leaf>,
        values: Assignment,
        left: u64,
    ) -> Landscape<'q> {
        let mut readers: BTreeMap<Var, Vec<usize>> = BTreeMap::new();
        for (number, &conjunct) in conjuncts.iter().enumerate() {
            for &var in pool.vars(conjunct) {
                readers.entry(var).or_default().push(number);
            }
        }
        let mut inside = vec![Vec::new(); conjuncts.len()];
        for (number, leaf) in leaves.iter().enumerate() {
            let read: BTreeSet<usize> =
                leaf.vars().flat_map(|var| readers[&var].iter().copied()).collect();
            read.into_iter().for_each(|conjunct| inside[conjunct].push(number));
        }
        let mut landscape = Landscape {
            pool,
            values: Assignment::new(),
            left,
            floor: 0,
            distances: vec![Distance::NONE; conjuncts.len()],
            weights: vec![1.0; conjuncts.len()],
            conjuncts,
            leaves,
            readers,
            inside,
            evaluator: Evaluator::new(),
            replaced: Vec::new(),
            touched: Vec::new(),
            measured: Vec::new(),
            deadline: Deadline::never(),
        };
        landscape.go_to(values);
        landscape
    }

    /// The same, over at a deadline.
    pub fn until(self, deadline: &Deadline) -> Landscape<'q> {
        Landscape { deadline: deadline.clone(), ..self }
    }

    /// Goes to other values, better or worse.
    pub fn go_to(&mut self, values: Assignment) {
        self.values = values;
        self.left = self.left.saturating_sub(1);
        self.evaluator.begin();
        for number in 0..self.conjuncts.len() {
            self.distances[number] = self.measure(number);
        }
    }

    pub fn save(&self) -> Saved {
        Saved { values: self.values.clone(), distances: self.distances.clone() }
    }

    pub fn restore(&mut self, saved: Saved) {
        (self.values, self.distances) = (saved.values, saved.distances);
    }

    pub fn is_solved(&self) -> bool {
        self.distances.iter().all(Distance::holds)
    }

    /// Nothing left to do, or to spend, or no time.
    pub fn is_over(&self) -> bool {
        self.left <= self.floor || self.is_solved() || self.deadline.is_over()
    }

    /// A stage begins that may make so many evaluations.
    pub fn spend_at_most(&mut self, evaluations: u64) {
        self.floor = self.left.saturating_sub(evaluations);
    }

    /// The stage is over: what is left may be spent.
    pub fn spend_all(&mut self) {
        self.floor = 0;
    }

    /// The conjuncts that do not hold, worst last.
    pub fn violated(&self) -> Vec<usize> {
        let mut violated: Vec<usize> =
            (0..self.conjuncts.len()).filter(|&number| !self.distances[number].holds()).collect();
        violated.sort_by(|&a, &b| self.distances[a].cost.total_cmp(&self.distances[b].cost));
        violated
    }

    /// The comparison to change in a conjunct that does not hold.
    pub fn atom(&self, conjunct: usize) -> Option<Term> {
        self.distances[conjunct].atom
    }

    /// Does the comparison to change in a conjunct hold, so that it should not?
    pub fn atom_holds(&self, conjunct: usize) -> bool {
        self.distances[conjunct].atom_holds
    }

    /// The leaves a conjunct depends on.
    pub fn inside(&self, conjunct: usize) -> &[usize] {
        &self.inside[conjunct]
    }

    /// The leaves of all conjuncts that do not hold.
    pub fn leaves_at_fault(&self) -> Vec<usize> {
        let at_fault: BTreeSet<usize> =
            self.violated().into_iter().flat_map(|number| self.inside[number].clone()).collect();
        at_fault.into_iter().collect()
    }

    pub fn pattern(&self, leaf: usize) -> u64 {
        self.leaves[leaf].read(&self.values)
    }

    /// The place of a leaf's number; that of 0 for a NaN.
    pub fn place(&self, leaf: usize) -> i128 {
        self.leaves[leaf].number.place(self.pattern(leaf)).unwrap_or(0)
    }

    pub fn real(&self, leaf: usize) -> f64 {
        self.leaves[leaf].number.real(self.pattern(leaf))
    }

    /// The score with the weights of the moment.
    pub fn score(&self) -> Score {
        self.weighed(&self.distances)
    }

    /// The score with equal weights, which can be compared at any time.
    pub fn plain_score(&self) -> Score {
        Score {
            cost: self.distances.iter().map(|distance| distance.cost).sum(),
            raw: self.distances.iter().fold(0, |raw, distance| distance.raw.saturating_add(raw)),
        }
    }

    fn weighed(&self, distances: &[Distance]) -> Score {
        let costs = distances.iter().zip(&self.weights);
        Score {
            cost: costs.map(|(distance, weight)| distance.cost * weight).sum(),
            raw: distances.iter().fold(0, |raw, distance| distance.raw.saturating_add(raw)),
        }
    }

    /// Makes what does not hold count more, so that a valley between conjuncts is left.
    pub fn raise_weights(&mut self) {
        for number in 0..self.conjuncts.len() {
            if !self.distances[number].holds() {
                self.weights[number] *= 2.0;
            }
        }
    }

    pub fn reset_weights(&mut self) {
        self.weights.fill(1.0);
    }

    /// Changes leaves and stays there if that is better.
    pub fn attempt(&mut self, change: &Change) -> bool {
        self.apply(change);
        self.keep_if_better()
    }

    /// Changes variables and stays there if that is better.
    pub fn attempt_vars(&mut self, change: &[(Var, u64)]) -> bool {
        self.replaced.clear();
        for &(var, value) in change {
            let old = self.values.get(var);
            if old != value {
                self.replaced.push((var, old));
                self.values.set(var, value);
            }
        }
        self.keep_if_better()
    }

    /// The gaps of some comparisons if leaves were changed.
    pub fn gaps(&mut self, change: &Change, atoms: &[Term], gaps: &mut Vec<Option<f64>>) {
        self.left = self.left.saturating_sub(1);
        self.apply(change);
        self.evaluator.begin();
        let mut gauge =
            Gauge { pool: self.pool, evaluator: &mut self.evaluator, values: &self.values };
        gaps.clear();
        gaps.extend(atoms.iter().map(|&atom| gauge.gap(atom)));
        self.revert();
    }

    /// The gap of one comparison if a leaf were changed.
    pub fn gap(&mut self, leaf: usize, pattern: u64, atom: Term) -> Option<f64> {
        let mut gaps = Vec::with_capacity(1);
        self.gaps(&[(leaf, pattern)], &[atom], &mut gaps);
        gaps[0]
    }

    /// Runs something with the evaluator, which is at the current values.
    pub fn with_evaluator<T>(
        &mut self,
        run: impl FnOnce(&Pool, &mut Evaluator, &Assignment) -> T,
    ) -> T {
        self.evaluator.begin();
        run(self.pool, &mut self.evaluator, &self.values)
    }

    fn apply(&mut self, change: &Change) {
        self.replaced.clear();
        for &(leaf, pattern) in change {
            let replaced = &mut self.replaced;
            self.leaves[leaf]
                .write(pattern, &mut self.values, |var, old| replaced.push((var, old)));
        }
    }

    fn revert(&mut self) {
        while let Some((var, old)) = self.replaced.pop() {
            self.values.set(var, old);
        }
    }

    fn keep_if_better(&mut self) -> bool {
        if self.replaced.is_empty() || self.left <= self.floor {
            self.revert();
            return false;
        }
        self.left -= 1;
        let before = self.score();
        let better = self.remeasure(before.cost) && {
            self.exchange();
            let better = self.score() < before;
            if !better {
                self.exchange();
            }
            better
        };
        match better {
            true => self.replaced.clear(),
            false => self.revert(),
        }
        better
    }

    /// Measures what was touched. `false` as soon as the cost is above what it was `before`.
    fn remeasure(&mut self, before: f64) -> bool {
        self.find_touched();
        self.measured.clear();
        self.evaluator.begin();
        let mut cost = before;
        for &number in &self.touched {
            cost -= self.distances[number].cost * self.weights[number];
        }
        // Rounding of the sums must not decide.
        let most = before * (1.0 + 1e-9) + 1e-9;
        for place in 0..self.touched.len() {
            let number = self.touched[place];
            let distance = self.measure(number);
            cost += distance.cost * self.weights[number];
            if cost > most {
                return false;
            }
            self.measured.push((number, distance));
        }
        true
    }

    /// The conjuncts that read what was replaced, those first that do not hold.
    fn find_touched(&mut self) {
        self.touched.clear();
        for (var, _) in &self.replaced {
            self.touched.extend_from_slice(&self.readers[var]);
        }
        let distances = &self.distances;
        self.touched.sort_unstable_by_key(|&number| (distances[number].holds(), number));
        self.touched.dedup();
    }

    fn measure(&mut self, number: usize) -> Distance {
        let mut gauge =
            Gauge { pool: self.pool, evaluator: &mut self.evaluator, values: &self.values };
        gauge.distance(self.conjuncts[number])
    }

    /// Exchanges the distances just measured with those kept.
    fn exchange(&mut self) {
        for (number, distance) in &mut self.measured {
            std::mem::swap(distance, &mut self.distances[*number]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::leaves::leaves;
    use super::*;

    /// `x < 10`, `y < x` and `z == 7` on bytes, all variables at 20.
    fn landscape(pool: &mut Pool, left: u64) -> Landscape<'_> {
        let vars = ["x", "y", "z"].map(|name| pool.new_var(name, 8));
        let [x, y, z] = vars.map(|var| pool.var(var));
        let (ten, seven) = (pool.constant(8, 10), pool.constant(8, 7));
        let conjuncts = vec![pool.ult(x, ten), pool.ult(y, x), pool.eq(z, seven)];
        let leaves = leaves(pool, &conjuncts, &[]);
        let values = vars.into_iter().map(|var| (var, 20)).collect();
        Landscape::new(pool, conjuncts, leaves, values, left)
    }

    #[test]
    fn only_what_helps_is_kept() {
        let mut pool = Pool::new();
        let mut land = landscape(&mut pool, 100);
        assert_eq!(land.violated().len(), 3);
        assert!(!land.attempt(&[(2, 30)]));
        assert_eq!(land.pattern(2), 20);
        assert!(land.attempt(&[(2, 7)]));
        assert!(land.attempt(&[(0, 9), (1, 8)]));
        assert!(land.is_solved());
        // What was measured in parts is what is measured as a whole.
        let (score, values) = (land.score(), land.values.clone());
        land.go_to(values);
        assert_eq!(land.score(), score);
    }

    #[test]
    fn looking_changes_nothing() {
        let mut pool = Pool::new();
        let mut land = landscape(&mut pool, 100);
        let (score, atom) = (land.score(), land.conjuncts[0]);
        assert_eq!(land.gap(0, 13, atom), Some(3.0));
        assert_eq!((land.pattern(0), land.score()), (20, score));
    }

    #[test]
    fn evaluations_are_counted() {
        let mut pool = Pool::new();
        let mut land = landscape(&mut pool, 5);
        land.spend_at_most(2);
        assert!(!land.attempt(&[(2, 30)]) && land.attempt(&[(2, 19)]));
        assert!(land.is_over() && !land.attempt(&[(2, 18)]));
        land.spend_all();
        assert!(land.attempt(&[(2, 18)]) && !land.is_over());
        assert!(land.attempt(&[(2, 17)]) && land.is_over());
        assert!(!land.attempt(&[(2, 16)]));
    }
}
