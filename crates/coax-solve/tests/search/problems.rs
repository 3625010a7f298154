//! Problems that have a solution.

use std::rc::Rc;

use coax_expr::{FloatFormat, FloatOp, FloatUnary, Term};
use coax_solve::numeric::range::Range;

use crate::terms::Terms;

const DOUBLE: FloatFormat = FloatFormat::Double;
const SINGLE: FloatFormat = FloatFormat::Single;

/// A name, a budget and the conjuncts.
pub type Problem = (&'static str, u64, fn(&mut Terms) -> Vec<Term>);

pub const PROBLEMS: &[Problem] = &[
    // Polynomials.
    ("square root of 2 between neighbours", 20_000, |t| {
        let [x] = t.reals();
        let (square, low, high) = (t.mul(x, x), t.d(2.0), t.d(2.0f64.next_up().next_up()));
        vec![t.le(low, square), t.le(square, high)]
    }),
    ("cubic with the root 7", 20_000, |t| {
        let [x] = t.reals();
        let (p, zero) = (t.polynomial(x, &[1.0, -6.0, -6.0, -7.0]), t.d(0.0));
        vec![t.eq(p, zero)]
    }),
    ("quartic with roots 1 to 4, above 3.5", 20_000, |t| {
        let [x] = t.reals();
        let (p, zero, low) =
            (t.polynomial(x, &[1.0, -10.0, 35.0, -50.0, 24.0]), t.d(0.0), t.d(3.5));
        vec![t.eq(p, zero), t.lt(low, x)]
    }),
    ("the negative root of a quadratic", 20_000, |t| {
        let [x] = t.reals();
        let (p, zero) = (t.polynomial(x, &[2.0, 3.0, -9.0]), t.d(0.0));
        vec![t.eq(p, zero), t.lt(x, zero)]
    }),
    ("a double root, where nothing crosses", 20_000, |t| {
        let [x] = t.reals();
        let (p, zero) = (t.polynomial(x, &[1.0, -10.0, 25.0]), t.d(0.0));
        vec![t.eq(p, zero)]
    }),
    ("a quintic near its root, within an ulp of 1", 20_000, |t| {
        let [x] = t.reals();
        let p = t.polynomial(x, &[1.0, 0.0, -2.0, 0.0, 3.0, -100.0]);
        let tiny = t.d(1e-12);
        let size = t.pool.float_abs(DOUBLE, p);
        vec![t.lt(size, tiny)]
    }),
    ("an integer cubic", 20_000, |t| {
        let [x] = t.ints(32);
        let square = t.pool.mul(x, x);
        let cube = t.pool.mul(square, x);
        let (wanted, low, high) = (t.i(32, 1_815_848), t.i(32, -1000), t.i(32, 1000));
        vec![t.pool.eq(cube, wanted), t.pool.slt(low, x), t.pool.slt(x, high)]
    }),
    // Exact equalities of floats.
    ("three times a single is 0.3", 20_000, |t| {
        let x = t.var(32);
        let (three, wanted) = (t.s(3.0), t.s(0.3));
        let product = t.mul(x, three);
        vec![t.eq(product, wanted)]
    }),
    ("a seventh of a double is 0.7", 20_000, |t| {
        let [x] = t.reals();
        let (seven, wanted) = (t.d(7.0), t.d(0.7));
        let quotient = t.div(x, seven);
        vec![t.eq(quotient, wanted)]
    }),
    ("a square root is 1.1", 20_000, |t| {
        let [x] = t.reals();
        let (root, wanted) = (t.sqrt(x), t.d(1.1));
        vec![t.eq(root, wanted)]
    }),
    ("lost digits", 20_000, |t| {
        let [x] = t.reals();
        let (big, two) = (t.d(1e16), t.d(2.0));
        let sum = t.add(x, big);
        let left = t.sub(sum, big);
        vec![t.eq(left, two), t.lt(x, two)]
    }),
    ("x + 1 == x", 20_000, |t| {
        let [x] = t.reals();
        let (one, limit) = (t.d(1.0), t.d(1e300));
        let sum = t.add(x, one);
        vec![t.eq(sum, x), t.lt(x, limit)]
    }),
    ("a sum of singles that is not associative", 30_000, |t| {
        let [x, y] = t.ints(32);
        let z = t.s(1.0);
        let (left, right) = (t.add(x, y), t.add(y, z));
        let (left, right) = (t.add(left, z), t.add(x, right));
        vec![t.lt(left, right)]
    }),
    ("a product of two that is 1 in no exact way", 40_000, |t| {
        let [x, y] = t.reals();
        let (product, one) = (t.mul(x, y), t.d(1.0));
        let (low, high) = (t.d(2.5), t.d(2.75));
        vec![t.eq(product, one), t.lt(low, x), t.lt(x, high)]
    }),
    // Systems.
    ("sum 10 and product 21", 40_000, |t| {
        let [x, y] = t.reals();
        let (sum, product, ten, rest) = (t.add(x, y), t.mul(x, y), t.d(10.0), t.d(21.0));
        vec![t.eq(sum, ten), t.eq(product, rest)]
    }),
    ("circle and line", 40_000, |t| {
        let [x, y] = t.reals();
        let (xx, yy, limit) = (t.mul(x, x), t.mul(y, y), t.d(25.0));
        let (sum, apart, one) = (t.add(xx, yy), t.sub(x, y), t.d(1.0));
        vec![t.eq(sum, limit), t.eq(apart, one)]
    }),
    ("three linear equations", 40_000, |t| {
        let [x, y, z] = t.reals();
        let (xy, yz, xz) = (t.add(x, y), t.add(y, z), t.add(x, z));
        let (a, b, c) = (t.d(12.5), t.d(-3.25), t.d(7.75));
        vec![t.eq(xy, a), t.eq(yz, b), t.eq(xz, c)]
    }),
    ("three equations of second degree", 60_000, |t| {
        let [x, y, z] = t.reals();
        let (xy, yz, xz) = (t.mul(x, y), t.mul(y, z), t.mul(x, z));
        let (a, b, c) = (t.d(6.0), t.d(15.0), t.d(10.0));
        vec![t.eq(xy, a), t.eq(yz, b), t.eq(xz, c)]
    }),
    ("a thin ring", 20_000, |t| {
        let [x, y] = t.reals();
        let (xx, yy) = (t.mul(x, x), t.mul(y, y));
        let sum = t.add(xx, yy);
        let three = t.d(3.0);
        let mut conjuncts = t.within(sum, 100.0, 100.000001).to_vec();
        conjuncts.push(t.lt(three, y));
        conjuncts.push(t.lt(y, x));
        conjuncts
    }),
    ("a triangle by Heron", 100_000, |t| {
        let [a, b, c] = t.reals();
        let (zero, two) = (t.d(0.0), t.d(2.0));
        let ab = t.add(a, b);
        let around = t.add(ab, c);
        let half = t.div(around, two);
        let [p, q, r] = [a, b, c].map(|side| t.sub(half, side));
        let area = [p, q, r].into_iter().fold(half, |product, part| t.mul(product, part));
        let area = t.sqrt(area);
        let six = t.d(6.0);
        let mut conjuncts = vec![t.eq(area, six), t.lt(a, b), t.lt(b, c)];
        conjuncts.extend([a, p, q, r].map(|part| t.lt(zero, part)));
        conjuncts
    }),
    // Casts.
    ("the integer part is 1234567", 20_000, |t| {
        let [x] = t.reals();
        let whole = t.pool.float_to_int(true, DOUBLE, x, 32);
        let wanted = t.i(32, 1_234_567);
        vec![t.pool.eq(whole, wanted)]
    }),
    ("a hundred times, cut, is 115 and not 1.15", 20_000, |t| {
        let [x] = t.reals();
        let (hundred, limit) = (t.d(100.0), t.d(1.15));
        let scaled = t.mul(x, hundred);
        let whole = t.pool.float_to_int(true, DOUBLE, scaled, 32);
        let wanted = t.i(32, 115);
        vec![t.pool.eq(whole, wanted), t.lt(limit, x)]
    }),
    ("an integer that a single cannot hold", 20_000, |t| {
        let [n] = t.ints(32);
        let single = t.pool.int_to_float(true, SINGLE, n);
        let back = t.pool.float_to_int(true, SINGLE, single, 32);
        let zero = t.i(32, 0);
        let same = t.pool.eq(back, n);
        vec![t.pool.not(same), t.pool.slt(zero, n)]
    }),
    ("Celsius from Fahrenheit", 20_000, |t| {
        let [n] = t.ints(32);
        let fahrenheit = t.pool.int_to_float(true, DOUBLE, n);
        let (freezing, ratio, boiling) = (t.d(32.0), t.d(1.8), t.d(100.0));
        let above = t.sub(fahrenheit, freezing);
        let celsius = t.div(above, ratio);
        vec![t.eq(celsius, boiling)]
    }),
    ("a double that becomes another as a single", 20_000, |t| {
        let [x] = t.reals();
        let single = t.pool.float_to_float(DOUBLE, SINGLE, x);
        let back = t.pool.float_to_float(SINGLE, DOUBLE, single);
        let (apart, low) = (t.sub(back, x), t.d(0.25));
        vec![t.eq(apart, low)]
    }),
    ("a rounded half", 20_000, |t| {
        let [x] = t.reals();
        let down = t.pool.float_unary(FloatUnary::Floor, DOUBLE, x);
        let (part, half, limit) = (t.sub(x, down), t.d(0.5), t.d(1000.0));
        vec![t.eq(part, half), t.lt(limit, x)]
    }),
    // The rims of floats.
    ("a NaN", 5_000, |t| {
        let [x] = t.reals();
        vec![t.nan(x)]
    }),
    ("the root of a negative number", 5_000, |t| {
        let [x] = t.reals();
        let root = t.sqrt(x);
        let ordinary = t.nan(x);
        vec![t.nan(root), t.pool.not(ordinary)]
    }),
    ("infinity minus infinity", 20_000, |t| {
        let [x, y] = t.reals();
        let (apart, five) = (t.sub(x, y), t.d(5.0));
        vec![t.nan(apart), t.lt(five, x), t.lt(five, y)]
    }),
    ("a product of finite numbers is infinite", 40_000, |t| {
        let [x, y] = t.reals();
        let (product, limit, infinite) = (t.mul(x, y), t.d(1e200), t.d(f64::INFINITY));
        vec![t.eq(product, infinite), t.lt(x, limit), t.lt(y, limit)]
    }),
    ("the smallest double is a square", 20_000, |t| {
        let [x] = t.reals();
        let (square, smallest) = (t.mul(x, x), t.d(5e-324));
        vec![t.eq(square, smallest)]
    }),
    ("half of it is 0, it is not", 20_000, |t| {
        let x = t.var(32);
        let (half, zero) = (t.s(0.5), t.s(0.0));
        let halved = t.mul(x, half);
        vec![t.eq(halved, zero), t.lt(zero, x)]
    }),
    ("its inverse is minus infinity", 20_000, |t| {
        let [x] = t.reals();
        let (one, low) = (t.d(1.0), t.d(f64::NEG_INFINITY));
        let inverse = t.div(one, x);
        vec![t.eq(inverse, low)]
    }),
    // Functions.
    ("sin is a half", 20_000, |t| {
        let [x] = t.reals();
        let (sin, half) = (t.call("sin", f64::sin, x), t.d(0.5));
        vec![t.eq(sin, half)]
    }),
    ("sin is a half, somewhere above 100", 20_000, |t| {
        let [x] = t.reals();
        let sin = t.call("sin", f64::sin, x);
        let mut conjuncts = t.within(sin, 0.4999999, 0.5000001).to_vec();
        conjuncts.extend(t.within(x, 100.0, 120.0));
        conjuncts
    }),
    ("cos is almost -1", 20_000, |t| {
        let [x] = t.reals();
        let (cos, low, zero) = (t.call("cos", f64::cos, x), t.d(-0.999999), t.d(0.0));
        vec![t.lt(cos, low), t.lt(zero, x)]
    }),
    ("exp is 2", 20_000, |t| {
        let [x] = t.reals();
        let exp = t.call("exp", f64::exp, x);
        vec![{
            let two = t.d(2.0);
            t.eq(exp, two)
        }]
    }),
    ("log is -3", 20_000, |t| {
        let [x] = t.reals();
        let (log, wanted) = (t.call("log", f64::ln, x), t.d(-3.0));
        vec![t.eq(log, wanted)]
    }),
    ("x to the 2.5 is 32", 20_000, |t| {
        let [x] = t.reals();
        let power = t.d(2.5);
        let (result, wanted) = (t.pow(x, power), t.d(32.0));
        vec![t.eq(result, wanted)]
    }),
    ("x to the y is 1000, y above 2", 40_000, |t| {
        let [x, y] = t.reals();
        let (result, wanted, two, four) = (t.pow(x, y), t.d(1000.0), t.d(2.0), t.d(4.0));
        vec![t.eq(result, wanted), t.lt(two, y), t.lt(y, four)]
    }),
    ("sin and cos add up to 1.2", 40_000, |t| {
        let [x, y] = t.reals();
        let (sin, cos) = (t.call("sin", f64::sin, x), t.call("cos", f64::cos, y));
        let (sum, wanted, one) = (t.add(sin, cos), t.d(1.2), t.d(1.0));
        vec![t.eq(sum, wanted), t.lt(one, x), t.lt(one, y)]
    }),
    ("the angle of a point", 40_000, |t| {
        let [r, a] = t.reals();
        let (sin, cos) = (t.call("sin", f64::sin, a), t.call("cos", f64::cos, a));
        let (x, y) = (t.mul(r, cos), t.mul(r, sin));
        let mut conjuncts = t.within(x, 2.999999, 3.000001).to_vec();
        conjuncts.extend(t.within(y, 3.999999, 4.000001));
        conjuncts
    }),
    ("a function that is not always there", 80_000, |t| {
        let [n] = t.ints(32);
        let meaning = |args: &[u128]| (args[0] < 5000).then(|| args[0] * args[0] % 1009);
        let function = t.pool.declare("native", &[32], 32, Rc::new(meaning));
        let (result, wanted) = (t.pool.apply(function, &[n]), t.i(32, 16));
        let five = t.i(32, 5);
        vec![t.pool.eq(result, wanted), t.pool.ult(five, n)]
    }),
    // Integers.
    ("a product of two primes", 40_000, |t| {
        let [x, y] = t.ints(32);
        let [a, b] = [x, y].map(|side| t.pool.zext(side, 64));
        let (product, wanted) = (t.pool.mul(a, b), t.i(64, 1_000_003 * 7919));
        let one = t.i(32, 1);
        t.ranges.extend([x, y].map(|side| (side, Range::Unsigned(2, 2_000_000))));
        vec![t.pool.eq(product, wanted), t.pool.ult(one, x), t.pool.ult(one, y)]
    }),
    ("a product around the corner", 20_000, |t| {
        let [x, y] = t.ints(32);
        let (product, wanted, five) = (t.pool.mul(x, y), t.i(32, 0x1234_5679), t.i(32, 5));
        vec![t.pool.eq(product, wanted), t.pool.ult(five, x), t.pool.ult(five, y)]
    }),
    ("a product overflows by a little", 20_000, |t| {
        let [x, y] = t.ints(32);
        let (limit, zero) = (t.i(32, 50_000), t.i(32, 0));
        let over = t.pool.smul_overflows(x, y);
        let mut conjuncts = vec![over];
        for side in [x, y] {
            conjuncts.extend([t.pool.slt(zero, side), t.pool.slt(side, limit)]);
        }
        conjuncts
    }),
    ("remainders", 40_000, |t| {
        let [x] = t.ints(32);
        let mut conjuncts = Vec::new();
        for (modulus, rest) in [(7, 3), (11, 5), (13, 8)] {
            let (modulus, rest) = (t.i(32, modulus), t.i(32, rest));
            let found = t.pool.urem(x, modulus);
            conjuncts.push(t.pool.eq(found, rest));
        }
        conjuncts
    }),
    ("a quotient of products", 40_000, |t| {
        let [x, y] = t.ints(16);
        let [a, b] = [x, y].map(|side| t.pool.zext(side, 32));
        let (square, one) = (t.pool.mul(a, a), t.i(32, 1));
        let below = t.pool.add(b, one);
        let (quotient, wanted) = (t.pool.udiv(square, below), t.i(32, 777));
        let hundred = t.i(32, 100);
        vec![t.pool.eq(quotient, wanted), t.pool.ult(hundred, b)]
    }),
    ("mixed bits", 40_000, |t| {
        let [x] = t.ints(32);
        let sixteen = t.i(32, 16);
        let high = t.pool.lshr(x, sixteen);
        let (mixed, factor, wanted) =
            (t.pool.xor(x, high), t.i(32, 0x045D_9F3B), t.i(32, 0x1234_5678));
        let product = t.pool.mul(mixed, factor);
        vec![t.pool.eq(product, wanted)]
    }),
    ("bits under a mask", 20_000, |t| {
        let [x] = t.ints(32);
        let (mask, wanted) = (t.i(32, 0x0F0F_00FF), t.i(32, 0x0A05_0042));
        let (kept, seven, three) = (t.pool.and(x, mask), t.i(32, 7), t.i(32, 3));
        let rest = t.pool.urem(x, seven);
        vec![t.pool.eq(kept, wanted), t.pool.eq(rest, three)]
    }),
    // Numbers made of bytes.
    ("four bytes are a float", 20_000, |t| {
        let x = t.bytes(4);
        let (square, wanted) = (t.mul(x, x), t.s(6.25));
        let zero = t.s(0.0);
        vec![t.eq(square, wanted), t.lt(x, zero)]
    }),
    ("eight bytes are a double, four an integer", 40_000, |t| {
        let (x, n) = (t.bytes(8), t.bytes(4));
        let count = t.pool.int_to_float(true, DOUBLE, n);
        let (product, wanted, low) = (t.mul(x, count), t.d(1000.5), t.i(32, 2));
        vec![t.eq(product, wanted), t.pool.slt(low, n)]
    }),
    ("bytes one by one and together", 20_000, |t| {
        let x = t.bytes(2);
        let (low, high) = (t.pool.extract(x, 7, 0), t.pool.extract(x, 15, 8));
        let (a, b) = (t.i(8, b'a'.into()), t.i(8, b'z'.into()));
        let (wide, modulus, zero) = (t.pool.zext(x, 32), t.i(32, 97), t.i(32, 0));
        let rest = t.pool.urem(wide, modulus);
        vec![
            t.pool.ule(a, low),
            t.pool.ule(low, b),
            t.pool.ule(a, high),
            t.pool.ule(high, b),
            t.pool.eq(rest, zero),
        ]
    }),
    // Choices.
    ("either of two, and the other way", 20_000, |t| {
        let [x, y] = t.reals();
        let (ten, product, hundred) = (t.d(10.0), t.mul(x, y), t.d(100.0));
        let (first, second) = (t.lt(ten, x), t.lt(ten, y));
        let (either, both) = (t.pool.or(first, second), t.pool.and(first, second));
        let neither = t.pool.not(both);
        vec![either, neither, t.eq(product, hundred)]
    }),
    ("the larger side of a choice", 20_000, |t| {
        let [x] = t.reals();
        let (ten, zero) = (t.d(10.0), t.d(0.0));
        let below = t.lt(x, zero);
        let (square, shifted) = (t.mul(x, x), t.sub(ten, x));
        let chosen = t.pool.ite(below, square, shifted);
        let wanted = t.d(90.25);
        vec![t.eq(chosen, wanted)]
    }),
    // Larger ones.
    ("the valley of Rosenbrock", 40_000, |t| {
        let [x, y] = t.reals();
        let (one, hundred, tiny) = (t.d(1.0), t.d(100.0), t.d(1e-18));
        let (off, square) = (t.sub(one, x), t.mul(x, x));
        let apart = t.sub(y, square);
        let (off, apart) = (t.mul(off, off), t.mul(apart, apart));
        let steep = t.mul(hundred, apart);
        let sum = t.add(off, steep);
        vec![t.lt(sum, tiny)]
    }),
    ("a discriminant of 0", 40_000, |t| {
        let [a, b, c] = t.reals();
        let (zero, four, five) = (t.d(0.0), t.d(4.0), t.d(5.0));
        let (square, ac) = (t.mul(b, b), t.mul(a, c));
        let four_ac = t.mul(four, ac);
        let discriminant = t.sub(square, four_ac);
        vec![t.eq(discriminant, zero), t.lt(five, b), t.lt(zero, a), t.lt(a, c)]
    }),
    ("a vector of length 1", 40_000, |t| {
        let [x, y, z] = t.reals();
        let [a, b, c] = [x, y, z].map(|part| t.mul(part, part));
        let sum = t.add(a, b);
        let sum = t.add(sum, c);
        let (length, one, low) = (t.sqrt(sum), t.d(1.0), t.d(0.1));
        let mut conjuncts = vec![t.eq(length, one)];
        conjuncts.extend([x, y, z].map(|part| t.lt(low, part)));
        conjuncts
    }),
    ("the equation of Kepler", 40_000, |t| {
        let [x] = t.reals();
        let (sin, eccentricity) = (t.call("sin", f64::sin, x), t.d(0.3));
        let part = t.mul(eccentricity, sin);
        let mean = t.sub(x, part);
        t.within(mean, 1.7, 1.7000000001).to_vec()
    }),
    ("compound interest", 40_000, |t| {
        let [rate] = t.reals();
        let [years] = t.ints(32);
        let one = t.d(1.0);
        let (growth, time) = (t.add(one, rate), t.pool.int_to_float(true, DOUBLE, years));
        let factor = t.pow(growth, time);
        let (principal, five) = (t.d(1500.0), t.i(32, 5));
        let sum = t.mul(principal, factor);
        let mut conjuncts = t.within(sum, 2345.67, 2345.68).to_vec();
        conjuncts.extend(t.within(rate, 0.01, 0.08));
        conjuncts.push(t.pool.slt(five, years));
        conjuncts
    }),
    ("eight growing numbers add up to 100", 60_000, |t| {
        let x: [Term; 8] = t.reals();
        let sum = x[1..].iter().fold(x[0], |sum, &part| t.add(sum, part));
        let (hundred, zero) = (t.d(100.0), t.d(0.0));
        let mut conjuncts = vec![t.eq(sum, hundred), t.lt(zero, x[0])];
        conjuncts.extend(x.windows(2).map(|pair| t.lt(pair[0], pair[1])));
        conjuncts
    }),
    ("mean 3 and variance 2", 60_000, |t| {
        let x: [Term; 5] = t.reals();
        let (count, mean, variance) = (t.d(5.0), t.d(3.0), t.d(2.0));
        let sum = x[1..].iter().fold(x[0], |sum, &part| t.add(sum, part));
        let found = t.div(sum, count);
        let squares = x.map(|part| {
            let off = t.sub(part, found);
            t.mul(off, off)
        });
        let total = squares[1..].iter().fold(squares[0], |sum, &part| t.add(sum, part));
        let spread = t.div(total, count);
        vec![t.eq(found, mean), t.eq(spread, variance)]
    }),
    ("a checksum of six letters", 100_000, |t| {
        let x: [Term; 6] = t.ints(8);
        let (a, z) = (t.i(8, b'a'.into()), t.i(8, b'z'.into()));
        let sum = x[1..].iter().fold(x[0], |sum, &part| t.pool.add(sum, part));
        let mixed = x[1..].iter().fold(x[0], |sum, &part| t.pool.xor(sum, part));
        let (first, second) = (t.i(8, 100), t.i(8, 16));
        let mut conjuncts = vec![t.pool.eq(sum, first), t.pool.eq(mixed, second)];
        for part in x {
            conjuncts.extend([t.pool.ule(a, part), t.pool.ule(part, z)]);
        }
        conjuncts
    }),
    ("the fast inverse root", 40_000, |t| {
        let x = t.var(32);
        let (one, magic) = (t.i(32, 1), t.i(32, 0x5F37_59DF));
        let halved = t.pool.lshr(x, one);
        let guess = t.pool.sub(magic, halved);
        let (half, three_halves) = (t.s(0.5), t.s(1.5));
        let (part, square) = (t.mul(half, x), t.mul(guess, guess));
        let part = t.mul(part, square);
        let factor = t.sub(three_halves, part);
        let root = t.mul(guess, factor);
        let (low, high) = (t.s(0.3333), t.s(0.33331));
        vec![t.lt(low, root), t.lt(root, high)]
    }),
    ("determinant 7 and trace 6", 40_000, |t| {
        let [a, b, c, d] = t.ints(32);
        let (ad, bc) = (t.pool.mul(a, d), t.pool.mul(b, c));
        let (determinant, trace) = (t.pool.sub(ad, bc), t.pool.add(a, d));
        let (seven, six, zero) = (t.i(32, 7), t.i(32, 6), t.i(32, 0));
        vec![t.pool.eq(determinant, seven), t.pool.eq(trace, six), t.pool.slt(zero, b)]
    }),
    ("1729 is a sum of two cubes", 60_000, |t| {
        let [x, y] = t.ints(32);
        let [a, b] = [x, y].map(|part| {
            let square = t.pool.mul(part, part);
            t.pool.mul(square, part)
        });
        let (sum, wanted, one, limit) = (t.pool.add(a, b), t.i(32, 1729), t.i(32, 1), t.i(32, 100));
        let mut conjuncts = vec![t.pool.eq(sum, wanted)];
        for part in [x, y] {
            conjuncts.extend([t.pool.slt(one, part), t.pool.slt(part, limit)]);
        }
        conjuncts
    }),
    ("tan of x is x, beyond 4", 40_000, |t| {
        let [x] = t.reals();
        let tan = t.call("tan", f64::tan, x);
        let apart = t.sub(tan, x);
        let mut conjuncts = t.within(apart, -1e-9, 1e-9).to_vec();
        conjuncts.extend(t.within(x, 4.0, 50.0));
        conjuncts
    }),
    ("two numbers with the same value of a function", 40_000, |t| {
        let [x, y] = t.reals();
        let meaning = |x: f64| (x * 1.7).sin() * 10.0 + x;
        let (a, b) = (t.call("native", meaning, x), t.call("native", meaning, y));
        let (one, apart) = (t.d(1.0), t.sub(y, x));
        vec![t.eq(a, b), t.lt(one, apart)]
    }),
    ("a distance on the earth", 60_000, |t| {
        let [latitude, longitude] = t.reals();
        let meaning = |x: f64| x.to_radians().sin().powi(2);
        let (two, diameter) = (t.d(2.0), t.d(12742.0));
        let (half_a, half_b) = (t.div(latitude, two), t.div(longitude, two));
        let (a, b) = (t.call("native", meaning, half_a), t.call("native", meaning, half_b));
        let cos = t.call("native", |x| x.to_radians().cos(), latitude);
        let part = t.mul(cos, b);
        let sum = t.add(a, part);
        let root = t.sqrt(sum);
        let arc = t.call("asin", f64::asin, root);
        let distance = t.mul(diameter, arc);
        let mut conjuncts = t.within(distance, 878.0, 878.001).to_vec();
        conjuncts.extend(t.within(latitude, 3.0, 60.0));
        conjuncts.extend(t.within(longitude, 4.0, 170.0));
        conjuncts
    }),
    ("a sum of products overflows", 40_000, |t| {
        let [a, b, c] = t.ints(32);
        let (low, high) = (t.i(32, 0), t.i(32, 46_400));
        let product = t.pool.mul(a, b);
        let (fits, over) = (t.pool.smul_overflows(a, b), t.pool.sadd_overflows(product, c));
        let mut conjuncts = vec![t.pool.not(fits), over];
        for side in [a, b, c] {
            conjuncts.extend([t.pool.slt(low, side), t.pool.slt(side, high)]);
        }
        conjuncts
    }),
    ("an almost whole multiple", 40_000, |t| {
        let [x] = t.reals();
        let (step, small, many) = (t.d(2.5), t.d(1e-10), t.d(3.7));
        let rest = t.float(FloatOp::Rem, x, step);
        let quotient = t.div(x, many);
        let down = t.pool.float_unary(FloatUnary::Floor, DOUBLE, quotient);
        let (wanted, zero) = (t.d(11.0), t.d(0.0));
        vec![t.lt(rest, small), t.lt(zero, rest), t.eq(down, wanted)]
    }),
    ("a hash of four letters", 100_000, |t| {
        let x: [Term; 4] = t.ints(8);
        let (a, z, factor) = (t.i(8, b'a'.into()), t.i(8, b'z'.into()), t.i(32, 33));
        let start = t.i(32, 5381);
        let hash = x.iter().fold(start, |hash, &letter| {
            let (shifted, letter) = (t.pool.mul(hash, factor), t.pool.zext(letter, 32));
            t.pool.add(shifted, letter)
        });
        let wanted = b"coax".iter().fold(5381i64, |hash, &letter| hash * 33 + i64::from(letter));
        let wanted = t.i(32, wanted & 0xFFFF_FFFF);
        let mut conjuncts = vec![t.pool.eq(hash, wanted)];
        for letter in x {
            conjuncts.extend([t.pool.ule(a, letter), t.pool.ule(letter, z)]);
        }
        conjuncts
    }),
];

/// Problems with a solution that the search finds with some seeds only, or not at all.
pub const OPEN: &[Problem] = &[
    ("a right triangle of integers", 60_000, |t| {
        let [x, y, z] = t.ints(32);
        let (low, high) = (t.i(32, 20), t.i(32, 1000));
        let mut conjuncts = Vec::new();
        for side in [x, y, z] {
            conjuncts.extend([t.pool.slt(low, side), t.pool.slt(side, high)]);
        }
        let [xx, yy, zz] = [x, y, z].map(|side| t.pool.mul(side, side));
        let sum = t.pool.add(xx, yy);
        conjuncts.push(t.pool.eq(sum, zz));
        conjuncts
    }),
    ("a product of two large primes", 60_000, |t| {
        let [x, y] = t.ints(32);
        let [a, b] = [x, y].map(|side| t.pool.zext(side, 64));
        let (product, wanted) = (t.pool.mul(a, b), t.i(64, 2_147_483_629 * 1_073_741_789));
        let one = t.i(32, 1);
        vec![t.pool.eq(product, wanted), t.pool.ult(one, x), t.pool.ult(one, y)]
    }),
    ("two rounds of mixing", 60_000, |t| {
        let [x] = t.ints(32);
        let (shift, factor) = (t.i(32, 15), t.i(32, 0x2C1B_3C6D));
        let mixed = (0..2).fold(x, |x, _| {
            let high = t.pool.lshr(x, shift);
            let mixed = t.pool.xor(x, high);
            t.pool.mul(mixed, factor)
        });
        let (limit, rest) = (t.i(32, 1000), t.pool.urem(mixed, shift));
        let seven = t.i(32, 7);
        vec![t.pool.ult(mixed, limit), t.pool.eq(rest, seven)]
    }),
];
