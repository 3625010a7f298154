//! The buffers of one call in memory of their own, between guard pages.
//!
//! Invariants: a buffer ends where a guard page begins, or less than its alignment before; so an
//! overrun is a crash, or at least leaves a trace in the padding. Nothing else is in those pages,
//! so a pointer belongs to at most one buffer.

use super::{Buffer, BufferAfter, Pointer, Slot};
use std::ptr;

const PAGE: usize = 4096;
/// What padding is filled with.
const PADDING: u8 = 0xc5;
/// The size of a pointer in memory.
const POINTER: usize = size_of::<usize>();

/// One buffer: guard page, padding, contents, padding below the alignment, guard page.
struct Placed {
    mapping: *mut u8,
    mapped: usize,
    /// From the start of the mapping to the contents.
    offset: usize,
    length: usize,
}

/// All buffers of one call; they vanish with it.
#[derive(Default)]
pub(super) struct Arena(Vec<Placed>);

impl Arena {
    /// Places the buffers, with the pointers between them. The error says what is not supported.
    pub(super) fn place(buffers: &[Buffer]) -> Result<Arena, String> {
        let mut arena = Arena::default();
        for buffer in buffers {
            arena.0.push(Placed::new(buffer)?);
        }
        for (index, buffer) in buffers.iter().enumerate() {
            for slot in &buffer.pointers {
                let address = arena.address(slot.target)?;
                arena.0[index].slot(slot)?.copy_from_slice(&address.to_ne_bytes());
            }
            if buffer.read_only {
                arena.0[index].protect(libc::PROT_READ)?;
            }
        }
        Ok(arena)
    }

    /// The address a pointer of the request stands for.
    pub(super) fn address(&self, pointer: Pointer) -> Result<usize, String> {
        match pointer {
            Pointer::Null => Ok(0),
            Pointer::Foreign => Err("a foreign pointer cannot be passed".to_owned()),
            Pointer::Into { buffer, offset } => match self.0.get(buffer) {
                Some(placed) => Ok(placed.start().wrapping_add(offset)),
                None => Err(format!("there is no buffer {buffer}")),
            },
        }
    }

    /// The buffer an address is in, or just past the end of.
    pub(super) fn pointer(&self, address: usize) -> Pointer {
        if address == 0 {
            return Pointer::Null;
        }
        let holds =
            |placed: &Placed| (0..=placed.length).contains(&address.wrapping_sub(placed.start()));
        match self.0.iter().position(holds) {
            Some(buffer) => Pointer::Into { buffer, offset: address - self.0[buffer].start() },
            None => Pointer::Foreign,
        }
    }

    /// The first buffer beside which something was written.
    pub(super) fn overrun(&self) -> Option<usize> {
        self.0.iter().position(|placed| !placed.padding_is_intact())
    }

    /// The buffers as they are now, with pointers told in terms of buffers.
    pub(super) fn after(&mut self, buffers: &[Buffer]) -> Result<Vec<BufferAfter>, String> {
        let mut after = Vec::new();
        for (index, buffer) in buffers.iter().enumerate() {
            let mut bytes = self.0[index].contents().to_vec();
            let mut pointers = Vec::new();
            for slot in &buffer.pointers {
                let place = slot_in(&mut bytes, slot)?;
                pointers.push(self.pointer(usize::from_ne_bytes(*place)));
                *place = [0; POINTER];
            }
            after.push(BufferAfter { bytes, pointers });
        }
        Ok(after)
    }
}

/// The bytes of a pointer in a buffer's contents.
fn slot_in<'a>(bytes: &'a mut [u8], slot: &Slot) -> Result<&'a mut [u8; POINTER], String> {
    bytes
        .get_mut(slot.offset..)
        .and_then(|rest| rest.first_chunk_mut())
        .ok_or_else(|| format!("a pointer at offset {} does not fit its buffer", slot.offset))
}

impl Placed {
    fn new(buffer: &Buffer) -> Result<Placed, String> {
        let align = buffer.align.max(1);
        if !align.is_power_of_two() || align > PAGE {
            return Err(format!("an alignment of {align}"));
        }
        let length = buffer.bytes.len();
        let inner = length.max(1).next_multiple_of(align).next_multiple_of(PAGE);
        let mapped = inner + 2 * PAGE;
        // SAFETY: asks for fresh memory at any place.
        let mapping = unsafe {
            libc::mmap(
                ptr::null_mut(),
                mapped,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if mapping == libc::MAP_FAILED {
            return Err(format!("no memory for a buffer of {length} bytes"));
        }
        let offset = PAGE + inner - length.next_multiple_of(align);
        let mut placed = Placed { mapping: mapping.cast(), mapped, offset, length };
        placed.protect(libc::PROT_READ | libc::PROT_WRITE)?;
        placed.inner_mut().fill(PADDING);
        placed.contents_mut().copy_from_slice(&buffer.bytes);
        Ok(placed)
    }

    fn start(&self) -> usize {
        self.mapping.addr() + self.offset
    }

    /// Changes what may be done with everything between the guard pages.
    fn protect(&self, protection: i32) -> Result<(), String> {
        let inner = self.mapping.wrapping_add(PAGE).cast();
        // SAFETY: the range is inside our own mapping.
        match unsafe { libc::mprotect(inner, self.mapped - 2 * PAGE, protection) } {
            0 => Ok(()),
            _ => Err("the memory of a buffer cannot be protected".to_owned()),
        }
    }

    /// Everything between the guard pages.
    fn inner(&self) -> &[u8] {
        // SAFETY: the pages are ours and readable; no native code runs while the slice lives.
        unsafe { std::slice::from_raw_parts(self.mapping.add(PAGE), self.mapped - 2 * PAGE) }
    }

    /// Everything between the guard pages, before it may be made read-only.
    fn inner_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and the pages are still writable.
        unsafe { std::slice::from_raw_parts_mut(self.mapping.add(PAGE), self.mapped - 2 * PAGE) }
    }

    fn contents(&self) -> &[u8] {
        &self.inner()[self.offset - PAGE..][..self.length]
    }

    fn contents_mut(&mut self) -> &mut [u8] {
        let (offset, length) = (self.offset - PAGE, self.length);
        &mut self.inner_mut()[offset..][..length]
    }

    fn slot(&mut self, slot: &Slot) -> Result<&mut [u8; POINTER], String> {
        slot_in(self.contents_mut(), slot)
    }

    fn padding_is_intact(&self) -> bool {
        let (before, rest) = self.inner().split_at(self.offset - PAGE);
        let after = &rest[self.length..];
        before.iter().chain(after).all(|&byte| byte == PADDING)
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing refers to it any more.
        unsafe { libc::munmap(self.mapping.cast(), self.mapped) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(bytes: &[u8], align: usize) -> Buffer {
        Buffer { bytes: bytes.to_vec(), align, ..Buffer::default() }
    }

    #[test]
    fn buffers_end_at_a_page_or_keep_their_alignment() {
        let arena = Arena::place(&[buffer(b"hello", 1), buffer(&[0; 12], 8), buffer(b"", 1)])
            .expect("placed");
        assert_eq!((arena.0[0].start() + 5) % PAGE, 0);
        assert_eq!(arena.0[1].start() % 8, 0);
        assert_eq!((arena.0[1].start() + 16) % PAGE, 0);
        assert_eq!(arena.0[2].start() % PAGE, 0);
        assert_eq!(arena.0[0].contents(), b"hello");
        assert_eq!(arena.overrun(), None);
    }

    #[test]
    fn pointers_translate_both_ways() {
        let arena = Arena::place(&[buffer(b"abc", 1), buffer(b"defg", 4)]).expect("placed");
        for (buffer, offset) in [(0, 0), (0, 3), (1, 2), (1, 4)] {
            let pointer = Pointer::Into { buffer, offset };
            assert_eq!(arena.pointer(arena.address(pointer).expect("an address")), pointer);
        }
        assert_eq!(arena.pointer(0), Pointer::Null);
        assert_eq!(arena.pointer(8), Pointer::Foreign);
        assert!(arena.address(Pointer::Foreign).is_err());
        assert!(arena.address(Pointer::Into { buffer: 2, offset: 0 }).is_err());
    }

    #[test]
    fn stored_pointers_come_back() {
        let target = Pointer::Into { buffer: 0, offset: 1 };
        let holder = Buffer {
            bytes: vec![0xff; 24],
            align: 8,
            pointers: vec![Slot { offset: 8, target }, Slot { offset: 16, target: Pointer::Null }],
            ..Buffer::default()
        };
        let buffers = [buffer(b"abc", 1), holder];
        let mut arena = Arena::place(&buffers).expect("placed");
        let after = arena.after(&buffers).expect("told");
        assert_eq!(after[1].pointers, [target, Pointer::Null]);
        assert_eq!(after[1].bytes, [[0xff; 8], [0; 8], [0; 8]].concat());
    }

    #[test]
    fn writing_beside_a_buffer_is_seen() {
        let mut arena = Arena::place(&[buffer(b"abc", 1), buffer(b"abc", 8)]).expect("placed");
        let end = arena.0[1].offset - PAGE + 3;
        arena.0[1].inner_mut()[end] = 0;
        assert_eq!(arena.overrun(), Some(1));
    }

    #[test]
    fn what_cannot_be_placed() {
        assert!(Arena::place(&[buffer(b"", 3)]).is_err());
        assert!(Arena::place(&[buffer(b"", 8192)]).is_err());
        let slot = Slot { offset: 1, target: Pointer::Null };
        let small = Buffer { pointers: vec![slot], ..buffer(&[0; 8], 1) };
        assert!(Arena::place(&[small]).is_err());
    }
}
