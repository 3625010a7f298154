//! Small changes, one or two numbers at a time. Each family of moves tells whether it helped.

use coax_expr::Assignment;

use super::landscape::Landscape;
use super::number::mask;
use crate::layers::inverse::Inverse;
use crate::numeric::random::Random;

/// Neighbours looked at on each side, of one leaf and of two together.
const SCAN: i128 = 200;
const SCAN_PAIR: i128 = 7;
/// Pairs of leaves tried in one go.
const PAIRS: usize = 6;

/// Computes what is wanted backwards through the terms, for each conjunct that does not hold.
pub fn invert(land: &mut Landscape<'_>) -> bool {
    let mut better = false;
    for conjunct in land.violated() {
        let term = land.conjuncts[conjunct];
        for variant in 0..4 {
            let changes = land.with_evaluator(|pool, evaluator, values| {
                Inverse::new(pool, evaluator, values, variant).changes_for(term)
            });
            better |= changes.is_some_and(|changes| land.attempt_vars(&changes));
        }
    }
    better
}

/// Moves a leaf by steps from large to small, each as often as it helps, and faster while it does.
pub fn walk(land: &mut Landscape<'_>, leaf: usize) -> bool {
    let mut better = false;
    for shift in (0..land.leaves[leaf].number.width()).rev() {
        for step in [1i128 << shift, -1 << shift] {
            let mut by = step;
            while shift_by(land, leaf, by) {
                better = true;
                by = by.saturating_mul(2).clamp(-1 << 65, 1 << 65);
            }
        }
        if land.is_over() {
            break;
        }
    }
    better
}

fn shift_by(land: &mut Landscape<'_>, leaf: usize, by: i128) -> bool {
    let pattern = land.leaves[leaf].at(land.place(leaf) + by);
    land.attempt(&[(leaf, pattern)])
}

/// Goes on in the direction that led here from `before`, faster while it helps: along a valley.
pub fn follow(land: &mut Landscape<'_>, before: &Assignment) -> bool {
    let way: Vec<(usize, f64)> = (0..land.leaves.len())
        .map(|leaf| {
            (leaf, land.real(leaf) - land.leaves[leaf].number.real(land.leaves[leaf].read(before)))
        })
        .filter(|(_, by)| by.is_finite() && *by != 0.0)
        .collect();
    let (mut better, mut factor) = (false, 0.5);
    while way.len() > 1 {
        let patterns: Vec<(usize, u64)> = way
            .iter()
            .map(|&(leaf, by)| (leaf, land.leaves[leaf].nearest(land.real(leaf) + by * factor)))
            .collect();
        if !land.attempt(&patterns) {
            break;
        }
        (better, factor) = (true, factor * 2.0);
    }
    better
}

/// Looks at every neighbour of a leaf.
pub fn scan(land: &mut Landscape<'_>, leaf: usize) -> bool {
    let start = land.place(leaf);
    (1..=SCAN).flat_map(|off| [off, -off]).any(|off| {
        let pattern = land.leaves[leaf].at(start + off);
        land.attempt(&[(leaf, pattern)])
    })
}

/// Flips the bits of a leaf, each alone and with the one above it.
pub fn flip(land: &mut Landscape<'_>, leaf: usize) -> bool {
    let width = land.leaves[leaf].number.width();
    let mut better = false;
    for (bit, bits) in (0..width).flat_map(|bit| [(bit, 1), (bit, 3)]) {
        let pattern = land.pattern(leaf) ^ (bits << bit & mask(width));
        better |= land.attempt(&[(leaf, pattern)]);
    }
    better
}

/// Tries values for a leaf.
pub fn give(land: &mut Landscape<'_>, leaf: usize, values: &[u64]) -> bool {
    let helped = values.iter().filter(|&&value| land.attempt(&[(leaf, value)])).count();
    helped > 0
}

/// Changes of a leaf's value that keep it tidy or undo an operation: halves, doubles, the opposite,
/// steps of powers of ten, fewer digits.
pub fn reshape(land: &mut Landscape<'_>, leaf: usize) -> bool {
    let real = land.real(leaf);
    let mut reals = vec![-real, real * 2.0, real / 2.0, 1.0 / real, real * real, real.abs().sqrt()];
    for power in -6..=9 {
        let unit = 10f64.powi(power);
        reals.extend([real + unit, real - unit, (real / unit).round() * unit]);
    }
    reals.extend((0..=20).map(|shift| {
        let grain = f64::from(1 << shift);
        (real * grain).round() / grain
    }));
    reals.retain(|real| real.is_finite());
    let patterns: Vec<u64> = reals.iter().map(|&real| land.leaves[leaf].nearest(real)).collect();
    give(land, leaf, &patterns)
}

/// Two leaves at fault together: along and against each other at all scales, near each other's
/// neighbours, and both at values of their own.
pub fn pairs(land: &mut Landscape<'_>, random: &mut Random, values: &[Vec<u64>]) -> bool {
    let leaves = land.leaves_at_fault();
    if leaves.len() < 2 {
        return false;
    }
    let mut better = false;
    let all = leaves.len() * (leaves.len() - 1) / 2;
    for _ in 0..PAIRS.min(all) {
        let first = leaves[random.place(leaves.len())];
        let second = leaves[random.place(leaves.len())];
        if first != second && !land.is_over() {
            better |= slide(land, first, second)
                || scan_pair(land, first, second)
                || give_both(land, random, [first, second], values);
        }
    }
    better
}

fn slide(land: &mut Landscape<'_>, first: usize, second: usize) -> bool {
    let mut better = false;
    let least = land.leaves[first].number.width().min(land.leaves[second].number.width());
    for shift in (0..least).rev() {
        for (by, other) in [(1i128, 1i128), (1, -1), (-1, 1), (-1, -1)] {
            let patterns = [(first, by << shift), (second, other << shift)]
                .map(|(leaf, by)| (leaf, land.leaves[leaf].at(land.place(leaf) + by)));
            better |= land.attempt(&patterns);
        }
    }
    for power in -3..=6 {
        for (by, other) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let unit = 10f64.powi(power);
            let patterns = [(first, by * unit), (second, other * unit)]
                .map(|(leaf, by)| (leaf, land.leaves[leaf].nearest(land.real(leaf) + by)));
            better |= land.attempt(&patterns);
        }
    }
    better
}

fn scan_pair(land: &mut Landscape<'_>, first: usize, second: usize) -> bool {
    let (x, y) = (land.place(first), land.place(second));
    let offsets = -SCAN_PAIR..=SCAN_PAIR;
    offsets.clone().flat_map(|a| offsets.clone().map(move |b| (a, b))).any(|(a, b)| {
        let patterns =
            [(first, land.leaves[first].at(x + a)), (second, land.leaves[second].at(y + b))];
        land.attempt(&patterns)
    })
}

fn give_both(
    land: &mut Landscape<'_>,
    random: &mut Random,
    pair: [usize; 2],
    values: &[Vec<u64>],
) -> bool {
    (0..100).any(|_| {
        let patterns = pair.map(|leaf| {
            let known = &values[leaf];
            (leaf, known[random.place(known.len())])
        });
        land.attempt(&patterns)
    })
}

#[cfg(test)]
mod tests {
    use coax_expr::{Pool, Term};

    use super::super::leaves::leaves;
    use super::*;

    /// Runs a move on two words that are 0 and have to satisfy a condition.
    fn solved(
        condition: impl Fn(&mut Pool, Term, Term) -> Term,
        family: impl Fn(&mut Landscape<'_>) -> bool,
    ) -> bool {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| {
            let var = pool.new_var(name, 32);
            pool.var(var)
        });
        let conjunct = condition(&mut pool, x, y);
        let leaves = leaves(&pool, &[conjunct], &[]);
        let mut land = Landscape::new(&pool, vec![conjunct], leaves, Assignment::new(), 10_000);
        assert!(!land.is_solved());
        family(&mut land) && land.is_solved()
    }

    /// `x == y + number`.
    fn sum_is(pool: &mut Pool, x: Term, y: Term, number: u128) -> Term {
        let wanted = pool.constant(32, number);
        let other = pool.add(y, wanted);
        pool.eq(x, other)
    }

    #[test]
    fn walking_reaches_what_it_sees() {
        assert!(solved(|pool, x, y| sum_is(pool, x, y, 123_456), |land| walk(land, 0)));
    }

    #[test]
    fn scanning_finds_what_is_near() {
        let odd = |pool: &mut Pool, x, y| {
            let (modulus, rest) = (pool.constant(32, 101), pool.constant(32, 77));
            let sum = pool.add(x, y);
            let found = pool.urem(sum, modulus);
            pool.eq(found, rest)
        };
        assert!(solved(odd, |land| (0..77).any(|_| scan(land, 0) && land.is_solved())));
    }

    #[test]
    fn inverting_undoes_operators() {
        assert!(solved(|pool, x, y| sum_is(pool, x, y, 0xDEAD_BEEF), invert));
    }

    #[test]
    fn flipping_finds_bits() {
        let bits = |pool: &mut Pool, x: Term, y: Term| {
            let mixed = pool.xor(x, y);
            let wanted = pool.constant(32, 0x8001_0420);
            pool.eq(mixed, wanted)
        };
        assert!(solved(bits, |land| flip(land, 0)));
    }
}
