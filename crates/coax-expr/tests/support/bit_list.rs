//! Bit-vectors as lists of bits, least significant first, and the operators by definition.

use coax_expr::{BinaryOp, CompareOp, FloatCompare, FloatFormat, FloatOp, FloatUnary, OverflowOp};

/// Bits, least significant first.
pub type Value = Vec<bool>;

/// A number as bits.
pub fn bits(width: u32, number: u128) -> Value {
    (0..width).map(|index| index < 128 && number >> index & 1 == 1).collect()
}

/// The lowest 128 bits as a number.
pub fn number(value: &[bool]) -> u128 {
    value.iter().take(128).enumerate().map(|(index, &bit)| u128::from(bit) << index).sum()
}

fn sign(a: &[bool]) -> bool {
    *a.last().expect("at least one bit")
}

fn is_zero(a: &[bool]) -> bool {
    a.iter().all(|&bit| !bit)
}

fn zip(a: &[bool], b: &[bool], f: impl Fn(bool, bool) -> bool) -> Value {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

/// Every bit inverted.
pub fn not(a: &[bool]) -> Value {
    a.iter().map(|&bit| !bit).collect()
}

fn add_carry(a: &[bool], b: &[bool], mut carry: bool) -> Value {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| {
            let sum = a ^ b ^ carry;
            carry = (a && b) || (carry && (a || b));
            sum
        })
        .collect()
}

/// Two's complement.
pub fn neg(a: &[bool]) -> Value {
    add_carry(&not(a), &vec![false; a.len()], true)
}

fn sub(a: &[bool], b: &[bool]) -> Value {
    add_carry(a, &not(b), true)
}

/// Extended with zeros, or with the sign.
pub fn extend(a: &[bool], width: u32, signed: bool) -> Value {
    let fill = signed && sign(a);
    a.iter().copied().chain(std::iter::repeat(fill)).take(width as usize).collect()
}

fn mul(a: &[bool], b: &[bool]) -> Value {
    let mut product = vec![false; a.len()];
    for (place, _) in b.iter().enumerate().filter(|(_, bit)| **bit) {
        let shifted: Value =
            std::iter::repeat_n(false, place).chain(a.iter().copied()).take(a.len()).collect();
        product = add_carry(&product, &shifted, false);
    }
    product
}

fn less(a: &[bool], b: &[bool]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Schoolbook division; the divisor is not 0.
fn divide(a: &[bool], b: &[bool]) -> (Value, Value) {
    let wide = a.len() as u32 + 1;
    let divisor = extend(b, wide, false);
    let (mut quotient, mut rest) = (vec![false; a.len()], vec![false; wide as usize]);
    for index in (0..a.len()).rev() {
        rest.rotate_right(1);
        rest[0] = a[index];
        if !less(&rest, &divisor) {
            rest = sub(&rest, &divisor);
            quotient[index] = true;
        }
    }
    rest.pop();
    (quotient, rest)
}

fn magnitude(a: &[bool]) -> Value {
    if sign(a) { neg(a) } else { a.to_vec() }
}

fn signed_if(a: Value, negative: bool) -> Value {
    if negative { neg(&a) } else { a }
}

fn shift(a: &[bool], b: &[bool], left: bool, fill: bool) -> Value {
    let amount =
        if is_zero(&b[b.len().min(20)..]) { number(&b[..b.len().min(20)]) } else { 1 << 20 };
    (0..a.len() as i128)
        .map(|index| {
            let from = if left { index - amount as i128 } else { index + amount as i128 };
            usize::try_from(from).ok().and_then(|from| a.get(from).copied()).unwrap_or(fill)
        })
        .collect()
}

/// SMT-LIB's operators.
pub fn binary(op: BinaryOp, a: &[bool], b: &[bool]) -> Value {
    match op {
        BinaryOp::And => zip(a, b, |a, b| a && b),
        BinaryOp::Or => zip(a, b, |a, b| a || b),
        BinaryOp::Xor => zip(a, b, |a, b| a != b),
        BinaryOp::Add => add_carry(a, b, false),
        BinaryOp::Sub => sub(a, b),
        BinaryOp::Mul => mul(a, b),
        BinaryOp::Udiv if is_zero(b) => vec![true; a.len()],
        BinaryOp::Urem | BinaryOp::Srem if is_zero(b) => a.to_vec(),
        BinaryOp::Sdiv if is_zero(b) => signed_if(vec![true; a.len()], sign(a)),
        BinaryOp::Udiv => divide(a, b).0,
        BinaryOp::Urem => divide(a, b).1,
        BinaryOp::Sdiv => signed_if(divide(&magnitude(a), &magnitude(b)).0, sign(a) != sign(b)),
        BinaryOp::Srem => signed_if(divide(&magnitude(a), &magnitude(b)).1, sign(a)),
        BinaryOp::Shl => shift(a, b, true, false),
        BinaryOp::Lshr => shift(a, b, false, false),
        BinaryOp::Ashr => shift(a, b, false, sign(a)),
    }
}

/// The relations.
pub fn compare(op: CompareOp, a: &[bool], b: &[bool]) -> bool {
    let flipped = |a: &[bool]| {
        let mut a = a.to_vec();
        let top = a.len() - 1;
        a[top] = !a[top];
        a
    };
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => less(a, b),
        CompareOp::Ule => !less(b, a),
        CompareOp::Slt => less(&flipped(a), &flipped(b)),
        CompareOp::Sle => !less(&flipped(b), &flipped(a)),
    }
}

/// Does the result at twice the width differ from the extended result?
pub fn overflow(op: OverflowOp, a: &[bool], b: &[bool]) -> bool {
    let (operator, signed) = match op {
        OverflowOp::Sadd => (BinaryOp::Add, true),
        OverflowOp::Ssub => (BinaryOp::Sub, true),
        OverflowOp::Smul => (BinaryOp::Mul, true),
        OverflowOp::Uadd => (BinaryOp::Add, false),
        OverflowOp::Umul => (BinaryOp::Mul, false),
    };
    let wide = 2 * a.len() as u32;
    let exact = binary(operator, &extend(a, wide, signed), &extend(b, wide, signed));
    exact != extend(&exact[..a.len()], wide, signed)
}

/// A float operation on bit patterns, for the formats the machine has.
macro_rules! on_floats {
    ($format:expr, |$read:ident| $body:expr) => {
        match $format {
            FloatFormat::Double => {
                let $read = |value: &[bool]| f64::from_bits(number(value) as u64);
                $body
            }
            FloatFormat::Single => {
                let $read = |value: &[bool]| f32::from_bits(number(value) as u32);
                $body
            }
            FloatFormat::Half => unreachable!("the machine has no half arithmetic"),
        }
    };
}

/// Float arithmetic.
pub fn float(op: FloatOp, format: FloatFormat, a: &[bool], b: &[bool]) -> Value {
    on_floats!(format, |read| {
        let (a, b) = (read(a), read(b));
        let result = match op {
            FloatOp::Add => a + b,
            FloatOp::Sub => a - b,
            FloatOp::Mul => a * b,
            FloatOp::Div => a / b,
            FloatOp::Rem => a % b,
        };
        bits(format.width(), result.to_bits().into())
    })
}

/// Float functions.
pub fn float_unary(op: FloatUnary, format: FloatFormat, a: &[bool]) -> Value {
    on_floats!(format, |read| {
        let a = read(a);
        let result = match op {
            FloatUnary::Sqrt => a.sqrt(),
            FloatUnary::Floor => a.floor(),
            FloatUnary::Ceil => a.ceil(),
            FloatUnary::Trunc => a.trunc(),
            FloatUnary::Rint => a.round_ties_even(),
            FloatUnary::Round => a.round(),
        };
        bits(format.width(), result.to_bits().into())
    })
}

/// Float relations.
pub fn float_compare(op: FloatCompare, format: FloatFormat, a: &[bool], b: &[bool]) -> bool {
    on_floats!(format, |read| {
        let (a, b) = (read(a), read(b));
        match op {
            FloatCompare::Eq => a == b,
            FloatCompare::Lt => a < b,
            FloatCompare::Le => a <= b,
            FloatCompare::Unordered => a.is_nan() || b.is_nan(),
        }
    })
}

/// Single to double or back.
pub fn float_to_float(from: FloatFormat, a: &[bool]) -> Value {
    match from {
        FloatFormat::Single => {
            bits(64, f64::from(f32::from_bits(number(a) as u32)).to_bits().into())
        }
        _ => bits(32, (f64::from_bits(number(a) as u64) as f32).to_bits().into()),
    }
}

/// An integer of at most 64 bits as a double or single.
pub fn int_to_float(signed: bool, to: FloatFormat, a: &[bool]) -> Value {
    let (natural, integer) = (number(a) as u64, number(&extend(a, 64, true)) as i64);
    match (to, signed) {
        (FloatFormat::Double, true) => bits(64, (integer as f64).to_bits().into()),
        (FloatFormat::Double, false) => bits(64, (natural as f64).to_bits().into()),
        (_, true) => bits(32, (integer as f32).to_bits().into()),
        (_, false) => bits(32, (natural as f32).to_bits().into()),
    }
}

/// The integer part; 0 if it does not fit. Widths up to 64.
pub fn float_to_int(signed: bool, from: FloatFormat, a: &[bool], width: u32) -> Value {
    let value = match from {
        FloatFormat::Single => f64::from(f32::from_bits(number(a) as u32)),
        _ => f64::from_bits(number(a) as u64),
    };
    // Casts to i128 saturate, far outside of every width here; a NaN becomes 0.
    let whole = value as i128;
    let (low, high) =
        if signed { (-(1 << (width - 1)), 1 << (width - 1)) } else { (0, 1 << width) };
    if (low..high).contains(&whole) { bits(width, whole as u128) } else { bits(width, 0) }
}
