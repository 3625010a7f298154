//! Inputs and endings in plain words, for comments and reports.
//!
//! Invariant: one line each, of bounded length, and names are unique within a case.

use coax_case::{Callee, Check, Input, Shape, Source, TestCase};

use crate::{
    format,
    names::Names,
    text::{is_text, string_literal, without_trailing_zeros},
    value,
};

/// Longest value that is shown in full.
const LONGEST: usize = 60;

/// Inputs by name, as lines of text in the order in which the program asks for them.
pub(crate) fn readable_inputs(inputs: &[Input]) -> Vec<(String, String)> {
    let mut names = Names::default();
    inputs.iter().map(|input| (names.unique(&name(input), " #"), value(input))).collect()
}

/// What an input is called.
pub(crate) fn name(input: &Input) -> String {
    match &input.source {
        Source::Object { name, .. } | Source::Parameter { name } => name.clone(),
        Source::Value { word, name } => name.clone().unwrap_or_else(|| format!("{word}()")),
        Source::Argument(index) => format!("argv[{index}]"),
        Source::Stdin => "stdin".into(),
        Source::File(name) => format!("file {name}"),
    }
}

fn value(input: &Input) -> String {
    let text = match input.source {
        Source::Argument(_) => string_literal(argument(&input.bytes)),
        Source::Stdin | Source::File(_) => bytes(&input.bytes),
        _ if is_characters(&input.shape) && is_text(&input.bytes) => string_literal(&input.bytes),
        _ => match value::initializer(&input.shape, &input.bytes) {
            Some(initializer) => format::flat(&initializer),
            None => bytes(&input.bytes),
        },
    };
    if text.chars().count() <= LONGEST {
        return text;
    }
    format!("{} ({} bytes)", shortened(&text, LONGEST), input.bytes.len())
}

/// The beginning of what would be too long.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.into();
    }
    let start: String = text.chars().take(longest - 4).collect();
    format!("{start} ...")
}

fn is_characters(shape: &Shape) -> bool {
    matches!(shape, Shape::Array(element, _) if **element == Shape::Char)
}

/// What the program sees of an argument: a string, unless something hides behind its end.
pub(crate) fn argument(bytes: &[u8]) -> &[u8] {
    without_trailing_zeros(bytes)
}

fn bytes(bytes: &[u8]) -> String {
    if is_text(without_trailing_zeros(bytes)) && !bytes.is_empty() {
        return string_literal(bytes);
    }
    let hex: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("[{}]", hex.join(" "))
}

/// What is expected of a case.
pub(crate) fn checks_in_words(case: &TestCase) -> String {
    let is_program = case.callee() == Callee::Program;
    let is_ending = |check: &&Check| !check.is_stated();
    let endings = case.checks.iter().filter(is_ending);
    let checks: Vec<_> = endings.map(|check| in_words(check, is_program)).collect();
    checks.join(" and ")
}

fn in_words(check: &Check, is_program: bool) -> String {
    match check {
        Check::Normal { status } if is_program => format!("ends with status {}", status & 0xff),
        Check::Normal { status: 0 } => "returns".into(),
        Check::Normal { status } => format!("ends the program with status {}", status & 0xff),
        Check::AnyStatus => "ends with a status that nobody set".into(),
        Check::Exception => "ends with an exception".into(),
        Check::Prefix => "the beginning of a path that was not followed to its end".into(),
        Check::AssumedAway => "an assumption does not hold".into(),
        Check::Returned { .. } | Check::Holds { .. } | Check::Observed { .. } => {
            "gives what is expected".into()
        }
        Check::Error { kind, file, line, message } => {
            let message = if message.is_empty() { String::new() } else { format!(", {message}") };
            format!("{kind} at {file}:{line}{message}")
        }
    }
}

/// The C type of an input, for formats that want one.
pub(crate) fn type_name(shape: &Shape) -> Option<&'static str> {
    value::scalar_type(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_of(shape: Shape, bytes: &[u8]) -> String {
        let source = Source::Object { word: "coax_symbolic".into(), name: "x".into() };
        value(&Input { source, shape, bytes: bytes.into() })
    }

    #[test]
    fn values_are_short_lines() {
        assert_eq!(value_of(Shape::Signed(32), &(-3i32).to_le_bytes()), "-3");
        assert_eq!(value_of(Shape::Bytes, b"ab\0\0"), r#""ab\0\0""#);
        assert_eq!(value_of(Shape::Bytes, &[1, 2, 0xff]), "[01 02 ff]");
        let long = value_of(Shape::Array(Box::new(Shape::Signed(32)), 100), &[1; 400]);
        assert!(long.ends_with("... (400 bytes)"), "{long}");
        assert!(long.len() < 80);
    }

    #[test]
    fn the_same_name_twice_is_numbered() {
        let word = || Source::Value { word: "__VERIFIER_nondet_int".into(), name: None };
        let input = |n: i32| Input {
            source: word(),
            shape: Shape::Signed(32),
            bytes: n.to_le_bytes().into(),
        };
        let inputs = readable_inputs(&[input(1), input(2)]);
        assert_eq!(inputs[0], ("__VERIFIER_nondet_int()".into(), "1".into()));
        assert_eq!(inputs[1], ("__VERIFIER_nondet_int() #2".into(), "2".into()));
    }
}
