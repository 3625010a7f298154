//! A function's own terms and the program's: what is decided in the former is asked in the latter.
//!
//! What a path through a function decides is kept in the function's own terms, since that is what its
//! summary is made of: also what only the context of the call decides, and what was relied on.

use coax_expr::{Assignment, Node, Term};

use crate::State;
use crate::layers::Summarizer;
use crate::symbolic::Symbols;

/// What is known about the other side of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// Paths that get there explore it.
    Open,
    /// The program ends there, or what happens does not matter.
    Ends,
}

/// A decision of a path through a function, in the function's own terms.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    pub(super) condition: Term,
    pub(super) holds: bool,
    pub(super) other: Other,
}

impl<'p> Summarizer<'_, 'p> {
    /// A term of the running path in terms of the program's inputs.
    pub(crate) fn ground(&mut self, term: Term) -> Term {
        match self.symbols.summaries.making.last_mut() {
            Some(making) => self.symbols.pool.replace(term, &making.ground, &mut making.grounded),
            None => term,
        }
    }

    /// Notes which way the running path goes, in its own terms.
    pub(crate) fn note_local(
        &mut self,
        state: &mut State<'p>,
        condition: Term,
        holds: bool,
        other: Other,
    ) {
        if !self.is_summing_up() || self.symbols.pool.is_constant(condition) {
            return;
        }
        let literal = if holds { condition } else { self.symbols.pool.not(condition) };
        if self.symbols.context.local.insert(literal) {
            state.above.path.local.push(Decision { condition, holds, other });
        }
    }

    /// The other side of a decision, which is put aside, has taken it the other way.
    pub(crate) fn note_flipped(&mut self, fork: &mut State<'p>, condition: Term, holds: bool) {
        if self.is_summing_up() {
            fork.above.path.local.push(Decision { condition, holds, other: Other::Open });
        }
    }

    /// Something is done that is right only if a condition holds, which is known to hold here.
    pub(crate) fn rely_on(&mut self, state: &mut State<'p>, condition: Term) {
        self.note_local(state, condition, true, Other::Open);
    }

    /// Something is done that is right only if an offset is within a range, which it is known to be here.
    pub(crate) fn rely_on_range(
        &mut self,
        state: &mut State<'p>,
        offset: Term,
        low: u64,
        high: u64,
    ) {
        if !self.is_summing_up() {
            return;
        }
        let width = self.symbols.pool.width(offset);
        let (low, high) = (
            self.symbols.pool.constant(width, low.into()),
            self.symbols.pool.constant(width, high.into()),
        );
        let (above, below) =
            (self.symbols.pool.ule(low, offset), self.symbols.pool.ule(offset, high));
        let within = self.symbols.pool.and(above, below);
        self.rely_on(state, within);
    }

    /// Makes what a state has decided in its own terms the running path's.
    pub(crate) fn enter_local(&mut self, state: &State<'p>) {
        self.symbols.context.local.clear();
        if !self.is_summing_up() {
            return;
        }
        for &Decision { condition, holds, .. } in state.above.path.local.oldest_first() {
            let literal = if holds { condition } else { self.symbols.pool.not(condition) };
            self.symbols.context.local.insert(literal);
        }
    }

    /// A model of the program's inputs, with the values of formals it leads to.
    pub(crate) fn with_formals(&mut self, mut model: Assignment) -> Assignment {
        let Some(making) = self.symbols.summaries.making.last() else { return model };
        self.symbols.evaluator.begin();
        for (&formal, &ground) in &making.ground {
            let value = self.symbols.evaluator.eval(&self.symbols.pool, ground, &model) as u64;
            model.set(formal, value);
        }
        model
    }
}

impl Symbols<'_> {
    /// Is a function being explored by itself?
    pub(crate) fn is_summing_up(&self) -> bool {
        !self.summaries.making.is_empty()
    }

    /// Is a term about a formal of some width?
    pub(crate) fn has_formal(&self, term: Term, width: u32) -> bool {
        let Some(making) = self.summaries.making.last() else { return false };
        let is_formal = |&below: &Term| match self.pool.node(below) {
            Node::Var(var) => self.pool.var_width(var) == width && making.ground.contains_key(&var),
            _ => false,
        };
        self.pool.below(&[term]).iter().any(is_formal)
    }
}
