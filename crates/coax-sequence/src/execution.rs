//! A step of a sequence is run on a state: its arguments become words, its function is called, and what it
//! gives is kept.

use std::sync::Arc;

use coax_case::{Action, Argument, Invocation, Object, Pass, Pointee, Storage, Value};
use coax_engine::scenario::{Observed, ObservedWord, RunSequences};
use coax_engine::{Machine, State, Stop, WithSymbols};
use coax_ir::{FuncId, Kind, Passing, Role, address};
use coax_memory::HeapKind;

use crate::api::{Api, Callable, Param};
use crate::bindings::{Bindings, Given, Place};
use crate::dispatch;
use crate::lengths::Pairing;
use crate::recording::{MOST_LETTERS, Primitive, Recording};
use crate::room::{
    copy_of, new_room, plain, room, room_of, store_words, string_of, text_of, view_of, word_at,
    words_at,
};
use crate::types::{By, ClassId, Shape, Sort, Standard};

/// How a step ended.
#[derive(Clone, Debug)]
pub(crate) enum Ended {
    Returned(Given),
    /// An exception left it, and was caught; the name of its type.
    Threw(Option<String>),
}

/// A step that is run.
pub(crate) struct Execution<'a, 'p> {
    pub(crate) machine: &'a mut Machine<'p>,
    pub(crate) state: &'a mut State<'p>,
    pub(crate) api: &'a Api,
    pub(crate) objects: &'a [Arc<Object>],
    pub(crate) bindings: &'a Bindings,
    pub(crate) max_steps: u64,
    /// Where inputs are made of numbers and letters, if they are.
    pub(crate) recording: Option<&'a mut Recording>,
}

/// The function that a step names, and the one that runs: that of the object's class, if it is virtual.
#[derive(Clone, Copy, Debug)]
struct Target {
    named: FuncId,
    run: FuncId,
}

impl Target {
    fn of(function: FuncId) -> Target {
        Target { named: function, run: function }
    }
}

/// What is passed for a parameter.
#[derive(Clone, Copy, Debug)]
enum Passed {
    Word(ObservedWord),
    /// An object by value.
    Memory(u64),
    /// An object by value, whose contents may be taken over.
    Moved(u64),
}

impl<'p> Execution<'_, 'p> {
    /// Runs a step to its end.
    pub(crate) fn run(&mut self, invocation: &Invocation) -> Result<Ended, Stop> {
        match &invocation.action {
            Action::Call(function) => self.call(Target::of(*function), None, &invocation.arguments),
            Action::Method { function, receiver } => {
                let receiver = self.receiver(*function, receiver)?;
                let run =
                    dispatch::overrider(self.machine, self.state, self.api, *function, receiver)?;
                let target = Target { run, ..Target::of(*function) };
                self.call(target, Some(receiver), &invocation.arguments)
            }
            Action::Construct { class, constructor, storage } => {
                let class = self.class_of_type(*class)?;
                self.construct(class, *constructor, *storage, &invocation.arguments)
            }
            Action::Delete { pointer, array } => {
                let pointer = self.pointer(pointer)?;
                self.delete(pointer, *array)
            }
        }
    }

    fn class_of_type(&self, ty: coax_ir::TypeId) -> Result<ClassId, Stop> {
        let classes = &self.api.types.classes;
        let found = classes.iter().position(|class| class.ty == ty);
        found
            .map(|index| ClassId(index as u32))
            .ok_or_else(|| internal("a class that is not known"))
    }

    fn callable(&self, function: FuncId) -> Result<&Callable, Stop> {
        self.api.callable(function).ok_or_else(|| internal("a function that cannot be called"))
    }

    fn call(
        &mut self,
        target: Target,
        receiver: Option<u64>,
        arguments: &[Argument],
    ) -> Result<Ended, Stop> {
        let Target { named: function, run } = target;
        if self.is_free(function) {
            let pointer =
                self.pointer(arguments.first().ok_or_else(|| internal("free of nothing"))?)?;
            self.machine.deallocate(self.state, pointer, HeapKind::Malloc)?;
            return Ok(Ended::Returned(Given::default()));
        }
        let api = self.api;
        let callable =
            api.callable(function).ok_or_else(|| internal("a function that cannot be called"))?;
        let mut passed = Vec::with_capacity(callable.params.len());
        for (index, param) in callable.params.iter().enumerate() {
            if let Some(recording) = &mut self.recording {
                recording.argument = index;
            }
            passed.push(match arguments.get(index) {
                Some(argument) => {
                    let most = self.most_length(param, arguments);
                    self.argument(param, argument, most)?
                }
                None => Passed::Word(plain(0)),
            });
        }
        let result = room_for_result(self.state, callable)?;
        let words = self.words(callable, receiver, result, &passed)?;
        match self.call_words(run, &words)? {
            Observed::Threw(exception) => {
                Ok(Ended::Threw(self.machine.catch(self.state, exception)?))
            }
            Observed::Returned(words) => Ok(Ended::Returned(self.given(callable, result, &words)?)),
        }
    }

    /// Calls a function with words.
    fn call_words(&mut self, function: FuncId, words: &[ObservedWord]) -> Result<Observed, Stop> {
        let Some(recording) = self.recording.as_deref_mut() else {
            return self.machine.call_in_sequence(self.state, function, words, self.max_steps);
        };
        let called = self.machine.call_watched_in_sequence(
            self.state,
            function,
            words,
            self.max_steps,
            recording,
        );
        let decisions = self.machine.symbols_mut().context.flips.len();
        recording.end_of_call(self.state, decisions);
        called
    }

    fn is_free(&self, function: FuncId) -> bool {
        let function = self.machine.program.function(function);
        !function.defined && &*function.name == "free"
    }

    /// The words of the machine's parameters.
    fn words(
        &mut self,
        callable: &Callable,
        receiver: Option<u64>,
        result: u64,
        passed: &[Passed],
    ) -> Result<Vec<ObservedWord>, Stop> {
        let mut words = Vec::with_capacity(callable.passing.len());
        for machine in &*callable.passing {
            match machine.passing {
                Passing::Result => words.push(plain(result)),
                Passing::This => words.push(plain(receiver.unwrap_or(0))),
                Passing::Scalar { param } => match passed[param] {
                    Passed::Word(word) => {
                        let param = &callable.params[param];
                        words.push(self.scalar(word, param, &machine.kinds));
                    }
                    Passed::Memory(at) | Passed::Moved(at) => {
                        words.extend(words_at(self.state, at, &machine.kinds)?);
                    }
                },
                Passing::Piece { param, offset } => {
                    let at = self.object_of(passed[param])?;
                    words.extend(words_at(self.state, at + offset, &machine.kinds)?);
                }
                Passing::Copy { param } => {
                    let at = self.object_of(passed[param])?;
                    let size = self.size_of(&callable.params[param])?;
                    words.push(plain(copy_of(self.state, at, size)?));
                }
                Passing::Address { param } => {
                    let copy = self.temporary(&callable.params[param], passed[param])?;
                    words.push(plain(copy));
                }
                Passing::Unknown => return Err(internal("how a parameter is passed is not known")),
            }
        }
        Ok(words)
    }

    /// A number as wide as the machine passes it.
    fn scalar(&mut self, word: ObservedWord, param: &Param, kinds: &[Kind]) -> ObservedWord {
        let bits = kinds.first().map_or(64, |kind| kind.bits()).min(64);
        let Shape::Number(number) = param.shape else {
            return ObservedWord { value: word.value & mask(bits), ..word };
        };
        let own = u32::from(number.size) * 8;
        let is_signed = matches!(number.sort, Sort::Signed | Sort::Character);
        let low = word.value & mask(own);
        let value = match is_signed && own < bits {
            true => (((low << (64 - own)) as i64) >> (64 - own)) as u64 & mask(bits),
            false => low & mask(bits),
        };
        let term = word.term.map(|term| {
            let pool = &mut self.machine.symbols_mut().pool;
            let narrow = pool.resize(term, own);
            let wide = match is_signed && own < bits {
                true => pool.sext(narrow, bits),
                false => pool.resize(narrow, bits),
            };
            if let Some(recording) = &mut self.recording {
                recording.derive(term, wide);
            }
            wide
        });
        ObservedWord { value, term, ..word }
    }

    fn object_of(&self, passed: Passed) -> Result<u64, Stop> {
        match passed {
            Passed::Memory(at) | Passed::Moved(at) => Ok(at),
            Passed::Word(_) => Err(internal("a number is passed for an object")),
        }
    }

    fn size_of(&self, param: &Param) -> Result<u64, Stop> {
        let size = coax_ir::size_of(self.machine.program, param.ty);
        size.ok_or_else(|| internal("an object of unknown size is passed"))
    }

    /// The copy of an object that is passed by its address.
    fn temporary(&mut self, param: &Param, passed: Passed) -> Result<u64, Stop> {
        let (from, is_moved) = match passed {
            // A temporary of its own already.
            Passed::Memory(at) if matches!(param.shape, Shape::Standard { .. }) => return Ok(at),
            Passed::Memory(at) => (at, false),
            Passed::Moved(at) => (at, true),
            Passed::Word(_) => return Err(internal("a number is passed for an object")),
        };
        let Shape::Object { class, .. } = param.shape else {
            return Err(internal("an object of no class is passed"));
        };
        let copier = self.api.copier(class, is_moved);
        let copier =
            copier.ok_or_else(|| unsupported("the program contains no copy constructor"))?;
        let at = room(self.state, self.size_of(param)?)?;
        let words = [plain(at), plain(from)];
        match self.machine.call_in_sequence(self.state, copier, &words, self.max_steps)? {
            Observed::Returned(_) => Ok(at),
            Observed::Threw(_) => Err(unsupported("a copy constructor throws")),
        }
    }

    /// What a function gave.
    fn given(
        &mut self,
        callable: &Callable,
        result: u64,
        words: &[ObservedWord],
    ) -> Result<Given, Stop> {
        let class = match callable.result {
            Shape::Object { class, .. } => Some(class),
            _ => None,
        };
        let is_object = match callable.result {
            Shape::Object { class, by: By::Value, .. } => !self.api.types.class(class).is_handle,
            Shape::Standard { by: By::Value, .. } => true,
            _ => false,
        };
        let place = match words.first() {
            _ if matches!(callable.result, Shape::Void) => Place::Nowhere,
            _ if is_object => {
                if result_is_in_registers(callable) {
                    store_words(self.state, result, &callable.returned, words)?;
                }
                Place::Memory(result)
            }
            Some(&word) => Place::Word(word),
            None => Place::Nowhere,
        };
        Ok(Given { place, class })
    }

    fn construct(
        &mut self,
        class: ClassId,
        constructor: Option<FuncId>,
        storage: Storage,
        arguments: &[Argument],
    ) -> Result<Ended, Stop> {
        let known = self.api.types.class(class);
        let size = known.size.ok_or_else(|| internal("an object of unknown size is made"))?;
        let at = match storage {
            Storage::Automatic => room(self.state, size)?,
            Storage::Heap => new_room(self.state, size)?,
        };
        let run = constructor.or_else(|| self.api.implicit(class));
        match run {
            Some(function) if self.api.callable(function).is_some() => {
                if let Ended::Threw(ty) = self.call(Target::of(function), Some(at), arguments)? {
                    if storage == Storage::Heap {
                        // What `new` has allocated goes when the constructor throws.
                        self.machine.deallocate(self.state, at, HeapKind::New)?;
                    }
                    return Ok(Ended::Threw(ty));
                }
            }
            Some(function) => {
                let words = [plain(at)];
                self.machine.call_in_sequence(self.state, function, &words, self.max_steps)?;
            }
            None => self.state.memory.fill(at, 0, size)?,
        }
        let place = match storage {
            Storage::Automatic => Place::Memory(at),
            Storage::Heap => Place::Word(plain(at)),
        };
        Ok(Ended::Returned(Given { place, class: Some(class) }))
    }

    fn delete(&mut self, pointer: u64, array: bool) -> Result<Ended, Stop> {
        let class = self.bindings.results.iter().find_map(|given| match given.place {
            Place::Word(word) if word.value == pointer => given.class,
            _ => None,
        });
        let destroyed = match class {
            Some(class) if pointer != 0 => self.destroy_deleted(class, pointer)?,
            _ => Deleted::MemoryIsLeft,
        };
        if destroyed == Deleted::MemoryIsLeft {
            let by = if array { HeapKind::NewArray } else { HeapKind::New };
            self.machine.deallocate(self.state, pointer, by)?;
        }
        Ok(Ended::Returned(Given::default()))
    }

    fn destroy_deleted(&mut self, class: ClassId, pointer: u64) -> Result<Deleted, Stop> {
        let deleting =
            dispatch::deleting_destructor(self.machine, self.state, self.api, class, pointer)?;
        if let Some(function) = deleting {
            self.machine.call_in_sequence(
                self.state,
                function,
                &[plain(pointer)],
                self.max_steps,
            )?;
            return Ok(Deleted::All);
        }
        self.destroy(class, pointer)?;
        Ok(Deleted::MemoryIsLeft)
    }

    /// Runs the destructor of an object, if it has one.
    pub(crate) fn destroy(&mut self, class: ClassId, at: u64) -> Result<(), Stop> {
        if let Some(function) = self.api.destructor(class) {
            self.machine.call_in_sequence(self.state, function, &[plain(at)], self.max_steps)?;
        }
        Ok(())
    }

    /// The object that a method is called on, as its class sees it.
    fn receiver(&mut self, function: FuncId, receiver: &Argument) -> Result<u64, Stop> {
        let class = self.callable(function)?.class;
        let (at, given) = match *receiver {
            Argument::Result { step, .. } => {
                let given = self.bindings.results[step];
                (self.address_of(given)?, given.class)
            }
            Argument::Object { .. } => (self.pointer(receiver)?, class),
            _ => return Err(internal("a method is called on no object")),
        };
        Ok(at + self.offset(given, class))
    }

    /// Where in an object of a class another one is that is wanted.
    fn offset(&self, class: Option<ClassId>, wanted: Option<ClassId>) -> u64 {
        let offset =
            class.zip(wanted).and_then(|(class, base)| self.api.types.offset_of(class, base));
        offset.unwrap_or(0)
    }

    /// Where the object of a result is.
    fn address_of(&self, given: Given) -> Result<u64, Stop> {
        match given.place {
            Place::Word(word) => Ok(word.value),
            Place::Memory(at) => Ok(at),
            Place::Nowhere => Err(internal("a step is used that gave nothing")),
        }
    }

    /// The value of a pointer.
    pub(crate) fn pointer(&self, argument: &Argument) -> Result<u64, Stop> {
        match *argument {
            Argument::Result { step, .. } => self.address_of(self.bindings.results[step]),
            Argument::Object { index, pass }
                if pass != Pass::Address && self.holds_pointer(index) =>
            {
                Ok(word_at(self.state, self.bindings.objects[index], 8)?.value)
            }
            Argument::Object { index, .. } => Ok(self.bindings.objects[index]),
            _ => Err(internal("something else is given where a pointer is wanted")),
        }
    }

    fn argument(
        &mut self,
        param: &Param,
        argument: &Argument,
        most: Option<u64>,
    ) -> Result<Passed, Stop> {
        match argument {
            Argument::Value(value) => self.value(param, value, most),
            Argument::Text(text) => self.text(param, text),
            Argument::Length { index } => {
                let object = &self.objects[*index];
                let count = match coax_ir::size_of(self.machine.program, object.ty) {
                    Some(_) => object.count,
                    None => object.bytes.len() as u64,
                };
                Ok(Passed::Word(plain(count)))
            }
            Argument::Object { index, pass } => self.variable(param, *index, *pass),
            Argument::Result { step, pass } => self.result(param, *step, *pass),
            Argument::Input(_) => Err(internal("an input is an argument of a sequence")),
        }
    }

    /// How long the buffer is that a number is the length of.
    fn most_length(&self, param: &Param, arguments: &[Argument]) -> Option<u64> {
        let Pairing::Length(buffer) = param.pairing else { return None };
        match arguments.get(buffer)? {
            Argument::Text(text) => Some(text.len() as u64),
            Argument::Object { index, .. } => Some(self.objects[*index].count),
            _ => Some(0),
        }
    }

    fn value(&mut self, param: &Param, value: &Value, most: Option<u64>) -> Result<Passed, Stop> {
        let word = match value.pointers.first().map(|at| &at.to) {
            Some(&Pointee::Function(id)) => address::of_function(id),
            Some(&Pointee::Object { index, offset }) => self.bindings.objects[index] + offset,
            Some(Pointee::Null) | None => {
                let mut bytes = [0; 8];
                let len = value.bytes.len().min(8);
                bytes[..len].copy_from_slice(&value.bytes[..len]);
                u64::from_le_bytes(bytes)
            }
            Some(&Pointee::Stub(index)) => self.bindings.stubs[index],
            Some(Pointee::File(_)) => {
                return Err(unsupported("a pointer to what only a test has"));
            }
        };
        match (param.shape.clone(), self.recording.as_deref_mut()) {
            (Shape::NumberReference(number), recording) => {
                let at = room_of(self.state, &value.bytes)?;
                if let Some(recording) = recording.filter(|_| is_free(number.sort)) {
                    let (step, argument) = (recording.step, recording.argument);
                    let primitive = |_, _| Primitive::Argument { step, argument };
                    recording.memory(self.machine, self.state, at, &[number.size], primitive)?;
                }
                Ok(Passed::Word(plain(at)))
            }
            (Shape::Number(number), Some(recording))
                if is_free(number.sort) && value.pointers.is_empty() =>
            {
                recording.number(self.machine, self.state, number, word, most).map(Passed::Word)
            }
            _ => Ok(Passed::Word(plain(word))),
        }
    }

    /// The letters of a text are inputs, if any are.
    fn letters(&mut self, at: u64, len: usize) -> Result<(), Stop> {
        let Some(recording) = self.recording.as_deref_mut() else { return Ok(()) };
        let (step, argument) = (recording.step, recording.argument);
        let sizes = vec![1; len.min(MOST_LETTERS)];
        let primitive = |at, _| Primitive::Letter { step, argument, at };
        recording.memory(self.machine, self.state, at, &sizes, primitive)
    }

    fn text(&mut self, param: &Param, text: &[u8]) -> Result<Passed, Stop> {
        let Shape::Standard { standard, by, .. } = param.shape else {
            let at = text_of(self.state, text)?;
            self.letters(at, text.len())?;
            return Ok(Passed::Word(plain(at)));
        };
        let at = match standard {
            Standard::String => string_of(self.state, text)?,
            Standard::View => view_of(self.state, text)?,
        };
        let pointer = if standard == Standard::String { at } else { at + 8 };
        let letters = word_at(self.state, pointer, 8)?.value;
        self.letters(letters, text.len())?;
        Ok(match by {
            By::Value => Passed::Memory(at),
            By::Pointer | By::Reference | By::Moved => Passed::Word(plain(at)),
        })
    }

    fn variable(&mut self, param: &Param, index: usize, pass: Pass) -> Result<Passed, Stop> {
        let at = self.bindings.objects[index];
        Ok(match &param.shape {
            Shape::Number(number) => Passed::Word(word_at(self.state, at, number.size.into())?),
            Shape::Object { class, by: By::Value, .. } => {
                match (self.api.types.class(*class).is_handle, pass) {
                    (true, _) => Passed::Word(word_at(self.state, at, 8)?),
                    (false, Pass::Moved) => Passed::Moved(at),
                    (false, _) => Passed::Memory(at),
                }
            }
            // A pointer that is kept in the variable.
            Shape::Object { .. } | Shape::Text { .. }
                if pass != Pass::Address && self.holds_pointer(index) =>
            {
                Passed::Word(word_at(self.state, at, 8)?)
            }
            _ => Passed::Word(plain(at)),
        })
    }

    /// Is a variable a pointer?
    fn holds_pointer(&self, index: usize) -> bool {
        let program = self.machine.program;
        let object = &self.objects[index];
        let bare = coax_ir::strip(program, object.ty);
        object.count == 1 && matches!(*program.type_of(bare), coax_ir::Type::Pointer(_))
    }

    fn result(&mut self, param: &Param, step: usize, pass: Pass) -> Result<Passed, Stop> {
        let given = self.bindings.results[step];
        if let Place::Word(word) = given.place
            && matches!(param.shape, Shape::Number(_))
        {
            return Ok(Passed::Word(word));
        }
        if let (Place::Word(word), Shape::NumberReference(number)) = (given.place, &param.shape) {
            let at = room_of(self.state, &word.value.to_le_bytes()[..number.size.into()])?;
            return Ok(Passed::Word(plain(at)));
        }
        let at = self.address_of(given)?;
        Ok(match param.shape {
            Shape::Object { class, by: By::Value, .. }
                if !self.api.types.class(class).is_handle =>
            {
                let at = at + self.offset(given.class, Some(class));
                if pass == Pass::Moved { Passed::Moved(at) } else { Passed::Memory(at) }
            }
            Shape::Object { class, .. } => {
                let offset = if at == 0 { 0 } else { self.offset(given.class, Some(class)) };
                Passed::Word(plain(at + offset))
            }
            _ => Passed::Word(plain(at)),
        })
    }
}

/// What is left of an object that is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deleted {
    All,
    MemoryIsLeft,
}

/// Does a function return an object in registers?
fn result_is_in_registers(callable: &Callable) -> bool {
    !callable.passing.iter().any(|passed| passed.passing == Passing::Result)
}

fn room_for_result(state: &mut State<'_>, callable: &Callable) -> Result<u64, Stop> {
    let is_object = matches!(
        callable.result,
        Shape::Object { by: By::Value, .. } | Shape::Standard { by: By::Value, .. }
    );
    match is_object && callable.role != Some(Role::Constructor) {
        true => room(state, callable.result_size),
        false => Ok(0),
    }
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Is every value of such a number allowed?
fn is_free(sort: Sort) -> bool {
    !matches!(sort, Sort::Truth | Sort::Enum)
}

pub(crate) fn internal(what: &str) -> Stop {
    Stop::Internal(what.into())
}

pub(crate) fn unsupported(what: &str) -> Stop {
    Stop::Unsupported(what.into())
}
