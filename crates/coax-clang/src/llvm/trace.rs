//! What instrumenting a module gives: its new bitcode, and the edges that got a number.

use std::fmt;

use super::stream::Stream;

/// An instrumented module.
pub struct TracedModule {
    /// Its bitcode.
    pub bitcode: Vec<u8>,
    /// The edges that no module before it had, in the order of their numbers.
    pub edges: Vec<EdgeRecord>,
}

/// An edge out of a conditional branch or switch.
pub struct EdgeRecord {
    /// The linkage name of the function it is in.
    pub function: String,
    /// Folder and name of the file.
    pub file: (String, String),
    pub line: u32,
    pub column: u32,
    pub side: Side,
}

/// Which way an edge goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// The condition holds.
    True,
    /// The condition does not hold.
    False,
    /// Cases of a switch that lead to the same place: their decimal numbers.
    Cases(Vec<String>),
    /// What a switch does with all other numbers, and with cases that do the same.
    Default,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Side::True => f.write_str("true"),
            Side::False => f.write_str("false"),
            Side::Cases(numbers) => write!(f, "case {}", numbers.join(" or ")),
            Side::Default => f.write_str("default"),
        }
    }
}

impl TracedModule {
    pub(super) fn read(stream: &mut Stream<'_>) -> TracedModule {
        TracedModule { bitcode: stream.bytes().to_vec(), edges: stream.list(EdgeRecord::read) }
    }
}

impl EdgeRecord {
    fn read(stream: &mut Stream<'_>) -> EdgeRecord {
        EdgeRecord {
            function: stream.text(),
            file: (stream.text(), stream.text()),
            line: stream.small(),
            column: stream.small(),
            side: side(stream),
        }
    }
}

/// The codes are the shim's `SideCode`.
fn side(stream: &mut Stream<'_>) -> Side {
    match stream.number() {
        0 => Side::True,
        1 => Side::False,
        2 => Side::Cases(stream.list(Stream::text)),
        _ => Side::Default,
    }
}
