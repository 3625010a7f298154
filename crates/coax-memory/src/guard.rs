//! Objects whose size depends on inputs.
//!
//! Such an object shows only those of its bytes that are known to be inside it on the state's path:
//! they are *granted*, and are memory like any other. The rest is kept here, out of reach of every
//! access, until the engine has found that the object is large enough and grants it. So no access can
//! go past that question, and a byte that was granted costs nothing more.

use std::borrow::Cow;
use std::sync::Arc;

use coax_expr::Term;

use crate::object::Contents;
use crate::{Access, Allocation, Fault, FaultKind, Memory, Object};

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
    zeroed: bool,
    /// The bytes after those the object shows, as far as they are not what they started as.
    hidden: Contents,
    /// How many bytes are granted, while the object shows more.
    granted: Option<usize>,
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
    fn take(&mut self, len: usize) -> Contents {
        let missing = len.saturating_sub(self.hidden.bytes.len());
        if missing > 0 {
            self.hidden.append(Contents::initial(missing, self.zeroed));
        }
        let rest = self.hidden.split_off(len);
        std::mem::replace(&mut self.hidden, rest)
    }

    /// Hides bytes again that come before the hidden ones.
    fn put_back(&mut self, mut shown: Contents) {
        shown.append(std::mem::take(&mut self.hidden));
        self.hidden = shown;
    }

    /// Are two alike but for their sizes?
    pub(crate) fn is_like(&self, other: &Guard) -> bool {
        let kind = |guard: &Guard| (guard.capacity, guard.grows, guard.zeroed);
        kind(self) == kind(other)
    }

    fn has_symbolic_bytes(&self) -> bool {
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

impl Object {
    /// Why an access that is not among the bytes it shows fails.
    pub(crate) fn outside(&self, offset: u64, len: u64) -> FaultKind {
        let within =
            |guard: &Guard| offset.checked_add(len).is_some_and(|end| end <= guard.capacity);
        match self.guard() {
            Some(guard) if guard.grows || within(guard) => FaultKind::Guarded,
            _ => FaultKind::OutOfBounds,
        }
    }

    /// What is special about it if its size depends on inputs.
    pub fn guard(&self) -> Option<&Guard> {
        self.guard.as_deref()
    }

    /// The object shows its first `len` bytes.
    fn show(&mut self, len: usize) {
        let shown = self.contents().bytes.len();
        let Some(guard) = self.guard.as_mut().filter(|_| len > shown) else { return };
        let more = Arc::make_mut(guard).take(len - shown);
        self.contents_mut().append(more);
    }

    /// The first `len` bytes are inside the object on this path.
    pub(crate) fn grant(&mut self, len: usize) {
        self.show(len);
    }

    /// Shows bytes that may not be inside the object, until [`Object::fold`].
    pub(crate) fn unfold(&mut self, len: usize) {
        let shown = self.contents().bytes.len();
        let Some(guard) = &mut self.guard else { return };
        let guard = Arc::make_mut(guard);
        guard.granted = guard.granted.or(Some(shown));
        self.show(len);
    }

    /// The object with all bytes it may have shown.
    pub(crate) fn unfolded(&self) -> Cow<'_, Object> {
        match self.guard().map(|guard| guard.capacity).filter(|_| self.is_alive()) {
            None => Cow::Borrowed(self),
            Some(capacity) => {
                let mut whole = self.clone();
                whole.unfold(capacity as usize);
                Cow::Owned(whole)
            }
        }
    }

    /// Its size becomes another term, and nothing of it is granted any more.
    fn take_back(&mut self, size: Term) {
        let Some(guard) = &mut self.guard else { return };
        let guard = Arc::make_mut(guard);
        (guard.size, guard.granted) = (size, Some(0));
        self.fold();
    }

    /// Brings its size and the values of the bytes it hides up to date.
    pub(crate) fn refresh_guard(&mut self, value: &mut impl FnMut(Term) -> u128) {
        let Some(guard) = &mut self.guard else { return };
        self.size = value(guard.size) as u64;
        if guard.has_symbolic_bytes() {
            Arc::make_mut(guard).hidden.refresh(value);
        }
    }

    /// Hides what was shown without having been granted.
    pub(crate) fn fold(&mut self) {
        let Some(guard) = &mut self.guard else { return };
        let Some(granted) = Arc::make_mut(guard).granted.take() else { return };
        let hidden = self.contents_mut().split_off(granted);
        if let Some(guard) = &mut self.guard {
            Arc::make_mut(guard).put_back(hidden);
        }
    }
}

impl Memory {
    /// Makes an object whose size depends on inputs; `request.size` is its value under the state's
    /// model. Nothing of it is granted yet.
    pub fn allocate_guarded(&mut self, request: &Allocation, guard: &GuardRequest) -> Option<u64> {
        let placed = Allocation { size: guard.capacity, ..*request };
        let base = self.make(&placed, |_| Contents::default())?;
        let object = self.object_mut(base)?;
        object.size = request.size;
        object.guard = Some(Arc::new(Guard::new(guard)));
        self.note_guarded(base);
        Some(base)
    }

    /// Makes the size of an object depend on inputs: it is `size` under the state's model, and at
    /// most what it has been. Nothing of it is granted yet.
    pub fn guard(&mut self, base: u64, size: u64, guard: &GuardRequest) {
        let Some(object) = self.object_mut(base) else { return };
        object.size = size;
        let mut guard = Guard::new(guard);
        guard.granted = Some(0);
        object.guard = Some(Arc::new(guard));
        object.fold();
        self.note_guarded(base);
    }

    /// Notes that an object's size depends on inputs.
    pub(crate) fn note_guarded(&mut self, base: u64) {
        if let Err(place) = self.guarded_objects.binary_search(&base) {
            self.guarded_objects.insert(place, base);
        }
    }

    /// Is there any object whose size depends on inputs?
    pub fn has_guards(&self) -> bool {
        !self.guarded_objects.is_empty()
    }

    /// The first `len` bytes of the object at an address are inside it on this path.
    pub fn grant(&mut self, address: u64, len: u64) {
        self.change_guarded(address, |object| object.grant(len as usize));
    }

    /// Shows the first `len` bytes of the object at an address, be they inside it or not, until
    /// [`Memory::fold`]. No fork may come between.
    pub fn unfold(&mut self, address: u64, len: u64) {
        self.change_guarded(address, |object| object.unfold(len as usize));
    }

    /// The same for all bytes that the object at an address may have.
    pub fn unfold_whole(&mut self, address: u64) {
        let guard = self.object(address).and_then(Object::guard);
        if let Some(capacity) = guard.map(|guard| guard.capacity) {
            self.unfold(address, capacity);
        }
    }

    /// Makes the size of the object at an address another term. Nothing of it is granted from then on.
    pub fn take_back(&mut self, address: u64, size: Term) {
        self.change_guarded(address, |object| object.take_back(size));
    }

    /// Hides again what [`Memory::unfold`] showed.
    pub fn fold(&mut self, address: u64) {
        self.change_guarded(address, Object::fold);
    }

    fn change_guarded(&mut self, address: u64, change: impl FnOnce(&mut Object)) {
        let is_guarded = |object: &Object| object.guard.is_some() && object.is_alive();
        if !self.object(address).is_some_and(is_guarded) {
            return;
        }
        let Some(object) = self.object_mut(address) else { return };
        change(object);
        let (base, symbolic) = (object.base, !object.symbolic().is_empty());
        if symbolic {
            self.note_symbolic(base);
        }
    }

    /// Brings sizes that depend on inputs up to date.
    pub(crate) fn refresh_guards(&mut self, value: &mut impl FnMut(Term) -> u128) {
        let mut objects = std::mem::take(&mut self.guarded_objects);
        objects.retain(|&base| {
            self.object(base).is_some_and(|object| object.base == base && object.guard.is_some())
        });
        for &base in &objects {
            let Some(object) = self.object(base) else { continue };
            let Some(guard) = object.guard() else { continue };
            if guard.has_symbolic_bytes() || value(guard.size) as u64 != object.size {
                self.object_mut(base).expect("it was there").refresh_guard(value);
            }
        }
        self.guarded_objects = objects;
    }

    /// As [`Memory::check`], going by the size an object has under the state's model.
    pub fn covers(&self, address: u64, len: u64, access: Access) -> Result<&Object, Fault> {
        match self.check(address, len, access) {
            Err(Fault { kind: FaultKind::Guarded, .. }) => {}
            result => return result,
        }
        let object = self.object(address).expect("a guarded object");
        let offset = address.wrapping_sub(object.base);
        if offset <= object.size && len <= object.size - offset {
            return Ok(object);
        }
        let (kind, object) = (FaultKind::OutOfBounds, Some(object.describe()));
        Err(Fault { kind, access, address, len, object })
    }
}
