//! The C library's functions: bounds by calling them.
//!
//! Such a function is not exactly rounded, so that it may be a little off where it should only grow.
//! The manual of the GNU C library states its errors for those known here: at most 4 places. Two
//! results may thus be out of order by twice that, and bounds are widened by [`MARGIN`] places.

use std::f64::consts::{FRAC_PI_2, PI};

use coax_expr::{FloatFormat, Function, Pool};

use super::floats::{Floats, LINE, Reals};
use super::format::{at_ordinal, from_magnitude, infinity_bits, magnitude_bits, nearest, ordinal};
use super::propagate::{Propagator, Revised};

/// How many places a bound is moved.
const MARGIN: i64 = 16;

/// How far a function of a known name may be from what it should be at the point it is tried at.
const TRIAL_MARGIN: i64 = 64;

/// Beyond this, the extrema of a sine are too dense to be counted.
const FARTHEST_WAVE: f64 = 1e6;

const FINITE: Reals = (-f64::MAX, f64::MAX);
const UNIT: Reals = (-1.0, 1.0);

/// How a function behaves.
#[derive(Clone, Copy, Debug)]
enum Behaviour {
    /// Grows on its domain; a NaN outside of it.
    Increasing(Reals),
    /// Falls on its domain.
    Decreasing(Reals),
    /// A sine, whose maximum nearest to zero is here.
    Wave(f64),
    Tangent,
    /// Even, growing away from zero.
    Bowl,
    Power,
    Hypotenuse,
    Angle,
}

/// A name, how it behaves, and what it must give for two numbers (the second unused by most).
type Row = (&'static str, Behaviour, (f64, f64), fn(f64, f64) -> f64);

const TABLE: &[Row] = &[
    ("exp", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.exp()),
    ("exp2", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.exp2()),
    ("expm1", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.exp_m1()),
    ("log", Behaviour::Increasing((0.0, f64::INFINITY)), (0.7, 0.0), |x, _| x.ln()),
    ("log2", Behaviour::Increasing((0.0, f64::INFINITY)), (0.7, 0.0), |x, _| x.log2()),
    ("log10", Behaviour::Increasing((0.0, f64::INFINITY)), (0.7, 0.0), |x, _| x.log10()),
    ("log1p", Behaviour::Increasing((-1.0, f64::INFINITY)), (0.7, 0.0), |x, _| x.ln_1p()),
    ("asin", Behaviour::Increasing(UNIT), (0.7, 0.0), |x, _| x.asin()),
    ("acos", Behaviour::Decreasing(UNIT), (0.7, 0.0), |x, _| x.acos()),
    ("atan", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.atan()),
    ("sinh", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.sinh()),
    ("cosh", Behaviour::Bowl, (0.7, 0.0), |x, _| x.cosh()),
    ("tanh", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.tanh()),
    ("asinh", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.asinh()),
    ("acosh", Behaviour::Increasing((1.0, f64::INFINITY)), (1.7, 0.0), |x, _| x.acosh()),
    ("atanh", Behaviour::Increasing(UNIT), (0.7, 0.0), |x, _| x.atanh()),
    ("cbrt", Behaviour::Increasing(LINE), (0.7, 0.0), |x, _| x.cbrt()),
    ("sin", Behaviour::Wave(FRAC_PI_2), (0.7, 0.0), |x, _| x.sin()),
    ("cos", Behaviour::Wave(0.0), (0.7, 0.0), |x, _| x.cos()),
    ("tan", Behaviour::Tangent, (0.7, 0.0), |x, _| x.tan()),
    ("pow", Behaviour::Power, (1.7, 2.3), |x, y| x.powf(y)),
    ("hypot", Behaviour::Hypotenuse, (1.7, 2.3), |x, y| x.hypot(y)),
    ("atan2", Behaviour::Angle, (1.7, 2.3), |x, y| x.atan2(y)),
];

/// A function whose behaviour is known.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    function: Function,
    format: FloatFormat,
    behaviour: Behaviour,
}

impl Known {
    /// Knows a function by its name and type, and by trying it at one point.
    pub fn of(pool: &Pool, function: Function) -> Option<Known> {
        let signature = pool.signature(function);
        let (format, name) = match signature.result {
            64 => (FloatFormat::Double, &*signature.name),
            32 => (FloatFormat::Single, signature.name.strip_suffix('f')?),
            _ => return None,
        };
        let &(_, behaviour, point, meant) = TABLE.iter().find(|row| row.0 == name)?;
        let arity = match behaviour {
            Behaviour::Power | Behaviour::Hypotenuse | Behaviour::Angle => 2,
            _ => 1,
        };
        let expected = [format.width(); 2];
        if *signature.args != expected[..arity] {
            return None;
        }
        let known = Known { function, format, behaviour };
        let point = (nearest(format, point.0), nearest(format, point.1));
        let found = known.call(pool, &[point.0, point.1][..arity])?;
        let off = known.place(found) - known.place(nearest(format, meant(point.0, point.1)));
        (off.abs() <= TRIAL_MARGIN).then_some(known)
    }

    fn place(&self, x: f64) -> i64 {
        ordinal(self.format, x)
    }

    /// The number it gives; `None` also for a NaN.
    fn call(&self, pool: &Pool, args: &[f64]) -> Option<f64> {
        let sign = 1u64 << (self.format.width() - 1);
        let bits = |&x: &f64| {
            let magnitude = magnitude_bits(self.format, x);
            u128::from(if x < 0.0 { magnitude | sign } else { magnitude })
        };
        let args: Vec<u128> = args.iter().map(bits).collect();
        let result = pool.call(self.function, &args)? as u64;
        let magnitude = result & (sign - 1);
        if magnitude > infinity_bits(self.format) {
            return None;
        }
        let value = from_magnitude(self.format, magnitude);
        Some(if result & sign == 0 { value } else { -value })
    }

    fn widened(&self, ends: Reals, nan: bool) -> Floats {
        Floats::new(self.format, ends, nan).widened(MARGIN)
    }

    /// What the function can give.
    fn image(&self, pool: &Pool, args: &[Floats]) -> Option<Floats> {
        if args.iter().any(|arg| !arg.has_numbers()) {
            return None;
        }
        match self.behaviour {
            Behaviour::Increasing(domain) | Behaviour::Decreasing(domain) => {
                self.monotone_image(pool, args[0], domain)
            }
            Behaviour::Wave(maximum) => self.wave_image(pool, args[0], maximum),
            Behaviour::Tangent if args[0].magnitudes().1 < 1.5 => {
                self.monotone_image(pool, args[0], LINE)
            }
            Behaviour::Tangent => None,
            Behaviour::Bowl => self.monotone_image(pool, args[0].absolute(), LINE),
            Behaviour::Power => self.power_image(pool, args[0], args[1]),
            Behaviour::Hypotenuse => self.hypotenuse_image(pool, args[0], args[1]),
            Behaviour::Angle => {
                let nan = args[0].nan || args[1].nan;
                Some(Floats::new(self.format, (-3.15, 3.15), nan))
            }
        }
    }

    fn monotone_image(&self, pool: &Pool, x: Floats, domain: Reals) -> Option<Floats> {
        let nan = x.nan || x.low < domain.0 || x.high > domain.1;
        let (low, high) = (x.low.max(domain.0), x.high.min(domain.1));
        if low > high {
            return Some(Floats::nans(self.format));
        }
        let ends = [self.call(pool, &[low])?, self.call(pool, &[high])?];
        let image = self.widened((ends[0].min(ends[1]), ends[0].max(ends[1])), nan);
        Some(self.not_negative_if(ends.iter().all(|&end| end >= 0.0), image))
    }

    /// What is not negative at both ends of a monotone function is nowhere: signs are never wrong.
    fn not_negative_if(&self, holds: bool, image: Floats) -> Floats {
        if holds { Floats { low: image.low.max(0.0), ..image } } else { image }
    }

    fn wave_image(&self, pool: &Pool, x: Floats, maximum: f64) -> Option<Floats> {
        let nan = x.nan || x.low < FINITE.0 || x.high > FINITE.1;
        let all = self.widened(UNIT, nan);
        if x.magnitudes().1 > FARTHEST_WAVE {
            return Some(all);
        }
        // Extrema are half turns apart, maxima at even ones. Counting is exact to far less than the
        // slack that is given here.
        let turns = |x: f64, slack: f64| ((x - maximum) / PI + slack).floor() as i64;
        let extrema = turns(x.low, -1e-6) + 1..=turns(x.high, 1e-6);
        let has = |odd: i64| extrema.clone().take(2).any(|extremum| extremum.rem_euclid(2) == odd);
        let ends = [self.call(pool, &[x.low])?, self.call(pool, &[x.high])?];
        let low = if has(1) { -1.0 } else { ends[0].min(ends[1]) };
        let high = if has(0) { 1.0 } else { ends[0].max(ends[1]) };
        Some(self.widened((low, high), nan))
    }

    /// Powers of bases that are not negative, or with a known integer as the exponent.
    fn power_image(&self, pool: &Pool, x: Floats, y: Floats) -> Option<Floats> {
        let one = Floats::new(self.format, (1.0, 1.0), true);
        let with_nan = |image: Floats| if x.nan || y.nan { image.hull(one) } else { image };
        let corners = |x: Floats| {
            let corners = [(x.low, y.low), (x.low, y.high), (x.high, y.low), (x.high, y.high)];
            let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
            for (base, exponent) in corners {
                let power = self.call(pool, &[base, exponent])?;
                ends = (ends.0.min(power), ends.1.max(power));
            }
            Some(self.widened(ends, false))
        };
        if x.low > 0.0 || x.low == 0.0 && y.low >= 0.0 {
            return Some(with_nan(self.not_negative_if(true, corners(x)?)));
        }
        let exponent = y.low;
        if y.low != y.high || !exponent.is_finite() || exponent.fract() != 0.0 {
            return None;
        }
        let is_even = exponent.rem_euclid(2.0) == 0.0;
        if is_even {
            return Some(with_nan(self.not_negative_if(true, corners(x.absolute())?)));
        }
        let is_monotone = exponent > 0.0 || !x.has(0.0);
        is_monotone.then(|| corners(x)).flatten().map(with_nan)
    }

    fn hypotenuse_image(&self, pool: &Pool, x: Floats, y: Floats) -> Option<Floats> {
        let ((x_least, x_most), (y_least, y_most)) = (x.magnitudes(), y.magnitudes());
        let nan = x.nan || y.nan;
        // Infinite beside a NaN is infinite.
        let high = if nan { f64::INFINITY } else { self.call(pool, &[x_most, y_most])? };
        let low = self.call(pool, &[x_least, y_least])?;
        Some(self.not_negative_if(true, self.widened((low, high), nan)))
    }

    /// Numbers of a range that a monotone function can send into another range.
    ///
    /// An end is excluded if its image is out of the range by more than the margin; so is then all
    /// beyond it. Bisection finds a last place that is excluded.
    fn preimage(
        &self,
        x: Floats,
        result: Floats,
        increasing: bool,
        image: impl Fn(f64) -> Option<f64>,
    ) -> Option<Reals> {
        let image = |place: i64| Some(self.place(image(at_ordinal(self.format, place))?));
        let (least, most) = (self.place(result.low), self.place(result.high));
        let too_low = |place: i64| image(place).is_some_and(|found| found + MARGIN < least);
        let too_high = |place: i64| image(place).is_some_and(|found| found - MARGIN > most);
        let (low, high) = (self.place(x.low), self.place(x.high));
        let (low, high) = match increasing {
            true => (last_bad(low, high, too_low)?, last_bad(high, low, too_high)?),
            false => (last_bad(low, high, too_high)?, last_bad(high, low, too_low)?),
        };
        Some((at_ordinal(self.format, low), at_ordinal(self.format, high)))
    }
}

/// The place beside a bad one, on the way from one place to another that is good, or the first place
/// if that is good already. `None` if the last place is bad too.
fn last_bad(from: i64, to: i64, bad: impl Fn(i64) -> bool) -> Option<i64> {
    if !bad(from) {
        return Some(from);
    }
    if bad(to) {
        return None;
    }
    let (mut bad_place, mut good_place) = (i128::from(from), i128::from(to));
    while (good_place - bad_place).abs() > 1 {
        let middle = (bad_place + good_place) / 2;
        if bad(middle as i64) {
            bad_place = middle;
        } else {
            good_place = middle;
        }
    }
    Some(good_place as i64)
}

impl Propagator<'_, '_> {
    /// `at = known(args)`
    pub fn application(&mut self, at: usize, known: &Known, args: &[usize]) -> Revised {
        let pool = self.net.pool;
        let floats: Vec<Floats> = args.iter().map(|&arg| self.floats(arg, known.format)).collect();
        if let Some(image) = known.image(pool, &floats) {
            self.narrow_floats(at, image)?;
        }
        let result = self.floats(at, known.format);
        if result.nan {
            return Ok(());
        }
        match known.behaviour {
            Behaviour::Increasing(domain) => self.argument(known, result, args[0], true, domain),
            Behaviour::Decreasing(domain) => self.argument(known, result, args[0], false, domain),
            Behaviour::Wave(_) | Behaviour::Tangent => {
                self.narrow_reals(args[0], known.format, FINITE)
            }
            Behaviour::Bowl => self.narrow_floats(args[0], Floats::numbers(known.format)),
            Behaviour::Power => self.base(known, result, args),
            Behaviour::Hypotenuse => self.legs(known, result, args),
            Behaviour::Angle => {
                self.narrow_floats(args[0], Floats::numbers(known.format))?;
                self.narrow_floats(args[1], Floats::numbers(known.format))
            }
        }
    }

    /// The argument of a monotone function whose result is no NaN.
    fn argument(
        &mut self,
        known: &Known,
        result: Floats,
        arg: usize,
        increasing: bool,
        domain: Reals,
    ) -> Revised {
        let pool = self.net.pool;
        self.narrow_reals(arg, known.format, domain)?;
        let own = self.floats(arg, known.format);
        match known.preimage(own, result, increasing, |x| known.call(pool, &[x])) {
            Some(reals) => self.narrow_reals(arg, known.format, reals),
            None => Ok(()),
        }
    }

    /// The positive base of a power with a known exponent.
    fn base(&mut self, known: &Known, result: Floats, args: &[usize]) -> Revised {
        let (pool, format) = (self.net.pool, known.format);
        let (x, y) = (self.floats(args[0], format), self.floats(args[1], format));
        let exponent = y.low;
        if x.low <= 0.0 || y.nan || y.low != y.high || exponent == 0.0 || !x.has_numbers() {
            return Ok(());
        }
        let image = |x: f64| known.call(pool, &[x, exponent]);
        match known.preimage(x, result, exponent > 0.0, image) {
            Some(reals) => self.narrow_reals(args[0], format, reals),
            None => Ok(()),
        }
    }

    /// Neither leg is longer than the hypotenuse.
    fn legs(&mut self, known: &Known, result: Floats, args: &[usize]) -> Revised {
        let most = result.widened(MARGIN).high;
        if most == f64::INFINITY {
            return Ok(());
        }
        self.narrow_reals(args[0], known.format, (-most, most))?;
        self.narrow_reals(args[1], known.format, (-most, most))
    }
}
