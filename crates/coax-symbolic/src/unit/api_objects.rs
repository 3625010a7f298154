//! Objects of types that the code under test makes itself: a function returns a pointer to one (a creator), or
//! fills the caller's memory (an initialiser). It is called with inputs before the unit is, and after it a few
//! functions that bring the object into another state.
//!
//! An initialiser is called like a constructor, on the room for the object. What a creator returns is kept in a cell,
//! from which the unit's argument is read once the creator has run.
//!
//! - *Invariant:* what goes wrong in such a call is not reported for this unit: the called function is a unit itself.
//! - *Invariant:* what failed to make an object makes none: its path ends.

use std::collections::BTreeMap;
use std::sync::Arc;

use coax_expr::Var;
use coax_ir::{FuncId, Kind, Program, Type, TypeId, strip};
use coax_memory::Memory;

use super::construct::class_name;
use super::{Construction, Node, Tree};
use crate::layers::{InputMaker, UnitRun};
use crate::scenario::{InScenario, Operand, Progress, Ready, Role, RunningStep, Step};
use crate::symbolic::InputSource;
use crate::{InState, Mark, State, Stop};

/// The function of the runtime that goes another way for each number.
pub const WAY: &str = "__coax_way";
/// How many numbers it tells apart.
pub const MOST_WAYS: usize = 8;

/// Where objects come from that the code makes itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectSource {
    /// From the code.
    Api,
    /// They are made field by field.
    #[default]
    MadeUp,
}

/// How the code under test makes objects of its own types, by how these are written.
#[derive(Clone, Debug, Default)]
pub struct ApiObjects(pub BTreeMap<String, Arc<ApiMaker>>);

/// How objects of a type come about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiMaker {
    /// The ways to make one, the simplest first: at most [`MOST_WAYS`] are tried.
    pub ways: Vec<ApiWay>,
    /// What initialises or makes such objects: it is given no made ones.
    pub functions: Vec<FuncId>,
    /// Ends the life of one.
    pub destroyer: Option<FuncId>,
}

/// A way to make an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiWay {
    /// What makes it.
    pub function: FuncId,
    /// How.
    pub by: MadeBy,
    /// What is called with it then.
    pub uses: Vec<FuncId>,
}

/// How a function makes an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MadeBy {
    /// It is a constructor of the object's class.
    #[default]
    Constructor,
    /// It returns a pointer to it.
    Result,
    /// It stores a pointer to it where the parameter of this number points.
    Place(usize),
    /// It fills what its first parameter points to.
    Filling,
}

/// How the object of a construction comes from the code's own functions.
#[derive(Clone, Debug)]
pub(super) struct ApiConstruction {
    maker: Arc<ApiMaker>,
    /// What chooses the way, once there is such a variable.
    choice: Option<Var>,
    way: usize,
}

impl MadeBy {
    /// The parameter that the object, or the place of a pointer to it, is passed for.
    pub(super) fn own_parameter(self) -> Option<usize> {
        match self {
            MadeBy::Filling => Some(0),
            MadeBy::Place(index) => Some(index),
            MadeBy::Constructor | MadeBy::Result => None,
        }
    }

    /// Is a pointer to the object kept in a cell?
    pub(super) fn has_cell(self) -> bool {
        matches!(self, MadeBy::Result | MadeBy::Place(_))
    }
}

impl ApiObjects {
    fn of(&self, program: &Program, ty: TypeId) -> Option<&Arc<ApiMaker>> {
        let ty = strip(program, ty);
        let is_class = matches!(
            *program.type_of(ty),
            Type::Struct { .. } | Type::Union { .. } | Type::Opaque { .. }
        );
        self.0.get(&class_name(program, ty)).filter(|_| is_class)
    }

    /// The same, without ways that need other functions than these. What the code makes is still known.
    pub fn with(&self, allowed: impl Fn(FuncId) -> bool) -> ApiObjects {
        let restricted = |maker: &ApiMaker| ApiMaker {
            ways: maker.ways.iter().filter(|way| way.functions().all(&allowed)).cloned().collect(),
            functions: maker.functions.clone(),
            destroyer: maker.destroyer.filter(|&id| allowed(id)),
        };
        ApiObjects(
            self.0.iter().map(|(name, it)| (name.clone(), Arc::new(restricted(it)))).collect(),
        )
    }

    /// Is a function given objects that can be made so?
    pub fn are_for(&self, program: &Program, function: FuncId) -> bool {
        let Some(signature) = program.signature_of(function) else { return false };
        let is_made = |to: TypeId| {
            self.of(program, to)
                .is_some_and(|maker| !maker.ways.is_empty() && !maker.functions.contains(&function))
        };
        signature.params.iter().any(|param| match *program.type_of(strip(program, param.ty)) {
            Type::Pointer(to) | Type::Reference(to) => is_made(to),
            _ => false,
        })
    }

    /// The functions that make objects of each type.
    pub fn functions(&self) -> impl Iterator<Item = (&str, FuncId)> {
        self.0.iter().flat_map(|(name, maker)| {
            maker.ways.iter().flat_map(ApiWay::functions).map(move |id| (name.as_str(), id))
        })
    }
}

impl ApiWay {
    fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        std::iter::once(self.function).chain(self.uses.iter().copied())
    }
}

impl ApiConstruction {
    fn way(&self) -> &ApiWay {
        &self.maker.ways[self.way]
    }
}

impl Construction {
    /// How a function of the code makes the object.
    pub(crate) fn made_by(&self) -> MadeBy {
        self.api.as_ref().map_or(MadeBy::Constructor, |api| api.way().by)
    }

    /// Is the way to make it still to be chosen?
    pub(super) fn is_unchosen(&self) -> bool {
        let is_open = |api: &ApiConstruction| api.choice.is_none() && api.maker.ways.len() > 1;
        self.api.as_ref().is_some_and(is_open)
    }

    /// What is called with the object once it is there.
    pub(super) fn api_uses(&self) -> &[FuncId] {
        self.api.as_ref().map_or(&[], |api| &api.way().uses)
    }

    /// What another object is made of is made in the simplest way.
    pub(super) fn is_for_another(&mut self, nesting: u32) {
        self.nesting = nesting;
        if let Some(api) = &mut self.api {
            let ApiMaker { ways, functions, destroyer } = &*api.maker;
            let ways = ways.iter().take(1).cloned().collect();
            api.maker =
                Arc::new(ApiMaker { ways, functions: functions.clone(), destroyer: *destroyer });
        }
    }

    fn choose(&mut self, program: &Program, way: usize) {
        if let Some(api) = &mut self.api {
            api.way = way.min(api.maker.ways.len() - 1);
            self.constructor = api.way().function;
            self.params = parameters(program, self.constructor, api.way().by);
        }
    }
}

/// The parameters of a function that are not the object.
fn parameters(program: &Program, function: FuncId, by: MadeBy) -> Vec<TypeId> {
    let signature = program.signature_of(function);
    let params = signature.iter().flat_map(|signature| &signature.params).map(|param| param.ty);
    let own = by.own_parameter();
    params.enumerate().filter(|(i, _)| Some(*i) != own).map(|(_, ty)| ty).collect()
}

/// A call whose first argument is an object.
fn call_on_object(function: FuncId) -> Step {
    // The object's words are put in front when the call is made.
    Step { arguments: vec![Operand::Literal(Vec::new())], ..Step::call(function) }
}

/// The call that makes the object of a construction.
pub(crate) fn making_call(construction: &Construction) -> Step {
    match construction.made_by() {
        MadeBy::Filling => call_on_object(construction.constructor),
        MadeBy::Constructor | MadeBy::Result | MadeBy::Place(_) => {
            Step::call(construction.constructor)
        }
    }
}

/// The call that ends the life of the object of a construction.
pub(crate) fn releasing_call(construction: &Construction, function: FuncId) -> Step {
    match construction.made_by() {
        MadeBy::Constructor => Step::call(function),
        MadeBy::Filling | MadeBy::Result | MadeBy::Place(_) => call_on_object(function),
    }
}

/// Is an object being made by functions of the code, or brought into another state by them?
pub(super) fn is_making(state: &State<'_>) -> bool {
    let current = state.above.scenario.current();
    match state.role() {
        Some(Role::Use) => true,
        Some(Role::Construct) => current
            .and_then(|step| step.construction.as_ref())
            .is_some_and(|made| made.made_by() != MadeBy::Constructor),
        _ => false,
    }
}

impl InputMaker<'_, '_> {
    /// How the code makes the object that an argument of this type points to, if it is to come from there.
    pub(super) fn api_construction(
        &self,
        state: &mut State<'_>,
        program: &Program,
        class: TypeId,
        depth: u32,
    ) -> Option<Construction> {
        // Once something runs it is too late to make one.
        if depth != 1 || !state.frames.is_empty() {
            return None;
        }
        let tree = state.above.tree();
        let plan = Arc::clone(&tree.plan);
        if plan.objects != ObjectSource::Api {
            return None;
        }
        let maker = plan.api.of(program, class)?;
        let is_itself =
            state.above.under_test().is_some_and(|unit| maker.functions.contains(&unit));
        let first = maker.ways.first().filter(|_| !is_itself)?;
        let mut construction = Construction {
            object: 0,
            class: strip(program, class),
            is_public: true,
            constructor: first.function,
            params: Vec::new(),
            destructor: maker.destroyer,
            maker: None,
            count: None,
            nesting: 0,
            api: Some(ApiConstruction { maker: Arc::clone(maker), choice: None, way: 0 }),
        };
        construction.choose(program, 0);
        Some(construction)
    }
}

impl<'p> UnitRun<'_, 'p> {
    /// The next step chooses how the object of a construction is made.
    pub(super) fn choose_way(&mut self, state: &mut State<'p>, number: usize) -> Result<(), Stop> {
        let construction = state.above.scenario.steps()[number].construction.clone();
        let Some(mut construction) = construction else {
            return Err(Stop::Internal("there is nothing to choose".into()));
        };
        let Some(api) = &mut construction.api else {
            return Err(Stop::Internal("there are no ways to choose from".into()));
        };
        let ways = api.maker.ways.len() as u128;
        let symbols = self.symbols();
        let source = InputSource::Unit { name: "way".into() };
        let var = symbols.input(state, source, None, vec![1])[0];
        InputMaker::of(self.symbols()).require_less(state, var, ways)?;
        api.choice = Some(var);
        let symbols = self.symbols();
        let term = symbols.pool.var(var);
        let value = symbols.value(state, term) as u64;
        let function = self.program.function_named(WAY);
        let function =
            function.ok_or_else(|| Stop::Unsupported("several ways to make an object".into()))?;
        let words = vec![(value, Mark { undefined: 0, term: Some(term) })];
        let step = RunningStep::new(Step::call(function), Role::Choose);
        let ready = Some(Ready { words, ..Ready::default() });
        state.above.progress().step_mut(number).construction = Some(construction);
        state.above.progress().run_first(RunningStep { ready, ..step });
        Ok(())
    }

    /// The current step, which made an object, has returned: fails if it made none.
    pub(crate) fn made_in_unit(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        let made = state.above.scenario.current().and_then(|step| step.construction.clone());
        let Some(made) = made else { return Ok(()) };
        let result = self.result.first().copied();
        match made.made_by() {
            MadeBy::Constructor => Ok(()),
            MadeBy::Result => {
                let (word, mark) = result.unwrap_or((0, Mark::NONE));
                self.keep_created(state, made.object, word, mark)
            }
            MadeBy::Place(_) => {
                self.require_success(state, made.constructor, result)?;
                let cell = state.above.tree().base_of(made.object);
                let words = self.words_at(state, cell, 0, &[Kind::Ptr])?;
                let &(word, mark) = words.first().unwrap_or(&(0, Mark::NONE));
                self.keep_created(state, made.object, word, mark)
            }
            MadeBy::Filling => self.require_success(state, made.constructor, result),
        }
    }

    /// Keeps the pointer that a creator returned, unless it is null.
    fn keep_created(
        &mut self,
        state: &mut State<'p>,
        object: usize,
        word: u64,
        mark: Mark,
    ) -> Result<(), Stop> {
        let symbols = self.symbols();
        let term = mark.term.unwrap_or_else(|| symbols.pool.constant(64, word.into()));
        let null = symbols.pool.constant(64, 0);
        let is_null = symbols.pool.eq(term, null);
        let is_made = symbols.pool.not(is_null);
        let mut maker = InputMaker::of(symbols);
        maker.require(state, is_made)?;
        let symbols = self.symbols();
        let word = symbols.value(state, term) as u64;
        let cell = state.above.tree().base_of(object);
        state.memory.write(cell, &word.to_le_bytes())?;
        if let Some(term) = symbols.symbolic(term) {
            symbols.store(state, cell, term, &[]);
        }
        Ok(())
    }

    /// An initialiser that returns a negative number or `false` has failed.
    fn require_success(
        &mut self,
        state: &mut State<'p>,
        function: FuncId,
        result: Option<(u64, Mark)>,
    ) -> Result<(), Stop> {
        let signature = self.signature(function)?;
        let Some((word, mark)) = result else { return Ok(()) };
        let (bits, is_truth) = match *self.program.type_of(strip(self.program, signature.result)) {
            Type::Bool => (1, true),
            Type::Int { bits, signed: true, .. } if bits <= 64 => (bits, false),
            _ => return Ok(()),
        };
        let symbols = self.symbols();
        let term = match mark.term {
            Some(term) => symbols.pool.resize(term, bits),
            None => {
                let whole = symbols.pool.constant(64, word.into());
                symbols.pool.resize(whole, bits)
            }
        };
        let zero = symbols.pool.constant(bits, 0);
        let has_failed = match is_truth {
            true => symbols.pool.eq(term, zero),
            false => symbols.pool.slt(term, zero),
        };
        let is_filled = symbols.pool.not(has_failed);
        InputMaker::of(symbols).require(state, is_filled)
    }

    /// The words of the object that a step is called on: what a creator returned, or the address of an object of the
    /// tree.
    pub(crate) fn words_of_object(
        &mut self,
        state: &mut State<'p>,
        step: &RunningStep,
    ) -> Result<Vec<(u64, Mark)>, Stop> {
        let Some(object) = step.object else { return Ok(Vec::new()) };
        let base = state.above.tree().base_of(object);
        let making = step.construction.as_ref().filter(|_| step.role == Role::Construct);
        let is_made_now = making.is_some_and(|made| made.made_by().has_cell());
        match state.above.tree().is_cell(object) {
            true if is_made_now => Ok(Vec::new()),
            true => self.words_at(state, base, 0, &[Kind::Ptr]),
            false => Ok(vec![(base, Mark::NONE)]),
        }
    }
}

impl<'p> UnitRun<'_, 'p> {
    /// A step with the place where its function stores a pointer to the object, if it does so.
    pub(super) fn with_place(&self, state: &mut State<'p>, mut step: RunningStep) -> RunningStep {
        let made = step.construction.as_ref().filter(|_| step.role == Role::Construct);
        if let Some(made) = made
            && let MadeBy::Place(parameter) = made.made_by()
        {
            let cell = state.above.tree().base_of(made.object);
            let mut arguments = vec![Operand::Input; parameter];
            arguments.push(Operand::Literal(vec![cell]));
            step.step.arguments = arguments;
        }
        step
    }
}

/// A way has been chosen: what makes the object that way is called, and then what uses it.
pub fn chosen(program: &Program, state: &mut State<'_>) {
    let model = state.above.path.model.clone();
    let Some(number) = state.above.scenario.first_chosen() else { return };
    let step = state.above.progress().step_mut(number);
    let Some(construction) = &mut step.construction else { return };
    let choice = construction.api.as_ref().and_then(|api| api.choice);
    construction.choose(program, choice.map_or(0, |var| model.get(var) as usize));
    step.step = making_call(construction);
    let object = Some(construction.object);
    let uses: Vec<RunningStep> = construction
        .api_uses()
        .iter()
        .map(|&used| RunningStep { object, ..RunningStep::new(call_on_object(used), Role::Use) })
        .collect();
    state.above.progress().insert(number + 1, uses);
}

impl Progress {
    /// The first construction that is next to be prepared and whose way has been chosen.
    fn first_chosen(&self) -> Option<usize> {
        self.steps().iter().position(|step| {
            let api = step.construction.as_ref().and_then(|made| made.api.as_ref());
            step.ready.is_none() && api.is_some_and(|api| api.choice.is_some())
        })
    }
}

impl Tree {
    /// Is an object the cell of what a creator returned?
    pub(crate) fn is_cell(&self, object: usize) -> bool {
        self.objects[object].is_cell
    }

    /// Is an object made field by field although the code makes such objects itself?
    pub(super) fn is_made_up(&self, program: &Program, node: &Node) -> bool {
        self.plan.grades_made_up
            && !node.is_cell
            && node.structure.is_some()
            && self.plan.api.of(program, node.holder.ty).is_some()
    }
}

impl InState {
    /// What a creator returned, if the object is the only one that functions of the code made: what was made of
    /// others may belong to them. Null otherwise.
    pub(super) fn single_created(&self, memory: &Memory, cell: u64) -> u64 {
        let is_api = |made: &&Construction| made.made_by() != MadeBy::Constructor;
        let bytes = memory
            .bytes(cell, 8)
            .ok()
            .filter(|_| self.scenario.constructions().filter(is_api).count() == 1);
        bytes.and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
    }
}
