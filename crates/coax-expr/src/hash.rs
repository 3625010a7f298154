//! Hashes of words: the same on every run, since nothing may depend on chance.

/// Mixes words into a hash, whose upper and lower bits are equally good.
pub(crate) fn mix(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0x243F_6A88_85A3_08D3, |hash, word| {
        let product = u128::from(hash ^ word) * 0x9E37_79B9_7F4A_7C15u128;
        product as u64 ^ (product >> 64) as u64
    })
}
