//! How many bytes a pointer parameter points to, by its type: what the analysis assumes at entry.

use coax_ir::{FuncId, Passing, Program, Type, TypeId, is_const, size_of, strip};

/// What a pointer points to at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The type of what is there.
    pub ty: TypeId,
    /// So many bytes.
    pub bytes: u32,
    /// They may be written.
    pub writable: bool,
}

/// Of a parameter of the machine's signature, if its type says so.
pub fn of_parameter(program: &Program, function: FuncId, index: usize) -> Option<Extent> {
    let signature = program.signature_of(function)?;
    let (target, count) = match *signature.arguments.get(index)? {
        Passing::Scalar { param } => {
            let param = signature.params.get(param)?;
            (pointed_to(program, param.ty)?, param.elements.unwrap_or(1))
        }
        Passing::Address { param } => (signature.params.get(param)?.ty, 1),
        Passing::Result => (signature.result, 1),
        Passing::This => (signature.method.as_ref()?.class, 1),
        Passing::Piece { .. } | Passing::Copy { .. } | Passing::Unknown => return None,
    };
    of_objects(program, target, count)
}

/// What a pointer of this type points to.
pub fn target(program: &Program, pointer: TypeId) -> Option<Extent> {
    of_objects(program, pointed_to(program, pointer)?, 1)
}

/// What the pointer points to that lies so many bytes behind the start of an object.
pub fn member(program: &Program, object: TypeId, offset: u64) -> Option<Extent> {
    match &*program.type_of(strip(program, object)) {
        Type::Pointer(_) | Type::Reference(_) if offset == 0 => target(program, object),
        Type::Struct { fields, .. } => fields.iter().find_map(|field| {
            let from = field.bit_offset / 8;
            let inside = offset.checked_sub(from)?;
            let is_here = field.bit_size.is_none() && inside < size_of(program, field.ty)?;
            is_here.then(|| member(program, field.ty, inside)).flatten()
        }),
        Type::Array { element, .. } => {
            let size = size_of(program, *element).filter(|&size| size > 0)?;
            member(program, *element, offset % size)
        }
        _ => None,
    }
}

fn of_objects(program: &Program, ty: TypeId, count: u64) -> Option<Extent> {
    let bytes = size_of(program, ty)?.checked_mul(count)?;
    let bytes = u32::try_from(bytes).ok().filter(|&bytes| bytes > 0)?;
    Some(Extent { ty, bytes, writable: !is_const(program, ty) })
}

fn pointed_to(program: &Program, ty: TypeId) -> Option<TypeId> {
    match *program.type_of(strip(program, ty)) {
        Type::Pointer(target) | Type::Reference(target) | Type::RvalueReference(target) => {
            Some(target)
        }
        _ => None,
    }
}
