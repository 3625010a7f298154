//! Rule: no module is named after nothing in particular; such modules collect everything.

use super::{Problem, tree::Tree};

const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

pub fn check(tree: &Tree) -> Vec<Problem> {
    tree.rust()
        .filter(|file| file.path.split(['/', '.']).any(|part| EMPTY_NAMES.contains(&part)))
        .map(|file| Problem::in_file(file.path, "name the module after what it does"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    #[test]
    fn empty_names_are_refused_for_files_and_folders() {
        let files = [
            ("src/utils.rs", ""),
            ("src/common/mod.rs", ""),
            ("src/uncommon.rs", ""),
            ("src/native-helper.rs", ""),
        ];
        let expected = [
            "src/common/mod.rs: name the module after what it does",
            "src/utils.rs: name the module after what it does",
        ];
        assert_eq!(problems_of(check, &files), expected);
    }
}
