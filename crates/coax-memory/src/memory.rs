//! The memory as the engine and the library models see it.

use std::borrow::Cow;
use std::sync::Arc;

use coax_expr::Term;
use coax_ir::address::{self, Region};

use crate::contents::Contents;
use crate::table::Table;
use crate::{Access, Ending, Fault, FaultKind, Object, Origin, Status, SymbolicByte, TraceId};

/// How many ended stack objects stay known. Few: their slots are reused all the time and should stay in the cache.
const STACK_QUARANTINE: u32 = 256;
/// How many ended heap objects stay known.
const HEAP_QUARANTINE: u32 = 1 << 18;
/// Below this an address counts as null plus an offset: no system maps anything there.
const NULL_ZONE: u64 = 1 << 16;
/// Above this it counts as null minus one: the element before the first of nothing.
const BELOW_NULL: u64 = u64::MAX - (1 << 10);
/// The largest object whose size may depend on inputs, and of which there may be many copies.
pub const LARGEST: u64 = 1 << 32;
/// The largest object at all; larger requests fail like a real allocator's.
pub const LARGEST_EVER: u64 = 1 << 40;
/// For an object of so many bytes the system is asked first whether it has them.
const LARGE: u64 = 1 << 26;

/// Has the system so many bytes, as far as it tells? They are not used before they are written.
fn has_room(size: u64) -> bool {
    let (mut bytes, mut masks) = (Vec::<u8>::new(), Vec::<u8>::new());
    let size = size as usize;
    size as u64 <= LARGE
        || bytes.try_reserve_exact(size).is_ok() && masks.try_reserve_exact(size).is_ok()
}

/// The memory of one state.
#[derive(Debug)]
pub struct Memory {
    pub(crate) globals: Table,
    pub(crate) stack: Table,
    pub(crate) heap: Table,
    /// Bases of the objects that may have symbolic bytes, in order.
    pub(crate) symbolic_objects: Vec<u64>,
    /// Bases of the objects whose size depends on inputs, in order.
    pub(crate) guarded_objects: Vec<u64>,
    /// The objects that cannot be seen, if there is a veil.
    pub(crate) behind: Option<Arc<Memory>>,
    /// Larger objects are not made.
    pub(crate) most: u64,
    /// One was asked for.
    pub(crate) has_refused: bool,
}

/// What to allocate.
#[derive(Clone, Copy, Debug)]
pub struct Allocation {
    /// Stack or heap.
    pub region: Region,
    /// Size in bytes.
    pub size: u64,
    /// Alignment: a power of two.
    pub align: u64,
    /// What makes it.
    pub origin: Origin,
    /// Where it is made.
    pub born: TraceId,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new()
    }
}

impl Memory {
    /// An empty memory.
    pub fn new() -> Memory {
        Memory {
            globals: Table::new(Region::Globals, u32::MAX),
            stack: Table::new(Region::Stack, STACK_QUARANTINE),
            heap: Table::new(Region::Heap, HEAP_QUARANTINE),
            symbolic_objects: Vec::new(),
            guarded_objects: Vec::new(),
            behind: None,
            most: LARGEST_EVER,
            has_refused: false,
        }
    }

    /// From here on no larger objects are made.
    pub fn bound_objects(&mut self, most: u64) {
        self.most = most;
    }

    /// Was an object asked for that is larger than the bound?
    pub fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// A second memory with the same contents; both go their own ways from here.
    pub fn fork(&mut self) -> Memory {
        Memory {
            globals: self.globals.fork(),
            stack: self.stack.fork(),
            heap: self.heap.fork(),
            symbolic_objects: self.symbolic_objects.clone(),
            guarded_objects: self.guarded_objects.clone(),
            behind: self.behind.clone(),
            most: self.most,
            has_refused: self.has_refused,
        }
    }

    // ---- objects ------------------------------------------------------------------------

    /// Makes an object with undefined contents. `None` if there is no room for it.
    pub fn allocate(&mut self, request: &Allocation) -> Option<u64> {
        self.make(request, Contents::undefined)
    }

    /// Makes an object full of zeros.
    pub fn allocate_zeroed(&mut self, request: &Allocation) -> Option<u64> {
        self.make(request, |size| Contents::of(vec![0; size].into_boxed_slice()))
    }

    /// Makes an object with these contents; `request.size` is their length.
    pub fn allocate_bytes(&mut self, request: &Allocation, bytes: &[u8]) -> Option<u64> {
        debug_assert_eq!(request.size, bytes.len() as u64);
        self.make(request, |_| Contents::of(bytes.into()))
    }

    pub(crate) fn make(
        &mut self,
        request: &Allocation,
        contents: impl FnOnce(usize) -> Contents,
    ) -> Option<u64> {
        self.has_refused |= request.size > self.most;
        if request.size > self.most || !has_room(request.size) {
            return None;
        }
        let table = match request.region {
            Region::Stack => &mut self.stack,
            Region::Heap => &mut self.heap,
            Region::Code | Region::Globals => return None,
        };
        table.allocate(request.size, request.align.max(1), |base| {
            Object::new(base, request.origin, request.born, contents(request.size as usize))
        })
    }

    /// Brings a global into memory at the address the program gave it.
    pub fn map_global(
        &mut self,
        address: u64,
        origin: Origin,
        bytes: &[u8],
        align: u64,
        writable: bool,
    ) {
        self.map(address, origin, Contents::of(bytes.into()), align, writable);
    }

    /// The same for a global that starts as zeros: large ones cost nothing until they are written.
    /// `false` if there is no room for it.
    #[must_use]
    pub fn map_zeroed(
        &mut self,
        address: u64,
        origin: Origin,
        size: u64,
        align: u64,
        writable: bool,
    ) -> bool {
        if !has_room(size) {
            return false;
        }
        let zeros = vec![0; size as usize].into_boxed_slice();
        self.map(address, origin, Contents::of(zeros), align, writable);
        true
    }

    fn map(
        &mut self,
        address: u64,
        origin: Origin,
        contents: Contents,
        align: u64,
        writable: bool,
    ) {
        let granule = address::granule_in(Region::Globals, address);
        let size = contents.bytes.len() as u64;
        let (_, granules) = address::placement(size, align.max(1), granule);
        let mut object = Object::new(address, origin, TraceId::default(), contents);
        object.writable = writable;
        self.globals.put(granule as u32, granules, object);
    }

    /// Reserves a place on the heap for an object of up to `most` bytes. Nothing is there until
    /// [`Memory::place`] puts an object there.
    pub fn reserve(&mut self, most: u64, align: u64) -> Option<u64> {
        if most > LARGEST { None } else { self.heap.reserve(most, align.max(1)) }
    }

    /// Puts an object full of zeros at the place that was reserved for it.
    pub fn place(&mut self, base: u64, size: u64, align: u64, origin: Origin) {
        let granule = address::granule_in(Region::Heap, base);
        let (_, granules) = address::placement(size, align.max(1), granule);
        let contents = Contents::of(vec![0; size as usize].into_boxed_slice());
        let object = Object::new(base, origin, TraceId::default(), contents);
        self.heap.put(granule as u32, granules, object);
    }

    /// What made an object turns out when it is released.
    pub fn set_origin(&mut self, base: u64, origin: Origin) {
        if let Some(object) = self.object_mut(base) {
            object.origin = origin;
        }
    }

    /// The object a pointer belongs to, alive or ended, whether or not it points inside.
    #[inline(always)]
    pub fn object(&self, address: u64) -> Option<&Object> {
        match address >> 44 {
            2 => self.globals.object(address::granule_in(Region::Globals, address)),
            3 => self.stack.object(address::granule_in(Region::Stack, address)),
            4..=7 => self.heap.object(address::granule_in(Region::Heap, address)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn object_mut(&mut self, address: u64) -> Option<&mut Object> {
        match address >> 44 {
            2 => self.globals.object_mut(address::granule_in(Region::Globals, address)),
            3 => self.stack.object_mut(address::granule_in(Region::Stack, address)),
            4..=7 => self.heap.object_mut(address::granule_in(Region::Heap, address)),
            _ => None,
        }
    }

    /// The table of the objects around an address, if there are any there.
    pub(crate) fn table_of(&mut self, address: u64) -> Option<&mut Table> {
        match Region::of(address)? {
            Region::Globals => Some(&mut self.globals),
            Region::Stack => Some(&mut self.stack),
            Region::Heap => Some(&mut self.heap),
            Region::Code => None,
        }
    }

    /// Has there ever been an object on the stack or the heap around an address?
    pub(crate) fn place_is_used(&self, address: u64) -> bool {
        match Region::of(address) {
            Some(region @ Region::Stack) => {
                self.stack.is_used(address::granule_in(region, address))
            }
            Some(region @ Region::Heap) => self.heap.is_used(address::granule_in(region, address)),
            _ => false,
        }
    }

    /// Ends the object that starts at `base`, for good: its place may be used again.
    pub fn end(&mut self, base: u64, ending: Ending, died: TraceId) {
        match Region::of(base) {
            Some(Region::Stack) => {
                self.stack.end(address::granule_in(Region::Stack, base), ending, died);
            }
            Some(Region::Heap) => {
                self.heap.end(address::granule_in(Region::Heap, base), ending, died);
            }
            _ => {}
        }
    }

    /// The scope of a stack object ends, but its frame does not: the scope may begin again.
    pub fn end_scope(&mut self, base: u64) {
        if let Some(object) = self.object_mut(base) {
            object.end(Ending::ScopeLeft, TraceId::default());
        }
    }

    /// The scope of a stack object begins: it is alive with undefined contents.
    pub fn begin_scope(&mut self, base: u64) {
        if let Some(object) = self.object_mut(base) {
            object.begin();
        }
    }

    /// Makes an object writable or not.
    pub fn set_writable(&mut self, address: u64, writable: bool) {
        if let Some(object) = self.object_mut(address) {
            object.writable = writable;
        }
    }

    /// All heap objects, alive and ended, in address order.
    pub fn heap_objects(&self) -> impl Iterator<Item = &Object> {
        self.heap.objects()
    }

    /// All objects in memory, in address order.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.globals.objects().chain(self.stack.objects()).chain(self.heap.objects())
    }

    // ---- words: the interpreter's fast path -----------------------------------------------

    /// `N` bytes, if they are inside an object that is alive and plain there: defined and not symbolic.
    #[inline(always)]
    pub fn load<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let object = self.object(address)?;
        let offset = address.wrapping_sub(object.base) as usize;
        let contents = object.contents();
        let bytes = contents.bytes.get(offset..)?.first_chunk::<N>()?;
        match &contents.plain {
            None => Some(*bytes),
            Some(plain) if plain[offset..offset + N] == [0xFF; N] => Some(*bytes),
            Some(_) => None,
        }
    }

    /// Stores `N` plain bytes; `false` if that is not possible.
    #[inline(always)]
    #[must_use]
    pub fn store<const N: usize>(&mut self, address: u64, bytes: [u8; N]) -> bool {
        let Some(object) = self.object_mut(address) else { return false };
        if !object.writable {
            return false;
        }
        let offset = address.wrapping_sub(object.base) as usize;
        let contents = object.contents_mut();
        let Some(room) = contents.bytes.get_mut(offset..).and_then(|b| b.first_chunk_mut::<N>())
        else {
            return false;
        };
        *room = bytes;
        if contents.plain.is_some() {
            contents.set_all_plain(offset, N);
        }
        true
    }

    // ---- any access, with reasons ---------------------------------------------------------

    /// Checks that an access is allowed, or tells why not.
    pub fn check(&self, address: u64, len: u64, access: Access) -> Result<&Object, Fault> {
        let fault = |kind, object: Option<&Object>| Fault {
            kind,
            access,
            address,
            len,
            object: object.map(Object::describe),
        };
        let Some(object) = self.object(address) else {
            return Err(fault(missing(address), None));
        };
        if let Status::Ended(ending) = object.status {
            return Err(fault(FaultKind::Ended(ending), Some(object)));
        }
        let offset = address.wrapping_sub(object.base);
        // What a guarded object shows is all there is of it; any other shows its whole size.
        let room = if object.guard().is_none() { object.size } else { object.bytes().len() as u64 };
        if offset > room || len > room - offset {
            return Err(fault(object.outside(offset, len), Some(object)));
        }
        if access == Access::Write && !object.writable {
            return Err(fault(FaultKind::ReadOnly, Some(object)));
        }
        Ok(object)
    }

    /// The bytes of a range, whether or not they are defined.
    pub fn bytes(&self, address: u64, len: u64) -> Result<&[u8], Fault> {
        let object = self.check(address, len, Access::Read)?;
        let offset = (address - object.base) as usize;
        Ok(&object.contents().bytes[offset..offset + len as usize])
    }

    /// The masks of defined bits of a range; `None` if all are defined.
    pub fn defined(&self, address: u64, len: u64) -> Result<Option<Cow<'_, [u8]>>, Fault> {
        let object = self.check(address, len, Access::Read)?;
        Ok(object.contents().defined((address - object.base) as usize, len as usize))
    }

    /// The symbolic bytes of a range, in order; their offsets count from the start of the *object*.
    pub fn symbolic(&self, address: u64, len: u64) -> Result<&[SymbolicByte], Fault> {
        let object = self.check(address, len, Access::Read)?;
        let offset = (address - object.base) as usize;
        Ok(object.contents().symbolic.range(offset, len as usize))
    }

    /// Is every byte of the range defined and none of them symbolic?
    pub fn is_plain(&self, address: u64, len: u64) -> Result<bool, Fault> {
        let object = self.check(address, len, Access::Read)?;
        let offset = (address - object.base) as usize;
        let plain = object.contents().plain.as_deref();
        Ok(plain.is_none_or(|mask| mask[offset..offset + len as usize].iter().all(|&b| b == 0xFF)))
    }

    /// Says which of the bytes just written at `address` depend on inputs; offsets count from `address`.
    pub fn mark_symbolic(&mut self, address: u64, symbolic: &[SymbolicByte]) {
        if symbolic.is_empty() {
            return;
        }
        let (offset, contents) = self.contents_at(address);
        contents.set_symbolic(offset, symbolic);
        self.note_symbolic(address - offset as u64);
    }

    /// Remembers that an object may have symbolic bytes.
    pub(crate) fn note_symbolic(&mut self, base: u64) {
        if let Err(place) = self.symbolic_objects.binary_search(&base) {
            self.symbolic_objects.insert(place, base);
        }
    }

    /// Brings the values of symbolic bytes and sizes up to date: `value` gives a term's value.
    pub fn refresh(&mut self, mut value: impl FnMut(Term) -> u128) {
        self.refresh_guards(&mut value);
        let mut objects = std::mem::take(&mut self.symbolic_objects);
        objects.retain(|&base| {
            self.object(base)
                .is_some_and(|object| object.base == base && !object.symbolic().is_empty())
        });
        for &base in &objects {
            let Some(object) = self.object(base) else { continue };
            let changed: Vec<(usize, u8)> = object
                .symbolic()
                .iter()
                .map(|byte| (byte.offset as usize, (value(byte.term) >> (8 * byte.byte)) as u8))
                .filter(|&(offset, byte)| object.bytes()[offset] != byte)
                .collect();
            if changed.is_empty() {
                continue;
            }
            let (_, contents) = self.contents_at(base);
            for (offset, byte) in changed {
                contents.bytes[offset] = byte;
            }
        }
        self.symbolic_objects = objects;
    }

    /// All bytes from `address` to the end of its object.
    pub fn rest(&self, address: u64) -> Result<&[u8], Fault> {
        let object = self.check(address, 0, Access::Read)?;
        Ok(&object.contents().bytes[(address - object.base) as usize..])
    }

    /// Writes defined bytes.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.check(address, bytes.len() as u64, Access::Write)?;
        let (offset, contents) = self.contents_at(address);
        contents.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        contents.set_all_plain(offset, bytes.len());
        Ok(())
    }

    /// Writes bytes of which only the bits in `mask` are defined.
    pub fn write_partly(&mut self, address: u64, bytes: &[u8], mask: &[u8]) -> Result<(), Fault> {
        self.check(address, bytes.len() as u64, Access::Write)?;
        let (offset, contents) = self.contents_at(address);
        contents.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        contents.set_defined(offset, mask);
        Ok(())
    }

    /// Fills a range with a byte.
    pub fn fill(&mut self, address: u64, byte: u8, len: u64) -> Result<(), Fault> {
        self.check(address, len, Access::Write)?;
        let (offset, contents) = self.contents_at(address);
        contents.bytes[offset..offset + len as usize].fill(byte);
        contents.set_all_plain(offset, len as usize);
        Ok(())
    }

    /// Copies a range, defined, undefined and symbolic bits alike; the ranges may overlap.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Fault> {
        if !self.is_plain(from, len)? {
            return self.copy_marked(to, from, len);
        }
        let bytes = self.bytes(from, len)?;
        self.check(to, len, Access::Write)?;
        // Small copies are the usual case and need no allocation.
        let mut small = [0; 64];
        let large;
        let bytes: &[u8] = if bytes.len() <= small.len() {
            small[..bytes.len()].copy_from_slice(bytes);
            &small[..bytes.len()]
        } else {
            large = bytes.to_vec();
            &large
        };
        self.write(to, bytes)
    }

    fn copy_marked(&mut self, to: u64, from: u64, len: u64) -> Result<(), Fault> {
        let bytes = self.bytes(from, len)?.to_vec();
        let mask = self.defined(from, len)?.map(Cow::into_owned);
        let start = (from - self.check(from, len, Access::Read)?.base) as u32;
        let symbolic: Vec<_> = self
            .symbolic(from, len)?
            .iter()
            .map(|byte| SymbolicByte { offset: byte.offset - start, ..*byte })
            .collect();
        match mask {
            None => self.write(to, &bytes)?,
            Some(mask) => self.write_partly(to, &bytes, &mask)?,
        }
        self.mark_symbolic(to, &symbolic);
        Ok(())
    }

    fn contents_at(&mut self, address: u64) -> (usize, &mut Contents) {
        let object = self.object_mut(address).expect("the access was checked");
        ((address - object.base) as usize, object.contents_mut())
    }
}

fn missing(address: u64) -> FaultKind {
    match Region::of(address) {
        _ if !(NULL_ZONE..=BELOW_NULL).contains(&address) => FaultKind::Null,
        Some(Region::Code) => FaultKind::Code,
        Some(Region::Globals) => FaultKind::Unmapped,
        _ => FaultKind::Wild,
    }
}
