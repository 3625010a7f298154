//! Puts texts before and after pieces of a source.
//!
//! Invariant: pieces are nested or apart, never half in one another, and are added from the outside in; so
//! what stands before and after them comes out nested in the same way. No line is added or taken away.

use std::ops::Range;

/// A piece of a source, by bytes, and what is put around it.
#[derive(Debug)]
pub struct Wrap {
    pub piece: Range<usize>,
    pub before: String,
    pub after: String,
}

/// A text that is put into the source.
struct Insertion<'w> {
    at: usize,
    text: &'w str,
    /// Which wrap it belongs to.
    wrap: usize,
    is_end: bool,
}

/// The source with all of them.
pub fn wrapped(source: &str, wraps: &[Wrap]) -> String {
    let mut text = String::with_capacity(source.len() * 2);
    let mut done = 0;
    for insertion in insertions(wraps) {
        text.push_str(&source[done..insertion.at]);
        text.push_str(insertion.text);
        done = insertion.at;
    }
    text.push_str(&source[done..]);
    text
}

/// Where in the result each of them lies, with what is put around it.
pub fn spans(wraps: &[Wrap]) -> Vec<Range<usize>> {
    let mut spans = vec![0..0; wraps.len()];
    let mut added = 0;
    for insertion in insertions(wraps) {
        let span = &mut spans[insertion.wrap];
        if insertion.is_end {
            added += insertion.text.len();
            span.end = insertion.at + added;
        } else {
            span.start = insertion.at + added;
            added += insertion.text.len();
        }
    }
    spans
}

/// In the order of the result. At one place, what ends stands before what begins; of what ends the inner
/// comes first, of what begins the outer.
fn insertions(wraps: &[Wrap]) -> Vec<Insertion<'_>> {
    let mut insertions = Vec::new();
    for (wrap, (Wrap { piece, before, after }, rank)) in wraps.iter().zip(0isize..).enumerate() {
        let begin = Insertion { at: piece.start, text: before, wrap, is_end: false };
        let end = Insertion { at: piece.end, text: after, wrap, is_end: true };
        insertions.push(((piece.start, 1, rank, 0), begin));
        let end_rank = if piece.is_empty() { (1, rank) } else { (0, -rank) };
        insertions.push(((piece.end, end_rank.0, end_rank.1, 1), end));
    }
    insertions.sort_by_key(|(order, _)| *order);
    insertions.into_iter().map(|(_, insertion)| insertion).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_wrapped_from_the_outside_in() {
        let wrap = |piece, before: &str, after: &str| Wrap {
            piece,
            before: before.into(),
            after: after.into(),
        };
        for (source, wraps, expected, second) in [
            ("ab", vec![wrap(0..2, "<", ">"), wrap(0..1, "(", ")")], "<(a)b>", "(a)"),
            ("ab", vec![wrap(0..2, "<", ">"), wrap(1..2, "(", ")")], "<a(b)>", "(b)"),
            ("ab", vec![wrap(0..1, "<", ">"), wrap(1..2, "(", ")")], "<a>(b)", "(b)"),
            ("ab", vec![wrap(0..2, "<", ">"), wrap(0..2, "(", ")")], "<(ab)>", "(ab)"),
            ("ab", vec![wrap(0..1, "<", ">"), wrap(1..1, "-", "")], "<a>-b", "-"),
        ] {
            let result = wrapped(source, &wraps);
            assert_eq!(result, expected);
            assert_eq!(result[spans(&wraps)[1].clone()], *second);
        }
    }
}
