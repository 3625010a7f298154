//! Units: functions run for themselves, without a harness.
//!
//! What a unit is given forms a tree that grows when the code looks at it. A pointer is null, or
//! points to an object of its own, or to one that is there already; which of them is a variable
//! like any other. An object is made of variables when it is first touched, typed as the debug
//! information says. How long it is says a number that goes with it; where none is stated, it is
//! as long as the code needs it to be.
//!
//! - *Invariant:* an object of the tree that is not in memory has a reserved place there, so its
//!   address is a constant from the moment a pointer to it exists.
//! - *Invariant:* what the tree says is about the beginning: what the unit writes is in memory only.

mod addresses;
mod api_objects;
mod arguments;
mod call_coverage;
mod construct;
mod cycles;
mod declared;
mod dont_care;
mod externals;
mod fields;
mod files;
mod given;
mod globals;
mod lengths;
mod makers;
mod model_minimisation;
mod objects;
mod parameter_uses;
mod pointers;
mod program_arguments;
mod run;
mod shapes;
mod single;
mod spans;
mod stubs;
mod unions;
mod uses;
mod variadic;

use std::collections::HashSet;
use std::sync::Arc;

use coax_case::OutputTo;
use coax_expr::{Term, Var};
use coax_ir::address::{self, GRANULE};
use coax_ir::{FuncId, GlobalId, Kind, TypeId};

use crate::layers::InState;
use crate::scenario::Progress;

pub(crate) use addresses::stub_address;
pub(crate) use api_objects::{chosen, making_call, releasing_call};
pub(crate) use construct::is_to_release;
pub(crate) use makers::counted;
pub(crate) use pointers::Chosen;
pub(crate) use stubs::{answers_for, is_environment, is_of_language, is_too_deep};
pub use uses::end_of_unit;

pub use api_objects::{ApiMaker, ApiObjects, ApiWay, MOST_WAYS, MadeBy, ObjectSource, WAY};
pub use construct::{can_be_made, is_plain};
pub use files::{INPUT_FILES, INPUT_STREAM};
pub use given::{Assumes, Given};
pub use makers::{Maker, Makers, UsedCall, Written};
pub use run::RunScenarios;

/// What is asked of a unit.
#[derive(Debug)]
pub struct UnitPlan {
    /// How many levels of calls of the user's own functions are followed; all if none is said.
    pub call_depth: Option<u32>,
    /// A call that is not followed may also change every global.
    pub havoc_globals: bool,
    /// Pointer arguments are never null.
    pub nonnull: bool,
    /// The user's own functions: only their calls count for the depth.
    pub own: Arc<HashSet<FuncId>>,
    /// What makes objects of classes whose constructors the program does not have.
    pub makers: Arc<Makers>,
    /// How the code makes objects of its own types.
    pub api: Arc<ApiObjects>,
    /// Where such objects come from.
    pub objects: ObjectSource,
    /// What needs values of such objects that were made up says so.
    pub grades_made_up: bool,
}

/// What a unit was given so far.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) plan: Arc<UnitPlan>,
    /// Objects that the step that is being prepared needs, in order: they are constructed before it.
    found: Vec<Construction>,
    objects: Vec<Arc<Node>>,
    /// Variables of pointers, and the choices that lead back to an object they are reached from.
    cycles: Vec<(Var, u8)>,
    /// Variables of pointers in unions, and those of the numbers that may be there instead.
    numbers: Vec<(Var, Var)>,
    stubs: Vec<Arc<Stub>>,
    /// Variables that no file of the program defines.
    externals: Vec<(GlobalId, Arc<Holder>)>,
    /// The stream that every `FILE *` is, and what chooses its file.
    stream: Option<(u64, Var)>,
    /// Answers that are given again to the same questions.
    known_answers: Vec<Arc<stubs::KnownAnswer>>,
    /// What lists the arguments of `main`.
    argument_list: Option<program_arguments::ArgumentList>,
}

/// Words of the call that are read from an object once it is constructed.
#[derive(Clone, Debug)]
pub(crate) struct LateWords {
    /// The first of them.
    first: usize,
    place: u64,
    offset: u64,
    kinds: Box<[Kind]>,
}

/// A value made of variables.
#[derive(Clone, Debug)]
pub(crate) struct Holder {
    ty: TypeId,
    size: u64,
    leaves: Vec<Leaf>,
}

/// A scalar of a value.
#[derive(Clone, Debug)]
struct Leaf {
    offset: u64,
    /// In bytes.
    size: u8,
    var: Var,
    /// For a number: what it is.
    number: Option<shapes::NumberKind>,
    /// For a pointer: what the values of the variable mean.
    targets: Option<Arc<Pointer>>,
}

/// What a pointer may point to; its variable chooses.
#[derive(Debug)]
struct Pointer {
    /// What it is called: `list`, `list->next`.
    name: Arc<str>,
    targets: Vec<Target>,
}

/// Something an input pointer may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Null,
    Object(usize),
    /// What is so many bytes into an object: the part of a base class.
    Part(usize, u64),
    /// The same as another pointer points to.
    Alias(usize),
    /// So many elements into an object as its variable says; null if the pointer to the object's
    /// first element is, whose variable this is.
    Inside {
        object: usize,
        start: Var,
    },
    Stub(usize),
    /// The stream of the tree.
    File,
    /// Nothing: another member of the union is in use, and its value is this variable.
    Number(Var),
}

/// An object of the tree.
#[derive(Clone, Debug)]
struct Node {
    /// Its elements, as far as they are made.
    holder: Holder,
    base: u64,
    /// How many elements it has at most.
    most: u64,
    /// Size of an element.
    element: u64,
    /// How many pointers lead to it from the arguments.
    depth: u32,
    /// What it is called.
    name: Arc<str>,
    /// What its elements are, if they have fields.
    structure: Option<TypeId>,
    /// A terminated string.
    text: bool,
    /// It may be something else, by another member of a union: how long it is says nothing.
    is_blurred: bool,
    /// How many elements it has, and who says so.
    length: lengths::Stated,
    /// How many the code needs, if no length is stated and it has been touched.
    needed: Option<Term>,
    /// Is it in memory?
    present: bool,
    /// It holds the pointer that a creator returned.
    is_cell: bool,
}

/// How an object of a class is made.
#[derive(Clone, Debug)]
pub(crate) struct Construction {
    /// Which object of the tree.
    pub object: usize,
    class: TypeId,
    pub(crate) constructor: FuncId,
    /// Everybody may call it.
    is_public: bool,
    /// Types of the constructor's parameters.
    params: Vec<TypeId>,
    pub(crate) destructor: Option<FuncId>,
    /// It is made by a function that is there for it.
    maker: Option<Maker>,
    /// How many elements it has, if it has any.
    count: Option<Arc<Holder>>,
    /// How many other constructions it is an argument of.
    nesting: u32,
    /// Functions of the code make it.
    api: Option<api_objects::ApiConstruction>,
}

/// A function that is not run but answered for.
#[derive(Clone, Debug)]
struct Stub {
    /// The function; none if it is reached by a pointer.
    function: Option<FuncId>,
    /// The type of the function a pointer points to.
    ty: Option<TypeId>,
    name: Arc<str>,
    calls: Vec<StubCall>,
}

/// One call of a stub.
#[derive(Clone, Debug, Default)]
struct StubCall {
    /// What it returned.
    result: Option<Arc<Holder>>,
    /// What it wrote to where its pointer arguments point.
    outputs: Vec<Output>,
}

/// What a stub wrote.
#[derive(Clone, Debug)]
struct Output {
    to: OutputTo,
    value: Arc<Holder>,
}

impl InState {
    /// The tree of the unit that is run, to be changed.
    ///
    /// # Panics
    /// If no unit is run: then it is not asked for.
    pub fn tree(&mut self) -> &mut Tree {
        Arc::make_mut(self.unit.as_mut().expect("a unit is run"))
    }
}

impl UnitPlan {
    /// Are calls of a function followed only up to some depth?
    pub(crate) fn limits_calls_of(&self, id: FuncId) -> bool {
        self.call_depth.is_some() && self.own.contains(&id)
    }
}

impl Tree {
    pub(crate) fn new(plan: &Arc<UnitPlan>) -> Tree {
        Tree {
            plan: Arc::clone(plan),
            found: Vec::new(),
            objects: Vec::new(),
            cycles: Vec::new(),
            numbers: Vec::new(),
            stubs: Vec::new(),
            externals: Vec::new(),
            stream: None,
            known_answers: Vec::new(),
            argument_list: None,
        }
    }

    /// Where an object is.
    pub(crate) fn base_of(&self, object: usize) -> u64 {
        self.objects[object].base
    }

    /// All scalars of the tree, and of what the steps of its scenario are called with.
    fn leaves<'a>(&'a self, scenario: &'a Progress) -> impl Iterator<Item = &'a Leaf> {
        let results = self.stubs.iter().flat_map(|stub| &stub.calls);
        let outputs = results.flat_map(|call| {
            call.result.iter().chain(call.outputs.iter().map(|output| &output.value))
        });
        let calls = scenario.calls().filter_map(|step| step.ready.as_ref());
        let calls = calls.flat_map(|ready| ready.receiver.iter().chain(&ready.arguments));
        let made = scenario.steps().iter().filter(|step| step.makes_or_uses());
        let made = made.flat_map(|step| step.ready.iter().flat_map(|ready| &ready.arguments));
        let values = calls.chain(made).chain(outputs);
        let values = values.chain(self.externals.iter().map(|(_, holder)| holder));
        let holders = values.map(|holder| &**holder);
        let holders = holders.chain(self.objects.iter().map(|node| &node.holder));
        holders.flat_map(|holder| &holder.leaves)
    }

    /// Is an address that of an object that was not touched yet?
    pub(crate) fn is_unmade(&self, address: u64) -> bool {
        self.object_at(address).is_some_and(|index| !self.objects[index].present)
    }

    /// What the object that starts at an address is called, if it was given to the unit.
    pub(crate) fn name_of_object(&self, base: u64) -> Option<&str> {
        self.objects.iter().find(|node| node.base == base).map(|node| &*node.name)
    }

    /// The object whose place an address is in.
    fn object_at(&self, address: u64) -> Option<usize> {
        self.objects.iter().position(|node| {
            let start = node.base & !(GRANULE - 1);
            let (_, granules) = address::placement(node.room(), objects::ALIGNMENT, 0);
            (start..start + granules * GRANULE).contains(&address)
        })
    }
}

impl Node {
    /// How many bytes it may have.
    fn room(&self) -> u64 {
        (self.most * self.element).max(1)
    }
}
