//! What a unit was given on a path, under the path's model: what its test must build.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use coax_case::{
    Argument, Call, Callee, Construction, Destruction, Environment, Global, Making, Object, Output,
    Pointee, PointerAt, Release, Step, Stub, Use, Value,
};
use coax_expr::{Assignment, Term, Var};
use coax_ir::{FuncId, Program, TypeId};
use coax_memory::{FaultKind, HeapKind, Origin};

use super::addresses::spelled_addresses;
use super::api_objects::MadeBy;
use super::fields::any_is_field;
use super::globals::initial_global;
use super::makers::UsedCall;
use super::stubs::is_environment;
use super::{Holder, Leaf, Node, Target, Tree};
use crate::scenario::{Role, RunningStep};
use crate::symbolic::Symbols;
use crate::{ErrorKind, State, Stop};

/// What a unit was given, in the words of a test case.
#[derive(Clone, Debug)]
pub struct Given {
    /// The constructions and uses of objects before the call, and the call.
    pub steps: Vec<Step>,
    /// What the call finds and is answered. Objects may be in it that nothing leads to.
    pub environment: Environment,
    /// What the path needs to be so.
    pub assumes: Assumes,
}

impl Given {
    /// A call of a function without anything.
    pub fn nothing(function: FuncId) -> Given {
        let callee = Callee::Function(function);
        Given {
            steps: vec![Step::Call(Call { callee, object: None, arguments: Vec::new() })],
            environment: Environment::default(),
            assumes: Assumes::default(),
        }
    }
}

/// What a path needs beyond plain values.
#[derive(Clone, Debug, Default)]
pub struct Assumes {
    /// Input pointers the unit looked at that are null, by name.
    pub null_pointers: Vec<Arc<str>>,
    /// Two pointers point to one object.
    pub aliases: bool,
    /// A function was answered for.
    pub stubs: bool,
    /// The null pointer that the path decided about last.
    pub culprit: Option<Arc<str>>,
    /// It is a field of a structure.
    null_field: bool,
    /// That it is null is what the path decided last.
    null_last: bool,
    /// What decided last are fields of structures: other code may keep them from such values.
    pub fields: bool,
    /// It needs values of an object that was made field by field, although the code makes such objects itself.
    pub made_up: bool,
    /// The input whose bounds do not hold, by name.
    pub exceeded: Option<Arc<str>>,
    /// The global variable that must be what it was when the program began, by name.
    pub initial_global: Option<Arc<str>>,
}

impl Assumes {
    /// Did the program itself find a null pointer and give up?
    fn decided_by_null(&self, stop: &Stop) -> bool {
        let gave_up = |kind: &ErrorKind| matches!(kind, ErrorKind::Assertion | ErrorKind::Abort);
        self.null_last && matches!(stop, Stop::Error { kind, .. } if gave_up(kind))
    }
}

impl<'p> Symbols<'p> {
    /// What the unit of a state was given.
    pub fn given(&self, program: &Program, state: &State<'p>, stop: &Stop) -> Option<Given> {
        let tree = state.above.unit.as_ref()?;
        // A test names neither literals nor what calls returned yet.
        if !state.above.scenario.calls().all(|call| call.step.is_of_inputs()) {
            return None;
        }
        let decided = self.decided(state);
        let dont_cares_null = stop.is_error().then(|| self.dont_care_model(state, tree));
        let model = dont_cares_null.as_ref().unwrap_or(&state.above.path.model);
        let least = least_elements(state, tree, model);
        let reader = Reader { tree, model, state, symbols: self, program, decided, least };
        let mut given = Given {
            steps: reader.steps(),
            environment: reader.environment(),
            assumes: Assumes::default(),
        };
        // What is null only because nothing needs it is not to blame.
        given.assumes = self.assumes(state, &Reader { model: &state.above.path.model, ..reader });
        for object in &mut given.environment.objects {
            let spelled = spelled_addresses(tree, &object.bytes, &object.pointers);
            given.assumes.aliases |= !spelled.is_empty();
            object.pointers.extend(spelled);
        }
        if !is_about_null(stop) && !given.assumes.decided_by_null(stop) {
            given.assumes.culprit = None;
        }
        given.assumes.fields |= given.assumes.culprit.is_some() && given.assumes.null_field;
        // A variable of other code's is no argument.
        given.assumes.culprit =
            given.assumes.culprit.filter(|name| !tree.is_external(program, name));
        // An object that only the program itself may make is one that it may never make so.
        given.assumes.fields |= state.above.scenario.constructions().any(|made| !made.is_public);
        if let Some(node) = exceeded(tree, stop) {
            given.assumes.exceeded = Some(Arc::clone(&node.name));
            // What is not an argument's own is a structure's: so is what states its length.
            given.assumes.fields |= node.depth > 1;
        }
        if given.assumes.culprit.is_none() {
            given.assumes.initial_global = initial_global(program, state, tree, stop);
        }
        Some(given)
    }

    /// What a path needs beyond plain values.
    fn assumes(&self, state: &State<'p>, reader: &Reader<'_, 'p>) -> Assumes {
        let pointers = reader.pointers();
        let chosen = |var: &Var| {
            let leaf = pointers.iter().find(|leaf| leaf.var == *var)?;
            let pointer = leaf.targets.as_ref()?;
            Some((Arc::clone(&pointer.name), pointer.targets.get(reader.model.get(*var) as usize)?))
        };
        let made_up = reader.made_up();
        let mut assumes = Assumes::default();
        let mut seen = BTreeSet::new();
        for (age, condition) in self.asked(state).enumerate() {
            if age == 0 {
                assumes.fields = self.depends_on_fields(reader.tree, condition);
                let is_null = |var| matches!(chosen(var), Some((_, Target::Null)));
                assumes.null_last = self.pool.vars(condition).iter().any(is_null);
            }
            for var in self.pool.vars(condition).iter().filter(|var| seen.insert(**var)) {
                assumes.made_up |= made_up.contains(var);
                match chosen(var) {
                    Some((name, Target::Null)) => {
                        if assumes.null_pointers.is_empty() {
                            assumes.null_field = any_is_field(reader.tree, &[*var]);
                        }
                        assumes.null_pointers.push(name);
                    }
                    Some((_, Target::Alias(_))) => assumes.aliases = true,
                    _ => {}
                }
            }
        }
        assumes.culprit = assumes.null_pointers.first().cloned();
        // What comes from outside of the program is an input like any other.
        let is_assumed = |stub: &super::Stub| !stub.calls.is_empty() && !is_environment(&stub.name);
        assumes.stubs = reader.tree.stubs.iter().any(|stub| is_assumed(stub));
        assumes
    }

    /// What was asked about inputs, the newest first.
    fn asked<'a>(&'a self, state: &'a State<'p>) -> impl Iterator<Item = Term> + 'a {
        let conditions = state.above.path.conditions.newest_first().copied();
        // What is always so about a pointer's variable says nothing.
        conditions.filter(|&condition| !self.is_range_of_choice(condition))
    }

    /// The inputs that the path asked about.
    fn decided(&self, state: &State<'p>) -> BTreeSet<Var> {
        self.asked(state).flat_map(|condition| self.pool.vars(condition)).copied().collect()
    }

    /// Is it the condition that a pointer's variable means something?
    fn is_range_of_choice(&self, condition: Term) -> bool {
        use coax_expr::{CompareOp, Node};
        match self.pool.node(condition) {
            Node::Compare(CompareOp::Ult, a, b) => {
                matches!(self.pool.node(a), Node::Var(_)) && self.pool.as_constant(b).is_some()
            }
            _ => false,
        }
    }
}

/// The input that an access went beyond.
fn exceeded<'a>(tree: &'a Tree, stop: &Stop) -> Option<&'a Node> {
    let Stop::Fault(fault) = stop else { return None };
    let base = fault.object.as_ref().filter(|_| fault.kind == FaultKind::OutOfBounds)?.base;
    tree.objects.iter().map(|node| &**node).find(|node| node.base == base)
}

fn is_about_null(stop: &Stop) -> bool {
    match stop {
        Stop::Fault(fault) => fault.kind == FaultKind::Null,
        Stop::Error { kind, .. } => *kind == ErrorKind::NullDereference,
        _ => false,
    }
}

struct Reader<'a, 'p> {
    tree: &'a Tree,
    model: &'a Assignment,
    state: &'a State<'p>,
    symbols: &'a Symbols<'p>,
    program: &'a Program,
    /// Inputs that the path asked about.
    decided: BTreeSet<Var>,
    /// How many elements there are at least before the pointers into an object, for objects that have
    /// any.
    least: HashMap<usize, u64>,
}

/// For objects with pointers into them, how many elements there are at least before those.
fn least_elements(state: &State<'_>, tree: &Tree, model: &Assignment) -> HashMap<usize, u64> {
    let mut least = HashMap::new();
    for leaf in tree.leaves(&state.above.scenario) {
        for target in leaf.targets.iter().flat_map(|pointer| &pointer.targets) {
            if let Target::Inside { object, .. } = *target {
                let most: &mut u64 = least.entry(object).or_default();
                *most = (*most).max(model.get(leaf.var));
            }
        }
    }
    least
}

impl Reader<'_, '_> {
    /// The inputs in objects that were made field by field although the code makes such objects itself.
    fn made_up(&self) -> BTreeSet<Var> {
        let objects =
            self.tree.objects.iter().filter(|node| self.tree.is_made_up(self.program, node));
        let leaves = objects.flat_map(|node| &node.holder.leaves);
        leaves.map(|leaf| leaf.var).collect()
    }

    /// All pointers of the tree.
    fn pointers(&self) -> Vec<&Leaf> {
        self.tree.leaves(&self.state.above.scenario).filter(|leaf| leaf.targets.is_some()).collect()
    }

    /// The steps of the scenario that a test writes: what is made is released as the language says.
    fn steps(&self) -> Vec<Step> {
        let steps = self.state.above.scenario.steps().iter();
        steps
            .flat_map(|step| match (step.role, &step.construction) {
                (Role::Call, _) => vec![Step::Call(self.call(step))],
                (Role::Use, _) => self.used(step).map(Step::Use).into_iter().collect(),
                (_, Some(made)) if made.made_by() != MadeBy::Constructor => {
                    vec![Step::Make(self.made_by_api(made, self.arguments(step)))]
                }
                (_, Some(made)) => self.construction(made, self.arguments(step)),
                (_, None) => Vec::new(),
            })
            .collect()
    }

    /// What a step is called with.
    fn arguments(&self, step: &RunningStep) -> Vec<Value> {
        let holders = step.ready.iter().flat_map(|ready| &ready.arguments);
        holders.map(|holder| self.value(holder)).collect()
    }

    fn call(&self, step: &RunningStep) -> Call {
        let receiver = step.ready.as_ref().and_then(|ready| ready.receiver.as_ref());
        Call {
            callee: Callee::Function(step.step.function),
            object: receiver.map(|holder| self.value(holder)),
            arguments: self.arguments(step).into_iter().map(Argument::Value).collect(),
        }
    }

    /// An object is made, and used if its maker does so.
    fn construction(&self, made: &super::Construction, arguments: Vec<Value>) -> Vec<Step> {
        let written = made.written();
        let mut given = Passed { params: made.params.clone(), arguments };
        let constructor = written.and_then(|written| written.arguments).unwrap_or(usize::MAX);
        let Passed { params, arguments } = given.take(constructor);
        let making = written.map(|written| written.making.clone()).unwrap_or_default();
        let (object, class) = (made.object, made.class);
        let make = Step::Make(Construction { object, class, params, arguments, making });
        let uses = written.into_iter().flat_map(|written| &written.uses);
        let uses = uses.map(|used| Step::Use(given.used(object, used)));
        std::iter::once(make).chain(uses).collect()
    }

    /// A function of the code makes an object.
    fn made_by_api(&self, made: &super::Construction, arguments: Vec<Value>) -> Construction {
        let (object, class, params) = (made.object, made.class, made.params.clone());
        let by = made.made_by();
        let making = match by {
            MadeBy::Filling => Making::Filled(made.constructor),
            MadeBy::Place(parameter) => Making::Placed(made.constructor, parameter),
            MadeBy::Constructor | MadeBy::Result => Making::Created(made.constructor),
        };
        let own = by.own_parameter();
        let arguments = arguments.into_iter().enumerate().filter(|(i, _)| Some(*i) != own);
        let arguments = arguments.map(|(_, value)| value).collect();
        Construction { object, class, params, arguments, making }
    }

    /// A function of the code is called with an object that was made.
    fn used(&self, step: &RunningStep) -> Option<Use> {
        let signature = self.program.signature_of(step.step.function)?;
        let params = signature.params.iter().skip(1).map(|param| param.ty).collect();
        Some(Use {
            object: step.object?,
            function: signature.name.to_string(),
            params,
            arguments: self.arguments(step).into_iter().skip(1).collect(),
            times: 1,
            free: Some(step.step.function),
        })
    }

    fn environment(&self) -> Environment {
        let objects = self.tree.objects.iter().enumerate();
        Environment {
            objects: objects.map(|(index, node)| self.object(index, node)).collect(),
            globals: self.globals(),
            stubs: self.tree.stubs.iter().map(|stub| self.stub(stub)).collect(),
            destructions: self.destructions(),
            ..Environment::default()
        }
    }

    /// What has destroyed objects that functions of the code made, or is doing so.
    fn destructions(&self) -> Vec<Destruction> {
        let scenario = &self.state.above.scenario;
        let is_api = |object: usize| {
            scenario
                .constructions()
                .any(|made| made.object == object && made.made_by() != MadeBy::Constructor)
        };
        let is_current = |step: &RunningStep| {
            scenario.current().is_some_and(|current| std::ptr::eq(current, step))
        };
        let releases = scenario.steps().iter().filter(|step| {
            step.role == Role::Release && (step.observed.is_some() || is_current(step))
        });
        releases
            .filter_map(|step| Some((step.object.filter(|&it| is_api(it))?, step.step.function)))
            .map(|(object, function)| Destruction { object, function })
            .collect()
    }

    fn value(&self, holder: &Holder) -> Value {
        let (bytes, pointers) = self.image(holder, holder.size);
        Value { ty: holder.ty, bytes, pointers }
    }

    fn image(&self, holder: &Holder, size: u64) -> (Vec<u8>, Vec<PointerAt>) {
        let mut bytes = vec![0; size as usize];
        let mut pointers = Vec::new();
        for leaf in &holder.leaves {
            let value = self.model.get(leaf.var);
            if let Some(pointer) = &leaf.targets {
                if let Some(Target::Number(_)) = pointer.targets.get(value as usize) {
                    continue;
                }
                let to = match pointer.targets.first() {
                    Some(&Target::Inside { object, start }) => self.inside(object, start, value),
                    _ => {
                        let target = pointer.targets.get(value as usize).copied();
                        self.pointee(target.unwrap_or(Target::Null))
                    }
                };
                pointers.push(PointerAt { offset: leaf.offset, to });
                continue;
            }
            let (from, to) = (leaf.offset as usize, leaf.offset as usize + usize::from(leaf.size));
            if let Some(place) = bytes.get_mut(from..to) {
                place.copy_from_slice(&value.to_le_bytes()[..usize::from(leaf.size)]);
            }
        }
        (bytes, pointers)
    }

    /// A pointer so many elements into an object that another pointer chose.
    fn inside(&self, object: usize, start: Var, elements: u64) -> Pointee {
        match self.model.get(start) {
            0 => {
                let offset = elements * self.tree.objects[object].element;
                Pointee::Object { index: object, offset }
            }
            _ => Pointee::Null,
        }
    }

    fn pointee(&self, target: Target) -> Pointee {
        match target {
            Target::Null | Target::Number(_) => Pointee::Null,
            Target::Object(index) | Target::Alias(index) => Pointee::Object { index, offset: 0 },
            Target::Part(index, offset) => Pointee::Object { index, offset },
            Target::Inside { object, start } => self.inside(object, start, 0),
            Target::Stub(index) => Pointee::Stub(index),
            Target::File => {
                let var = self.tree.stream.map(|(_, var)| var);
                let bytes = var.map(|var| self.symbols.stream_bytes(self.state, var));
                Pointee::File(bytes.unwrap_or_default())
            }
        }
    }

    fn globals(&self) -> Vec<Global> {
        let externals = self.tree.externals.iter();
        externals.map(|(id, held)| Global { id: *id, value: self.value(held) }).collect()
    }

    fn object(&self, index: usize, node: &Node) -> Object {
        let object = self.state.memory.object(node.base);
        let released = object.and_then(|object| match object.origin {
            Origin::Heap(kind) if !object.is_alive() => Some(release(kind)),
            _ => None,
        });
        // An object that is not in memory has not been looked at: few elements will do.
        let size = object.map_or_else(
            || self.least.get(&index).unwrap_or(&1) * node.element,
            |object| object.size,
        );
        let (mut bytes, mut pointers) = self.image(&node.holder, node.room());
        bytes.truncate(size as usize);
        pointers.retain(|pointer| pointer.offset < size);
        self.leave_out_unused(node, &mut pointers);
        Object {
            ty: node.holder.ty,
            count: if node.is_cell { 1 } else { size / node.element },
            bytes,
            pointers,
            released,
            text: node.text,
            name: Arc::clone(&node.name),
        }
    }

    /// Fields that lead to what was not looked at are null: a test is the shorter for it.
    fn leave_out_unused(&self, node: &Node, pointers: &mut [PointerAt]) {
        for given in pointers {
            let leaf = node.holder.leaves.iter().find(|leaf| leaf.offset == given.offset);
            let Some((var, pointer)) = leaf.and_then(|l| Some((l.var, l.targets.as_ref()?))) else {
                continue;
            };
            let unused = match given.to {
                Pointee::Object { index, .. } => !self.tree.objects[index].present,
                Pointee::Stub(index) => self.tree.stubs[index].calls.is_empty(),
                _ => false,
            };
            let may_be_null = pointer
                .targets
                .iter()
                .any(|target| matches!(target, Target::Null | Target::Inside { .. }));
            if unused && !self.decided.contains(&var) && may_be_null {
                given.to = Pointee::Null;
            }
        }
    }

    fn stub(&self, stub: &super::Stub) -> Stub {
        let result = |call: &super::StubCall| call.result.as_ref().map(|held| self.value(held));
        let outputs = stub
            .calls
            .iter()
            .enumerate()
            .flat_map(|(call, answer)| answer.outputs.iter().map(move |output| (call, output)));
        Stub {
            function: stub.function,
            ty: stub.ty,
            name: Arc::clone(&stub.name),
            returns: stub.calls.iter().map(result).collect(),
            outputs: outputs
                .map(|(call, output)| Output {
                    call,
                    to: output.to,
                    value: self.value(&output.value),
                })
                .collect(),
        }
    }
}

/// What a function of a maker is called with, in order.
struct Passed {
    params: Vec<TypeId>,
    arguments: Vec<Value>,
}

impl Passed {
    /// The next so many of them, or all that are left.
    fn take(&mut self, count: usize) -> Passed {
        Passed {
            params: self.params.drain(..count.min(self.params.len())).collect(),
            arguments: self.arguments.drain(..count.min(self.arguments.len())).collect(),
        }
    }

    /// The next use of an object.
    fn used(&mut self, object: usize, call: &UsedCall) -> Use {
        let again = call.repeated.then(|| self.take(1)).and_then(|again| {
            let bytes = again.arguments.first()?.bytes.first_chunk()?;
            u32::try_from(i32::from_le_bytes(*bytes)).ok()
        });
        let Passed { params, arguments } = self.take(call.arguments);
        let times = again.unwrap_or(0).saturating_add(1);
        Use { object, function: call.name.clone(), params, arguments, times, free: None }
    }
}

/// How a test must allocate what was freed.
fn release(kind: HeapKind) -> Release {
    match kind {
        HeapKind::New => Release::Delete,
        HeapKind::NewArray => Release::DeleteArray,
        HeapKind::Malloc | HeapKind::Library | HeapKind::Input => Release::Free,
    }
}
