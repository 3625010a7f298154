//! The machine: a program, its library and the world, ready to run states; and what it is made of: states, the
//! seam to the library's models, the seam to the layers above.

mod hooks;
mod library;
mod state;
mod target;

use std::collections::HashMap;

use coax_ir::{FuncId, Pc, Program};
use coax_memory::{Allocation, Origin, TraceId};

use coax_ir::address::Region;

use crate::coverage::{Coverage, Revisits};
use crate::visits::Visits;
use crate::{Stop, World};

pub use hooks::{Callee, Hooks, Plain, Rest, Results};
pub use library::{Call, Flow, Library, LibraryState, Model, Most, Returned, Treatment, Value};
pub use state::{Frame, Mark, Marks, Stage, State, Variadic, VariadicArg};
pub(crate) use state::{SavedJump, leaves, marks_of};
pub use target::{Modelled, Target};

/// How many callers are looked at to tell a recursion.
const RECURSION: usize = 8;
/// What stands for the place where a function begins, among those a path comes back to.
const ENTRY: usize = u32::MAX as usize;

/// Why the loop came back.
#[derive(Debug)]
pub enum Exit {
    /// Look at the innermost frame again.
    Again,
    /// The next instruction touches undefined bits.
    Marked,
    /// The outermost function returned.
    Finished,
    /// The run is over.
    Stop(Stop),
}

impl From<Stop> for Exit {
    fn from(stop: Stop) -> Exit {
        Exit::Stop(stop)
    }
}

/// Bounds of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Stop after this many instructions.
    pub max_steps: u64,
    /// How much native stack the program may use.
    pub stack_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_steps: u64::MAX, stack_bytes: 8 << 20 }
    }
}

/// Runs states of one program.
pub struct Machine<'p, H: Hooks> {
    /// The program.
    pub program: &'p Program,
    /// The library.
    pub library: &'p dyn Library<H>,
    /// The bounds of a run.
    pub limits: Limits,
    pub(crate) targets: Vec<Target<'p, H>>,
    pub(crate) traces: Traces,
    /// Words the outermost function returned, and what they are in terms of the inputs.
    pub result: Vec<(u64, Mark)>,
    /// Which places paths have come to; kept only when it is watched.
    pub coverage: Coverage,
    /// Is the coverage watched?
    pub(crate) watched: bool,
    /// May instructions have guards ([`Hooks::guarded`])? The plain loop looks for them only if so.
    pub is_guarded: bool,
    /// How often a path may come to one place.
    pub revisits: Revisits,
    /// What the layers above the interpreter keep.
    pub above: H::InMachine<'p>,
    /// Arguments of the model being called, kept to save allocations.
    pub(crate) scratch: Vec<Value>,
    /// How many rounds of its loop may follow before a run returns so that the deadline is checked.
    pub rounds: u32,
}

impl<'p, H: Hooks> Machine<'p, H> {
    /// A machine for a program.
    pub fn new(
        program: &'p Program,
        library: &'p dyn Library<H>,
        limits: Limits,
    ) -> Machine<'p, H> {
        Machine {
            program,
            library,
            limits,
            targets: vec![Target::Unknown; program.functions().len()],
            traces: Traces::default(),
            result: Vec::new(),
            coverage: Coverage::default(),
            watched: false,
            is_guarded: false,
            revisits: Revisits::All(u32::MAX),
            above: H::InMachine::default(),
            scratch: Vec::new(),
            rounds: u32::MAX,
        }
    }

    /// A state in which nothing has run yet.
    pub fn initial_state(&self, world: Box<dyn World>) -> State<'p, H> {
        State::new(self.library.initial_state(), world)
    }

    /// Watches where paths go, and ends those that come to a place too often.
    pub fn watch(&mut self, revisits: Revisits) {
        self.watched = true;
        self.revisits = revisits;
    }

    /// Notes that a path that has had so many choices comes back to a place: does it too often?
    pub(crate) fn comes_too_often(
        &self,
        visits: &mut Visits,
        choices: usize,
        function: FuncId,
        pc: usize,
    ) -> bool {
        match self.revisits {
            Revisits::All(u32::MAX) => false,
            Revisits::All(most) => visits.count(function, pc, None) >= most,
            Revisits::WithChoice(most) => visits.count(function, pc, Some(choices)) >= most,
        }
    }

    /// Notes that a function is called: does a recursion with choices go too deep?
    pub(crate) fn recurs_too_often(&self, state: &mut State<'p, H>, function: FuncId) -> bool {
        if !matches!(self.revisits, Revisits::WithChoice(_)) {
            return false;
        }
        let mut callers = state.frames.iter().rev().take(RECURSION);
        let choices = H::choices(&state.above);
        callers.any(|frame| frame.function == function)
            && self.comes_too_often(&mut state.visits, choices, function, ENTRY)
    }

    /// Runs the program's `main` from constructors to destructors.
    ///
    /// The run always ends with a [`Stop`]; a program that ends well ends with [`Stop::Exit`].
    pub fn run_main(&mut self, state: &mut State<'p, H>, args: &[Vec<u8>]) -> Stop {
        let args: Vec<_> = args.iter().cloned().map(Argument::Bytes).collect();
        match self.begin_main(state, &args) {
            Ok(()) => self.run_on(state),
            Err(stop) => stop,
        }
    }

    /// Puts a state at the start of the program: its first constructor, or `main`.
    pub fn begin_main(&mut self, state: &mut State<'p, H>, args: &[Argument]) -> Result<(), Stop> {
        let argv = self.arguments(state, args)?;
        let envp = self.environment(state)?;
        state.arguments = [args.len() as u64, argv, envp];
        self.begin(state, Stage::Constructor(0))
    }

    /// `argv`: strings, and a null-terminated array of pointers to them.
    fn arguments(&mut self, state: &mut State<'p, H>, args: &[Argument]) -> Result<u64, Stop> {
        let mut pointers = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let address = match arg {
                Argument::Bytes(bytes) => provided(state, &[bytes.as_slice(), &[0]].concat()),
                Argument::Symbolic(len) => {
                    let address = provided(state, &vec![0; *len as usize + 1]);
                    H::make_argument(self, state, i as u32, address, *len)?;
                    address
                }
            };
            pointers.extend(address.to_le_bytes());
        }
        pointers.extend([0; 8]);
        Ok(provided(state, &pointers))
    }

    /// Runs a state to the end of the program.
    pub fn run_on(&mut self, state: &mut State<'p, H>) -> Stop {
        loop {
            let next = self.run(state).and_then(|()| self.next_stage(state));
            match next {
                Ok(()) => {}
                Err(stop) => {
                    if matches!(stop, Stop::Threw) {
                        H::threw(state);
                    }
                    return stop;
                }
            }
        }
    }

    /// A part of the program's life has returned: begins the next.
    fn next_stage(&mut self, state: &mut State<'p, H>) -> Result<(), Stop> {
        match state.stage {
            Stage::Constructor(n) => self.begin(state, Stage::Constructor(n + 1)),
            Stage::Main => self.begin(state, Stage::Exit),
            Stage::Steps => H::step_returned(self, state),
            Stage::Exit => Err(Stop::Internal("`exit` of the runtime returned".into())),
        }
    }

    fn begin(&mut self, state: &mut State<'p, H>, stage: Stage) -> Result<(), Stop> {
        let stage = match stage {
            Stage::Constructor(n) if n == self.program.constructors().len() => Stage::Main,
            stage => stage,
        };
        state.stage = stage;
        let words = state.arguments.map(|word| (word, Mark::NONE));
        match stage {
            Stage::Constructor(n) => self.start(state, self.program.constructors()[n], &words),
            Stage::Main | Stage::Steps => match H::begin_steps(self, state)? {
                true => Ok(()),
                false => self.start(state, self.defined("main")?, &words),
            },
            Stage::Exit => {
                let (word, mark) = self.result.first().copied().unwrap_or((0, Mark::NONE));
                // A status that was never set is any status.
                state.is_status_unset = self.result.is_empty() || mark.undefined != 0;
                let status = (word, Mark { undefined: 0, ..mark });
                self.start(state, self.defined("exit")?, &[status])
            }
        }
    }

    fn defined(&self, name: &str) -> Result<FuncId, Stop> {
        let found = self.program.function_named(name);
        let found = found.filter(|&id| self.program.function(id).defined);
        found.ok_or_else(|| Stop::Internal(format!("there is no `{name}` to run")))
    }

    /// The library's array of environment variables; null if it has none.
    fn environment(&mut self, state: &mut State<'p, H>) -> Result<u64, Stop> {
        let library = self.library;
        let bytes = self.with_call(state, |call| library.global("environ", 8, call)).transpose()?;
        Ok(bytes.and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes))
    }

    /// Enters a function as the outermost one.
    pub fn start(
        &mut self,
        state: &mut State<'p, H>,
        id: FuncId,
        args: &[(u64, Mark)],
    ) -> Result<(), Stop> {
        let (Target::Body(body) | Target::Variadic(body) | Target::Above(body, _)) =
            self.target(id)?
        else {
            let name = &self.program.function(id).source_name;
            return Err(Stop::Internal(format!("`{name}` has no body to run")));
        };
        self.enter(state, id, body, &[])?;
        for (i, &(word, mark)) in args.iter().enumerate().take(body.param_slots as usize) {
            state.set_marked_word(body.first_param().plus(i as u32), word, mark);
        }
        Ok(())
    }

    /// Runs a function to its end and gives the words it returns.
    pub fn run_function(
        &mut self,
        state: &mut State<'p, H>,
        id: FuncId,
        args: &[u64],
    ) -> Result<Vec<u64>, Stop> {
        let args: Vec<_> = args.iter().map(|&word| (word, Mark::NONE)).collect();
        self.start(state, id, &args)?;
        self.run(state)?;
        Ok(std::mem::take(&mut self.result).into_iter().map(|(word, _)| word).collect())
    }

    /// Is it time for others? Then a run comes back as if it had used up its steps.
    fn is_interrupted(&mut self) -> bool {
        self.rounds -= 1;
        if self.rounds == 0 {
            self.rounds = u32::MAX;
            return true;
        }
        H::is_over(self)
    }

    /// Runs until the outermost function returns. At the deadline it stops after the instruction it
    /// is at.
    pub fn run(&mut self, state: &mut State<'p, H>) -> Result<(), Stop> {
        loop {
            let marked = state.frames.last().is_some_and(|frame| frame.marks.is_some());
            let exit = match (marked, self.watched) {
                _ if self.is_guarded && self.is_at_guard(state) => self.step_guarded(state),
                (true, _) => self.step_mixed(state),
                (false, _) if self.is_guarded => self.run_plain::<false, true, true>(state),
                (false, false) => self.run_plain::<false, false, false>(state),
                (false, true) => self.run_plain::<false, true, false>(state),
            };
            match exit {
                Exit::Again if self.is_interrupted() => return Err(Stop::StepLimit),
                Exit::Again => {}
                Exit::Marked => {
                    marks_of(state.top());
                }
                Exit::Finished => return Ok(()),
                Exit::Stop(stop) => H::answer(self, state, stop)?,
            }
        }
    }

    /// Is an instruction with a guard next?
    fn is_at_guard(&self, state: &State<'p, H>) -> bool {
        let Some(frame) = state.frames.last() else { return false };
        let guarded = H::guarded(&self.above, frame.function);
        guarded.is_some_and(|guarded| guarded[frame.pc.index()])
    }

    /// Calls the guard of the next instruction, and then runs that alone.
    fn step_guarded(&mut self, state: &mut State<'p, H>) -> Exit {
        if let Err(stop) = H::guard(self, state) {
            return stop.into();
        }
        match state.frames.last().is_some_and(|frame| frame.marks.is_some()) {
            true => self.step_mixed(state),
            false => self.run_plain_once(state),
        }
    }

    /// Lends out the library's state and the world (to flush what a stopped program printed, say).
    pub fn with_library(
        &mut self,
        state: &mut State<'p, H>,
        act: impl FnOnce(&mut dyn LibraryState, &mut dyn World),
    ) {
        let mut world = state.world.take().expect("no model has the world");
        act(&mut *state.library, &mut *world);
        state.world = Some(world);
    }
}

/// An argument of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// These bytes.
    Bytes(Vec<u8>),
    /// Any string of at most this many bytes: it is input.
    Symbolic(u64),
}

/// An object that the environment provides.
fn provided(state: &mut State<'_, impl Hooks>, bytes: &[u8]) -> u64 {
    let request = Allocation {
        region: Region::Heap,
        size: bytes.len() as u64,
        align: 16,
        origin: Origin::Environment,
        born: TraceId::default(),
    };
    state.memory.allocate_bytes(&request, bytes).expect("room for arguments")
}

/// How many frames a remembered call stack has at most.
const TRACE_DEPTH: usize = 12;

/// Call stacks worth remembering, each once.
#[derive(Default)]
pub(crate) struct Traces {
    ids: HashMap<Vec<(FuncId, Pc)>, TraceId>,
    all: Vec<Vec<(FuncId, Pc)>>,
    last: Option<TraceId>,
}

impl Traces {
    /// The call stack of a state.
    pub fn of(&mut self, state: &State<'_, impl Hooks>) -> TraceId {
        let frames = || state.frames.iter().rev().take(TRACE_DEPTH).map(|f| (f.function, f.pc));
        // Loops allocate from one place over and over.
        if let Some(last) = self.last
            && frames().eq(self.all[last.0 as usize - 1].iter().copied())
        {
            return last;
        }
        let trace: Vec<_> = frames().collect();
        let id = *self.ids.entry(trace).or_insert_with_key(|trace| {
            self.all.push(trace.clone());
            TraceId(self.all.len() as u32)
        });
        self.last = Some(id);
        id
    }

    /// The frames of a remembered call stack, innermost first.
    pub fn frames(&self, id: TraceId) -> &[(FuncId, Pc)] {
        match id.0 {
            0 => &[],
            n => &self.all[n as usize - 1],
        }
    }
}
