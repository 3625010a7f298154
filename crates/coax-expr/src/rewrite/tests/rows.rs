//! How to build operands for each rule. A row gives `None` where it has nothing to offer.

use super::Operands;
use super::make::Make;
use crate::term::{FloatFormat, FloatOp, Term};

pub(super) type Build = fn(&mut Make) -> Option<Operands>;

fn some<const N: usize>(terms: [Term; N]) -> Option<Operands> {
    Some(terms.into())
}

fn with(t: Term, numbers: &[u32]) -> Option<Operands> {
    Some(Operands { terms: vec![t], numbers: numbers.into() })
}

/// `x op c` and another constant.
fn constants(m: &mut Make, build: fn(&mut crate::Pool, Term, Term) -> Term) -> Option<Operands> {
    let (x, c, d) = (m.x(), m.k(m.w), m.k(m.w));
    some([build(&mut m.pool, x, c), d])
}

/// Something extended, and a constant of the new width.
fn extended_constant(m: &mut Make, signed: bool) -> (Term, Term) {
    let (x, wide) = (m.x(), m.above(m.w));
    let t = m.extended(signed, x, wide);
    let k = if m.below(2) == 0 { m.k(wide) } else { m.k(m.w) };
    (t, if m.pool.width(k) == wide { k } else { m.extended(signed, k, wide) })
}

fn either_order(m: &mut Make, a: Term, b: Term) -> Option<Operands> {
    if m.below(2) == 0 { some([a, b]) } else { some([b, a]) }
}

fn both_extended(m: &mut Make, signed: bool) -> Option<Operands> {
    let wide = m.above(m.w);
    let other = 1 + m.below(wide - 1);
    let (x, y) = (m.x(), m.var(other));
    some([m.extended(signed, x, wide), m.extended(signed, y, wide)])
}

/// Two terms whose bits do not meet.
fn disjoint(m: &mut Make) -> Option<Operands> {
    let (x, y, wide) = (m.x(), m.x(), 2 * m.w + m.below(3));
    let (low, high) = (m.pool.zext(x, wide), m.pool.zext(y, wide));
    let amount = m.fixed(wide, m.w.into());
    let high = m.pool.shl(high, amount);
    either_order(m, low, high)
}

fn is_interesting(m: &Make, t: Term) -> bool {
    !m.pool.is_constant(t)
}

#[rustfmt::skip]
pub(super) const ROWS: &[(&str, Build)] = &[
    // not
    ("not_not", |m| { let x = m.x(); some([m.pool.not(x)]) }),
    ("not_order", |m| {
        let (x, y) = (m.x(), m.x());
        let op = crate::CompareOp::ALL[1 + m.below(4) as usize];
        some([m.pool.compare(op, x, y)])
    }),
    ("not_choice", |m| some([m.choice(m.w)])),
    // and
    ("and_constant", |m| { let b = if m.below(2) == 0 { m.zero() } else { m.ones() }; some([m.x(), b]) }),
    ("and_same", |m| { let x = m.x(); some([x, x]) }),
    ("and_complement", |m| { let x = m.x(); some([x, m.pool.not(x)]) }),
    ("and_constants", |m| constants(m, crate::Pool::and)),
    ("and_absorbs", |m| {
        let (x, y) = (m.x(), m.x());
        let not_x = m.pool.not(x);
        let whole = match m.below(3) { 0 => m.pool.and(x, y), 1 => m.pool.or(x, y), _ => m.pool.and(not_x, y) };
        some([whole, x])
    }),
    ("and_zext_constant", |m| { let (t, k) = extended_constant(m, false); some([t, k]) }),
    ("and_low_mask", |m| {
        let (x, bits) = (m.x(), 1 + m.below(m.w - 1));
        let ones = m.pool.ones(bits);
        some([x, m.pool.zext(ones, m.w)])
    }),
    ("and_low_mask", |m| some([m.x(), m.k(m.w)])),
    // or
    ("or_constant", |m| { let b = if m.below(2) == 0 { m.zero() } else { m.ones() }; some([m.x(), b]) }),
    ("or_same", |m| { let x = m.x(); some([x, x]) }),
    ("or_complement", |m| { let x = m.x(); some([x, m.pool.not(x)]) }),
    ("or_constants", |m| constants(m, crate::Pool::or)),
    ("or_absorbs", |m| {
        let (x, y) = (m.x(), m.x());
        let not_x = m.pool.not(x);
        let whole = match m.below(3) { 0 => m.pool.and(x, y), 1 => m.pool.or(x, y), _ => m.pool.or(not_x, y) };
        some([whole, x])
    }),
    ("or_disjoint", disjoint),
    // xor
    ("xor_constant", |m| { let b = if m.below(2) == 0 { m.zero() } else { m.ones() }; some([m.x(), b]) }),
    ("xor_same", |m| { let x = m.x(); let y = if m.below(2) == 0 { x } else { m.pool.not(x) }; some([x, y]) }),
    ("xor_nots", |m| { let (x, y) = (m.x(), m.x()); let not_x = m.pool.not(x); either_order(m, not_x, y) }),
    ("xor_nots", |m| { let x = m.x(); some([m.pool.not(x), m.k(m.w)]) }),
    ("xor_constants", |m| constants(m, crate::Pool::xor)),
    ("xor_cancels", |m| { let (x, y) = (m.x(), m.x()); let both = m.pool.xor(x, y); either_order(m, both, x) }),
    ("xor_disjoint", disjoint),
    // neg
    ("neg_neg", |m| { let x = m.x(); some([m.pool.neg(x)]) }),
    ("neg_sub", |m| { let (x, y) = (m.x(), m.x()); some([m.pool.sub(x, y)]) }),
    ("neg_add_constant", |m| { let (x, c) = (m.x(), m.k(m.w)); some([m.pool.add(x, c)]) }),
    ("neg_not", |m| { let x = m.x(); some([m.pool.not(x)]) }),
    // add
    ("add_zero", |m| some([m.x(), m.zero()])),
    ("add_constants", |m| constants(m, crate::Pool::add)),
    ("add_to_constant_minus", |m| { let (x, c) = (m.x(), m.k(m.w)); some([m.pool.sub(c, x), m.k(m.w)]) }),
    ("add_not_constant", |m| { let x = m.x(); some([m.pool.not(x), m.k(m.w)]) }),
    ("add_below_constant", |m| {
        let (c, bits) = (m.k(1), m.w - 1);
        let x = m.var(bits);
        some([m.pool.concat(c, x), m.k(m.w)])
    }),
    ("add_neg", |m| { let (x, y) = (m.x(), m.x()); let minus = m.pool.neg(y); either_order(m, x, minus) }),
    ("add_cancels", |m| { let (x, y) = (m.x(), m.x()); let d = m.pool.sub(x, y); either_order(m, d, y) }),
    ("add_disjoint", disjoint),
    ("add_same", |m| { let x = m.x(); some([x, x]) }),
    ("add_hoists_constant", |m| {
        let (x, y, c) = (m.x(), m.x(), m.k(m.w));
        let sum = m.pool.add(x, c);
        either_order(m, sum, y)
    }),
    // sub
    ("sub_same", |m| { let x = m.x(); some([x, x]) }),
    ("sub_constant", |m| some([m.x(), m.k(m.w)])),
    ("sub_from_zero", |m| some([m.zero(), m.x()])),
    ("sub_neg", |m| { let (x, y) = (m.x(), m.x()); some([x, m.pool.neg(y)]) }),
    ("sub_cancels", |m| {
        let (x, y) = (m.x(), m.x());
        let (sum, difference) = (m.pool.add(x, y), m.pool.sub(x, y));
        match m.below(5) { 0 => some([sum, x]), 1 => some([sum, y]), 2 => some([x, sum]), 3 => some([y, sum]), _ => some([x, difference]) }
    }),
    ("sub_from_constant", |m| {
        let (x, c) = (m.x(), m.k(m.w));
        let inner = if m.below(2) == 0 { m.pool.add(x, c) } else { m.pool.sub(c, x) };
        some([m.k(m.w), inner])
    }),
    ("sub_hoists_constant", |m| { let (x, y, c) = (m.x(), m.x(), m.k(m.w)); let sum = m.pool.add(x, c); either_order(m, sum, y) }),
    // mul
    ("mul_zero", |m| some([m.x(), m.zero()])),
    ("mul_one", |m| some([m.x(), m.fixed(m.w, 1)])),
    ("mul_minus_one", |m| some([m.x(), m.ones()])),
    ("mul_power_of_two", |m| some([m.x(), m.power(m.w)])),
    ("mul_constants", |m| { let (x, c) = (m.x(), m.fixed(m.w, 3)); some([m.pool.mul(x, c), m.k(m.w)]) }),
    // shifts
    ("shift_of_zero", |m| some([m.zero(), m.x()])),
    ("shl_constant", |m| some([m.x(), m.k(m.w)])),
    ("shl_constant", |m| { let amount = m.below(m.w + 2); some([m.x(), m.fixed(m.w, amount.into())]) }),
    ("lshr_constant", |m| { let amount = m.below(m.w + 2); some([m.x(), m.fixed(m.w, amount.into())]) }),
    ("lshr_constant", |m| some([m.x(), m.k(m.w)])),
    ("ashr_constant", |m| { let amount = m.below(m.w + 2); some([m.x(), m.fixed(m.w, amount.into())]) }),
    ("ashr_constant", |m| some([m.x(), m.k(m.w)])),
    // division
    ("udiv_zero", |m| some([m.x(), m.zero()])),
    ("udiv_power_of_two", |m| some([m.x(), m.power(m.w)])),
    ("udiv_narrow", |m| { let (t, k) = extended_constant(m, false); some([t, k]) }),
    ("rem_zero", |m| some([m.x(), m.zero()])),
    ("urem_power_of_two", |m| some([m.x(), m.power(m.w)])),
    ("urem_small", |m| { let (t, k) = extended_constant(m, false); some([t, k]) }),
    ("urem_narrow", |m| both_extended(m, false)),
    ("urem_narrow", |m| { let (t, k) = extended_constant(m, false); some([t, k]) }),
    ("sdiv_unit", |m| { let b = if m.below(2) == 0 { m.fixed(m.w, 1) } else { m.ones() }; some([m.x(), b]) }),
    ("sdiv_nonnegative", |m| both_extended(m, false)),
    ("sdiv_narrow", |m| { let (t, k) = extended_constant(m, true); some([t, k]) }),
    ("srem_unit", |m| { let b = if m.below(2) == 0 { m.fixed(m.w, 1) } else { m.ones() }; some([m.x(), b]) }),
    ("srem_nonnegative", |m| both_extended(m, false)),
    ("srem_narrow", |m| { let (t, k) = extended_constant(m, true); some([t, k]) }),
    // any operator
    ("into_choice", |m| { let (t, k) = (m.choice(m.w), m.k(m.w)); either_order(m, t, k) }),
    // extract
    ("extract_extract", |m| {
        let (x, wide) = { let wide = m.above(m.w); (m.var(wide), wide) };
        let (high, low) = m.range(wide);
        let inner = m.pool.extract(x, high, low);
        let (h, l) = m.range(high - low + 1);
        with(inner, &[h, l])
    }),
    ("extract_concat", |m| {
        let (x, y) = (m.x(), m.x());
        let t = m.pool.concat(x, y);
        let (h, l) = m.range(2 * m.w);
        with(t, &[h, l])
    }),
    ("extract_zext", |m| { let (t, _) = extended_constant(m, false); let (h, l) = m.range(m.pool.width(t)); with(t, &[h, l]) }),
    ("extract_sext", |m| { let (t, _) = extended_constant(m, true); let (h, l) = m.range(m.pool.width(t)); with(t, &[h, l]) }),
    ("extract_choice", |m| { let t = m.choice(m.w); let (h, l) = m.range(m.w); with(t, &[h, l]) }),
    ("extract_masked", |m| {
        let (x, c) = (m.x(), m.k(m.w));
        let t = match m.below(3) { 0 => m.pool.and(x, c), 1 => m.pool.or(x, c), _ => m.pool.xor(x, c) };
        let place = m.below(m.w);
        with(t, &[place, place])
    }),
    ("extract_narrow_arithmetic", |m| {
        let wide = m.above(m.w);
        let (x, y) = (m.x(), m.x());
        let (signed_x, signed_y) = (m.below(2) == 0, m.below(2) == 0);
        let x = m.extended(signed_x, x, wide);
        let y = if m.below(3) == 0 { m.k(wide) } else { m.extended(signed_y, y, wide) };
        let t = match m.below(3) { 0 => m.pool.add(x, y), 1 => m.pool.sub(x, y), _ => m.pool.mul(x, y) };
        is_interesting(m, t).then(|| with(t, &[m.w - 1, 0]))?
    }),
    // concat
    ("concat_zero", |m| some([m.zero(), m.x()])),
    ("concat_leans_left", |m| { let (x, y, z) = (m.var(2), m.x(), m.x()); let low = m.pool.concat(y, z); some([x, low]) }),
    ("concat_zext", |m| { let (x, y) = (m.x(), m.x()); let high = m.pool.zext(x, m.w + 1); some([high, y]) }),
    ("concat_adjacent", |m| {
        let x = m.x();
        let (top, split) = m.range(m.w);
        if split == 0 { return None; }
        let (high, low) = (m.pool.extract(x, top, split), m.pool.extract(x, split - 1, 0));
        let above = m.x();
        let high = if m.below(2) == 0 { m.pool.concat(above, high) } else { high };
        some([high, low])
    }),
    ("concat_adjacent", |m| {
        let (x, (a, b), (c, d)) = (m.x(), m.range(m.w), m.range(m.w));
        some([m.pool.extract(x, a, b), m.pool.extract(x, c, d)])
    }),
    ("concat_constants", |m| { let (x, k) = (m.x(), m.k(m.w)); let high = m.pool.concat(x, k); some([high, m.k(2)]) }),
    ("concat_sign", |m| {
        let x = m.x();
        let sign = m.pool.extract(x, m.w - 1, m.w - 1);
        let copies = m.pool.sext(sign, 4);
        let low = match m.below(4) { 0 => x, 1 => m.pool.extract(x, m.w - 1, 1), 2 => m.pool.sext(x, m.w + 1), _ => m.pool.sext(sign, 2) };
        some([copies, low])
    }),
    ("concat_choices", |m| { let c = m.condition(); some([m.choice_on(c, m.w), m.choice_on(c, m.w)]) }),
    // extensions
    ("zext_zext", |m| { let (t, _) = extended_constant(m, false); let wide = m.above(m.pool.width(t)); with(t, &[wide.min(512)]) }),
    ("zext_choice", |m| { let t = m.choice(m.w); let wide = m.above(m.w); with(t, &[wide]) }),
    ("sext_sext", |m| { let (t, _) = extended_constant(m, true); let wide = m.above(m.pool.width(t)); with(t, &[wide.min(512)]) }),
    ("sext_nonnegative", |m| { let (t, _) = extended_constant(m, false); let wide = m.above(m.pool.width(t)); with(t, &[wide.min(512)]) }),
    ("sext_choice", |m| { let t = m.choice(m.w); let wide = m.above(m.w); with(t, &[wide]) }),
    // ite
    ("ite_same", |m| { let (c, x) = (m.condition(), m.x()); some([c, x, x]) }),
    ("ite_not", |m| { let c = m.condition(); some([m.pool.not(c), m.x(), m.x()]) }),
    ("ite_condition", |m| {
        let (c, p) = (m.condition(), m.condition());
        let special = match m.below(3) { 0 => c, 1 => m.pool.truth(true), _ => m.pool.truth(false) };
        if m.below(2) == 0 { some([c, special, p]) } else { some([c, p, special]) }
    }),
    ("ite_nested", |m| {
        let (c, x, y, z) = (m.condition(), m.x(), m.x(), m.x());
        let inner = m.pool.ite(c, x, y);
        if m.below(2) == 0 { some([c, inner, z]) } else { some([c, z, inner]) }
    }),
    ("ite_shared_side", |m| {
        let (c, d, x, y) = (m.condition(), m.condition(), m.x(), m.x());
        let inner = m.pool.ite(d, x, y);
        some([c, x, inner])
    }),
    ("ite_zext_condition", |m| { let (c, zero, one) = (m.condition(), m.zero(), m.fixed(m.w, 1)); if m.below(2) == 0 { some([c, zero, one]) } else { some([c, one, zero]) } }),
    ("ite_sext_condition", |m| { let (c, zero, ones) = (m.condition(), m.zero(), m.ones()); if m.below(2) == 0 { some([c, zero, ones]) } else { some([c, ones, zero]) } }),
    ("ite_extensions", |m| {
        let (c, x, y, wide, signed) = (m.condition(), m.x(), m.x(), m.above(m.w), m.below(2) == 0);
        let other = match m.below(3) { 0 => m.k(m.w), 1 => m.k(wide), _ => y };
        let (x, other) = (m.extended(signed, x, wide), if m.pool.width(other) == wide { other } else { m.extended(signed, other, wide) });
        if m.below(2) == 0 { some([c, x, other]) } else { some([c, other, x]) }
    }),
    // equality
    ("eq_same", |m| { let x = m.x(); some([x, x]) }),
    ("eq_bit", |m| some([m.condition(), m.k(1)])),
    ("eq_too_large", |m| { let (t, k) = extended_constant(m, false); some([t, k]) }),
    ("eq_zext_constant", |m| { let (t, k) = extended_constant(m, false); some([t, k]) }),
    ("eq_sext_constant", |m| { let (t, k) = extended_constant(m, true); some([t, k]) }),
    ("eq_extensions", |m| both_extended(m, false)),
    ("eq_extensions", |m| both_extended(m, true)),
    ("eq_concat_constant", |m| { let (x, y) = (m.x(), m.x()); let t = m.pool.concat(x, y); some([t, m.k(2 * m.w)]) }),
    ("eq_concats", |m| {
        let (x, y, z, u) = (m.x(), m.x(), m.x(), m.x());
        some([m.pool.concat(x, y), m.pool.concat(z, u)])
    }),
    ("eq_add_constant", |m| constants(m, crate::Pool::add)),
    ("eq_constant_minus", |m| { let (x, c) = (m.x(), m.k(m.w)); some([m.pool.sub(c, x), m.k(m.w)]) }),
    ("eq_sub_zero", |m| { let (x, y) = (m.x(), m.x()); let t = if m.below(2) == 0 { m.pool.sub(x, y) } else { m.pool.xor(x, y) }; some([t, m.zero()]) }),
    ("eq_xor_constant", |m| constants(m, crate::Pool::xor)),
    ("eq_not_constant", |m| { let x = m.x(); some([m.pool.not(x), m.k(m.w)]) }),
    ("eq_neg_constant", |m| { let x = m.x(); some([m.pool.neg(x), m.k(m.w)]) }),
    ("eq_or_zero", |m| { let (x, y) = (m.x(), m.x()); some([m.pool.or(x, y), m.zero()]) }),
    ("eq_and_constant", |m| constants(m, crate::Pool::and)),
    ("eq_and_constant", |m| { let (x, bit) = (m.x(), m.power(m.w)); let k = if m.below(2) == 0 { bit } else { m.zero() }; some([m.pool.and(x, bit), k]) }),
    ("eq_choice_constant", |m| { let t = m.choice(m.w); some([t, m.k(m.w)]) }),
    ("eq_choice_constant", |m| {
        let (c, x, k) = (m.condition(), m.x(), m.k(m.w));
        let t = if m.below(2) == 0 { m.pool.ite(c, x, k) } else { m.pool.ite(c, k, x) };
        some([t, if m.below(2) == 0 { k } else { m.k(m.w) }])
    }),
    ("eq_choice_constant", |m| { let t = m.known_choice(); some([t, m.fixed(m.w + 2, 0)]) }),
    ("eq_odd_multiple", |m| {
        let (x, k, one) = (m.x(), m.k(m.w), m.fixed(m.w, 1));
        let odd = m.pool.or(k, one);
        some([m.pool.mul(x, odd), m.k(m.w)])
    }),
    ("eq_common_operand", |m| {
        let (x, y, z) = (m.x(), m.x(), m.x());
        let (sum, other) = (m.pool.add(x, y), m.pool.add(x, z));
        match m.below(3) { 0 => some([sum, other]), 1 => some([sum, y]), _ => some([x, sum]) }
    }),
    ("eq_lookup_constant", |m| {
        let (x, elements) = (m.x(), [3, 5, 3, 2, 7].map(|value| m.fixed(4, value)));
        let t = m.pool.lookup(&elements, x);
        some([t, m.k(4)])
    }),
    // orderings
    ("order_same", |m| { let x = m.x(); some([x, x]) }),
    ("order_of_bits", |m| some([m.condition(), m.condition()])),
    ("order_extreme", |m| { let (x, k) = (m.x(), m.k(m.w)); either_order(m, x, k) }),
    ("order_strict", |m| { let (x, k) = (m.x(), m.k(m.w)); either_order(m, x, k) }),
    ("order_next_to_extreme", |m| {
        let (x, k, one) = (m.x(), m.k(m.w), m.fixed(m.w, 1));
        let k = match m.below(3) { 0 => k, 1 => m.pool.add(k, one), _ => m.pool.sub(k, one) };
        either_order(m, x, k)
    }),
    ("order_zexts", |m| both_extended(m, false)),
    ("order_zext_constant", |m| { let (t, k) = extended_constant(m, false); either_order(m, t, k) }),
    ("order_sexts", |m| both_extended(m, true)),
    ("order_sext_constant", |m| { let (t, k) = extended_constant(m, true); either_order(m, t, k) }),
    ("order_nots", |m| { let (x, y) = (m.x(), m.x()); some([m.pool.not(x), m.pool.not(y)]) }),
    ("order_nots", |m| { let (x, k) = (m.x(), m.k(m.w)); let x = m.pool.not(x); either_order(m, x, k) }),
    ("order_by_size", |m| { let (t, k) = extended_constant(m, false); either_order(m, t, k) }),
    ("order_nonnegative", |m| both_extended(m, false)),
    ("order_choice", |m| { let (t, k) = (m.known_choice(), m.fixed(m.w + 2, 0)); either_order(m, t, k) }),
    ("order_choice", |m| { let (t, k) = (m.choice(m.w), m.k(m.w)); either_order(m, t, k) }),
    ("order_sign_of_concat", |m| {
        let (x, y) = (m.x(), m.x());
        let t = m.pool.concat(x, y);
        let (zero, ones) = (m.fixed(2 * m.w, 0), m.pool.ones(2 * m.w));
        if m.below(2) == 0 { some([t, zero]) } else { some([ones, t]) }
    }),
    // overflow
    ("overflow_neutral", |m| { let value = m.below(2); some([m.x(), m.fixed(m.w, value.into())]) }),
    ("overflow_by_size", |m| both_extended(m, false)),
    ("overflow_by_size", |m| both_extended(m, true)),
    ("overflow_by_size", |m| { let (t, k) = extended_constant(m, true); some([t, k]) }),
    ("overflow_by_size", |m| {
        let (x, k) = extended_constant(m, true);
        let y = if m.below(2) == 0 { m.pool.sdiv(x, k) } else { m.pool.srem(x, k) };
        is_interesting(m, y).then(|| some([y, k]))?
    }),
    ("overflow_by_size", |m| {
        let (x, k) = extended_constant(m, false);
        let y = if m.below(2) == 0 { m.pool.udiv(x, k) } else { m.pool.urem(x, k) };
        is_interesting(m, y).then(|| some([y, x]))?
    }),
    ("overflow_sum_constant", |m| some([m.x(), m.k(m.w)])),
    ("overflow_from_constant", |m| some([m.k(m.w), m.x()])),
    ("overflow_product_constant", |m| some([m.x(), m.k(m.w)])),
    // tables
    ("lookup_equal_tail", |m| {
        let (i, x, y) = (m.x(), m.x(), m.x());
        if m.below(2) == 0 { some([i, x, x, x]) } else { some([i, x, y, x, x, x]) }
    }),
    ("lookup_zext_index", |m| {
        let (i, wide) = (m.condition(), m.above(m.w));
        let index = m.pool.zext(i, wide);
        some([index, m.x(), m.x(), m.x()])
    }),
    ("lookup_of_two", |m| some([m.x(), m.x(), m.x()])),
    // float relations
    ("compare_nan", |m| { let (x, k) = (m.var(m.f.width()), m.float(m.f)); either_order(m, x, k) }),
    ("compare_same", |m| { let x = m.var(m.f.width()); some([x, x]) }),
    ("unordered_one_sided", |m| { let (x, k) = (m.var(m.f.width()), m.float(m.f)); either_order(m, x, k) }),
    ("unordered_one_sided", |m| { let (x, i) = (m.var(m.f.width()), m.exact_int(true)); either_order(m, x, i) }),
    ("compare_widened", |m| some([m.widened()?, m.widened()?])),
    ("compare_widened_constant", |m| { let (x, k) = (m.widened()?, m.float(m.f)); either_order(m, x, k) }),
    ("compare_ints", |m| { let signed = m.below(2) == 0; some([m.exact_int(signed), m.exact_int(signed)]) }),
    ("compare_int_constant", |m| {
        let signed = m.below(2) == 0;
        let (x, k) = (m.exact_int(signed), m.float(m.f));
        // The constructor asks `compare_nan` first.
        let nan = m.pool.float_compare(crate::FloatCompare::Unordered, m.f, k, k);
        if m.pool.is_true(nan) { return None; }
        either_order(m, x, k)
    }),
    // float conversions
    ("convert_widened", |m| some([m.widened()?])),
    ("convert_back", |m| {
        let from = if m.f == FloatFormat::Double { FloatFormat::Single } else { FloatFormat::Half };
        if m.f == from { return None; }
        let (x, y) = (m.var(from.width()), m.var(from.width()));
        let sum = m.pool.float(FloatOp::Add, from, x, y);
        some([m.pool.float_to_float(from, m.f, sum)])
    }),
    ("convert_exact_int", |m| { let signed = m.below(2) == 0; some([m.exact_int(signed)]) }),
    ("from_extended_int", |m| {
        let (narrow, wide, signed) = (1 + m.below(63), 64 + m.below(65), m.below(2) == 0);
        let x = m.var(narrow);
        some([m.extended(signed, x, wide)])
    }),
    ("to_int_and_back", |m| { let signed = m.below(2) == 0; let t = m.exact_int(signed); let width = 1 + m.below(128); with(t, &[width]) }),
];
