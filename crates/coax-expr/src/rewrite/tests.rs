//! Every rule is checked against the meaning of its operator.
//!
//! `rows.rs` has at least one row for every rule: how to build operands the rule matches. The rule
//! is called directly; its result must have the value the operator gives, for all values
//! of all variables at 3 bits, for many at other widths. A rule without a row, a row without a
//! rule, and a rule that no row makes fire are failures.

mod bounds;
mod make;
mod rows;

use std::collections::BTreeMap;

use super::*;
use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::evaluator::Evaluator;
use crate::term::{FloatFormat, Var};
use make::{Make, Random};

/// Operands of the rule under test: terms, and the numbers some operators have.
struct Operands {
    terms: Vec<Term>,
    numbers: Vec<u32>,
}

impl<const N: usize> From<[Term; N]> for Operands {
    fn from(terms: [Term; N]) -> Operands {
        Operands { terms: terms.into(), numbers: Vec::new() }
    }
}

/// A rule with the operator it is for.
#[derive(Clone, Copy)]
enum Subject {
    Not(Unary),
    Neg(Unary),
    Binary(BinaryOp, Binary),
    Concat(Binary),
    Eq(Binary),
    Order(CompareOp, Comparing),
    Overflow(OverflowOp, Overflowing),
    Map(BinaryOp, Mapping),
    Extract(Extracting),
    Zext(Extending),
    Sext(Extending),
    Ite(Choosing),
    Lookup(Tabling),
    FloatCompare(FloatCompare, FloatFormat, FloatComparing),
    Convert(FloatFormat, FloatFormat, FloatConverting),
    FromInt(bool, FloatFormat, IntConverting),
    ToInt(bool, FloatFormat, IntMaking),
}

fn named<F: Copy>(
    rules: &[Rule<F>],
    subject: impl Fn(F) -> Subject,
) -> Vec<(&'static str, Subject)> {
    rules.iter().map(|rule| (rule.name, subject(rule.apply))).collect()
}

/// Every rule of every table, for every operator that uses it.
fn subjects() -> Vec<(&'static str, Subject)> {
    let mut all = named(boolean::NOT, Subject::Not);
    all.extend(named(arithmetic::NEG, Subject::Neg));
    for op in BinaryOp::ALL {
        all.extend(named(binary_rules(op), |rule| Subject::Binary(op, rule)));
        all.extend(named(ite::INTO_CHOICE, |rule| Subject::Map(op, rule)));
    }
    all.extend(named(slices::CONCAT, Subject::Concat));
    all.extend(named(equality::EQ, Subject::Eq));
    for op in [CompareOp::Ult, CompareOp::Ule, CompareOp::Slt, CompareOp::Sle] {
        all.extend(named(compare::ORDER, |rule| Subject::Order(op, rule)));
    }
    for op in OverflowOp::ALL {
        all.extend(named(overflow::OVERFLOW, |rule| Subject::Overflow(op, rule)));
    }
    all.extend(named(slices::EXTRACT, Subject::Extract));
    all.extend(named(slices::ZEXT, Subject::Zext));
    all.extend(named(slices::SEXT, Subject::Sext));
    all.extend(named(ite::ITE, Subject::Ite));
    all.extend(named(lookup::LOOKUP, Subject::Lookup));
    for format in FloatFormat::ALL {
        use FloatCompare as C;
        for op in [C::Eq, C::Lt, C::Le, C::Unordered] {
            all.extend(named(float::COMPARE, |rule| Subject::FloatCompare(op, format, rule)));
        }
        for to in FloatFormat::ALL.into_iter().filter(|&to| to != format) {
            all.extend(named(float::CONVERT, |rule| Subject::Convert(format, to, rule)));
        }
        for signed in [false, true] {
            all.extend(named(float::FROM_INT, |rule| Subject::FromInt(signed, format, rule)));
            all.extend(named(float::TO_INT, |rule| Subject::ToInt(signed, format, rule)));
        }
    }
    all
}

impl Subject {
    fn format(self) -> FloatFormat {
        match self {
            Subject::FloatCompare(_, format, _)
            | Subject::Convert(format, _, _)
            | Subject::FromInt(_, format, _)
            | Subject::ToInt(_, format, _) => format,
            _ => FloatFormat::Double,
        }
    }

    /// Operands as the constructor would pass them on.
    fn arranged(self, pool: &Pool, mut operands: Operands) -> Operands {
        let commutes = match self {
            Subject::Binary(op, _) | Subject::Map(op, _) => op.commutes(),
            Subject::Overflow(op, _) => op.commutes(),
            Subject::Eq(_) => true,
            _ => false,
        };
        if commutes {
            let (a, b) = pool.ordered(operands.terms[0], operands.terms[1]);
            operands.terms = vec![a, b];
        }
        operands
    }

    fn apply(self, pool: &mut Pool, operands: &Operands) -> Option<Term> {
        let (t, n) = (&operands.terms, &operands.numbers);
        match self {
            Subject::Not(rule) | Subject::Neg(rule) => rule(pool, t[0]),
            Subject::Binary(_, rule) | Subject::Concat(rule) | Subject::Eq(rule) => {
                rule(pool, t[0], t[1])
            }
            Subject::Order(op, rule) => rule(pool, op, t[0], t[1]),
            Subject::Overflow(op, rule) => rule(pool, op, t[0], t[1]),
            Subject::Map(op, rule) => rule(pool, op, t[0], t[1]),
            Subject::Extract(rule) => rule(pool, t[0], n[0], n[1]),
            Subject::Zext(rule) | Subject::Sext(rule) => rule(pool, t[0], n[0]),
            Subject::Ite(rule) => rule(pool, t[0], t[1], t[2]),
            Subject::Lookup(rule) => {
                let elements = lookup::reachable(&t[1..], pool.width(t[0])).to_vec();
                rule(pool, &elements, t[0])
            }
            Subject::FloatCompare(op, format, rule) => rule(pool, op, format, t[0], t[1]),
            Subject::Convert(from, to, rule) => rule(pool, from, to, t[0]),
            Subject::FromInt(signed, to, rule) => rule(pool, signed, to, t[0]),
            Subject::ToInt(signed, from, rule) => rule(pool, signed, from, t[0], n[0]),
        }
    }

    /// Are these operands of the operator at all?
    fn takes(self, pool: &Pool, operands: &Operands) -> bool {
        let (t, n) = (&operands.terms, &operands.numbers);
        let widths: Vec<u32> = t.iter().map(|&t| pool.width(t)).collect();
        match self {
            Subject::Not(_) | Subject::Neg(_) => t.len() == 1 && n.is_empty(),
            Subject::Binary(..)
            | Subject::Eq(_)
            | Subject::Order(..)
            | Subject::Overflow(..)
            | Subject::Map(..) => t.len() == 2 && n.is_empty() && widths[0] == widths[1],
            Subject::Concat(_) => t.len() == 2 && n.is_empty(),
            Subject::Extract(_) => t.len() == 1 && n.len() == 2,
            Subject::Zext(_) | Subject::Sext(_) => t.len() == 1 && n.len() == 1 && n[0] > widths[0],
            Subject::Ite(_) => t.len() == 3 && widths[0] == 1 && widths[1] == widths[2],
            Subject::Lookup(_) => t.len() > 1 && widths[1..].iter().all(|&w| w == widths[1]),
            Subject::FloatCompare(_, format, _) => t.len() == 2 && widths == [format.width(); 2],
            Subject::Convert(from, ..) => t.len() == 1 && widths[0] == from.width(),
            Subject::FromInt(..) => t.len() == 1 && widths[0] <= 128,
            Subject::ToInt(_, from, _) => {
                t.len() == 1 && n.len() == 1 && widths[0] == from.width() && n[0] <= 128
            }
        }
    }

    /// What the operator gives for values of the operands.
    fn meaning(self, v: &[Bits], n: &[u32]) -> Bits {
        use crate::float as f;
        match self {
            Subject::Not(_) => v[0].not(),
            Subject::Neg(_) => v[0].negated(),
            Subject::Binary(op, _) | Subject::Map(op, _) => Bits::binary(op, &v[0], &v[1]),
            Subject::Concat(_) => v[0].concat(&v[1]),
            Subject::Eq(_) => Bits::truth(v[0] == v[1]),
            Subject::Order(op, _) => Bits::truth(Bits::compare(op, &v[0], &v[1])),
            Subject::Overflow(op, _) => Bits::truth(Bits::overflow(op, &v[0], &v[1])),
            Subject::Extract(_) => v[0].extract(n[0], n[1]),
            Subject::Zext(_) => v[0].zero_extended(n[0]),
            Subject::Sext(_) => v[0].sign_extended(n[0]),
            Subject::Ite(_) => v[if v[0].is_zero() { 2 } else { 1 }],
            Subject::Lookup(_) => {
                let last = v.len() - 2;
                let small = v[0].significant() <= 32;
                v[1 + if small { (v[0].low_word() as usize).min(last) } else { last }]
            }
            Subject::FloatCompare(op, format, _) => {
                Bits::truth(f::compare(op, format, v[0].low_word(), v[1].low_word()))
            }
            Subject::Convert(from, to, _) => {
                Bits::new(to.width(), f::convert(from, to, v[0].low_word()).into())
            }
            Subject::FromInt(signed, to, _) => {
                Bits::new(to.width(), f::from_int(signed, to, &v[0]).into())
            }
            Subject::ToInt(signed, from, _) => f::to_int(signed, from, v[0].low_word(), n[0]),
        }
    }
}

/// All assignments if they are few, else many.
fn assignments(pool: &Pool, random: &mut Random) -> Vec<Assignment> {
    let vars = || (0..pool.var_count() as u32).map(Var);
    let total: u32 = vars().map(|var| pool.var_width(var)).sum();
    if total <= 11 {
        return (0..1u64 << total)
            .map(|number| {
                let mut rest = number;
                vars()
                    .map(|var| {
                        let width = pool.var_width(var);
                        let value = rest & ((1 << width) - 1);
                        rest >>= width;
                        (var, value)
                    })
                    .collect()
            })
            .collect();
    }
    let value = |random: &mut Random, var| random.interesting(pool.var_width(var));
    (0..40).map(|_| vars().map(|var| (var, value(random, var))).collect()).collect()
}

/// Does the rule fire here? If so, its answer must be right.
fn fires(name: &str, subject: Subject, row: rows::Build, width: u32, random: &mut Random) -> bool {
    let mut make = Make::new(width, subject.format(), random.fork());
    let Some(operands) = row(&mut make) else { return false };
    let mut pool = make.pool;
    let constant = operands.terms.iter().all(|&t| pool.is_constant(t));
    if constant || !subject.takes(&pool, &operands) {
        return false;
    }
    let operands = subject.arranged(&pool, operands);
    let Some(result) = subject.apply(&mut pool, &operands) else { return false };
    let mut evaluator = Evaluator::new();
    for assignment in assignments(&pool, random) {
        evaluator.begin();
        let values: Vec<Bits> =
            operands.terms.iter().map(|&t| evaluator.eval_wide(&pool, t, &assignment)).collect();
        let found = evaluator.eval_wide(&pool, result, &assignment);
        let expected = subject.meaning(&values, &operands.numbers);
        assert_eq!(
            found,
            expected,
            "{name}: operands {:?} {:?} of values {values:?} became {}",
            operands.terms.iter().map(|&t| pool.display(t).to_string()).collect::<Vec<_>>(),
            operands.numbers,
            pool.display(result),
        );
    }
    true
}

#[test]
fn every_rule_keeps_the_value() {
    let mut random = Random::new(1);
    let mut fired: BTreeMap<&str, [u32; 6]> = BTreeMap::new();
    for (name, subject) in subjects() {
        let counts = fired.entry(name).or_default();
        for (_, row) in rows::ROWS.iter().filter(|(rule, _)| *rule == name) {
            for (place, &width) in [3, 8, 32, 64, 128, 250].iter().enumerate() {
                let trials = if width == 3 { 60 } else { 12 };
                for _ in 0..trials {
                    counts[place] += u32::from(fires(name, subject, *row, width, &mut random));
                }
            }
        }
    }
    for (name, counts) in fired {
        assert!(counts.iter().all(|&count| count > 0), "{name} fires only {counts:?} times");
    }
}

/// The operands of one rule are near misses for another: it must not answer, or answer rightly.
#[test]
fn every_rule_keeps_the_value_of_what_others_match() {
    let mut random = Random::new(2);
    for (name, subject) in subjects() {
        for (_, row) in rows::ROWS {
            for width in [3, 3, 3, 7] {
                fires(name, subject, *row, width, &mut random);
            }
        }
    }
}

#[test]
fn every_row_is_for_a_rule() {
    let subjects = subjects();
    for (name, _) in rows::ROWS {
        assert!(subjects.iter().any(|(rule, _)| rule == name), "there is no rule {name}");
    }
}
