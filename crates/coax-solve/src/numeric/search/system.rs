//! Several numbers, several comparisons: Gauss-Newton with damping (Levenberg and Marquardt).
//!
//! Every conjunct that is a comparison takes part, also one that holds and has to go on holding: an
//! equality with the difference of its sides, an inequality with what it lacks. Of other conjuncts
//! the comparison at fault does. Derivatives are differences. What comes out is rounded to what the
//! leaves can be and proposed, with points further along the way.

use std::collections::BTreeSet;

use coax_expr::{CompareOp, FloatCompare, FloatOp, FloatUnary, Node, Pool, Term};

use super::landscape::Landscape;

/// Equations and unknowns taken at once, and rounds.
const MOST_EQUATIONS: usize = 48;
const MOST_UNKNOWNS: usize = 16;
const ROUNDS: u32 = 16;

/// What the difference of a comparison's sides has to be.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Sense {
    Zero,
    Negative,
    Positive,
}

impl Sense {
    fn opposite(self) -> Sense {
        match self {
            Sense::Zero | Sense::Negative => Sense::Positive,
            Sense::Positive => Sense::Negative,
        }
    }

    /// What a difference lacks; an inequality should hold by a margin.
    fn lack(self, gap: f64, margin: f64) -> f64 {
        match self {
            Sense::Zero => gap,
            Sense::Negative => (gap + margin).max(0.0),
            Sense::Positive => (gap - margin).min(0.0),
        }
    }
}

/// One system.
struct System<'l, 'q> {
    land: &'l mut Landscape<'q>,
    atoms: Vec<Term>,
    senses: Vec<Sense>,
    margin: f64,
    leaves: Vec<usize>,
    gaps: Vec<Option<f64>>,
}

/// Moves all leaves together towards a solution.
pub fn solve(land: &mut Landscape<'_>) -> bool {
    let (equations, at_fault) = equations(land);
    let (atoms, senses): (Vec<Term>, Vec<Sense>) = equations.into_iter().unzip();
    let leaves = unknowns(land, &atoms);
    if atoms.is_empty() || leaves.len() < 2 {
        return false;
    }
    let only_equalities = senses.iter().all(|sense| *sense == Sense::Zero);
    let margins: &[f64] = if only_equalities { &[0.0] } else { &[0.5, 1e-7] };
    let mut system = System { land, atoms, senses, margin: 0.0, leaves, gaps: Vec::new() };
    let better = margins.iter().any(|&margin| {
        system.margin = margin;
        system.run()
    });
    better || system.replace_sums(at_fault) && system.run()
}

/// The comparisons, each with what it has to be: first those at fault, and how many these are.
fn equations(land: &Landscape<'_>) -> (Vec<(Term, Sense)>, usize) {
    let violated = land.violated();
    let mut equations = Vec::new();
    for &conjunct in &violated {
        let plain = comparison(land.pool, land.conjuncts[conjunct]);
        let blamed = || {
            let atom = land.atom(conjunct)?;
            let (atom, sense) = comparison(land.pool, atom)?;
            // Inside a negation the comparison holds and should not.
            Some((atom, if land.atom_holds(conjunct) { sense.opposite() } else { sense }))
        };
        equations.extend(plain.or_else(blamed));
    }
    equations.truncate(MOST_EQUATIONS);
    let at_fault = equations.len();
    for (number, &conjunct) in land.conjuncts.iter().enumerate() {
        let holds = !violated.contains(&number);
        equations.extend(comparison(land.pool, conjunct).filter(|_| holds));
    }
    equations.truncate(MOST_EQUATIONS);
    (equations, at_fault)
}

/// A comparison, or the negation of one, and what it wants.
fn comparison(pool: &Pool, term: Term) -> Option<(Term, Sense)> {
    match pool.node(term) {
        Node::Not(inner) if !matches!(pool.node(inner), Node::Not(_)) => {
            comparison(pool, inner).map(|(atom, sense)| (atom, sense.opposite()))
        }
        Node::Compare(CompareOp::Eq, a, _) if pool.width(a) == 1 => None,
        Node::Compare(CompareOp::Eq, ..) | Node::FloatCompare(FloatCompare::Eq, ..) => {
            Some((term, Sense::Zero))
        }
        Node::FloatCompare(FloatCompare::Unordered, ..) => None,
        Node::Compare(..) | Node::FloatCompare(..) => Some((term, Sense::Negative)),
        Node::Overflow(..) => Some((term, Sense::Positive)),
        _ => None,
    }
}

/// What a sum consists of, without factors, squares and roots that do not matter to a 0.
fn addends(pool: &Pool, sum: Term) -> Vec<Term> {
    let (mut open, mut found) = (vec![sum], Vec::new());
    while let Some(term) = open.pop() {
        match pool.node(term) {
            Node::Float(FloatOp::Add, _, a, b) => open.extend([a, b]),
            Node::Float(FloatOp::Mul, _, a, b) if a == b || pool.is_constant(a) => open.push(b),
            Node::Float(FloatOp::Mul, _, a, b) if pool.is_constant(b) => open.push(a),
            Node::FloatUnary(FloatUnary::Sqrt, _, a) => open.push(a),
            Node::Float(..) => found.push(term),
            _ => {}
        }
        if found.len() > MOST_UNKNOWNS {
            break;
        }
    }
    found
}

/// Leaves that occur in the equations and have a finite value, those at fault first.
fn unknowns(land: &Landscape<'_>, atoms: &[Term]) -> Vec<usize> {
    let in_atoms = |leaf: &usize| {
        let mut vars = land.leaves[*leaf].vars();
        vars.any(|var| atoms.iter().any(|&atom| land.pool.vars(atom).binary_search(&var).is_ok()))
    };
    let usable = |leaf: &usize| land.real(*leaf).is_finite() && in_atoms(leaf);
    let at_fault = land.leaves_at_fault().into_iter();
    let mut seen = BTreeSet::new();
    let all = at_fault.chain(0..land.leaves.len()).filter(|leaf| seen.insert(*leaf));
    all.filter(usable).take(MOST_UNKNOWNS).collect()
}

impl System<'_, '_> {
    fn run(&mut self) -> bool {
        let start: Vec<f64> = self.leaves.iter().map(|&leaf| self.land.real(leaf)).collect();
        let Some(end) = self.descend(&start) else { return false };
        let mut better = self.propose(&end);
        for factor in [1.0 + 1e-12, 1.0 + 1e-6, 1.01, 1.5, 3.0] {
            let beyond: Vec<f64> =
                start.iter().zip(&end).map(|(from, to)| from + (to - from) * factor).collect();
            better |= self.propose(&beyond);
        }
        better | self.propose_round(&end)
    }

    /// Wants what a small sum of squares is made of to be 0: that is found much faster. `false` if
    /// there is no such sum among the comparisons at fault.
    fn replace_sums(&mut self, at_fault: usize) -> bool {
        let mut found = Vec::new();
        for &atom in &self.atoms[..at_fault] {
            if let Node::FloatCompare(_, _, a, b) = self.land.pool.node(atom) {
                found.extend([a, b].map(|side| addends(self.land.pool, side)));
            }
        }
        found.retain(|addends| addends.len() > 1);
        self.atoms.drain(..at_fault);
        self.senses.drain(..at_fault);
        self.atoms.extend(found.iter().flatten());
        self.senses.resize(self.atoms.len(), Sense::Zero);
        !found.is_empty()
    }

    /// Rounded to ever more digits: people's systems have tidy solutions.
    fn propose_round(&mut self, end: &[f64]) -> bool {
        [1.0, 2.0, 10.0, 16.0, 100.0, 256.0, 1e3, 1e4, 65536.0, 1e6].into_iter().any(|grain| {
            let tidy: Vec<f64> = end.iter().map(|real| (real * grain).round() / grain).collect();
            self.propose(&tidy)
        })
    }

    fn change(&self, point: &[f64]) -> Vec<(usize, u64)> {
        let pairs = self.leaves.iter().zip(point);
        pairs.map(|(&leaf, &real)| (leaf, self.land.leaves[leaf].nearest(real))).collect()
    }

    fn propose(&mut self, point: &[f64]) -> bool {
        let change = self.change(point);
        self.land.attempt(&change)
    }

    /// What each comparison lacks at a point; `None` if one has no value there.
    fn residuals(&mut self, point: &[f64]) -> Option<Vec<f64>> {
        let change = self.change(point);
        self.land.gaps(&change, &self.atoms, &mut self.gaps);
        let lacks = self.gaps.iter().zip(&self.senses).map(|(gap, sense)| {
            gap.filter(|gap| gap.is_finite()).map(|gap| sense.lack(gap, self.margin))
        });
        lacks.collect()
    }

    /// Follows damped steps as long as the sum of squares falls.
    fn descend(&mut self, start: &[f64]) -> Option<Vec<f64>> {
        let mut point = start.to_vec();
        let mut residuals = self.residuals(&point)?;
        let mut damping = 1e-3;
        let mut moved = false;
        for _ in 0..ROUNDS {
            if self.land.is_over() || square_sum(&residuals) == 0.0 {
                break;
            }
            let slopes = self.slopes(&point, &residuals);
            let mut stepped = false;
            for _ in 0..6 {
                let Some(step) = damped_step(&slopes, &residuals, damping) else { break };
                let next: Vec<f64> = point.iter().zip(&step).map(|(x, by)| x + by).collect();
                match self.residuals(&next) {
                    Some(found) if square_sum(&found) < square_sum(&residuals) => {
                        (point, residuals, stepped) = (next, found, true);
                        damping = f64::max(damping / 16.0, 1e-12);
                        break;
                    }
                    _ => damping *= 8.0,
                }
            }
            moved |= stepped;
            if !stepped {
                break;
            }
        }
        moved.then_some(point)
    }

    /// By leaf, how each difference changes with it.
    fn slopes(&mut self, point: &[f64], residuals: &[f64]) -> Vec<Vec<f64>> {
        (0..point.len()).map(|place| self.slope(point, residuals, place)).collect()
    }

    /// Differences over a small step, or over larger ones where a small one changes nothing.
    fn slope(&mut self, point: &[f64], residuals: &[f64], place: usize) -> Vec<f64> {
        let none = vec![0.0; residuals.len()];
        let number = self.land.leaves[self.leaves[place]].number;
        let scale = point[place].abs().max(1e-3);
        let steps = if number.is_float() {
            [scale * 1e-7, scale * 1e-3, scale.max(1.0)]
        } else {
            [1.0, 16.0, scale.max(256.0)]
        };
        for step in steps {
            let mut beside = point.to_vec();
            beside[place] += step;
            // What is really written is rounded to what the leaf can be.
            let written = number.real(number.nearest(beside[place]));
            let by = written - number.real(number.nearest(point[place]));
            let Some(found) = self.residuals(&beside).filter(|_| by != 0.0) else { continue };
            let slope: Vec<f64> =
                found.iter().zip(residuals).map(|(new, old)| (new - old) / by).collect();
            if slope.iter().any(|slope| *slope != 0.0) {
                return slope;
            }
        }
        none
    }
}

fn square_sum(residuals: &[f64]) -> f64 {
    residuals.iter().map(|gap| gap * gap).sum()
}

/// The step that solves `(JᵀJ + damping·diag(JᵀJ)) step = -Jᵀ residuals`, with `J` given by
/// columns that are scaled to length 1.
fn damped_step(slopes: &[Vec<f64>], residuals: &[f64], damping: f64) -> Option<Vec<f64>> {
    let lengths: Vec<f64> = slopes.iter().map(|column| square_sum(column).sqrt()).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let count = slopes.len();
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(count);
    for i in 0..count {
        let scaled = |j: usize| match lengths[i] * lengths[j] {
            length if length > 0.0 => dot(&slopes[i], &slopes[j]) / length,
            _ => 0.0,
        };
        let mut row: Vec<f64> = (0..count).map(scaled).collect();
        row[i] += damping + f64::from(lengths[i] == 0.0);
        let right = if lengths[i] > 0.0 { -dot(&slopes[i], residuals) / lengths[i] } else { 0.0 };
        row.push(right);
        rows.push(row);
    }
    let scaled = eliminated(rows)?;
    let step: Vec<f64> = scaled
        .iter()
        .zip(&lengths)
        .map(|(by, length)| if *length > 0.0 { by / length } else { 0.0 })
        .collect();
    step.iter().all(|by| by.is_finite()).then_some(step)
}

/// Solves a square system, the right side being the last column.
fn eliminated(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        let leading = rows[column].clone();
        if leading[column] == 0.0 || !leading[column].is_finite() {
            return None;
        }
        for row in rows.iter_mut().skip(column + 1) {
            let factor = row[column] / leading[column];
            row.iter_mut().zip(&leading).for_each(|(entry, lead)| *entry -= factor * lead);
        }
    }
    let mut solution = vec![0.0; count];
    for place in (0..count).rev() {
        let known: f64 = (place + 1..count).map(|j| rows[place][j] * solution[j]).sum();
        solution[place] = (rows[place][count] - known) / rows[place][place];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elimination_solves() {
        let rows = vec![vec![0.0, 2.0, 8.0], vec![3.0, 1.0, 10.0]];
        assert_eq!(eliminated(rows), Some(vec![2.0, 4.0]));
        assert_eq!(eliminated(vec![vec![0.0, 1.0]]), None);
    }

    #[test]
    fn an_undamped_step_solves_a_linear_system() {
        // x + y = 3 and x - y = 1, seen from 0.
        let slopes = [vec![1.0, 1.0], vec![1.0, -1.0]];
        let step = damped_step(&slopes, &[-3.0, -1.0], 0.0).expect("it is regular");
        assert!((step[0] - 2.0).abs() < 1e-12 && (step[1] - 1.0).abs() < 1e-12);
    }
}
