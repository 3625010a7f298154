//! Constants: small expressions over the addresses of symbols, evaluated when a body is lowered.

use super::BinaryOp;
use super::stream::Stream;

/// A scalar constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// A number of up to 128 bits (or the bits of a float).
    Number(u128),
    /// Address of a symbol (by its number in the module) plus an offset.
    Symbol(u32, i64),
    /// Address of a block of a function.
    Block(u32, u32),
    /// An operation on two constants of that many bits.
    Binary(BinaryOp, u32, Box<Constant>, Box<Constant>),
    /// The low bits of a constant.
    Low(u32, Box<Constant>),
    /// An address plus an offset.
    Offset(Box<Constant>, i64),
    /// Something we cannot evaluate.
    Unsupported(String),
}

/// Where symbols are: what evaluation needs to know of the linked program.
pub trait Addresses {
    /// Address of a symbol of the module at hand.
    fn symbol(&self, number: u32) -> u64;
    /// Address of a block.
    fn block(&self, function: u32, block: u32) -> u64;
}

impl Constant {
    /// Reads one; the codes are the shim's `Leaf`.
    pub fn read(stream: &mut Stream) -> Constant {
        match stream.number() {
            0 => Constant::Number(u128::from(stream.number())),
            1 => {
                let low = u128::from(stream.number());
                Constant::Number(u128::from(stream.number()) << 64 | low)
            }
            2 => Constant::Symbol(stream.small(), stream.signed()),
            3 => Constant::Block(stream.small(), stream.small()),
            4 => {
                let op = BinaryOp::from_code(stream.number());
                let bits = stream.small();
                let a = Box::new(Constant::read(stream));
                Constant::Binary(op, bits, a, Box::new(Constant::read(stream)))
            }
            5 => Constant::Low(stream.small(), Box::new(Constant::read(stream))),
            6 => {
                let base = Box::new(Constant::read(stream));
                Constant::Offset(base, stream.signed())
            }
            _ => Constant::Unsupported(stream.text()),
        }
    }

    /// The symbol this is the address of, if it is exactly one, and the offset from it.
    pub fn as_symbol(&self) -> Option<(u32, i64)> {
        match self {
            Constant::Symbol(symbol, offset) => Some((*symbol, *offset)),
            Constant::Offset(base, more) => {
                base.as_symbol().map(|(symbol, offset)| (symbol, offset.wrapping_add(*more)))
            }
            Constant::Low(64, inner) => inner.as_symbol(),
            _ => None,
        }
    }

    /// The bits, once symbols have addresses.
    pub fn evaluate(&self, addresses: &dyn Addresses) -> Result<u128, String> {
        Ok(match self {
            Constant::Number(value) => *value,
            Constant::Symbol(symbol, offset) => {
                u128::from(addresses.symbol(*symbol).wrapping_add_signed(*offset))
            }
            Constant::Block(function, block) => u128::from(addresses.block(*function, *block)),
            Constant::Low(bits, inner) => low_bits(inner.evaluate(addresses)?, *bits),
            Constant::Offset(base, offset) => {
                u128::from((base.evaluate(addresses)? as u64).wrapping_add_signed(*offset))
            }
            Constant::Binary(op, bits, a, b) => {
                let (a, b) = (a.evaluate(addresses)?, b.evaluate(addresses)?);
                low_bits(binary(*op, a, b)?, *bits)
            }
            Constant::Unsupported(what) => return Err(what.clone()),
        })
    }
}

fn binary(op: BinaryOp, a: u128, b: u128) -> Result<u128, String> {
    Ok(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b < 128 => a << b,
        _ => return Err(format!("constant expression {op:?}")),
    })
}

fn low_bits(value: u128, bits: u32) -> u128 {
    if bits >= 128 { value } else { value & ((1 << bits) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed;

    impl Addresses for Fixed {
        fn symbol(&self, number: u32) -> u64 {
            0x1000 * u64::from(number)
        }

        fn block(&self, function: u32, block: u32) -> u64 {
            0x1000 * u64::from(function) + 1 + u64::from(block)
        }
    }

    #[test]
    fn differences_of_addresses_wrap_at_their_width() {
        let a = Box::new(Constant::Symbol(1, -8));
        let b = Box::new(Constant::Offset(Box::new(Constant::Symbol(2, 0)), 4));
        let difference = Constant::Binary(BinaryOp::Sub, 64, a, b);
        assert_eq!(difference.evaluate(&Fixed), Ok(u128::from(0u64.wrapping_sub(0x100c))));
        let low = Constant::Low(32, Box::new(difference));
        assert_eq!(low.evaluate(&Fixed), Ok(0xffff_eff4));
    }

    #[test]
    fn offsets_add_up_to_one_symbol() {
        let inner = Box::new(Constant::Symbol(3, 8));
        assert_eq!(Constant::Offset(inner, -4).as_symbol(), Some((3, 4)));
    }
}
