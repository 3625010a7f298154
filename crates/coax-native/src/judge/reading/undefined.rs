//! Reports of UndefinedBehaviorSanitizer: `/p/a.c:3:5: runtime error: signed integer overflow: …`.

use coax_kinds::ErrorKind;

use super::super::finding::Tool;
use super::{Headline, stack, without_addresses};

/// Parts of a report's words, with what they stand for. The first that fits counts.
const WORDS: &[(&str, ErrorKind)] = &[
    ("division by zero", ErrorKind::DivisionByZero),
    ("signed integer overflow", ErrorKind::SignedOverflow),
    ("negation of ", ErrorKind::SignedOverflow),
    ("division of ", ErrorKind::SignedOverflow),
    ("shift exponent ", ErrorKind::ShiftOutOfRange),
    ("left shift of ", ErrorKind::ShiftOutOfRange),
    ("is outside the range of representable values", ErrorKind::FloatCastOverflow),
    ("variable length array bound evaluates to non-positive", ErrorKind::NegativeSize),
    ("out of bounds for type", ErrorKind::OutOfBounds),
    ("with insufficient space for an object of type", ErrorKind::OutOfBounds),
    ("null pointer", ErrorKind::NullDereference),
    ("execution reached an unreachable program point", ErrorKind::Unreachable),
    ("execution reached the end of a value-returning function", ErrorKind::Unreachable),
    ("through pointer to incorrect function type", ErrorKind::BadCast),
    ("which does not point to an object of type", ErrorKind::BadCast),
    ("is not a valid value for type", ErrorKind::BadCast),
];

/// The first line of a report.
pub(super) fn headline(line: &str) -> Option<Headline> {
    let (place, said) = line.split_once(": runtime error: ")?;
    let known = WORDS.iter().find(|(part, _)| said.contains(part));
    Some(Headline {
        tool: Tool::Undefined,
        words: without_addresses(said),
        kind: known.map(|(_, kind)| *kind),
        place: stack::position(place),
    })
}
