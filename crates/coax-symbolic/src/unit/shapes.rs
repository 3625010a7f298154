//! What a type is made of, as far as inputs are concerned: its scalars, by offset.

use std::sync::Arc;

use coax_ir::{Program, Type, TypeId, compatible, size_of, strip};

/// How many scalars of one object are inputs; the rest of a larger one is zero.
const MOST_SCALARS: usize = 2048;
/// How many elements of an array are, if there would be too many: the fields behind a large array
/// matter more than its last elements.
const ELEMENTS: [u64; 3] = [u64::MAX, 64, 4];

/// A scalar.
#[derive(Clone, Debug)]
pub(super) struct Scalar {
    pub(super) offset: u64,
    /// In bytes: 1, 2, 4 or 8.
    pub(super) size: u8,
    pub(super) kind: ScalarKind,
    /// The field it is in: `.next`, `[3].key`; empty if the type is a scalar itself.
    pub(super) path: Arc<str>,
    /// For a pointer in a union: what else the union has there.
    pub(super) overlaid: Overlaid,
}

/// What other members of a union have where a pointer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Overlaid {
    pub(super) numbers: bool,
    /// Pointers to something else.
    pub(super) pointers: bool,
}

impl Scalar {
    /// The first byte behind it.
    fn end(&self) -> u64 {
        self.offset + u64::from(self.size)
    }

    pub(super) fn is_pointer(&self) -> bool {
        matches!(self.kind, ScalarKind::Pointer(_) | ScalarKind::Reference(_))
    }
}

/// What a scalar means.
#[derive(Clone, Debug)]
pub(super) enum ScalarKind {
    Number(NumberKind),
    Truth,
    /// One of these values.
    Enum(TypeId),
    /// Points to this type.
    Pointer(TypeId),
    /// A reference to this type: never null.
    Reference(TypeId),
    /// What the compiler keeps there: left alone.
    Hidden,
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberKind {
    Signed,
    Unsigned,
    Float,
    /// A letter of a text.
    Character,
}

/// The scalars of a type, and whether these are all.
pub(super) fn scalars(program: &Program, ty: TypeId) -> (Vec<Scalar>, bool) {
    let mut found = Vec::new();
    for most_elements in ELEMENTS {
        let mut walk = Walk { program, found: Vec::new(), complete: true, most_elements };
        walk.walk(ty, 0, "");
        if walk.found.len() <= MOST_SCALARS {
            return (walk.found, walk.complete);
        }
        found = walk.found;
    }
    found.truncate(MOST_SCALARS);
    (found, false)
}

struct Walk<'a> {
    program: &'a Program,
    found: Vec<Scalar>,
    complete: bool,
    most_elements: u64,
}

impl Walk<'_> {
    fn add(&mut self, offset: u64, size: u64, kind: ScalarKind, path: &str) {
        let overlaid = Overlaid::default();
        self.found.push(Scalar { offset, size: size as u8, kind, path: path.into(), overlaid });
    }

    /// Bytes of which nothing is known but that they are bytes.
    fn bytes(&mut self, offset: u64, size: u64, path: &str) {
        for at in 0..size {
            if self.found.len() > MOST_SCALARS {
                return;
            }
            self.add(offset + at, 1, ScalarKind::Number(NumberKind::Unsigned), path);
        }
    }

    fn walk(&mut self, ty: TypeId, offset: u64, path: &str) {
        if self.found.len() > MOST_SCALARS {
            return;
        }
        let ty = strip(self.program, ty);
        match &*self.program.type_of(ty) {
            Type::Bool => self.add(offset, 1, ScalarKind::Truth, path),
            Type::Int { bits, signed, .. } => {
                let kind = match (is_text(self.program, ty), signed) {
                    (true, _) => NumberKind::Character,
                    (false, true) => NumberKind::Signed,
                    (false, false) => NumberKind::Unsigned,
                };
                self.number(offset, *bits, kind, path);
            }
            Type::Enum { bits, .. } => {
                self.add(offset, u64::from(bits / 8), ScalarKind::Enum(ty), path)
            }
            Type::Float { bits: bits @ (16 | 32 | 64), .. } => {
                self.number(offset, *bits, NumberKind::Float, path);
            }
            // No terms stand for wider floats.
            Type::Float { .. } => self.complete = false,
            Type::Pointer(to) => self.add(offset, 8, ScalarKind::Pointer(*to), path),
            Type::Reference(to) | Type::RvalueReference(to) => {
                self.add(offset, 8, ScalarKind::Reference(*to), path);
            }
            Type::Array { element, count: Some(count) } => {
                let Some(size) = size_of(self.program, *element).filter(|&size| size > 0) else {
                    return;
                };
                self.complete &= *count <= self.most_elements;
                for i in 0..(*count).min(self.most_elements) {
                    if self.found.len() > MOST_SCALARS {
                        return;
                    }
                    self.walk(*element, offset + i * size, &format!("{path}[{i}]"));
                }
            }
            Type::Struct { fields, .. } => self.fields(fields, offset, path),
            Type::Union { fields, size, .. } => self.union(fields, *size, offset, path),
            _ => {}
        }
    }

    fn number(&mut self, offset: u64, bits: u32, kind: NumberKind, path: &str) {
        let kind = ScalarKind::Number(kind);
        match bits {
            8 | 16 | 32 | 64 => self.add(offset, u64::from(bits / 8), kind, path),
            bits => {
                for at in (0..u64::from(bits / 8)).step_by(8) {
                    self.add(offset + at, 8, kind.clone(), path);
                }
            }
        }
    }

    fn fields(&mut self, fields: &[coax_ir::Field], offset: u64, path: &str) {
        let mut done = offset;
        for field in fields {
            let name = field.name.as_deref();
            let inner = match name {
                Some(name) => format!("{path}.{name}"),
                None => path.to_string(),
            };
            let at = offset + field.bit_offset / 8;
            match field.bit_size {
                // Bit-fields share bytes: each byte is one input, and padding bits belong to no field.
                Some(bits) => {
                    let end = offset + (field.bit_offset + bits).div_ceil(8);
                    let first = at.max(done);
                    self.bytes(first, end.saturating_sub(first), &inner);
                    done = done.max(end);
                }
                None if name.is_some_and(|name| name.starts_with("_vptr")) => {
                    self.add(at, 8, ScalarKind::Hidden, &inner);
                }
                None => self.walk(field.ty, at, &inner),
            }
        }
    }

    /// The member that covers most of it, with the pointers that others have; the bytes it does not
    /// cover are bytes.
    fn union(&mut self, fields: &[coax_ir::Field], size: u64, offset: u64, path: &str) {
        let length = |field: &&coax_ir::Field| size_of(self.program, field.ty).unwrap_or(0);
        let largest = fields.iter().rev().max_by_key(length);
        let Some(field) = largest else { return self.bytes(offset, size, path) };
        let covered = length(&field);
        let inner = match &field.name {
            Some(name) => format!("{path}.{name}"),
            None => path.to_string(),
        };
        let first = self.found.len();
        self.walk(field.ty, offset, &inner);
        self.bytes(offset + covered, size.saturating_sub(covered), &inner);
        for other in fields.iter().filter(|other| !std::ptr::eq(*other, field)) {
            let (program, most_elements) = (self.program, self.most_elements);
            let mut walk = Walk { program, found: Vec::new(), complete: true, most_elements };
            walk.fields(std::slice::from_ref(other), offset, path);
            walk.found.into_iter().for_each(|scalar| self.overlay(first, scalar));
        }
    }

    /// Lays a scalar of another member over those from `first` on.
    fn overlay(&mut self, first: usize, mut scalar: Scalar) {
        let known = &mut self.found[first..];
        let overlap = |one: &Scalar| one.offset < scalar.end() && scalar.offset < one.end();
        let ScalarKind::Pointer(to) = scalar.kind else {
            known.iter_mut().filter(|one| overlap(one)).for_each(|one| one.overlaid.numbers = true);
            return;
        };
        let same = known.iter_mut().find(|one| one.offset == scalar.offset && one.is_pointer());
        if let Some(same) = same {
            let alike = matches!(same.kind, ScalarKind::Pointer(other) if compatible(self.program, other, to));
            same.overlaid.pointers |= !alike || scalar.overlaid.pointers;
            same.overlaid.numbers |= scalar.overlaid.numbers;
            return;
        }
        let is_in = |one: &Scalar| scalar.offset <= one.offset && one.end() <= scalar.end();
        let is_free = |one: &Scalar| is_in(one) && matches!(one.kind, ScalarKind::Number(_));
        let Some(place) = known.iter().position(overlap) else { return };
        if known.iter().filter(|one| overlap(one)).all(is_free) {
            let before: Vec<Scalar> =
                self.found.drain(first..).filter(|one| !overlap(one)).collect();
            self.found.extend(before);
            scalar.overlaid.numbers = true;
            self.found.insert(first + place, scalar);
        }
    }
}

/// Is it plain `char`, of which strings are made?
pub(super) fn is_text(program: &Program, ty: TypeId) -> bool {
    matches!(&*program.type_of(strip(program, ty)), Type::Int { name, bits: 8, .. } if &**name == "char")
}

/// Is it a type that buffers are made of? `void` by a name of the program's own is a handle.
pub(super) fn is_data(program: &Program, ty: TypeId) -> bool {
    match *program.type_of(strip(program, ty)) {
        Type::Function { .. } | Type::Opaque { .. } => false,
        Type::Void => !is_named(program, ty),
        _ => true,
    }
}

fn is_named(program: &Program, ty: TypeId) -> bool {
    match *program.type_of(ty) {
        Type::Typedef { .. } => true,
        Type::Qualified { target, .. } => is_named(program, target),
        _ => false,
    }
}
