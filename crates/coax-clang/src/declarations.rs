//! What the front end tells about functions and classes as their source declares them.
//!
//! Nothing here runs before it is asked for: debug information of functions is stored with their
//! bodies, and reading all of them takes a while in large modules.

use std::sync::Arc;

use coax_ir::{
    Access, Base, ClassFacts, Constructor, Declaration, Destructor, Field, Linkage, Method,
    Program, Role, SourceParam, SourceSignature, Type, TypeId,
};

use crate::arrays::DeclaredArrays;
use crate::files::absolute;
use crate::linkable::Linkable;
use crate::llvm::{self, ClassRecord, SignatureRecord, What};
use crate::passing::{Parameters, SourceValue, match_parameters};
use crate::typegraph::TypeGraph;

/// The source signature of a function defined at a symbol of a module.
pub fn signature(
    linkable: &mut Linkable,
    program: &Program,
    symbol: u32,
) -> Option<SourceSignature> {
    let record = linkable.module.signature(symbol)?;
    let found = &linkable.table.symbols[symbol as usize];
    let linkage = match found.linkage {
        llvm::Linkage::Local => Linkage::Internal,
        _ => Linkage::External,
    };
    let What::Function(function) = &found.what else { return None };
    let mut graph =
        TypeGraph { module: &mut linkable.module, cache: &mut linkable.types, store: program };
    let result = graph.node_type(record.types.result);
    let types: Vec<TypeId> =
        record.types.params.iter().map(|&node| graph.node_type(node)).collect();
    let method = record.method.as_ref().map(|method| Method {
        class: graph.node_type(method.class),
        role: method.role,
        access: method.access,
        is_const: method.is_const,
        is_virtual: method.is_virtual,
    });
    let source: Vec<SourceValue> = types
        .iter()
        .map(|&ty| SourceValue { ty, by_address: by_address(&mut graph, ty) })
        .collect();
    let arguments = match_parameters(&Parameters {
        program,
        source: &source,
        method: method.is_some(),
        language: record.language,
        aarch64: record.aarch64,
        machine: &function.params,
        types: &linkable.module.types,
    });
    Some(SourceSignature {
        name: record.name.as_str().into(),
        qualified: record.qualified.replace("(anonymous namespace)::", "").into(),
        file: absolute(&record.file),
        line: record.line,
        unit: absolute(&record.unit),
        language: record.language,
        linkage,
        result,
        params: params(&record, &types, &linkable.arrays),
        // A definition without a prototype has `...` in its debug information.
        variadic: record.types.variadic && function.variadic,
        method,
        arguments,
    })
}

fn params(record: &SignatureRecord, types: &[TypeId], arrays: &DeclaredArrays) -> Vec<SourceParam> {
    let first = if record.method.is_some() { 2 } else { 1 };
    let name = |index: usize| {
        let number = index + first;
        let found = record.names.iter().find(|(known, _)| *known == number);
        found.map(|(_, name)| Arc::from(name.as_str()))
    };
    let param = |(i, &ty): (usize, &TypeId)| {
        let elements = arrays.of(&record.name, i);
        SourceParam { name: name(i), ty, elements }
    };
    types.iter().enumerate().map(param).collect()
}

/// Is it a class that is not copied byte by byte?
fn by_address(graph: &mut TypeGraph, ty: TypeId) -> bool {
    let Some(node) = graph.cache.record(coax_ir::strip(graph.store, ty)) else { return false };
    graph.module.class(node).is_some_and(|class| !class.trivial_for_calls)
}

/// What only classes have; `number` is the module's.
pub fn class_facts(
    linkable: &mut Linkable,
    number: usize,
    program: &Program,
    class: TypeId,
) -> Option<ClassFacts> {
    let node = linkable.types.record(class)?;
    let record = linkable.module.class(node)?;
    let mut graph =
        TypeGraph { module: &mut linkable.module, cache: &mut linkable.types, store: program };
    let bases: Vec<Base> = record
        .bases
        .iter()
        .map(|&(node, offset, access)| Base { ty: graph.node_type(node), offset, access })
        .collect();
    let constructors = constructors(&record, &mut graph, number);
    let is_aggregate = !record.is_dynamic
        && constructors.is_empty()
        && bases.iter().all(|base| base.access == Access::Public)
        && fields(&program.type_of(class)).iter().all(|field| field.access == Access::Public);
    Some(ClassFacts {
        bases,
        is_dynamic: record.is_dynamic,
        declares_pure: record.declares_pure,
        destructor: destructor(&record, number),
        constructors,
        trivial_for_calls: record.trivial_for_calls,
        is_trivial: record.is_trivial,
        is_aggregate,
    })
}

fn fields(ty: &Type) -> &[Field] {
    match ty {
        Type::Struct { fields, .. } | Type::Union { fields, .. } => fields,
        _ => &[],
    }
}

fn constructors(record: &ClassRecord, graph: &mut TypeGraph, module: usize) -> Vec<Constructor> {
    let made = record.structors.iter().filter(|structor| structor.role == Role::Constructor);
    made.map(|structor| Constructor {
        params: structor.types.params.iter().map(|&node| graph.node_type(node)).collect(),
        variadic: structor.types.variadic,
        access: structor.access,
        is_deleted: structor.is_deleted,
        is_explicit: structor.is_explicit,
        declaration: declaration(module, structor.declaration),
    })
    .collect()
}

fn destructor(record: &ClassRecord, module: usize) -> Option<Destructor> {
    let found = record.structors.iter().find(|structor| structor.role == Role::Destructor)?;
    Some(Destructor {
        access: found.access,
        is_deleted: found.is_deleted,
        is_virtual: found.is_virtual,
        declaration: declaration(module, found.declaration),
    })
}

fn declaration(module: usize, node: u32) -> Declaration {
    Declaration { module: module as u32, node }
}
