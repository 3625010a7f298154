//! Reports of UndefinedBehaviorSanitizer: `/p/a.c:3:5: runtime error: signed integer overflow: …`.

use super::super::finding::Tool;
use super::super::kind::*;
use super::{Headline, stack, without_addresses};

/// Parts of a report's words, with what they stand for. The first that fits counts.
const WORDS: &[(&str, &str)] = &[
    ("division by zero", DIVISION_BY_ZERO),
    ("signed integer overflow", SIGNED_OVERFLOW),
    ("negation of ", SIGNED_OVERFLOW),
    ("division of ", SIGNED_OVERFLOW),
    ("shift exponent ", SHIFT_OUT_OF_RANGE),
    ("left shift of ", SHIFT_OUT_OF_RANGE),
    ("is outside the range of representable values", FLOAT_CAST_OVERFLOW),
    ("variable length array bound evaluates to non-positive", NEGATIVE_SIZE),
    ("out of bounds for type", OUT_OF_BOUNDS),
    ("with insufficient space for an object of type", OUT_OF_BOUNDS),
    ("null pointer", NULL_DEREFERENCE),
    ("execution reached an unreachable program point", UNREACHABLE),
    ("execution reached the end of a value-returning function", UNREACHABLE),
    ("through pointer to incorrect function type", BAD_CAST),
    ("which does not point to an object of type", BAD_CAST),
    ("is not a valid value for type", BAD_CAST),
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
