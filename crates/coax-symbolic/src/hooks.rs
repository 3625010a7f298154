//! What the layers do at the interpreter's hooks: each hook says which layer acts, and nothing more.

use crate::layers::InputMaker;
use crate::layers::Shadows;
use crate::layers::Summarizer;
use coax_expr::Term;
use coax_interp::{Callee, Hooks, Rest};
use coax_ir::{Body, CallSite, FuncId, GlobalId, Inst, Pc, Slot};
use coax_memory::{Access, HeapKind};

use crate::layers::{InMachine, InState, Layers, Summing, Symbolic, UnitRun};
use crate::scenario::InScenario;
use crate::symbolic::{self, InputSource, SizeRequests, TermRequests};
use crate::{Call, Machine, Modelled, State, Stop, summaries, unit};

/// How the calls of a function are done that are not always followed.
#[derive(Clone, Copy)]
pub struct CallPolicy {
    /// It is run only up to some depth of calls.
    is_limited: bool,
    /// Its calls may be stepped over.
    is_stepped_over: bool,
}

impl Hooks for Layers {
    type InState = InState;
    type InMachine<'p> = InMachine<'p>;
    type Policy = CallPolicy;

    fn is_over(machine: &Machine<'_>) -> bool {
        let symbols = machine.above.symbols.as_ref();
        symbols.is_some_and(|symbols| symbols.solver.deadline().is_over())
    }

    #[inline(always)]
    fn choices(state: &InState) -> usize {
        state.path.conditions.len()
    }

    fn make_argument<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        number: u32,
        address: u64,
        len: u64,
    ) -> Result<(), Stop> {
        let program = machine.program;
        machine.above.symbols().input_at(
            state,
            program,
            address,
            len,
            InputSource::Argument(number),
        )
    }

    fn begin_steps<'p>(machine: &mut Machine<'p>, state: &mut State<'p>) -> Result<bool, Stop> {
        if state.above.scenario.is_of_main() {
            return Ok(false);
        }
        UnitRun::of(machine).begin_step(state).map(|()| true)
    }

    fn step_returned<'p>(machine: &mut Machine<'p>, state: &mut State<'p>) -> Result<(), Stop> {
        UnitRun::of(machine).end_step(state)
    }

    fn threw(state: &mut State<'_>) {
        state.note_thrown();
    }

    fn may_throw(state: &State<'_>) -> bool {
        state.above.unit.is_some() || state.above.scenario.is_open()
    }

    fn before<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        inst: &Inst,
    ) -> Result<Rest, Stop> {
        Symbolic::of(machine).before(state, inst)
    }

    fn answer<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        stop: Stop,
    ) -> Result<(), Stop> {
        Symbolic::of(machine).answer(state, stop)
    }

    fn loaded<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        dst: Slot,
        address: u64,
        bits: u8,
    ) -> Result<(), Stop> {
        match &mut machine.above.symbols {
            Some(symbols) => Shadows::of(symbols).loaded(state, dst, address, bits),
            None => Ok(()),
        }
    }

    fn operand<'p>(machine: &mut Machine<'p>, state: &State<'p>, slot: Slot, bits: u32) -> Term {
        Shadows::of(machine.above.symbols()).operand(state, slot, bits)
    }

    fn stored<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        address: u64,
        term: Term,
        undefined: &[u8],
    ) {
        machine.above.symbols().store(state, address, term, undefined);
    }

    fn is_result_used(state: &State<'_>, noundef: bool) -> bool {
        // Only the caller of a unit is sure to use what it returns.
        match state.above.unit {
            Some(_) => state.is_in_call() && state.frames.len() == 1,
            None => noundef,
        }
    }

    fn replacement(machine: &Machine<'_>, id: FuncId) -> Option<crate::Model> {
        symbolic::is_concrete(machine, id).then_some(symbolic::call_for_value)
    }

    fn foreign(machine: &Machine<'_>, name: &str) -> Option<crate::Model> {
        symbolic::is_native(machine, name).then_some(symbolic::call_for_value)
    }

    fn is_input(machine: &Machine<'_>, name: &str) -> bool {
        machine.above.plan.is_some() && unit::is_environment(name)
    }

    fn answers_foreign(machine: &Machine<'_>) -> bool {
        machine.above.plan.is_some()
    }

    fn policy(machine: &Machine<'_>, id: FuncId, body: &Body) -> Option<CallPolicy> {
        let plan = machine.above.plan.as_ref();
        let policy = CallPolicy {
            is_limited: plan.is_some_and(|plan| plan.limits_calls_of(id)),
            is_stepped_over: summaries::may_be_summed_up(machine, id, body),
        };
        (policy.is_limited || policy.is_stepped_over).then_some(policy)
    }

    fn call<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        callee: Callee<'p, Layers>,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        let Callee { id, body, policy } = callee;
        if policy.is_limited && unit::is_too_deep(machine, state, id) {
            return UnitRun::of(machine).answer_for(state, id, call);
        }
        if policy.is_stepped_over {
            return Summing::of(machine).call_summed_up(state, id, body, call);
        }
        match machine.program.function(id).signature.variadic {
            true => machine.call_variadic(state, id, body, call),
            false => machine.call_body(state, id, body, call),
        }
    }

    #[inline(always)]
    fn note_call(machine: &mut InMachine<'_>, state: &InState, caller: FuncId, at: Pc) {
        if machine.plan.is_some() && state.under_test() == Some(caller) {
            machine.calls_made.insert(at);
        }
    }

    fn answer_call<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        id: FuncId,
        call: &'p CallSite,
    ) -> Result<bool, Stop> {
        match unit::answers_for(machine, state, id) {
            true => UnitRun::of(machine).answer_for(state, id, call).map(|()| true),
            false => Ok(false),
        }
    }

    fn answer_pointer<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        address: u64,
        call: &'p CallSite,
    ) -> Result<bool, Stop> {
        UnitRun::of(machine).answer_pointer(state, address, call)
    }

    #[inline]
    fn call_model<'p>(
        machine: &mut Machine<'p>,
        state: &mut State<'p>,
        modelled: Modelled<Layers>,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        if machine.above.symbols.is_some() {
            Summing::of(machine).refuse_effects(modelled.function, modelled.treatment)?;
            let mut symbolic = Symbolic::of(machine);
            if symbolic.before_model(state, modelled.treatment, call)? {
                return Ok(());
            }
            if state.memory.has_guards() || state.above.unit.is_some() {
                return symbolic.call_model_guarded(state, modelled, call);
            }
        }
        machine.call_model_once(state, modelled, call, false)
    }

    fn before_access(
        call: &mut Call<'_, '_>,
        address: u64,
        len: u64,
        access: Access,
    ) -> Result<(), Stop> {
        call.reach(address, len, access)
    }

    fn before_access_to_end(call: &mut Call<'_, '_>, address: u64) -> Result<(), Stop> {
        call.reach_rest(address)
    }

    fn before_read(call: &mut Call<'_, '_>, address: u64, len: u64) -> Result<(), Stop> {
        call.concretize_memory(address, len)
    }

    fn allocate(
        call: &mut Call<'_, '_>,
        argument: usize,
        align: u64,
        kind: HeapKind,
    ) -> Result<Option<u64>, Stop> {
        let size = call.size(argument);
        call.allocate_sized(size, align, kind, false)
    }

    fn jump_value(call: &mut Call<'_, '_>) -> Option<Term> {
        call.jump_value()
    }

    fn has_late_objects(state: &State<'_>) -> bool {
        state.above.unit.is_some()
    }

    fn bring_in(call: &mut Call<'_, '_>, address: u64) -> Result<bool, Stop> {
        let Some(symbols) = &mut call.above.symbols else { return Ok(false) };
        if call.state.memory.behind().is_some() {
            Summarizer::of(symbols).add_to_footprint(call.state, call.program, address)?;
            return Ok(true);
        }
        if call.state.above.unit.is_some() {
            InputMaker::of(symbols).touch(call.state, call.program, address)?;
        }
        Ok(false)
    }

    fn external(call: &mut Call<'_, '_>, id: GlobalId) -> Result<bool, Stop> {
        match &mut call.above.symbols {
            Some(symbols) => InputMaker::of(symbols).external(call.state, call.program, id),
            None => Ok(false),
        }
    }

    fn object_name<'a>(state: &'a State<'_>, base: u64) -> Option<&'a str> {
        state.above.unit.as_ref()?.name_of_object(base)
    }
}
