//! Rule: a parameter of a function is no tuple that is taken apart where it is declared.
//!
//! `(low, high): (u64, u64)` is two parameters that count as one. They are a type with a name, or two.
//! Closures may do it: pairs are what iterators over two things give.

use super::allowances::Allowances;
use super::code::{code_of, line_at};
use super::{
    Problem,
    tree::{File, Tree},
};

const ALLOWED: Allowances =
    Allowances { table: "xtask/src/tidy/tuple_parameters.rs", what: "tuple parameters", rows: &[] };

pub fn check(tree: &Tree) -> Vec<Problem> {
    ALLOWED.judge(tree.rust().flat_map(tuples_in).collect())
}

fn tuples_in(file: File<'_>) -> Vec<Problem> {
    let code = code_of(file);
    let functions = code.match_indices("fn ").filter(|(at, _)| begins_word(&code, *at));
    let lists = functions.filter_map(|(at, _)| parameters(&code, at));
    let tuples = lists.flat_map(|(begin, list)| {
        split(list).into_iter().filter(|(_, text)| is_tuple(text)).map(move |(at, _)| begin + at)
    });
    tuples
        .map(|at| {
            let message = "a tuple parameter: make it a type with a name, or several parameters";
            Problem::at(file.path, line_at(&code, at), message)
        })
        .collect()
}

fn begins_word(code: &str, at: usize) -> bool {
    !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The parameters of the function that is declared at a place, and where they begin; none for the type
/// of a function, which has no name.
fn parameters(code: &str, function: usize) -> Option<(usize, &str)> {
    let rest = &code[function + 3..];
    let name =
        rest.find(|c: char| !c.is_alphanumeric() && c != '_').filter(|&length| length > 0)?;
    let open = name + after_generics(&rest[name..])?;
    let list = rest[open..].strip_prefix('(')?;
    Some((function + 3 + open + 1, &list[..closing(list)?]))
}

/// How long the generic parameters are that a text begins with, if it does.
fn after_generics(text: &str) -> Option<usize> {
    if !text.starts_with('<') {
        return Some(0);
    }
    let mut depth = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            // The arrow of a function's type.
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
        before = letter;
    }
    None
}

/// Where the bracket is that closes the list a text is in.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return Some(at),
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        None
    })
}

/// What stands between the commas of a list, and where it begins.
fn split(list: &str) -> Vec<(usize, &str)> {
    let mut depth = 0;
    let mut parts = vec![0];
    for (at, letter) in list.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if !list[..at].ends_with('-') => depth -= 1,
            ',' if depth == 0 => parts.push(at + 1),
            _ => {}
        }
    }
    let ends = parts[1..].iter().map(|at| at - 1).chain([list.len()]);
    let begins = parts.iter().zip(ends).map(|(&begin, end)| {
        let blanks = list[begin..end].len() - list[begin..end].trim_start().len();
        (begin + blanks, list[begin..end].trim())
    });
    begins.collect()
}

/// Is a parameter a pattern of several names?
fn is_tuple(parameter: &str) -> bool {
    parameter.trim_start_matches(['&', ' ']).starts_with('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let file = File { path: "crates/coax-ir/src/a.rs", text };
        tuples_in(file).into_iter().map(|problem| problem.line).collect()
    }

    #[test]
    fn tuples_among_the_parameters_are_found_with_their_lines() {
        for (text, expected) in [
            ("fn f((a, b): (u8, u8)) {}", vec![1]),
            ("fn f(\n    x: u8,\n    (a, b): (u8, u8),\n) {}", vec![3]),
            ("pub(crate) const fn f<T: Fn(u8) -> u8>(&self, &(a, b): &(u8, T)) -> u8;", vec![1]),
            ("fn f((a, b): (u8, u8), (c, d): (u8, u8)) {}", vec![1, 1]),
        ] {
            assert_eq!(lines(text), expected, "{text}");
        }
    }

    #[test]
    fn names_types_and_closures_are_no_tuple_parameters() {
        for text in [
            "fn f(pair: (u8, u8), [a, b]: [u8; 2]) {}",
            "fn f(call: fn((u8, u8)) -> u8, map: HashMap<u8, (u8, u8)>) {}",
            "let f = |(a, b): (u8, u8)| a + b;",
            "fn f(Pair { a, b }: Pair) { g((a, b)); }",
            "// fn f((a, b): (u8, u8)) {}",
            "impl Fn((u8, u8)) for X {}",
        ] {
            assert!(lines(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn the_message_says_what_to_do() {
        let tree = Tree::in_memory(&[("crates/coax-ir/src/a.rs", "fn f((a, b): (u8, u8)) {}")]);
        let found: Vec<Problem> = tree.rust().flat_map(tuples_in).collect();
        let expected = "crates/coax-ir/src/a.rs:1: a tuple parameter: make it a type with a name, or several parameters";
        assert_eq!(found[0].to_string(), expected);
    }
}
