//! The one seam to everything above the interpreter.
//!
//! The interpreter knows what instructions mean on machine words. What else there is about a run (terms over inputs,
//! decisions, inputs that are made as the code looks at them, calls that are answered for or stepped over) is a layer's
//! business: a layer is a type that implements [`Hooks`]. As in the interpreter of rustc, hooks are functions of the
//! type and not of a value: they get the machine, with what the layer keeps in it, and the state, with what it keeps there.
//!
//! - *Invariant:* without a hook of its own an implementation is a plain interpreter, [`Plain`]: there are no terms,
//!   nothing forks, and what has no body or model is unsupported.
//! - *Invariant:* a hook that is asked before something happens may stop the run, and then nothing has happened:
//!   the instruction can be run again.
//! - *Absent on purpose:* what a term means. The interpreter carries terms beside words and drops those of words that
//!   are overwritten; only hooks make them.

use coax_expr::Term;
use coax_ir::{Body, CallSite, FuncId, GlobalId, Inst, Pc, Slot};
use coax_memory::{Access, HeapKind};

use super::{Call, Machine, Model, Modelled};
use crate::{State, Stop};

/// The terms of the words an instruction writes: each with its slot, none for a plain word.
pub type Results = [Option<(Slot, Option<Term>)>; 3];

/// What is left to do with an instruction once everything about its terms is decided.
pub enum Rest {
    /// Compute the values; the results are these terms.
    Compute(Results),
    /// Run it with marks: it moves terms along.
    Move,
    /// Nothing: it has been done.
    Nothing,
}

impl Rest {
    /// Compute the values; no result is a term.
    pub const VALUES: Rest = Rest::Compute([None; 3]);

    /// The instruction has been done: the next one is next.
    pub fn done<H: Hooks>(state: &mut State<'_, H>) -> Rest {
        state.steps += 1;
        state.top().pc.0 += 1;
        Rest::Nothing
    }
}

/// What the layers above the interpreter do at certain points of a run, and what they keep.
pub trait Hooks: Sized + 'static {
    /// What they keep in a state; it forks with it.
    type InState: Clone + Default;
    /// What they keep in a machine.
    type InMachine<'p>: Default;
    /// How the calls of a function are done, if the layers do them; found once for every function.
    type Policy: Copy;

    // ---- the life of a program --------------------------------------------------------------

    /// Is it time to stop?
    fn is_over(_: &Machine<'_, Self>) -> bool {
        false
    }

    /// How many choices the path of a state has had.
    #[inline(always)]
    fn choices(_: &Self::InState) -> usize {
        0
    }

    /// Makes an argument of the program an input: so many bytes at an address.
    fn make_argument<'p>(
        _: &mut Machine<'p, Self>,
        _: &mut State<'p, Self>,
        number: u32,
        _address: u64,
        _len: u64,
    ) -> Result<(), Stop> {
        Err(Stop::Unsupported(format!("argument {number} as an input")))
    }

    /// The constructors have run. Begins what is run instead of `main`; `false` if `main` is to run.
    fn begin_steps<'p>(_: &mut Machine<'p, Self>, _: &mut State<'p, Self>) -> Result<bool, Stop> {
        Ok(false)
    }

    /// A function has returned that was started by [`Hooks::begin_steps`] or by this hook: begins the next.
    fn step_returned<'p>(_: &mut Machine<'p, Self>, _: &mut State<'p, Self>) -> Result<(), Stop> {
        Err(Stop::Internal("a step returned that was not called".into()))
    }

    /// An exception has left the outermost function.
    fn threw(_: &mut State<'_, Self>) {}

    /// May code outside of the outermost function catch exceptions?
    fn may_throw(_: &State<'_, Self>) -> bool {
        false
    }

    // ---- instructions -----------------------------------------------------------------------

    /// An instruction is next that reads terms: decides everything that depends on them, and says what its
    /// results are.
    fn before<'p>(
        _: &mut Machine<'p, Self>,
        _: &mut State<'p, Self>,
        _: &Inst,
    ) -> Result<Rest, Stop> {
        Ok(Rest::Move)
    }

    /// A run has stopped. If that was only a question, it is answered, and the instruction runs again.
    fn answer<'p>(
        _: &mut Machine<'p, Self>,
        _: &mut State<'p, Self>,
        stop: Stop,
    ) -> Result<(), Stop> {
        Err(stop)
    }

    /// A scalar of so many bits was loaded from an address: gives its words their terms.
    fn loaded<'p>(
        _: &mut Machine<'p, Self>,
        _: &mut State<'p, Self>,
        _dst: Slot,
        _address: u64,
        _bits: u8,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// The term of a scalar operand of which a word has one.
    fn operand<'p>(_: &mut Machine<'p, Self>, _: &State<'p, Self>, _: Slot, _bits: u32) -> Term {
        unreachable!("only layers make terms")
    }

    /// A value with a term was written to memory, with these undefined bits.
    fn stored<'p>(
        _: &mut Machine<'p, Self>,
        _: &mut State<'p, Self>,
        _address: u64,
        _: Term,
        _undefined: &[u8],
    ) {
    }

    /// Is what the innermost function returns used for sure? `noundef` is what its signature says.
    fn is_result_used(_: &State<'_, Self>, noundef: bool) -> bool {
        noundef
    }

    // ---- calls ------------------------------------------------------------------------------

    /// Is what a function of the library returns an input?
    fn is_input(_: &Machine<'_, Self>, _name: &str) -> bool {
        false
    }

    /// What is called in place of a function, with or without a body.
    fn replacement(_: &Machine<'_, Self>, _: FuncId) -> Option<Model<Self>> {
        None
    }

    /// What is called for a function without a body that the library has no model of.
    fn foreign(_: &Machine<'_, Self>, _name: &str) -> Option<Model<Self>> {
        None
    }

    /// Are functions that the library can only call natively left to [`Hooks::answer_call`]?
    fn answers_foreign(_: &Machine<'_, Self>) -> bool {
        false
    }

    /// How the calls of a function with a body are done; none for plain calls.
    fn policy(_: &Machine<'_, Self>, _: FuncId, _: &Body) -> Option<Self::Policy> {
        None
    }

    /// Does a call of a function with a policy.
    fn call<'p>(
        machine: &mut Machine<'p, Self>,
        state: &mut State<'p, Self>,
        callee: Callee<'p, Self>,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        machine.call_body(state, callee.id, callee.body, call)
    }

    /// A function is entered from a place in another one.
    #[inline(always)]
    fn note_call(_: &mut Self::InMachine<'_>, _: &Self::InState, _caller: FuncId, _at: Pc) {}

    /// Answers for a function that cannot be run; `false` if it does not.
    fn answer_call<'p>(
        _: &mut Machine<'p, Self>,
        _: &mut State<'p, Self>,
        _: FuncId,
        _: &'p CallSite,
    ) -> Result<bool, Stop> {
        Ok(false)
    }

    /// Answers for the function at an address; `false` if it does not.
    fn answer_pointer<'p>(
        _: &mut Machine<'p, Self>,
        _: &mut State<'p, Self>,
        _address: u64,
        _: &'p CallSite,
    ) -> Result<bool, Stop> {
        Ok(false)
    }

    /// Calls a model of the library.
    #[inline]
    fn call_model<'p>(
        machine: &mut Machine<'p, Self>,
        state: &mut State<'p, Self>,
        modelled: Modelled<Self>,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        machine.call_model_once(state, modelled, call, false)
    }

    // ---- what models do ---------------------------------------------------------------------

    /// A model is about to access memory.
    fn before_access(
        _: &mut Call<'_, '_, Self>,
        _address: u64,
        _len: u64,
        _: Access,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// A model is about to access everything from an address to the end of its object.
    fn before_access_to_end(_: &mut Call<'_, '_, Self>, _address: u64) -> Result<(), Stop> {
        Ok(())
    }

    /// A model is about to take bytes of memory for plain values.
    fn before_read(_: &mut Call<'_, '_, Self>, _address: u64, _len: u64) -> Result<(), Stop> {
        Ok(())
    }

    /// Allocates as many bytes as an argument says. `None` if there is no room.
    fn allocate(
        call: &mut Call<'_, '_, Self>,
        argument: usize,
        align: u64,
        kind: HeapKind,
    ) -> Result<Option<u64>, Stop> {
        Ok(call.allocate(call.word(argument), align, kind, false))
    }

    /// What `setjmp` returns again when `longjmp` is called with a term.
    fn jump_value(_: &mut Call<'_, '_, Self>) -> Option<Term> {
        None
    }

    // ---- memory -----------------------------------------------------------------------------

    /// May there be objects on the heap that come into memory only when they are touched?
    fn has_late_objects(_: &State<'_, Self>) -> bool {
        false
    }

    /// Brings an object into memory that is not a global variable. `true` if there is nothing else to do.
    fn bring_in(_: &mut Call<'_, '_, Self>, _address: u64) -> Result<bool, Stop> {
        Ok(false)
    }

    /// Makes an external variable that neither program nor library defines; `false` if it does not.
    fn external(_: &mut Call<'_, '_, Self>, _: GlobalId) -> Result<bool, Stop> {
        Ok(false)
    }

    /// What the object at an address is called, if it is one that the layers have made.
    fn object_name<'a>(_: &'a State<'_, Self>, _base: u64) -> Option<&'a str> {
        None
    }
}

/// A function that is called, with its code and how its calls are done.
pub struct Callee<'p, H: Hooks> {
    /// Which one.
    pub id: FuncId,
    /// Its code.
    pub body: &'p Body,
    /// How its calls are done.
    pub policy: H::Policy,
}

/// No layer: a program that has no inputs is run on machine words alone.
pub struct Plain;

impl Hooks for Plain {
    type InState = ();
    type InMachine<'p> = ();
    type Policy = ();
}
