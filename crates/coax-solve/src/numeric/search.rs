//! A search for a model, guided by how far each conjunct is from holding.
//!
//! For questions that neither the SMT solver nor intervals settle: floats, products, functions that
//! are no terms. From a start, moves are made that bring the conjuncts nearer (`moves`), roots of
//! single comparisons are found by halving (`root`) and systems of them by Newton's method
//! (`system`). Where nothing helps any more, the point is disturbed, crossed with another or
//! drawn anew, and all begins again until the evaluations are spent.
//!
//! - *Invariant:* what is found was evaluated; nothing found means nothing.
//! - *Invariant:* the same seed gives the same answer. Work is counted in evaluations.

mod distance;
mod landscape;
mod leaves;
mod moves;
mod number;
mod root;
mod specials;
mod system;

use std::collections::BTreeSet;

use coax_deadline::Deadline;
use coax_expr::{Assignment, BinaryOp, Evaluator, Node, Pool, Term, Var};

use super::random::Random;
use super::range::Range;
use landscape::{Landscape, Saved, Score};

use specials::Specials;

/// Evaluations spent on the climb from a start, on one from elsewhere, and how often weights are
/// raised when nothing helps.
const FIRST_CLIMB: u64 = 1024;
const CLIMB: u64 = 4096;
const RAISES: u32 = 2;
/// Rounds of the quick moves from a disturbed point.
const QUICK_ROUNDS: u32 = 4;
/// Evaluations for quick moves before the costly ones begin, and how many costly ones for each.
const EARLY: u64 = 1000;
const SHARE: u64 = 2;
/// Of so many points that do not look good one is improved thoroughly all the same.
const LUCK: u64 = 6;
/// Whole numbers tried in the first sweep; each is twice as long as the one before.
const SWEPT: i64 = 256;
/// Points kept to start from again, and departures from one of them.
const KEPT: usize = 6;
const DEPARTURES: u32 = 12;

/// Where a search begins and what it may do.
pub struct Search<'q> {
    /// Where the terms are.
    pub pool: &'q Pool,
    /// What has to hold.
    pub conjuncts: &'q [Term],
    /// Values of all other variables; also the first start.
    pub model: &'q Assignment,
    /// Further starts: earlier models.
    pub starts: &'q [Vec<(Var, u64)>],
    /// What leaves can be; may be empty.
    pub ranges: &'q [(Term, Range)],
    /// How often the conjunction may be evaluated.
    pub evaluations: u64,
    /// Decides what is left to chance.
    pub seed: u64,
    /// When it ends without a result.
    pub deadline: &'q Deadline,
}

impl Search<'_> {
    /// The variables that change, with their new values, so that all conjuncts hold.
    pub fn run(&self) -> Option<Vec<(Var, u64)>> {
        let conjuncts = flattened(self.pool, self.conjuncts)?;
        let leaves = leaves::leaves(self.pool, &conjuncts, self.ranges);
        let specials = Specials::of(self.pool, &conjuncts);
        let values = leaves.iter().map(|leaf| specials.values(leaf)).collect();
        let count = leaves.len();
        let model = self.model.clone();
        let mut climb = Climb {
            land: Landscape::new(self.pool, conjuncts, leaves, model, self.evaluations)
                .until(self.deadline),
            random: Random::new(self.seed),
            values,
            kept: Vec::new(),
            quick: 0,
            costly: 0,
            replaced: vec![0; count],
            swept: vec![0; count],
        };
        climb.run(self.model, self.starts);
        let changes = climb.changes(self.model)?;
        self.is_model(&changes).then_some(changes)
    }

    fn is_model(&self, changes: &[(Var, u64)]) -> bool {
        let (mut evaluator, values) = (Evaluator::new(), self.model.merged(changes));
        self.conjuncts.iter().all(|&term| evaluator.holds(self.pool, term, &values))
    }
}

/// The parts of all conjunctions; `None` if one is false for all values of the variables.
fn flattened(pool: &Pool, conjuncts: &[Term]) -> Option<Vec<Term>> {
    let mut open: BTreeSet<Term> = conjuncts.iter().copied().collect();
    let mut flat = Vec::new();
    // Operands have smaller ids, so each term comes once.
    while let Some(term) = open.pop_last() {
        match pool.node(term) {
            Node::Binary(BinaryOp::And, a, b) => open.extend([a, b]),
            _ if pool.is_true(term) => {}
            _ if pool.is_false(term) => return None,
            _ => flat.push(term),
        }
    }
    flat.reverse();
    Some(flat)
}

/// A good point.
struct Kept {
    score: Score,
    saved: Saved,
    /// How often a departure from it may still be made.
    departures: u32,
}

/// A search under way.
struct Climb<'q> {
    land: Landscape<'q>,
    random: Random,
    /// The values worth trying, by leaf.
    values: Vec<Vec<u64>>,
    /// By leaf, how many of these have been departed to.
    replaced: Vec<usize>,
    /// The best points so far, best first.
    kept: Vec<Kept>,
    /// Evaluations spent on moves of either kind.
    quick: u64,
    costly: u64,
    /// By leaf, the first whole number not yet tried.
    swept: Vec<i64>,
}

impl Climb<'_> {
    fn run(&mut self, model: &Assignment, starts: &[Vec<(Var, u64)>]) {
        self.keep();
        for start in starts {
            if self.land.is_over() {
                return;
            }
            self.land.go_to(model.merged(start));
            self.keep();
        }
        for start in std::mem::take(&mut self.kept) {
            if self.land.is_over() {
                return;
            }
            self.land.restore(start.saved);
            self.climb(FIRST_CLIMB, Climb::improve);
            self.keep();
        }
        while !self.land.is_over() && !self.land.leaves.is_empty() {
            self.depart();
            self.refine();
            if self.may_be_costly() {
                self.sweep();
            }
        }
    }

    /// Improves a new point quickly, and thoroughly if it is then as good as those that are kept.
    fn refine(&mut self) {
        let before = self.land.left;
        for _ in 0..QUICK_ROUNDS {
            if self.land.is_over() || !self.improve_quickly() {
                break;
            }
        }
        self.quick += before - self.land.left;
        let worst = self.kept.last().map(|kept| kept.score);
        let promising = worst.is_none_or(|worst| self.land.plain_score() < worst);
        if self.may_be_costly() && (promising || self.random.below(LUCK) == 0) {
            self.climb(CLIMB, Climb::improve_thoroughly);
        }
        self.keep();
    }

    /// Costly moves get their share of the evaluations, not more.
    fn may_be_costly(&self) -> bool {
        !self.land.is_over() && self.quick > EARLY && self.costly <= SHARE * self.quick
    }

    fn changes(&self, model: &Assignment) -> Option<Vec<(Var, u64)>> {
        let vars: BTreeSet<Var> = self.land.leaves.iter().flat_map(|leaf| leaf.vars()).collect();
        let value = |var: Var| self.land.values.get(var);
        let changed = vars.into_iter().filter(|&var| value(var) != model.get(var));
        self.land.is_solved().then(|| changed.map(|var| (var, value(var))).collect())
    }

    /// Improves the point until nothing helps or it has taken too long.
    fn climb(&mut self, evaluations: u64, improve: fn(&mut Self) -> bool) {
        let before = self.land.left;
        self.land.spend_at_most(evaluations);
        let mut raises = 0;
        while !self.land.is_over() && raises <= RAISES {
            if !improve(self) {
                raises += 1;
                self.land.raise_weights();
            }
        }
        self.land.spend_all();
        self.land.reset_weights();
        self.costly += before - self.land.left;
    }

    /// The moves that need few evaluations for much.
    fn improve_quickly(&mut self) -> bool {
        moves::invert(&mut self.land)
            || self.each_fault(root::by_secant)
            || system::solve(&mut self.land)
    }

    /// The families of moves, cheap and strong ones first, until one helps.
    fn improve(&mut self) -> bool {
        self.improve_quickly()
            || self.walk()
            || self.probe()
            || self.each_leaf(moves::reshape)
            || self.give()
    }

    /// All of that, and the costly ones.
    fn improve_thoroughly(&mut self) -> bool {
        self.improve()
            || self.each_leaf(moves::flip)
            || self.each_leaf(moves::scan)
            || moves::pairs(&mut self.land, &mut self.random, &self.values)
    }

    /// Walks along each leaf, and then on in the direction all of them have taken together.
    fn walk(&mut self) -> bool {
        let before = self.land.values.clone();
        self.each_leaf(moves::walk) && {
            moves::follow(&mut self.land, &before);
            true
        }
    }

    fn each_leaf(&mut self, family: fn(&mut Landscape<'_>, usize) -> bool) -> bool {
        let mut better = false;
        for leaf in self.land.leaves_at_fault() {
            if self.land.is_over() {
                break;
            }
            better |= family(&mut self.land, leaf);
        }
        better
    }

    fn each_fault(&mut self, family: fn(&mut Landscape<'_>, usize, Term) -> bool) -> bool {
        let mut better = false;
        for (leaf, atom) in self.faults() {
            if self.land.is_over() {
                break;
            }
            better |= family(&mut self.land, leaf, atom);
        }
        better
    }

    /// Comparisons at fault with the leaves in them.
    fn faults(&self) -> Vec<(usize, Term)> {
        let mut faults = Vec::new();
        for conjunct in self.land.violated() {
            let Some(atom) = self.land.atom(conjunct) else { continue };
            faults.extend(self.land.inside(conjunct).iter().map(|&leaf| (leaf, atom)));
        }
        faults
    }

    fn probe(&mut self) -> bool {
        let mut better = false;
        for (leaf, atom) in self.faults() {
            if self.land.is_over() {
                break;
            }
            let (values, random) = (&self.values[leaf], &mut self.random);
            better |= root::by_probing(&mut self.land, leaf, atom, values, random);
        }
        better
    }

    fn give(&mut self) -> bool {
        let leaves = self.land.leaves_at_fault();
        let mut better = false;
        for leaf in leaves {
            better |= moves::give(&mut self.land, leaf, &self.values[leaf]);
        }
        better
    }

    /// Remembers the point if it is one of the best.
    fn keep(&mut self) {
        if self.land.is_over() {
            return;
        }
        let (score, saved) = (self.land.plain_score(), self.land.save());
        if self.kept.iter().any(|known| known.saved.values == saved.values) {
            return;
        }
        let place = self.kept.partition_point(|known| known.score <= score);
        self.kept.insert(place, Kept { score, saved, departures: DEPARTURES });
        self.kept.truncate(KEPT);
    }

    /// Leaves for a point from which another climb may end elsewhere.
    fn depart(&mut self) {
        match self.random.below(8) {
            0..=1 => self.disturb(),
            2 => self.cross(),
            3..=4 => self.replace(),
            5 => self.redraw(2),
            _ => self.redraw(1),
        }
    }

    /// Goes to a good point, one of the better ones mostly. After some departures that led to
    /// nothing better it is forgotten; without any the search goes on from where it is.
    fn go_to_kept(&mut self) {
        let count = self.kept.len();
        if count == 0 {
            return;
        }
        let place = self.random.place(count).min(self.random.place(count));
        let kept = &mut self.kept[place];
        self.land.restore(kept.saved.clone());
        kept.departures -= 1;
        if kept.departures == 0 {
            self.kept.remove(place);
        }
    }

    /// A good point with a leaf or two at fault moved, by a little or by much.
    fn disturb(&mut self) {
        self.go_to_kept();
        let mut values = self.land.values.clone();
        for _ in 0..=self.random.below(2) {
            let leaf = self.leaf_at_fault();
            let leaf = &self.land.leaves[leaf];
            let scale = self.random.below(leaf.number.width().into());
            let by = self.random.between(-1 << scale, 1 << scale);
            let place = leaf.number.place(leaf.read(&values)).unwrap_or(0);
            leaf.write(leaf.at(place + by), &mut values, |_, _| {});
        }
        self.land.go_to(values);
    }

    /// Each leaf from one of two good points.
    fn cross(&mut self) {
        self.go_to_kept();
        let mut values = self.land.values.clone();
        self.go_to_kept();
        for leaf in &self.land.leaves {
            if self.random.below(2) == 0 {
                leaf.write(leaf.read(&self.land.values), &mut values, |_, _| {});
            }
        }
        self.land.go_to(values);
    }

    /// A good point with one leaf at fault at the next value that is worth trying.
    fn replace(&mut self) {
        self.go_to_kept();
        let leaf = self.leaf_at_fault();
        let pattern = self.values[leaf][self.replaced[leaf] % self.values[leaf].len()];
        self.replaced[leaf] += 1;
        let mut values = self.land.values.clone();
        self.land.leaves[leaf].write(pattern, &mut values, |_, _| {});
        self.land.go_to(values);
    }

    /// A good point with one of `share` leaves drawn from all they can be.
    fn redraw(&mut self, share: u64) {
        self.go_to_kept();
        let mut values = self.land.values.clone();
        for leaf in 0..self.land.leaves.len() {
            if self.random.below(share) == 0 {
                let pattern = self.drawn(leaf);
                self.land.leaves[leaf].write(pattern, &mut values, |_, _| {});
            }
        }
        self.land.go_to(values);
    }

    /// Some leaf of a conjunct that does not hold.
    fn leaf_at_fault(&mut self) -> usize {
        let at_fault = self.land.leaves_at_fault();
        match at_fault.len() {
            0 => self.random.place(self.land.leaves.len()),
            count => at_fault[self.random.place(count)],
        }
    }

    /// Tries the next whole numbers for a leaf at fault of the best point: where nothing leads to a
    /// solution, small ones are the likeliest.
    fn sweep(&mut self) {
        let Some(best) = self.kept.first() else { return };
        self.land.restore(best.saved.clone());
        let (leaf, before) = (self.leaf_at_fault(), self.land.left);
        let from = self.swept[leaf];
        self.swept[leaf] = (2 * from).max(SWEPT);
        for number in from..self.swept[leaf] {
            let [up, down] =
                [number, -number].map(|real| self.land.leaves[leaf].nearest(real as f64));
            self.land.attempt(&[(leaf, up)]);
            self.land.attempt(&[(leaf, down)]);
        }
        self.costly += before - self.land.left;
        self.keep();
    }

    /// A value for a leaf: evenly among its places, evenly among its values, of any magnitude,
    /// small and whole, or one that is worth trying.
    fn drawn(&mut self, leaf: usize) -> u64 {
        let (leaf, values) = (&self.land.leaves[leaf], &self.values[leaf]);
        let random = &mut self.random;
        let ends = [leaf.first, leaf.last].map(|place| leaf.number.real(leaf.number.at(place)));
        let [low, high] = ends.map(|real| real.clamp(-1e9, 1e9));
        match random.below(5) {
            0 => leaf.at(random.between(leaf.first, leaf.last)),
            1 => leaf.nearest(low + (high - low) * random.unit()),
            2 => {
                let magnitude = 2f64.powf(random.unit() * 40.0 - 10.0);
                leaf.nearest(if random.below(2) == 0 { magnitude } else { -magnitude })
            }
            3 => leaf.nearest(random.between(-10, 20) as f64),
            _ => values[random.place(values.len())],
        }
    }
}
