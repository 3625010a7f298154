//! What can be called: the boundary functions, what they take and give, and how objects come about.

use std::collections::HashMap;
use std::sync::Arc;

use coax_ir::{
    Access, FuncId, GlobalId, Kind, Passing, Program, Role, SourceSignature, Type, TypeId,
    compatible, size_of, strip,
};

use crate::lengths::{Pairing, pairings};
use crate::names::{Purpose, purpose_of};
use crate::progress::Unsupported;
use crate::special::{Special, special_functions};
use crate::types::{By, ClassId, Shape, Types, named_pointer};

/// A function that is called.
#[derive(Debug)]
pub(crate) struct Callable {
    pub(crate) id: FuncId,
    pub(crate) signature: Arc<SourceSignature>,
    pub(crate) params: Vec<Param>,
    pub(crate) result: Shape,
    /// The class of a method, constructor or destructor.
    pub(crate) class: Option<ClassId>,
    pub(crate) role: Option<Role>,
    /// It may be called on a `const` object.
    pub(crate) is_const: bool,
    pub(crate) is_virtual: bool,
    pub(crate) purpose: Purpose,
    /// The classes that it is given objects of.
    pub(crate) needed: Vec<ClassId>,
    /// What it initialises or destroys: the object of its first parameter.
    pub(crate) subject: Option<ClassId>,
    /// How the machine passes what.
    pub(crate) passing: Arc<[Passed]>,
    /// The scalars that the machine returns.
    pub(crate) returned: Arc<[Kind]>,
    pub(crate) result_size: u64,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) ty: TypeId,
    pub(crate) shape: Shape,
    pub(crate) name: Arc<str>,
    pub(crate) pairing: Pairing,
    /// It is a pointer that is followed, and only where it points.
    pub(crate) is_lone: bool,
    /// How many elements it is declared with.
    pub(crate) elements: Option<u64>,
    /// Functions of the program that it can point to, if it points to a function.
    pub(crate) callbacks: Vec<FuncId>,
}

/// A parameter of the machine.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    pub(crate) passing: Passing,
    pub(crate) kinds: Box<[Kind]>,
}

/// How an object of a class comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// A function returns it, or a pointer to it.
    Creator(FuncId),
    /// A function fills a variable of its type.
    Initialiser(FuncId),
    /// A function stores a pointer to it where its parameter of this number points.
    Place(FuncId, usize),
    /// A constructor.
    Constructor(FuncId),
    /// The constructor that the compiler adds, if it has to do anything at all.
    Implicit(Option<FuncId>),
    /// A variable whose members are chosen.
    Variable,
}

/// Everything that can be called.
pub(crate) struct Api {
    pub(crate) callables: Vec<Callable>,
    by_function: HashMap<FuncId, usize>,
    pub(crate) types: Types,
    makers: HashMap<ClassId, Vec<Maker>>,
    pub(crate) destroyers: HashMap<ClassId, Vec<FuncId>>,
    pub(crate) unsupported: Vec<Unsupported>,
    pub(crate) int_type: TypeId,
    pub(crate) char_type: TypeId,
    special: HashMap<ClassId, Special>,
}

impl Api {
    pub(crate) fn new(program: &Program, boundary: &[FuncId]) -> Api {
        let mut api = Api {
            callables: Vec::new(),
            by_function: HashMap::new(),
            types: Types::default(),
            makers: HashMap::new(),
            destroyers: HashMap::new(),
            unsupported: Vec::new(),
            int_type: integer(program, "int", 32),
            char_type: integer(program, "char", 8),
            special: HashMap::new(),
        };
        for &id in boundary {
            // What is only got from objects is what they were given: any pointer.
            let makes = |it: &SourceSignature| {
                it.method.is_none()
                    && !it.params.iter().any(|param| leads_to_object(program, param.ty))
            };
            if let Some(signature) = program.signature_of(id).filter(|it| makes(it)) {
                api.types.add_handle_of(program, signature.result);
            }
        }
        for &id in boundary {
            if let Err(reason) = api.add(program, id) {
                api.unsupported.push(Unsupported { function: id, reason });
            }
        }
        api.find_destroyers();
        api.special = special_functions(program, &api.types.classes);
        api.find_makers(program);
        api.special = special_functions(program, &api.types.classes);
        api
    }

    /// The constructor that copies or moves an object of a class.
    pub(crate) fn copier(&self, class: ClassId, is_moved: bool) -> Option<FuncId> {
        let special = self.special.get(&class)?;
        if is_moved { special.moving.or(special.copy) } else { special.copy }
    }

    /// The default constructor.
    pub(crate) fn implicit(&self, class: ClassId) -> Option<FuncId> {
        self.special.get(&class)?.default
    }

    /// The destructor that leaves the memory.
    pub(crate) fn destructor(&self, class: ClassId) -> Option<FuncId> {
        self.special.get(&class)?.destructor
    }

    /// The table of virtual functions.
    pub(crate) fn table(&self, class: ClassId) -> Option<GlobalId> {
        self.special.get(&class)?.table
    }

    /// A function that can be called.
    pub(crate) fn callable(&self, id: FuncId) -> Option<&Callable> {
        self.by_function.get(&id).map(|&index| &self.callables[index])
    }

    /// How objects of a class come about.
    pub(crate) fn makers(&self, class: ClassId) -> &[Maker] {
        self.makers.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Makes a function callable; the reason if it is not.
    pub(crate) fn add(&mut self, program: &Program, id: FuncId) -> Result<(), String> {
        if self.by_function.contains_key(&id) {
            return Ok(());
        }
        let callable = self.describe(program, id)?;
        self.by_function.insert(id, self.callables.len());
        self.callables.push(callable);
        Ok(())
    }

    fn describe(&mut self, program: &Program, id: FuncId) -> Result<Callable, String> {
        let unknown = || "no debug information says what its parameters are".to_owned();
        let signature = program.signature_of(id).ok_or_else(unknown)?;
        if !signature.is_matched() {
            return Err("how a parameter is passed is not known".into());
        }
        let method = signature.method.as_ref();
        if method.is_some_and(|method| method.access != Access::Public) {
            return Err("it is not public".into());
        }
        let body = program.body(id).map_err(|error| error.to_string())?;
        let pairings = pairings(program, &mut self.types, &signature);
        let mut params = Vec::new();
        for (index, param) in signature.params.iter().enumerate() {
            let shape = self.types.shape(program, param.ty);
            if let Shape::Other(reason) = shape {
                return Err(reason);
            }
            let is_this = usize::from(method.is_some());
            params.push(Param {
                ty: param.ty,
                name: param.name.clone().unwrap_or_else(|| "value".into()),
                pairing: pairings[index],
                is_lone: body.lone.get(index + is_this).copied().unwrap_or(false),
                elements: param.elements,
                callbacks: callbacks(program, &shape),
                shape,
            });
        }
        let class = method.and_then(|method| self.types.id_of(program, method.class));
        let machine = &program.function(id).signature;
        let passing = machine.params.iter().zip(&signature.arguments);
        let first = params.first().map(|param| &param.shape);
        let subject = match first {
            Some(&Shape::Object { class, by: By::Pointer | By::Reference, is_const: false }) => {
                Some(class)
            }
            Some(&Shape::Object { class, by: By::Value, .. }) => {
                self.types.class(class).is_handle.then_some(class)
            }
            _ => None,
        };
        let is_called_on = |role: &Role| *role == Role::Other;
        let receiver = method.map(|method| method.role).filter(is_called_on).and(class);
        let given = params.iter().filter_map(|param| match param.shape {
            Shape::Object { class, .. } => Some(class),
            _ => None,
        });
        let mut needed: Vec<ClassId> = receiver.into_iter().chain(given).collect();
        needed.dedup();
        Ok(Callable {
            id,
            needed,
            result: self.types.shape(program, signature.result),
            class,
            role: method.map(|method| method.role),
            is_const: method.is_some_and(|method| method.is_const),
            is_virtual: method.is_some_and(|method| method.is_virtual),
            purpose: purpose_of(&signature.name),
            subject: subject.filter(|_| method.is_none()),
            passing: passing
                .map(|(param, &passing)| Passed { passing, kinds: param.kinds.clone() })
                .collect(),
            returned: machine.ret.clone().into(),
            result_size: size_of(program, signature.result).unwrap_or(0),
            params,
            signature,
        })
    }

    /// Functions that end the life of what they are given.
    fn find_destroyers(&mut self) {
        for callable in &self.callables {
            let gives_nothing = matches!(callable.result, Shape::Void | Shape::Number(_));
            let is_only = callable.params.len() == 1 && callable.role.is_none() && gives_nothing;
            if let Some(class) = callable.subject
                && is_only
                && callable.purpose == Purpose::Destroy
            {
                self.destroyers.entry(class).or_default().push(callable.id);
            }
        }
    }

    /// How objects of each class come about that a parameter needs.
    fn find_makers(&mut self, program: &Program) {
        let mut makers: HashMap<ClassId, Vec<Maker>> = HashMap::new();
        for callable in &self.callables {
            let mut add = |class, maker| makers.entry(class).or_default().push(maker);
            match (callable.role, &callable.result) {
                (Some(Role::Constructor), _) => {
                    if let Some(class) = callable.class {
                        add(class, Maker::Constructor(callable.id));
                    }
                }
                (Some(Role::Destructor), _) => {}
                (_, &Shape::Object { class, .. }) => add(class, Maker::Creator(callable.id)),
                _ => {}
            }
            if let Some(class) =
                callable.subject.filter(|_| callable.purpose == Purpose::Initialise)
            {
                add(class, Maker::Initialiser(callable.id));
            }
            for (index, param) in callable.params.iter().enumerate() {
                if let Shape::Place { class, .. } = param.shape {
                    add(class, Maker::Place(callable.id, index));
                }
            }
        }
        self.makers = makers;
        let mut next = 0;
        while next < self.types.classes.len() {
            self.find_other_makers(program, ClassId(next as u32));
            next += 1;
        }
    }

    /// Constructors of classes that are not the boundary's, and variables.
    fn find_other_makers(&mut self, program: &Program, id: ClassId) {
        let class = self.types.class(id);
        let (Some(size), false) = (class.size, class.is_handle) else { return };
        let Some(facts) = class.facts.clone() else {
            // Where functions make it, nothing else does.
            let is_stream = class.name.starts_with("_IO_");
            if size > 0 && self.makers(id).is_empty() && !is_stream {
                self.makers.entry(id).or_default().push(Maker::Variable);
            }
            return;
        };
        if facts.declares_pure {
            return;
        }
        let mut found = Vec::new();
        for constructor in &facts.constructors {
            let is_callable = constructor.access == Access::Public && !constructor.is_deleted;
            if let Some(function) = program.definition_of(constructor.declaration)
                && is_callable
                && self.add(program, function).is_ok()
            {
                found.push(Maker::Constructor(function));
            }
        }
        let class = self.types.class(id);
        if facts.constructors.is_empty() && !class.name.starts_with("_IO_") {
            let implicit = self.implicit(id);
            if implicit.is_some() || facts.is_trivial {
                found.push(match facts.is_aggregate && is_plain(program, class.ty) {
                    true => Maker::Variable,
                    false => Maker::Implicit(implicit),
                });
            }
        }
        let makers = self.makers.entry(id).or_default();
        found.retain(|maker| !makers.contains(maker));
        makers.extend(found);
    }

    /// A class and those that it is derived from.
    pub(crate) fn bases_of(&self, class: ClassId) -> Vec<ClassId> {
        let direct = &self.types.class(class).bases;
        let further = direct.iter().flat_map(|&(base, _)| self.bases_of(base));
        std::iter::once(class).chain(further).collect()
    }

    /// The classes whose objects can be used for a parameter of a class: itself and those derived from it.
    pub(crate) fn usable_for(&self, class: ClassId) -> Vec<ClassId> {
        let all = (0..self.types.classes.len() as u32).map(ClassId);
        all.filter(|&other| self.types.offset_of(other, class).is_some()).collect()
    }
}

impl Types {
    fn add_handle_of(&mut self, program: &Program, result: TypeId) {
        if named_pointer(program, result).is_none_or(|(name, _)| !name.starts_with("std::")) {
            self.add_handle(program, result);
        }
    }
}

fn integer(program: &Program, name: &str, bits: u32) -> TypeId {
    program.add_type(Type::Int { name: name.into(), bits, signed: true, character: bits == 8 })
}

/// The functions of the program that a pointer of this type can lead to.
fn callbacks(program: &Program, shape: &Shape) -> Vec<FuncId> {
    let Shape::Function(ty) = *shape else { return Vec::new() };
    let fits = |id: &FuncId| {
        program.function(*id).ty.is_some_and(|other| compatible(program, other, ty))
            && program.signature_of(*id).is_some_and(|it| it.method.is_none())
    };
    program.own_functions().iter().copied().filter(fits).collect()
}

/// Is it an object of a class, or a pointer or reference to one?
fn leads_to_object(program: &Program, ty: TypeId) -> bool {
    match *program.type_of(strip(program, ty)) {
        Type::Pointer(to) | Type::Reference(to) | Type::RvalueReference(to) => {
            leads_to_object(program, to)
        }
        Type::Struct { .. } | Type::Union { .. } | Type::Opaque { .. } => true,
        _ => false,
    }
}

/// Has it only numbers and pointers for members?
fn is_plain(program: &Program, ty: TypeId) -> bool {
    match &*program.type_of(strip(program, ty)) {
        Type::Array { element, .. } => is_plain(program, *element),
        Type::Struct { fields, .. } | Type::Union { fields, .. } => {
            fields.iter().all(|field| field.access == Access::Public && is_plain(program, field.ty))
        }
        _ => true,
    }
}
