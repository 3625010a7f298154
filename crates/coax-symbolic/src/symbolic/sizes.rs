//! Objects whose size depends on inputs.
//!
//! Memory shows only those of their bytes that are known to be inside on the path. Any other access
//! fails as *guarded*, before the instruction has changed anything; then it is decided whether the
//! object is large enough, and the instruction runs again, on both sides. A model of the library is
//! rewound first: it may have changed much.

use crate::layers::InputMaker;
use crate::layers::ObjectSizes;
use crate::layers::Shadows;
use crate::layers::Summarizer;
use coax_expr::{BinaryOp, Node, Term};
use coax_ir::{CallSite, Program, Slot};
use coax_memory::{Allocation, Fault, FaultKind, GuardRequest, Origin, TraceId};
use coax_solve::Answer;

use coax_ir::address::{self, Region};
use coax_kinds::Incomplete;

use super::Choice;
use super::pointers::NEAR;
use crate::Modelled;
use crate::Rest;
use crate::layers::{Layers, Symbolic};
use crate::{State, Stop, World};

/// The largest object whose size may stay a term: what lies in a granule of its own.
pub const GUARD_CAPACITY: u64 = address::GRANULE / 4;
/// The capacities an object may have. Tables over all elements of an object are small if its capacity is.
const CAPACITIES: [u64; 8] = [16, 64, 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16, GUARD_CAPACITY];

/// A state to go back to.
pub(crate) struct Rewind<'p> {
    pub state: State<'p>,
    flips: usize,
}

impl<'p> Symbolic<'_, 'p> {
    /// What is done about a stop that is only a question; any other stop is the end.
    pub fn answer(&mut self, state: &mut State<'p>, stop: Stop) -> Result<(), Stop> {
        match stop {
            Stop::Fault(fault) if fault.kind == FaultKind::Guarded => self.admit(state, &fault),
            stop => self.go_on(state, stop),
        }
    }

    /// Decides whether an access to a guarded object is inside it. If so, it can be done again.
    fn admit(&mut self, state: &mut State<'p>, fault: &Fault) -> Result<(), Stop> {
        let program = self.program;
        let world = state.world.take().expect("no model has the world");
        let admitted = ObjectSizes::of(self.symbols()).admit(state, program, &*world, fault);
        state.world = Some(world);
        admitted
    }

    /// Calls a model where there are objects whose size depends on inputs.
    pub(crate) fn call_model_guarded(
        &mut self,
        state: &mut State<'p>,
        modelled: Modelled<Layers>,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        loop {
            let saved = self.before_guarded(state, call)?;
            let rewinds = saved.is_some();
            match (self.call_model_once(state, modelled, call, rewinds), saved) {
                (Err(Stop::Fault(fault)), Some(saved)) if fault.kind == FaultKind::Guarded => {
                    self.rewind(state, saved);
                    self.bring_in(state, fault.address)?;
                    if !self.is_guarded(state, fault.address) {
                        // The call itself made the object: it is not there to be asked about.
                        return self.call_model_once(state, modelled, call, false);
                    }
                    self.admit(state, &fault)?;
                }
                (Err(Stop::Fault(fault)), None) if fault.kind == FaultKind::Guarded => {
                    let name = &self.program.function(modelled.function).source_name;
                    let what = format!("`{name}` on an object whose size depends on inputs");
                    return Err(Stop::Unsupported(what));
                }
                (result, _) => return result,
            }
        }
    }

    /// What is needed to undo a call that is given a pointer to a guarded object.
    fn before_guarded(
        &mut self,
        state: &mut State<'p>,
        call: &CallSite,
    ) -> Result<Option<Rewind<'p>>, Stop> {
        for &slot in &call.flat {
            let address = state.word(slot);
            self.bring_in(state, address)?;
        }
        let mut addresses = call.flat.iter().map(|&slot| state.word(slot));
        if !addresses.any(|address| self.is_guarded(state, address)) {
            return Ok(None);
        }
        Ok(self.saved(state))
    }

    /// Is an address that of an object whose size depends on inputs?
    fn is_guarded(&self, state: &State<'p>, address: u64) -> bool {
        let object = state.memory.object(address);
        object.is_some_and(|object| object.is_alive() && object.guard().is_some())
    }

    /// What is needed to come back to where a path is; nothing if its world cannot fork.
    pub(crate) fn saved(&mut self, state: &mut State<'p>) -> Option<Rewind<'p>> {
        let flips = self.symbols().context.flips.len();
        let world = state.world.take().expect("no model has the world");
        let fork = state.fork(&*world);
        state.world = Some(world);
        fork.map(|state| Rewind { state, flips })
    }

    pub(crate) fn rewind(&mut self, state: &mut State<'p>, saved: Rewind<'p>) {
        let decided = state.above.path.conditions.len() != saved.state.above.path.conditions.len();
        *state = saved.state;
        let symbols = self.symbols();
        symbols.context.flips.truncate(saved.flips);
        // Decisions that are undone keep their numbers: a replay comes to them too.
        symbols.evaluator.begin();
        Summarizer::of(symbols).enter_local(state);
        if decided {
            symbols.context.set_conditions(&symbols.pool, &state.above.path);
        }
    }

    /// A variable-length array, or `alloca`, whose length depends on inputs.
    pub(crate) fn alloca_there(
        &mut self,
        state: &mut State<'p>,
        dst: Slot,
        object: u32,
        count: Slot,
    ) -> Result<Rest, Stop> {
        if state.undefined(count) != 0 {
            return Ok(Rest::Move);
        }
        let stack = &state.top().body.stack_objects[object as usize];
        let (element, align) = (stack.size, stack.align);
        let function = state.top().function;
        let left = self.limits.stack_bytes.saturating_sub(state.stack_bytes);
        let symbols = self.symbols();
        let count_term = Shadows::of(symbols).operand(state, count, 64);
        let negative = ObjectSizes::of(symbols).is_negative_size(count_term)?;
        if self.decide(state, negative)? || element == 0 {
            return Ok(Rest::VALUES);
        }
        if !self.is_at_most(state, count_term, i64::MAX as u64)? {
            return Err(coax_interp::stack_overflow(u64::MAX));
        }
        if !self.is_at_most(state, count_term, GUARD_CAPACITY.min(left) / element)? {
            if self.is_at_most(state, count_term, left / element)? {
                self.decide_slot(state, count)?;
            }
            return Ok(Rest::VALUES);
        }
        let symbols = self.symbols();
        let element = symbols.pool.constant(64, element.into());
        let size = symbols.pool.mul(count_term, element);
        let origin = Origin::DynamicStack { function, object };
        let born = TraceId::default();
        let request = Allocation { region: Region::Stack, size: 0, align, origin, born };
        let capacity = ObjectSizes::of(symbols).capacity(state, size);
        let guard = GuardRequest { size, capacity, grows: false, zeroed: false };
        let address = ObjectSizes::of(symbols).guarded_object(state, &request, &guard);
        let address = address.ok_or_else(|| coax_interp::stack_overflow(capacity))?;
        state.stack_objects.push(address);
        state.set_word(dst, address);
        Ok(Rest::done(state))
    }

    fn is_at_most(&mut self, state: &mut State<'p>, t: Term, most: u64) -> Result<bool, Stop> {
        let pool = &mut self.symbols().pool;
        let most = pool.constant(64, most.into());
        let fits = pool.ule(t, most);
        self.decide(state, fits)
    }
}

impl<'p> ObjectSizes<'_, 'p> {
    /// Makes an object whose size depends on inputs and is at most the guard's capacity on this
    /// path; `request.size` does not matter.
    pub(crate) fn guarded_object(
        &mut self,
        state: &mut State<'p>,
        request: &Allocation,
        guard: &GuardRequest,
    ) -> Option<u64> {
        let request = Allocation { size: self.value(state, guard.size) as u64, ..*request };
        let base = state.memory.allocate_guarded(&request, guard)?;
        let least = self.least(state, guard.size);
        state.memory.grant(base, least.min(guard.capacity));
        Some(base)
    }

    /// A bound of a size that is at most [`GUARD_CAPACITY`].
    pub(crate) fn capacity(&mut self, state: &mut State<'p>, size: Term) -> u64 {
        self.upper_bound(state, size).unwrap_or(GUARD_CAPACITY)
    }

    /// One of the capacities that a term never exceeds on this path; `None` if there is none.
    pub(crate) fn upper_bound(&mut self, state: &mut State<'p>, t: Term) -> Option<u64> {
        let value = self.value(state, t) as u64;
        let bounds = CAPACITIES.into_iter().filter(|&bound| bound >= value);
        bounds.into_iter().find(|&bound| {
            let most = self.symbols.pool.constant(64, bound.into());
            let fits = self.symbols.pool.ule(t, most);
            self.always(state, fits)
        })
    }

    /// A size is at least the constant that is added in it, unless that wraps around.
    fn least(&mut self, state: &mut State<'p>, size: Term) -> u64 {
        let Node::Binary(BinaryOp::Add, a, b) = self.symbols.pool.node(size) else { return 0 };
        let Some(constant) = self.symbols.pool.as_constant(a).or(self.symbols.pool.as_constant(b))
        else {
            return 0;
        };
        let added = self.symbols.pool.constant(64, constant);
        let fits = self.symbols.pool.ule(added, size);
        if self.always(state, fits) { constant as u64 } else { 0 }
    }

    /// Does a condition hold for all inputs of this path, as far as is known?
    pub fn always(&mut self, state: &mut State<'p>, condition: Term) -> bool {
        let ground = Summarizer::of(self).ground(condition);
        let holds = self.always_ground(state, ground);
        if holds {
            Summarizer::of(self).rely_on(state, condition);
        }
        holds
    }

    fn always_ground(&mut self, state: &State<'p>, condition: Term) -> bool {
        if let Some(known) = self.known(condition) {
            return known;
        }
        if self.value(state, condition) == 0 {
            return false;
        }
        let negated = self.symbols.pool.not(condition);
        match self.find(state, negated) {
            Answer::Unsat => {
                self.symbols.context.imply(condition);
                true
            }
            Answer::Sat(_) | Answer::Unknown(_) => false,
        }
    }

    /// Decides whether an access to a guarded object is inside it, and grants it the bytes.
    fn admit(
        &mut self,
        state: &mut State<'p>,
        program: &Program,
        world: &dyn World,
        fault: &Fault,
    ) -> Result<(), Stop> {
        let (fits, end, grows) = self.fits_guarded(state, fault)?;
        let base = state.memory.object(fault.address).map_or(0, |object| object.base);
        if let Some(single) = InputMaker::of(self).is_single(state, program, base).filter(|_| grows)
            && self.assume(state, single)?
        {
            return Err(outside(state, fault));
        }
        if grows {
            if !self.assume(state, fits)? {
                return Err(Stop::Bound(Incomplete::ObjectSize));
            }
        } else {
            let near = self.nearly(state, fault, end);
            if !self.decide(state, world, Choice::check(fits, near))? {
                return Err(outside(state, fault));
            }
        }
        state.memory.grant(fault.address, end);
        Ok(())
    }

    /// The same for a model that cannot be called again: other sizes are not tried, and the report
    /// says so.
    pub(crate) fn admit_fixed(&mut self, state: &mut State<'p>, fault: &Fault) -> Result<(), Stop> {
        let (fits, end, grows) = self.fits_guarded(state, fault)?;
        if self.value(state, fits) == 0 {
            // Its arguments may depend on the model: it cannot be changed under its feet.
            return Err(if grows {
                Stop::Bound(Incomplete::ObjectSize)
            } else {
                outside(state, fault)
            });
        }
        if !self.always(state, fits) {
            self.symbols.incomplete.insert(Incomplete::Concretized);
            state.above.path.concretized = true;
            Summarizer::of(self).rely_on(state, fits);
            let fits = Summarizer::of(self).ground(fits);
            self.add_constraint(state, fits);
        }
        state.memory.grant(fault.address, end);
        Ok(())
    }

    /// The condition that an access is inside a guarded object, where it ends, and whether the
    /// object grows.
    fn fits_guarded(
        &mut self,
        state: &State<'p>,
        fault: &Fault,
    ) -> Result<(Term, u64, bool), Stop> {
        let object = state.memory.object(fault.address);
        let guard = object.and_then(|object| Some((object.base, object.guard()?)));
        let (base, guard) =
            guard.ok_or_else(|| Stop::Internal("a guarded access to no guarded object".into()))?;
        if fault.address < base && self.is_text(state, base) {
            return Err(outside(state, fault));
        }
        let end = fault.address.wrapping_sub(base).checked_add(fault.len);
        let end =
            end.filter(|&end| end <= guard.capacity).ok_or(Stop::Bound(Incomplete::ObjectSize))?;
        let last = self.symbols.pool.constant(64, end.into());
        Ok((self.symbols.pool.ule(last, guard.size), end, guard.grows))
    }

    /// The condition that an access that ends at `end` is not far outside its object.
    fn nearly(&mut self, state: &State<'p>, fault: &Fault, end: u64) -> Term {
        let guard = state.memory.object(fault.address).and_then(|object| object.guard());
        let least = self.symbols.pool.constant(64, end.saturating_sub(NEAR).into());
        match guard {
            Some(guard) => self.symbols.pool.ule(least, guard.size),
            None => self.symbols.pool.truth(true),
        }
    }
}

/// The error of an access that is not inside its object under the path's model.
fn outside(state: &State<'_>, fault: &Fault) -> Stop {
    match state.memory.covers(fault.address, fault.len, fault.access) {
        Err(fault) => fault.into(),
        Ok(_) => Stop::Internal("an access is outside its object and inside".into()),
    }
}
