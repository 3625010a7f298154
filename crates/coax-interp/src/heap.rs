//! Giving heap objects back, with every way to get it wrong.

use coax_ir::address::Region;
use coax_memory::{Ending, HeapKind, Object, Origin, Status};

use crate::machine::{Call, Hooks};
use crate::{ErrorKind, Stop};

impl<H: Hooks> Call<'_, '_, H> {
    /// Frees the object at `pointer`, which must have been made by the matching allocator. Null is fine.
    pub fn release(&mut self, pointer: u64, by: HeapKind) -> Result<(), Stop> {
        if pointer == 0 {
            return Ok(());
        }
        self.check_release(pointer, by)?;
        let is_input = |object: &Object| object.origin == Origin::Heap(HeapKind::Input);
        if self.state.memory.object(pointer).is_some_and(is_input) {
            self.state.memory.set_origin(pointer, Origin::Heap(by));
        }
        let trace = self.trace();
        self.state.memory.end(pointer, Ending::Freed, trace);
        Ok(())
    }

    /// Is `pointer` something that this deallocator may free?
    pub fn check_release(&mut self, pointer: u64, by: HeapKind) -> Result<(), Stop> {
        let Some(object) = self.memory_at(pointer)?.object(pointer) else {
            let message = match Region::of(pointer) {
                Some(Region::Globals) => "free of a global variable",
                Some(Region::Code) => "free of a function",
                _ => "free of a pointer to no object",
            };
            return Err(self.error(ErrorKind::InvalidFree, message));
        };
        let Some((kind, message)) = wrong_release(object, pointer, by) else { return Ok(()) };
        Err(Stop::Misuse { kind, message, object: object.describe() })
    }
}

impl<H: Hooks> Call<'_, '_, H> {
    /// Is `pointer` to an object as large as the one that `delete` takes it for?
    pub(crate) fn check_deleted(&mut self, pointer: u64, size: u64) -> Result<(), Stop> {
        let Some(object) = self.state.memory.object(pointer) else { return Ok(()) };
        let is_new = object.is_alive() && object.origin == Origin::Heap(HeapKind::New);
        if !is_new || object.base != pointer || object.size == size {
            return Ok(());
        }
        let made = object.size;
        let message = format!("an object of {made} bytes is deleted as one of {size} bytes");
        let (kind, object) = (ErrorKind::InvalidFree, object.describe());
        Err(Stop::Misuse { kind, message, object })
    }
}

/// What is wrong with freeing `object` through `pointer`, if anything is.
fn wrong_release(object: &Object, pointer: u64, by: HeapKind) -> Option<(ErrorKind, String)> {
    let message = match (object.origin, object.status) {
        (Origin::Heap(_), Status::Ended(_)) if pointer == object.base => {
            return Some((ErrorKind::DoubleFree, "free of memory that is already freed".into()));
        }
        (Origin::Heap(_), _) if pointer != object.base => {
            let offset = pointer.wrapping_sub(object.base) as i64;
            format!("free of a pointer {offset} bytes into a {}-byte object", object.size)
        }
        (Origin::Heap(made), _)
            if made != by && !matches!(made, HeapKind::Library | HeapKind::Input) =>
        {
            format!("memory from {} is freed by {}", allocator(made), deallocator(by))
        }
        (Origin::Heap(_), _) => return None,
        (Origin::Global(_), _) => "free of a global variable".into(),
        (Origin::Environment, _) => "free of memory that belongs to the environment".into(),
        _ => "free of an object on the stack".into(),
    };
    Some((ErrorKind::InvalidFree, message))
}

fn allocator(kind: HeapKind) -> &'static str {
    match kind {
        HeapKind::Malloc | HeapKind::Library | HeapKind::Input => "malloc",
        HeapKind::New => "new",
        HeapKind::NewArray => "new[]",
    }
}

fn deallocator(kind: HeapKind) -> &'static str {
    match kind {
        HeapKind::Malloc | HeapKind::Library | HeapKind::Input => "free",
        HeapKind::New => "delete",
        HeapKind::NewArray => "delete[]",
    }
}
