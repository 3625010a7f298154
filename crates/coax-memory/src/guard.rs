//! Objects whose size depends on inputs.
//!
//! Such an object shows only those of its bytes that are known to be inside it on the state's path:
//! they are *granted*, and are memory like any other. The rest is kept here, out of reach of every
//! access, until the engine has found that the object is large enough and grants it. So no access can
//! go past that question, and a byte that was granted costs nothing more.

use std::borrow::Cow;

use coax_expr::Term;

use crate::contents::Contents;

/// How to make an object whose size depends on inputs.
#[derive(Clone, Copy, Debug)]
pub struct GuardRequest {
    /// Its size, a term of 64 bits.
    pub size: Term,
    /// The size is never more than this.
    pub capacity: u64,
    /// An access beyond the size is no error: the size grows with the accesses.
    pub grows: bool,
    /// Its bytes start as zeros, and else undefined.
    pub zeroed: bool,
}

/// What is special about an object whose size depends on inputs.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Its size; the value under the state's model is the object's `size`.
    pub size: Term,
    /// The size is never more than this.
    pub capacity: u64,
    /// An access beyond the size is no error: the size grows with the accesses.
    pub grows: bool,
    pub(crate) zeroed: bool,
    /// The bytes after those the object shows, as far as they are not what they started as.
    pub(crate) hidden: Contents,
    /// How many bytes are granted, while the object shows more.
    pub(crate) granted: Option<usize>,
}

impl Guard {
    pub(crate) fn new(request: &GuardRequest) -> Guard {
        let GuardRequest { size, capacity, grows, zeroed } = *request;
        Guard { size, capacity, grows, zeroed, hidden: Contents::default(), granted: None }
    }

    /// The bytes that are not shown and are no longer what they started as.
    pub fn hidden_bytes(&self) -> &[u8] {
        &self.hidden.bytes
    }

    /// May any of the bytes that are not shown be defined?
    pub fn hides_values(&self) -> bool {
        let len = self.hidden.bytes.len();
        self.zeroed || len > 0 && self.hidden.defined(0, len).is_none_or(is_any)
    }

    /// Takes the first `len` of the hidden bytes.
    pub(crate) fn take(&mut self, len: usize) -> Contents {
        let missing = len.saturating_sub(self.hidden.bytes.len());
        if missing > 0 {
            self.hidden.append(Contents::initial(missing, self.zeroed));
        }
        let rest = self.hidden.split_off(len);
        std::mem::replace(&mut self.hidden, rest)
    }

    /// Hides bytes again that come before the hidden ones.
    pub(crate) fn put_back(&mut self, mut shown: Contents) {
        shown.append(std::mem::take(&mut self.hidden));
        self.hidden = shown;
    }

    /// Are two alike but for their sizes?
    pub(crate) fn is_like(&self, other: &Guard) -> bool {
        let kind = |guard: &Guard| (guard.capacity, guard.grows, guard.zeroed);
        kind(self) == kind(other)
    }

    pub(crate) fn has_symbolic_bytes(&self) -> bool {
        !self.hidden.symbolic.all().is_empty()
    }

    /// The object ends: its bytes are gone.
    pub(crate) fn end(&mut self) {
        self.hidden = Contents::default();
        self.granted = None;
    }
}

fn is_any(mask: Cow<'_, [u8]>) -> bool {
    mask.iter().any(|&bits| bits != 0)
}
