//! Rule: nothing in the tree names a folder or a package mirror of the machine it was written on.

use super::{
    Problem,
    tree::{File, Tree},
};

/// Where people and build machines keep their files. In two halves, or this file would break its
/// own rule.
const FOLDERS: &[&str] =
    &[concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];

/// The only place packages may come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub fn check(tree: &Tree) -> Vec<Problem> {
    let folders = tree.texts().flat_map(folders_in);
    let sources =
        tree.texts().filter(|file| file.path.ends_with("Cargo.lock")).flat_map(sources_in);
    folders.chain(sources).collect()
}

fn folders_in(file: File<'_>) -> impl Iterator<Item = Problem> {
    file.lines().filter_map(move |(number, line)| {
        let folder = FOLDERS.iter().find(|folder| names_from_the_top(line, folder))?;
        Some(Problem::at(file.path, number, format!("`{folder}…` is a path of one machine")))
    })
}

/// Whether `folder` occurs at the top of a path, not in the middle of one.
fn names_from_the_top(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "_-.})*".contains(c))
    })
}

fn sources_in(file: File<'_>) -> impl Iterator<Item = Problem> {
    file.lines().filter_map(move |(number, line)| {
        let source = line.strip_prefix("source = ")?.trim_matches('"');
        let message = format!("a package from `{source}`: use the public registry");
        (source != REGISTRY).then(|| Problem::at(file.path, number, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    #[test]
    fn a_folder_of_one_machine_is_found() {
        for folder in FOLDERS {
            let line = format!("run it in {folder}me/coax");
            let problem = format!("README.md:1: `{folder}…` is a path of one machine");
            assert_eq!(problems_of(check, &[("README.md", &line)]), [problem]);
        }
    }

    #[test]
    fn the_same_name_deeper_in_a_path_is_not() {
        for folder in FOLDERS {
            let line = format!("build{folder}a and ${{OUT}}{folder}b");
            assert!(problems_of(check, &[("Makefile", &line)]).is_empty(), "{line}");
        }
    }

    #[test]
    fn packages_come_from_the_public_registry() {
        let lock = format!("source = \"{REGISTRY}\"\nsource = \"registry+https://mirror/x\"\n");
        let expected =
            ["Cargo.lock:2: a package from `registry+https://mirror/x`: use the public registry"];
        assert_eq!(problems_of(check, &[("Cargo.lock", &lock)]), expected);
    }
}
