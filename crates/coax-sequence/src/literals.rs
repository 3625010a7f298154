//! Numbers and texts to call functions with: what the code under test itself mentions, boundary values, and any.

use std::collections::BTreeSet;

use coax_ir::{FuncId, Program, Type};

use crate::rng::Rng;
use crate::types::{Number, Sort};

/// The longest text that is taken from the program.
const LONGEST: usize = 64;
/// Numbers from here on are extreme: few functions are meant for so much of anything.
const LARGE: u64 = 1 << 20;
/// The most constants and texts that are kept.
const MOST: usize = 4096;

/// What the code under test mentions.
#[derive(Debug, Default)]
pub(crate) struct Literals {
    numbers: Vec<u64>,
    texts: Vec<Vec<u8>>,
    characters: Vec<u8>,
}

/// A literal, and whether it is one that a careful caller would not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_extreme: bool,
}

impl Literals {
    /// Those in these functions and in the constants of the program.
    pub(crate) fn of(program: &Program, functions: &[FuncId]) -> Literals {
        let mut numbers = BTreeSet::new();
        for &function in functions {
            let Ok(body) = program.body(function) else { continue };
            numbers.extend(body.constants.iter().copied().filter(|&number| number >> 44 == 0));
        }
        let texts = texts(program);
        let shown = |number: &u64| (0x20..0x7f).contains(number) || matches!(number, 9 | 10 | 13);
        let mut characters: BTreeSet<u8> =
            numbers.iter().filter(|number| shown(number)).map(|&number| number as u8).collect();
        characters.extend(texts.iter().filter(|text| text.len() <= 4).flatten());
        Literals {
            numbers: numbers.into_iter().take(MOST).collect(),
            texts: texts.into_iter().take(MOST).collect(),
            characters: characters.into_iter().collect(),
        }
    }

    /// A number of a type; an extreme one where that is asked for.
    pub(crate) fn number(
        &self,
        program: &Program,
        number: Number,
        rng: &mut Rng,
        extreme_one_in: u32,
    ) -> Literal {
        let is_extreme = number.sort != Sort::Enum && rng.one_in(extreme_one_in);
        let value = match number.sort {
            Sort::Truth => rng.next() & 1,
            Sort::Enum => enumerator(program, number, rng),
            Sort::Float => return self.float(number, rng, is_extreme),
            Sort::Character => u64::from(self.character(rng)),
            Sort::Signed | Sort::Unsigned if is_extreme => self.extreme(number, rng),
            Sort::Signed | Sort::Unsigned => self.integer(number, rng),
        };
        let is_extreme = is_extreme && matches!(number.sort, Sort::Signed | Sort::Unsigned);
        Literal { bytes: value.to_le_bytes()[..number.size.into()].to_vec(), is_extreme }
    }

    fn integer(&self, number: Number, rng: &mut Rng) -> u64 {
        match rng.below(16) {
            0..=7 => rng.below(9) as u64,
            8..=9 => rng.below(200) as u64,
            10 if number.sort == Sort::Signed => (rng.below(9) as u64).wrapping_neg(),
            11..=14 => {
                let near = [0, 0, 1, u64::MAX][rng.below(4)];
                let mentioned = rng.one_of(&self.numbers).copied().unwrap_or(2);
                mentioned.wrapping_add(near) % LARGE
            }
            _ => rng.next() >> (48 + rng.below(16)),
        }
    }

    fn float(&self, number: Number, rng: &mut Rng, is_extreme: bool) -> Literal {
        let value = match rng.below(8) {
            _ if is_extreme => [f64::INFINITY, f64::NAN, 1e300, -1e300][rng.below(4)],
            0..=2 => rng.below(10) as f64 - 2.0,
            3..=4 => (rng.below(2001) as f64 - 1000.0) / 8.0,
            5 => self.float_of_program(number, rng),
            6 => 0.0,
            _ => (rng.below(200_001) as f64 - 100_000.0) / 128.0,
        };
        let bytes = match number.size {
            4 => (value as f32).to_le_bytes().to_vec(),
            _ => value.to_le_bytes().to_vec(),
        };
        Literal { bytes, is_extreme }
    }

    fn float_of_program(&self, number: Number, rng: &mut Rng) -> f64 {
        let bits = rng.one_of(&self.numbers).copied().unwrap_or(0);
        let value = match number.size {
            4 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        };
        if value.is_finite() && value.abs() > 1e-30 && value.abs() < 1e30 { value } else { 1.0 }
    }

    /// A letter: one that the code mentions, or any that people type.
    pub(crate) fn character(&self, rng: &mut Rng) -> u8 {
        match rng.below(3) {
            0..=1 => rng.one_of(&self.characters).copied().unwrap_or(b'a'),
            _ => 0x20 + rng.below(0x5f) as u8,
        }
    }

    /// A text without zeros.
    pub(crate) fn text(&self, rng: &mut Rng, longest: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let pieces = [0, 1, 1, 1, 2, 3, 5, 9][rng.below(8)];
        for _ in 0..pieces {
            match rng.below(6) {
                0..=1 => text.extend(rng.one_of(&self.texts).into_iter().flatten()),
                2 => text.extend(rng.below(1000).to_string().bytes()),
                3 => text.extend((0..1 + rng.below(4)).map(|at| b'a' + ((at * 7) % 26) as u8)),
                _ => text.push(self.character(rng)),
            }
        }
        text.truncate(longest);
        text
    }

    fn extreme(&self, number: Number, rng: &mut Rng) -> u64 {
        let top = 1u64 << (u32::from(number.size) * 8 - 1);
        match rng.below(8) {
            0..=3 => rng.one_of(&self.numbers).copied().unwrap_or(top),
            at => [u64::MAX, top, top - 1, top + 1][at - 4],
        }
    }
}

fn enumerator(program: &Program, number: Number, rng: &mut Rng) -> u64 {
    match &*program.type_of(number.ty) {
        Type::Enum { values, .. } => rng.one_of(values).map_or(0, |value| value.value as u64),
        _ => 0,
    }
}

/// The texts among the constants of the user's own.
fn texts(program: &Program) -> BTreeSet<Vec<u8>> {
    let mut texts = BTreeSet::new();
    for (index, global) in program.globals().iter().enumerate() {
        let parts = &global.parts;
        let is_short = (2..=LONGEST as u64 + 1).contains(&parts.size);
        if !parts.constant || !parts.defined || parts.runtime || parts.zero || !is_short {
            continue;
        }
        let Ok(bytes) = program.initial(coax_ir::GlobalId(index as u32)) else { continue };
        if let Some((0, letters)) = bytes.split_last()
            && letters
                .iter()
                .all(|&letter| (0x20..0x7f).contains(&letter) || matches!(letter, 9 | 10))
        {
            texts.insert(letters.to_vec());
        }
    }
    texts
}
