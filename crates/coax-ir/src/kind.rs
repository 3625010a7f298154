//! The scalar kinds a value can have.

use std::fmt;

/// What the bits of a scalar mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// An integer of 1 to 128 bits.
    Int(u8),
    /// A pointer (64 bits).
    Ptr,
    /// IEEE half.
    F16,
    /// bfloat16.
    BF16,
    /// IEEE single.
    F32,
    /// IEEE double.
    F64,
    /// x87 extended: 80 bits, stored in 16 bytes, in two slots.
    F80,
    /// IEEE quadruple.
    F128,
}

impl Kind {
    /// Width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Kind::Int(bits) => bits as u32,
            Kind::Ptr | Kind::F64 => 64,
            Kind::F16 | Kind::BF16 => 16,
            Kind::F32 => 32,
            Kind::F80 => 80,
            Kind::F128 => 128,
        }
    }

    /// How many slots a value of this kind takes.
    pub const fn slots(self) -> u32 {
        if self.bits() > 64 { 2 } else { 1 }
    }

    /// How many bytes a load or store of this kind touches.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Is it a floating-point kind?
    pub const fn is_float(self) -> bool {
        !matches!(self, Kind::Int(_) | Kind::Ptr)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Int(bits) => write!(f, "i{bits}"),
            Kind::Ptr => f.write_str("ptr"),
            Kind::F16 => f.write_str("f16"),
            Kind::BF16 => f.write_str("bf16"),
            Kind::F32 => f.write_str("f32"),
            Kind::F64 => f.write_str("f64"),
            Kind::F80 => f.write_str("f80"),
            Kind::F128 => f.write_str("f128"),
        }
    }
}
