//! The bitcode of our own C and C++ sources, embedded when the crate is built.

include!(concat!(env!("OUT_DIR"), "/runtime_table.rs"));

/// Every runtime library: its name and its bitcode. Each is linked only if something in it is
/// needed.
pub fn runtime() -> Vec<(&'static str, &'static [u8])> {
    RUNTIME.to_vec()
}

#[cfg(test)]
mod tests {
    use super::runtime;

    #[test]
    fn everything_is_bitcode_and_the_basics_are_there() {
        let all = runtime();
        assert!(all.iter().all(|(_, bitcode)| bitcode.starts_with(b"BC\xC0\xDE")));
        for name in ["c/exit.c", "c/qsort.c", "c/random.c"] {
            assert!(all.iter().any(|(known, _)| *known == name), "{name}");
        }
    }
}
