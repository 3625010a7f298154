//! Names of tests: a function, what the test shows, and a number.
//!
//! Invariant: no two tests of a run have the same name, and none that of a file of the user's.

use std::collections::BTreeMap;

use crate::out_folder::RunFolder;

/// The names that were given so far.
#[derive(Default)]
pub struct TestNames {
    /// How many begin like this.
    numbers: BTreeMap<String, usize>,
}

impl TestNames {
    /// A new one, of a test of a function that shows this, if that is to be said.
    pub fn next(&mut self, files: &RunFolder, function: &str, shows: &str) -> String {
        let stem = match shows {
            "" => identifier(function),
            _ => format!("{}_{}", identifier(function), shows.replace('-', "_")),
        };
        let number = self.numbers.entry(stem.clone()).or_insert(0);
        *number += 1;
        files.free_id(format!("{stem}_{number}"))
    }
}

/// A function's name as a part of a file name.
fn identifier(function: &str) -> String {
    let mut text = String::new();
    for letter in function.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' => text.push(letter),
            _ if text.ends_with('_') || text.is_empty() => {}
            _ => text.push('_'),
        }
    }
    let text = text.trim_end_matches('_');
    // File systems have limits; the number behind it keeps names apart.
    let text: String = text.chars().take(80).collect();
    if text.is_empty() { "function".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_functions_in_file_names() {
        for (function, expected) in [
            ("parse_int", "parse_int"),
            ("ns::Stack<int>::push", "ns_Stack_int_push"),
            ("operator+", "operator"),
            ("+", "function"),
            ("::f", "f"),
            ("a  b", "a_b"),
            ("Z9", "Z9"),
        ] {
            assert_eq!(identifier(function), expected);
        }
        assert_eq!(identifier(&"x".repeat(300)).len(), 80);
    }
}
