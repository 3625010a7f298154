//! Rule: a source file is short enough to be read at one go.
//!
//! Tables may be longer; each is listed with its reason, and an entry that is no longer needed is
//! a problem too.

use super::{
    Problem,
    tree::{File, Tree},
};

const LIMIT: usize = 700;

/// Files beyond the limit, with the reason.
const LONG_TABLES: &[(&str, &str)] = &[];

pub fn check(tree: &Tree) -> Vec<Problem> {
    check_with(tree, LONG_TABLES)
}

fn check_with(tree: &Tree, tables: &[(&str, &str)]) -> Vec<Problem> {
    let listed = |path: &str| tables.iter().any(|&(table, _)| table == path);
    let long: Vec<File<'_>> = tree.texts().filter(|&file| is_long_source(file)).collect();
    let unlisted = long.iter().filter(|file| !listed(file.path)).map(|file| {
        let lines = file.text.lines().count();
        Problem::in_file(file.path, format!("{lines} lines, split it (limit {LIMIT})"))
    });
    let needless = tables
        .iter()
        .filter(|&&(table, _)| !long.iter().any(|file| file.path == table))
        .map(|&(table, _)| Problem::in_file(table, "not long any more: take it off LONG_TABLES"));
    unlisted.chain(needless).collect()
}

fn is_long_source(file: File<'_>) -> bool {
    let is_source = matches!(file.extension(), "rs" | "c" | "h" | "cpp" | "hpp" | "cc");
    // Programs under test are as long as what they test.
    let is_ours = file.path.starts_with("crates/") || file.path.starts_with("xtask/");
    is_source && is_ours && file.text.lines().count() > LIMIT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(files: &[(&str, &str)], tables: &[(&str, &str)]) -> Vec<String> {
        let tree = Tree::in_memory(files);
        check_with(&tree, tables).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_long_source_is_a_problem_unless_listed() {
        let long = "x\n".repeat(LIMIT + 1);
        let just = "x\n".repeat(LIMIT);
        let files = [
            ("crates/a/src/long.rs", long.as_str()),
            ("crates/a/src/table.rs", &long),
            ("crates/a/src/just.rs", &just),
            ("crates/a/notes.txt", &long),
            ("tests/corpus/big.c", &long),
        ];
        let tables = [("crates/a/src/table.rs", "a table")];
        let expected = ["crates/a/src/long.rs: 701 lines, split it (limit 700)"];
        assert_eq!(problems(&files, &tables), expected);
    }

    #[test]
    fn an_exception_nobody_needs_is_a_problem() {
        let files = [("crates/a/src/table.rs", "x\n")];
        let tables = [("crates/a/src/table.rs", "a table"), ("gone.rs", "a table")];
        let expected = [
            "crates/a/src/table.rs: not long any more: take it off LONG_TABLES",
            "gone.rs: not long any more: take it off LONG_TABLES",
        ];
        assert_eq!(problems(&files, &tables), expected);
    }
}
