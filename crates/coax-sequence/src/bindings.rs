//! What the steps of a sequence gave, and where its variables lie, in the state after them.

use coax_engine::scenario::ObservedWord;

use crate::types::ClassId;

/// What steps gave and where variables lie, in the state after them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bindings {
    pub(crate) results: Vec<Given>,
    pub(crate) objects: Vec<u64>,
    pub(crate) stubs: Vec<u64>,
}

/// What a step gave.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Given {
    pub(crate) place: Place,
    /// The class of the object, or of what is pointed to.
    pub(crate) class: Option<ClassId>,
}

impl Given {
    /// The word that it is, if it is one.
    pub(crate) fn word(&self) -> Option<u64> {
        match self.place {
            Place::Word(word) if word.undefined == 0 => Some(word.value),
            _ => None,
        }
    }
}

/// Where it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Place {
    /// It gave nothing.
    #[default]
    Nowhere,
    /// A number, a pointer or a reference.
    Word(ObservedWord),
    /// An object of the test, at this address.
    Memory(u64),
}
