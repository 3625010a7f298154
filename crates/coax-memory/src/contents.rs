//! The bytes of an object: their values, which of their bits are defined, which depend on inputs.
//!
//! Invariant: a byte that depends on inputs has no plain bit.

use std::borrow::Cow;

use coax_expr::Term;

use crate::symbolic::{SymbolicByte, SymbolicBytes};

/// The bytes of an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) bytes: Box<[u8]>,
    /// For each byte, which of its bits are *plain*: defined, and not a matter of inputs. `None`: all of them.
    pub(crate) plain: Option<Box<[u8]>>,
    /// How many bytes have bits that are not plain (meaningful with a mask).
    other_bytes: u64,
    /// The bytes that depend on inputs. None of their bits is plain; which of them are defined stands here.
    pub(crate) symbolic: SymbolicBytes,
}

impl Contents {
    pub(crate) fn undefined(size: usize) -> Contents {
        if size == 0 {
            return Contents::default();
        }
        Contents {
            bytes: vec![0; size].into_boxed_slice(),
            plain: Some(vec![0; size].into_boxed_slice()),
            other_bytes: size as u64,
            symbolic: SymbolicBytes::default(),
        }
    }

    pub(crate) fn of(bytes: Box<[u8]>) -> Contents {
        Contents { bytes, plain: None, other_bytes: 0, symbolic: SymbolicBytes::default() }
    }

    /// Contents as they are before the first access.
    pub(crate) fn initial(size: usize, zeroed: bool) -> Contents {
        match zeroed {
            true => Contents::of(vec![0; size].into_boxed_slice()),
            false => Contents::undefined(size),
        }
    }

    /// Cuts off everything from `at` on.
    pub(crate) fn split_off(&mut self, at: usize) -> Contents {
        let mut bytes = std::mem::take(&mut self.bytes).into_vec();
        let rest = bytes.split_off(at).into_boxed_slice();
        self.bytes = bytes.into_boxed_slice();
        let rest_plain = self.plain.take().map(|plain| {
            let mut plain = plain.into_vec();
            let rest = plain.split_off(at).into_boxed_slice();
            self.plain = Some(plain.into_boxed_slice());
            rest
        });
        let symbolic = self.symbolic.split_off(at);
        let mut tail = Contents { bytes: rest, plain: rest_plain, other_bytes: 0, symbolic };
        self.count_others();
        tail.count_others();
        tail
    }

    /// Adds contents at the end.
    pub(crate) fn append(&mut self, tail: Contents) {
        let at = self.bytes.len();
        if self.plain.is_some() || tail.plain.is_some() {
            let all = |contents: &Contents| vec![0xFF; contents.bytes.len()].into_boxed_slice();
            let head = self.plain.take().unwrap_or_else(|| all(self));
            let rest = tail.plain.as_ref().map_or_else(|| all(&tail), Clone::clone);
            self.plain = Some([head, rest].concat().into_boxed_slice());
        }
        let mut bytes = std::mem::take(&mut self.bytes).into_vec();
        bytes.extend_from_slice(&tail.bytes);
        self.bytes = bytes.into_boxed_slice();
        self.symbolic.append(at, tail.symbolic);
        self.count_others();
    }

    fn count_others(&mut self) {
        let others = |mask: &[u8]| mask.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        self.other_bytes = self.plain.as_deref().map_or(0, others);
        if self.other_bytes == 0 {
            self.plain = None;
        }
    }

    /// Gives the symbolic bytes their values: `value` gives a term's.
    pub(crate) fn refresh(&mut self, value: &mut impl FnMut(Term) -> u128) {
        for byte in self.symbolic.all() {
            self.bytes[byte.offset as usize] = (value(byte.term) >> (8 * byte.byte)) as u8;
        }
    }

    /// Records which bits of the bytes from `offset` on are defined; none of them depends on inputs.
    pub(crate) fn set_defined(&mut self, offset: usize, mask: &[u8]) {
        self.symbolic.clear(offset, mask.len());
        self.set_plain(offset, mask);
    }

    fn set_plain(&mut self, offset: usize, mask: &[u8]) {
        let Some(plain) = &mut self.plain else {
            if mask.iter().all(|&bits| bits == 0xFF) {
                return;
            }
            self.plain = Some(vec![0xFF; self.bytes.len()].into_boxed_slice());
            self.other_bytes = 0;
            return self.set_plain(offset, mask);
        };
        let range = &mut plain[offset..offset + mask.len()];
        let before = range.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        let after = mask.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        range.copy_from_slice(mask);
        self.other_bytes = self.other_bytes - before + after;
        if self.other_bytes == 0 {
            self.plain = None;
        }
    }

    /// Records that `len` bytes from `offset` on are plain.
    pub(crate) fn set_all_plain(&mut self, offset: usize, len: usize) {
        let Some(plain) = &mut self.plain else { return };
        let range = &mut plain[offset..offset + len];
        self.other_bytes -= range.iter().filter(|&&bits| bits != 0xFF).count() as u64;
        range.fill(0xFF);
        self.symbolic.clear(offset, len);
        if self.other_bytes == 0 {
            self.plain = None;
        }
    }

    /// Records which of the bytes from `offset` on depend on inputs, on top of what [`Contents::set_defined`] said.
    pub(crate) fn set_symbolic(&mut self, offset: usize, symbolic: &[SymbolicByte]) {
        for byte in symbolic {
            self.set_plain(offset + byte.offset as usize, &[0]);
        }
        self.symbolic.insert(offset, symbolic);
    }

    /// The masks of defined bits of a range; `None` if all are.
    pub(crate) fn defined(&self, offset: usize, len: usize) -> Option<Cow<'_, [u8]>> {
        let plain = &self.plain.as_deref()?[offset..offset + len];
        let symbolic = self.symbolic.range(offset, len);
        let mask = match symbolic {
            [] => Cow::Borrowed(plain),
            _ => {
                let mut mask = plain.to_vec();
                for byte in symbolic {
                    mask[byte.offset as usize - offset] = !byte.undefined;
                }
                Cow::Owned(mask)
            }
        };
        mask.iter().any(|&bits| bits != 0xFF).then_some(mask)
    }
}
