//! How much memory a program asks for, where that depends on inputs: what models of allocators need.

use crate::layers::ObjectSizes;
use coax_expr::Term;
use coax_ir::address::Region;
use coax_kinds::Incomplete;
use coax_memory::{
    Access, Allocation, FaultKind, GuardRequest, HeapKind, LARGEST, LARGEST_EVER, Origin,
};

use super::TermRequests;
use super::sizes::GUARD_CAPACITY;
use crate::Stop;
use crate::{Call, Flow};

/// The largest object whose size is fixed because it is too large to stay a term.
const LARGEST_FIXED: u64 = 4 << 20;

/// A number of bytes or elements.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Its value under the path's model.
    pub value: u64,
    /// What it is in terms of the inputs, of 64 bits, if it depends on them.
    pub term: Option<Term>,
}

impl From<u64> for Size {
    fn from(value: u64) -> Size {
        Size { value, term: None }
    }
}

/// What models of allocators may ask.
pub trait SizeRequests {
    /// Argument `i` as a size.
    fn size(&mut self, i: usize) -> Size;

    /// Decides that a term has the value it has; other values are other paths.
    fn decide_value(&mut self, term: Term) -> Result<(), Stop>;

    /// Decides argument `i` if it depends on inputs: other values are other paths.
    fn decide_argument(&mut self, i: usize) -> Result<(), Stop>;

    /// Decides whether a size is at most `most`.
    fn is_at_most(&mut self, size: Size, most: u64) -> Result<bool, Stop>;

    /// Decides whether a size is a negative number converted. Where it is unknown how it was made,
    /// its top bit says so.
    fn is_negative(&mut self, size: Size) -> Result<bool, Stop>;

    /// `count * element`; `None` if that is more than half of the address space. Decides which.
    fn product(&mut self, count: Size, element: Size) -> Result<Option<Size>, Stop>;

    /// Allocates on the heap, undefined or zeroed. `None` if there is no room. The object's size
    /// stays a term if it is not too large for that.
    fn allocate_sized(
        &mut self,
        size: Size,
        align: u64,
        kind: HeapKind,
        zeroed: bool,
    ) -> Result<Option<u64>, Stop>;

    /// The size of the object a pointer belongs to.
    fn size_of_object(&mut self, pointer: u64) -> Result<Size, Stop>;

    /// Fixes the size of the object a pointer belongs to, for a model that takes all of it: other
    /// sizes are not tried, and the report says so.
    fn fix_size(&mut self, pointer: u64) -> Result<(), Stop>;

    /// Returns a size.
    fn return_size(&mut self, size: Size) -> Flow;

    /// Decides what must be known about an object whose contents are about to be moved.
    fn before_move(&mut self, from: u64) -> Result<(), Stop>;

    /// Copies the contents of an object to the start of another, as far as there is room:
    /// [`Call::before_move`] has been asked before.
    fn move_contents(&mut self, to: u64, from: u64) -> Result<(), Stop>;

    /// Before a model that cannot be called again accesses memory: an access that depends on the
    /// object's size is taken to be inside if it is.
    fn reach(&mut self, address: u64, len: u64, access: Access) -> Result<(), Stop>;

    /// The same for everything from an address to the end of its object.
    fn reach_rest(&mut self, address: u64) -> Result<(), Stop>;
}

impl SizeRequests for Call<'_, '_> {
    fn size(&mut self, i: usize) -> Size {
        let (value, term) = (self.word(i), self.has_inputs().then(|| self.term(i)).flatten());
        let symbols = self.above.symbols.as_mut();
        Size { value, term: term.zip(symbols).map(|(t, symbols)| symbols.pool.resize(t, 64)) }
    }

    fn decide_value(&mut self, term: Term) -> Result<(), Stop> {
        let Some(symbols) = &mut self.above.symbols else { return Ok(()) };
        if symbols.has_many_values(self.state, term) {
            symbols.concretize(self.state, term);
            return Ok(());
        }
        let value = symbols.value(self.state, term);
        let constant = symbols.pool.constant(symbols.pool.width(term), value);
        let equal = symbols.pool.eq(term, constant);
        self.decide(equal).map(|_| ())
    }

    fn decide_argument(&mut self, i: usize) -> Result<(), Stop> {
        self.term(i).map_or(Ok(()), |term| self.decide_value(term))
    }

    fn is_at_most(&mut self, size: Size, most: u64) -> Result<bool, Stop> {
        let (Some(term), Some(symbols)) = (size.term, &mut self.above.symbols) else {
            return Ok(size.value <= most);
        };
        let most = symbols.pool.constant(64, most.into());
        let fits = symbols.pool.ule(term, most);
        self.decide(fits)
    }

    fn is_negative(&mut self, size: Size) -> Result<bool, Stop> {
        let (Some(term), Some(symbols)) = (size.term, &mut self.above.symbols) else {
            return Ok(size.value >> 63 == 1);
        };
        let negative = ObjectSizes::of(symbols).is_negative_size(term)?;
        self.decide(negative)
    }

    fn product(&mut self, count: Size, element: Size) -> Result<Option<Size>, Stop> {
        let (many, one) = match (count.term, element.term) {
            (Some(_), Some(term)) => {
                self.decide_value(term)?;
                (count, element.value)
            }
            (None, Some(_)) => (element, count.value),
            (_, None) => (count, element.value),
        };
        let Some(most) = (i64::MAX as u64).checked_div(one) else { return Ok(Some(0.into())) };
        if !self.is_at_most(many, most)? {
            return Ok(None);
        }
        let times = |term| {
            let symbols = self.above.symbols.as_mut()?;
            let factor = symbols.pool.constant(64, one.into());
            Some(symbols.pool.mul(term, factor))
        };
        Ok(Some(Size { value: many.value * one, term: many.term.and_then(times) }))
    }

    fn allocate_sized(
        &mut self,
        size: Size,
        align: u64,
        kind: HeapKind,
        zeroed: bool,
    ) -> Result<Option<u64>, Stop> {
        let Some(term) = size.term else {
            // Every path that writes to it has its own copy.
            if self.above.symbols.is_some() && (LARGEST + 1..=LARGEST_EVER).contains(&size.value) {
                let what = format!("an object of {} bytes on paths of their own", size.value);
                return Err(Stop::Unsupported(what));
            }
            if self.above.symbols.as_ref().is_some_and(|symbols| size.value > symbols.memory) {
                return Err(Stop::Bound(Incomplete::Memory));
            }
            return Ok(self.allocate(size.value, align, kind, zeroed));
        };
        if !self.is_at_most(size, LARGEST)? {
            return Ok(None);
        }
        if !self.is_at_most(size, GUARD_CAPACITY)? {
            // Every path that writes to it has its own copy.
            if !self.is_at_most(size, LARGEST_FIXED)? {
                return Err(Stop::Bound(Incomplete::ObjectSize));
            }
            if let Some(symbols) = &mut self.above.symbols {
                symbols.concretize(self.state, term);
            }
            return Ok(self.allocate(size.value, align, kind, zeroed));
        }
        let (region, origin, born) = (Region::Heap, Origin::Heap(kind), self.trace());
        let request = Allocation { region, size: size.value, align, origin, born };
        let Some(symbols) = &mut self.above.symbols else { return Ok(None) };
        let capacity = ObjectSizes::of(symbols).capacity(self.state, term);
        let guard = GuardRequest { size: term, capacity, grows: false, zeroed };
        Ok(ObjectSizes::of(symbols).guarded_object(self.state, &request, &guard))
    }

    fn size_of_object(&mut self, pointer: u64) -> Result<Size, Stop> {
        let object = self.memory_at(pointer)?.object(pointer);
        Ok(object.map_or(0.into(), |object| Size {
            value: object.size,
            term: object.guard().map(|guard| guard.size),
        }))
    }

    fn fix_size(&mut self, pointer: u64) -> Result<(), Stop> {
        let size = self.size_of_object(pointer)?;
        if let (Some(term), Some(symbols)) = (size.term, &mut self.above.symbols) {
            symbols.concretize(self.state, term);
            self.state.memory.grant(pointer, size.value);
        }
        Ok(())
    }

    fn return_size(&mut self, size: Size) -> Flow {
        match size.term {
            Some(term) => Flow::Symbolic(size.value, term),
            None => Flow::Word(size.value),
        }
    }

    fn before_move(&mut self, from: u64) -> Result<(), Stop> {
        let Some(object) = self.memory_at(from)?.object(from) else { return Ok(()) };
        let Some(guard) = object.guard().filter(|guard| guard.hides_values()) else {
            return Ok(());
        };
        let (size, value) = (guard.size, object.size);
        self.decide_value(size)?;
        self.state.memory.grant(from, value);
        Ok(())
    }

    fn move_contents(&mut self, to: u64, from: u64) -> Result<(), Stop> {
        let memory = self.memory_at(from)?;
        let shown = memory.object(from).map_or(0, |object| object.bytes().len() as u64);
        let room = memory
            .object(to)
            .map_or(0, |object| object.guard().map_or(object.size, |guard| guard.capacity));
        let len = shown.min(room);
        if len == 0 {
            return Ok(());
        }
        // What is copied beyond the new object's size cannot be read.
        memory.unfold(to, len);
        let copied = memory.copy(to, from, len);
        memory.fold(to);
        Ok(copied?)
    }

    fn reach(&mut self, address: u64, len: u64, access: Access) -> Result<(), Stop> {
        if self.rewinds || !self.has_inputs() {
            return Ok(());
        }
        self.memory_at(address)?;
        if !self.state.memory.has_guards() {
            return Ok(());
        }
        match (self.state.memory.check(address, len, access), &mut self.above.symbols) {
            (Err(fault), Some(symbols)) if fault.kind == FaultKind::Guarded => {
                ObjectSizes::of(symbols).admit_fixed(self.state, &fault)
            }
            _ => Ok(()),
        }
    }

    fn reach_rest(&mut self, address: u64) -> Result<(), Stop> {
        if self.rewinds || !self.has_inputs() {
            return Ok(());
        }
        let object = self.memory_at(address)?.object(address);
        let rest = object.and_then(|object| object.size.checked_sub(address - object.base));
        rest.map_or(Ok(()), |rest| self.reach(address, rest, Access::Read))
    }
}
