//! Rule: no type has so many methods that it is the whole program in one name.
//!
//! Counted are the functions of a type's own `impl` blocks in all files of its crate (a trait says itself
//! how many it needs). Types of one name in different modules count as one.

use std::collections::{BTreeMap, BTreeSet};

use super::allowances::crate_of;
use super::code::{code_of, is_product};
use super::{Problem, tree::Tree};

/// More methods than this ask for a type to be cut into several.
const MOST: usize = 100;

/// Types that have more today: crate, type and how many. They may only shrink.
const LARGER: &[(&str, &str, usize)] = &[];

/// The file of this rule, where the table is.
const TABLE: &str = "xtask/src/tidy/methods.rs";

/// What is known of a type.
#[derive(Default)]
struct Methods {
    count: usize,
    files: BTreeSet<String>,
}

pub fn check(tree: &Tree) -> Vec<Problem> {
    judge(&methods(tree), LARGER)
}

fn judge(
    types: &BTreeMap<(String, String), Methods>,
    larger: &[(&str, &str, usize)],
) -> Vec<Problem> {
    let allowed = |of: &(String, String)| {
        larger.iter().find(|row| row.0 == of.0 && row.1 == of.1).map(|row| row.2)
    };
    let grown = types.iter().filter(|(of, found)| found.count > allowed(of).unwrap_or(MOST));
    let grown = grown.map(|(of, found)| {
        let (name, most, files) = (&of.1, allowed(of).unwrap_or(MOST), found.files.len());
        let message = format!(
            "`{name}` of {} has {} methods in {files} file(s), at most {most} are allowed: give what \
             belongs together a type of its own",
            of.0, found.count
        );
        Problem::in_file(found.files.first().map_or(TABLE, String::as_str), message)
    });
    let shrunk = larger.iter().filter_map(|&(krate, name, allowed)| {
        let found = types.get(&(krate.to_owned(), name.to_owned())).map_or(0, |found| found.count);
        let change = match found {
            _ if found >= allowed => return None,
            ..=MOST => "remove its row".to_owned(),
            _ => format!("set its row to {found}"),
        };
        let message = format!("`{name}` of {krate} has only {found} methods: {change}");
        Some(Problem::in_file(TABLE, message))
    });
    grown.chain(shrunk).collect()
}

/// The methods of all types, by crate and name.
fn methods(tree: &Tree) -> BTreeMap<(String, String), Methods> {
    let mut types: BTreeMap<(String, String), Methods> = BTreeMap::new();
    for file in tree.rust().filter(|file| is_product(file.path)) {
        for (name, count) in own_blocks(&code_of(file)) {
            let found = types.entry((crate_of(file.path).to_owned(), name)).or_default();
            found.count += count;
            found.files.insert(file.path.to_owned());
        }
    }
    types
}

/// The types that blocks of their own are for, and how many functions are in each block.
fn own_blocks(code: &str) -> Vec<(String, usize)> {
    let begins = code.match_indices("impl").map(|(at, _)| at).filter(|&at| {
        let fresh = code[..at].ends_with('\n') || at == 0;
        fresh && code[at + 4..].starts_with([' ', '<'])
    });
    let blocks = begins.filter_map(|at| {
        let (head, rest) = code[at + 4..].split_once('{')?;
        Some((own_type(head)?, functions(rest)))
    });
    blocks.collect()
}

/// The type that `impl` is for; none if it is the `impl` of a trait.
fn own_type(head: &str) -> Option<String> {
    let head = without_generics(head);
    if head.split_whitespace().any(|word| word == "for") {
        return None;
    }
    let path = head.split_whitespace().next()?;
    path.rsplit("::").next().map(str::to_owned)
}

/// A text without what stands between angle brackets.
fn without_generics(text: &str) -> String {
    let mut depth = 0;
    let mut before = ' ';
    let mut kept = String::new();
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
        before = letter;
    }
    kept
}

/// How many functions the block has that a text begins in, without those inside of them.
fn functions(text: &str) -> usize {
    let mut depth = 1;
    let mut count = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            'f' if depth == 1 && text[..at].ends_with([' ', '\n']) => {
                count += usize::from(text[at..].starts_with("fn "));
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(files: &[(&str, &str)]) -> Vec<(String, usize)> {
        let types = methods(&Tree::in_memory(files));
        types
            .into_iter()
            .map(|((krate, name), found)| (format!("{krate} {name}"), found.count))
            .collect()
    }

    #[test]
    fn methods_are_counted_over_files_and_by_crate() {
        let text = "impl<'a, F: Fn(u8) -> u8> Machine<'a, F> {\n    fn a() {}\n    pub const fn b() { fn c() {} }\n}\n";
        let more = "impl crate::machine::Machine<'_> {\n    pub(crate) fn d(&self) -> u8;\n}\nimpl Other {}\n";
        let found = counts(&[
            ("crates/a/src/a.rs", text),
            ("crates/a/src/b/c.rs", more),
            ("crates/b/src/a.rs", text),
        ]);
        let found: Vec<(&str, usize)> = found.iter().map(|(name, n)| (name.as_str(), *n)).collect();
        assert_eq!(found, [("a Machine", 3), ("a Other", 0), ("b Machine", 2)]);
    }

    #[test]
    fn traits_tests_and_comments_do_not_count() {
        let text = "impl<T> Drop for Machine<T> {\n    fn drop() {}\n}\n// impl Machine { fn a() {} }\n\
                    #[cfg(test)]\nmod tests {\nimpl Machine {\n    fn a() {}\n}\n}\n";
        assert!(counts(&[("crates/a/src/a.rs", text)]).is_empty());
        let text = "impl Machine {\n    fn a() {}\n}\n";
        assert!(
            counts(&[("crates/a/tests/a.rs", text), ("crates/a/src/tests.rs", text)]).is_empty()
        );
    }

    fn with(count: usize, larger: &[(&str, &str, usize)]) -> Vec<String> {
        let text = format!("impl Machine {{\n{}}}\n", "    fn a() {}\n".repeat(count));
        let types = methods(&Tree::in_memory(&[("crates/a/src/a.rs", &text)]));
        judge(&types, larger).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn more_than_the_limit_or_the_row_are_too_many() {
        let many = "give what belongs together a type of its own";
        let said = |count, most| {
            format!(
                "crates/a/src/a.rs: `Machine` of a has {count} methods in 1 file(s), at most {most} are allowed: {many}"
            )
        };
        assert!(with(100, &[]).is_empty());
        assert_eq!(with(101, &[]), [said(101, 100)]);
        assert!(with(120, &[("a", "Machine", 120)]).is_empty());
        assert_eq!(with(121, &[("a", "Machine", 120)]), [said(121, 120)]);
    }

    #[test]
    fn a_row_that_is_not_needed_is_a_problem() {
        let said = |rest: &str| format!("{TABLE}: `Machine` of a has only {rest}");
        let row: &[(&str, &str, usize)] = &[("a", "Machine", 120)];
        assert_eq!(with(110, row), [said("110 methods: set its row to 110")]);
        assert_eq!(with(100, row), [said("100 methods: remove its row")]);
    }
}
