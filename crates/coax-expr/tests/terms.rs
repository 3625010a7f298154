//! What programs compiled without optimisation produce becomes small; what is deep stays possible.

use std::cell::Cell;
use std::rc::Rc;

use coax_expr::{
    Assignment, Bits, Evaluator, FloatCompare, FloatFormat, FloatOp, FloatUnary, Pool, Term, Var,
    smtlib,
};

fn pool_with<const N: usize>(widths: [u32; N]) -> (Pool, [Var; N], [Term; N]) {
    let mut pool = Pool::new();
    let vars = std::array::from_fn(|i| pool.new_var(&format!("x{i}"), widths[i]));
    let terms = vars.map(|var| pool.var(var));
    (pool, vars, terms)
}

fn shown(pool: &Pool, t: Term) -> String {
    pool.display(t).to_string()
}

#[test]
fn conditions_survive_being_ints() {
    let (mut pool, _, [x]) = pool_with([8]);
    let seven = pool.constant(8, 7);
    let condition = pool.ult(x, seven);
    let int = pool.zext(condition, 32);
    let zero = pool.constant(32, 0);
    assert_eq!(pool.ne(int, zero), condition);
    let one = pool.constant(32, 1);
    let chosen = pool.ite(condition, one, zero);
    assert_eq!(pool.ne(chosen, zero), condition);
    let opposite = pool.eq(chosen, zero);
    assert_eq!(pool.not(opposite), condition);
}

#[test]
fn comparisons_of_promoted_chars_are_of_chars() {
    let (mut pool, _, [x]) = pool_with([8]);
    let (signed, unsigned) = (pool.sext(x, 32), pool.zext(x, 32));
    let a = pool.constant(32, u128::from(b'a'));
    let t = pool.sle(a, signed);
    assert_eq!(shown(&pool, t), "(0x60 <s x0)");
    let t = pool.eq(unsigned, a);
    assert_eq!(shown(&pool, t), "(x0 == 0x61)");
    let large = pool.constant(32, 300);
    let t = pool.slt(unsigned, large);
    assert!(pool.is_true(t));
    let t = pool.eq(signed, large);
    assert!(pool.is_false(t));
}

#[test]
fn a_char_that_counts_stays_a_char() {
    let (mut pool, _, [x]) = pool_with([8]);
    let mut c = x;
    for _ in 0..10 {
        let int = pool.zext(c, 32);
        let one = pool.constant(32, 1);
        let next = pool.add(int, one);
        c = pool.resize(next, 8);
    }
    assert_eq!(shown(&pool, c), "(x0 + 0xa)");
}

#[test]
fn bytes_put_together_are_a_word() {
    let (mut pool, _, bytes) = pool_with([8; 4]);
    let zero = pool.constant(32, 0);
    let word = bytes.iter().enumerate().fold(zero, |word, (place, &byte)| {
        let wide = pool.zext(byte, 32);
        let amount = pool.constant(32, 8 * place as u128);
        let shifted = pool.shl(wide, amount);
        pool.or(word, shifted)
    });
    assert_eq!(shown(&pool, word), "(((x3 ++ x2) ++ x1) ++ x0)");
    let sum = bytes.iter().enumerate().fold(zero, |word, (place, &byte)| {
        let wide = pool.sext(byte, 32);
        let (amount, mask) = (pool.constant(32, 8 * place as u128), pool.constant(32, 255));
        let low = pool.and(wide, mask);
        let shifted = pool.shl(low, amount);
        pool.add(word, shifted)
    });
    assert_eq!(sum, word);
}

#[test]
fn a_word_cut_into_bytes_comes_back() {
    let (mut pool, _, [x, y]) = pool_with([32, 8]);
    let sum = pool.mul(x, x);
    for word in [sum, pool.sext(y, 32), pool.zext(y, 32)] {
        let bytes: Vec<Term> = (0..4).map(|i| pool.extract(word, 8 * i + 7, 8 * i)).collect();
        let again = bytes[1..].iter().fold(bytes[0], |low, &high| pool.concat(high, low));
        assert_eq!(shown(&pool, again), shown(&pool, word));
        let again = bytes[..3].iter().rfold(bytes[3], |high, &low| pool.concat(high, low));
        assert_eq!(again, word);
    }
}

#[test]
fn overflow_is_decided_by_size_or_one_comparison() {
    let (mut pool, _, [x, y, z]) = pool_with([8, 16, 32]);
    let (a, b) = (pool.sext(x, 32), pool.zext(y, 32));
    for t in [pool.sadd_overflows(a, b), pool.ssub_overflows(a, b), pool.smul_overflows(a, b)] {
        assert!(pool.is_false(t));
    }
    let one = pool.constant(32, 1);
    let t = pool.sadd_overflows(z, one);
    assert_eq!(shown(&pool, t), "(z == 0x7fffffff)".replace('z', "x2"));
    let t = pool.usub_overflows(z, one);
    assert_eq!(shown(&pool, t), "(x2 == 0)");
    let t = pool.sadd_overflows(z, b);
    assert_eq!(shown(&pool, t), "Sadd-overflows(x2, zext32(x1))");
}

#[test]
fn equality_is_undone_step_by_step() {
    let (mut pool, _, [x]) = pool_with([32]);
    let (three, mask, five) =
        (pool.constant(32, 3), pool.constant(32, 0xFF00), pool.constant(32, 5));
    let t = pool.mul(x, five);
    let t = pool.add(t, three);
    let t = pool.xor(t, mask);
    let t = pool.not(t);
    let expected = !((1234u32.wrapping_mul(5).wrapping_add(3)) ^ 0xFF00);
    let value = pool.constant(32, expected.into());
    let t = pool.eq(t, value);
    assert_eq!(shown(&pool, t), "(x0 == 0x4d2)");
}

#[test]
fn float_conditions_on_integers_are_integer_conditions() {
    let (mut pool, _, [x, f]) = pool_with([32, 32]);
    let double = pool.int_to_float(true, FloatFormat::Double, x);
    let limit = pool.constant(64, 3.5f64.to_bits().into());
    let t = pool.float_compare(FloatCompare::Lt, FloatFormat::Double, double, limit);
    assert_eq!(shown(&pool, t), "(x0 <s 4)");
    let widened = pool.float_to_float(FloatFormat::Single, FloatFormat::Double, f);
    let t = pool.float_compare(FloatCompare::Lt, FloatFormat::Double, widened, limit);
    assert_eq!(shown(&pool, t), "Lt.32(x1, 0x40600000)");
}

/// 100,000 steps of something no rule makes shorter.
fn deep(pool: &mut Pool, x: Term, y: Term) -> Term {
    (0..100_000).fold(x, |t, i| {
        let c = pool.constant(32, 2 * i + 3);
        let t = pool.mul(t, c);
        let t = pool.xor(t, y);
        pool.add(t, c)
    })
}

#[test]
fn depth_is_no_problem() {
    let (mut pool, [vx, vy], [x, y]) = pool_with([32, 32]);
    let t = deep(&mut pool, x, y);
    let mut expected = 5u32;
    for i in 0..100_000u32 {
        let c = 2 * i + 3;
        expected = (expected.wrapping_mul(c) ^ 7).wrapping_add(c);
    }
    let assignment = [(vx, 5), (vy, 7)].into_iter().collect();
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&pool, t, &assignment), expected.into());
    let seven = pool.constant(32, 7);
    let replaced = pool.substitute(t, &[(vy, seven)]);
    evaluator.begin();
    let only_x = [(vx, 5)].into_iter().collect();
    assert_eq!(evaluator.eval(&pool, replaced, &only_x), expected.into());
    assert_eq!(pool.vars(replaced), [vx]);
    let zero = pool.constant(32, 0);
    let condition = pool.eq(replaced, zero);
    assert!(smtlib(&pool, &[condition]).lines().count() > 1000);
    assert!(shown(&pool, t).len() < 2000);
}

#[test]
fn rules_do_not_nest_without_bound() {
    let (mut pool, [vx], [x]) = pool_with([32]);
    let mut t = x;
    for i in 0..200_000u128 {
        let (c, one) = (pool.constant(32, i * 2 + 3), pool.constant(32, 1));
        t = pool.xor(t, c);
        t = pool.add(t, one);
    }
    let mut value = 1u32;
    for i in 0..200_000u32 {
        value = (value ^ (i * 2 + 3)).wrapping_add(1);
    }
    let constant = pool.constant(32, value.into());
    let condition = pool.eq(t, constant);
    let assignment = [(vx, 1)].into_iter().collect();
    assert!(Evaluator::new().holds(&pool, condition, &assignment));
}

#[test]
fn wide_terms() {
    let (mut pool, [vx], [x]) = pool_with([64]);
    let wide = (1..8).fold(x, |wide, _| pool.concat(wide, x));
    assert_eq!(pool.width(wide), 512);
    let product = pool.mul(wide, wide);
    let limbs = [3u64; 8];
    let three = pool.wide_constant(512, &limbs);
    assert_eq!(pool.as_bits(three), Some(Bits::from_limbs(512, &limbs)));
    assert_eq!(pool.as_constant(three), None);
    let assignment = [(vx, 3)].into_iter().collect();
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval_wide(&pool, wide, &assignment).limbs(), limbs);
    // 3 * (1 + 2^64 + ...) squared: the k-th limb is 9 * (k + 1).
    let square: Vec<u64> = (1..=8).map(|k| 9 * k).collect();
    assert_eq!(evaluator.eval_wide(&pool, product, &assignment).limbs(), square);
    let again = pool.wide_constant(512, &limbs);
    assert_eq!(again, three);
}

#[test]
fn functions_mean_what_was_declared() {
    let (mut pool, [vx], [x]) = pool_with([32]);
    let calls = Rc::new(Cell::new(0));
    let counted = Rc::clone(&calls);
    let double = move |args: &[u128]| {
        counted.set(counted.get() + 1);
        Some(args[0] * 2)
    };
    let twice = pool.declare("twice", &[32], 32, Rc::new(double));
    let other = pool.declare("other", &[], 32, Rc::new(|_| None));
    let (applied, unknown) = (pool.apply(twice, &[x]), pool.apply(other, &[]));
    let (sum, lost) = (pool.add(applied, x), pool.add(applied, unknown));
    assert!(pool.has_apply(sum) && !pool.has_apply(x));
    let assignment: Assignment = [(vx, 7)].into_iter().collect();
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.known(&pool, sum, &assignment), Some(21));
    assert_eq!(evaluator.known(&pool, lost, &assignment), None);
    assert_eq!(calls.get(), 1, "results are remembered");
    let four = pool.constant(32, 4);
    let eight = pool.apply(twice, &[four]);
    assert_eq!(pool.as_constant(eight), Some(8));
    // Of a choice only the side taken must be known.
    let condition = pool.eq(x, x);
    let limit = pool.constant(32, 10);
    let small = pool.ult(x, limit);
    let choice = pool.ite(small, x, lost);
    assert!(pool.is_true(condition));
    assert_eq!(evaluator.known(&pool, choice, &assignment), Some(7));
    evaluator.begin();
    let same = pool.eq(lost, limit);
    assert!(!evaluator.holds(&pool, same, &assignment));
    let differ = pool.not(same);
    assert!(!evaluator.holds(&pool, differ, &assignment), "nobody knows");
}

#[test]
fn bit_counts_and_swaps() {
    let (mut pool, [vx], [x]) = pool_with([32]);
    let terms =
        [pool.ctpop(x), pool.ctlz(x), pool.cttz(x), pool.bswap(x), pool.bitreverse(x), pool.abs(x)];
    let mut evaluator = Evaluator::new();
    for value in [0u32, 1, 0x8000_0000, 0xFFFF_FFFF, 0x1234_5678, 0xF0, 0x7FFF_FFFF] {
        let assignment = [(vx, u64::from(value))].into_iter().collect();
        evaluator.begin();
        let expected: [u32; 6] = [
            value.count_ones(),
            value.leading_zeros(),
            value.trailing_zeros(),
            value.swap_bytes(),
            value.reverse_bits(),
            (value as i32).wrapping_abs() as u32,
        ];
        for (t, expected) in terms.into_iter().zip(expected) {
            assert_eq!(evaluator.eval(&pool, t, &assignment), expected.into());
        }
    }
}

#[test]
fn smaller_and_larger() {
    let (mut pool, vars, [x, y]) = pool_with([8, 8]);
    let terms = [pool.umin(x, y), pool.umax(x, y), pool.smin(x, y), pool.smax(x, y)];
    let mut evaluator = Evaluator::new();
    for (a, b) in [(0u8, 0u8), (1, 255), (255, 1), (127, 128), (128, 127), (5, 9)] {
        let assignment = [(vars[0], a.into()), (vars[1], b.into())].into_iter().collect();
        evaluator.begin();
        let (sa, sb) = (a as i8, b as i8);
        let expected = [a.min(b), a.max(b), sa.min(sb) as u8, sa.max(sb) as u8];
        for (t, expected) in terms.into_iter().zip(expected) {
            assert_eq!(evaluator.eval(&pool, t, &assignment), expected.into());
        }
    }
}

#[test]
fn a_quotient_overflows_only_once() {
    let (mut pool, vars, [x, y]) = pool_with([8, 8]);
    let t = pool.sdiv_overflows(x, y);
    let mut evaluator = Evaluator::new();
    for a in 0..=255u8 {
        for b in 0..=255u8 {
            let assignment = [(vars[0], a.into()), (vars[1], b.into())].into_iter().collect();
            evaluator.begin();
            let expected = b != 0 && (a as i8).checked_div(b as i8).is_none();
            assert_eq!(evaluator.holds(&pool, t, &assignment), expected);
        }
    }
}

#[test]
fn nans_are_those_of_the_machine() {
    let (mut pool, vars, [x, y]) = pool_with([64, 64]);
    let sum = pool.float(FloatOp::Sub, FloatFormat::Double, x, y);
    let root = pool.float_unary(FloatUnary::Sqrt, FloatFormat::Double, x);
    let infinity = f64::INFINITY.to_bits();
    let assignment = [(vars[0], infinity), (vars[1], infinity)].into_iter().collect();
    let mut evaluator = Evaluator::new();
    let made = u128::from(FloatFormat::Double.made_nan());
    assert_eq!(made, 0xFFF8_0000_0000_0000);
    assert_eq!(evaluator.eval(&pool, sum, &assignment), made);
    evaluator.begin();
    let negative = [(vars[0], (-1f64).to_bits())].into_iter().collect();
    assert_eq!(evaluator.eval(&pool, root, &negative), made);
    // A NaN that an operand brought along keeps its payload and becomes quiet.
    evaluator.begin();
    let brought = [(vars[0], 0x7FF0_0000_0000_1234)].into_iter().collect();
    assert_eq!(evaluator.eval(&pool, sum, &brought), 0x7FF8_0000_0000_1234);
}

/// Halves, through doubles: every operation but the remainder is exact there before rounding.
#[test]
fn half_arithmetic_is_rounded_once() {
    let (mut pool, vars, [x, y]) = pool_with([16, 16]);
    let half = FloatFormat::Half;
    let double = FloatFormat::Double;
    let ops = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div];
    let (wide_x, wide_y) =
        (pool.float_to_float(half, double, x), pool.float_to_float(half, double, y));
    let mut evaluator = Evaluator::new();
    for op in ops {
        let direct = pool.float(op, half, x, y);
        let wide = pool.float(op, double, wide_x, wide_y);
        let rounded = pool.float_to_float(double, half, wide);
        for a in (0..=u16::MAX).step_by(97) {
            for b in (0..=u16::MAX).step_by(1009) {
                let assignment = [(vars[0], a.into()), (vars[1], b.into())].into_iter().collect();
                evaluator.begin();
                assert_eq!(
                    evaluator.eval(&pool, direct, &assignment),
                    evaluator.eval(&pool, rounded, &assignment),
                    "{a:x} {op:?} {b:x}"
                );
            }
        }
    }
}
