//! LLVM types with their layout, and how they flatten into scalar leaves.
//!
//! Invariant: a type only refers to types with smaller numbers.

use coax_ir::Kind;

use super::stream::Stream;

/// Number of a type in its module's [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeNumber(pub u32);

/// What a type is.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// No value.
    Void,
    /// An integer; any width.
    Int(u32),
    /// A scalar of another kind.
    Scalar(Kind),
    /// Elements one after the other, each in its own alloc size.
    Array(TypeNumber, u64),
    /// Elements packed by their bits.
    Vector(TypeNumber, u64),
    /// Fields with their byte offsets.
    Struct(Vec<(TypeNumber, u64)>),
    /// Something we cannot hold, by its name.
    Other(String),
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub shape: Shape,
    /// Distance of array elements, in bytes.
    pub size: u64,
    /// Its scalar leaves, or why it has none.
    pub leaves: Result<Box<[Leaf]>, String>,
}

/// A scalar part of a type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Its kind.
    pub kind: Kind,
    /// Which slot of the value it starts at.
    pub slot: u32,
    /// Where it is in memory, in bits from the start of the value.
    pub bit: u64,
}

/// The widest integer that is held, in bits: every word of it is a slot, and code that handles it
/// grows with its words.
const MAX_INTEGER: u32 = 8192;

/// A first-class value with more leaves than this is refused: clang makes none.
const MAX_LEAVES: usize = 1 << 14;

impl Type {
    /// How many slots a value takes (0 for void and for what cannot be held).
    pub fn slots(&self) -> u32 {
        match &self.leaves {
            Ok(leaves) => leaves.last().map_or(0, |leaf| leaf.slot + leaf.kind.slots()),
            Err(_) => 0,
        }
    }

    /// The kind, if it is one scalar (and no vector or struct of one).
    pub fn scalar(&self) -> Option<Kind> {
        match (&self.shape, &self.leaves) {
            (Shape::Int(1..=128) | Shape::Scalar(_), Ok(leaves)) => Some(leaves[0].kind),
            _ => None,
        }
    }

    /// The width, if it is an integer wider than a scalar: its leaves are its words, low first.
    pub fn big(&self) -> Option<u32> {
        match self.shape {
            Shape::Int(bits @ 129..=MAX_INTEGER) => Some(bits),
            _ => None,
        }
    }

    /// The kinds of the leaves; empty for void and for what cannot be held.
    pub fn kinds(&self) -> Box<[Kind]> {
        match &self.leaves {
            Ok(leaves) => leaves.iter().map(|leaf| leaf.kind).collect(),
            Err(_) => Box::default(),
        }
    }

    /// Is it a vector?
    pub fn is_vector(&self) -> bool {
        matches!(self.shape, Shape::Vector(..))
    }
}

/// All types of a module that were met so far.
#[derive(Default)]
pub struct Types {
    list: Vec<Type>,
}

impl Types {
    /// A type by number.
    pub fn get(&self, number: TypeNumber) -> &Type {
        &self.list[number.0 as usize]
    }

    /// Reads the new types at the start of a stream.
    pub fn extend(&mut self, stream: &mut Stream) {
        for _ in 0..stream.index() {
            let ty = self.read(stream);
            self.list.push(ty);
        }
    }

    fn read(&self, stream: &mut Stream) -> Type {
        let code = stream.number();
        let shape = read_shape(code, stream);
        let size = match shape {
            Shape::Void | Shape::Other(_) => 0,
            _ => stream.number(),
        };
        let leaves = self.flatten(&shape);
        Type { shape, size, leaves }
    }

    fn flatten(&self, shape: &Shape) -> Result<Box<[Leaf]>, String> {
        let one = |kind| Ok(Box::from([Leaf { kind, slot: 0, bit: 0 }]));
        match shape {
            Shape::Void => Ok(Box::default()),
            Shape::Int(bits @ 1..=128) => one(Kind::Int(*bits as u8)),
            Shape::Int(bits @ 129..=MAX_INTEGER) => Ok(words(*bits)),
            Shape::Int(bits) => Err(format!("integer of {bits} bits")),
            Shape::Scalar(kind) => one(*kind),
            Shape::Other(name) => Err(format!("value of type {name}")),
            Shape::Array(element, count) => {
                let stride = self.get(*element).size * 8;
                self.concatenate((0..*count).map(|i| (*element, i * stride)))
            }
            Shape::Vector(element, count) => {
                let stride = self.vector_stride(*element);
                self.concatenate((0..*count).map(|i| (*element, i * stride)))
            }
            Shape::Struct(fields) => {
                self.concatenate(fields.iter().map(|&(ty, offset)| (ty, offset * 8)))
            }
        }
    }

    fn vector_stride(&self, element: TypeNumber) -> u64 {
        match &self.get(element).leaves {
            Ok(leaves) => leaves.iter().map(|leaf| u64::from(leaf.kind.bits())).sum(),
            Err(_) => 0,
        }
    }

    fn concatenate(
        &self,
        parts: impl Iterator<Item = (TypeNumber, u64)>,
    ) -> Result<Box<[Leaf]>, String> {
        let mut all = Vec::new();
        let mut slots = 0;
        for (part, bit) in parts {
            let ty = self.get(part);
            let leaves = ty.leaves.as_ref().map_err(Clone::clone)?;
            all.extend(leaves.iter().map(|leaf| Leaf {
                kind: leaf.kind,
                slot: leaf.slot + slots,
                bit: leaf.bit + bit,
            }));
            slots += ty.slots();
            if all.len() > MAX_LEAVES {
                return Err("value of many thousand parts".to_owned());
            }
        }
        Ok(all.into_boxed_slice())
    }

    /// The part of an aggregate an index path leads to: its type and its first slot.
    pub fn part(&self, mut ty: TypeNumber, path: &[u32]) -> (TypeNumber, u32) {
        let mut slot = 0;
        for &index in path {
            match &self.get(ty).shape {
                Shape::Struct(fields) => {
                    let before = &fields[..index as usize];
                    slot += before.iter().map(|&(field, _)| self.get(field).slots()).sum::<u32>();
                    ty = fields[index as usize].0;
                }
                Shape::Array(element, _) | Shape::Vector(element, _) => {
                    slot += index * self.get(*element).slots();
                    ty = *element;
                }
                // Bitcode is verified: only aggregates are indexed.
                _ => break,
            }
        }
        (ty, slot)
    }

    /// Lanes and element type of a vector; a scalar is one lane of itself.
    pub fn lanes(&self, ty: TypeNumber) -> (u32, TypeNumber) {
        match self.get(ty).shape {
            Shape::Vector(element, count) => (count as u32, element),
            _ => (1, ty),
        }
    }
}

/// The leaves of a big integer: words of 64 bits, low first, and what is left on top.
fn words(bits: u32) -> Box<[Leaf]> {
    let word = |slot: u32| Leaf {
        kind: Kind::Int((bits - slot * 64).min(64) as u8),
        slot,
        bit: u64::from(slot) * 64,
    };
    (0..bits.div_ceil(64)).map(word).collect()
}

/// The codes are the shim's `TypeCode`.
fn read_shape(code: u64, stream: &mut Stream) -> Shape {
    match code {
        0 => Shape::Void,
        1 => Shape::Int(stream.small()),
        2 => Shape::Scalar(Kind::Ptr),
        3 => Shape::Scalar(Kind::F16),
        4 => Shape::Scalar(Kind::BF16),
        5 => Shape::Scalar(Kind::F32),
        6 => Shape::Scalar(Kind::F64),
        7 => Shape::Scalar(Kind::F80),
        8 => Shape::Scalar(Kind::F128),
        9 => Shape::Array(TypeNumber(stream.small()), stream.number()),
        10 => Shape::Vector(TypeNumber(stream.small()), stream.number()),
        11 => Shape::Struct(stream.list(|s| (TypeNumber(s.small()), s.number()))),
        _ => Shape::Other(stream.text()),
    }
}
