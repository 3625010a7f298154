//! Addresses among plain bytes: memory without a type has no pointers, but code may have found in it
//! the address of something the unit was given (`state->strm == strm`).
//!
//! Invariant: only what lies in no pointer is looked at, and only where a pointer would be aligned.

use coax_case::{Pointee, PointerAt};

use super::Tree;

/// The size of a pointer, and its alignment.
const POINTER: usize = 8;

/// Pointers to given objects that are spelled out in bytes. An address of ours means nothing
/// in another process: a test must write the pointer.
pub(super) fn spelled_addresses(
    tree: &Tree,
    bytes: &[u8],
    pointers: &[PointerAt],
) -> Vec<PointerAt> {
    let words = bytes.chunks_exact(POINTER).enumerate();
    words
        .filter_map(|(index, word)| {
            let offset = (index * POINTER) as u64;
            let address = u64::from_le_bytes(word.try_into().ok()?);
            let is_pointer = |pointer: &PointerAt| pointer.offset.abs_diff(offset) < POINTER as u64;
            if address == 0 || pointers.iter().any(is_pointer) {
                return None;
            }
            Some(PointerAt { offset, to: object_at(tree, address)? })
        })
        .collect()
}

/// The given object that an address lies in.
fn object_at(tree: &Tree, address: u64) -> Option<Pointee> {
    tree.objects.iter().enumerate().find_map(|(index, node)| {
        let offset = address.checked_sub(node.base).filter(|&offset| offset < node.room())?;
        Some(Pointee::Object { index, offset })
    })
}
