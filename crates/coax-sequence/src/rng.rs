//! Random numbers, the same for the same seed on every machine (SplitMix64).

/// A source of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Any number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound that is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// True once in so many times on average.
    pub(crate) fn one_in(&mut self, times: u32) -> bool {
        self.below(times.max(1) as usize) == 0
    }

    /// One of several, if there are any.
    pub(crate) fn one_of<'a, T>(&mut self, several: &'a [T]) -> Option<&'a T> {
        (!several.is_empty()).then(|| &several[self.below(several.len())])
    }

    /// One by weight: `sums` are the weights up to and with each. None if all weigh nothing.
    pub(crate) fn by_weight(&mut self, sums: &[u64]) -> Option<usize> {
        let total = *sums.last().filter(|&&total| total > 0)?;
        let at = self.next() % total;
        Some(sums.partition_point(|&sum| sum <= at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_decide_and_what_weighs_nothing_is_not_chosen() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 4];
        for _ in 0..1000 {
            counts[rng.by_weight(&[0, 3, 3, 4]).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[2], counts[1] + counts[3]), (0, 0, 1000));
        assert!(counts[1] > 2 * counts[3]);
        assert_eq!(rng.by_weight(&[0, 0]), None);
        assert_eq!(rng.by_weight(&[]), None);
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let numbers = |seed| {
            let mut rng = Rng::new(seed);
            [rng.next(), rng.next(), rng.below(10) as u64]
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }
}
