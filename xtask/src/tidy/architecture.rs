//! Rule: every path that ARCHITECTURE.md and CONTRIBUTING.md name in backticks exists.
//!
//! A page about the code that names files which moved is worse than none. What is taken for a path:
//! a word with a `/` in it, or the name of a Rust file. Patterns (`crates/*`) and what only a build
//! or a run leaves (`target/…`, `coax-out/…`) are not checked.

use super::{Problem, tree::Tree};

const PAGES: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md"];
const LEFT_BY_RUNS: &[&str] = &["target/", "coax-out/"];

pub fn check(tree: &Tree) -> Vec<Problem> {
    tree.texts()
        .filter(|file| PAGES.contains(&file.path))
        .flat_map(|file| file.lines().map(move |(number, line)| (file.path, number, line)))
        .flat_map(|(page, number, line)| quoted(line).map(move |word| (page, number, word)))
        .filter(|(_, _, word)| is_path(word) && !is_there(tree, word))
        .map(|(page, number, word)| Problem::at(page, number, format!("`{word}` does not exist")))
        .collect()
}

/// What stands between pairs of backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    let pairs = line.matches('`').count() / 2;
    line.split('`').skip(1).step_by(2).take(pairs)
}

fn is_path(word: &str) -> bool {
    let spelt_like_one = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let looks_like_one = word.contains('/') || word.ends_with(".rs");
    let from_elsewhere = word.starts_with('/') || word.contains("//") || word.starts_with("-");
    let left = LEFT_BY_RUNS.iter().any(|folder| word.starts_with(folder));
    // "1/2" and "and/or" are not paths, but a page can always write them without backticks.
    spelt_like_one && looks_like_one && !from_elsewhere && !left
}

/// A bare file name is there if any folder has it; a path counts from the root.
fn is_there(tree: &Tree, word: &str) -> bool {
    let in_a_folder = format!("/{word}");
    tree.exists(word)
        || !word.contains('/') && tree.paths().any(|path| path.ends_with(&in_a_folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    fn problems(page: &str) -> Vec<String> {
        let files = [("ARCHITECTURE.md", page), ("crates/coax/src/cli.rs", "")];
        problems_of(check, &files)
    }

    #[test]
    fn a_path_that_is_gone_is_named() {
        let page = "see `crates/coax/src/cli.rs`\nand `crates/coax/src/gone.rs`, `lost.rs`\n";
        let expected = [
            "ARCHITECTURE.md:2: `crates/coax/src/gone.rs` does not exist",
            "ARCHITECTURE.md:2: `lost.rs` does not exist",
        ];
        assert_eq!(problems(page), expected);
    }

    #[test]
    fn folders_and_bare_names_that_exist_are_fine() {
        assert!(problems("`crates/` `crates/coax` `cli.rs`").is_empty());
    }

    #[test]
    fn words_that_are_no_paths_of_the_tree_are_left_alone() {
        let page = "`crates/*` `target/release/coax` `coax run a/b -- x` `/usr/include` `x` `a\n";
        assert!(problems(page).is_empty());
    }

    #[test]
    fn other_pages_may_tell_stories() {
        assert!(problems_of(check, &[("README.md", "`src/parse.c`")]).is_empty());
    }
}
