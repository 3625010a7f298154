//! Numbers that look random: the same seed, the same numbers (splitmix64).

/// A generator.
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Any word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// A place in a list of `len` elements, of which there is one at least.
    pub fn place(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: i128, high: i128) -> i128 {
        let count = (high - low) as u128 + 1;
        let word = u128::from(self.word()) << 64 | u128::from(self.word());
        low + (word % count) as i128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_bounds() {
        let mut random = Random::new(7);
        for _ in 0..1000 {
            assert!(random.below(3) < 3);
            assert!((-5..=5).contains(&random.between(-5, 5)));
            assert!((0.0..1.0).contains(&random.unit()));
        }
    }

    #[test]
    fn a_seed_decides() {
        let of = |seed| {
            let mut random = Random::new(seed);
            [random.word(), random.word()]
        };
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
    }
}
