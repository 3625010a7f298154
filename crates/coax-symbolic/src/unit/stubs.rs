//! Calls that are not followed: functions without a body anywhere, functions deeper than the
//! allowed depth, functions that input pointers point to. They are answered for: the result is
//! unknown, and so is what they leave where nothing was before.

use crate::layers::InputMaker;
use crate::layers::Shadows;
use std::sync::Arc;

use coax_case::{OutputTo, REGISTERS};
use coax_expr::Term;
use coax_ir::{
    Arg, CallSite, FuncId, GlobalId, Inst, Kind, Passing, SourceSignature, TYPE_OF, TrapKind, Type,
    TypeId, is_const, size_of, strip,
};
use coax_kinds::{FollowReason, Incomplete};
use coax_memory::{Access, Object, Origin};

use super::arguments::scratch;
use super::construct::is_plain;
use super::objects::{Context, a_byte};
use super::shapes::Scalar;
use super::{Holder, Output, Stub, StubCall, Tree, UnitPlan};
use crate::Machine;
use crate::Mark;
use crate::layers::UnitRun;
use crate::scenario::{InScenario, answer_in_sequence};
use crate::{Most, Returned};
use crate::{State, Stop};

/// How much of an object of unknown type a function may fill.
const MOST_FILLED: u64 = 256;

/// What names of functions begin with that belong to the language.
const LANGUAGE: &[&str] = &["llvm.", "__coax_", "__cxa_", "_Unwind_", "_ZS", "_ZNS", "_ZNKS"];

/// Functions of the library whose results come from outside of the program: they are inputs of a unit.
const ENVIRONMENT: &[&str] =
    &["getenv", "secure_getenv", "time", "clock", "rand", "random", "lrand48", "sysconf", "isatty"];

/// Does what a function returns come from outside of the program?
pub(crate) fn is_environment(name: &str) -> bool {
    ENVIRONMENT.contains(&name)
}

/// Does a function belong to the language itself?
pub(crate) fn is_of_language(name: &str) -> bool {
    LANGUAGE.iter().any(|start| name.starts_with(start))
}

/// A function that is answered for, as far as it is known.
struct Answered<'a> {
    /// What it is called.
    name: String,
    /// How it is declared, if the debug information has that,
    signature: Option<&'a SourceSignature>,
    /// or at least what it takes.
    params: Vec<TypeId>,
    result: Option<TypeId>,
    /// What it may return, if that is known.
    returned: Option<Returned>,
}

/// An answer that is given again to the same question.
#[derive(Clone, Debug)]
pub(super) struct KnownAnswer {
    question: Vec<u8>,
    answer: StubCall,
    words: Vec<(u64, Mark)>,
}

impl Tree {
    /// What was answered to a question before.
    fn answer_to(&self, question: &[u8]) -> Option<(StubCall, Vec<(u64, Mark)>)> {
        let known = self.known_answers.iter().find(|known| known.question == question)?;
        Some((known.answer.clone(), known.words.clone()))
    }
}

/// Is a function too deep to be followed, called from here?
pub(crate) fn is_too_deep<'p>(machine: &Machine<'p>, state: &State<'p>, id: FuncId) -> bool {
    let Some(plan) = &machine.above.plan else { return false };
    let Some(limit) = plan.call_depth.filter(|_| plan.own.contains(&id)) else { return false };
    let depth = machine.above.symbols.as_ref().map_or(0, |symbols| symbols.depth(state));
    state.is_in_call() && depth > limit
}

/// Is a function that cannot be run answered for? Those of the language itself are not.
pub(crate) fn answers_for<'p>(machine: &Machine<'p>, state: &State<'p>, id: FuncId) -> bool {
    let name = &machine.program.function(id).name;
    state.above.unit.is_some()
        && (state.is_in_call() || is_environment(name))
        && !is_of_language(name)
}

impl<'p> UnitRun<'_, 'p> {
    /// From here on calls are followed as a plan says.
    pub(super) fn plan_calls(&mut self, plan: &Arc<UnitPlan>) {
        if self.above.plan.as_ref().is_none_or(|old| !Arc::ptr_eq(old, plan)) {
            self.above.plan = Some(Arc::clone(plan));
            self.forget_targets();
        }
    }

    /// Answers for a function.
    pub(crate) fn answer_for(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        let function = self.program.function(id);
        let defined = function.defined && !function.runtime;
        if !is_environment(&function.name) {
            self.symbols().incomplete.insert(match defined {
                true => Incomplete::CallDepth,
                false => Incomplete::External,
            });
        }
        let known = self.program.signature_of(id);
        let (params, result) = self.function_type(function.ty);
        let answered = Answered {
            name: function.source_name.to_string(),
            signature: known.as_deref(),
            params,
            result: known.as_ref().map(|signature| signature.result).or(result),
            returned: self.library.returned(&function.name).filter(|_| !defined),
        };
        let stub = self.stub_of(state, id);
        let question = self.question(state, &function.name, call);
        let known = question.as_ref().and_then(|asked| state.above.tree().answer_to(asked));
        if let Some((answer, words)) = known {
            let words = self.up_to_date(state, words);
            return self.returned(state, stub, answer, words, call);
        }
        let (answer, words) = self.invent(state, call, &answered)?;
        if let Some(question) = question {
            let known = KnownAnswer { question, answer: answer.clone(), words: words.clone() };
            state.above.tree().known_answers.push(Arc::new(known));
        }
        self.returned(state, stub, answer, words, call)
    }

    /// What a function that always gives the same answer to the same question is asked: the name of a variable of the
    /// environment.
    fn question(&self, state: &State<'p>, name: &str, call: &CallSite) -> Option<Vec<u8>> {
        if !matches!(name, "getenv" | "secure_getenv") {
            return None;
        }
        let address = state.word(*call.flat.first()?);
        let text = |bytes: &[u8], base: u64| {
            let from = address.checked_sub(base)? as usize;
            let text = bytes.get(from..)?.split(|&byte| byte == 0).next();
            Some(text.unwrap_or_default().to_vec())
        };
        if let Some(object) = state.memory.object(address) {
            return text(object.bytes(), object.base);
        }
        // A literal that was not touched yet.
        let global = self.program.global_at(address)?;
        text(self.program.initial(global).ok()?, self.program.global(global).address)
    }

    /// Words under the path's model.
    fn up_to_date(&mut self, state: &State<'p>, words: Vec<(u64, Mark)>) -> Vec<(u64, Mark)> {
        let symbols = self.symbols();
        let now = |(word, mark): (u64, Mark)| {
            (mark.term.map_or(word, |term| symbols.value(state, term) as u64), mark)
        };
        words.into_iter().map(now).collect()
    }

    /// Answers for the function an input pointer points to, if it is one.
    pub(crate) fn answer_pointer(
        &mut self,
        state: &mut State<'p>,
        address: u64,
        call: &'p CallSite,
    ) -> Result<bool, Stop> {
        let Some(stub) = super::addresses::stub_at(address) else { return Ok(false) };
        if state.above.unit.is_none() {
            return Ok(answer_in_sequence(state, stub, call));
        }
        let known = state.above.tree().stubs.get(stub).map(|stub| (stub.name.to_string(), stub.ty));
        let (name, ty) = known.unwrap_or_default();
        let (params, result) = self.function_type(ty);
        let answered = Answered { name, signature: None, params, result, returned: None };
        let (answer, words) = self.invent(state, call, &answered)?;
        self.returned(state, stub, answer, words, call)?;
        Ok(true)
    }

    /// What functions of a type take and return.
    fn function_type(&self, ty: Option<TypeId>) -> (Vec<TypeId>, Option<TypeId>) {
        let ty = ty.map(|ty| self.program.type_of(strip(self.program, ty)));
        match ty.as_deref() {
            Some(Type::Function { result, params, .. }) => (params.clone(), Some(*result)),
            _ => (Vec::new(), None),
        }
    }

    fn stub_of(&self, state: &mut State<'p>, id: FuncId) -> usize {
        let name = Arc::clone(&self.program.function(id).source_name);
        let stubs = &mut state.above.tree().stubs;
        let found = stubs.iter().position(|stub| stub.function == Some(id));
        found.unwrap_or_else(|| {
            let function = self.program.function(id);
            let is_described = self.library.returned(&function.name).is_some() && !function.defined
                || is_environment(&function.name);
            let stub = Stub { function: Some(id), is_described, ty: None, name, calls: Vec::new() };
            stubs.push(Arc::new(stub));
            stubs.len() - 1
        })
    }

    /// What a function that is not run may have done: its result, and what it wrote.
    fn invent(
        &mut self,
        state: &mut State<'p>,
        call: &'p CallSite,
        answered: &Answered<'_>,
    ) -> Result<(StubCall, Vec<(u64, Mark)>), Stop> {
        if self.symbols().is_summing_up() {
            return Err(Stop::Follow(FollowReason::Stub));
        }
        if self.never_returns(state, call) {
            return Err(Stop::Exit(1));
        }
        let (name, result) = (&answered.name, answered.result);
        let mut outputs = self.invent_outputs(state, call, answered)?;
        if state.above.tree().plan.havoc_globals {
            outputs.extend(self.invent_globals(state)?);
        }
        let hidden = call.args.first().filter(|_| self.returns_in_memory(call, answered));
        let nothing =
            |ty: TypeId| matches!(*self.program.type_of(strip(self.program, ty)), Type::Void);
        if call.ret.is_empty() && hidden.is_none() || result.is_some_and(nothing) {
            return Ok((StubCall { result: None, outputs }, Vec::new()));
        }
        let (holder, made) = self.invent_value(state, result, &call.ret, &format!("{name}()"))?;
        if let ([(leaf, term)], Some(returned)) = (&made[..], answered.returned)
            && leaf.number.is_some()
        {
            self.require_returned(state, call, *term, returned)?;
        }
        let at = match hidden {
            Some(arg) => state.word(arg.slot),
            None => scratch(state, holder.size)?,
        };
        state.memory.fill(at, 0, holder.size)?;
        InputMaker::of(self.symbols()).put(state, at, &made)?;
        let words = match hidden {
            Some(_) => Vec::new(),
            None => self.words_at(state, at, 0, &call.ret)?,
        };
        Ok((StubCall { result: Some(Arc::new(holder)), outputs }, words))
    }

    /// A result is one that the function may return.
    fn require_returned(
        &mut self,
        state: &mut State<'p>,
        call: &CallSite,
        result: Term,
        returned: Returned,
    ) -> Result<(), Stop> {
        let passed = match returned.most {
            Most::Number(_) => None,
            Most::Argument(number) => self.number_passed(state, call, number),
        };
        let pool = &mut self.symbols().pool;
        if pool.width(result) > 64 {
            return Ok(());
        }
        let result = pool.sext(result, 64);
        let least = pool.constant(64, returned.least as u64 as u128);
        let is_enough = pool.sle(least, result);
        let fits = match (returned.most, passed) {
            (Most::Number(most), _) => {
                let most = pool.constant(64, most as u64 as u128);
                pool.sle(result, most)
            }
            // It may fail, and a negative number of bytes bounds nothing.
            (Most::Argument(_), Some(passed)) => {
                let zero = pool.constant(64, 0);
                let fits = pool.sle(result, passed);
                let has_failed = pool.slt(result, zero);
                let is_no_bound = pool.slt(passed, zero);
                let fits = pool.or(fits, has_failed);
                pool.or(fits, is_no_bound)
            }
            (Most::Argument(_), None) => pool.truth(true),
        };
        let allowed = pool.and(is_enough, fits);
        InputMaker::of(self.symbols()).require(state, allowed)
    }

    /// The number that a call passes as the argument of a number, of 64 bits.
    fn number_passed(&mut self, state: &State<'p>, call: &CallSite, number: usize) -> Option<Term> {
        let arg = call.args.get(number)?;
        let [Kind::Int(bits @ 1..=64)] = arg.kinds[..] else { return None };
        let symbols = self.symbols();
        let term = Shadows::of(symbols).operand(state, arg.slot, bits.into());
        Some(symbols.pool.sext(term, 64))
    }

    /// A value of a type, or of machine kinds if no type is known.
    fn invent_value(
        &mut self,
        state: &mut State<'p>,
        ty: Option<TypeId>,
        kinds: &[Kind],
        name: &str,
    ) -> Result<(Holder, Vec<super::objects::Made>), Stop> {
        let (program, context) = (
            self.program,
            Context {
                name,
                depth: 1,
                nonnull: false,
                is_object: false,
                is_blurred: false,
                is_ended: name.strip_suffix("()").is_some_and(is_environment),
            },
        );
        if let Some(ty) = ty {
            return InputMaker::of(self.symbols()).value_of(state, program, ty, context);
        }
        let [kind] = *kinds else {
            let what = format!("`{name}`: a struct of unknown type as a result");
            return Err(Stop::Unsupported(what));
        };
        let ty = self.word_type(kind);
        InputMaker::of(self.symbols()).value_of(state, program, ty, context)
    }

    /// The type of a machine word of which nothing else is known.
    pub(super) fn word_type(&mut self, kind: Kind) -> TypeId {
        let program = self.program;
        *self.above.word_types.entry(kind).or_insert_with(|| match kind {
            Kind::Ptr => {
                let void = program.add_type(Type::Void);
                program.add_type(Type::Pointer(void))
            }
            Kind::Int(1) => program.add_type(Type::Bool),
            Kind::Int(bits) => {
                let (name, bits) = match bits {
                    0..=8 => ("char", 8),
                    9..=16 => ("short", 16),
                    17..=32 => ("int", 32),
                    33..=64 => ("long", 64),
                    _ => ("__int128", 128),
                };
                let (signed, character) = (true, bits == 8);
                program.add_type(Type::Int { name: name.into(), bits, signed, character })
            }
            float => {
                let name = match float {
                    Kind::F32 => "float",
                    Kind::F64 => "double",
                    _ => "long double",
                };
                program.add_type(Type::Float { name: name.into(), bits: float.bits() })
            }
        })
    }

    /// Does the first argument say where the result goes?
    fn returns_in_memory(&self, call: &CallSite, answered: &Answered<'_>) -> bool {
        let is_compound = |ty: TypeId| {
            let ty = self.program.type_of(strip(self.program, ty));
            matches!(*ty, Type::Struct { .. } | Type::Union { .. })
        };
        match answered.signature {
            Some(known) => known.arguments.first() == Some(&Passing::Result),
            None => call.ret.is_empty() && answered.result.is_some_and(is_compound),
        }
    }

    /// The parameter that an argument is for, and what it points to if that is known.
    fn parameter(
        &self,
        call: &CallSite,
        answered: &Answered<'_>,
        argument: usize,
    ) -> Option<(usize, Option<TypeId>)> {
        if let Some(known) = answered.signature {
            let Passing::Scalar { param } = *known.arguments.get(argument)? else { return None };
            return Some((param, self.pointee(known.params[param].ty)));
        }
        if answered.params.is_empty() {
            return Some((in_register(call, argument)?, None));
        }
        let mut at = usize::from(self.returns_in_memory(call, answered));
        let mut firsts = Vec::new();
        for &ty in &answered.params {
            firsts.push(at);
            at += self.arguments_for(call.args.get(at), ty);
        }
        let param = firsts.iter().position(|&first| first == argument)?;
        let ty = answered.params.get(param).filter(|_| at == call.fixed as usize)?;
        Some((param, Some(self.pointee(*ty)?)))
    }

    /// How many arguments a parameter becomes, the first of which this would be: a structure travels
    /// as the words it consists of, if they are two at most.
    fn arguments_for(&self, first: Option<&Arg>, ty: TypeId) -> usize {
        let stripped = self.program.type_of(strip(self.program, ty));
        let is_compound = matches!(*stripped, Type::Struct { .. } | Type::Union { .. });
        let in_memory = first.is_some_and(|arg| arg.byval.is_some());
        match size_of(self.program, ty) {
            Some(0) if is_compound => 0,
            Some(9..=16) if is_compound && !in_memory => 2,
            _ => 1,
        }
    }

    /// A function that is given the address of something unwritten is there to write it.
    fn invent_outputs(
        &mut self,
        state: &mut State<'p>,
        call: &'p CallSite,
        answered: &Answered<'_>,
    ) -> Result<Vec<Output>, Stop> {
        let mut outputs = Vec::new();
        for (i, arg) in call.args.iter().enumerate() {
            if arg.kinds[..] != [Kind::Ptr] || state.mark(arg.slot).term.is_some() {
                continue;
            }
            let address = state.word(arg.slot);
            let Some((argument, pointee)) = self.parameter(call, answered, i) else { continue };
            if pointee.is_some_and(|ty| is_const(self.program, ty)) {
                continue;
            }
            if let Some(value) = self.invent_output(state, address, pointee, &answered.name)? {
                outputs.push(Output { to: OutputTo::Argument(argument), value: Arc::new(value) });
            }
        }
        Ok(outputs)
    }

    fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match *self.program.type_of(strip(self.program, ty)) {
            Type::Pointer(to) | Type::Reference(to) => Some(to),
            _ => None,
        }
    }

    fn invent_output(
        &mut self,
        state: &mut State<'p>,
        address: u64,
        ty: Option<TypeId>,
        name: &str,
    ) -> Result<Option<Holder>, Stop> {
        let Ok(object) = state.memory.check(address, 1, Access::Write) else { return Ok(None) };
        let ty = ty.or_else(|| self.variable_type(object).filter(|_| address == object.base));
        let rest = object.base + object.size - address;
        let typed = ty.and_then(|ty| size_of(self.program, ty)).filter(|&size| size <= rest);
        let size = typed.unwrap_or_else(|| rest.min(MOST_FILLED));
        let undefined = state.memory.defined(address, size)?;
        if undefined.is_none_or(|mask| mask.iter().all(|&bits| bits != 0)) {
            return Ok(None);
        }
        let program = self.program;
        let context = Context {
            name,
            depth: 1,
            nonnull: false,
            is_object: false,
            is_blurred: false,
            is_ended: false,
        };
        let (holder, made) = match ty.filter(|_| typed.is_some()) {
            Some(ty) => InputMaker::of(self.symbols()).value_of(state, program, ty, context)?,
            None => {
                let bytes: Vec<Scalar> =
                    (0..size).map(|offset| Scalar { offset, ..a_byte() }).collect();
                let made =
                    InputMaker::of(self.symbols()).make(state, program, &bytes, context, &[])?;
                let leaves = made.iter().map(|(leaf, _)| leaf.clone()).collect();
                (Holder { ty: self.bytes_type(size), size, leaves }, made)
            }
        };
        state.memory.fill(address, 0, size)?;
        InputMaker::of(self.symbols()).put(state, address, &made)?;
        Ok(Some(holder))
    }

    /// What a local variable was declared as, if that says what all its bytes are and has a name.
    fn variable_type(&self, object: &Object) -> Option<TypeId> {
        let Origin::Stack { function, object: number } = object.origin else { return None };
        let body = self.program.body(function).ok()?;
        let ty = body.stack_objects.get(number as usize)?.ty?;
        let language = self.program.signature_of(function)?.language;
        coax_ir::spell_type(self.program, ty, language)?;
        let is_whole = size_of(self.program, ty) == Some(object.size);
        Some(ty).filter(|&ty| is_whole && is_plain(self.program, ty))
    }

    /// The type of so many bytes of which nothing else is known.
    fn bytes_type(&mut self, count: u64) -> TypeId {
        let byte =
            Type::Int { name: "unsigned char".into(), bits: 8, signed: false, character: true };
        let element = self.program.add_type(byte);
        self.program.add_type(Type::Array { element, count: Some(count) })
    }

    /// A function that is not run may have changed every global that is not constant.
    fn invent_globals(&mut self, state: &mut State<'p>) -> Result<Vec<Output>, Stop> {
        let program = self.program;
        let mut outputs = Vec::new();
        for (index, global) in program.globals().iter().enumerate() {
            let (id, parts) = (GlobalId(index as u32), &global.parts);
            if !parts.defined || parts.constant || parts.runtime || parts.size > MOST_FILLED {
                continue;
            }
            let Some(name) = parts.source_name.as_ref().filter(|it| !it.starts_with(TYPE_OF))
            else {
                continue;
            };
            let ty = program.global_type(id).filter(|&ty| is_plain(program, ty));
            let Some(ty) = ty else { continue };
            self.bring_in(state, global.address)?;
            let context = Context {
                name,
                depth: 1,
                nonnull: false,
                is_object: false,
                is_blurred: false,
                is_ended: false,
            };
            let (holder, made) =
                InputMaker::of(self.symbols()).value_of(state, program, ty, context)?;
            InputMaker::of(self.symbols()).put(state, global.address, &made)?;
            outputs.push(Output { to: OutputTo::Global(id), value: Arc::new(holder) });
        }
        Ok(outputs)
    }

    /// Does nothing come after a call?
    fn never_returns(&self, state: &mut State<'p>, call: &CallSite) -> bool {
        let body = state.top().body;
        matches!(body.code.get(call.next.index()), Some(Inst::Trap { kind: TrapKind::Unreachable }))
    }

    /// The call is over.
    fn returned(
        &mut self,
        state: &mut State<'p>,
        stub: usize,
        answer: StubCall,
        words: Vec<(u64, Mark)>,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        Arc::make_mut(&mut state.above.tree().stubs[stub]).calls.push(answer);
        for (i, (word, mark)) in words.into_iter().enumerate() {
            state.set_marked_word(call.dst.plus(i as u32), word, mark);
        }
        state.top().pc = call.next;
        Ok(())
    }
}

/// Which of the integers and pointers an argument is, if it travels in a register.
fn in_register(call: &CallSite, index: usize) -> Option<usize> {
    let is_word = |kind: &Kind| matches!(kind, Kind::Ptr | Kind::Int(0..=64));
    let before = call.args[..index].iter().flat_map(|arg| &arg.kinds);
    Some(before.filter(|kind| is_word(kind)).count()).filter(|&number| number < REGISTERS)
}
