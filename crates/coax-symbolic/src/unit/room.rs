//! How much room an input has for sure, also before it is made.

use coax_expr::Term;

use super::lengths::{Length, Stated};
use super::objects::TEXT;
use super::{Node, Tree};
use crate::layers::InState;

/// How many bytes an input has from an address on, at least.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Room {
    /// So many.
    Bytes(u64),
    /// So many elements, as a term.
    Elements {
        /// How many.
        count: Term,
        /// Bytes of each.
        size: u64,
        /// They begin so many bytes before the address.
        before: u64,
        /// There are enough if this term is true.
        unstated: Option<Term>,
    },
}

impl Node {
    fn room_after(&self, before: u64) -> Room {
        let bytes = |whole: u64| Room::Bytes(whole.saturating_sub(before));
        match self.length {
            Stated::Nowhere if self.text => bytes(TEXT),
            Stated::Nowhere => bytes(self.element),
            Stated::ByTerminator => bytes(1),
            Stated::By(Length { count, unstated, .. }) => {
                Room::Elements { count, size: self.element, before, unstated }
            }
        }
    }
}

impl Tree {
    fn room_at(&self, address: u64) -> Option<Room> {
        let node = &self.objects[self.object_at(address)?];
        address.checked_sub(node.base).map(|before| node.room_after(before))
    }
}

impl InState {
    /// How much room there is from an address on; nothing if no input is there.
    pub(crate) fn room_of_input(&self, address: u64) -> Option<Room> {
        self.unit.as_ref()?.room_at(address)
    }

    /// Is an address that of an input that was not touched yet?
    pub(crate) fn is_unmade(&self, address: u64) -> bool {
        self.unit.as_ref().is_some_and(|tree| tree.is_unmade(address))
    }
}
