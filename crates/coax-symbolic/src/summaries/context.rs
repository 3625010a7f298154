//! The context of a call: what stands there for the formals of a function.

use std::collections::HashMap;

use coax_expr::{Term, Var};
use coax_ir::{CallSite, FuncId, Kind, Slot};
use coax_kinds::FollowReason;
use coax_memory::Object;

use super::{Argument, Summary};
use crate::layers::Summarizer;
use crate::layers::Summing;
use crate::symbolic::{Symbols, has_address};
use crate::{State, Stop};

/// A word that a call passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    word: u64,
    term: Option<Term>,
    width: u32,
    /// May it be any value, if it depends on inputs? A pointer may not.
    pub(super) is_open: bool,
}

/// The formals of a summary, in terms of the caller.
pub(super) type Actuals = HashMap<Var, Term>;

impl<'p> Summing<'_, 'p> {
    /// The words that a call passes.
    pub(super) fn given(&mut self, state: &State<'p>, call: &CallSite) -> Result<Vec<Given>, Stop> {
        let kinds = call.args.iter().flat_map(|arg| arg.kinds.iter());
        let mut given = Vec::new();
        for ((width, pointer), &slot) in kinds.flat_map(words_of).zip(&call.flat) {
            if state.undefined(slot) != 0 {
                return Err(Stop::Follow(FollowReason::Undefined));
            }
            given.push(Summarizer::of(self.symbols()).given_word(state, slot, width, pointer));
        }
        match given.len() == call.flat.len() {
            true => Ok(given),
            false => Err(Stop::Follow(FollowReason::Arguments)),
        }
    }

    /// A summary of a function that fits the context of a call, and what stands for its formals.
    pub(super) fn fitting(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        given: &[Given],
    ) -> Result<Option<(usize, Actuals)>, Stop> {
        let summaries = self.symbols().summaries.known.remove(&id).unwrap_or_default();
        let found = self.first_fitting(state, &summaries, given);
        self.symbols().summaries.known.insert(id, summaries);
        found
    }

    fn first_fitting(
        &mut self,
        state: &mut State<'p>,
        summaries: &[Summary],
        given: &[Given],
    ) -> Result<Option<(usize, Actuals)>, Stop> {
        for (number, summary) in summaries.iter().enumerate() {
            if summary.arguments.iter().zip(given).all(|(argument, given)| given.fits(argument))
                && self.symbols().is_around(state, &summary.around)
                && self.finds_the_same(state, summary)?
            {
                let actuals = Summarizer::of(self.symbols()).actuals(state, summary, given)?;
                return Ok(Some((number, actuals)));
            }
        }
        Ok(None)
    }

    /// Are the objects that a function looks at what they were, formals aside?
    fn finds_the_same(&mut self, state: &mut State<'p>, summary: &Summary) -> Result<bool, Stop> {
        for &address in &summary.absent {
            self.bring_in(state, address)?;
            if state.memory.object(address).is_some() {
                return Ok(false);
            }
        }
        for touched in &summary.touched {
            self.bring_in(state, touched.base)?;
            let open = |at: u32| {
                let index = touched.cells.partition_point(|cell| cell.offset <= at);
                let before = index.checked_sub(1).map(|index| &touched.cells[index]);
                before.is_some_and(|cell| at < cell.offset + cell.len)
            };
            if !summary.clean.is_same(&state.memory, touched.base, open) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<'p> Summarizer<'_, 'p> {
    fn given_word(&mut self, state: &State<'p>, slot: Slot, width: u32, pointer: bool) -> Given {
        let (word, term) = (state.word(slot), state.mark(slot).term);
        let term = term.map(|term| self.symbols.pool.resize(term, width));
        let address = |symbols: &mut Self, term| {
            let ground = symbols.ground(term);
            width == 64 && (pointer || has_address(&symbols.pool, ground, 0))
        };
        let is_open = term.is_some_and(|term| !address(self, term));
        Given { word, term, width, is_open }
    }

    /// What stands for the formals of a summary that fits.
    pub(super) fn actuals(
        &mut self,
        state: &mut State<'p>,
        summary: &Summary,
        given: &[Given],
    ) -> Result<Actuals, Stop> {
        let mut actuals = Actuals::new();
        for (argument, given) in summary.arguments.iter().zip(given) {
            if let Argument::Formal(formal) = *argument {
                actuals.insert(formal, given.actual(self));
            }
        }
        for touched in &summary.touched {
            let guard = state.memory.object(touched.base).and_then(Object::guard);
            actuals.extend(touched.size.zip(guard.map(|guard| guard.size)));
            state.memory.unfold_whole(touched.base);
            for cell in &touched.cells {
                let address = touched.base + u64::from(cell.offset);
                let actual = self.range_term(state, address, cell.len.into())?;
                actuals.insert(cell.formal, actual);
            }
            state.memory.fold(touched.base);
        }
        Ok(actuals)
    }
}

impl Given {
    /// Is it what an argument of a summary stands for?
    pub(super) fn fits(&self, argument: &Argument) -> bool {
        match *argument {
            Argument::Word(word) => self.term.is_none() && self.word == word,
            Argument::Formal(_) => self.may_be_formal(),
            Argument::Exact(term) => self.term == Some(term),
        }
    }

    /// May it be any word?
    pub(super) fn may_be_formal(&self) -> bool {
        self.term.is_none() || self.is_open
    }

    /// Does it depend on inputs?
    pub(super) fn is_symbolic(&self) -> bool {
        self.term.is_some()
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    pub(super) fn word(&self) -> u64 {
        self.word
    }

    /// It as a term of the caller's.
    pub(super) fn actual(&self, symbols: &mut Symbols<'_>) -> Term {
        self.term.unwrap_or_else(|| symbols.pool.constant(self.width, self.word.into()))
    }
}

/// The widths of the words a scalar travels in, and whether each is a pointer.
pub(super) fn words_of(kind: &Kind) -> impl Iterator<Item = (u32, bool)> + use<> {
    let (bits, pointer) = (kind.bits(), *kind == Kind::Ptr);
    let words = kind.slots();
    (0..words).map(move |i| ((bits - 64 * i).min(64), pointer))
}
