//! Rule: every Rust file starts with what it is for.

use super::{Problem, tree::Tree};

pub fn check(tree: &Tree) -> Vec<Problem> {
    tree.rust()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| Problem::at(file.path, 1, "start the file with `//!`: what is it for?"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    #[test]
    fn a_file_without_a_header_is_named() {
        let files = [
            ("a.rs", "//! Adds.\n"),
            ("b.rs", "// Adds.\n"),
            ("c.rs", "use std::fs;\n//! Adds.\n"),
            ("d.c", "int x;\n"),
        ];
        let expected = [
            "b.rs:1: start the file with `//!`: what is it for?",
            "c.rs:1: start the file with `//!`: what is it for?",
        ];
        assert_eq!(problems_of(check, &files), expected);
    }
}
