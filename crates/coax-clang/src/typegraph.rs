//! Source types out of the debug information: a graph of nodes becomes a graph of [`Type`]s.
//!
//! Nodes are converted when first needed, each once per module. A node gets its id before its
//! parts are looked at, because types refer to themselves through pointers.

use std::collections::HashMap;
use std::sync::Arc;

use coax_ir::{Enumerator, Field, Program, Type, TypeId};

use crate::llvm::{BasicClass, Module, Node, NodeField};

/// The nodes of a module that have been converted, by number.
#[derive(Default)]
pub struct TypeCache {
    known: HashMap<u32, TypeId>,
    /// The node of a type that is a class or union.
    records: HashMap<TypeId, u32>,
    void: Option<TypeId>,
}

impl TypeCache {
    /// The node of a class or union of this module, by number (not plus 1).
    pub fn record(&self, ty: TypeId) -> Option<u32> {
        self.records.get(&ty).copied()
    }
}

/// Converts nodes of one module.
pub struct TypeGraph<'a> {
    /// The module.
    pub module: &'a mut Module,
    /// What it has converted so far.
    pub cache: &'a mut TypeCache,
    /// Where the types go.
    pub store: &'a Program,
}

impl TypeGraph<'_> {
    /// The type of a node (its number plus 1); none for 0.
    pub fn known_type(&mut self, node: u32) -> Option<TypeId> {
        (node != 0).then(|| self.node_type(node))
    }

    /// The type of a node (its number plus 1); 0 is `void`.
    pub fn node_type(&mut self, node: u32) -> TypeId {
        let Some(number) = node.checked_sub(1) else { return self.void() };
        if let Some(id) = self.cache.known.get(&number) {
            return *id;
        }
        let id = self.store.add_type(Type::Void);
        self.cache.known.insert(number, id);
        let node = self.module.debug_node(number);
        if matches!(node, Node::Struct { .. } | Node::Union { .. }) {
            self.cache.records.insert(id, number);
        }
        let ty = self.convert(node);
        self.store.set_type(id, ty);
        id
    }

    fn void(&mut self) -> TypeId {
        if let Some(id) = self.cache.void {
            return id;
        }
        let id = self.store.add_type(Type::Void);
        self.cache.void = Some(id);
        id
    }

    fn convert(&mut self, node: Node) -> Type {
        match node {
            Node::Basic { name, bits, class } => basic(&name, bits, class),
            Node::Pointer(target) => Type::Pointer(self.node_type(target)),
            Node::Reference(target) => Type::Reference(self.node_type(target)),
            Node::RvalueReference(target) => Type::RvalueReference(self.node_type(target)),
            Node::MemberPointer { class, target } => {
                Type::MemberPointer { class: self.node_type(class), target: self.node_type(target) }
            }
            Node::Qualified { word, target } => {
                Type::Qualified { word, target: self.node_type(target) }
            }
            Node::Typedef { name, target } => self.typedef(name.into(), target),
            Node::Struct { name, size, fields, class } => {
                Type::Struct { name: optional(name), size, fields: self.fields(fields), class }
            }
            Node::Union { name, size, fields } => {
                Type::Union { name: optional(name), size, fields: self.fields(fields) }
            }
            Node::Enum { name, bits, signed, scoped, values } => {
                let values = enumerators(values);
                Type::Enum { name: optional(name), bits, signed, scoped, values }
            }
            Node::Array { element, counts } => self.array(element, &counts),
            Node::Vector { element, size, counts } => Type::Vector {
                element: self.node_type(element),
                count: counts.first().copied().flatten().unwrap_or(0),
                size,
            },
            Node::Function { types, variadic } => self.function(&types, variadic),
            Node::Opaque { name, tag } => Type::Opaque { name: optional(name), tag },
            Node::Unknown => Type::Void,
        }
    }

    fn fields(&mut self, fields: Vec<NodeField>) -> Vec<Field> {
        let field = |field: NodeField| Field {
            name: optional(field.name),
            ty: self.node_type(field.node),
            bit_offset: field.bit_offset,
            bit_size: field.bit_size,
            kind: field.kind,
            access: field.access,
        };
        fields.into_iter().map(field).collect()
    }

    /// `typedef struct { ... } T`: the struct is known by the typedef's name.
    fn typedef(&mut self, name: Arc<str>, target: u32) -> Type {
        let target = self.node_type(target);
        if let Type::Struct { name: None, .. }
        | Type::Union { name: None, .. }
        | Type::Enum { name: None, .. } = *self.store.type_of(target)
        {
            self.store.set_alias(target, Arc::clone(&name));
        }
        Type::Typedef { name, target }
    }

    /// `int a[2][3]` has counts 2 and 3: an array of 2 arrays of 3.
    fn array(&mut self, element: u32, counts: &[Option<u64>]) -> Type {
        let mut element = self.node_type(element);
        let (outer, inner) = counts.split_first().unwrap_or((&None, &[]));
        for &count in inner.iter().rev() {
            element = self.store.add_type(Type::Array { element, count });
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
        BasicClass::Complex => Type::Complex { bits },
        BasicClass::Other => Type::Opaque { name: Some(name), tag: "" },
    }
}

fn optional(name: String) -> Option<Arc<str>> {
    (!name.is_empty()).then(|| name.into())
}

fn enumerators(values: Vec<(String, i64)>) -> Vec<Enumerator> {
    values.into_iter().map(|(name, value)| Enumerator { name: name.into(), value }).collect()
}
