//! The domain of numbers against the words themselves: exhaustively at 3 bits, by chance at 32 and 64.

use coax_ir::IntOp;
use proptest::prelude::*;

use super::arithmetic::{apply, clamped, compare, exact, fits_signed, refine};
use super::number::{Number, Thresholds, mask, sign_extend, signed_max, signed_min};

const OPERATIONS: [IntOp; 16] = [
    IntOp::Add,
    IntOp::AddNsw,
    IntOp::Sub,
    IntOp::SubNsw,
    IntOp::Mul,
    IntOp::MulNsw,
    IntOp::UDiv,
    IntOp::SDiv,
    IntOp::URem,
    IntOp::SRem,
    IntOp::Shl,
    IntOp::LShr,
    IntOp::AShr,
    IntOp::And,
    IntOp::Or,
    IntOp::Xor,
];

const COMPARISONS: [IntOp; 6] =
    [IntOp::Eq, IntOp::Ne, IntOp::Ult, IntOp::Ule, IntOp::Slt, IntOp::Sle];

/// What an operation gives, if it is defined; sums and the like wrap.
fn concrete(op: IntOp, bits: u8, a: u64, b: u64) -> Option<u64> {
    let (x, y) = (i128::from(sign_extend(bits, a)), i128::from(sign_extend(bits, b)));
    let (u, v) = (u128::from(a), u128::from(b));
    let word = |value: i128| Some(value as u64 & mask(bits));
    match op {
        IntOp::Add | IntOp::AddNsw => word(x + y),
        IntOp::Sub | IntOp::SubNsw => word(x - y),
        IntOp::Mul | IntOp::MulNsw => Some((u.wrapping_mul(v)) as u64 & mask(bits)),
        IntOp::UDiv => Some(a.checked_div(b)?),
        IntOp::URem => Some(a.checked_rem(b)?),
        IntOp::SDiv | IntOp::SRem if b == 0 || (x == signed_min(bits).into() && y == -1) => None,
        IntOp::SDiv => word(x / y),
        IntOp::SRem => word(x % y),
        _ if matches!(op, IntOp::Shl | IntOp::LShr | IntOp::AShr) && b >= bits.into() => None,
        IntOp::Shl => Some((u << b) as u64 & mask(bits)),
        IntOp::LShr => Some(a >> b),
        IntOp::AShr => word(x >> b),
        IntOp::And => Some(a & b),
        IntOp::Or => Some(a | b),
        IntOp::Xor => Some(a ^ b),
        IntOp::Eq => Some((a == b).into()),
        IntOp::Ne => Some((a != b).into()),
        IntOp::Ult => Some((a < b).into()),
        IntOp::Ule => Some((a <= b).into()),
        IntOp::Slt => Some((x < y).into()),
        IntOp::Sle => Some((x <= y).into()),
    }
}

fn has(number: Number, word: u64) -> bool {
    let signed = sign_extend(number.bits, word);
    (number.low..=number.high).contains(&word) && (number.least..=number.most).contains(&signed)
}

fn words(number: Number) -> impl Iterator<Item = u64> {
    (0..=mask(number.bits)).filter(move |&word| has(number, word))
}

/// All intervals of 3 bits, unsigned and signed.
fn small() -> Vec<Number> {
    let mut all = Vec::new();
    for low in 0..8u64 {
        all.extend((low..8).map(|high| Number::between(3, low, high)));
    }
    for least in -4..4i64 {
        all.extend((least..4).map(|most| Number::signed_between(3, least, most)));
    }
    all
}

#[test]
fn every_result_of_an_operation_is_in_its_set() {
    for op in OPERATIONS {
        for &a in &small() {
            for &b in &small() {
                let result = apply(op, 3, a, b);
                for x in words(a) {
                    for z in words(b).filter_map(|y| concrete(op, 3, x, y)) {
                        assert!(has(result, z), "{op:?} {a:?} {b:?}: {z} is not in {result:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_result_that_fits_never_wraps_and_a_clamped_one_has_what_fits() {
    for op in [IntOp::Add, IntOp::Sub, IntOp::Mul] {
        for &a in &small() {
            for &b in &small() {
                let range = exact(op, a, b);
                for (x, y) in words(a).flat_map(|x| words(b).map(move |y| (x, y))) {
                    let (x, y) = (sign_extend(3, x), sign_extend(3, y));
                    let value = match op {
                        IntOp::Add => x + y,
                        IntOp::Sub => x - y,
                        _ => x * y,
                    };
                    let fits = (-4..4).contains(&value);
                    assert!(fits || !fits_signed(3, range), "{op:?} {a:?} {b:?}");
                    if fits {
                        let clamped = clamped(3, range).expect("a value fits");
                        assert!(has(clamped, value as u64 & 7), "{op:?} {a:?} {b:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn comparisons_decide_and_refine_without_losing_a_word() {
    for op in COMPARISONS {
        for &a in &small() {
            for &b in &small() {
                for (x, y) in words(a).flat_map(|x| words(b).map(move |y| (x, y))) {
                    let holds = concrete(op, 3, x, y) == Some(1);
                    assert!(
                        compare(op, a, b).is_none_or(|said| said == holds),
                        "{op:?} {a:?} {b:?}"
                    );
                    let [left, right] = refine(op, holds, a, b).expect("there are such words");
                    assert!(has(left, x) && has(right, y), "{op:?} {holds} {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn joins_meets_and_widths_lose_no_word() {
    let thresholds = Thresholds::of(&[2]);
    for &a in &small() {
        for &b in &small() {
            let (joined, met) = (a.join(b), a.meet(b));
            let widened = a.widen(joined, &thresholds);
            for word in 0..8 {
                let either = has(a, word) || has(b, word);
                assert!(!either || has(joined, word) && has(widened, word), "{a:?} {b:?} {word}");
                let both = has(a, word) && has(b, word);
                assert!(!both || met.is_some_and(|met| has(met, word)), "{a:?} {b:?} {word}");
            }
        }
        for word in words(a) {
            for bits in [4, 8, 64] {
                assert!(has(a.at_width(bits), word), "{a:?} at {bits}");
            }
        }
    }
}

/// An interval with a word in it.
fn member(bits: u8) -> impl Strategy<Value = (Number, u64)> {
    let word = prop_oneof![
        any::<u64>(),
        0u64..10,
        Just(signed_max(bits) as u64),
        Just(signed_min(bits) as u64),
        Just(u64::MAX),
    ];
    (word, any::<u64>(), any::<bool>()).prop_map(move |(word, other, signed)| {
        let (word, other) = (word & mask(bits), other & mask(bits));
        let number = if signed {
            let (x, y) = (sign_extend(bits, word), sign_extend(bits, other));
            Number::signed_between(bits, x.min(y), x.max(y))
        } else {
            Number::between(bits, word.min(other), word.max(other))
        };
        (number, word)
    })
}

proptest! {
    #[test]
    fn wide_results_are_in_their_sets(
        bits in prop_oneof![Just(32u8), Just(64u8)],
        op in prop::sample::select(OPERATIONS.to_vec()),
        seed in any::<[u64; 4]>(),
        signed in any::<[bool; 2]>(),
        small in any::<[bool; 4]>(),
    ) {
        let word = |i: usize| (if small[i] { seed[i] % 70 } else { seed[i] }) & mask(bits);
        let number = |i: usize, by_sign: bool| {
            let (word, other) = (word(i), word(i + 2));
            let (x, y) = (sign_extend(bits, word), sign_extend(bits, other));
            match by_sign {
                true => Number::signed_between(bits, x.min(y), x.max(y)),
                false => Number::between(bits, word.min(other), word.max(other)),
            }
        };
        let (a, b) = (number(0, signed[0]), number(1, signed[1]));
        if let Some(result) = concrete(op, bits, word(0), word(1)) {
            prop_assert!(has(apply(op, bits, a, b), result), "{:?} {:?} {:?}", op, a, b);
        }
    }

    #[test]
    fn wide_comparisons_lose_no_word(
        left in member(64),
        right in member(64),
        op in prop::sample::select(COMPARISONS.to_vec()),
    ) {
        let ((a, x), (b, y)) = (left, right);
        let holds = concrete(op, 64, x, y) == Some(1);
        prop_assert!(compare(op, a, b).is_none_or(|said| said == holds));
        let refined = refine(op, holds, a, b);
        prop_assert!(refined.is_some_and(|[left, right]| has(left, x) && has(right, y)));
    }
}
