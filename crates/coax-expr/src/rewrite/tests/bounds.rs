//! The bounds that rules decide by hold for every value of random terms.

use super::make::Random;
use crate::assignment::Assignment;
use crate::evaluator::Evaluator;
use crate::pool::Pool;
use crate::rewrite::significance;
use crate::term::{BinaryOp, Term, Var};

/// A term of a width over two variables of 4 bits.
fn term(pool: &mut Pool, random: &mut Random, width: u32, depth: u32) -> Term {
    if depth == 0 || random.below(8) == 0 {
        if random.below(3) == 0 {
            return pool.constant(width, random.interesting(width).into());
        }
        let var = pool.var(Var(random.below(2)));
        let signed = random.below(2) == 0;
        return match width {
            0..=4 => pool.extract(var, width - 1, 0),
            _ if signed => pool.sext(var, width),
            _ => pool.zext(var, width),
        };
    }
    match random.below(10) {
        0..=5 => {
            let op = BinaryOp::ALL[random.below(13) as usize];
            let (a, b) =
                (term(pool, random, width, depth - 1), term(pool, random, width, depth - 1));
            pool.binary(op, a, b)
        }
        6 => {
            let a = term(pool, random, width, depth - 1);
            if random.below(2) == 0 { pool.not(a) } else { pool.neg(a) }
        }
        7 => {
            let (a, b) =
                (term(pool, random, width, depth - 1), term(pool, random, width, depth - 1));
            let condition = pool.ult(a, b);
            pool.ite(condition, b, a)
        }
        8 if width > 1 => {
            let split = 1 + random.below(width - 1);
            let high = term(pool, random, width - split, depth - 1);
            let low = term(pool, random, split, depth - 1);
            pool.concat(high, low)
        }
        _ => {
            let (wide, low) = (width + random.below(4), random.below(3));
            let a = term(pool, random, wide + low, depth - 1);
            pool.extract(a, width + low - 1, low)
        }
    }
}

#[test]
fn bounds_are_never_too_small() {
    let mut random = Random::new(3);
    let mut tight = [0; 3];
    for _ in 0..3000 {
        let mut pool = Pool::new();
        for name in ["x", "y"] {
            pool.new_var(name, 4);
        }
        let width = 4 + random.below(9);
        let t = term(&mut pool, &mut random, width, 3);
        let unsigned = significance::unsigned(&pool, t);
        let signed = significance::signed(&pool, t);
        let zeros = significance::trailing_zeros(&pool, t);
        tight[0] += u32::from(unsigned < width && !pool.is_constant(t));
        tight[1] += u32::from(signed < width && !pool.is_constant(t));
        tight[2] += u32::from(zeros > 0 && !pool.is_constant(t));
        let mut evaluator = Evaluator::new();
        for value in 0..256 {
            let assignment: Assignment =
                [(Var(0), value & 15), (Var(1), value >> 4)].into_iter().collect();
            evaluator.begin();
            let bits = evaluator.eval_wide(&pool, t, &assignment);
            let shown = pool.display(t);
            assert!(bits.significant() <= unsigned, "{shown} has {unsigned} bits, but is {bits}");
            let magnitude = if bits.is_negative() { bits.not() } else { bits };
            assert!(magnitude.significant() < signed, "{shown} has {signed} bits, but is {bits}");
            assert!(bits.trailing_zeros() >= zeros, "{shown} ends in {zeros} zeros, but is {bits}");
        }
    }
    assert!(tight.iter().all(|&count| count > 20), "bounds say nothing: {tight:?}");
}
