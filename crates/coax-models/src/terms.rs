//! What models that look at terms share: bytes of the program's memory as terms, sets of bytes as
//! conditions, and results that may or may not depend on inputs.

use coax_engine::{Call, Flow, Stop, TermRequests};
use coax_expr::{Pool, Term};
use coax_memory::Access;

use crate::Outcome;

/// Does one of these arguments depend on inputs?
pub(crate) fn depend(call: &Call<'_, '_>, arguments: &[usize]) -> bool {
    call.has_inputs() && arguments.iter().any(|&i| call.term(i).is_some())
}

/// Gives the call to its twin if one of these arguments depends on inputs.
pub(crate) fn leave_to_twin(call: &Call<'_, '_>, arguments: &[usize]) -> Result<(), Stop> {
    if depend(call, arguments) { Err(Stop::NeedsTerms) } else { Ok(()) }
}

/// The terms, in a call that has met one.
pub(crate) fn pool<'a>(call: &'a mut Call<'_, '_>) -> Result<&'a mut Pool, Stop> {
    match call.symbols() {
        Some(symbols) => Ok(&mut symbols.pool),
        None => Err(Stop::Internal("a term where there are no inputs".into())),
    }
}

/// An argument that depends on inputs, as wide as its type: words keep no more of a term than can be
/// other than 0.
pub(crate) fn argument(call: &mut Call<'_, '_>, i: usize, width: u32) -> Option<Term> {
    let term = call.term(i)?;
    let pool = &mut call.symbols()?.pool;
    Some(pool.resize(term, width))
}

/// Can this byte be read, and was it written?
pub(crate) fn is_readable(call: &mut Call<'_, '_>, address: u64) -> Result<bool, Stop> {
    let memory = call.memory_at(address)?;
    if memory.check(address, 1, Access::Read).is_err() {
        return Ok(false);
    }
    Ok(memory.defined(address, 1)?.is_none())
}

/// A readable byte as a term.
pub(crate) fn byte(call: &mut Call<'_, '_>, address: u64) -> Result<Term, Stop> {
    if let Some(term) = call.byte_term(address)? {
        return Ok(term);
    }
    let value = call.memory_at(address)?.bytes(address, 1)?[0];
    Ok(pool(call)?.constant(8, value.into()))
}

/// Returns a term, as a plain word if it is a constant.
pub(crate) fn returned(call: &mut Call<'_, '_>, term: Term) -> Outcome {
    match pool(call)?.as_constant(term) {
        Some(value) => Ok(Flow::Word(value as u64)),
        None => Ok(call.again(term)),
    }
}

/// The condition that a byte is in a set, by the runs of neighbours in it.
pub(crate) fn is_in(pool: &mut Pool, byte: Term, set: impl Fn(u8) -> bool) -> Term {
    let mut condition = pool.truth(false);
    let mut start = None;
    for value in 0..=256u32 {
        let member = u8::try_from(value).is_ok_and(&set);
        match (start, member) {
            (None, true) => start = Some(value),
            (Some(first), false) => {
                let run = in_run(pool, byte, first, value - first);
                condition = pool.or(condition, run);
                start = None;
            }
            _ => {}
        }
    }
    condition
}

/// `first <= byte < first + count`.
fn in_run(pool: &mut Pool, byte: Term, first: u32, count: u32) -> Term {
    let low = pool.constant(8, first.into());
    if count == 1 {
        return pool.eq(byte, low);
    }
    if count == 256 {
        return pool.truth(true);
    }
    let offset = pool.sub(byte, low);
    let count = pool.constant(8, count.into());
    pool.ult(offset, count)
}

/// A byte with its capital letters made small.
pub(crate) fn lowered(pool: &mut Pool, byte: Term) -> Term {
    let capital = in_run(pool, byte, b'A'.into(), 26);
    let difference = pool.constant(8, 32);
    let small = pool.add(byte, difference);
    pool.ite(capital, small, byte)
}

#[cfg(test)]
mod tests {
    use coax_expr::{Assignment, Evaluator};

    use super::*;

    #[test]
    fn sets_and_small_letters_are_right_for_every_byte() {
        let mut pool = Pool::new();
        let var = pool.new_var("byte", 8);
        let byte = pool.var(var);
        let odd_or_letter = |b: u8| b % 64 == 63 || b.is_ascii_alphabetic();
        let conditions = [
            is_in(&mut pool, byte, odd_or_letter),
            is_in(&mut pool, byte, |_| false),
            is_in(&mut pool, byte, |_| true),
        ];
        let small = lowered(&mut pool, byte);
        for value in 0..=255u8 {
            let mut model = Assignment::new();
            model.set(var, value.into());
            let mut evaluator = Evaluator::new();
            let values = conditions.map(|condition| evaluator.eval(&pool, condition, &model) != 0);
            assert_eq!(values, [odd_or_letter(value), false, true], "{value}");
            let expected = u128::from(value.to_ascii_lowercase());
            assert_eq!(evaluator.eval(&pool, small, &model), expected);
        }
    }
}
