//! The objects of one region, by granule: a two-level copy-on-write array.
//!
//! Chunks written since the last fork are owned and listed in `dirty`; all
//! others are shared. Forking shares the dirty ones, so its cost is what was
//! touched since the last fork, not the size of memory.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use coax_ir::address::{self, GRANULE_BITS, Region};

use crate::{Ending, Object, TraceId};

const CHUNK_BITS: u32 = 6;
const CHUNK: usize = 1 << CHUNK_BITS;
const NONE: u32 = u32::MAX;
/// How many ended objects of several granules stay known, of each number of granules.
const LARGE_QUARANTINE: usize = 16;

#[derive(Clone, Debug, Default)]
pub(crate) enum Entry {
    /// Nothing has ever been here.
    #[default]
    Empty,
    /// The first granule of an object.
    Object(Object),
    /// A further granule of the object that starts at this one.
    Tail(u32),
}

#[derive(Debug)]
enum Chunk {
    Owned(Box<[Entry; CHUNK]>),
    Shared(Arc<[Entry; CHUNK]>),
}

impl Chunk {
    #[inline(always)]
    fn entries(&self) -> &[Entry; CHUNK] {
        match self {
            Chunk::Owned(entries) => entries,
            Chunk::Shared(entries) => entries,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Table {
    region: Region,
    chunks: Vec<Chunk>,
    dirty: Vec<u32>,
    /// First granule never used.
    fresh: u32,
    /// Queue of ended one-granule objects, oldest first.
    oldest: u32,
    newest: u32,
    ended: u32,
    /// How many ended objects stay known at least.
    quarantine: u32,
    /// Ended objects of several granules, by how many: first granules, oldest first.
    large: BTreeMap<u64, VecDeque<u32>>,
}

impl Table {
    pub(crate) fn new(region: Region, quarantine: u32) -> Table {
        Table {
            region,
            chunks: Vec::new(),
            dirty: Vec::new(),
            fresh: 0,
            oldest: NONE,
            newest: NONE,
            ended: 0,
            quarantine,
            large: BTreeMap::new(),
        }
    }

    #[inline(always)]
    fn entry(&self, granule: u64) -> Option<&Entry> {
        let chunk = self.chunks.get((granule >> CHUNK_BITS) as usize)?;
        Some(&chunk.entries()[granule as usize % CHUNK])
    }

    /// The object a granule belongs to.
    #[inline(always)]
    pub(crate) fn object(&self, granule: u64) -> Option<&Object> {
        match self.entry(granule)? {
            Entry::Object(object) => Some(object),
            Entry::Tail(head) => self.head(*head),
            Entry::Empty => None,
        }
    }

    #[cold]
    fn head(&self, granule: u32) -> Option<&Object> {
        match self.entry(granule.into())? {
            Entry::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The object a granule belongs to, to be changed.
    #[inline(always)]
    pub(crate) fn object_mut(&mut self, granule: u64) -> Option<&mut Object> {
        let (chunk, index) = ((granule >> CHUNK_BITS) as usize, granule as usize % CHUNK);
        match self.chunks.get(chunk)? {
            Chunk::Owned(entries) if matches!(entries[index], Entry::Object(_)) => {}
            _ => return self.distant_object_mut(granule),
        }
        match &mut self.chunks[chunk] {
            Chunk::Owned(entries) => match &mut entries[index] {
                Entry::Object(object) => Some(object),
                _ => None,
            },
            Chunk::Shared(_) => None,
        }
    }

    /// The same for an object whose chunk is shared or that starts in another granule.
    #[cold]
    fn distant_object_mut(&mut self, granule: u64) -> Option<&mut Object> {
        let granule = match self.entry(granule)? {
            Entry::Tail(head) => (*head).into(),
            Entry::Object(_) => granule,
            Entry::Empty => return None,
        };
        match self.entry_mut(granule) {
            Entry::Object(object) => Some(object),
            _ => None,
        }
    }

    #[inline(always)]
    fn entry_mut(&mut self, granule: u64) -> &mut Entry {
        let index = (granule >> CHUNK_BITS) as usize;
        if !matches!(self.chunks.get(index), Some(Chunk::Owned(_))) {
            self.own(index);
        }
        match &mut self.chunks[index] {
            Chunk::Owned(entries) => &mut entries[granule as usize % CHUNK],
            Chunk::Shared(_) => unreachable!("just made owned"),
        }
    }

    #[cold]
    fn own(&mut self, index: usize) {
        while self.chunks.len() <= index {
            self.dirty.push(self.chunks.len() as u32);
            self.chunks.push(Chunk::Owned(Box::new([const { Entry::Empty }; CHUNK])));
        }
        if let Chunk::Shared(entries) = &self.chunks[index] {
            self.chunks[index] = Chunk::Owned(Box::new(entries.as_ref().clone()));
            self.dirty.push(index as u32);
        }
    }

    /// Finds room and puts the object there that `make` builds from its base address.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        make: impl FnOnce(u64) -> Object,
    ) -> Option<u64> {
        let granule = self.room(size, align)?;
        let (offset, granules) = address::placement(size, align, granule.into());
        let base = self.region.base() + (u64::from(granule) << GRANULE_BITS) + offset;
        self.put(granule, granules, make(base));
        Some(base)
    }

    /// Finds room for an object that is put there later and may have up to `most` bytes: its base.
    pub(crate) fn reserve(&mut self, most: u64, align: u64) -> Option<u64> {
        let granule = self.room(most, align)?;
        let (offset, _) = address::placement(most, align, granule.into());
        Some(self.region.base() + (u64::from(granule) << GRANULE_BITS) + offset)
    }

    /// Puts an object whose address was decided elsewhere (a global, a reserved place).
    pub(crate) fn put(&mut self, granule: u32, granules: u64, mut object: Object) {
        object.granules = granules as u32;
        *self.entry_mut(granule.into()) = Entry::Object(object);
        for tail in 1..granules {
            *self.entry_mut(u64::from(granule) + tail) = Entry::Tail(granule);
        }
    }

    fn room(&mut self, size: u64, align: u64) -> Option<u32> {
        let (_, granules) = address::placement(size, align, 0);
        if granules == 1 && self.ended > self.quarantine {
            return Some(self.recycle());
        }
        if align <= address::GRANULE / 2
            && let Some(ended) = self.large.get_mut(&granules)
            && ended.len() > LARGE_QUARANTINE
        {
            return ended.pop_front();
        }
        let unit = align.div_ceil(address::GRANULE).max(1);
        let first = u64::from(self.fresh).next_multiple_of(unit);
        if first + granules > self.region.granules() {
            return None;
        }
        self.fresh = (first + granules) as u32;
        Some(first as u32)
    }

    fn recycle(&mut self) -> u32 {
        let granule = self.oldest;
        if let Some(object) = self.object(granule.into()) {
            self.oldest = object.next_ended;
            self.ended -= 1;
        }
        granule
    }

    /// Ends the object of this granule and queues the granule for use again.
    pub(crate) fn end(&mut self, granule: u64, ending: Ending, died: TraceId) {
        let Some(object) = self.object_mut(granule) else { return };
        object.end(ending, died);
        match u64::from(object.granules) {
            1 => self.enqueue(granule as u32),
            several => self.large.entry(several).or_default().push_back(granule as u32),
        }
    }

    fn enqueue(&mut self, granule: u32) {
        let last = self.newest;
        if self.ended == 0 {
            self.oldest = granule;
        } else if let Some(object) = self.object_mut(last.into()) {
            object.next_ended = granule;
        }
        self.newest = granule;
        self.ended += 1;
    }

    /// A table in which nothing is to be seen and no place of this one is used again.
    pub(crate) fn veiled(&self) -> Table {
        Table { fresh: self.fresh, ..Table::new(self.region, u32::MAX) }
    }

    /// Shows an object again at its own place.
    pub(crate) fn put_back(&mut self, object: Object) {
        let granule = address::granule_in(self.region, object.base);
        let granules = object.granules.into();
        self.put(granule as u32, granules, object);
    }

    /// Has a place been used, or reserved?
    pub(crate) fn is_used(&self, granule: u64) -> bool {
        granule < self.fresh.into()
    }

    /// Have places been used that were not in another table?
    pub(crate) fn has_more_than(&self, other: &Table) -> bool {
        self.fresh > other.fresh
    }

    /// A second table with the same objects.
    pub(crate) fn fork(&mut self) -> Table {
        for index in self.dirty.drain(..) {
            let chunk = &mut self.chunks[index as usize];
            if let Chunk::Owned(entries) = chunk {
                entries.iter_mut().for_each(share);
                let entries = std::mem::replace(entries, Box::new([const { Entry::Empty }; CHUNK]));
                *chunk = Chunk::Shared(Arc::from(entries));
            }
        }
        let chunks = self.chunks.iter().map(|chunk| match chunk {
            Chunk::Shared(entries) => Chunk::Shared(Arc::clone(entries)),
            Chunk::Owned(_) => unreachable!("every owned chunk is listed as dirty"),
        });
        let (chunks, large) = (chunks.collect(), self.large.clone());
        Table { chunks, dirty: Vec::new(), large, ..*self }
    }

    /// All objects, in address order.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &Object> {
        self.chunks.iter().flat_map(|chunk| chunk.entries()).filter_map(|entry| match entry {
            Entry::Object(object) => Some(object),
            _ => None,
        })
    }
}

fn share(entry: &mut Entry) {
    if let Entry::Object(object) = entry {
        object.share();
    }
}
