//! The state of a run: a value that can be forked.

use coax_ir::{Body, FuncId, Pc, Slot};
use coax_memory::{Ending, Memory, Origin, TraceId};

use crate::jumps::SavedJump;
use crate::{LibraryState, Value};

/// Everything that changes while a program runs.
pub struct State<'p> {
    /// Its memory.
    pub memory: Memory,
    /// Instructions run so far.
    pub steps: u64,
    pub(crate) frames: Vec<Frame<'p>>,
    /// The words of all frames, one after the other; beyond the innermost frame's they mean nothing.
    pub(crate) words: Vec<u64>,
    /// Base addresses of the stack objects of all frames, oldest first.
    pub(crate) stack_objects: Vec<u64>,
    /// How much native stack the frames would use, roughly and never too much.
    pub(crate) stack_bytes: u64,
    /// The exception on its way to a landing pad: (object, selector).
    pub(crate) landing: (u64, u64),
    /// Places `longjmp` can go to.
    pub(crate) jumps: Vec<SavedJump>,
    /// Number of the next frame; frames are told apart by it.
    pub(crate) next_serial: u64,
    /// How many of the program's destructors have been handed out.
    pub(crate) destructors_run: usize,
    pub(crate) library: Box<dyn LibraryState>,
}

/// A function in progress.
pub struct Frame<'p> {
    /// The function.
    pub function: FuncId,
    /// Its code.
    pub body: &'p Body,
    /// Where it is: the instruction to run next, or the call it waits for.
    pub pc: Pc,
    /// Where its words start.
    pub(crate) base: usize,
    /// How many stack objects existed before it.
    pub(crate) first_object: usize,
    /// `stack_bytes` before it.
    pub(crate) stack_before: u64,
    pub(crate) serial: u64,
    /// Which bits of its words are undefined, if any are.
    pub(crate) marks: Option<Box<Marks>>,
    /// Its variadic arguments.
    pub(crate) variadic: Option<Box<Variadic>>,
}

/// The arguments a variadic function was called with.
#[derive(Clone, Debug)]
pub(crate) struct Variadic {
    /// Scalar leaves, or copies in memory, after the named ones.
    pub(crate) rest: Vec<VariadicArg>,
    /// How many general registers the named parameters take.
    pub(crate) general: u32,
    /// How many vector registers the named parameters take.
    pub(crate) vector: u32,
    /// The areas a `va_list` points to, once made: overflow area and register save area.
    pub(crate) areas: Option<(u64, u64)>,
}

/// One variadic argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariadicArg {
    pub(crate) value: Value,
    /// A struct passed in memory: (size, alignment); the value is its address.
    pub(crate) byval: Option<(u64, u64)>,
}

/// Undefined bits of the words of a frame. Terms will live here too.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    undefined: Vec<u64>,
    marked: usize,
}

impl Marks {
    pub(crate) fn new(slots: u32) -> Marks {
        Marks { undefined: vec![0; slots as usize], marked: 0 }
    }

    pub(crate) fn get(&self, slot: Slot) -> u64 {
        self.undefined[slot.index()]
    }

    pub(crate) fn set(&mut self, slot: Slot, bits: u64) {
        let old = std::mem::replace(&mut self.undefined[slot.index()], bits);
        self.marked = self.marked - usize::from(old != 0) + usize::from(bits != 0);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.marked == 0
    }
}

impl<'p> State<'p> {
    pub(crate) fn new(library: Box<dyn LibraryState>) -> State<'p> {
        State {
            memory: Memory::new(),
            steps: 0,
            frames: Vec::new(),
            words: Vec::new(),
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

    /// The innermost frame.
    ///
    /// # Panics
    /// If nothing is running.
    pub(crate) fn top(&mut self) -> &mut Frame<'p> {
        self.frames.last_mut().expect("a function is running")
    }

    /// A word of the innermost frame.
    pub(crate) fn word(&self, slot: Slot) -> u64 {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        self.words[base + slot.index()]
    }

    /// Sets a word of the innermost frame; it is defined afterwards.
    pub(crate) fn set_word(&mut self, slot: Slot, value: u64) {
        self.set_marked_word(slot, value, 0);
    }

    /// Sets a word of the innermost frame of which some bits are undefined.
    pub(crate) fn set_marked_word(&mut self, slot: Slot, value: u64, undefined: u64) {
        let frame = self.frames.last_mut().expect("a function is running");
        self.words[frame.base + slot.index()] = value;
        match &mut frame.marks {
            Some(marks) => marks.set(slot, undefined),
            None if undefined != 0 => {
                let mut marks = Box::new(Marks::new(frame.body.slots));
                marks.set(slot, undefined);
                frame.marks = Some(marks);
            }
            None => {}
        }
    }

    /// The undefined bits of a word of the innermost frame.
    pub(crate) fn undefined(&self, slot: Slot) -> u64 {
        let marks = self.frames.last().and_then(|frame| frame.marks.as_ref());
        marks.map_or(0, |marks| marks.get(slot))
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
                    self.stack_bytes = self.stack_bytes.saturating_sub(object.size);
                    self.memory.end(address, Ending::ScopeLeft, TraceId::default());
                }
                // Areas for variadic arguments last as long as the frame.
                _ => self.stack_objects.push(address),
            }
        }
    }

    /// Drops the marks of the innermost frame if nothing is marked any more.
    pub(crate) fn settle(&mut self) {
        let frame = self.top();
        if frame.marks.as_ref().is_some_and(|marks| marks.is_empty()) {
            frame.marks = None;
        }
    }
}
