//! Calls from outside, one by one: a function is called with words on a state in which nothing runs, and runs to its end.
//!
//! Invariant: nothing is kept of earlier calls, so a call costs the same after any number of others.

use coax_ir::FuncId;
use coax_memory::HeapKind;

use crate::intrinsics::demangled_type;
use crate::machine::{Exit, Hooks, Machine, Mark, Variadic, marks_of};
use crate::unwind::HEADER;
use crate::{Coverage, State, Stop};

impl<'p, H: Hooks> Machine<'p, H> {
    /// Calls a function that has a body with these words, and runs it to its end: at most so many instructions. The words
    /// it returns are in [`Machine::result`].
    ///
    /// Of a variadic function only the named arguments are passed. What fails leaves the state as it is then, for
    /// [`Machine::report`].
    pub fn call_from_outside(
        &mut self,
        state: &mut State<'p, H>,
        function: FuncId,
        words: &[(u64, Mark)],
        most_steps: u64,
    ) -> Result<(), Stop> {
        self.enter_from_outside(state, function, words, most_steps)?;
        self.run(state)
    }

    /// The same, one instruction after the other: each is shown before it runs.
    pub fn call_watched(
        &mut self,
        state: &mut State<'p, H>,
        function: FuncId,
        words: &[(u64, Mark)],
        most_steps: u64,
        before: &mut dyn FnMut(&Machine<'p, H>, &State<'p, H>),
    ) -> Result<(), Stop> {
        self.enter_from_outside(state, function, words, most_steps)?;
        loop {
            before(self, state);
            let is_marked = state.frames.last().is_some_and(|frame| frame.marks.is_some());
            let exit = if is_marked { self.step_mixed(state) } else { self.run_plain_once(state) };
            match exit {
                Exit::Again => {}
                Exit::Marked => {
                    marks_of(state.top());
                }
                Exit::Finished => return Ok(()),
                Exit::Stop(stop) => H::answer(self, state, stop)?,
            }
        }
    }

    fn enter_from_outside(
        &mut self,
        state: &mut State<'p, H>,
        function: FuncId,
        words: &[(u64, Mark)],
        most_steps: u64,
    ) -> Result<(), Stop> {
        self.limits.max_steps = state.steps.saturating_add(most_steps);
        self.start(state, function, words)?;
        let signature = &self.program.function(function).signature;
        if signature.variadic {
            state.top().variadic = Some(Box::new(Variadic::after(&signature.params)));
        }
        Ok(())
    }

    /// Catches an exception that has left a call, as `catch (...)` does. The name of its type, if it has one.
    pub fn catch(
        &mut self,
        state: &mut State<'p, H>,
        exception: u64,
    ) -> Result<Option<String>, Stop> {
        let name = self.with_call(state, |call| {
            let type_info = call.load::<8>(exception - HEADER)?;
            call.type_name(type_info)
        })?;
        for handler in ["__cxa_begin_catch", "__cxa_end_catch"] {
            let defined = |&id: &FuncId| self.program.function(id).defined;
            let Some(id) = self.program.function_named(handler).filter(defined) else { break };
            self.run_function(state, id, &[exception])?;
        }
        Ok(demangled_type(&name))
    }

    /// Gives memory back as a call of `free` or a `delete` of something without a destructor does.
    pub fn deallocate(
        &mut self,
        state: &mut State<'p, H>,
        pointer: u64,
        by: HeapKind,
    ) -> Result<(), Stop> {
        self.with_call(state, |call| call.release(pointer, by))
    }

    /// Notes from here on which ways paths go.
    pub fn watch_coverage(&mut self) {
        self.watched = true;
    }

    /// Notes ways in another coverage from here on. The one so far.
    pub fn replace_coverage(&mut self, coverage: Coverage) -> Coverage {
        std::mem::replace(&mut self.coverage, coverage)
    }
}
