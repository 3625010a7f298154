//! Which sides of branches the tests of a suite cover.
//!
//! Tests are judged natively while more are found, and some do not stay. So that the same suite comes of the same
//! sequences whenever they are judged, a test stands for a side by the order in which tests came: the first few that
//! cover it do, and later ones do not.
//!
//! Invariant: what is answered depends on the order of the tests alone, not on when they were judged.

use std::collections::HashMap;

use coax_ir::{FuncId, Program};
use coax_sequence::Side;

use crate::project::scan::FunctionName;

/// So many tests stand for one side: if one does not stay, the next takes its place.
const MOST_FOR_ONE: u8 = 3;

/// What stands for a call of a function without branches, among the places of its sides.
const CALL: u32 = u32::MAX;

/// A side of a branch, the same in all programs that have its function; of a function without any, that it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(u32);

/// All sides that were covered so far.
#[derive(Default)]
pub struct Sides {
    functions: HashMap<FunctionName, u32>,
    ids: HashMap<(u32, u32, u32), SideId>,
    /// The function each of them is in; none for calls.
    function_of: Vec<Option<u32>>,
    /// How many tests stand for each of them.
    standing: Vec<u8>,
}

impl Sides {
    /// The sides that a driver names, in this program.
    pub fn of(&mut self, program: &Program, sides: &[Side]) -> Vec<SideId> {
        let mut names: HashMap<FuncId, u32> = HashMap::new();
        let mut ids = Vec::with_capacity(sides.len());
        for side in sides {
            let function = *names
                .entry(side.function)
                .or_insert_with(|| self.function(FunctionName::of(program, side.function)));
            ids.push(self.id((function, side.at.0, side.to.0)));
        }
        ids
    }

    /// That a function without branches is called.
    pub fn call(&mut self, program: &Program, function: FuncId) -> SideId {
        let function = self.function(FunctionName::of(program, function));
        self.id((function, CALL, CALL))
    }

    fn function(&mut self, name: FunctionName) -> u32 {
        let next = self.functions.len() as u32;
        *self.functions.entry(name).or_insert(next)
    }

    fn id(&mut self, key: (u32, u32, u32)) -> SideId {
        let next = SideId(self.function_of.len() as u32);
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            self.function_of.push((key.1 != CALL).then_some(key.0));
            self.standing.push(0);
        }
        id
    }

    /// Of the sides that the next test covers, those that it stands for.
    pub fn stand_for(&mut self, sides: &[SideId]) -> Vec<SideId> {
        let mut own = Vec::new();
        for &side in sides {
            let standing = &mut self.standing[side.0 as usize];
            if *standing < MOST_FOR_ONE {
                *standing += 1;
                own.push(side);
            }
        }
        own
    }

    /// Is it a side of a branch?
    pub fn is_of_branch(&self, side: SideId) -> bool {
        self.function_of[side.0 as usize].is_some()
    }

    /// How many of these are sides of branches of a function.
    pub fn within<'s>(&self, name: &FunctionName, sides: impl Iterator<Item = &'s SideId>) -> u64 {
        let Some(&function) = self.functions.get(name) else { return 0 };
        sides.filter(|side| self.function_of[side.0 as usize] == Some(function)).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(function: &str) -> FunctionName {
        FunctionName {
            file: "a.c".into(),
            line: 1,
            symbol: function.into(),
            qualified: function.into(),
        }
    }

    #[test]
    fn a_call_is_no_side_of_a_branch() {
        let mut sides = Sides::default();
        let (f, g) = (sides.function(name("f")), sides.function(name("g")));
        let (side, call) = (sides.id((f, 3, 4)), sides.id((g, CALL, CALL)));
        assert_eq!((sides.is_of_branch(side), sides.is_of_branch(call)), (true, false));
        assert_eq!(sides.within(&name("f"), [side, call].iter()), 1);
        assert_eq!(sides.within(&name("g"), [side, call].iter()), 0);
        assert_eq!(sides.stand_for(&[call]), [call]);
    }

    #[test]
    fn the_first_few_tests_stand_for_a_side() {
        let mut sides = Sides::default();
        let f = sides.function(name("f"));
        let (one, other) = (sides.id((f, 3, 4)), sides.id((f, 3, 9)));
        assert_eq!(sides.id((f, 3, 4)), one);
        for _ in 0..MOST_FOR_ONE {
            assert_eq!(sides.stand_for(&[one]), [one]);
        }
        assert_eq!(sides.stand_for(&[one, other]), [other]);
        assert!(sides.stand_for(&[one]).is_empty());
    }
}
