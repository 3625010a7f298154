//! A place in a source with the changes that can be made there.
//!
//! Invariant: with none of its mutants on, a place does what the source says.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use crate::mutants::rewrite::Wrap;
use crate::mutants::switch;

/// How a place is changed.
#[derive(Debug)]
pub enum Kind {
    /// An expression: one of these texts instead.
    Choose(Vec<(u32, String)>),
    /// The body of an arm: likewise.
    Body(Vec<(u32, String)>),
    /// A condition: the opposite.
    Negate(u32),
    /// A statement: nothing.
    Skip(u32),
    /// The beginning of a function: this is returned at once.
    Return(Vec<(u32, String)>),
    /// Behind the pattern of an arm: it fits nothing.
    Never(u32),
    /// Behind a constant: others like it, by name, type and value.
    Beside(Vec<(u32, String)>),
}

/// A place and how it is changed.
#[derive(Debug)]
pub struct Site {
    pub piece: Range<usize>,
    pub kind: Kind,
}

impl Site {
    /// The mutants there.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        let (several, one): (&[(u32, String)], Option<u32>) = match &self.kind {
            Kind::Choose(texts) | Kind::Body(texts) | Kind::Return(texts) | Kind::Beside(texts) => {
                (texts, None)
            }
            Kind::Negate(number) | Kind::Skip(number) | Kind::Never(number) => (&[], Some(*number)),
        };
        several.iter().map(|(number, _)| *number).chain(one)
    }

    /// What is put around it, for all its mutants but those `without`.
    pub fn wrap(&self, without: &BTreeSet<u32>) -> Wrap {
        let left = |texts: &[(u32, String)]| -> Vec<(u32, String)> {
            texts.iter().filter(|(number, _)| !without.contains(number)).cloned().collect()
        };
        let (before, after) = match &self.kind {
            Kind::Choose(texts) => chosen(&left(texts), "(", ")"),
            Kind::Body(texts) => chosen(&left(texts), "{", "}"),
            Kind::Return(texts) => (returned(&left(texts)), String::new()),
            Kind::Beside(texts) => {
                (left(texts).into_iter().map(|(_, text)| text).collect(), String::new())
            }
            Kind::Negate(number) | Kind::Skip(number) | Kind::Never(number)
                if without.contains(number) =>
            {
                (String::new(), String::new())
            }
            Kind::Negate(number) => (format!("({} != (", on(*number)), "))".to_owned()),
            Kind::Skip(number) => (format!("if !{} {{", on(*number)), "}".to_owned()),
            Kind::Never(number) => (format!(" if !{} ", on(*number)), String::new()),
        };
        Wrap { piece: self.piece.clone(), before, after }
    }
}

/// Whether a mutant is on, in the source.
fn on(number: u32) -> String {
    format!("crate::{}::on({number})", switch::NAME)
}

fn chosen(texts: &[(u32, String)], open: &str, close: &str) -> (String, String) {
    if texts.is_empty() {
        return (String::new(), String::new());
    }
    let mut before = open.to_owned();
    for (number, text) in texts {
        let text = on_one_line(text);
        let _ = write!(before, "if {} {{{text}}} else ", on(*number));
    }
    (before + "{", format!("}}{close}"))
}

fn returned(texts: &[(u32, String)]) -> String {
    let one = |(number, text): &(u32, String)| format!("if {} {{return {text};}} ", on(*number));
    texts.iter().map(one).collect()
}

/// Lines stay where they are; so a text that is added has none. A comment at the end of a line goes.
pub fn on_one_line(text: &str) -> String {
    let lines = text.lines().map(|line| match line.find("// ") {
        Some(at) => line[..at].trim(),
        None => line.trim(),
    });
    lines.collect::<Vec<_>>().join(" ")
}
