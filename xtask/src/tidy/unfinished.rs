//! Rule: what is in the tree is finished; what cannot be done says so to the user instead.

use super::{Problem, tree::Tree};

/// In two halves, or this file would break its own rule.
const MARKS: &[&str] = &[
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
    concat!("FIX", "ME"),
    concat!("XX", "X:"),
];

pub fn check(tree: &Tree) -> Vec<Problem> {
    tree.texts()
        .filter(|file| matches!(file.extension(), "rs" | "c" | "h" | "cpp" | "hpp" | "sh" | "toml"))
        .flat_map(|file| file.lines().map(move |(number, line)| (file.path, number, line)))
        .filter_map(|(path, number, line)| {
            let mark = MARKS.iter().find(|mark| line.contains(**mark))?;
            Some(Problem::at(path, number, format!("`{mark}`: finish it or say `unsupported`")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    #[test]
    fn marks_of_unfinished_work_are_found_with_their_line() {
        let body = format!("fn f() {{\n    {}()\n}}\n", MARKS[0]);
        let files = [("a.rs", body.as_str()), ("b.rs", "fn todo() {}\n"), ("c.md", &body)];
        let expected = [format!("a.rs:2: `{}`: finish it or say `unsupported`", MARKS[0])];
        assert_eq!(problems_of(check, &files), expected);
    }

    #[test]
    fn every_mark_is_looked_for() {
        for mark in MARKS {
            assert_eq!(problems_of(check, &[("a.c", mark)]).len(), 1, "{mark}");
        }
    }
}
