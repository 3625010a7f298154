//! Giving heap objects back, with every way to get it wrong.

use coax_ir::address::Region;
use coax_memory::{Ending, HeapKind, Origin, Status};

use crate::library::Call;
use crate::{ErrorKind, Stop};

impl Call<'_, '_> {
    /// Frees the object at `pointer`, which must have been made by the matching allocator. Null is fine.
    pub fn release(&mut self, pointer: u64, by: HeapKind) -> Result<(), Stop> {
        if pointer == 0 {
            return Ok(());
        }
        self.check_release(pointer, by)?;
        let trace = self.trace();
        self.state.memory.end(pointer, Ending::Freed, trace);
        Ok(())
    }

    /// Is `pointer` something that this deallocator may free?
    pub fn check_release(&mut self, pointer: u64, by: HeapKind) -> Result<(), Stop> {
        let Some(object) = self.state.memory.object(pointer) else {
            let message = match Region::of(pointer) {
                Some(Region::Globals) => "free of a global variable",
                Some(Region::Code) => "free of a function",
                _ => "free of a pointer to no object",
            };
            return Err(self.error(ErrorKind::InvalidFree, message));
        };
        let (origin, status, base, size) = (object.origin, object.status, object.base, object.size);
        let invalid = |message: String| Stop::Error { kind: ErrorKind::InvalidFree, message };
        match (origin, status) {
            (Origin::Heap(_), Status::Ended(_)) if pointer == base => {
                let message = "free of memory that is already freed".into();
                Err(Stop::Error { kind: ErrorKind::DoubleFree, message })
            }
            (Origin::Heap(_), _) if pointer != base => {
                let offset = pointer.wrapping_sub(base) as i64;
                Err(invalid(format!("free of a pointer {offset} bytes into a {size}-byte object")))
            }
            (Origin::Heap(made), _) if made != by && made != HeapKind::Library => Err(invalid(
                format!("memory from {} is freed by {}", allocator(made), deallocator(by)),
            )),
            (Origin::Heap(_), _) => Ok(()),
            (Origin::Global(_), _) => Err(invalid("free of a global variable".into())),
            (Origin::Environment, _) => {
                Err(invalid("free of memory that belongs to the environment".into()))
            }
            _ => Err(invalid("free of an object on the stack".into())),
        }
    }
}

fn allocator(kind: HeapKind) -> &'static str {
    match kind {
        HeapKind::Malloc | HeapKind::Library => "malloc",
        HeapKind::New => "new",
        HeapKind::NewArray => "new[]",
    }
}

fn deallocator(kind: HeapKind) -> &'static str {
    match kind {
        HeapKind::Malloc | HeapKind::Library => "free",
        HeapKind::New => "delete",
        HeapKind::NewArray => "delete[]",
    }
}
