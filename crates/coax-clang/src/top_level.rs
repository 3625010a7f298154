//! Which names a source may define for other files, as far as its text says: a cheap look at files that are not
//! compiled yet.
//!
//! Invariants: a name that a C source defines in plain sight, as a function or a variable outside of all braces,
//! is among those it may define; of C++, every word is. Names that only a macro or an included file
//! spells out are not seen.

use std::collections::BTreeSet;

use crate::arrays::{directive, unread};

/// The names that a source in C may define for others.
pub fn may_define(text: &str) -> BTreeSet<&str> {
    let tokens = tokens(text);
    let mut names = BTreeSet::new();
    let (mut depth, mut begin) = (0usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "{" if depth > 0 || !is_linkage(&tokens[begin..at]) => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = matches!(*token, ";" | "{" | "}");
        if depth == usize::from(*token == "{") && ends {
            names.extend(declared(&tokens[begin..at], *token == "{"));
        }
        if ends && depth <= 1 {
            begin = at + 1;
        }
    }
    names
}

/// All words of a text.
pub fn words(text: &str) -> BTreeSet<&str> {
    tokens(text).into_iter().filter(|token| is_word(token)).collect()
}

/// The word in a source by which a symbol of the linker is defined, if that can be told: the symbol itself in
/// C, the name without its scope in C++.
pub fn word_of(symbol: &str) -> Option<&str> {
    let Some(mangled) = symbol.strip_prefix("_Z") else { return Some(symbol) };
    let start = mangled.find(|letter: char| letter.is_ascii_digit())?;
    let mut rest = &mangled[start..];
    let mut word = None;
    loop {
        let digits = rest.len() - rest.trim_start_matches(|one: char| one.is_ascii_digit()).len();
        let Ok(length) = rest[..digits].parse::<usize>() else { return word };
        word = Some(rest.get(digits..digits + length)?);
        rest = &rest[digits + length..];
    }
}

/// Is this the beginning of `extern "C" {`, whose braces are no body?
fn is_linkage(statement: &[&str]) -> bool {
    statement == ["extern"]
}

/// The names that a statement outside of all braces may define. A function with parameters and no body is only
/// declared.
fn declared<'t>(statement: &[&'t str], has_body: bool) -> Vec<&'t str> {
    let is_prototype = !has_body && statement.last() == Some(&")") && !statement.contains(&"=");
    // A macro that stands by itself may define what it is given.
    let is_macro = statement.get(1) == Some(&"(");
    if is_prototype && !is_macro || statement.first() == Some(&"typedef") {
        return Vec::new();
    }
    statement.iter().copied().filter(|token| is_word(token)).collect()
}

pub fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Words and other characters, without white space, comments, literals and directives.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = tokens_and_directives(text);
    tokens.retain(|token| !token.starts_with('#'));
    tokens
}

/// The same with the directives, each of which is one.
pub fn tokens_and_directives(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest[1..].starts_with(['/', '*']) => unread(rest),
            '"' | '\'' => unread(rest),
            '#' => directive(rest),
            _ if first.is_alphanumeric() || first == '_' => {
                let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
                rest.len() - rest.trim_start_matches(is_part).len()
            }
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        let is_kept = !first.is_whitespace() && !matches!(first, '"' | '\'');
        if is_kept && !(first == '/' && length > 1) {
            tokens.push(token);
        }
        rest = behind;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_defined_outside_of_braces_is_seen_and_what_is_declared_is_not() {
        let text = "#include <stdio.h>\n#define hidden(x) x\nint declared(int a);\n\
                    static int table[4] = {1, 2}; /* in_comment() {} */\n\
                    int defined(const char *text) { inner(); return \"in_text {\"[0]; }\n\
                    int old(a) int a; { return a; }\nint (*hook)(void) = declared_too;\n\
                    typedef struct named other;\nDEFINE(made_by_macro);\nextern \"C\" { int inside; }\n";
        let names = may_define(text);
        for name in ["table", "defined", "old", "hook", "made_by_macro", "inside"] {
            assert!(names.contains(name), "{name}: {names:?}");
        }
        for name in ["declared", "hidden", "in_comment", "inner", "in_text", "named"] {
            assert!(!names.contains(name), "{name}: {names:?}");
        }
    }

    #[test]
    fn every_word_of_cxx_counts() {
        let words = words("namespace n { int f() { return g(\"text\"); } } // h");
        assert!(["n", "f", "g"].iter().all(|word| words.contains(word)));
        assert!(!words.contains("h") && !words.contains("text"));
    }

    #[test]
    fn symbols_are_defined_by_their_last_name() {
        assert_eq!(word_of("parse"), Some("parse"));
        assert_eq!(word_of("_Z5parsei"), Some("parse"));
        assert_eq!(word_of("_ZN2ns5Stack4pushEi"), Some("push"));
        assert_eq!(word_of("_ZNK2ns5StackC1Ev"), Some("Stack"));
        assert_eq!(word_of("_ZTV5Stack"), Some("Stack"));
        assert_eq!(word_of("_Zpl"), None);
    }
}
