//! Bytes that depend on inputs: which byte of which term stands where.
//!
//! The memory does not look into terms: the bytes beside them are their values
//! under the model of the state, and whoever changes the model brings those up to date
//! ([`crate::Memory::refresh`]).

use coax_expr::Term;

/// One byte of a term at a place of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicByte {
    /// Where it stands, from the start of the object or range.
    pub offset: u32,
    /// The term.
    pub term: Term,
    /// Which of the term's bytes it is, the lowest being 0.
    pub byte: u8,
    /// Which of its bits are undefined nevertheless.
    pub undefined: u8,
}

/// The symbolic bytes of an object, in order of their offsets.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymbolicBytes(Vec<SymbolicByte>);

impl SymbolicBytes {
    pub(crate) fn all(&self) -> &[SymbolicByte] {
        &self.0
    }

    fn bounds(&self, offset: usize, len: usize) -> std::ops::Range<usize> {
        let first = self.0.partition_point(|byte| (byte.offset as usize) < offset);
        let count = self.0[first..].partition_point(|byte| (byte.offset as usize) < offset + len);
        first..first + count
    }

    /// Those in a range.
    pub(crate) fn range(&self, offset: usize, len: usize) -> &[SymbolicByte] {
        if self.0.is_empty() { &[] } else { &self.0[self.bounds(offset, len)] }
    }

    /// Forgets those in a range.
    pub(crate) fn clear(&mut self, offset: usize, len: usize) {
        if !self.0.is_empty() {
            let bounds = self.bounds(offset, len);
            self.0.drain(bounds);
        }
    }

    /// Puts bytes whose offsets count from `offset`; nothing is there yet.
    pub(crate) fn insert(&mut self, offset: usize, bytes: &[SymbolicByte]) {
        let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return };
        let start = offset + first.offset as usize;
        let bounds = self.bounds(start, (last.offset - first.offset) as usize + 1);
        let moved =
            bytes.iter().map(|byte| SymbolicByte { offset: byte.offset + offset as u32, ..*byte });
        self.0.splice(bounds, moved);
    }
}
