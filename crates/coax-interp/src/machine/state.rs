//! The state of a run: a value that can be forked.

use coax_expr::Term;
use coax_ir::{Arg, Body, FuncId, Pc, Slot};
use coax_memory::{Ending, Memory, Origin, TraceId};

use super::Hooks;
use crate::branch_trace::BranchTrace;
use crate::visits::Visits;
use crate::{LibraryState, Value, World};

/// From so many constants on, frames that are put aside are kept without them.
const MANY_CONSTANTS: usize = 1024;

/// Everything that changes while a program runs.
pub struct State<'p, H: Hooks> {
    /// Its memory.
    pub memory: Memory,
    /// Instructions run so far.
    pub steps: u64,
    /// What the layers above the interpreter keep in it.
    pub above: H::InState,
    /// Which way it went.
    pub branch_trace: BranchTrace,
    /// How often it has come back to a place; kept only when that is bounded.
    pub visits: Visits,
    /// Which part of the program's life it is in.
    pub stage: Stage,
    /// `main` has returned without saying how the program ends: its status is anything.
    pub is_status_unset: bool,
    /// `argc`, `argv` and `envp`.
    pub arguments: [u64; 3],
    /// The outside world; absent only while a model has it.
    pub world: Option<Box<dyn World>>,
    /// The functions in progress, innermost last.
    pub frames: Vec<Frame<'p>>,
    /// The words of all frames, one after the other; beyond the innermost frame's they mean nothing.
    pub words: Vec<u64>,
    /// They are without the constants of the frames.
    packed: bool,
    /// Base addresses of the stack objects of all frames, oldest first.
    pub stack_objects: Vec<u64>,
    /// How much native stack the frames would use, roughly and never too much.
    pub stack_bytes: u64,
    /// The exception on its way to a landing pad: (object, selector).
    pub landing: (u64, u64),
    /// Places `longjmp` can go to.
    pub(crate) jumps: Vec<SavedJump>,
    /// Number of the next frame; frames are told apart by it.
    pub(crate) next_serial: u64,
    /// How many of the program's destructors have been handed out.
    pub(crate) destructors_run: usize,
    /// What the library's models remember.
    pub library: Box<dyn LibraryState>,
}

/// The parts of a program's life, each begun when the one before has returned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Constructor number n is running, or is the next to run.
    Constructor(usize),
    /// `main` is running.
    Main,
    /// The runtime's `exit` is running.
    Exit,
    /// The steps that layers above have begun are run.
    Steps,
}

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SavedJump {
    pub(crate) serial: u64,
    pub(crate) next: Pc,
    pub(crate) dst: Slot,
    /// How many stack objects there were.
    pub(crate) objects: usize,
}

/// A function in progress.
#[derive(Clone)]
pub struct Frame<'p> {
    /// The function.
    pub function: FuncId,
    /// Its code.
    pub body: &'p Body,
    /// Where it is: the instruction to run next, or the call it waits for.
    pub pc: Pc,
    /// Where its words start.
    pub base: usize,
    /// How many stack objects existed before it.
    pub(crate) first_object: usize,
    /// `stack_bytes` before it.
    pub(crate) stack_before: u64,
    pub(crate) serial: u64,
    /// What its words are beside their values, if any is more than a word.
    pub marks: Option<Box<Marks>>,
    /// Its variadic arguments.
    pub variadic: Option<Box<Variadic>>,
}

/// The arguments a variadic function was called with.
#[derive(Clone, Debug)]
pub struct Variadic {
    /// Scalar leaves, or copies in memory, after the named ones.
    pub rest: Vec<VariadicArg>,
    /// How many general registers the named parameters take.
    pub(crate) general: u32,
    /// How many vector registers the named parameters take.
    pub vector: u32,
    /// The areas a `va_list` points to, once made: overflow area and register save area.
    pub(crate) areas: Option<(u64, u64)>,
}

/// One variadic argument.
#[derive(Clone, Copy, Debug)]
pub struct VariadicArg {
    pub value: Value,
    /// The terms of its two words.
    pub terms: [Option<Term>; 2],
    /// A struct passed in memory: (size, alignment); the value is its address.
    pub byval: Option<(u64, u64)>,
}

/// What the words of a frame are beside their values: undefined bits, terms over the inputs.
#[derive(Clone, Debug)]
pub struct Marks {
    /// Where the slots begin that are not constants, which have no marks.
    first: usize,
    slots: Vec<Mark>,
    marked: usize,
}

/// What a word is beside its value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mark {
    /// Bits that were never written.
    pub undefined: u64,
    /// What the word is in terms of the inputs; its value under the model stands in the word.
    pub term: Option<Term>,
}

impl Mark {
    /// Nothing special: the slot is a word.
    pub const NONE: Mark = Mark { undefined: 0, term: None };

    fn is_none(self) -> bool {
        self.undefined == 0 && self.term.is_none()
    }
}

impl Marks {
    /// Of a frame for this code.
    pub fn new(body: &Body) -> Marks {
        let first = body.constants.len();
        Marks { first, slots: vec![Mark::NONE; body.slots as usize - first], marked: 0 }
    }

    /// What a slot's word is beside its value.
    pub fn get(&self, slot: Slot) -> Mark {
        match slot.index().checked_sub(self.first) {
            Some(place) => self.slots[place],
            None => Mark::NONE,
        }
    }

    /// Says what a slot's word is beside its value.
    pub fn set(&mut self, slot: Slot, mark: Mark) {
        let old = std::mem::replace(&mut self.slots[slot.index() - self.first], mark);
        self.marked = self.marked - usize::from(!old.is_none()) + usize::from(!mark.is_none());
    }

    /// Are all words plain?
    pub fn is_empty(&self) -> bool {
        self.marked == 0
    }

    /// Forgets the marks of all other slots.
    fn keep(&mut self, wanted: impl Fn(Slot) -> bool) {
        for (slot, mark) in (self.first..).zip(&mut self.slots) {
            if !mark.is_none() && !wanted(Slot(slot as u32)) {
                *mark = Mark::NONE;
                self.marked -= 1;
            }
        }
    }

    /// The slots that hold terms.
    pub fn terms(&self) -> impl Iterator<Item = (usize, Term)> {
        (self.first..).zip(&self.slots).filter_map(|(slot, mark)| Some((slot, mark.term?)))
    }
}

impl Frame<'_> {
    /// Tells it from all other frames of a run; those that it calls have larger numbers.
    pub fn number(&self) -> u64 {
        self.serial
    }
}

impl<'p, H: Hooks> State<'p, H> {
    /// A state in which nothing has run yet.
    pub fn new(library: Box<dyn LibraryState>, world: Box<dyn World>) -> State<'p, H> {
        State {
            memory: Memory::new(),
            steps: 0,
            above: H::InState::default(),
            branch_trace: BranchTrace::default(),
            visits: Visits::default(),
            stage: Stage::Steps,
            is_status_unset: false,
            arguments: [0; 3],
            world: Some(world),
            frames: Vec::new(),
            words: Vec::new(),
            packed: false,
            stack_objects: Vec::new(),
            stack_bytes: 0,
            landing: (0, 0),
            jumps: Vec::new(),
            next_serial: 0,
            destructors_run: 0,
            library,
        }
    }

    /// The frames, innermost last.
    pub fn frames(&self) -> &[Frame<'p>] {
        &self.frames
    }

    /// Tells the innermost frame from all others.
    pub fn frame_number(&self) -> Option<u64> {
        self.frames.last().map(|frame| frame.serial)
    }

    /// The innermost frame.
    ///
    /// # Panics
    /// If nothing is running.
    pub fn top(&mut self) -> &mut Frame<'p> {
        self.frames.last_mut().expect("a function is running")
    }

    /// A word of the innermost frame.
    pub fn word(&self, slot: Slot) -> u64 {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        self.words[base + slot.index()]
    }

    /// Sets a word of the innermost frame; it is plain afterwards.
    pub fn set_word(&mut self, slot: Slot, value: u64) {
        self.set_marked_word(slot, value, Mark::NONE);
    }

    /// Sets a word of the innermost frame of which some bits are undefined.
    pub(crate) fn set_partly_defined(&mut self, slot: Slot, value: u64, undefined: u64) {
        self.set_marked_word(slot, value, Mark { undefined, term: None });
    }

    /// Sets a word of the innermost frame and what it is beside its value.
    pub fn set_marked_word(&mut self, slot: Slot, value: u64, mark: Mark) {
        let frame = self.frames.last_mut().expect("a function is running");
        self.words[frame.base + slot.index()] = value;
        match &mut frame.marks {
            Some(marks) => marks.set(slot, mark),
            None if mark.is_none() => {}
            None => {
                let mut marks = Box::new(Marks::new(frame.body));
                marks.set(slot, mark);
                frame.marks = Some(marks);
            }
        }
    }

    /// What a word of the innermost frame is beside its value.
    pub fn mark(&self, slot: Slot) -> Mark {
        let marks = self.frames.last().and_then(|frame| frame.marks.as_ref());
        marks.map_or(Mark::NONE, |marks| marks.get(slot))
    }

    /// The undefined bits of a word of the innermost frame.
    pub fn undefined(&self, slot: Slot) -> u64 {
        self.mark(slot).undefined
    }

    /// Says what a word of the innermost frame is in terms of the inputs.
    pub fn set_term(&mut self, slot: Slot, term: Option<Term>) {
        let (value, mark) = (self.word(slot), self.mark(slot));
        self.set_marked_word(slot, value, Mark { term, ..mark });
    }

    /// A second state like this one; none if its world cannot be copied.
    pub fn copy(&mut self) -> Option<State<'p, H>> {
        let world = self.world.take()?;
        let copy = self.fork(&*world);
        self.world = Some(world);
        copy
    }

    /// A second state like this one; both go their own ways from here. `world` is this state's.
    pub fn fork(&mut self, world: &dyn World) -> Option<State<'p, H>> {
        let used = self.frames.last().map_or(0, |frame| frame.base + frame.body.slots as usize);
        let words = self.words[..used].to_vec();
        self.forked(world, words)
    }

    /// The same, to be put aside: where functions have very many constants, their frames are kept
    /// without them until [`State::unpack`].
    pub fn fork_aside(&mut self, world: &dyn World) -> Option<State<'p, H>> {
        let constants: usize = self.frames.iter().map(|frame| frame.body.constants.len()).sum();
        if constants < MANY_CONSTANTS {
            return self.fork(world);
        }
        let own = |frame: &Frame<'_>| {
            let end = frame.base + frame.body.slots as usize;
            &self.words[frame.base + frame.body.constants.len()..end]
        };
        let words = self.frames.iter().flat_map(own).copied().collect();
        self.forked(world, words).map(|fork| State { packed: true, ..fork })
    }

    /// Gives frames their constants back, if they are kept without.
    pub fn unpack(&mut self) {
        if !std::mem::take(&mut self.packed) {
            return;
        }
        let packed = std::mem::take(&mut self.words);
        let mut rest = packed.iter();
        for Frame { body, .. } in &self.frames {
            self.words.extend_from_slice(&body.constants);
            self.words.extend(rest.by_ref().take(body.slots as usize - body.constants.len()));
        }
    }

    fn forked(&mut self, world: &dyn World, words: Vec<u64>) -> Option<State<'p, H>> {
        Some(State {
            packed: false,
            memory: self.memory.fork(),
            steps: self.steps,
            above: self.above.clone(),
            branch_trace: self.branch_trace.clone(),
            visits: self.visits.clone(),
            stage: self.stage,
            is_status_unset: self.is_status_unset,
            arguments: self.arguments,
            world: Some(world.fork()?),
            frames: self.frames.clone(),
            words,
            stack_objects: self.stack_objects.clone(),
            stack_bytes: self.stack_bytes,
            landing: self.landing,
            jumps: self.jumps.clone(),
            next_serial: self.next_serial,
            destructors_run: self.destructors_run,
            library: self.library.fork(),
        })
    }

    /// Ends the innermost frame and the objects on its stack.
    #[inline]
    pub(crate) fn drop_frame(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.stack_bytes = frame.stack_before;
        while self.stack_objects.len() > frame.first_object {
            let Some(address) = self.stack_objects.pop() else { break };
            self.memory.end(address, Ending::FrameLeft, TraceId::default());
        }
    }

    /// Ends the dynamic stack objects of the innermost frame made since there were `count` objects.
    pub(crate) fn pop_dynamic(&mut self, count: usize) {
        for address in self.stack_objects.split_off(count.min(self.stack_objects.len())) {
            match self.memory.object(address) {
                Some(object) if matches!(object.origin, Origin::DynamicStack { .. }) => {
                    // An object whose size depends on inputs was not counted.
                    if object.guard().is_none() {
                        self.stack_bytes = self.stack_bytes.saturating_sub(object.size);
                    }
                    self.memory.end(address, Ending::ScopeLeft, TraceId::default());
                }
                // Areas for variadic arguments last as long as the frame.
                _ => self.stack_objects.push(address),
            }
        }
    }

    /// Forgets what the innermost frame knows about slots that are dead: a loop should
    /// not run slowly because of a word it never looks at.
    pub(crate) fn drop_dead(&mut self) {
        // `longjmp` may go back to where a slot is read again.
        if !self.jumps.is_empty() {
            return;
        }
        let frame = self.top();
        let (body, pc) = (frame.body, frame.pc);
        if let Some(marks) = &mut frame.marks
            && let Some(live) = body.liveness().at(pc)
        {
            marks.keep(|slot| live.contains(slot));
        }
    }

    /// Drops the marks of the innermost frame if nothing is marked any more.
    pub(crate) fn drop_empty_marks(&mut self) {
        let frame = self.top();
        if frame.marks.as_ref().is_some_and(|marks| marks.is_empty()) {
            frame.marks = None;
        }
    }
}

/// Marks for a frame that has none yet.
pub(crate) fn marks_of<'a>(frame: &'a mut Frame<'_>) -> &'a mut Marks {
    frame.marks.get_or_insert_with(|| Box::new(Marks::new(frame.body)))
}

/// Adds the scalar leaves of an argument.
pub fn leaves(state: &State<'_, impl Hooks>, arg: &Arg, out: &mut Vec<Value>) {
    let mut slot = arg.slot;
    for &kind in &arg.kinds {
        let lo = state.word(slot);
        let hi = if kind.slots() == 2 { state.word(slot.plus(1)) } else { 0 };
        out.push(Value { kind, lo, hi });
        slot = slot.plus(kind.slots());
    }
}
