//! A set of the values a variable of at most 8 bits can have.

/// A set of numbers below 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// Nothing.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);

    /// Every value of a width up to 8.
    pub fn all(width: u32) -> ByteSet {
        match width {
            8 => ByteSet([u64::MAX; 4]),
            7 => ByteSet([u64::MAX, u64::MAX, 0, 0]),
            6 => ByteSet([u64::MAX, 0, 0, 0]),
            _ => ByteSet([(1 << (1 << width)) - 1, 0, 0, 0]),
        }
    }

    /// The set with one value more.
    #[must_use]
    pub fn with(mut self, value: u64) -> ByteSet {
        self.0[(value / 64) as usize] |= 1 << (value % 64);
        self
    }

    /// The values in both.
    #[must_use]
    pub fn and(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|limb| self.0[limb] & other.0[limb]))
    }

    /// The values here that are not in the other.
    #[must_use]
    pub fn without(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|limb| self.0[limb] & !other.0[limb]))
    }

    /// Is nothing in it?
    pub fn is_empty(self) -> bool {
        self == ByteSet::EMPTY
    }

    /// How many values are in it.
    pub fn len(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    /// The smallest value.
    pub fn first(self) -> Option<u64> {
        self.iter().next()
    }

    /// Its values, in order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..4).flat_map(move |limb| {
            let mut rest = self.0[limb];
            std::iter::from_fn(move || {
                let bit = u64::from(rest.trailing_zeros());
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    limb as u64 * 64 + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in() {
        let set = [0, 63, 64, 200, 255].into_iter().fold(ByteSet::EMPTY, ByteSet::with);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 200, 255]);
        assert_eq!((set.len(), set.first()), (5, Some(0)));
        let small = ByteSet::all(6);
        assert_eq!(set.and(small).iter().collect::<Vec<_>>(), [0, 63]);
        assert_eq!(set.without(small).iter().collect::<Vec<_>>(), [64, 200, 255]);
    }

    #[test]
    fn all_has_every_value_of_the_width() {
        for width in 1..=8 {
            let values: Vec<u64> = (0..1 << width).collect();
            assert_eq!(ByteSet::all(width).iter().collect::<Vec<_>>(), values);
        }
        assert!(ByteSet::EMPTY.is_empty() && ByteSet::EMPTY.first().is_none());
    }
}
