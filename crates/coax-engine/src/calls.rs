//! Calls and returns.

use coax_ir::address::Region;
use coax_ir::{Arg, Body, CallSite, Callee, FuncId, Inst, Kind, Pc, Slot};
use coax_kinds::Incomplete;
use coax_memory::{Access, FaultKind, Origin};

use crate::library::{Call, Flow, Model, Treatment, Value};
use crate::machine::Machine;
use crate::state::{Frame, Mark, Marks};
use crate::unit::UnitPlan;
use crate::{ErrorKind, State, Stop, intrinsics, symbolic};

/// What native code needs for a call at least: return address and frame pointer.
const FRAME_BYTES: u64 = 16;

/// May a call be stepped over?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stepping {
    In,
    Over,
}

/// What a function id leads to.
#[derive(Clone, Copy)]
pub(crate) enum Target<'p> {
    /// Not looked up yet.
    Unknown,
    /// A body without variadic parameters.
    Body(&'p Body),
    /// A body with variadic parameters.
    Variadic(&'p Body),
    /// A body that is run only up to some depth of calls; these may be stepped over.
    Limited(&'p Body, Stepping),
    /// A body whose calls may be stepped over.
    Summed(&'p Body),
    /// A model of the library, and what it does with terms.
    Model(Model, Treatment),
    /// It is neither defined nor modelled.
    Missing,
}

/// A function with a model of the library, and what that does with terms.
#[derive(Clone, Copy)]
pub(crate) struct Modelled {
    pub(crate) function: FuncId,
    model: Model,
    treatment: Treatment,
}

impl<'p> Machine<'p> {
    /// What a function id leads to, resolved when it is first asked for.
    pub(crate) fn target(&mut self, id: FuncId) -> Result<Target<'p>, Stop> {
        if let Target::Unknown = self.targets[id.index()] {
            self.targets[id.index()] = self.resolve_target(id)?;
        }
        Ok(self.targets[id.index()])
    }

    fn resolve_target(&self, id: FuncId) -> Result<Target<'p>, Stop> {
        let function = self.program.function(id);
        let for_value = Target::Model(symbolic::call_for_value, Treatment::Aware);
        if self.is_concrete(id) {
            return Ok(for_value);
        }
        if !function.defined {
            if let Some(model) = intrinsics::find(&function.name) {
                return Ok(Target::Model(model, intrinsics::treatment(&function.name)));
            }
            if !self.library.is_modelled(&function.name) && self.is_native(&function.name) {
                return Ok(for_value);
            }
            let answered = self.plan.is_some() && !self.library.is_modelled(&function.name);
            let model = self.library.model(&function.name).filter(|_| !answered);
            let Some(model) = model else { return Ok(Target::Missing) };
            return Ok(Target::Model(model, self.library.treatment(&function.name)));
        }
        let body = self.program.body(id).map_err(Stop::from)?;
        let limited =
            |plan: &std::sync::Arc<UnitPlan>| plan.call_depth.is_some() && plan.own.contains(&id);
        let may_be_summed_up = self.may_be_summed_up(id, body);
        if self.plan.as_ref().is_some_and(limited) {
            let stepping = if may_be_summed_up { Stepping::Over } else { Stepping::In };
            return Ok(Target::Limited(body, stepping));
        }
        if may_be_summed_up {
            return Ok(Target::Summed(body));
        }
        match function.signature.variadic {
            true => Ok(Target::Variadic(body)),
            false => Ok(Target::Body(body)),
        }
    }

    /// Does any call: direct or not, with a body or a model, with marked arguments or not.
    pub(crate) fn call(&mut self, state: &mut State<'p>, call: &'p CallSite) -> Result<(), Stop> {
        let id = match call.callee {
            Callee::Direct(id) => id,
            Callee::Indirect(slot) => {
                let address = state.word(slot);
                if self.answer_pointer(state, address, call)? {
                    return Ok(());
                }
                let id = self.function_at(address)?;
                self.require_type(state, id, call)?;
                id
            }
        };
        match self.target(id)? {
            Target::Body(body) => self.call_body(state, id, body, call),
            Target::Variadic(body) => self.call_variadic(state, id, body, call),
            Target::Summed(body) => self.call_summed_up(state, id, body, call),
            Target::Limited(..) if self.is_too_deep(state, id) => self.answer_for(state, id, call),
            Target::Limited(body, Stepping::Over) => self.call_summed_up(state, id, body, call),
            Target::Limited(body, _) if self.program.function(id).signature.variadic => {
                self.call_variadic(state, id, body, call)
            }
            Target::Limited(body, _) => self.call_body(state, id, body, call),
            Target::Model(model, treatment) => {
                match self.call_model(state, Modelled { function: id, model, treatment }, call) {
                    Err(Stop::Unsupported(_)) if self.answers_for(state, id) => {
                        self.answer_for(state, id, call)
                    }
                    done => done,
                }
            }
            Target::Missing if self.answers_for(state, id) => self.answer_for(state, id, call),
            Target::Missing | Target::Unknown => {
                let name = &self.program.function(id).source_name;
                Err(Stop::Unsupported(format!(
                    "external function `{name}`: no given file defines it, and Coax has no model of it"
                )))
            }
        }
    }

    /// The function a pointer points to.
    fn function_at(&self, address: u64) -> Result<FuncId, Stop> {
        if let Some(id) = self.program.function_at(address) {
            return Ok(id);
        }
        let (kind, message) = match Region::of(address) {
            None if address < 4096 => {
                (ErrorKind::NullDereference, "call of a null function pointer")
            }
            _ => (ErrorKind::BadCast, "call through a pointer that points to no function"),
        };
        Err(Stop::Error { kind, message: message.into() })
    }

    /// A function of the user's must be called as what it is. Types that are passed alike are not
    /// told apart, and a call without a prototype may be of anything.
    fn require_type(&self, state: &mut State<'p>, id: FuncId, call: &CallSite) -> Result<(), Stop> {
        let function = self.program.function(id);
        let caller = self.program.function(state.top().function);
        let signature = &function.signature;
        if !function.defined || function.runtime || caller.runtime {
            return Ok(());
        }
        let alike = call.variadic
            || signature.variadic
            || *call.ret == *signature.ret
                && call.args.len() == signature.params.len()
                && call.args.iter().zip(&signature.params).all(|(arg, p)| arg.kinds == p.kinds);
        match alike {
            true => Ok(()),
            false => Err(Stop::Error {
                kind: ErrorKind::BadCast,
                message: format!(
                    "call of `{}` through a pointer to another type of function",
                    function.source_name
                ),
            }),
        }
    }

    pub(crate) fn call_variadic(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        body: &'p Body,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        let variadic = self.gather_variadic(state, call);
        self.call_body(state, id, body, call)?;
        state.top().variadic = Some(Box::new(variadic));
        Ok(())
    }

    pub(crate) fn call_body(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        body: &'p Body,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        self.ask_for_byval(state, call)?;
        let marks: Vec<Mark> = match &state.top().marks {
            Some(marks) => call.flat.iter().map(|&slot| marks.get(slot)).collect(),
            None => Vec::new(),
        };
        self.enter(state, id, body, &call.flat)?;
        for (i, &mark) in marks.iter().enumerate().take(body.param_slots as usize) {
            let slot = body.first_param().plus(i as u32);
            let value = state.word(slot);
            state.set_marked_word(slot, value, mark);
        }
        if call.has_byval { self.copy_byval(state, body, &call.args) } else { Ok(()) }
    }

    /// What is copied out of a guarded object is asked for before there is a frame.
    fn ask_for_byval(&mut self, state: &mut State<'p>, call: &CallSite) -> Result<(), Stop> {
        for arg in call.args.iter().filter(|_| call.has_byval) {
            let Some((size, _)) = arg.byval else { continue };
            let from = state.word(arg.slot);
            self.bring_in(state, from)?;
            if let Err(fault) = state.memory.check(from, size, Access::Read)
                && fault.kind == FaultKind::Guarded
            {
                return Err(fault.into());
            }
        }
        Ok(())
    }

    /// Gives the callee its own copies of structs passed by value in memory.
    fn copy_byval(
        &mut self,
        state: &mut State<'p>,
        body: &'p Body,
        args: &[Arg],
    ) -> Result<(), Stop> {
        let mut slot = body.first_param();
        for arg in args {
            if let Some((size, align)) = arg.byval
                && slot.0 < body.first_param().0 + body.param_slots
            {
                let from = state.word(slot);
                let copy = self.push_stack(state, size, align, Origin::Argument)?;
                self.mem_copy(state, copy, from, size)?;
                state.set_word(slot, copy);
            }
            slot = slot.plus(arg.kinds.iter().map(|kind| kind.slots()).sum());
        }
        Ok(())
    }

    /// Makes a frame for `body` with arguments from the caller's slots.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        state: &mut State<'p>,
        function: FuncId,
        body: &'p Body,
        flat: &[Slot],
    ) -> Result<(), Stop> {
        if self.recurs_too_often(state, function) {
            return Err(Stop::Bound(Incomplete::Revisits));
        }
        let stack_before = state.stack_bytes;
        state.stack_bytes += FRAME_BYTES;
        if state.stack_bytes > self.limits.stack_bytes {
            return Err(crate::rare::stack_overflow(0));
        }
        let (caller, base) = match state.frames.last() {
            Some(frame) => {
                if self.plan.as_ref().is_some_and(|plan| plan.function == frame.function) {
                    self.calls_made.insert(frame.pc);
                }
                (frame.base, frame.base + frame.body.slots as usize)
            }
            None => (0, 0),
        };
        let end = base + body.slots as usize;
        if state.words.len() < end {
            state.words.resize(end.next_power_of_two(), 0);
        }
        // Variables and temporaries are written before they are read: only constants and arguments matter.
        let (callers, words) = state.words.split_at_mut(base);
        let first = body.constants.len();
        for (word, &constant) in words.iter_mut().zip(&body.constants) {
            *word = constant;
        }
        let params = &mut words[first..first + body.param_slots as usize];
        for (word, slot) in params.iter_mut().zip(flat) {
            *word = callers[caller + slot.index()];
        }
        params.iter_mut().skip(flat.len()).for_each(|word| *word = 0);
        let serial = state.next_serial;
        state.next_serial += 1;
        state.frames.push(Frame {
            function,
            body,
            pc: Pc(0),
            base,
            first_object: state.stack_objects.len(),
            stack_before,
            serial,
            marks: None,
            variadic: None,
        });
        Ok(())
    }

    /// Ends the innermost frame and hands its result to the caller.
    #[inline(always)]
    pub(crate) fn leave(&mut self, state: &mut State<'p>, result: &[u64]) {
        state.drop_frame();
        let Some(caller) = state.frames.last_mut() else {
            self.result = result.iter().map(|&word| (word, Mark::NONE)).collect();
            return;
        };
        let Inst::Call { site } = caller.body.code[caller.pc.index()] else {
            unreachable!("a caller waits at a call")
        };
        let call = &caller.body.calls[site as usize];
        caller.pc = call.next;
        let wanted: u32 = match &call.ret[..] {
            [] => return,
            [kind] => kind.slots(),
            kinds => kinds.iter().map(|kind| kind.slots()).sum(),
        };
        for (i, &word) in result.iter().enumerate().take(wanted as usize) {
            state.words[caller.base + call.dst.index() + i] = word;
            if let Some(marks) = &mut caller.marks {
                marks.set(call.dst.plus(i as u32), Mark::NONE);
            }
        }
    }

    #[inline]
    fn call_model(
        &mut self,
        state: &mut State<'p>,
        modelled: Modelled,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        if self.symbols.is_some() {
            self.refuse_effects(modelled.function, modelled.treatment)?;
            let called = self.before_model(state, modelled.treatment, call)?;
            if called {
                return Ok(());
            }
            if state.memory.has_guards() || state.unit.is_some() {
                return self.call_model_guarded(state, modelled, call);
            }
        }
        self.call_model_once(state, modelled, call, false)
    }

    /// Calls a model; `rewinds` says that the call can be undone.
    pub(crate) fn call_model_once(
        &mut self,
        state: &mut State<'p>,
        modelled: Modelled,
        call: &'p CallSite,
        rewinds: bool,
    ) -> Result<(), Stop> {
        let Modelled { function: id, model, treatment } = modelled;
        let mut args = std::mem::take(&mut self.scratch);
        args.clear();
        let mut fixed = 0;
        for (i, arg) in call.args.iter().enumerate() {
            leaves(state, arg, &mut args);
            if i < call.fixed as usize {
                fixed = args.len();
            }
        }
        let mut world = state.world.take().expect("no model has the world");
        let flow = model(&mut Call {
            state,
            world: &mut *world,
            program: self.program,
            function: id,
            args: &args,
            fixed,
            site: Some(call),
            library: self.library,
            traces: &mut self.traces,
            symbols: self.symbols.as_deref_mut(),
            treatment,
            rewinds,
        });
        state.world = Some(world);
        self.scratch = args;
        if let (Err(Stop::NeedsTerms), Treatment::Twin(name) | Treatment::AwareOrTwin(name)) =
            (&flow, treatment)
        {
            return self.call_twin(state, name, call);
        }
        finish_model(state, call, flow?);
        Ok(())
    }

    /// Lends the machine to something that works like a model.
    pub(crate) fn with_call<T>(
        &mut self,
        state: &mut State<'p>,
        act: impl FnOnce(&mut Call<'_, 'p>) -> T,
    ) -> T {
        let mut world = state.world.take().expect("no model has the world");
        let result = act(&mut Call {
            state,
            world: &mut *world,
            program: self.program,
            function: FuncId(0),
            args: &[],
            fixed: 0,
            site: None,
            library: self.library,
            traces: &mut self.traces,
            symbols: self.symbols.as_deref_mut(),
            treatment: Treatment::Observe,
            rewinds: false,
        });
        state.world = Some(world);
        result
    }
}

/// Adds the scalar leaves of an argument.
pub(crate) fn leaves(state: &State<'_>, arg: &Arg, out: &mut Vec<Value>) {
    let mut slot = arg.slot;
    for &kind in &arg.kinds {
        let lo = state.word(slot);
        let hi = if kind.slots() == 2 { state.word(slot.plus(1)) } else { 0 };
        out.push(Value { kind, lo, hi });
        slot = slot.plus(kind.slots());
    }
}

fn finish_model(state: &mut State<'_>, call: &CallSite, flow: Flow) {
    let first = call.ret.first().copied();
    match (flow, first) {
        (Flow::Elsewhere, _) => return,
        (Flow::Void, _) | (_, None) => {}
        (Flow::Word(word), Some(kind)) => state.set_word(call.dst, word & word_mask(kind)),
        (Flow::Symbolic(word, term), Some(_)) => {
            state.set_marked_word(call.dst, word, Mark { undefined: 0, term: Some(term) });
        }
        (Flow::Wide(value), Some(_)) => {
            state.set_word(call.dst, value as u64);
            state.set_word(call.dst.plus(1), (value >> 64) as u64);
        }
        (Flow::Words(words), Some(_)) => {
            for (i, word) in words.into_iter().enumerate() {
                state.set_word(call.dst.plus(i as u32), word);
            }
        }
    }
    state.top().pc = call.next;
}

fn word_mask(kind: Kind) -> u64 {
    if kind.bits() >= 64 { u64::MAX } else { crate::arith::mask(kind.bits() as u8) }
}

/// Marks for a frame that has none yet.
pub(crate) fn marks_of<'a>(frame: &'a mut Frame<'_>) -> &'a mut Marks {
    frame.marks.get_or_insert_with(|| Box::new(Marks::new(frame.body)))
}
