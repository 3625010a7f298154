//! Which part of which source parameter every machine-level parameter carries.
//!
//! Clang has already applied the platform's calling convention (x86-64 or AArch64); this module
//! reads back what it did. Source parameters are walked in order, each takes the machine-level
//! parameters that the convention can have made of it, and checks them against its layout.
//!
//! Invariant: if anything is left over or does not fit, everything is unknown. There is no wrong
//! guess: a check that is too strict costs a function, one that is too lax costs the truth.

use coax_ir::{Kind, Language, Passing, Program, Type, TypeId, size_of, strip};

use crate::llvm::{Parameter, Type as MachineType, Types};

/// The parameters of a function, on both levels.
pub struct Parameters<'a> {
    /// Where the source types are.
    pub program: &'a Program,
    /// The source parameters, without the object.
    pub source: &'a [SourceValue],
    /// There is an object.
    pub method: bool,
    /// The language decides whether an empty struct is nothing.
    pub language: Language,
    /// The convention is AArch64's.
    pub aarch64: bool,
    /// The machine-level parameters.
    pub machine: &'a [Parameter],
    /// Their types.
    pub types: &'a Types,
}

/// A source parameter.
pub struct SourceValue {
    /// Its type.
    pub ty: TypeId,
    /// A class that cannot be copied byte by byte: its address travels.
    pub by_address: bool,
}

/// Matches the two levels. If that fails, there is at least one [`Passing::Unknown`].
pub fn match_parameters(parameters: &Parameters) -> Vec<Passing> {
    let mut matcher = Matcher { all: parameters, found: Vec::new() };
    match matcher.run() {
        Some(()) => matcher.found,
        None => vec![Passing::Unknown; parameters.machine.len().max(1)],
    }
}

struct Matcher<'a> {
    all: &'a Parameters<'a>,
    /// For the machine-level parameters that are explained; the next one has its length as index.
    found: Vec<Passing>,
}

/// A scalar of a struct: bits from the start, and whether it is a floating-point number.
struct Span {
    start: u64,
    end: u64,
    float: bool,
}

impl<'a> Matcher<'a> {
    fn run(&mut self) -> Option<()> {
        if self.next().is_some_and(|(param, _)| param.sret) {
            self.found.push(Passing::Result);
        }
        if self.all.method {
            self.scalar(Passing::This, |kind| kind == Kind::Ptr)?;
        }
        for (param, value) in self.all.source.iter().enumerate() {
            self.value(param, value)?;
        }
        (self.found.len() == self.all.machine.len()).then_some(())
    }

    fn next(&self) -> Option<(&'a Parameter, &'a MachineType)> {
        let param = self.all.machine.get(self.found.len())?;
        Some((param, self.all.types.get(param.ty)))
    }

    /// The next one, if it is a plain value.
    fn next_plain(&self) -> Option<(&'a Parameter, &'a MachineType)> {
        self.next().filter(|(param, _)| !param.sret && param.byval.is_none())
    }

    /// Takes a machine-level parameter that is one scalar of a fitting kind.
    fn scalar(&mut self, passing: Passing, fits: impl Fn(Kind) -> bool) -> Option<()> {
        let (_, ty) = self.next_plain()?;
        ty.scalar().filter(|&kind| fits(kind))?;
        self.found.push(passing);
        Some(())
    }

    fn value(&mut self, param: usize, value: &SourceValue) -> Option<()> {
        let program = self.all.program;
        let ty = strip(program, value.ty);
        if value.by_address {
            return self.scalar(Passing::Address { param }, |kind| kind == Kind::Ptr);
        }
        let source = program.type_of(ty);
        let scalar = Passing::Scalar { param };
        match &*source {
            Type::Pointer(_) | Type::Reference(_) | Type::RvalueReference(_) => {
                return self.scalar(scalar, |kind| kind == Kind::Ptr);
            }
            Type::Opaque { name: Some(name), .. } if &**name == "decltype(nullptr)" => {
                return self.scalar(scalar, |kind| kind == Kind::Ptr);
            }
            _ => {}
        }
        let size = size_of(program, ty)?;
        if let Some((room, _)) = self.next().and_then(|(param, _)| param.byval) {
            self.found.push(Passing::Copy { param });
            return (room >= size).then_some(());
        }
        match &*source {
            Type::Bool => self.scalar(scalar, |kind| matches!(kind, Kind::Int(1 | 32))),
            Type::Int { bits, .. } | Type::Enum { bits, .. } if *bits <= 64 => {
                self.scalar(scalar, |kind| fits_integer(kind, *bits))
            }
            Type::Float { bits, .. } => self.scalar(scalar, |kind| fits_float(kind, *bits)),
            Type::Int { bits, .. } if self.next_is_wide(*bits) => self.scalar(scalar, |_| true),
            Type::Vector { .. } => self.whole(param, size),
            _ => self.pieces(param, ty, size),
        }
    }

    fn next_is_wide(&self, bits: u32) -> bool {
        self.next_plain().and_then(|(_, ty)| ty.scalar()).is_some_and(|kind| kind.bits() == bits)
    }

    /// Takes one machine-level parameter that is the whole value.
    fn whole(&mut self, param: usize, size: u64) -> Option<()> {
        let (_, ty) = self.next_plain()?;
        self.found.push(Passing::Piece { param, offset: 0 });
        (width(ty)? == size).then_some(())
    }

    /// A struct, union, complex number, wide integer or member pointer.
    fn pieces(&mut self, param: usize, ty: TypeId, size: u64) -> Option<()> {
        if size > 64 {
            return self.in_memory(param);
        }
        let mut spans = Vec::new();
        self.spans(ty, 0, &mut spans)?;
        if spans.is_empty() {
            return self.empty(param, size);
        }
        let wide = self.next_plain().and_then(|(_, ty)| width(ty)).is_some_and(|width| width > 8);
        if wide {
            return self.one_piece(param, &spans);
        }
        if size > 16 {
            return self.in_memory(param);
        }
        for offset in [0, 8] {
            self.eightbyte(param, offset, &spans)?;
        }
        Some(())
    }

    /// AArch64 passes large structs by a pointer to a copy; x86-64 marks such a copy, so it is
    /// dealt with before.
    fn in_memory(&mut self, param: usize) -> Option<()> {
        if !self.all.aarch64 {
            return None;
        }
        self.scalar(Passing::Copy { param }, |kind| kind == Kind::Ptr)
    }

    /// A struct of nothing but padding is not passed, except that AArch64 passes the one byte an
    /// empty class of C++ has (older compilers as a byte, newer ones as a word).
    fn empty(&mut self, param: usize, size: u64) -> Option<()> {
        if self.all.aarch64 && self.all.language == Language::Cxx && size > 0 {
            let passing = Passing::Piece { param, offset: 0 };
            return self.scalar(passing, |kind| matches!(kind, Kind::Int(8 | 64)));
        }
        Some(())
    }

    /// One machine-level parameter of more than 8 bytes: `i128`, `[2 x i64]`, `[4 x float]`.
    fn one_piece(&mut self, param: usize, spans: &[Span]) -> Option<()> {
        let (_, ty) = self.next_plain()?;
        self.found.push(Passing::Piece { param, offset: 0 });
        let end = spans.iter().map(|span| span.end).max()?;
        let floats = spans.iter().all(|span| span.float);
        (width(ty)? * 8 >= end && (floats || !has_floats(ty))).then_some(())
    }

    /// The 8 bytes at `offset`: padding takes no parameter, everything else exactly one.
    fn eightbyte(&mut self, param: usize, offset: u64, spans: &[Span]) -> Option<()> {
        let (start, end) = (offset * 8, offset * 8 + 64);
        let inside = || spans.iter().filter(|span| span.start < end && span.end > start);
        let Some(last) = inside().map(|span| span.end.min(end)).max() else { return Some(()) };
        let (_, ty) = self.next_plain()?;
        self.found.push(Passing::Piece { param, offset });
        let floats = inside().all(|span| span.float);
        (width(ty)? * 8 + start >= last && (floats || !has_floats(ty))).then_some(())
    }

    /// Collects the scalars of a type; fails if one is not known.
    fn spans(&self, ty: TypeId, start: u64, out: &mut Vec<Span>) -> Option<()> {
        let program = self.all.program;
        let ty = strip(program, ty);
        let mut add = |bits: u64, float| {
            out.push(Span { start, end: start + bits, float });
            Some(())
        };
        match &*program.type_of(ty) {
            Type::Float { .. } | Type::Complex { .. } => add(size_of(program, ty)? * 8, true),
            Type::Vector { size, element, .. } => add(
                size * 8,
                matches!(*program.type_of(strip(program, *element)), Type::Float { .. }),
            ),
            Type::Struct { fields, .. } | Type::Union { fields, .. } => {
                for field in fields {
                    let start = start + field.bit_offset;
                    match field.bit_size {
                        Some(0) => {}
                        Some(bits) => out.push(Span { start, end: start + bits, float: false }),
                        None => self.spans(field.ty, start, out)?,
                    }
                }
                Some(())
            }
            // A flexible array member is not passed.
            Type::Array { count: None, .. } => Some(()),
            Type::Array { element, count: Some(count) } => {
                let stride = size_of(program, *element)? * 8;
                (0..*count).try_for_each(|i| self.spans(*element, start + i * stride, out))
            }
            _ => add(size_of(program, ty)? * 8, false),
        }
    }
}

/// `int` itself, or what a definition without a prototype makes of smaller ones.
fn fits_integer(kind: Kind, bits: u32) -> bool {
    kind == Kind::Int(bits as u8) || (bits < 32 && kind == Kind::Int(32))
}

fn fits_float(kind: Kind, bits: u32) -> bool {
    match kind {
        Kind::F16 | Kind::BF16 => bits == 16,
        Kind::F32 => bits == 32,
        Kind::F64 => bits == 64,
        // `long double` takes 16 bytes of memory.
        Kind::F80 | Kind::F128 => bits == 80 || bits == 128,
        Kind::Int(_) | Kind::Ptr => false,
    }
}

/// How many bytes a value covers.
fn width(ty: &MachineType) -> Option<u64> {
    let last = ty.leaves.as_ref().ok()?.last()?;
    Some((last.bit + u64::from(last.kind.bits())).div_ceil(8))
}

fn has_floats(ty: &MachineType) -> bool {
    let is_float = |kind| !matches!(kind, Kind::Int(_) | Kind::Ptr);
    ty.leaves.as_ref().is_ok_and(|leaves| leaves.iter().any(|leaf| is_float(leaf.kind)))
}
