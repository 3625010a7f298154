//! Explaining a stop: what, where, on which way there, and about which object.

use std::sync::Arc;

use coax_ir::{FuncId, Inst, Pc, Program};
use coax_memory::{Access, Ending, Fault, FaultKind, FaultObject, HeapKind, Origin, TraceId};

use crate::machine::{Hooks, Machine};
use crate::{ErrorKind, State, Stop};

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// File as clang names it.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
}

/// One function of a call stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFrame {
    /// The function's name in the source.
    pub function: Arc<str>,
    /// Where it is.
    pub location: Option<Location>,
}

/// Something that helps to understand an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub message: String,
    /// Where.
    pub location: Option<Location>,
}

/// A stop, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorReport {
    /// The kind, if the program is wrong; `None` if we stopped.
    pub kind: Option<ErrorKind>,
    /// One sentence.
    pub message: String,
    /// Where it happened, in the user's code if possible.
    pub location: Option<Location>,
    /// The call stack, innermost first.
    pub trace: Vec<TraceFrame>,
    /// More about it.
    pub notes: Vec<Note>,
}

impl ErrorReport {
    /// Something that has no place in the program.
    pub fn of_nothing(message: String) -> ErrorReport {
        ErrorReport { kind: None, message, location: None, trace: Vec::new(), notes: Vec::new() }
    }
}

impl<'p, H: Hooks> Machine<'p, H> {
    /// Explains why a state stopped.
    pub fn report(&self, state: &State<'p, H>, stop: &Stop) -> ErrorReport {
        let (kind, message, notes) = match stop {
            Stop::Error { kind, message } => (Some(*kind), message.clone(), Vec::new()),
            Stop::Misuse { kind, message, object } => {
                (Some(*kind), message.clone(), self.story(object))
            }
            Stop::Fault(fault) => {
                (Some(fault_kind(fault)), self.fault_message(state, fault), self.fault_notes(fault))
            }
            Stop::Unsupported(what) => (None, what.clone(), Vec::new()),
            Stop::Bound(which) => (None, format!("the bound on {which} is reached"), Vec::new()),
            Stop::StepLimit => (None, "the step limit is reached".to_string(), Vec::new()),
            Stop::Exit(status) => (None, format!("the program exited with {status}"), Vec::new()),
            Stop::Returned => (None, "the function returned".to_string(), Vec::new()),
            Stop::Threw => (None, "an exception left the function".to_string(), Vec::new()),
            Stop::AssumedAway => (None, "an assumption does not hold".to_string(), Vec::new()),
            Stop::NeedsTerms => (None, "a model met terms".to_string(), Vec::new()),
            Stop::Turned => (None, "a path turned".to_string(), Vec::new()),
            Stop::Follow(_) | Stop::OutsideFootprint(_) | Stop::EndedInside | Stop::PutOff => {
                (None, "a call was to be stepped over".to_string(), Vec::new())
            }
            Stop::SolverUnknown => (None, "the solver does not know".to_string(), Vec::new()),
            Stop::Internal(what) => (None, what.clone(), Vec::new()),
        };
        let mut frames: Vec<_> = state.frames.iter().rev().map(|f| (f.function, f.pc)).collect();
        if let Some((at, (_, pc))) = returned_from(state, kind).zip(frames.first_mut()) {
            *pc = at;
        }
        let trace = self.trace_frames(&frames);
        let location = first_location(&trace);
        ErrorReport { kind, message, location, trace, notes }
    }

    /// The user's part of a call stack; all of it if there is no such part.
    fn trace_frames(&self, frames: &[(FuncId, Pc)]) -> Vec<TraceFrame> {
        let is_user = |id: FuncId| !self.program.function(id).runtime;
        let any_user = frames.iter().any(|&(id, _)| is_user(id));
        let wanted = frames.iter().filter(|&&(id, _)| is_user(id) || !any_user);
        wanted.flat_map(|&(id, pc)| expand(self.program, id, pc)).collect()
    }

    /// A call stack that was remembered.
    pub fn remembered(&self, trace: TraceId) -> Vec<TraceFrame> {
        self.trace_frames(self.traces.frames(trace))
    }

    fn trace_location(&self, trace: TraceId) -> Option<Location> {
        first_location(&self.remembered(trace))
    }

    fn fault_message(&self, state: &State<'p, H>, fault: &Fault) -> String {
        let what = match fault.access {
            Access::Read => "read",
            Access::Write => "write",
        };
        let bytes = in_bytes(fault.len);
        match (fault.kind, &fault.object) {
            (FaultKind::Null, _) if fault.address == 0 => {
                format!("{what} of {bytes} through a null pointer")
            }
            (FaultKind::Null, _) => {
                let offset = fault.address as i64;
                format!("{what} of {bytes} at offset {offset} from a null pointer")
            }
            (FaultKind::Code, _) => format!("{what} of {bytes} of a function's code"),
            (FaultKind::ReadOnly, Some(object)) => {
                format!("{what} of {bytes} to the read-only {}", self.object_name(state, object))
            }
            (FaultKind::OutOfBounds, Some(object)) => {
                let offset = fault.address.wrapping_sub(object.base) as i64;
                format!(
                    "{what} of {bytes} at offset {offset} of the {}",
                    self.object_name(state, object)
                )
            }
            (FaultKind::Ended(ending), Some(object)) => {
                let offset = fault.address.wrapping_sub(object.base) as i64;
                let gone = if ending == Ending::Freed { "freed" } else { "dead" };
                let name = self.object_name(state, object);
                format!("{what} of {bytes} at offset {offset} of the {gone} {name}")
            }
            _ => format!("{what} of {bytes} at {:#x}, where no object is", fault.address),
        }
    }

    /// "8-byte object `buf`".
    fn object_name(&self, state: &State<'p, H>, object: &FaultObject) -> String {
        let size = object.size;
        if let Some(name) = H::object_name(state, object.base) {
            return format!("{size}-byte object that `{name}` points to");
        }
        match object.origin {
            Origin::Heap(_) => format!("{size}-byte heap object"),
            Origin::Environment => format!("{size}-byte object of the environment"),
            Origin::Argument => format!("{size}-byte argument"),
            Origin::Global(id) => {
                let parts = &self.program.global(id).parts;
                match &parts.source_name {
                    Some(name) => format!("{size}-byte global `{name}`"),
                    None if parts.constant => format!("{size}-byte constant"),
                    None => format!("{size}-byte global `{}`", parts.name),
                }
            }
            Origin::Stack { function, object } | Origin::DynamicStack { function, object } => {
                match self.stack_name(function, object) {
                    Some(name) => format!("{size}-byte local variable `{name}`"),
                    None => format!("{size}-byte local object"),
                }
            }
        }
    }

    fn stack_name(&self, function: FuncId, object: u32) -> Option<Arc<str>> {
        let body = self.program.body(function).ok()?;
        body.stack_objects.get(object as usize)?.name.clone()
    }

    fn fault_notes(&self, fault: &Fault) -> Vec<Note> {
        match (&fault.object, fault.kind) {
            (None, _) => Vec::new(),
            (Some(object), FaultKind::Ended(Ending::FrameLeft)) => {
                self.birth_and("its function has returned", object)
            }
            (Some(object), FaultKind::Ended(Ending::ScopeLeft)) => {
                self.birth_and("its scope has been left", object)
            }
            (Some(object), _) => self.story(object),
        }
    }

    fn birth_and(&self, end: &str, object: &FaultObject) -> Vec<Note> {
        let end = Note { message: end.into(), location: None };
        self.birth_note(object).into_iter().chain([end]).collect()
    }

    /// Where an object was made and, if it was, freed.
    fn story(&self, object: &FaultObject) -> Vec<Note> {
        let freed = object.ended.map(|trace| Note {
            message: "freed here".into(),
            location: self.trace_location(trace),
        });
        self.birth_note(object).into_iter().chain(freed).collect()
    }

    fn birth_note(&self, object: &FaultObject) -> Option<Note> {
        let size = object.size;
        match object.origin {
            Origin::Heap(kind) => Some(Note {
                message: format!("{size}-byte object {} here", made_by(kind)),
                location: self.trace_location(object.born),
            }),
            Origin::Global(id) => {
                let parts = &self.program.global(id).parts;
                let file = parts.file.clone()?;
                let location = Some(Location { file, line: parts.line, column: 0 });
                Some(Note {
                    message: format!("{size}-byte global variable defined here"),
                    location,
                })
            }
            Origin::Stack { function, object } | Origin::DynamicStack { function, object } => {
                let body = self.program.body(function).ok()?;
                let stack = body.stack_objects.get(object as usize)?;
                let place = body.places.get(stack.place as usize).filter(|_| stack.place != 0)?;
                let location = Some(location_of(place));
                Some(Note { message: format!("{size}-byte variable declared here"), location })
            }
            Origin::Argument | Origin::Environment => None,
        }
    }
}

/// So many bytes, in words.
pub fn in_bytes(count: u64) -> String {
    match count {
        1 => "1 byte".into(),
        n => format!("{n} bytes"),
    }
}

/// The innermost place in the user's own files; else the innermost place.
pub fn first_location(trace: &[TraceFrame]) -> Option<Location> {
    let locations = || trace.iter().filter_map(|frame| frame.location.as_ref());
    locations().find(|location| !is_system(&location.file)).or_else(|| locations().next()).cloned()
}

/// Is a file a header of the system? An error that shows there is the caller's.
fn is_system(file: &str) -> bool {
    ["/usr/include/", "/usr/lib/", "/usr/local/include/"].iter().any(|dir| file.starts_with(dir))
}

fn fault_kind(fault: &Fault) -> ErrorKind {
    match fault.kind {
        FaultKind::Null => ErrorKind::NullDereference,
        FaultKind::Ended(_) => ErrorKind::UseAfterFree,
        FaultKind::Wild
        | FaultKind::Unmapped
        | FaultKind::OutOfBounds
        | FaultKind::Guarded
        | FaultKind::ReadOnly
        | FaultKind::Code => ErrorKind::OutOfBounds,
    }
}

fn made_by(kind: HeapKind) -> &'static str {
    match kind {
        HeapKind::Malloc | HeapKind::Library | HeapKind::Input => "allocated",
        HeapKind::New => "allocated by new",
        HeapKind::NewArray => "allocated by new[]",
    }
}

fn location_of(place: &coax_ir::Place) -> Location {
    Location { file: place.file.clone(), line: place.line, column: place.column }
}

/// A frame, with the functions that were inlined into it.
fn expand(program: &Program, id: FuncId, pc: Pc) -> Vec<TraceFrame> {
    let function = program.function(id);
    let outer = |location| TraceFrame { function: function.source_name.clone(), location };
    let Ok(body) = program.body(id) else { return vec![outer(None)] };
    let mut frames = Vec::new();
    let mut place = body.place(pc);
    while let Some(current) = place {
        let location = Some(location_of(current)).filter(|location| location.line != 0);
        let Some(at) = current.inlined_at else {
            frames.push(outer(location));
            return frames;
        };
        let name = current.inlined_function.clone().unwrap_or_else(|| function.source_name.clone());
        frames.push(TraceFrame { function: name, location });
        place = body.places.get(at as usize);
    }
    frames.push(outer(None));
    frames
}

/// Where the value that a function is about to return was written, if that is what is wrong.
fn returned_from(state: &State<'_, impl Hooks>, kind: Option<ErrorKind>) -> Option<Pc> {
    let frame = state.frames.last().filter(|_| kind == Some(ErrorKind::UninitializedRead))?;
    let body = frame.body;
    let returns =
        matches!(body.code.get(frame.pc.index())?, Inst::Ret { .. } | Inst::RetMany { .. });
    let slot = body.returned_from.filter(|_| returns)?;
    let at = Pc(u32::try_from(state.word(slot)).ok()?);
    let moves = matches!(body.code.get(at.index())?, Inst::Move { dst, .. } if *dst == slot);
    (moves && body.place(at).is_some()).then_some(at)
}
