//! Types as far as passing values is concerned: numbers, texts, buffers, and classes with a name of their own.
//!
//! Modules have their own copies of a type; here each class has one id. A `typedef` of a pointer to numbers or
//! to nothing that functions return by that name (`sds`, `handle_t`) is a class of its own, too: only what such a
//! function returned is passed for it.

use std::collections::HashMap;
use std::sync::Arc;

use coax_ir::{
    Access, ClassFacts, Language, Program, Type, TypeId, is_const, size_of, spell_type, strip,
};

/// A class, struct or union, or a handle with a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ClassId(pub(crate) u32);

/// What is known of a class.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) name: String,
    /// The copy of the type that says most.
    pub(crate) ty: TypeId,
    /// Unknown for a type that is only declared.
    pub(crate) size: Option<u64>,
    pub(crate) facts: Option<Arc<ClassFacts>>,
    /// Public bases and where they lie.
    pub(crate) bases: Vec<(ClassId, u64)>,
    /// A pointer with a name of its own, and no object.
    pub(crate) is_handle: bool,
}

/// A class of the standard library that a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standard {
    String,
    View,
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Its type without typedefs and qualifiers.
    pub(crate) ty: TypeId,
    pub(crate) sort: Sort,
    /// In bytes.
    pub(crate) size: u8,
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Truth,
    Character,
    Signed,
    Unsigned,
    Float,
    Enum,
}

/// How an object is referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Value,
    Pointer,
    Reference,
    /// `T &&`.
    Moved,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Void,
    Number(Number),
    /// A `const` reference to a number.
    NumberReference(Number),
    /// A pointer or reference to numbers.
    Numbers {
        element: Number,
        element_ty: TypeId,
        is_const: bool,
        by: By,
    },
    /// A pointer to characters.
    Text {
        is_const: bool,
        element_ty: TypeId,
    },
    /// A class of the standard library that texts are passed for.
    Standard {
        standard: Standard,
        ty: TypeId,
        is_const: bool,
        by: By,
    },
    /// An object of a class.
    Object {
        class: ClassId,
        is_const: bool,
        by: By,
    },
    /// A pointer to a pointer to an object, or to a handle.
    Place {
        class: ClassId,
        pointer_ty: TypeId,
    },
    /// A pointer to a pointer to characters or nothing.
    WordPlace {
        pointer_ty: TypeId,
        is_text: bool,
    },
    /// `void *`.
    Untyped {
        is_const: bool,
    },
    /// A pointer to a function.
    Function(TypeId),
    /// What cannot be passed, and why.
    Other(String),
}

/// All classes met so far.
#[derive(Default)]
pub(crate) struct Types {
    pub(crate) classes: Vec<Class>,
    by_name: HashMap<String, ClassId>,
    handles: HashMap<String, ClassId>,
    shapes: HashMap<TypeId, Shape>,
}

impl Types {
    pub(crate) fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    /// A typedef of a pointer, or a pointer to pointers, is a handle of its own from here on.
    pub(crate) fn add_handle(&mut self, program: &Program, ty: TypeId) {
        let Some((name, target)) = handle_name(program, ty) else { return };
        if self.handles.contains_key(&*name) {
            return;
        }
        let id = self.add(Class {
            name: name.to_string(),
            ty: target,
            size: Some(8),
            facts: None,
            bases: Vec::new(),
            is_handle: true,
        });
        self.handles.insert(name.to_string(), id);
        self.shapes.clear();
    }

    fn add(&mut self, class: Class) -> ClassId {
        self.classes.push(class);
        ClassId(self.classes.len() as u32 - 1)
    }

    /// What a type is.
    pub(crate) fn shape(&mut self, program: &Program, ty: TypeId) -> Shape {
        if let Some(shape) = self.shapes.get(&ty) {
            return shape.clone();
        }
        let shape = self.shape_of(program, ty);
        self.shapes.insert(ty, shape.clone());
        shape
    }

    fn shape_of(&mut self, program: &Program, ty: TypeId) -> Shape {
        if !self.handles.is_empty()
            && let Some((name, _)) = handle_name(program, ty)
            && let Some(&class) = self.handles.get(&*name)
        {
            return Shape::Object { class, is_const: false, by: By::Value };
        }
        let bare = strip(program, ty);
        match &*program.type_of(bare) {
            Type::Void => Shape::Void,
            Type::Pointer(to) => self.pointer(program, *to),
            Type::Reference(to) => self.referred(program, *to, By::Reference),
            Type::RvalueReference(to) => self.referred(program, *to, By::Moved),
            Type::Struct { .. } | Type::Union { .. } => {
                self.object(program, bare, By::Value, false)
            }
            _ => match number(program, bare) {
                Some(number) => Shape::Number(number),
                None => other(program, ty),
            },
        }
    }

    fn pointer(&mut self, program: &Program, to: TypeId) -> Shape {
        let is_const = is_const(program, to);
        if named_pointer(program, to).is_some_and(|(name, _)| self.handles.contains_key(&*name))
            && let Shape::Object { class, .. } = self.shape(program, to)
        {
            return Shape::Place { class, pointer_ty: to };
        }
        let bare = strip(program, to);
        match &*program.type_of(bare) {
            Type::Void => Shape::Untyped { is_const },
            Type::Function { .. } => Shape::Function(bare),
            Type::Pointer(_) => match self.shape(program, to) {
                Shape::Object { class, by: By::Pointer, .. } => {
                    Shape::Place { class, pointer_ty: to }
                }
                Shape::Text { .. } => Shape::WordPlace { pointer_ty: to, is_text: true },
                Shape::Untyped { .. } => Shape::WordPlace { pointer_ty: to, is_text: false },
                _ => other(program, to),
            },
            Type::Struct { .. } | Type::Union { .. } | Type::Opaque { .. } => {
                self.object(program, bare, By::Pointer, is_const)
            }
            Type::Array { element, .. } => match number(program, strip(program, *element)) {
                Some(number) => Shape::Numbers {
                    element: number,
                    element_ty: *element,
                    is_const,
                    by: By::Pointer,
                },
                None => other(program, to),
            },
            _ => match number(program, bare) {
                Some(_) if is_char(program, bare) => Shape::Text { is_const, element_ty: to },
                Some(element) => {
                    Shape::Numbers { element, element_ty: to, is_const, by: By::Pointer }
                }
                None => other(program, to),
            },
        }
    }

    fn referred(&mut self, program: &Program, to: TypeId, by: By) -> Shape {
        let is_const = is_const(program, to);
        let bare = strip(program, to);
        match &*program.type_of(bare) {
            Type::Struct { .. } | Type::Union { .. } | Type::Opaque { .. } => {
                self.object(program, bare, by, is_const)
            }
            _ => match number(program, bare) {
                Some(number) if is_const || by == By::Moved => Shape::NumberReference(number),
                Some(element) => Shape::Numbers { element, element_ty: to, is_const, by },
                None => other(program, to),
            },
        }
    }

    fn object(&mut self, program: &Program, bare: TypeId, by: By, is_const: bool) -> Shape {
        let Some(name) = class_name(program, bare) else { return other(program, bare) };
        if name.starts_with("__va_list") {
            return Shape::Other("lists of variable arguments are not made".into());
        }
        if let Some(standard) = standard(&name) {
            return Shape::Standard { standard, ty: bare, is_const, by };
        }
        Shape::Object { class: self.class_of(program, bare, name), is_const, by }
    }

    /// The id of a class, struct or union without typedefs and qualifiers around it.
    pub(crate) fn id_of(&mut self, program: &Program, ty: TypeId) -> Option<ClassId> {
        let bare = strip(program, ty);
        let name = class_name(program, bare)?;
        Some(self.class_of(program, bare, name))
    }

    fn class_of(&mut self, program: &Program, ty: TypeId, name: String) -> ClassId {
        if let Some(&id) = self.by_name.get(&name) {
            let class = &self.classes[id.0 as usize];
            if class.size.is_some() || size_of(program, ty).is_none() {
                return id;
            }
            self.describe(program, id, ty);
            return id;
        }
        let id = self.add(Class {
            name: name.clone(),
            ty,
            size: None,
            facts: None,
            bases: Vec::new(),
            is_handle: false,
        });
        self.by_name.insert(name, id);
        self.describe(program, id, ty);
        id
    }

    fn describe(&mut self, program: &Program, id: ClassId, ty: TypeId) {
        let facts = program.class_facts(ty);
        let mut bases = Vec::new();
        for base in facts.iter().flat_map(|facts| &facts.bases) {
            if let Some(offset) = base.offset.filter(|_| base.access == Access::Public)
                && let Some(base) = self.id_of(program, base.ty)
            {
                bases.push((base, offset));
            }
        }
        let class = &mut self.classes[id.0 as usize];
        (class.ty, class.size, class.facts, class.bases) = (ty, size_of(program, ty), facts, bases);
    }

    /// Where in objects of a class those of another one lie: at the start for the class itself.
    pub(crate) fn offset_of(&self, class: ClassId, base: ClassId) -> Option<u64> {
        if class == base {
            return Some(0);
        }
        let inner =
            |&(direct, offset): &(ClassId, u64)| Some(offset + self.offset_of(direct, base)?);
        self.class(class).bases.iter().find_map(inner)
    }
}

/// What a type is called that may be a handle of its own: a typedef of a pointer, or a pointer to pointers.
fn handle_name(program: &Program, ty: TypeId) -> Option<(Arc<str>, TypeId)> {
    let named = || named_pointer(program, ty);
    let to_pointers = || {
        let Type::Pointer(to) = *program.type_of(strip(program, ty)) else { return None };
        let is_pointer = matches!(*program.type_of(strip(program, to)), Type::Pointer(_));
        let spelled = spell_type(program, strip(program, to), Language::Cxx).filter(|_| is_pointer);
        spelled.map(|name| (Arc::from(format!("{name} *")), ty))
    };
    named().or_else(to_pointers)
}

/// The name of a typedef of a pointer to numbers or to nothing, and the type behind it.
pub(crate) fn named_pointer(program: &Program, ty: TypeId) -> Option<(Arc<str>, TypeId)> {
    match &*program.type_of(ty) {
        Type::Qualified { target, .. } => named_pointer(program, *target),
        Type::Typedef { name, target } => {
            let Type::Pointer(to) = *program.type_of(strip(program, *target)) else { return None };
            let to = strip(program, to);
            let is_plain =
                matches!(*program.type_of(to), Type::Void) || number(program, to).is_some();
            is_plain.then(|| (Arc::clone(name), ty))
        }
        _ => None,
    }
}

fn class_name(program: &Program, bare: TypeId) -> Option<String> {
    match &*program.type_of(bare) {
        Type::Struct { name, .. } | Type::Union { name, .. } | Type::Opaque { name, .. } => {
            let alias = || program.alias_of(bare).map(|alias| alias.to_string());
            name.as_ref().map(|name| name.to_string()).or_else(alias)
        }
        _ => None,
    }
}

fn standard(name: &str) -> Option<Standard> {
    let is = |class: &str| name.starts_with(class) && name[class.len()..].starts_with("<char,");
    if is("std::__cxx11::basic_string") {
        Some(Standard::String)
    } else if is("std::basic_string_view") {
        Some(Standard::View)
    } else {
        None
    }
}

/// What number a type without typedefs and qualifiers is, if it is one.
pub(crate) fn number(program: &Program, bare: TypeId) -> Option<Number> {
    let (sort, bits) = match &*program.type_of(bare) {
        Type::Bool => (Sort::Truth, 8),
        Type::Int { bits, character: true, .. } if *bits == 8 => (Sort::Character, 8),
        Type::Int { name, bits: 8, .. } if name.contains("char") => (Sort::Character, 8),
        Type::Int { bits, signed: true, .. } => (Sort::Signed, *bits),
        Type::Int { bits, .. } => (Sort::Unsigned, *bits),
        Type::Float { bits: bits @ (32 | 64), .. } => (Sort::Float, *bits),
        Type::Enum { bits, .. } => (Sort::Enum, *bits),
        _ => return None,
    };
    matches!(bits, 8 | 16 | 32 | 64).then(|| Number { ty: bare, sort, size: (bits / 8) as u8 })
}

/// Is it `char` itself, of which texts are made?
fn is_char(program: &Program, bare: TypeId) -> bool {
    matches!(&*program.type_of(bare), Type::Int { name, .. } if &**name == "char")
}

fn other(program: &Program, ty: TypeId) -> Shape {
    let spelled = spell_type(program, ty, Language::Cxx).unwrap_or_else(|| "without a name".into());
    Shape::Other(format!("values of type `{spelled}` are not made"))
}
