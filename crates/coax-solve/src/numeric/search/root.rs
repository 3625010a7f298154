//! One number, one comparison: where along the number do the two sides meet?
//!
//! The difference of the sides is looked at in many places; between two of different sign there is
//! a crossing, and halving finds the two neighbours it lies between, exactly, also of functions with
//! steps. What is proposed lies around them.

use coax_expr::Term;

use super::landscape::Landscape;
use crate::numeric::random::Random;

/// Crossings followed, steps of the secant, and neighbours proposed on each side.
const CROSSINGS: usize = 3;
const SECANTS: u32 = 12;
const NEAR: i128 = 6;

/// A place that was looked at, and the difference there.
#[derive(Clone, Copy, Debug)]
struct Probe {
    place: i128,
    gap: f64,
}

/// One search along one leaf.
pub struct Root<'l, 'q> {
    land: &'l mut Landscape<'q>,
    leaf: usize,
    atom: Term,
    /// Sorted by place, each place once.
    probes: Vec<Probe>,
}

/// Changes a leaf to where a comparison becomes true, if that helps: the quick way.
pub fn by_secant(land: &mut Landscape<'_>, leaf: usize, atom: Term) -> bool {
    let mut root = Root { land, leaf, atom, probes: Vec::new() };
    root.secant().is_some() && root.propose(1)
}

/// The same, looking everywhere.
pub fn by_probing(
    land: &mut Landscape<'_>,
    leaf: usize,
    atom: Term,
    specials: &[u64],
    random: &mut Random,
) -> bool {
    let mut root = Root { land, leaf, atom, probes: Vec::new() };
    if root.secant().is_none() {
        return false;
    }
    root.ladder();
    root.specials(specials);
    root.sample(random);
    root.propose(CROSSINGS)
}

impl Root<'_, '_> {
    /// Looks at a place.
    fn probe(&mut self, place: i128) -> Option<Probe> {
        let leaf = &self.land.leaves[self.leaf];
        let place = place.clamp(leaf.first, leaf.last);
        let at = match self.probes.binary_search_by_key(&place, |probe| probe.place) {
            Ok(known) => return Some(self.probes[known]),
            Err(at) => at,
        };
        let pattern = leaf.at(place);
        let gap = self.land.gap(self.leaf, pattern, self.atom)?;
        self.probes.insert(at, Probe { place, gap });
        Some(self.probes[at])
    }

    fn real(&self, place: i128) -> f64 {
        let number = self.land.leaves[self.leaf].number;
        number.real(number.at(place))
    }

    /// Newton's steps with differences for derivatives. `None` if the start has no difference.
    fn secant(&mut self) -> Option<()> {
        let start = self.land.place(self.leaf);
        let mut old = self.probe(start)?;
        let mut new = self.near_start(old)?;
        for _ in 0..SECANTS {
            let (x, y) = (self.real(old.place), self.real(new.place));
            let slope = (new.gap - old.gap) / (y - x);
            let next = y - new.gap / slope;
            if !next.is_finite() || new.gap == 0.0 {
                break;
            }
            let number = self.land.leaves[self.leaf].number;
            let place = number.place(number.nearest(next)).unwrap_or(0);
            if place == new.place || place == old.place {
                break;
            }
            let Some(probe) = self.probe(place) else { break };
            (old, new) = (new, probe);
        }
        Some(())
    }

    /// A place close to the start where the difference is another one.
    fn near_start(&mut self, start: Probe) -> Option<Probe> {
        let width = self.land.leaves[self.leaf].number.width();
        let offsets = [width / 2, width / 4, width * 3 / 4, 0].map(|shift| 1i128 << shift);
        let mut last = start;
        for place in offsets.into_iter().flat_map(|off| [start.place + off, start.place - off]) {
            match self.probe(place) {
                Some(probe) if probe.gap != start.gap => return Some(probe),
                Some(probe) => last = probe,
                None => {}
            }
        }
        Some(last)
    }

    /// Looks at distances that grow in both directions.
    fn ladder(&mut self) {
        let (start, width) =
            (self.land.place(self.leaf), self.land.leaves[self.leaf].number.width());
        for shift in (0..width).step_by(2) {
            self.probe(start + (1 << shift));
            self.probe(start - (1 << shift));
        }
    }

    fn specials(&mut self, specials: &[u64]) {
        let number = self.land.leaves[self.leaf].number;
        for place in specials.iter().filter_map(|&pattern| number.place(pattern)).take(48) {
            self.probe(place);
        }
    }

    fn sample(&mut self, random: &mut Random) {
        let (first, last) = (self.land.leaves[self.leaf].first, self.land.leaves[self.leaf].last);
        for _ in 0..8 {
            self.probe(random.between(first, last));
        }
    }

    /// Proposes places around the crossings, the nearest crossing first.
    fn propose(&mut self, crossings: usize) -> bool {
        let start = self.land.place(self.leaf);
        let mut pairs: Vec<(Probe, Probe)> = self
            .probes
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .filter(|(low, high)| (low.gap > 0.0) != (high.gap > 0.0) || low.gap == 0.0)
            .collect();
        pairs.sort_by_key(|(low, high)| low.place.abs_diff(start).min(high.place.abs_diff(start)));
        let mut better = false;
        for (low, high) in pairs.into_iter().take(crossings) {
            let (low, high) = self.halve(low, high);
            better |= self.propose_around(low, high);
            if self.land.is_over() {
                break;
            }
        }
        better | self.propose_least()
    }

    /// The neighbours between which the difference crosses 0.
    fn halve(&mut self, mut low: Probe, mut high: Probe) -> (i128, i128) {
        while high.place - low.place > 1 && !self.land.is_over() {
            let middle = low.place + (high.place - low.place) / 2;
            let Some(probe) = self.probe(middle) else { break };
            match (probe.gap > 0.0) == (high.gap > 0.0) {
                true => high = probe,
                false => low = probe,
            }
        }
        (low.place, high.place)
    }

    fn propose_around(&mut self, low: i128, high: i128) -> bool {
        let mut better = false;
        for off in 0..=NEAR {
            better |= self.go(low - off);
            better |= self.go(high + off);
        }
        // An inequality may have to hold by a margin, so that others hold too.
        let mut shift = 4;
        while !better && shift < 64 {
            better |= self.go(low - (1 << shift)) || self.go(high + (1 << shift));
            shift += 6;
        }
        better
    }

    /// Proposes the places with the smallest differences: there may be no crossing.
    fn propose_least(&mut self) -> bool {
        let mut best = self.probes.clone();
        best.sort_by(|a, b| a.gap.abs().total_cmp(&b.gap.abs()));
        best.into_iter().take(3).any(|probe| self.go(probe.place))
    }

    fn go(&mut self, place: i128) -> bool {
        let pattern = self.land.leaves[self.leaf].at(place);
        self.land.attempt(&[(self.leaf, pattern)])
    }
}

#[cfg(test)]
mod tests {
    use coax_expr::{Assignment, FloatCompare, FloatFormat, FloatOp, Pool};

    use super::super::leaves::leaves;
    use super::*;

    #[test]
    fn a_crossing_is_found_to_the_last_bit() {
        let mut pool = Pool::new();
        let var = pool.new_var("x", 64);
        let (x, format) = (pool.var(var), FloatFormat::Double);
        let (square, two) =
            (pool.float(FloatOp::Mul, format, x, x), pool.constant(64, 2f64.to_bits().into()));
        let less = pool.float_compare(FloatCompare::Lt, format, square, two);
        let conjunct = pool.not(less);
        let leaves = leaves(&pool, &[conjunct], &[]);
        let start: Assignment = [(var, 1f64.to_bits())].into_iter().collect();
        let mut land = Landscape::new(&pool, vec![conjunct], leaves, start, 1000);
        assert!(by_secant(&mut land, 0, less));
        let found = land.real(0);
        assert!(found * found >= 2.0);
        assert!(found.next_down().next_down() * found.next_down().next_down() < 2.0);
    }
}
