//! Bytes that depend on inputs: which byte of which term stands where.
//!
//! The memory does not look into terms: the bytes beside them are their values
//! under the model of the state, and changing the model includes bringing those up to date
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
///
/// One word: nearly no object has any, and objects are looked up all the time.
#[derive(Clone, Debug, Default)]
#[expect(clippy::box_collection, reason = "a vector itself is three words")]
pub(crate) struct SymbolicBytes(Option<Box<Vec<SymbolicByte>>>);

impl SymbolicBytes {
    fn of(bytes: Vec<SymbolicByte>) -> SymbolicBytes {
        SymbolicBytes((!bytes.is_empty()).then(|| Box::new(bytes)))
    }

    pub(crate) fn all(&self) -> &[SymbolicByte] {
        self.0.as_ref().map_or(&[], |bytes| bytes.as_slice())
    }

    fn bounds(&self, offset: usize, len: usize) -> std::ops::Range<usize> {
        let all = self.all();
        let first = all.partition_point(|byte| (byte.offset as usize) < offset);
        let count = all[first..].partition_point(|byte| (byte.offset as usize) < offset + len);
        first..first + count
    }

    /// Those in a range.
    pub(crate) fn range(&self, offset: usize, len: usize) -> &[SymbolicByte] {
        if self.0.is_none() { &[] } else { &self.all()[self.bounds(offset, len)] }
    }

    /// Forgets those in a range.
    pub(crate) fn clear(&mut self, offset: usize, len: usize) {
        let bounds = self.bounds(offset, len);
        let Some(bytes) = &mut self.0 else { return };
        bytes.drain(bounds);
        if bytes.is_empty() {
            self.0 = None;
        }
    }

    /// Cuts off those from `at` on; their offsets count from there afterwards.
    pub(crate) fn split_off(&mut self, at: usize) -> SymbolicBytes {
        let first = self.all().partition_point(|byte| (byte.offset as usize) < at);
        let Some(bytes) = &mut self.0 else { return SymbolicBytes::default() };
        let mut tail = bytes.split_off(first);
        tail.iter_mut().for_each(|byte| byte.offset -= at as u32);
        if bytes.is_empty() {
            self.0 = None;
        }
        SymbolicBytes::of(tail)
    }

    /// Adds bytes at the end, whose offsets count from `at`.
    pub(crate) fn append(&mut self, at: usize, tail: SymbolicBytes) {
        let Some(tail) = tail.0 else { return };
        let moved = |byte: SymbolicByte| SymbolicByte { offset: byte.offset + at as u32, ..byte };
        self.0.get_or_insert_default().extend(tail.into_iter().map(moved));
    }

    /// Puts bytes whose offsets count from `offset`; nothing is there yet.
    pub(crate) fn insert(&mut self, offset: usize, bytes: &[SymbolicByte]) {
        let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return };
        let start = offset + first.offset as usize;
        let bounds = self.bounds(start, (last.offset - first.offset) as usize + 1);
        let moved =
            bytes.iter().map(|byte| SymbolicByte { offset: byte.offset + offset as u32, ..*byte });
        self.0.get_or_insert_default().splice(bounds, moved);
    }
}
