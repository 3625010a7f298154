//! A call that is not followed: its summary says what it does.

use std::collections::HashSet;

use coax_expr::{Assignment, Node, Term, Var};
use coax_ir::{Body, CallSite, FuncId, Inst};
use coax_kinds::FollowReason;
use coax_solve::Answer;

use super::Written;
use super::context::{Actuals, words_of};
use super::explore::{Called, Missing};
use super::ground::Other;
use crate::Machine;
use crate::Mark;
use crate::Treatment;
use crate::layers::Summarizer;
use crate::layers::Summing;
use crate::scenario::InScenario;
use crate::symbolic::{Symbols, is_concrete, is_native};
use crate::{State, Stop};

/// How many functions are explored inside of each other.
const DEEPEST: usize = 32;
/// After so many calls that could not be summed up, a function is followed.
const PATIENCE: u32 = 2;
/// After so many calls that had nothing to do with inputs, those that are given none are followed.
const IDLE: u32 = 4;
/// After so many calls that were explored in vain, a function is followed. A call that spared paths
/// makes up for `SPARED` of them.
const FRUITLESS: u32 = 8;
const SPARED: u32 = 2;

/// Is a function one that may be stepped over, if not in the run that asks first?
pub(crate) fn may_be_summed_up(machine: &Machine<'_>, id: FuncId, body: &Body) -> bool {
    let summaries = machine.above.symbols.as_ref().map(|symbols| &symbols.summaries);
    let forks = |inst: &Inst| match inst {
        Inst::Switch { .. } | Inst::Call { .. } => true,
        inst => inst.sides().is_some(),
    };
    summaries.is_some_and(|summaries| summaries.wanted)
        && !machine.program.function(id).signature.variadic
        && body.code.iter().any(forks)
}

impl<'p> Summing<'_, 'p> {
    /// Steps over calls from here on: the paths of a function are explored once, up to `most_paths`
    /// of them.
    pub(super) fn sum_up_calls(&mut self, most_paths: u64) {
        let summaries = &mut self.symbols().summaries;
        (summaries.wanted, summaries.on, summaries.most_paths) = (true, true, most_paths);
    }

    /// Calls a function that may be stepped over.
    pub(crate) fn call_summed_up(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        body: &'p Body,
        call: &'p CallSite,
    ) -> Result<(), Stop> {
        let symbols = self.symbols();
        let is_prepared = state.above.unit.is_none() || state.is_in_call();
        if !symbols.summaries.on || state.above.path.inputs.is_empty() || !is_prepared {
            return self.call_body(state, id, body, call);
        }
        if symbols.is_summing_up() && self.program.function(id).name.as_ref() == "exit" {
            return Err(Stop::Exit(0));
        }
        let called = Called { id, body, call };
        let done = match self.is_followed(state, called) {
            Some(reason) => Err(Stop::Follow(reason)),
            None => self.step_over(state, called).inspect_err(|stop| {
                if let Stop::Follow(reason) = stop {
                    self.symbols().summaries.refuse(id, *reason);
                }
            }),
        };
        match done {
            Err(Stop::Follow(reason)) => {
                self.symbols().summaries.count_followed(reason);
                self.call_body(state, id, body, call)
            }
            done => done,
        }
    }

    /// Why a call is followed, if that is known beforehand.
    fn is_followed(&mut self, state: &State<'p>, called: Called<'p>) -> Option<FollowReason> {
        let Called { id, call, .. } = called;
        let summaries = &self.symbols().summaries;
        let symbolic = || call.flat.iter().any(|&slot| state.mark(slot).term.is_some());
        let running = state.frames.iter().any(|frame| frame.function == id)
            || summaries.making.iter().any(|making| making.function == id);
        if running {
            return Some(FollowReason::Recursion);
        }
        if summaries.making.len() >= DEEPEST {
            return Some(FollowReason::Depth);
        }
        if call.has_byval {
            return Some(FollowReason::StructArgument);
        }
        match (summaries.refused.get(&id), summaries.idle.get(&id)) {
            (Some(&(PATIENCE.., reason)), _) => Some(reason),
            (_, Some(IDLE..)) if !symbolic() => Some(FollowReason::NoInputs),
            _ if matches!(summaries.fruitless.get(&id), Some(FRUITLESS..)) => {
                Some(FollowReason::Fruitless)
            }
            _ => None,
        }
    }

    fn step_over(&mut self, state: &mut State<'p>, called: Called<'p>) -> Result<(), Stop> {
        let kinds = |kinds: &[coax_ir::Kind]| kinds.iter().flat_map(words_of).collect::<Vec<_>>();
        let returned = kinds(&self.program.function(called.id).signature.ret);
        if !called.call.ret.is_empty() && kinds(&called.call.ret) != returned {
            return Err(Stop::Follow(FollowReason::Result));
        }
        let given = self.given(state, called.call)?;
        loop {
            let fitting = match self.fitting(state, called.id, &given)? {
                None => self.find_cached(state, called.id, &given)?,
                fitting => fitting,
            };
            let missing = match fitting {
                None => None,
                Some((number, actuals)) => {
                    match Summarizer::of(self.symbols())
                        .uncovered(state, called.id, number, &actuals)?
                    {
                        Some(model) => Some(Missing { number, actuals, model }),
                        None => {
                            let summaries = &mut self.symbols().summaries;
                            summaries.counts.reused += 1;
                            summaries.note_fruits(called.id, number, 0);
                            return self.apply(state, called, number, &actuals, true);
                        }
                    }
                }
            };
            let is_new = missing.is_none();
            match self.sum_up(state, called, &given, missing) {
                // An object that the function accesses is made accessible in its caller first.
                Err(Stop::OutsideFootprint(address)) => self.make_visible(state, address)?,
                Err(stop) => return Err(stop),
                Ok((number, complete)) => {
                    let summaries = &mut self.symbols().summaries;
                    let count = match is_new {
                        true => &mut summaries.counts.made,
                        false => &mut summaries.counts.extended,
                    };
                    *count += 1;
                    summaries.note_fruits(called.id, number, 1);
                    let actuals = Summarizer::of(self.symbols())
                        .actuals_of(state, called.id, number, &given)?;
                    if actuals.is_empty() {
                        *self.symbols().summaries.idle.entry(called.id).or_default() += 1;
                    }
                    return self.apply(state, called, number, &actuals, complete);
                }
            }
        }
    }

    /// Looks at an object for a function that is about to be summed up. An input of a unit that is
    /// made for this must not keep other inputs from what they may be: a path through the function
    /// that does not look at it is free of that.
    fn make_visible(&mut self, state: &mut State<'p>, address: u64) -> Result<(), Stop> {
        if !state.above.unit.as_ref().is_some_and(|tree| tree.is_unmade(address)) {
            return self.bring_in(state, address).map(|_| ());
        }
        let Some(saved) = self.saved(state) else { return Err(Stop::Follow(FollowReason::World)) };
        match self.bring_in(state, address) {
            Ok(_) if !self.symbols().restricts_old_inputs(state, &saved.state) => Ok(()),
            Err(stop @ Stop::OutsideFootprint(_)) => Err(stop),
            _ => {
                self.rewind(state, saved);
                Err(Stop::Follow(FollowReason::InputSize))
            }
        }
    }

    /// Does what a summary says.
    fn apply(
        &mut self,
        state: &mut State<'p>,
        Called { id, call, .. }: Called<'p>,
        number: usize,
        actuals: &Actuals,
        complete: bool,
    ) -> Result<(), Stop> {
        let symbols = self.symbols();
        Summarizer::of(symbols).note_around(state, id, number);
        Summarizer::of(symbols).note_inner(state, id, number, actuals);
        Summarizer::of(symbols).meet_goals(state, id, number, actuals);
        let summary = &symbols.summaries.known[&id][number];
        let (covered, returns) = (summary.covered, summary.returns);
        let (results, written) = (summary.results.clone(), summary.written.clone());
        let known = &mut Default::default();
        let mut here =
            |symbols: &mut Symbols<'p>, term: Term| symbols.pool.replace(term, actuals, known);
        let covered = here(symbols, covered);
        if complete {
            Summarizer::of(symbols).rely_on(state, covered);
        } else if !symbols.restrict(state, covered, Other::Open)? {
            return Err(Stop::Follow(FollowReason::NoCase));
        }
        let returns = here(symbols, returns);
        if !symbols.restrict(state, returns, Other::Ends)? {
            return Err(Stop::EndedInside);
        }
        // From here on the path stands for many, also the sides of it that are put aside.
        state.above.path.summed_up = true;
        let mut left = Vec::new();
        for Written { address, value, skipped } in written {
            let skipped = skipped.map(|skipped| here(self.symbols(), skipped));
            // What is undefined is no value: whether it still is, is decided.
            let is_skipped = skipped.map_or(Ok(false), |skipped| self.decide(state, skipped))?;
            left.extend((!is_skipped).then_some((address, value)));
        }
        for (address, term) in left {
            let term = here(self.symbols(), term);
            self.bring_in(state, address)?;
            state.memory.unfold_whole(address);
            self.put(state, address, term)?;
            state.memory.fold(address);
        }
        let symbols = self.symbols();
        for (i, term) in results.into_iter().enumerate().filter(|_| !call.ret.is_empty()) {
            let term = here(symbols, term);
            let (value, term) = (symbols.value(state, term) as u64, symbols.symbolic(term));
            let mark = Mark { undefined: 0, term };
            state.set_marked_word(call.dst.plus(i as u32), value, mark);
        }
        state.top().pc = call.next;
        Ok(())
    }

    /// A function that is explored by itself may do nothing that terms cannot say.
    pub(crate) fn refuse_effects(&mut self, id: FuncId, treatment: Treatment) -> Result<(), Stop> {
        let is_summing_up =
            self.above.symbols.as_ref().is_some_and(|symbols| symbols.is_summing_up());
        if !is_summing_up || treatment == Treatment::Observe || is_concrete(self, id) {
            return Ok(());
        }
        let name = &*self.program.function(id).name;
        let is_engines = coax_interp::is_intrinsic(name);
        let harmless = match is_engines {
            true => matches!(name, "__coax_edge" | "__coax_quiet"),
            false => self.library.is_local(name) || is_native(self, name),
        };
        match harmless {
            true => Ok(()),
            false => {
                let throws = name == "__coax_throw";
                Err(Stop::Follow(match throws {
                    true => FollowReason::Exception,
                    false => FollowReason::Library,
                }))
            }
        }
    }
}

impl<'p> Summarizer<'_, 'p> {
    /// Inputs of this path for which a summary does not say what happens, if there are any.
    fn uncovered(
        &mut self,
        state: &State<'p>,
        id: FuncId,
        number: usize,
        actuals: &Actuals,
    ) -> Result<Option<Assignment>, Stop> {
        let covered = self.symbols.summaries.known[&id][number].covered;
        let covered = self.symbols.pool.replace(covered, actuals, &mut Default::default());
        let covered = self.ground(covered);
        if self.known(covered) == Some(true) {
            return Ok(None);
        }
        let model = &state.above.path.model;
        if self.symbols.evaluator.eval(&self.symbols.pool, covered, model) == 0 {
            return Ok(Some(model.clone()));
        }
        let rest = self.symbols.pool.not(covered);
        if self.takes_long(state, rest) {
            return Err(Stop::Follow(FollowReason::Hard));
        }
        match self.find(state, rest) {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat => {
                self.symbols.context.imply(covered);
                Ok(None)
            }
            Answer::Unknown(_) => Err(Stop::Follow(FollowReason::SolverUnknown)),
        }
    }

    fn actuals_of(
        &mut self,
        state: &mut State<'p>,
        id: FuncId,
        number: usize,
        given: &[super::context::Given],
    ) -> Result<Actuals, Stop> {
        let all = self.symbols.summaries.known.remove(&id).unwrap_or_default();
        let actuals = self.actuals(state, &all[number], given);
        self.symbols.summaries.known.insert(id, all);
        actuals
    }
}

impl<'p> Symbols<'p> {
    /// Must inputs that a path had before be something now?
    fn restricts_old_inputs(&self, now: &State<'p>, before: &State<'p>) -> bool {
        let known =
            before.above.path.inputs.newest_first().flat_map(|input| input.vars.iter().copied());
        let known: HashSet<Var> = known.collect();
        let added = now.above.path.conditions.len() - before.above.path.conditions.len();
        let conditions: Vec<Term> =
            now.above.path.conditions.newest_first().take(added).copied().collect();
        self.pool.below(&conditions).into_iter().any(|term| match self.pool.node(term) {
            Node::Var(var) => known.contains(&var),
            _ => false,
        })
    }
}

impl super::Summaries {
    /// A call is stepped over for which its function was explored so often.
    fn note_fruits(&mut self, id: FuncId, number: usize, explored: u32) {
        let spares = self.known[&id][number].ways > 1;
        let fruitless = self.fruitless.entry(id).or_default();
        *fruitless = match spares {
            true => fruitless.saturating_sub(SPARED),
            false => *fruitless + explored,
        };
    }

    /// A function could not be summed up. What it does may depend on the context; how much it does, less so.
    fn refuse(&mut self, id: FuncId, reason: FollowReason) {
        let more =
            if matches!(reason, FollowReason::Paths | FollowReason::Steps) { PATIENCE } else { 1 };
        let (times, last) = self.refused.entry(id).or_insert((0, reason));
        (*times, *last) = (*times + more, reason);
    }
}
