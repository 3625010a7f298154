//! The bytes of a value as a tree that follows its type: what initialisers and assignments are
//! written from.
//!
//! Invariant: the tree, the raw bytes and the stray pointers together say everything that is not
//! zero, each byte once.

use std::collections::{BTreeMap, BTreeSet};

use coax_case::{Object, Pointee, PointerAt};
use coax_ir::{Field, FieldKind, Type, TypeId};

use super::types::Types;
use crate::text::{is_plain_text, is_text, without_trailing_zeros};

/// A part of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// All zeros, null pointers included.
    Zero,
    /// A literal.
    Scalar(String),
    /// A pointer.
    Pointer { ty: TypeId, to: Pointee },
    /// A character array with text and at least one zero behind it.
    Text(Vec<u8>),
    /// Those members that are not zero. Members of anonymous members and of base classes stand
    /// among them.
    Members(Vec<(String, Node)>),
    /// An array.
    Elements(Elements),
}

/// The elements of an array that are not zero.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Elements {
    /// The type of one.
    pub element: TypeId,
    /// How many there are, zeros included.
    pub count: u64,
    /// By their index.
    pub list: Vec<(u64, Node)>,
}

/// A value, and what its type has no words for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Image {
    pub node: Node,
    /// Bytes by offset.
    pub raw: Vec<(u64, Vec<u8>)>,
    /// Pointers where the type has none, or where none can be assigned.
    pub stray: Vec<PointerAt>,
}

/// How a value is going to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// By an initialiser.
    Initialized,
    /// Member by member: what is `const` cannot be.
    Assigned,
}

impl Types<'_> {
    /// The image of a value.
    pub fn image(&self, ty: TypeId, bytes: &[u8], pointers: &[PointerAt], how: Manner) -> Image {
        let mut builder = Builder::new(*self, bytes, pointers, how);
        let node = builder.node(ty, 0);
        builder.finish(node)
    }

    /// The image of an object that is an array.
    pub fn array_image(&self, object: &Object, how: Manner) -> Image {
        let Object { ty: element, count, bytes, pointers, text: is_text, .. } = object;
        let (element, count) = (*element, *count);
        let mut builder = Builder::new(*self, bytes, pointers, how);
        let node = match bytes.split_last() {
            Some((0, text)) if *is_text && self.character(element).is_some() => {
                builder.cover(0, bytes.len());
                Node::Text(without_trailing_zeros(text).into())
            }
            _ => match builder.elements(element, count, 0) {
                Node::Zero => Node::Elements(Elements { element, count, list: vec![] }),
                node => node,
            },
        };
        builder.finish(node)
    }
}

#[derive(Clone)]
struct Builder<'a> {
    types: Types<'a>,
    how: Manner,
    /// Zero where the pointers are.
    bytes: Vec<u8>,
    pointers: BTreeMap<u64, &'a Pointee>,
    covered: Vec<bool>,
    used: BTreeSet<u64>,
}

impl<'a> Builder<'a> {
    fn new(types: Types<'a>, bytes: &[u8], pointers: &'a [PointerAt], how: Manner) -> Self {
        let mut bytes = bytes.to_vec();
        let mut known = BTreeMap::new();
        for pointer in pointers {
            let start = usize::try_from(pointer.offset).unwrap_or(usize::MAX);
            if let Some(place) = bytes.get_mut(start..start.saturating_add(8)) {
                place.fill(0);
                known.insert(pointer.offset, &pointer.to);
            }
        }
        let covered = vec![false; bytes.len()];
        Builder { types, how, bytes, pointers: known, covered, used: BTreeSet::new() }
    }

    fn finish(self, node: Node) -> Image {
        let mut raw: Vec<(u64, Vec<u8>)> = Vec::new();
        for (at, &byte) in self.bytes.iter().enumerate() {
            if byte == 0 || self.covered[at] {
                continue;
            }
            match raw.last_mut() {
                Some((start, run)) if *start as usize + run.len() == at => run.push(byte),
                _ => raw.push((at as u64, vec![byte])),
            }
        }
        let is_stray =
            |(at, to): &(&u64, &&Pointee)| !self.used.contains(at) && ***to != Pointee::Null;
        let stray = self.pointers.iter().filter(is_stray);
        let stray = stray.map(|(&offset, &to)| PointerAt { offset, to: to.clone() }).collect();
        Image { node, raw, stray }
    }

    /// How much is left unsaid.
    fn unsaid(&self) -> usize {
        let bytes =
            self.bytes.iter().zip(&self.covered).filter(|(byte, said)| **byte != 0 && !**said);
        let is_stray =
            |(at, to): &(&u64, &&Pointee)| !self.used.contains(at) && ***to != Pointee::Null;
        bytes.count() + 8 * self.pointers.iter().filter(is_stray).count()
    }

    fn slice(&self, offset: u64, size: u64) -> Option<&[u8]> {
        let start = usize::try_from(offset).ok()?;
        self.bytes.get(start..start.checked_add(usize::try_from(size).ok()?)?)
    }

    fn is_zero(&self, offset: u64, size: u64) -> bool {
        let no_bytes =
            self.slice(offset, size).is_none_or(|bytes| bytes.iter().all(|&byte| byte == 0));
        let mut pointers = self.pointers.range(offset..offset.saturating_add(size));
        no_bytes && pointers.all(|(_, to)| **to == Pointee::Null)
    }

    fn cover(&mut self, offset: u64, size: usize) {
        let start = offset as usize;
        self.covered[start..start + size].fill(true);
    }

    fn node(&mut self, ty: TypeId, offset: u64) -> Node {
        let Some(size) = self.types.size(ty) else { return Node::Zero };
        if size == 0 || self.is_zero(offset, size) || self.slice(offset, size).is_none() {
            return Node::Zero;
        }
        match &*self.types.bare(ty) {
            Type::Struct { fields, .. } => self.members(fields, offset),
            Type::Union { fields, .. } => self.union(fields, offset),
            Type::Array { element, count } => self.elements(*element, count.unwrap_or(0), offset),
            Type::Pointer(_) => self.pointer(ty, offset),
            _ => self.scalar(ty, offset, size),
        }
    }

    fn members(&mut self, fields: &[Field], offset: u64) -> Node {
        let mut list = Vec::new();
        for field in fields {
            match (self.member(field, offset), &field.name) {
                (Node::Zero, _) => {}
                (node, Some(name)) => list.push((name.to_string(), node)),
                (Node::Members(inner), None) => list.extend(inner),
                (_, None) => {}
            }
        }
        if list.is_empty() { Node::Zero } else { Node::Members(list) }
    }

    fn member(&mut self, field: &Field, offset: u64) -> Node {
        let at = offset + field.bit_offset / 8;
        match field.bit_size {
            _ if field.kind == FieldKind::VtablePointer => {
                // Not a value to be written.
                self.cover(at, 8.min(self.bytes.len().saturating_sub(at as usize)));
                self.used.insert(at);
                Node::Zero
            }
            _ if self.how == Manner::Assigned && self.types.is_const(field.ty) => Node::Zero,
            Some(width) => self.bit_field(field, offset * 8 + field.bit_offset, width),
            None => self.node(field.ty, at),
        }
    }

    fn bit_field(&mut self, field: &Field, bit: u64, width: u64) -> Node {
        let (first, size) = (bit / 8, (bit % 8 + width).div_ceil(8));
        let Some(bytes) = self.slice(first, size).filter(|bytes| bytes.len() <= 16) else {
            return Node::Zero;
        };
        let mut image = [0; 16];
        image[..bytes.len()].copy_from_slice(bytes);
        let mask = u128::MAX.checked_shr(128_u64.saturating_sub(width) as u32).unwrap_or(0);
        let raw = (u128::from_le_bytes(image) >> (bit % 8) & mask) as u64;
        if field.name.is_none() {
            return Node::Zero;
        }
        let literal = self.types.bit_field(field.ty, raw, width);
        if literal.is_some() {
            self.cover(first, size as usize);
        }
        literal.filter(|_| raw != 0).map_or(Node::Zero, Node::Scalar)
    }

    /// The member that says most; of those, the first.
    fn union(&mut self, fields: &[Field], offset: u64) -> Node {
        let mut best: Option<(usize, Builder<'a>, Node)> = None;
        for field in fields {
            let mut trial = self.clone();
            let node = trial.members(std::slice::from_ref(field), offset);
            let unsaid = trial.unsaid();
            if best.as_ref().is_none_or(|(least, _, _)| unsaid < *least) {
                best = Some((unsaid, trial, node));
            }
        }
        let Some((_, builder, node)) = best else { return Node::Zero };
        *self = builder;
        node
    }

    fn elements(&mut self, element: TypeId, count: u64, offset: u64) -> Node {
        let Some(size) = self.types.size(element).filter(|&size| size > 0) else {
            return Node::Zero;
        };
        if let Some(text) = self.text(element, count, offset) {
            self.cover(offset, count as usize);
            return Node::Text(text);
        }
        let mut list = Vec::new();
        for index in 0..count {
            let node = self.node(element, offset + index * size);
            if node != Node::Zero {
                list.push((index, node));
            }
        }
        match list.is_empty() {
            true => Node::Zero,
            false => Node::Elements(Elements { element, count, list }),
        }
    }

    /// The text of a character array that has room for its terminator.
    fn text(&self, element: TypeId, count: u64, offset: u64) -> Option<Vec<u8>> {
        let plain_char = self.types.character(element)?;
        if self.pointers.range(offset..offset + count).next().is_some() {
            return None;
        }
        let text = without_trailing_zeros(self.slice(offset, count)?);
        let readable = if plain_char { is_text(text) } else { is_plain_text(text) };
        (readable && !text.is_empty() && (text.len() as u64) < count).then(|| text.to_vec())
    }

    fn pointer(&mut self, ty: TypeId, offset: u64) -> Node {
        if let Some(&to) = self.pointers.get(&offset) {
            self.used.insert(offset);
            return Node::Pointer { ty, to: to.clone() };
        }
        let mut image = [0; 8];
        let Some(bytes) = self.slice(offset, 8) else { return Node::Zero };
        image.copy_from_slice(bytes);
        self.cover(offset, 8);
        let name = self.types.spell(self.types.assignable(ty)).unwrap_or_else(|| "void *".into());
        Node::Scalar(format!("({name}){:#x}", u64::from_le_bytes(image)))
    }

    fn scalar(&mut self, ty: TypeId, offset: u64, size: u64) -> Node {
        let literal = self.slice(offset, size).and_then(|bytes| self.types.scalar(ty, bytes));
        match literal {
            Some(literal)
                if self.slice(offset, size).is_some_and(|bytes| bytes.iter().any(|&b| b != 0)) =>
            {
                self.cover(offset, size as usize);
                Node::Scalar(literal)
            }
            _ => Node::Zero,
        }
    }
}
