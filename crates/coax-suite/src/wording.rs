//! How a test says what it expects: the words of one framework.
//!
//! Invariant: an expression that is checked is evaluated once, or is a variable.

use crate::text::WIDTH;

/// What is expected of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The expression.
    pub actual: String,
    /// What it is to give.
    pub expected: Expected,
}

/// What an expression is expected to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The truth value.
    True,
    /// The other one.
    False,
    /// The null pointer, as the language writes it.
    Null(String),
    /// A floating-point value that is not a number.
    NotANumber,
    /// A number, character or enumerator, by its literal.
    Number {
        /// As the language writes it.
        literal: String,
        /// Compared with a signed literal, it would be warned about.
        is_unsigned: bool,
        /// It has a fraction.
        is_float: bool,
    },
    /// What a pointer to characters leads to, as a literal.
    Text(String),
    /// A string of C++, as a literal or an expression.
    String(String),
}

/// How a framework says it.
pub trait Wording {
    /// The statement that checks an expression.
    fn expect(&self, expectation: &Expectation) -> String;

    /// A statement that must throw.
    fn throws(&self, throwing: &Throwing<'_>) -> String;

    /// A statement before the call under test that throws, too.
    fn caught(&self, throwing: &Throwing<'_>) -> String {
        self.throws(throwing)
    }
}

/// A statement that is expected to throw.
#[derive(Clone, Copy, Debug)]
pub struct Throwing<'a> {
    /// As it stands by itself.
    pub statement: &'a str,
    /// What it throws, if that has a name.
    pub class: Option<&'a str>,
    /// It declares a variable, and is no expression.
    pub declares: bool,
}

/// The words of `coax_unit.h`.
pub(crate) struct PlainWording;

impl Wording for PlainWording {
    fn expect(&self, expectation: &Expectation) -> String {
        format!("COAX_ASSERT({});", condition(expectation, Isnan::Itself))
    }

    fn throws(&self, throwing: &Throwing<'_>) -> String {
        format!("COAX_EXPECT_EXCEPTION({});", bare(throwing.statement))
    }

    fn caught(&self, throwing: &Throwing<'_>) -> String {
        format!("try {{\n    {}\n}} catch (...) {{\n}}", throwing.statement)
    }
}

/// How a value that is not a number is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Isnan {
    /// It differs from itself.
    Itself,
    /// By this function of the language.
    Named(&'static str),
}

/// An expectation as a condition of C and C++.
pub(crate) fn condition(expectation: &Expectation, isnan: Isnan) -> String {
    let actual = &expectation.actual;
    match &expectation.expected {
        Expected::True => actual.clone(),
        Expected::False => format!("!{actual}"),
        Expected::Null(literal) => format!("{actual} == {literal}"),
        Expected::NotANumber => match isnan {
            Isnan::Itself => format!("{actual} != {actual}"),
            Isnan::Named(function) => format!("{function}({actual})"),
        },
        Expected::Number { literal, .. } if literal.contains(' ') => {
            format!("{actual} == ({literal})")
        }
        Expected::Number { literal, .. } => format!("{actual} == {literal}"),
        Expected::Text(literal) => format!("strcmp({actual}, {literal}) == 0"),
        Expected::String(literal) => format!("{actual} == {literal}"),
    }
}

/// The literal of a number as it is compared in a template or macro: one without a sign says so.
pub(crate) fn signed_alike(literal: &str, is_unsigned: bool) -> String {
    let is_decimal = literal.bytes().all(|letter| letter.is_ascii_digit());
    if is_unsigned && is_decimal { format!("{literal}u") } else { literal.to_owned() }
}

/// A call of a macro. An argument with a comma outside of parentheses is put into some; what is too wide is broken.
pub(crate) fn macro_call(name: &str, arguments: &[&str]) -> String {
    let guarded: Vec<String> = arguments.iter().map(|argument| guarded(argument)).collect();
    let line = format!("{name}({});", guarded.join(", "));
    if line.len() + 4 <= WIDTH {
        return line;
    }
    let indent = " ".repeat(name.len() + 1);
    format!("{name}({});", guarded.join(&format!(",\n{indent}")))
}

fn guarded(argument: &str) -> String {
    if has_bare_comma(argument) { format!("({argument})") } else { argument.to_owned() }
}

/// Is there a comma that a macro would take for its own?
pub(crate) fn has_bare_comma(text: &str) -> bool {
    let mut depth = 0;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => drop(letters.next()),
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, ',') if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// A statement without its end.
pub(crate) fn bare(statement: &str) -> &str {
    statement.trim_end_matches(';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_of_template_arguments_are_kept_from_macros() {
        assert_eq!(macro_call("EXPECT_EQ", &["f<a, b>(1)", "2"]), "EXPECT_EQ((f<a, b>(1)), 2);");
        assert_eq!(macro_call("EXPECT_EQ", &["f(1, 2)", "','"]), "EXPECT_EQ(f(1, 2), ',');");
        assert_eq!(
            macro_call("EXPECT_STREQ", &["f()", "\"a\\\",\""]),
            "EXPECT_STREQ(f(), \"a\\\",\");"
        );
        let wide = macro_call("EXPECT_EQ", &[&"x".repeat(90), "1"]);
        assert!(wide.ends_with(",\n          1);"), "{wide}");
    }

    #[test]
    fn only_decimal_literals_get_a_suffix() {
        assert_eq!(signed_alike("7", true), "7u");
        assert_eq!(signed_alike("7", false), "7");
        assert_eq!(signed_alike("UINT_MAX", true), "UINT_MAX");
        assert_eq!(signed_alike("0xffu", true), "0xffu");
    }
}
