//! Objects of classes that only a constructor can make: it is called with inputs before the unit
//! is, and the destructor after it.

use std::sync::Arc;

use coax_ir::{
    Access, ClassFacts, Constructor, FuncId, Program, Role, SourceSignature, Type, TypeId, strip,
};
use coax_kinds::Incomplete;

use super::{Construction, Makers};
use crate::layers::UnitRun;
use crate::scenario::{Role as StepRole, RunningStep};
use crate::{State, Stop};
use coax_interp::Variadic;

/// How deep the arguments of constructors may be objects that constructors make.
const MOST_NESTING: u32 = 4;
/// The same for the arguments of those that are called with objects; more are never looked for.
const MOST_SEARCHED: u32 = 3;

impl<'p> UnitRun<'_, 'p> {
    /// Finds out what a step of a unit is called with. What it needs beforehand comes before it: a stream,
    /// a number of elements, objects among its arguments.
    pub(crate) fn prepare_in_unit(
        &mut self,
        state: &mut State<'p>,
        number: usize,
    ) -> Result<(), Stop> {
        let step = state.above.scenario.steps()[number].clone();
        let step = self.with_place(state, step);
        match &step.construction {
            Some(made) if made.is_uncounted() => return self.count(state, number, made.clone()),
            Some(made) if made.is_unchosen() => return self.choose_way(state, number),
            Some(_) => {}
            None => {
                let signature = self.signature(step.step.function)?;
                let makers = Arc::clone(&state.above.tree().plan.makers);
                if state.above.tree().stream.is_none() && self.takes_stream(&signature, &makers) {
                    return self.open_stream(state);
                }
            }
        }
        let ready = self.call_words(state, &step)?;
        let mut found = std::mem::take(&mut state.above.tree().found);
        let outer = step.construction.as_ref().map(|made| made.nesting);
        if let Some(outer) = outer.or((step.role == StepRole::Use).then_some(0)) {
            if !found.is_empty() && outer == MOST_NESTING {
                self.symbols().incomplete.insert(Incomplete::InputDepth);
                return Err(Stop::AssumedAway);
            }
            found.iter_mut().for_each(|made| made.is_for_another(outer + 1));
        }
        state.above.progress().step_mut(number).ready = Some(ready);
        state.above.progress().insert(number, found.into_iter().map(RunningStep::construct));
        Ok(())
    }

    /// What else a step of a unit needs when it has been started.
    pub(crate) fn started_in_unit(
        &mut self,
        state: &mut State<'p>,
        role: StepRole,
        id: FuncId,
    ) -> Result<(), Stop> {
        match role {
            StepRole::Call => self.without_variadic(state, id),
            StepRole::Construct | StepRole::Use => {
                // What further calls would make of the object is not tried.
                self.symbols().incomplete.insert(Incomplete::Constructed);
                Ok(())
            }
            StepRole::OpenStream | StepRole::Count | StepRole::Choose | StepRole::Release => Ok(()),
        }
    }

    pub(super) fn signature(&self, id: FuncId) -> Result<Arc<SourceSignature>, Stop> {
        self.program.signature_of(id).ok_or_else(|| {
            Stop::Unsupported("no debug information says what its parameters are".into())
        })
    }

    /// A variadic unit is called with its named arguments only.
    fn without_variadic(&mut self, state: &mut State<'p>, id: FuncId) -> Result<(), Stop> {
        let signature = &self.program.function(id).signature;
        if signature.variadic {
            state.top().variadic = Some(Box::new(Variadic::after(&signature.params)));
        }
        Ok(())
    }
}

/// Is the object still there that the current step releases? A call may have destroyed it.
pub(crate) fn is_to_release(program: &Program, state: &mut State<'_>) -> bool {
    let Some(object) = state.above.scenario.current().and_then(|step| step.object) else {
        return false;
    };
    let base = state.above.tree().base_of(object);
    let base = match state.above.tree().is_cell(object) {
        true => state.above.single_created(&state.memory, base),
        false => base,
    };
    let is_alive = state.memory.object(base).is_some_and(coax_memory::Object::is_alive);
    is_alive && !state.above.scenario.calls().any(|call| destroys(program, call, base))
}

/// Is a call one of the destructor of this object?
fn destroys(program: &Program, call: &RunningStep, base: u64) -> bool {
    let signature = program.signature_of(call.step.function);
    let method = signature.as_ref().and_then(|signature| signature.method.as_ref());
    let receiver = call.ready.as_ref().and_then(|ready| ready.words.first());
    method.is_some_and(|method| method.role == Role::Destructor)
        && receiver.is_some_and(|&(this, _)| this == base)
}

/// Can objects of a type be made field by field?
pub fn is_plain(program: &Program, ty: TypeId) -> bool {
    let ty = strip(program, ty);
    match &*program.type_of(ty) {
        Type::Array { element, .. } => is_plain(program, *element),
        Type::Struct { fields, .. } | Type::Union { fields, .. } => {
            program
                .class_facts(ty)
                .is_none_or(|facts| !facts.is_dynamic && nobody_sets_it_up(&facts))
                && fields.iter().all(|field| is_plain(program, field.ty))
        }
        _ => true,
    }
}

/// Is there no code that gives an object of a class its first state? A class that has no constructors, but
/// members that are private and not just left as they are, has one all the same.
fn nobody_sets_it_up(facts: &ClassFacts) -> bool {
    facts.constructors.is_empty() && (facts.is_trivial || facts.is_aggregate)
}

/// How an object of a class is made, if the program contains what it takes.
pub(super) fn construction(
    program: &Program,
    makers: &Makers,
    class: TypeId,
    object: usize,
) -> Result<Construction, String> {
    searched(program, makers, class, object, 0)
}

/// Can objects of a class be made with what the program has?
pub fn can_be_made(program: &Program, makers: &Makers, class: TypeId) -> bool {
    is_plain(program, class) || construction(program, makers, class, 0).is_ok()
}

fn searched(
    program: &Program,
    makers: &Makers,
    class: TypeId,
    object: usize,
    depth: u32,
) -> Result<Construction, String> {
    let class = strip(program, class);
    let name = class_name(program, class);
    let made = makers.of(&name).and_then(|maker| maker.construction(program, class, object));
    if let Some(construction) = made {
        return Ok(construction);
    }
    let facts = program
        .class_facts(class)
        .ok_or_else(|| format!("how to make an object of `{name}` is not known"))?;
    not_abstract(program, class)?;
    let usable = facts.constructors.iter().filter_map(|constructor| {
        let id = program.definition_of(constructor.declaration)?;
        // One of the runtime's own says nothing about its parameters.
        program.signature_of(id)?;
        is_usable(program, makers, class, constructor, depth).then_some((constructor, id))
    });
    // Where none is accessible, the program itself calls one.
    let effort = |(constructor, _): &(&Constructor, FuncId)| {
        (constructor.access != Access::Public, constructor.params.len())
    };
    let (constructor, id) = usable
        .min_by_key(effort)
        .ok_or_else(|| format!("the program contains no constructor of `{name}` to call"))?;
    Ok(Construction {
        object,
        class,
        is_public: constructor.access == Access::Public,
        constructor: id,
        params: constructor.params.clone(),
        destructor: destructor(program, &facts),
        maker: None,
        count: None,
        nesting: 0,
        api: None,
    })
}

fn destructor(program: &Program, facts: &ClassFacts) -> Option<FuncId> {
    facts.destructor.and_then(|destructor| program.definition_of(destructor.declaration))
}

/// How objects of classes are made that are derived from another, and where in them the other one
/// is. For units that need an object of a class that has none. `depth` says how many other objects
/// they are made for.
pub(super) fn derived<'a>(
    program: &'a Program,
    makers: &'a Makers,
    class: TypeId,
    depth: u32,
) -> impl Iterator<Item = (Construction, u64)> + 'a {
    derived_classes(program, makers, class).into_iter().filter_map(move |(candidate, offset)| {
        Some((searched(program, makers, candidate, 0, depth).ok()?, offset))
    })
}

/// Classes that are derived from another and whose constructors the program has, and where in their
/// objects the other one is.
pub(super) fn derived_classes(
    program: &Program,
    makers: &Makers,
    class: TypeId,
) -> Vec<(TypeId, u64)> {
    let mut ids: Vec<FuncId> = program.own_functions().to_vec();
    ids.sort_unstable();
    let constructors = ids.into_iter().filter_map(|id| {
        let signature = program.signature_of(id)?;
        let method = signature.method.as_ref()?;
        (method.role == Role::Constructor).then(|| strip(program, method.class))
    });
    let mut candidates: Vec<TypeId> = Vec::new();
    for candidate in constructors.chain(makers.classes(program)) {
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    let based = |candidate: TypeId| Some((candidate, base_offset(program, candidate, class)?));
    candidates.into_iter().filter_map(based).collect()
}

/// Where in objects of a class those of another class are that it is derived from.
fn base_offset(program: &Program, class: TypeId, base: TypeId) -> Option<u64> {
    let facts = program.class_facts(class)?;
    facts.bases.iter().find_map(|parent| {
        let (ty, offset) = (strip(program, parent.ty), parent.offset?);
        match coax_ir::compatible(program, ty, base) {
            true => Some(offset),
            false => base_offset(program, ty, base).map(|inner| offset + inner),
        }
    })
}

/// Can a test call this constructor, with arguments that can be made themselves?
fn is_usable(
    program: &Program,
    makers: &Makers,
    class: TypeId,
    constructor: &Constructor,
    depth: u32,
) -> bool {
    let can_be_made = |ty: TypeId| {
        let ty = strip(program, ty);
        is_plain(program, ty)
            || depth < MOST_SEARCHED
                && ty != class
                && searched(program, makers, ty, 0, depth + 1).is_ok()
    };
    // What is referred to may be of a class derived from the one that is named.
    let has_derived = |ty: TypeId| {
        let ty = strip(program, ty);
        depth < MOST_SEARCHED
            && ty != class
            && program.class_facts(ty).is_some_and(|facts| facts.is_dynamic)
            && derived(program, makers, ty, depth + 1).next().is_some()
    };
    let is_simple = |&ty: &TypeId| match *program.type_of(strip(program, ty)) {
        Type::Reference(to) | Type::RvalueReference(to) => {
            strip(program, to) != class && (can_be_made(to) || has_derived(to))
        }
        Type::Pointer(to) => can_be_made(to) || has_derived(to),
        _ => can_be_made(ty),
    };
    !constructor.is_deleted && !constructor.variadic && constructor.params.iter().all(is_simple)
}

pub(super) fn class_name(program: &Program, class: TypeId) -> String {
    coax_ir::spell_type(program, class, coax_ir::Language::Cxx)
        .unwrap_or_else(|| "a class without a name".into())
}

/// Fails for a class that has no objects of its own: a test can neither make nor construct one.
pub(super) fn not_abstract(program: &Program, class: TypeId) -> Result<(), String> {
    match program.class_facts(class) {
        Some(facts) if facts.declares_pure => {
            Err(format!("`{}` is abstract: there are no objects of it", class_name(program, class)))
        }
        _ => Ok(()),
    }
}

/// Does a unit make its object itself?
pub(super) fn makes_its_object(signature: &SourceSignature) -> bool {
    signature.method.as_ref().is_some_and(|method| method.role == Role::Constructor)
}
