//! Source types out of the debug information: a graph of nodes becomes a graph of [`Type`]s.
//!
//! Nodes are converted when first needed, each once per module. A node gets its id before its
//! parts are looked at, because types refer to themselves through pointers.

use std::collections::HashMap;
use std::sync::Arc;

use coax_ir::{Enumerator, Field, Program, Type, TypeId};

use crate::llvm::{BasicClass, Module, Node, NodeField};

/// Where types are kept: the program, or a list before there is one.
pub trait TypeStore {
    /// Adds a type.
    fn add(&mut self, ty: Type) -> TypeId;
    /// Replaces a type added as a placeholder.
    fn set(&mut self, id: TypeId, ty: Type);
}

impl TypeStore for Vec<Type> {
    fn add(&mut self, ty: Type) -> TypeId {
        self.push(ty);
        TypeId(self.len() as u32 - 1)
    }

    fn set(&mut self, id: TypeId, ty: Type) {
        self[id.index()] = ty;
    }
}

impl TypeStore for &Program {
    fn add(&mut self, ty: Type) -> TypeId {
        self.add_type(ty)
    }

    fn set(&mut self, id: TypeId, ty: Type) {
        self.set_type(id, ty);
    }
}

/// The nodes of a module that have been converted, by number.
#[derive(Default)]
pub struct TypeCache {
    known: HashMap<u32, TypeId>,
    void: Option<TypeId>,
}

/// Converts nodes of one module.
pub struct TypeGraph<'a, S> {
    /// The module.
    pub module: &'a mut Module,
    /// What it has converted so far.
    pub cache: &'a mut TypeCache,
    /// Where the types go.
    pub store: S,
}

impl<S: TypeStore> TypeGraph<'_, S> {
    /// The type of a node (its number plus 1); none for 0.
    pub fn known_type(&mut self, node: u32) -> Option<TypeId> {
        (node != 0).then(|| self.node_type(node))
    }

    /// The type of a node (its number plus 1); 0 is `void`.
    fn node_type(&mut self, node: u32) -> TypeId {
        let Some(number) = node.checked_sub(1) else { return self.void() };
        if let Some(id) = self.cache.known.get(&number) {
            return *id;
        }
        let id = self.store.add(Type::Void);
        self.cache.known.insert(number, id);
        let node = self.module.debug_node(number);
        let ty = self.convert(node);
        self.store.set(id, ty);
        id
    }

    fn void(&mut self) -> TypeId {
        if let Some(id) = self.cache.void {
            return id;
        }
        let id = self.store.add(Type::Void);
        self.cache.void = Some(id);
        id
    }

    fn convert(&mut self, node: Node) -> Type {
        match node {
            Node::Basic { name, bits, class } => basic(&name, bits, class),
            Node::Pointer(target) => Type::Pointer(self.node_type(target)),
            Node::Reference(target) => Type::Reference(self.node_type(target)),
            Node::Qualified { word, target } => {
                Type::Qualified { word, target: self.node_type(target) }
            }
            Node::Typedef { name, target } => {
                Type::Typedef { name: name.into(), target: self.node_type(target) }
            }
            Node::Struct { name, size, fields, class } => {
                Type::Struct { name: optional(name), size, fields: self.fields(fields), class }
            }
            Node::Union { name, size, fields } => {
                Type::Union { name: optional(name), size, fields: self.fields(fields) }
            }
            Node::Enum { name, bits, signed, values } => {
                Type::Enum { name: optional(name), bits, signed, values: enumerators(values) }
            }
            Node::Array { element, counts } => self.array(element, &counts),
            Node::Function { types, variadic } => self.function(&types, variadic),
            Node::Opaque { name } => Type::Opaque { name: optional(name) },
            Node::Unknown => Type::Void,
        }
    }

    fn fields(&mut self, fields: Vec<NodeField>) -> Vec<Field> {
        let field = |field: NodeField| Field {
            name: optional(field.name),
            ty: self.node_type(field.node),
            bit_offset: field.bit_offset,
            bit_size: field.bit_size,
        };
        fields.into_iter().map(field).collect()
    }

    /// `int a[2][3]` has counts 2 and 3: an array of 2 arrays of 3.
    fn array(&mut self, element: u32, counts: &[Option<u64>]) -> Type {
        let mut element = self.node_type(element);
        let (outer, inner) = counts.split_first().unwrap_or((&None, &[]));
        for &count in inner.iter().rev() {
            element = self.store.add(Type::Array { element, count });
        }
        Type::Array { element, count: *outer }
    }

    fn function(&mut self, types: &[u32], variadic: bool) -> Type {
        let result = self.node_type(types.first().copied().unwrap_or(0));
        let params = types.iter().skip(1).map(|&node| self.node_type(node)).collect();
        Type::Function { result, params, variadic }
    }
}

fn basic(name: &str, bits: u32, class: BasicClass) -> Type {
    let name: Arc<str> = name.into();
    let int = |signed, character| Type::Int { name: Arc::clone(&name), bits, signed, character };
    match class {
        BasicClass::Bool => Type::Bool,
        BasicClass::Signed => int(true, false),
        BasicClass::Unsigned => int(false, false),
        BasicClass::SignedChar => int(true, true),
        BasicClass::UnsignedChar => int(false, true),
        BasicClass::Float => Type::Float { name, bits },
        BasicClass::Other => Type::Opaque { name: Some(name) },
    }
}

fn optional(name: String) -> Option<Arc<str>> {
    (!name.is_empty()).then(|| name.into())
}

fn enumerators(values: Vec<(String, i64)>) -> Vec<Enumerator> {
    values.into_iter().map(|(name, value)| Enumerator { name: name.into(), value }).collect()
}
