//! Initialisers broken into lines of readable width.
//!
//! A list that fits on the line stays there; plain elements fill lines like words of a paragraph;
//! named or nested elements get a line each.

use crate::text::{WIDTH, literal_pieces, string_literal};
use crate::value::Initializer;

const STEP: usize = 4;

/// What is left of a line in the body of a function.
const ROOM: usize = WIDTH - STEP;

/// `start = value`, where further lines are indented from `indent`.
pub(crate) fn defined(start: &str, value: &Initializer, indent: usize) -> String {
    let text = initializer(value, indent, indent + start.len() + " = ".len());
    let space = if text.starts_with('\n') { "" } else { " " };
    format!("{start} ={space}{text}")
}

/// The initialiser, where `column` characters of the first line are taken and further lines are
/// indented from `indent`.
pub(crate) fn initializer(value: &Initializer, indent: usize, column: usize) -> String {
    let flat = flat(value);
    if column + flat.len() < ROOM {
        return flat;
    }
    match value {
        Initializer::Scalar(text) => text.clone(),
        Initializer::Text(text) => pieces(text, indent + STEP),
        Initializer::List(elements) => broken(elements, indent),
    }
}

/// Everything on one line.
pub(crate) fn flat(value: &Initializer) -> String {
    match value {
        Initializer::Scalar(text) => text.clone(),
        Initializer::Text(text) => string_literal(text),
        Initializer::List(elements) => {
            let elements: Vec<_> = elements
                .iter()
                .map(|(name, element)| format!("{}{}", label(name), flat(element)))
                .collect();
            format!("{{{}}}", elements.join(", "))
        }
    }
}

fn label(name: &Option<String>) -> String {
    match name {
        None => String::new(),
        Some(index) if index.starts_with('[') => format!("{index} = "),
        Some(name) => format!(".{name} = "),
    }
}

/// A string literal on lines of its own.
fn pieces(text: &[u8], indent: usize) -> String {
    let line = |piece: String| format!("\n{}{piece}", " ".repeat(indent));
    literal_pieces(text, ROOM - indent).into_iter().map(line).collect()
}

fn broken(elements: &[(Option<String>, Initializer)], indent: usize) -> String {
    let inner = indent + STEP;
    let plain = |(name, element): &(Option<String>, Initializer)| {
        name.is_none() && matches!(element, Initializer::Scalar(_) | Initializer::Text(_))
    };
    let lines = if elements.iter().all(plain) {
        filled(elements.iter().map(|(_, element)| flat(element)), ROOM - inner)
    } else {
        let line = |(name, element): &(Option<String>, Initializer)| match label(name)
            .strip_suffix(" = ")
        {
            Some(label) => format!("{},", defined(label, element, inner)),
            None => format!("{},", initializer(element, inner, inner + 1)),
        };
        elements.iter().map(line).collect()
    };
    let inner = " ".repeat(inner);
    let body: String = lines.iter().map(|line| format!("{inner}{line}\n")).collect();
    format!("{{\n{body}{}}}", " ".repeat(indent))
}

/// Elements with commas, as many on a line as fit.
fn filled(elements: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for element in elements {
        match lines.last_mut() {
            Some(line) if line.len() + element.len() + 2 <= width => {
                line.push(' ');
                line.push_str(&element);
            }
            _ => lines.push(element),
        }
        if let Some(line) = lines.last_mut() {
            line.push(',');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn numbers(count: usize) -> Initializer {
        let number = |value: usize| (None, Initializer::Scalar((value * 1000).to_string()));
        Initializer::List((0..count).map(number).collect())
    }

    #[test]
    fn long_texts_have_lines_of_their_own() {
        let text = Initializer::Text(vec![b'x'; 120]);
        let value = Initializer::List(vec![(Some("name".into()), text)]);
        let lines: Vec<_> = defined("struct s s", &value, 0).lines().map(str::to_owned).collect();
        assert_eq!(lines[..2], ["struct s s = {", "    .name ="]);
        assert!(lines.iter().all(|line| line.len() <= ROOM && line.trim_end() == line));
        assert_eq!(lines.iter().map(|line| line.matches('x').count()).sum::<usize>(), 120);
    }

    #[test]
    fn short_lists_stay_on_the_line() {
        assert_eq!(initializer(&numbers(3), 4, 20), "{0, 1000, 2000}");
    }

    #[test]
    fn long_lists_fill_lines_and_named_elements_get_their_own() {
        let value = Initializer::List(vec![
            (Some("n".into()), Initializer::Scalar("1".into())),
            (Some("list".into()), numbers(20)),
        ]);
        expect![[r#"
            {
                .n = 1,
                .list = {
                    0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 11000, 12000, 13000,
                    14000, 15000, 16000, 17000, 18000, 19000,
                },
            }"#]]
        .assert_eq(&initializer(&value, 0, 0));
    }
}
