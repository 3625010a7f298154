//! Addresses of stubs, and addresses among plain bytes: memory without a type has no pointers, but code may have found in it
//! the address of something the unit was given (`state->strm == strm`).
//!
//! Invariant: only what lies in no pointer is looked at, and only where a pointer would be aligned.

use coax_case::{Pointee, PointerAt};
use coax_ir::FuncId;
use coax_ir::address;

use super::{Target, Tree};
use crate::State;

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

/// Stubs have addresses beyond those of all functions.
const FIRST_STUB: u32 = 0x00F0_0000;

pub(crate) fn stub_address(index: usize) -> u64 {
    address::of_function(FuncId(FIRST_STUB + index as u32))
}

/// The stub an address is that of.
pub(super) fn stub_at(address: u64) -> Option<usize> {
    let id = address::function_at(address)?;
    (id.0 >= FIRST_STUB && address == address::of_function(id))
        .then(|| (id.0 - FIRST_STUB) as usize)
}

/// The address of a target.
pub(super) fn address_of(state: &State<'_>, target: Target) -> u64 {
    let Some(tree) = &state.above.unit else { return 0 };
    match target {
        Target::Null | Target::Number(_) => 0,
        Target::Object(index) | Target::Alias(index) => tree.objects[index].base,
        Target::Part(index, offset) => tree.objects[index].base + offset,
        Target::Inside { object, .. } => tree.objects[object].base,
        Target::Stub(index) => stub_address(index),
        Target::File => tree.stream.as_ref().map_or(0, |stream| stream.0),
    }
}
