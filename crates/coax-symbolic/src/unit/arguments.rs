//! How a unit begins: its arguments, made of variables and put where the machine expects them.

use crate::layers::InputMaker;
use std::sync::Arc;

use coax_expr::Var;
use coax_ir::address::Region;
use coax_ir::{FuncId, Kind, Passing, SourceSignature, Type, TypeId, compatible, size_of, strip};
use coax_memory::{Allocation, Origin, TraceId};

use super::construct::{is_plain, makes_its_object, not_abstract};
use super::lengths::{Length, Named, Role as NamedRole};
use super::objects::{Context, Made};
use super::parameter_uses::{ParameterUse, PointerKind, corrected, parameter_uses};
use super::program_arguments::takes_program_arguments;
use super::shapes::{Overlaid, Scalar, ScalarKind, is_text, scalars};
use super::spans::{Inside, NamedScalar, Roles};
use super::{Holder, LateWords, Target, Tree, UnitPlan};
use crate::Mark;
use crate::layers::UnitRun;
use crate::scenario::{Operand, Ready, Role, RunningStep, Scenario, Step};
use crate::symbolic::InputSource;
use crate::{State, Stop};

/// A word with what it is beside its value.
type Word = (u64, Mark);

impl<'p> UnitRun<'_, 'p> {
    /// Puts a state at the start of a unit, once the program's constructors have run.
    pub(super) fn begin_unit(
        &mut self,
        state: &mut State<'p>,
        plan: &Arc<UnitPlan>,
        scenario: &Scenario,
    ) -> Result<(), Stop> {
        self.plan_calls(plan);
        // What was known on the path before says nothing about this one's inputs.
        self.symbols().enter(state);
        state.above.unit = Some(Arc::new(Tree::new(plan)));
        self.begin_scenario(state, scenario)
    }

    /// What a step is called with. The object of a method is made only for calls: other steps have
    /// one.
    pub(super) fn call_words(
        &mut self,
        state: &mut State<'p>,
        called: &RunningStep,
    ) -> Result<Ready, Stop> {
        let RunningStep { step, role, .. } = called;
        let signature = &*self.signature(step.function)?;
        let (places, arguments) = self.make_arguments(state, step, signature)?;
        let mut ready = Ready { arguments, ..Ready::default() };
        let params = &self.program.function(step.function).signature.params;
        for (param, passing) in params.iter().zip(&signature.arguments) {
            match *passing {
                Passing::Result => {
                    let size = size_of(self.program, signature.result).unwrap_or(0);
                    ready.words.push((scratch(state, size)?, Mark::NONE));
                }
                Passing::This if *role != Role::Call => {}
                Passing::This => match state.above.operand(&step.receiver)? {
                    Some(words) => ready.words.extend(words),
                    None => self.make_this(state, signature, &mut ready)?,
                },
                Passing::Copy { param } | Passing::Address { param } => {
                    only_input(step, param)?;
                    ready.words.push((places[param], Mark::NONE));
                }
                Passing::Scalar { param: index } => {
                    match state.above.operand(step.argument(index))? {
                        Some(words) => ready.words.extend(words),
                        None => self.pass(state, &mut ready, places[index], 0, &param.kinds)?,
                    }
                }
                Passing::Piece { param: index, offset } => {
                    only_input(step, index)?;
                    self.pass(state, &mut ready, places[index], offset, &param.kinds)?;
                }
                Passing::Unknown => {
                    let what = "how a parameter is passed is not known".into();
                    return Err(Stop::Unsupported(what));
                }
            }
        }
        Ok(ready)
    }

    /// Passes a part of an argument. What a constructor makes is read once it has run.
    fn pass(
        &mut self,
        state: &mut State<'p>,
        ready: &mut Ready,
        place: u64,
        offset: u64,
        kinds: &[Kind],
    ) -> Result<(), Stop> {
        let Ready { words, late, .. } = ready;
        if state.above.is_constructed(place) {
            late.push(LateWords { first: words.len(), place, offset, kinds: kinds.into() });
            words
                .extend(kinds.iter().flat_map(|kind| vec![(0, Mark::NONE); kind.slots() as usize]));
            return Ok(());
        }
        words.extend(self.words_at(state, place, offset, kinds)?);
        Ok(())
    }

    /// The words of a call, now that all objects it needs are constructed.
    pub(crate) fn final_words(
        &mut self,
        state: &mut State<'p>,
        ready: Ready,
    ) -> Result<Vec<Word>, Stop> {
        let Ready { mut words, late, .. } = ready;
        for late in &late {
            let read = self.words_at(state, late.place, late.offset, &late.kinds)?;
            words[late.first..late.first + read.len()].copy_from_slice(&read);
        }
        Ok(words)
    }

    /// Makes arguments: the address of each, and what it is made of.
    fn make_arguments(
        &mut self,
        state: &mut State<'p>,
        step: &Step,
        signature: &SourceSignature,
    ) -> Result<(Vec<u64>, Vec<Arc<Holder>>), Stop> {
        let id = step.function;
        let uses = parameter_uses(self.program, id, signature);
        let is_main = takes_program_arguments(self.program, id, signature);
        let roles = match is_main {
            true => Roles::of_main(signature.params.len()),
            false => self.roles(id, signature, &uses),
        };
        let mut made: Vec<Option<(Holder, Vec<Made>)>> = vec![None; signature.params.len()];
        let mut lengths: Vec<Option<Length>> = vec![None; signature.params.len()];
        // Pointers behind the last element state lengths,
        let vars: Vec<Option<Var>> = (0..made.len())
            .map(|i| roles.inside[i].map(|_| self.place_in_buffer(state, signature, i)))
            .collect();
        for (inside, var) in roles.inside.iter().zip(&vars) {
            let Some((inside, var)) = inside.zip(*var) else { continue };
            if let Inside::End(start) = inside {
                lengths[start] =
                    Some(Length { own: true, ..InputMaker::of(self.symbols()).count_in(var) });
            }
        }
        // and so do numbers: they come first.
        let (buffers, others): (Vec<usize>, Vec<usize>) =
            (0..made.len()).partition(|&i| roles.stated[i].is_some() || lengths[i].is_some());
        for i in others.into_iter().chain(buffers).filter(|&i| roles.inside[i].is_none()) {
            let stating = roles.stated[i].and_then(|number| {
                let (_, made) = made[number].as_ref()?;
                Some((signature.params[number].ty, made.first()?.1))
            });
            let own = roles.has_inside(i);
            let stated = stating.map(|(ty, term)| Length { own, ..self.count_of(ty, term) });
            lengths[i] = self.declared(signature, i).or(stated).or(lengths[i]);
            let nonnull = is_nonnull(state, id);
            let is_blurred = roles.any_loose && self.is_text(signature, i);
            let name = &parameter_name(signature, i);
            let is_ended = uses[i].is_read && !uses[i].is_written && !uses[i].escapes;
            let is_list = is_main && roles.stated[i].is_some();
            if let Some(length) = lengths[i].filter(|_| is_list) {
                let mut maker = InputMaker::of(self.symbols());
                lengths[i] = Some(maker.length_of_arguments(state, length)?);
            }
            let nonnull = nonnull || is_list;
            let context =
                Context { name, depth: 0, nonnull, is_object: false, is_blurred, is_ended };
            let ty = signature.params[i].ty;
            made[i] = Some(match step.argument(i) {
                Operand::Input => self.make_argument(state, ty, lengths[i], context)?,
                _ => (Holder::without_variables(self.program, ty), Vec::new()),
            });
            if let Some((_, made)) = made[i].as_ref().filter(|_| is_list) {
                InputMaker::of(self.symbols()).note_arguments(state, made, lengths[i]);
            }
        }
        for (i, inside) in roles.inside.iter().enumerate() {
            let Some((inside, var)) = inside.zip(vars[i]) else { continue };
            let start = made[inside.start()].as_ref().and_then(|(held, _)| held.leaves.first());
            let Some(start) = start.cloned() else { continue };
            let length = lengths[inside.start()].map(|length| length.count);
            let most = length.filter(|_| matches!(inside, Inside::Within(_)));
            let ty = signature.params[i].ty;
            let name = parameter_name(signature, i);
            let scalar = Scalar {
                offset: 0,
                size: 8,
                kind: ScalarKind::Hidden,
                path: "".into(),
                overlaid: Overlaid::default(),
            };
            let pointer = NamedScalar { scalar: &scalar, name: &name, var };
            let one =
                InputMaker::of(self.symbols()).pointer_inside(state, pointer, &start, most)?;
            made[i] = Some((Holder { ty, size: 8, leaves: vec![one.0.clone()] }, vec![one]));
        }
        let (mut places, mut holders) = (Vec::new(), Vec::new());
        for (holder, made) in made.into_iter().flatten() {
            let place = state.above.tree().constructed_place(&holder);
            if !is_plain(self.program, holder.ty) || state.above.tree().is_cell_at(place) {
                places.push(place);
                holders.push(Arc::new(holder));
                continue;
            }
            let at = scratch(state, holder.size)?;
            state.memory.fill(at, 0, holder.size)?;
            InputMaker::of(self.symbols()).put(state, at, &made)?;
            holders.push(Arc::new(holder));
            places.push(at);
        }
        Ok((places, holders))
    }

    fn make_argument(
        &mut self,
        state: &mut State<'p>,
        ty: TypeId,
        length: Option<Length>,
        context: Context<'_>,
    ) -> Result<(Holder, Vec<Made>), Stop> {
        let program = self.program;
        if !is_plain(program, ty) {
            let holder =
                InputMaker::of(self.symbols()).constructed_value(state, program, ty, context)?;
            return Ok((holder, Vec::new()));
        }
        match length {
            None => InputMaker::of(self.symbols()).value_of(state, program, ty, context),
            Some(length) => {
                let (scalars, _) = scalars(program, ty);
                let made = InputMaker::of(self.symbols()).make(
                    state,
                    program,
                    &scalars,
                    context,
                    &[Some(length)],
                )?;
                let leaves = made.iter().map(|(leaf, _)| leaf.clone()).collect();
                Ok((Holder { ty, size: 8, leaves }, made))
            }
        }
    }

    /// Does a parameter point to letters?
    fn is_text(&self, signature: &SourceSignature, index: usize) -> bool {
        let ty = strip(self.program, signature.params[index].ty);
        matches!(*self.program.type_of(ty), Type::Pointer(to) if is_text(self.program, to))
    }

    /// How many elements a number states; a negative one states nothing.
    fn count_of(&mut self, ty: TypeId, term: coax_expr::Term) -> Length {
        let signed = matches!(
            *self.program.type_of(strip(self.program, ty)),
            Type::Int { signed: true, .. }
        );
        let pool = &mut self.symbols().pool;
        let count = if signed { pool.sext(term, 64) } else { pool.zext(term, 64) };
        let zero = pool.constant(64, 0);
        let unstated = signed.then(|| pool.slt(count, zero));
        Length { count, unstated, own: false }
    }

    /// The variable that says how far into a buffer a parameter points.
    fn place_in_buffer(
        &mut self,
        state: &mut State<'p>,
        signature: &SourceSignature,
        index: usize,
    ) -> Var {
        let name = parameter_name(signature, index).into();
        self.symbols().input(state, InputSource::Unit { name }, None, vec![1])[0]
    }

    /// What the parameters that are buffers and numbers say about each other.
    fn roles(&self, unit: FuncId, signature: &SourceSignature, uses: &[ParameterUse]) -> Roles {
        let pointee = |ty: TypeId| match *self.program.type_of(strip(self.program, ty)) {
            Type::Pointer(to) => Some(to),
            _ => None,
        };
        let role = |i: usize, ty: TypeId| match scalars(self.program, ty).0.as_slice() {
            [one] if one.path.is_empty() => match one.kind {
                ScalarKind::Pointer(to)
                    if super::shapes::is_data(self.program, to)
                        && self.points_to_single_object(unit, signature, i) =>
                {
                    NamedRole::Single
                }
                ScalarKind::Pointer(to) if self.may_be_buffer(unit, to) => {
                    NamedRole::Buffer(super::objects::elements(self.program, to))
                }
                ScalarKind::Number(_) if one.size >= 2 && is_integer(self.program, ty) => {
                    NamedRole::Number
                }
                _ => NamedRole::Other,
            },
            _ => NamedRole::Other,
        };
        let params = &signature.params;
        let named: Vec<Named<'_>> = params
            .iter()
            .enumerate()
            .map(|(i, param)| Named {
                name: param.name.as_deref().unwrap_or(""),
                role: role(i, param.ty),
            })
            .collect();
        let roles = Roles::of(&named, |i, j| {
            let both = pointee(params[i].ty).zip(pointee(params[j].ty));
            both.is_some_and(|(a, b)| compatible(self.program, a, b))
        });
        let kind = |i: usize| PointerKind {
            is_text: self.is_text(signature, i),
            is_to_pointers: pointee(params[i].ty).and_then(pointee).is_some(),
        };
        let kinds: Vec<PointerKind> = (0..params.len()).map(kind).collect();
        corrected(roles, &named, uses, &kinds)
    }

    /// Does the function follow a parameter only where it points?
    fn points_to_single_object(
        &self,
        unit: FuncId,
        signature: &SourceSignature,
        param: usize,
    ) -> bool {
        let is_passed = |passing: &Passing| *passing == Passing::Scalar { param };
        let passed = signature.arguments.iter().position(is_passed);
        let body = self.program.body(unit).ok();
        let single = |place: usize| body.and_then(|body| body.lone.get(place).copied());
        passed.and_then(single).unwrap_or(false)
    }

    /// Is a pointer to this type one to several? One to a structure is if the function walks it.
    fn may_be_buffer(&self, unit: FuncId, to: TypeId) -> bool {
        let Some(structure) = super::fields::structure(self.program, to) else {
            return super::shapes::is_data(self.program, to);
        };
        let size = size_of(self.program, structure);
        let body = self.program.body(unit);
        size.is_some_and(|size| body.is_ok_and(|body| body.strides.contains(&size)))
    }

    /// The object of a method.
    fn make_this(
        &mut self,
        state: &mut State<'p>,
        signature: &SourceSignature,
        ready: &mut Ready,
    ) -> Result<(), Stop> {
        let Some(method) = &signature.method else {
            ready.words.push((0, Mark::NONE));
            return Ok(());
        };
        if makes_its_object(signature) {
            not_abstract(self.program, method.class).map_err(Stop::Unsupported)?;
            let size = size_of(self.program, method.class).unwrap_or(0);
            ready.words.push((scratch(state, size)?, Mark::NONE));
            return Ok(());
        }
        let (program, context) = (
            self.program,
            Context {
                name: "self",
                depth: 0,
                nonnull: true,
                is_object: true,
                is_blurred: false,
                is_ended: false,
            },
        );
        let kind = ScalarKind::Reference(method.class);
        let pointer =
            Scalar { offset: 0, size: 8, kind, path: "".into(), overlaid: Overlaid::default() };
        let made = InputMaker::of(self.symbols()).make(state, program, &[pointer], context, &[])?;
        let (leaf, term) = made[0].clone();
        let holder = Holder { ty: method.class, size: 8, leaves: vec![leaf] };
        ready.receiver = Some(Arc::new(holder));
        let symbols = self.symbols();
        let address = symbols.value(state, term) as u64;
        ready.words.push((address, Mark { undefined: 0, term: symbols.symbolic(term) }));
        Ok(())
    }

    /// The words that scalars of these kinds have at an address, one after the other.
    pub(super) fn words_at(
        &mut self,
        state: &mut State<'p>,
        base: u64,
        offset: u64,
        kinds: &[Kind],
    ) -> Result<Vec<Word>, Stop> {
        let mut words = Vec::new();
        let mut at = base + offset;
        for kind in kinds {
            let bits = kind.bits();
            let bytes = u64::from(bits).div_ceil(8);
            at = at.next_multiple_of(bytes.next_power_of_two().min(8));
            for low in (0..bits).step_by(64) {
                let width = (bits - low).min(64);
                let place = at + u64::from(low / 8);
                words.push(self.word_at(state, place, width)?);
            }
            at += bytes;
        }
        Ok(words)
    }

    fn word_at(&mut self, state: &mut State<'p>, at: u64, bits: u32) -> Result<Word, Stop> {
        // A piece may end beyond its struct.
        let object = state.memory.object(at).map_or(0, |object| object.base + object.size);
        let len = u64::from(bits).div_ceil(8).min(object.saturating_sub(at));
        if len == 0 {
            return Ok((0, Mark::NONE));
        }
        let symbols = self.symbols();
        let term = symbols.range_term(state, at, len)?;
        let term = symbols.pool.resize(term, bits);
        let value = symbols.value(state, term) as u64;
        Ok((value, Mark { undefined: 0, term: symbols.symbolic(term) }))
    }
}

impl Holder {
    /// A value of which no part is an input.
    fn without_variables(program: &coax_ir::Program, ty: TypeId) -> Holder {
        Holder { ty, size: size_of(program, ty).unwrap_or(0), leaves: Vec::new() }
    }
}

impl crate::InState {
    /// Is there an object at a place that a constructor makes?
    fn is_constructed(&mut self, place: u64) -> bool {
        let scenario = Arc::clone(&self.scenario);
        let tree = self.tree();
        scenario.constructions().chain(&tree.found).any(|made| tree.base_of(made.object) == place)
    }
}

impl Tree {
    /// Where the object is that a constructor makes for a parameter passed by value.
    fn constructed_place(&self, holder: &Holder) -> u64 {
        let targets = holder.leaves.first().and_then(|leaf| leaf.targets.as_ref());
        match targets.and_then(|pointer| pointer.targets.first()) {
            Some(&Target::Object(index)) => self.objects[index].base,
            _ => 0,
        }
    }

    /// Is the cell of what a creator returns there?
    fn is_cell_at(&self, place: u64) -> bool {
        place != 0 && self.objects.iter().any(|node| node.is_cell && node.base == place)
    }
}

/// Is no pointer null that a function is given?
fn is_nonnull(state: &mut State<'_>, id: FuncId) -> bool {
    let plan = &state.above.tree().plan;
    plan.nonnull || plan.makers.is_of_view(id)
}

/// Fails for a parameter that is passed in memory or in pieces and is no input.
fn only_input(step: &Step, param: usize) -> Result<(), Stop> {
    match step.argument(param) {
        Operand::Input => Ok(()),
        _ => Err(Stop::Unsupported("a compound argument that is no input".into())),
    }
}

/// What a parameter is called.
fn parameter_name(signature: &SourceSignature, index: usize) -> String {
    let name = signature.params[index].name.as_deref();
    name.map_or_else(|| format!("arg{}", index + 1), str::to_owned)
}

fn is_integer(program: &coax_ir::Program, ty: TypeId) -> bool {
    matches!(*program.type_of(strip(program, ty)), Type::Int { .. })
}

/// Memory that belongs to the caller of the unit.
pub(super) fn scratch(state: &mut State<'_>, size: u64) -> Result<u64, Stop> {
    let request = Allocation {
        region: Region::Heap,
        size,
        align: super::objects::ALIGNMENT,
        origin: Origin::Environment,
        born: TraceId::default(),
    };
    let room = state.memory.allocate(&request);
    room.ok_or_else(|| Stop::Unsupported("no room for arguments".into()))
}
