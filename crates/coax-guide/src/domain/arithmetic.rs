//! What integer operations make of sets of words.
//!
//! Invariant: the result holds every word that the operation gives for words of the operands, where it is
//! defined. Wrapping is taken into account; [`fits_signed`] says whether a signed result always fits.

use coax_ir::IntOp;

use super::number::{Number, mask, sign_extend, signed_max, signed_min};

/// The range of an exact signed result.
type Exact = (i128, i128);

/// The exact results of a signed sum, difference or product.
pub fn exact(op: IntOp, a: Number, b: Number) -> Exact {
    let (al, am) = (i128::from(a.least), i128::from(a.most));
    let (bl, bm) = (i128::from(b.least), i128::from(b.most));
    match op {
        IntOp::Add | IntOp::AddNsw => (al + bl, am + bm),
        IntOp::Sub | IntOp::SubNsw => (al - bm, am - bl),
        _ => hull([al * bl, al * bm, am * bl, am * bm]),
    }
}

fn hull(all: [i128; 4]) -> Exact {
    let least = all.into_iter().min().unwrap_or(i128::MIN);
    (least, all.into_iter().max().unwrap_or(i128::MAX))
}

/// Does a signed result always fit?
pub fn fits_signed(bits: u8, range: Exact) -> bool {
    range.0 >= signed_min(bits).into() && range.1 <= signed_max(bits).into()
}

/// The results that fit; nothing if none does.
pub fn clamped(bits: u8, range: Exact) -> Option<Number> {
    let least = range.0.max(signed_min(bits).into());
    let most = range.1.min(signed_max(bits).into());
    (least <= most).then(|| Number::signed_between(bits, least as i64, most as i64))
}

/// The words of an operation on single words.
pub fn apply(op: IntOp, bits: u8, a: Number, b: Number) -> Number {
    let (a, b) = (a.at_width(bits), b.at_width(bits));
    match op {
        IntOp::Add | IntOp::AddNsw | IntOp::Sub | IntOp::SubNsw | IntOp::Mul | IntOp::MulNsw => {
            wrapping(op, bits, a, b)
        }
        IntOp::UDiv if b.low > 0 => Number::between(bits, a.low / b.high, a.high / b.low),
        IntOp::UDiv => Number::between(bits, 0, a.high),
        IntOp::URem => unsigned_remainder(bits, a, b),
        IntOp::SDiv => signed_quotient(bits, a, b),
        IntOp::SRem => signed_remainder(bits, a, b),
        IntOp::Shl => shift_left(bits, a, b),
        IntOp::LShr => shift_right(bits, a, b),
        IntOp::AShr => signed_shift_right(bits, a, b),
        IntOp::And => and(bits, a, b),
        IntOp::Or => or(bits, a, b),
        IntOp::Xor => xor(bits, a, b),
        comparison => compared(compare(comparison, a, b)),
    }
}

fn compared(outcome: Option<bool>) -> Number {
    outcome.map_or(Number::top(1), |holds| Number::constant(1, holds.into()))
}

fn wrapping(op: IntOp, bits: u8, a: Number, b: Number) -> Number {
    let signed = exact(op, a, b);
    let by_sign = match fits_signed(bits, signed) {
        true => Number::signed_between(bits, signed.0 as i64, signed.1 as i64),
        false => Number::top(bits),
    };
    let (al, ah) = (i128::from(a.low), i128::from(a.high));
    let (bl, bh) = (i128::from(b.low), i128::from(b.high));
    let (low, high) = match op {
        IntOp::Add | IntOp::AddNsw => (al + bl, ah + bh),
        IntOp::Sub | IntOp::SubNsw => (al - bh, ah - bl),
        _ => match (u128::from(a.high) * u128::from(b.high)).try_into() {
            Ok(high) => (al * bl, high),
            Err(_) => (0, i128::MAX),
        },
    };
    let size = i128::from(mask(bits)) + 1;
    let by_word = match (low.div_euclid(size), high.div_euclid(size)) {
        (first, last) if first == last => {
            Number::between(bits, low.rem_euclid(size) as u64, high.rem_euclid(size) as u64)
        }
        _ => Number::top(bits),
    };
    by_sign.meet(by_word).unwrap_or(Number::top(bits))
}

fn unsigned_remainder(bits: u8, a: Number, b: Number) -> Number {
    match b.low > a.high {
        true => a,
        false => Number::between(bits, 0, a.high.min(b.high.saturating_sub(1))),
    }
}

fn signed_quotient(bits: u8, a: Number, b: Number) -> Number {
    let zero_inside = b.least <= 0 && b.most >= 0;
    let mut divisors: Vec<i128> = vec![b.least.into(), b.most.into()];
    if zero_inside {
        divisors.extend(
            [-1, 1].into_iter().filter(|&d| i128::from(b.least) <= d && d <= b.most.into()),
        );
    }
    divisors.retain(|&divisor| divisor != 0);
    let of = |n: i64| divisors.iter().map(move |d| i128::from(n) / d);
    let mut all: Vec<i128> = of(a.least).chain(of(a.most)).collect();
    all.push(0);
    if !zero_inside && (a.least > 0 || a.most < 0) {
        all.pop();
    }
    let range = (all.iter().copied().min().unwrap_or(0), all.iter().copied().max().unwrap_or(0));
    match fits_signed(bits, range) {
        true => Number::signed_between(bits, range.0 as i64, range.1 as i64),
        false => Number::top(bits),
    }
}

fn signed_remainder(bits: u8, a: Number, b: Number) -> Number {
    let size = i128::from(b.least).abs().max(i128::from(b.most).abs()) - 1;
    let size = size.max(0);
    let least = if a.least >= 0 { 0 } else { i128::from(a.least).max(-size) };
    let most = if a.most <= 0 { 0 } else { i128::from(a.most).min(size) };
    Number::signed_between(bits, least as i64, most as i64)
}

fn shift_left(bits: u8, a: Number, b: Number) -> Number {
    if b.high >= bits.into() || u128::from(a.high) << b.high > u128::from(mask(bits)) {
        return Number::top(bits);
    }
    Number::between(bits, a.low << b.low, a.high << b.high)
}

fn shift_right(bits: u8, a: Number, b: Number) -> Number {
    match b.high >= bits.into() {
        true => Number::top(bits),
        false => Number::between(bits, a.low >> b.high, a.high >> b.low),
    }
}

fn signed_shift_right(bits: u8, a: Number, b: Number) -> Number {
    if b.high >= bits.into() {
        return Number::top(bits);
    }
    let all = [a.least >> b.low, a.least >> b.high, a.most >> b.low, a.most >> b.high];
    let least = all.into_iter().min().unwrap_or(i64::MIN);
    Number::signed_between(bits, least, all.into_iter().max().unwrap_or(i64::MAX))
}

/// The largest number with no more digits.
fn all_ones(word: u64) -> u64 {
    u64::MAX.checked_shr(word.leading_zeros()).unwrap_or(0)
}

fn and(bits: u8, a: Number, b: Number) -> Number {
    match (a.only(), b.only()) {
        (Some(x), Some(y)) => Number::constant(bits, x & y),
        _ => Number::between(bits, 0, a.high.min(b.high)),
    }
}

fn or(bits: u8, a: Number, b: Number) -> Number {
    match (a.only(), b.only()) {
        (Some(x), Some(y)) => Number::constant(bits, x | y),
        _ => Number::between(bits, a.low.max(b.low), all_ones(a.high | b.high)),
    }
}

fn xor(bits: u8, a: Number, b: Number) -> Number {
    match (a.only(), b.only()) {
        (Some(x), Some(y)) => Number::constant(bits, x ^ y),
        _ => Number::between(bits, 0, all_ones(a.high | b.high)),
    }
}

/// Whether a comparison holds, if it comes out the same for all words.
pub fn compare(op: IntOp, a: Number, b: Number) -> Option<bool> {
    let decided = |always: bool, never: bool| match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    match op {
        IntOp::Eq => decided(a.only().is_some() && a.only() == b.only(), a.meet(b).is_none()),
        IntOp::Ne => compare(IntOp::Eq, a, b).map(|equal| !equal),
        IntOp::Ult => decided(a.high < b.low, a.low >= b.high),
        IntOp::Ule => decided(a.high <= b.low, a.low > b.high),
        IntOp::Slt => decided(a.most < b.least, a.least >= b.most),
        IntOp::Sle => decided(a.most <= b.least, a.least > b.most),
        _ => None,
    }
}

/// The words of both operands for which a comparison comes out as said; nothing if there are none.
pub fn refine(op: IntOp, holds: bool, a: Number, b: Number) -> Option<[Number; 2]> {
    match (op, holds) {
        (IntOp::Eq, true) | (IntOp::Ne, false) => {
            let both = a.meet(b)?;
            Some([both, both])
        }
        (IntOp::Eq, false) | (IntOp::Ne, true) => Some([without(a, b)?, without(b, a)?]),
        (IntOp::Ult, true) => below(a, b, 1),
        (IntOp::Ult, false) => below(b, a, 0).map(swapped),
        (IntOp::Ule, true) => below(a, b, 0),
        (IntOp::Ule, false) => below(b, a, 1).map(swapped),
        (IntOp::Slt, true) => below_signed(a, b, 1),
        (IntOp::Slt, false) => below_signed(b, a, 0).map(swapped),
        (IntOp::Sle, true) => below_signed(a, b, 0),
        (IntOp::Sle, false) => below_signed(b, a, 1).map(swapped),
        _ => Some([a, b]),
    }
}

fn swapped([a, b]: [Number; 2]) -> [Number; 2] {
    [b, a]
}

/// `a + gap <= b`, unsigned.
fn below(a: Number, b: Number, gap: u64) -> Option<[Number; 2]> {
    let high = a.high.min(b.high.checked_sub(gap)?);
    let low = b.low.max(a.low.checked_add(gap)?);
    if a.low > high || low > b.high {
        return None;
    }
    Some([Number { high, ..a }.reduce()?, Number { low, ..b }.reduce()?])
}

/// `a + gap <= b`, signed.
fn below_signed(a: Number, b: Number, gap: i64) -> Option<[Number; 2]> {
    let most = a.most.min(b.most.checked_sub(gap)?);
    let least = b.least.max(a.least.checked_add(gap)?);
    if a.least > most || least > b.most {
        return None;
    }
    Some([Number { most, ..a }.reduce()?, Number { least, ..b }.reduce()?])
}

/// Without the one word of `other`, where that is at an end.
fn without(mut a: Number, other: Number) -> Option<Number> {
    let Some(word) = other.only() else { return Some(a) };
    if a.only() == Some(word) {
        return None;
    }
    let signed = sign_extend(a.bits, word);
    if a.low == word {
        a.low += 1;
    }
    if a.high == word {
        a.high -= 1;
    }
    if a.least == signed && a.least < a.most {
        a.least += 1;
    }
    if a.most == signed && a.least < a.most {
        a.most -= 1;
    }
    a.reduce()
}
