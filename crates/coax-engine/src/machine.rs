//! The machine: a program, its library and the world, ready to run states.

use std::collections::HashMap;

use coax_ir::{FuncId, Pc, Program};
use coax_memory::{Allocation, Origin, TraceId};

use coax_ir::address::Region;

use crate::calls::{Target, marks_of};
use crate::library::{Library, LibraryState, Value};
use crate::plain::Exit;
use crate::{State, Stop, World};

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
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) library: &'p dyn Library,
    pub(crate) world: &'p mut dyn World,
    pub(crate) limits: Limits,
    pub(crate) targets: Vec<Target<'p>>,
    pub(crate) traces: Traces,
    /// Words the outermost function returned.
    pub(crate) result: Vec<u64>,
    /// Arguments of the model being called, kept to save allocations.
    pub(crate) scratch: Vec<Value>,
}

impl<'p> Machine<'p> {
    /// A machine for a program.
    pub fn new(
        program: &'p Program,
        library: &'p dyn Library,
        world: &'p mut dyn World,
        limits: Limits,
    ) -> Machine<'p> {
        Machine {
            program,
            library,
            world,
            limits,
            targets: vec![Target::Unknown; program.functions().len()],
            traces: Traces::default(),
            result: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// A state in which nothing has run yet.
    pub fn initial_state(&self) -> State<'p> {
        State::new(self.library.initial_state())
    }

    /// Runs the program's `main` from constructors to destructors.
    ///
    /// The run always ends with a [`Stop`]; a program that ends well ends with [`Stop::Exit`].
    pub fn run_main(&mut self, state: &mut State<'p>, args: &[Vec<u8>]) -> Stop {
        self.main_steps(state, args)
            .err()
            .unwrap_or_else(|| Stop::Internal("`exit` of the runtime returned".into()))
    }

    fn main_steps(&mut self, state: &mut State<'p>, args: &[Vec<u8>]) -> Result<(), Stop> {
        let main =
            self.program.function_named("main").filter(|&id| self.program.function(id).defined);
        let main = main.ok_or_else(|| Stop::Internal("the program has no main".into()))?;
        let exit =
            self.program.function_named("exit").filter(|&id| self.program.function(id).defined);
        let exit = exit.ok_or_else(|| Stop::Internal("the runtime has no exit".into()))?;
        let argv = string_vector(state, args);
        let envp = self.environment(state)?;
        let words = [args.len() as u64, argv, envp];
        for &constructor in self.program.constructors() {
            self.run_function(state, constructor, &words)?;
        }
        let status = self.run_function(state, main, &words)?.first().copied().unwrap_or(0);
        self.run_function(state, exit, &[status])?;
        Ok(())
    }

    /// The library's array of environment variables; null if it has none.
    fn environment(&mut self, state: &mut State<'p>) -> Result<u64, Stop> {
        let library = self.library;
        let bytes = self.with_call(state, |call| library.global("environ", 8, call)).transpose()?;
        Ok(bytes.and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes))
    }

    /// Runs a function to its end and gives the words it returns.
    pub fn run_function(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        args: &[u64],
    ) -> Result<Vec<u64>, Stop> {
        let (Target::Body(body) | Target::Variadic(body)) = self.target(id)? else {
            let name = &self.program.function(id).source_name;
            return Err(Stop::Internal(format!("`{name}` has no body to run")));
        };
        self.enter(state, id, body, &[])?;
        for (i, &word) in args.iter().enumerate().take(body.param_slots as usize) {
            state.set_word(body.first_param().plus(i as u32), word);
        }
        self.run(state)?;
        Ok(std::mem::take(&mut self.result))
    }

    /// Runs until the outermost function returns.
    fn run(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        loop {
            let marked = state.frames.last().is_some_and(|frame| frame.marks.is_some());
            let exit = if marked { self.step_mixed(state) } else { self.run_plain::<false>(state) };
            match exit {
                Exit::Again => {}
                Exit::Marked => {
                    marks_of(state.top());
                }
                Exit::Finished => return Ok(()),
                Exit::Stop(stop) => return Err(stop),
            }
        }
    }

    /// Lends out the library's state and the world (to flush what a stopped program printed, say).
    pub fn with_library(
        &mut self,
        state: &mut State<'p>,
        act: impl FnOnce(&mut dyn LibraryState, &mut dyn World),
    ) {
        act(&mut *state.library, self.world);
    }
}

/// `argv` and friends: strings, and a null-terminated array of pointers to them.
fn string_vector(state: &mut State<'_>, strings: &[Vec<u8>]) -> u64 {
    let mut pointers = Vec::new();
    for string in strings {
        let bytes = [string.as_slice(), &[0]].concat();
        pointers.extend(provided(state, &bytes).to_le_bytes());
    }
    pointers.extend([0; 8]);
    provided(state, &pointers)
}

/// An object that the environment provides.
fn provided(state: &mut State<'_>, bytes: &[u8]) -> u64 {
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
    pub(crate) fn of(&mut self, state: &State<'_>) -> TraceId {
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
    pub(crate) fn frames(&self, id: TraceId) -> &[(FuncId, Pc)] {
        match id.0 {
            0 => &[],
            n => &self.all[n as usize - 1],
        }
    }
}
