//! C++ exceptions: finding a handler and getting there, by the Itanium ABI.
//!
//! The runtime (in C++) keeps exception objects and the list of caught ones;
//! here is only what needs frames: the search for a handler (first phase) and
//! the way to it through cleanups (second phase). An exception object is
//! preceded by a header whose layout the runtime and this file share.

use coax_ir::{Clause, GlobalId, Inst, Unwind};

use crate::machine::{Call, Flow, Hooks, Machine};
use crate::{State, Stop};

/// Size of the header before an exception object.
pub(crate) const HEADER: u64 = 64;
/// Offset in the header: the thrown type's type_info.
const HEADER_TYPE: u64 = 0;
/// Offset in the header: the address the handler sees.
const HEADER_ADJUSTED: u64 = 16;
/// Offset in the header: the thrown object.
const HEADER_OBJECT: u64 = 24;
/// What a landing pad gets for `catch (...)`: matches no type.
const CATCH_ALL: u64 = i32::MAX as u64;
/// What a landing pad gets for a violated exception specification.
const FILTER: u64 = -1i32 as u32 as u64;

impl<'p, H: Hooks> Machine<'p, H> {
    /// Goes on unwinding from a landing pad that is done.
    pub fn resume(&mut self, state: &mut State<'p, H>, exception: u64) -> Result<(), Stop> {
        state.drop_frame();
        self.with_call(state, |call| call.land(exception))
    }
}

impl<'p, H: Hooks> Call<'_, 'p, H> {
    /// `__coax_throw(object)`: unwinds to the nearest handler. Returns only if there is none.
    pub fn throw(&mut self) -> Result<Flow, Stop> {
        let exception = self.word(0);
        self.state.landing = (exception, 0);
        // Where code outside may catch it, what is on the way is cleaned up.
        if !self.has_handler(exception)? && !H::may_throw(self.state) {
            return Ok(Flow::Void);
        }
        self.land(exception)?;
        Ok(Flow::Elsewhere)
    }

    fn has_handler(&mut self, exception: u64) -> Result<bool, Stop> {
        for depth in (0..self.state.frames.len()).rev() {
            if let Some(unwind) = self.unwind_of(depth)
                && self.selector(depth, unwind, exception)?.is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Leaves frames until one has a landing pad for the exception, and continues there.
    pub fn land(&mut self, exception: u64) -> Result<(), Stop> {
        while let Some(depth) = self.state.frames.len().checked_sub(1) {
            if let Some(unwind) = self.unwind_of(depth) {
                let selector = self.selector(depth, unwind, exception)?;
                let cleanup = self.state.frames[depth].body.pads[unwind.pad as usize].cleanup;
                if selector.is_some() || cleanup {
                    self.state.landing = (exception, selector.unwrap_or(0));
                    self.state.top().pc = unwind.to;
                    return Ok(());
                }
            }
            self.state.drop_frame();
        }
        match H::may_throw(self.state) {
            true => Err(Stop::Threw),
            false => Err(Stop::Internal("an exception left the outermost function".into())),
        }
    }

    /// Where an exception goes that leaves the call this frame waits for.
    fn unwind_of(&self, depth: usize) -> Option<Unwind> {
        let frame = &self.state.frames[depth];
        match frame.body.code[frame.pc.index()] {
            Inst::Call { site } => frame.body.calls[site as usize].unwind,
            _ => None,
        }
    }

    /// What the landing pad gets to know, if it handles the exception.
    fn selector(
        &mut self,
        depth: usize,
        unwind: Unwind,
        exception: u64,
    ) -> Result<Option<u64>, Stop> {
        let body = self.state.frames[depth].body;
        let thrown = self.load::<8>(exception - HEADER + HEADER_TYPE)?;
        let object = self.load::<8>(exception - HEADER + HEADER_OBJECT)?;
        for clause in &body.pads[unwind.pad as usize].clauses {
            match clause {
                Clause::CatchAll => {
                    self.set_adjusted(exception, object)?;
                    return Ok(Some(CATCH_ALL));
                }
                Clause::Catch(id) => {
                    if let Some(adjusted) = self.caught_as(thrown, *id, object)? {
                        self.set_adjusted(exception, adjusted)?;
                        return Ok(Some(u64::from(id.0) + 1));
                    }
                }
                Clause::Filter(allowed) => {
                    if !self.is_allowed(thrown, allowed, object)? {
                        return Ok(Some(FILTER));
                    }
                }
            }
        }
        Ok(None)
    }

    fn is_allowed(&mut self, thrown: u64, ids: &[GlobalId], object: u64) -> Result<bool, Stop> {
        for id in ids {
            if self.caught_as(thrown, *id, object)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn caught_as(&mut self, thrown: u64, id: GlobalId, object: u64) -> Result<Option<u64>, Stop> {
        let caught = self.program.global(id).address;
        self.catch_match(thrown, caught, object)
    }

    fn set_adjusted(&mut self, exception: u64, adjusted: u64) -> Result<(), Stop> {
        self.store::<8>(exception - HEADER + HEADER_ADJUSTED, adjusted)
    }
}
