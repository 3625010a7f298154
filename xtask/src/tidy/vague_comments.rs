//! Rule: comments say what is, without pronouns that leave open who or what is meant.
//!
//! "No forking: branches follow the model", not "what else might be is for others to explore".

use super::allowances::Allowances;
use super::{
    Problem,
    tree::{File, Tree},
};

const VAGUE: &[&str] = &["nobody", "somebody", "anybody", "whoever", "whatever"];

const ALLOWED: Allowances = Allowances {
    table: "xtask/src/tidy/vague_comments.rs",
    what: "comment lines with vague pronouns",
    rows: &[],
};

pub fn check(tree: &Tree) -> Vec<Problem> {
    ALLOWED.judge(tree.rust().flat_map(vague_in).collect())
}

fn vague_in(file: File<'_>) -> impl Iterator<Item = Problem> {
    file.lines().filter_map(move |(number, line)| {
        let comment = line.trim_start().strip_prefix("//")?.to_lowercase();
        let mut words = comment.split(|c: char| !c.is_alphanumeric() && c != '_');
        let word = words.find(|word| VAGUE.contains(word))?;
        let message = format!("`{word}` in a comment: say what or which part of the code is meant");
        Some(Problem::at(file.path, number, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        let file = File { path: "crates/coax-ir/src/a.rs", text };
        vague_in(file).map(|problem| problem.to_string()).collect()
    }

    #[test]
    fn every_such_word_is_found_in_comments_of_all_kinds() {
        for word in VAGUE {
            for text in
                [format!("//! {word} asks"), format!("    /// Is {word}'s."), format!("//{word}")]
            {
                let message = "in a comment: say what or which part of the code is meant";
                let expected = format!("crates/coax-ir/src/a.rs:1: `{word}` {message}");
                assert_eq!(said(&text), [expected], "{text}");
            }
        }
        assert_eq!(said("// Whatever\nfn f() {}\n// WHOEVER nobody").len(), 2, "one for each line");
    }

    #[test]
    fn code_and_other_words_are_no_comments_with_them() {
        assert!(said("let nobody = \"whatever\";\n// whatevers and nobody_else\n").is_empty());
    }
}
