//! Terms as a list of rows: what can be kept in a file, and made terms of again in another pool.
//!
//! Invariants: a row's operands come before it; what is read back has the value it had, under every
//! assignment; a list that no pool has written is refused, never a panic.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::MAX_WIDTH;
use crate::bits::limb_count;
use crate::pool::Pool;
use crate::term::{
    BinaryOp, CompareOp, FloatCompare, FloatFormat, FloatOp, FloatUnary, Node, OverflowOp, Term,
    Var,
};

/// Terms that were listed, with everything below them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    rows: Vec<Row>,
    /// The terms that were asked for, by row.
    roots: Vec<u32>,
}

/// The number of a row.
type RowNumber = u32;

/// A term whose operands are rows. Applications are not listed: what they mean is in no file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Row {
    Constant { width: u32, limbs: Vec<u64> },
    Var(u32),
    Not(RowNumber),
    Neg(RowNumber),
    Binary(BinaryOp, RowNumber, RowNumber),
    Compare(CompareOp, RowNumber, RowNumber),
    Overflow(OverflowOp, RowNumber, RowNumber),
    Concat { high: RowNumber, low: RowNumber },
    Extract { of: RowNumber, high: u32, low: u32 },
    ZeroExtend(RowNumber, u32),
    SignExtend(RowNumber, u32),
    Ite([RowNumber; 3]),
    Float(FloatOp, FloatFormat, RowNumber, RowNumber),
    FloatUnary(FloatUnary, FloatFormat, RowNumber),
    Fma(FloatFormat, [RowNumber; 3]),
    FloatCompare(FloatCompare, FloatFormat, RowNumber, RowNumber),
    FloatToFloat { from: FloatFormat, to: FloatFormat, of: RowNumber },
    IntToFloat { signed: bool, to: FloatFormat, of: RowNumber },
    FloatToInt { signed: bool, from: FloatFormat, of: RowNumber, width: u32 },
    Lookup { elements: Vec<RowNumber>, index: RowNumber },
}

impl Listing {
    /// The words in its constants of 64 bits and more.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let of_row = |row: &Row| match row {
            Row::Constant { width: 64.., limbs } => limbs.clone(),
            _ => Vec::new(),
        };
        self.rows.iter().flat_map(of_row)
    }

    /// Words whose upper bits are a constant of fewer than 64 bits, but of at least so many: what is left of a word where a
    /// term makes up its lower bits.
    pub fn upper_parts(&self, least: u32) -> impl Iterator<Item = u64> + '_ {
        self.rows.iter().filter_map(move |row| match row {
            Row::Constant { width, limbs } if (least..64).contains(width) => {
                limbs.first().map(|part| part << (64 - width))
            }
            _ => None,
        })
    }

    /// Is a word nothing but one of several values, or compared with others, wherever it occurs? Then another one
    /// could be in its place.
    pub fn only_names(&self, word: u64) -> bool {
        let mut may_be_it: Vec<bool> = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let operands = row.operands();
            let is_made_of_it =
                operands.iter().any(|&place| may_be_it.get(place as usize) == Some(&true));
            may_be_it.push(match row {
                Row::Constant { width: 64, limbs } => limbs.contains(&word),
                Row::Constant { width: 65.., limbs } if limbs.contains(&word) => return false,
                Row::Ite(_) => is_made_of_it,
                Row::Compare(CompareOp::Eq, ..) => false,
                _ if is_made_of_it => return false,
                _ => false,
            });
        }
        true
    }

    /// Puts other words in place of constants of 64 bits.
    pub fn change_words(&mut self, to: impl Fn(u64) -> u64) {
        for row in &mut self.rows {
            if let Row::Constant { width: 64, limbs } = row {
                limbs.iter_mut().for_each(|word| *word = to(*word));
            }
        }
    }
}

impl Row {
    fn operands(&self) -> Vec<RowNumber> {
        match self {
            Row::Constant { .. } | Row::Var(_) => Vec::new(),
            Row::Not(a)
            | Row::Neg(a)
            | Row::ZeroExtend(a, _)
            | Row::SignExtend(a, _)
            | Row::Extract { of: a, .. }
            | Row::FloatUnary(_, _, a)
            | Row::FloatToFloat { of: a, .. }
            | Row::IntToFloat { of: a, .. }
            | Row::FloatToInt { of: a, .. } => vec![*a],
            Row::Binary(_, a, b)
            | Row::Compare(_, a, b)
            | Row::Overflow(_, a, b)
            | Row::Concat { high: a, low: b }
            | Row::Float(_, _, a, b)
            | Row::FloatCompare(_, _, a, b) => vec![*a, *b],
            Row::Ite(all) | Row::Fma(_, all) => all.to_vec(),
            Row::Lookup { elements, index } => [&[*index], elements.as_slice()].concat(),
        }
    }
}

impl Pool {
    /// Lists terms; `number` says which variable is which. `None` if it does not know one, or
    /// something is applied.
    pub fn listing(&self, roots: &[Term], number: impl Fn(Var) -> Option<u32>) -> Option<Listing> {
        let mut writer = Writer { pool: self, number, places: HashMap::new() };
        let mut rows = Vec::new();
        for term in self.below(roots) {
            rows.push(writer.row(term)?);
            writer.places.insert(term, u32::try_from(rows.len() - 1).ok()?);
        }
        Some(Listing { rows, roots: roots.iter().map(|&root| writer.at(root)).collect() })
    }

    /// The terms of a list, with these variables. `None` if that is no list of terms.
    pub fn read_listing(&mut self, listing: &Listing, vars: &[Var]) -> Option<Vec<Term>> {
        let mut reader = Reader { pool: self, vars, terms: Vec::with_capacity(listing.rows.len()) };
        for row in &listing.rows {
            let term = reader.term(row)?;
            reader.terms.push(term);
        }
        listing.roots.iter().map(|&root| reader.at(root)).collect()
    }
}

/// Terms that become rows.
struct Writer<'p, N> {
    pool: &'p Pool,
    /// The number of a variable.
    number: N,
    /// The rows of the terms so far.
    places: HashMap<Term, RowNumber>,
}

impl<N: Fn(Var) -> Option<u32>> Writer<'_, N> {
    fn at(&self, term: Term) -> RowNumber {
        self.places[&term]
    }

    /// The row of a term whose operands have theirs.
    fn row(&self, term: Term) -> Option<Row> {
        let width = self.pool.width(term);
        let at = |term| self.at(term);
        Some(match self.pool.node(term) {
            Node::Constant(limbs) => Row::Constant { width, limbs: limbs.to_vec() },
            Node::Var(var) => Row::Var((self.number)(var)?),
            Node::Not(a) => Row::Not(at(a)),
            Node::Neg(a) => Row::Neg(at(a)),
            Node::Binary(op, a, b) => Row::Binary(op, at(a), at(b)),
            Node::Compare(op, a, b) => Row::Compare(op, at(a), at(b)),
            Node::Overflow(op, a, b) => Row::Overflow(op, at(a), at(b)),
            Node::Concat { high, low } => Row::Concat { high: at(high), low: at(low) },
            Node::Extract { of, high, low } => Row::Extract { of: at(of), high, low },
            Node::ZeroExtend(a) => Row::ZeroExtend(at(a), width),
            Node::SignExtend(a) => Row::SignExtend(at(a), width),
            Node::Ite { condition, then, els } => Row::Ite([at(condition), at(then), at(els)]),
            Node::Float(op, format, a, b) => Row::Float(op, format, at(a), at(b)),
            Node::FloatUnary(op, format, a) => Row::FloatUnary(op, format, at(a)),
            Node::Fma(format, operands) => Row::Fma(format, operands.map(at)),
            Node::FloatCompare(op, format, a, b) => Row::FloatCompare(op, format, at(a), at(b)),
            Node::FloatToFloat { from, to, of } => Row::FloatToFloat { from, to, of: at(of) },
            Node::IntToFloat { signed, to, of } => Row::IntToFloat { signed, to, of: at(of) },
            Node::FloatToInt { signed, from, of } => {
                Row::FloatToInt { signed, from, of: at(of), width }
            }
            Node::Lookup { elements, index } => {
                let elements = elements.iter().map(|&element| at(element)).collect();
                Row::Lookup { elements, index: at(index) }
            }
            Node::Apply { .. } => return None,
        })
    }
}

/// Rows that become terms. Each question is answered with `None` where no pool has written such a row.
struct Reader<'p> {
    pool: &'p mut Pool,
    vars: &'p [Var],
    /// The terms of the rows so far.
    terms: Vec<Term>,
}

impl Reader<'_> {
    fn at(&self, place: RowNumber) -> Option<Term> {
        self.terms.get(place as usize).copied()
    }

    /// Two terms of one width.
    fn pair(&self, a: RowNumber, b: RowNumber) -> Option<(Term, Term)> {
        let (a, b) = (self.at(a)?, self.at(b)?);
        (self.pool.width(a) == self.pool.width(b)).then_some((a, b))
    }

    /// A term that is as wide as a format.
    fn of_format(&self, format: FloatFormat, place: RowNumber) -> Option<Term> {
        self.at(place).filter(|&of| self.pool.width(of) == format.width())
    }

    /// Two terms that are as wide as a format.
    fn pair_of(&self, format: FloatFormat, a: RowNumber, b: RowNumber) -> Option<(Term, Term)> {
        Some((self.of_format(format, a)?, self.of_format(format, b)?))
    }

    /// A term that can be extended to a width.
    fn narrower(&self, place: RowNumber, width: u32) -> Option<Term> {
        let term = self.at(place)?;
        (self.pool.width(term) <= width && width <= MAX_WIDTH).then_some(term)
    }

    /// The term of a row whose operands are made.
    fn term(&mut self, row: &Row) -> Option<Term> {
        Some(match row {
            Row::Constant { width, limbs } => {
                let is_one = (1..=MAX_WIDTH).contains(width) && limbs.len() == limb_count(*width);
                is_one.then(|| self.pool.wide_constant(*width, limbs))?
            }
            Row::Var(number) => self.pool.var(*self.vars.get(*number as usize)?),
            Row::Not(a) => self.pool.not(self.at(*a)?),
            Row::Neg(a) => self.pool.neg(self.at(*a)?),
            Row::Binary(op, a, b) => {
                let (a, b) = self.pair(*a, *b)?;
                self.pool.binary(*op, a, b)
            }
            Row::Compare(op, a, b) => {
                let (a, b) = self.pair(*a, *b)?;
                self.pool.compare(*op, a, b)
            }
            Row::Overflow(op, a, b) => {
                let (a, b) = self.pair(*a, *b)?;
                self.pool.overflow(*op, a, b)
            }
            Row::Concat { high, low } => {
                let (high, low) = (self.at(*high)?, self.at(*low)?);
                let fits = self.pool.width(high) + self.pool.width(low) <= MAX_WIDTH;
                fits.then(|| self.pool.concat(high, low))?
            }
            Row::Extract { of, high, low } => {
                let of = self.at(*of)?;
                let exist = low <= high && *high < self.pool.width(of);
                exist.then(|| self.pool.extract(of, *high, *low))?
            }
            Row::ZeroExtend(a, width) => {
                let a = self.narrower(*a, *width)?;
                self.pool.zext(a, *width)
            }
            Row::SignExtend(a, width) => {
                let a = self.narrower(*a, *width)?;
                self.pool.sext(a, *width)
            }
            Row::Ite([condition, then, els]) => {
                let (then, els) = self.pair(*then, *els)?;
                let condition = self.at(*condition).filter(|&c| self.pool.width(c) == 1)?;
                self.pool.ite(condition, then, els)
            }
            Row::Lookup { elements, index } => self.table(elements, *index)?,
            _ => self.float(row)?,
        })
    }

    /// The term of a row that is an operation on floats.
    fn float(&mut self, row: &Row) -> Option<Term> {
        Some(match *row {
            Row::Float(op, format, a, b) => {
                let (a, b) = self.pair_of(format, a, b)?;
                self.pool.float(op, format, a, b)
            }
            Row::FloatUnary(op, format, a) => {
                let a = self.of_format(format, a)?;
                self.pool.float_unary(op, format, a)
            }
            Row::Fma(format, [a, b, c]) => {
                let (a, b) = self.pair_of(format, a, b)?;
                let c = self.of_format(format, c)?;
                self.pool.fma(format, a, b, c)
            }
            Row::FloatCompare(op, format, a, b) => {
                let (a, b) = self.pair_of(format, a, b)?;
                self.pool.float_compare(op, format, a, b)
            }
            Row::FloatToFloat { from, to, of } => {
                let of = self.of_format(from, of)?;
                self.pool.float_to_float(from, to, of)
            }
            Row::IntToFloat { signed, to, of } => {
                let of = self.at(of).filter(|&of| self.pool.width(of) <= 128)?;
                self.pool.int_to_float(signed, to, of)
            }
            Row::FloatToInt { signed, from, of, width } => {
                let of = self.of_format(from, of).filter(|_| (1..=128).contains(&width))?;
                self.pool.float_to_int(signed, from, of, width)
            }
            _ => unreachable!("{row:?} is not a float operation"),
        })
    }

    fn table(&mut self, elements: &[RowNumber], index: RowNumber) -> Option<Term> {
        let elements: Vec<Term> =
            elements.iter().map(|&element| self.at(element)).collect::<Option<_>>()?;
        let width = self.pool.width(*elements.first()?);
        let fit = elements.iter().all(|&element| self.pool.width(element) == width);
        let index = self.at(index).filter(|_| fit)?;
        Some(self.pool.lookup(&elements, index))
    }
}
