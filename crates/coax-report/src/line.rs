//! Text of unknown origin in single lines.

use serde_json::Value;

use crate::model::{Values, Warning};

/// Messages may quote the program (an assertion's text, a file name): one line, nothing active.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Text with the characters spelt out that a terminal obeys.
pub(crate) fn visible(text: &str) -> String {
    let letter = |letter: char| match letter {
        _ if letter.is_control() => letter.escape_default().to_string(),
        _ => letter.to_string(),
    };
    text.chars().map(letter).collect()
}

/// `name = value` of every input.
pub(crate) fn inputs(values: &Values) -> Vec<String> {
    let line = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name} = {text}"),
        other => format!("{name} = {other}"),
    };
    values.iter().map(line).collect()
}

/// `file:line:column`, as far as it is known.
pub(crate) fn place(warning: &Warning) -> String {
    let file = visible(&warning.file);
    match (warning.line, warning.column) {
        (0, _) => file,
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}
