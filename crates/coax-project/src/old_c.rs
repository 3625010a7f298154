//! Old C, as `coax-clang` tells it: native builds and the commands of tests need the flags that it was compiled with.

use coax_clang::OLD_C;

/// The user's flags, with those that old C needs.
pub fn flags(given: &[String], is_old_c: bool) -> Vec<String> {
    let more = OLD_C.iter().filter(|_| is_old_c).map(|flag| flag.to_string());
    given.iter().cloned().chain(more).collect()
}

/// What a report says of it.
pub fn note() -> String {
    format!("it only compiles as old C: with {}, {} and the like", OLD_C[0], OLD_C[3])
}
