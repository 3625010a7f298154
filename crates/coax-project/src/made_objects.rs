//! Which types a translation unit makes objects of, and which its functions are given: what is linked for a function may
//! include what makes its arguments.

use std::collections::{BTreeMap, BTreeSet};

use coax_ir::{Language, Linkage, Program, Type, TypeId, spell_type, strip};

/// For every type that other translation units may take, the functions that make objects of it.
pub fn makes(program: &Program) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, id) in coax_sequence::object_makers(program, program.own_functions()).functions() {
        let signature = program.signature_of(id);
        let is_named = |it: &coax_ir::SourceSignature| {
            it.linkage == Linkage::External && it.language == Language::C
        };
        if signature.is_some_and(|signature| is_named(&signature)) {
            let symbol = program.function(id).name.to_string();
            found.entry(name.to_owned()).or_default().insert(symbol);
        }
    }
    found
}

/// The types that functions are given pointers to objects of.
pub fn takes(program: &Program) -> BTreeSet<String> {
    let signatures = program.own_functions().iter().filter_map(|&id| program.signature_of(id));
    let mut found = BTreeSet::new();
    for signature in signatures.filter(|signature| signature.language == Language::C) {
        let params = signature.params.iter().filter_map(|param| pointee(program, param.ty));
        found.extend(params.filter_map(|class| spell_type(program, class, Language::Cxx)));
    }
    found
}

/// The structure that a pointer points to.
fn pointee(program: &Program, ty: TypeId) -> Option<TypeId> {
    let Type::Pointer(to) = *program.type_of(strip(program, ty)) else { return None };
    let to = strip(program, to);
    let is_class = matches!(
        *program.type_of(to),
        Type::Struct { .. } | Type::Union { .. } | Type::Opaque { .. }
    );
    is_class.then_some(to)
}
