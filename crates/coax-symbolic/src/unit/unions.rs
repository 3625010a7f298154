//! Unions of pointers and numbers: a pointer may be a number instead, which is the value of another
//! member.
//!
//! Code that follows the pointer has found out that it is one. Code that reads another member reads the number,
//! if it is there.

use coax_expr::{Term, Var};

use super::objects::Made;
use super::shapes::NumberKind;
use super::{Leaf, Target};
use crate::layers::InputMaker;
use crate::layers::UnitRun;
use crate::symbolic::{InputSource, Symbols};
use crate::{State, Stop};

/// The choice of a pointer's variable that says there is a number: the first, as nothing has to be
/// made for it.
pub(super) const NUMBER: usize = 0;

impl<'p> InputMaker<'_, 'p> {
    /// The number that may be where a pointer is, whose variable is `choice`.
    pub(super) fn number_instead(
        &mut self,
        state: &mut State<'p>,
        name: &str,
        choice: Var,
    ) -> Target {
        let number = self.input(state, InputSource::Unit { name: name.into() }, None, vec![8])[0];
        state.above.tree().numbers.push((choice, number));
        Target::Number(number)
    }
}

impl<'p> Symbols<'p> {
    /// Does a term depend on numbers that may be where pointers are?
    pub(crate) fn may_be_number(&self, state: &State<'p>, term: Term) -> bool {
        let vars = self.pool.vars(term);
        let tree = state.above.unit.as_ref();
        tree.is_some_and(|tree| tree.numbers.iter().any(|(_, number)| vars.contains(number)))
    }
}

impl<'p> UnitRun<'_, 'p> {
    /// A term that is followed as a pointer: what it is if there are no numbers where pointers may be.
    /// None if one is known to be there.
    pub(super) fn as_pointer(
        &mut self,
        state: &mut State<'p>,
        term: Term,
    ) -> Result<Option<Term>, Stop> {
        let symbols = self.symbols();
        if !symbols.may_be_number(state, term) {
            return Ok(Some(term));
        }
        let vars = symbols.pool.vars(term);
        let all = state.above.unit.iter().flat_map(|tree| tree.numbers.iter().copied());
        let all: Vec<(Var, Var)> = all.filter(|(_, number)| vars.contains(number)).collect();
        let mut replacements = Vec::new();
        for (choice, number) in all {
            let choice = symbols.pool.var(choice);
            let here = symbols.pool.constant(8, NUMBER as u128);
            let is_number = symbols.pool.eq(choice, here);
            let is_pointer = symbols.pool.not(is_number);
            if !symbols.assume(state, is_pointer)? {
                return Ok(None);
            }
            replacements.push((number, symbols.pool.constant(64, 0)));
        }
        Ok(Some(symbols.pool.substitute(term, &replacements)))
    }
}

/// The number that may be where a pointer is, as a scalar of its own.
pub(super) fn number_beside(made: &Made) -> Option<Made> {
    let (leaf, term) = made;
    let targets = &leaf.targets.as_ref()?.targets;
    let &Target::Number(var) = targets.get(NUMBER)? else { return None };
    let number = Some(NumberKind::Unsigned);
    Some((Leaf { var, number, targets: None, ..leaf.clone() }, *term))
}
