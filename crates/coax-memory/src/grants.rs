//! Granting bytes of objects whose size depends on inputs: a byte that is known to be inside is shown,
//! and is memory like any other from then on.

use std::borrow::Cow;
use std::sync::Arc;

use coax_expr::Term;

use crate::contents::Contents;
use crate::{Access, Allocation, Fault, FaultKind, Guard, GuardRequest, Memory, Object};

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
