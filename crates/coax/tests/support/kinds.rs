//! The error kinds a program may be marked with, as the command-line contract names them.
//!
//! Invariant: the list is written out here instead of being taken from the engine, so that a kind
//! renamed by accident is noticed.

const KINDS: [&str; 19] = [
    "null-dereference",
    "out-of-bounds",
    "use-after-free",
    "double-free",
    "invalid-free",
    "uninitialized-read",
    "division-by-zero",
    "signed-overflow",
    "shift-out-of-range",
    "float-cast-overflow",
    "negative-size",
    "assertion",
    "abort",
    "unreachable",
    "bad-cast",
    "uncaught-exception",
    "memory-leak",
    "stack-overflow",
    "no-termination",
];

/// The kind itself, or a complaint about a misspelt one.
pub fn known(kind: &str) -> Result<&str, String> {
    if KINDS.contains(&kind) { Ok(kind) } else { Err(format!("unknown error kind `{kind}`")) }
}
