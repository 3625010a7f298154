//! Variables that the program declares and no file defines: other code sets them, so they are inputs,
//! and tests define them.

use std::sync::Arc;

use coax_ir::{GlobalId, Program, size_of};
use coax_kinds::{FollowReason, Incomplete};
use coax_memory::Origin;

use super::Tree;
use super::construct::is_plain;
use super::objects::Context;
use crate::layers::InputMaker;
use crate::{State, Stop};

/// The largest variable that is made of inputs.
const LARGEST: u64 = 4096;

impl Tree {
    /// Is something called like a variable that no file defines?
    pub(super) fn is_external(&self, program: &Program, name: &str) -> bool {
        self.externals.iter().any(|(id, _)| shown(program, *id) == name)
    }
}

/// What a variable is called.
fn shown(program: &Program, id: GlobalId) -> &str {
    let parts = &program.global(id).parts;
    parts.source_name.as_deref().unwrap_or(&parts.name)
}

impl<'p> InputMaker<'_, 'p> {
    /// Makes a variable of inputs, if the unit of a state may have it so: is it there now?
    pub(crate) fn external(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        id: GlobalId,
    ) -> Result<bool, Stop> {
        let global = program.global(id);
        let parts = &global.parts;
        let ty = program
            .global_type(id)
            .filter(|&ty| size_of(program, ty) == Some(parts.size) && is_plain(program, ty));
        let fits = (1..=LARGEST).contains(&parts.size) && !parts.thread_local;
        let Some(ty) = ty.filter(|_| fits && state.above.unit.is_some()) else { return Ok(false) };
        if self.is_summing_up() {
            return Err(Stop::Follow(FollowReason::ExternalVariable));
        }
        self.symbols.incomplete.insert(Incomplete::External);
        let name = shown(program, id);
        let context = Context {
            name,
            depth: 1,
            nonnull: false,
            is_object: false,
            is_blurred: false,
            is_ended: false,
        };
        let (holder, made) = self.value_of(state, program, ty, context)?;
        let (address, origin) = (global.address, Origin::Global(id));
        let has_room = state.memory.map_zeroed(address, origin, parts.size, parts.align, true);
        if !has_room {
            return Ok(false);
        }
        self.put(state, address, &made)?;
        state.memory.set_writable(address, !parts.constant);
        state.above.tree().externals.push((id, Arc::new(holder)));
        Ok(true)
    }
}
