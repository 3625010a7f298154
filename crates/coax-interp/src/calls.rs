//! Calls and returns.

use coax_ir::address::Region;
use coax_ir::{Arg, Body, CallSite, Callee, FuncId, Inst, Kind, Pc, Slot};
use coax_kinds::Incomplete;
use coax_memory::{Access, FaultKind, Origin};

use crate::machine::{
    Call, Callee as Called, Flow, Frame, Hooks, Machine, Mark, Modelled, Target, Treatment, leaves,
};
use crate::{ErrorKind, State, Stop, intrinsics};

/// What native code needs for a call at least: return address and frame pointer.
const FRAME_BYTES: u64 = 16;

impl<'p, H: Hooks> Machine<'p, H> {
    /// What a function id leads to, resolved when it is first asked for.
    pub fn target(&mut self, id: FuncId) -> Result<Target<'p, H>, Stop> {
        if let Target::Unknown = self.targets[id.index()] {
            self.targets[id.index()] = self.resolve_target(id)?;
        }
        Ok(self.targets[id.index()])
    }

    /// Functions are resolved again: the layers have changed how calls are done.
    pub fn forget_targets(&mut self) {
        self.targets.fill(Target::Unknown);
    }

    fn resolve_target(&self, id: FuncId) -> Result<Target<'p, H>, Stop> {
        let function = self.program.function(id);
        if (function.runtime || !function.defined) && H::is_input(self, &function.name) {
            return Ok(Target::Missing);
        }
        if let Some(model) = H::replacement(self, id) {
            return Ok(Target::Model(model, Treatment::Aware));
        }
        if !function.defined {
            if let Some(model) = intrinsics::find(&function.name) {
                return Ok(Target::Model(model, intrinsics::treatment(&function.name)));
            }
            let is_modelled = self.library.is_modelled(&function.name);
            if !is_modelled && let Some(model) = H::foreign(self, &function.name) {
                return Ok(Target::Model(model, Treatment::Aware));
            }
            let answered = !is_modelled && H::answers_foreign(self);
            let model = self.library.model(&function.name).filter(|_| !answered);
            let Some(model) = model else { return Ok(Target::Missing) };
            return Ok(Target::Model(model, self.library.treatment(&function.name)));
        }
        let body = self.program.body(id).map_err(Stop::from)?;
        if let Some(policy) = H::policy(self, id, body) {
            return Ok(Target::Above(body, policy));
        }
        match function.signature.variadic {
            true => Ok(Target::Variadic(body)),
            false => Ok(Target::Body(body)),
        }
    }

    /// Does any call: direct or not, with a body or a model, with marked arguments or not.
    pub fn call(&mut self, state: &mut State<'p, H>, call: &'p CallSite) -> Result<(), Stop> {
        let id = match call.callee {
            Callee::Direct(id) => id,
            Callee::Indirect(slot) => {
                let address = state.word(slot);
                if H::answer_pointer(self, state, address, call)? {
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
            Target::Above(body, policy) => H::call(self, state, Called { id, body, policy }, call),
            Target::Model(model, treatment) => {
                let modelled = Modelled { function: id, model, treatment };
                let done = H::call_model(self, state, modelled, call);
                self.or_answered(state, id, call, done)
            }
            Target::Missing | Target::Unknown => {
                let name = &self.program.function(id).source_name;
                let missing = Err(Stop::Unsupported(format!(
                    "external function `{name}`: no given file defines it, and Coax has no model of it"
                )));
                self.or_answered(state, id, call, missing)
            }
        }
    }

    /// What came of a call, unless that is unsupported and a layer above answers for the function.
    fn or_answered(
        &mut self,
        state: &mut State<'p, H>,
        id: FuncId,
        call: &'p CallSite,
        done: Result<(), Stop>,
    ) -> Result<(), Stop> {
        match done {
            Err(Stop::Unsupported(_)) if H::answer_call(self, state, id, call)? => Ok(()),
            done => done,
        }
    }

    /// Calls the function of the runtime that does in plain code what a model cannot do on terms.
    pub fn call_twin(
        &mut self,
        state: &mut State<'p, H>,
        name: &str,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        let twin = self.program.function_named(name);
        let missing = || Stop::Internal(format!("the runtime has no `{name}`"));
        let id = twin.ok_or_else(missing)?;
        match self.target(id)? {
            Target::Body(body) => self.call_body(state, id, body, call),
            Target::Above(body, policy) => H::call(self, state, Called { id, body, policy }, call),
            Target::Variadic(body) => self.call_variadic(state, id, body, call),
            _ => Err(missing()),
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
    fn require_type(
        &self,
        state: &mut State<'p, H>,
        id: FuncId,
        call: &CallSite,
    ) -> Result<(), Stop> {
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

    /// Calls a function with a body and variadic arguments.
    pub fn call_variadic(
        &mut self,
        state: &mut State<'p, H>,
        id: FuncId,
        body: &'p Body,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        let variadic = self.gather_variadic(state, call);
        self.call_body(state, id, body, call)?;
        state.top().variadic = Some(Box::new(variadic));
        Ok(())
    }

    /// Calls a function with a body: it runs next.
    pub fn call_body(
        &mut self,
        state: &mut State<'p, H>,
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
    fn ask_for_byval(&mut self, state: &mut State<'p, H>, call: &CallSite) -> Result<(), Stop> {
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
        state: &mut State<'p, H>,
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
    pub fn enter(
        &mut self,
        state: &mut State<'p, H>,
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
                H::note_call(&mut self.above, &state.above, frame.function, frame.pc);
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
    pub fn leave(&mut self, state: &mut State<'p, H>, result: &[u64]) {
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

    /// Calls a model; `rewinds` says that the call can be undone.
    pub fn call_model_once(
        &mut self,
        state: &mut State<'p, H>,
        modelled: Modelled<H>,
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
            above: &mut self.above,
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
        state: &mut State<'p, H>,
        act: impl FnOnce(&mut Call<'_, 'p, H>) -> T,
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
            above: &mut self.above,
            treatment: Treatment::Observe,
            rewinds: false,
        });
        state.world = Some(world);
        result
    }
}

fn finish_model(state: &mut State<'_, impl Hooks>, call: &CallSite, flow: Flow) {
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
