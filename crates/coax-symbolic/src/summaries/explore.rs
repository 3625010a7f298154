//! Exploring a function by itself, in the context of a call.
//!
//! Its paths are run one after the other, from the call to where they return or end, on states that share
//! everything with the caller's but see nothing of its memory before they ask. Whether a path can be
//! taken is asked in the caller's context.

use std::sync::Arc;

use coax_expr::{Assignment, Term};
use coax_ir::{Body, CallSite, FuncId};
use coax_kinds::{FollowReason, Incomplete};
use coax_memory::Memory;

use super::cases::{Case, CaseResult, fold};
use super::context::{Actuals, Given, words_of};
use super::footprint::bytes_of;
use super::ground::{Decision, Other};
use super::predicted::{EndSignature, Predicted};
use super::writes::{Piece, changed, left, refuse_new_address, when_skipped};
use super::{Argument, Around, FormalOrigin, Making, Record, Summaries, Summary, Written};
use crate::Mark;
use crate::layers::Summarizer;
use crate::layers::Summing;
use crate::symbolic::{Flip, Resumed};
use crate::{ErrorKind, State, Stop};

/// How many instructions run between two looks at whether it is over.
const SLICE: u64 = 200_000;
/// How many instructions a function may take to be summed up.
const MOST_STEPS: u64 = 20_000_000;

/// A function that is called.
#[derive(Clone, Copy)]
pub(super) struct Called<'p> {
    pub(super) id: FuncId,
    pub(super) body: &'p Body,
    pub(super) call: &'p CallSite,
}

/// The part of a summary that a context needs and that is not there.
pub(super) struct Missing {
    /// The summary.
    pub(super) number: usize,
    /// What stands for its formals.
    pub(super) actuals: Actuals,
    /// Inputs that lead to a case that is not known.
    pub(super) model: Assignment,
}

/// A path through a function that returned.
struct Return {
    decisions: Vec<Decision>,
    words: Vec<Term>,
    memory: Memory,
    /// What is known of what it leaves there, for cases that were known.
    written: Vec<Written>,
}

/// What exploring a function has come to.
#[derive(Default)]
struct Harvest {
    returned: Vec<Return>,
    ended: Vec<Vec<Decision>>,
    /// How many paths there were,
    paths: u64,
    /// and the inputs of those that are worth a run.
    found: Vec<Predicted>,
    /// A bound, or the solver, left something out.
    is_partial: bool,
    steps: u64,
}

impl<'p> Summing<'_, 'p> {
    /// Explores a function in the context of a call, or what is missing in a summary of it: the number of
    /// the summary, and whether it covers the whole context.
    pub(super) fn sum_up(
        &mut self,
        state: &mut State<'p>,
        called: Called<'p>,
        given: &[Given],
        missing: Option<Missing>,
    ) -> Result<(usize, bool), Stop> {
        let symbols = self.symbols();
        let grounds: Vec<Term> = given
            .iter()
            .map(|given| {
                let actual = given.actual(symbols);
                Summarizer::of(symbols).ground(actual)
            })
            .collect();
        let making = Summarizer::of(symbols).begin_making(state, called.id, missing.as_ref());
        let suspended = symbols.suspend();
        let limit = self.limits.max_steps;
        self.symbols().summaries.making.push(making);
        let done = self.explore_callee(state, called, given, &grounds, missing);
        self.limits.max_steps = limit;
        let symbols = self.symbols();
        symbols.summaries.making.pop();
        symbols.continue_with(suspended);
        done
    }

    fn explore_callee(
        &mut self,
        state: &mut State<'p>,
        called: Called<'p>,
        given: &[Given],
        grounds: &[Term],
        missing: Option<Missing>,
    ) -> Result<(usize, bool), Stop> {
        let number = missing.as_ref().map(|missing| missing.number);
        let known = number.map(|number| self.symbols().summaries.take_out(called.id, number));
        let arguments = match &known {
            Some(known) => known.arguments.clone(),
            None => Summarizer::of(self.symbols()).arguments(given, grounds),
        };
        self.begin_goals(called.id, &arguments);
        let explored = self.begin_callee(state, called, given, &arguments).and_then(|mut first| {
            let symbols = self.symbols();
            symbols.enter(&first);
            let model = match missing {
                Some(missing) => missing.model,
                None => state.above.path.model.clone(),
            };
            symbols.change_model(&mut first, model);
            if let Some(known) = &known {
                Summarizer::of(symbols).leave_out(&mut first, known.covered);
            }
            self.run_all(first, called)
        });
        let made = explored.and_then(|harvest| {
            let partial = harvest.is_partial;
            let made = self.made_of(harvest, arguments, known.as_ref())?;
            Ok((made, !partial))
        });
        let summaries = &mut self.symbols().summaries;
        match made {
            Ok((summary, complete)) => Ok((summaries.put(called.id, number, summary), complete)),
            Err(stop) => {
                if let Some(known) = known {
                    summaries.put(called.id, number, known);
                }
                Err(stop)
            }
        }
    }

    /// The state in which every path through a function begins.
    fn begin_callee(
        &mut self,
        state: &mut State<'p>,
        Called { id, body, call }: Called<'p>,
        given: &[Given],
        arguments: &[Argument],
    ) -> Result<Box<State<'p>>, Stop> {
        let world = state.world.take().expect("no model has the world");
        let fork = state.fork(&*world);
        state.world = Some(world);
        let mut first = fork.ok_or(Stop::Follow(FollowReason::World))?;
        first.memory = state.memory.veiled();
        self.enter(&mut first, id, body, &call.flat)?;
        let callers = first.frames.len() - 1;
        first.frames.drain(..callers);
        first.above.path.local = Default::default();
        for (i, (given, argument)) in given.iter().zip(arguments).enumerate() {
            let term = match *argument {
                Argument::Word(_) => None,
                Argument::Formal(formal) => Some(self.symbols().pool.var(formal)),
                Argument::Exact(term) => Some(term),
            };
            if i < body.param_slots as usize {
                let slot = body.first_param().plus(i as u32);
                first.set_marked_word(slot, given.word(), Mark { undefined: 0, term });
            }
        }
        Ok(Box::new(first))
    }

    /// Runs all paths through a function.
    fn run_all(&mut self, first: Box<State<'p>>, called: Called<'p>) -> Result<Harvest, Stop> {
        let (inputs, tree) = (first.above.path.inputs.len(), first.above.unit.clone());
        let most = self.symbols().summaries.most_paths;
        let unknown = self.symbols().counts.unknown;
        let (mut harvest, mut pending) = (Harvest::default(), Vec::new());
        let mut next = Some(first);
        while let Some(mut state) = next.take() {
            if harvest.paths >= most {
                return Err(Stop::Follow(FollowReason::Paths));
            }
            let stop = self.run_callee(&mut state, &mut harvest.steps)?;
            pending.append(&mut self.symbols().context.flips);
            let same_tree = match (&state.above.unit, &tree) {
                (Some(now), Some(then)) => Arc::ptr_eq(now, then),
                _ => true,
            };
            if state.above.path.inputs.len() != inputs || !same_tree {
                return Err(Stop::Follow(FollowReason::Inputs));
            }
            if state.above.path.predicted {
                return Err(Stop::Follow(FollowReason::Concretized));
            }
            self.gather(state, stop, called, &mut harvest)?;
            next = self.next_in_callee(&mut pending, &mut harvest);
        }
        harvest.is_partial |= self.symbols().counts.unknown != unknown;
        Ok(harvest)
    }

    /// Runs one path until it returns (`None`) or ends.
    fn run_callee(&mut self, state: &mut State<'p>, steps: &mut u64) -> Result<Option<Stop>, Stop> {
        loop {
            let before = state.steps;
            self.limits.max_steps = before + SLICE;
            let aside = std::mem::replace(&mut self.coverage.is_aside, true);
            let ran = self.run(state);
            self.coverage.is_aside = aside;
            *steps += state.steps - before;
            self.symbols().summaries.counts.steps += state.steps - before;
            match ran {
                Ok(()) => return Ok(None),
                Err(Stop::StepLimit) if *steps > MOST_STEPS => {
                    return Err(Stop::Follow(FollowReason::Steps));
                }
                Err(Stop::StepLimit) => {
                    if self.symbols().solver.deadline().is_over() {
                        return Err(Stop::Bound(Incomplete::Time));
                    }
                }
                Err(stop @ (Stop::Follow(_) | Stop::OutsideFootprint(_) | Stop::Internal(_))) => {
                    return Err(stop);
                }
                Err(stop) => return Ok(Some(stop)),
            }
        }
    }

    /// The next feasible path that was put aside.
    fn next_in_callee(
        &mut self,
        pending: &mut Vec<Flip<'p>>,
        harvest: &mut Harvest,
    ) -> Option<Box<State<'p>>> {
        while let Some(flip) = pending.pop() {
            match self.symbols().resume(flip) {
                Resumed::State(state) => return Some(state),
                Resumed::Infeasible => {}
                Resumed::Unknown(_) => {
                    self.symbols().give_up();
                    harvest.is_partial = true;
                }
            }
        }
        None
    }

    /// A path through a function is over.
    fn gather(
        &mut self,
        state: Box<State<'p>>,
        stop: Option<Stop>,
        called: Called<'p>,
        harvest: &mut Harvest,
    ) -> Result<(), Stop> {
        let decisions: Vec<Decision> =
            state.above.path.local.oldest_first().into_iter().copied().collect();
        let ending = stop.as_ref().and_then(|stop| EndSignature::of(&state, stop));
        let predicted = Predicted::new(&state, &state.above.path.model, ending);
        harvest.paths += 1;
        self.symbols().summaries.counts.runs += 1;
        harvest.is_partial |= state.above.path.concretized;
        match stop {
            None if state.memory.has_new_heap_objects() => {
                return Err(Stop::Follow(FollowReason::Heap));
            }
            None => {
                let words = self.words_returned(&state, called)?;
                // A unit is run for what goes wrong in it.
                if state.above.unit.is_none() {
                    harvest.found.push(predicted.one_of(&state, None));
                }
                Summarizer::of(self.symbols()).note_path(&state, &decisions);
                let (memory, written) = (state.memory, Vec::new());
                harvest.returned.push(Return { decisions, words, memory, written });
            }
            Some(Stop::AssumedAway | Stop::EndedInside) => harvest.ended.push(decisions),
            Some(Stop::Bound(reason)) => {
                self.symbols().incomplete.insert(reason);
                harvest.is_partial = true;
            }
            Some(Stop::SolverUnknown) => harvest.is_partial = true,
            Some(Stop::Threw | Stop::Error { kind: ErrorKind::UncaughtException, .. }) => {
                return Err(Stop::Follow(FollowReason::Exception));
            }
            Some(Stop::Fault(fault)) if is_hidden(&state, fault.address) => {
                return Err(Stop::Follow(FollowReason::Memory));
            }
            Some(_) => {
                Summarizer::of(self.symbols()).note_path(&state, &decisions);
                harvest.ended.push(decisions);
                harvest.found.push(predicted);
            }
        }
        Ok(())
    }

    /// The words that a function returned, as terms.
    fn words_returned(&mut self, state: &State<'p>, called: Called<'p>) -> Result<Vec<Term>, Stop> {
        let kinds = &self.program.function(called.id).signature.ret;
        let widths: Vec<u32> = kinds.iter().flat_map(words_of).map(|(width, _)| width).collect();
        let returned = std::mem::take(&mut self.result);
        if returned.len() < widths.len() {
            return Err(Stop::Follow(FollowReason::Result));
        }
        let pool = &mut self.symbols().pool;
        let mut words = Vec::new();
        for (width, (word, mark)) in widths.into_iter().zip(returned) {
            if mark.undefined != 0 {
                return Err(Stop::Follow(FollowReason::Undefined));
            }
            let term = match mark.term {
                Some(term) => pool.resize(term, width),
                None => pool.constant(width, word.into()),
            };
            refuse_new_address(pool, &state.memory, term)?;
            words.push(term);
        }
        Ok(words)
    }

    /// The summary of all paths, with those that were known before.
    fn made_of(
        &mut self,
        harvest: Harvest,
        arguments: Vec<Argument>,
        known: Option<&Summary>,
    ) -> Result<Summary, Stop> {
        let symbols = self.symbols();
        let Some(making) = symbols.summaries.making.last_mut() else {
            return Err(Stop::Internal("a summary that nobody makes".into()));
        };
        let touched = std::mem::take(&mut making.touched);
        let mut clean = std::mem::take(&mut making.clean);
        let around = std::mem::take(&mut making.around);
        let mut absent = std::mem::take(&mut making.absent);
        let goals = making.goals.take(&touched, &clean, &mut symbols.summaries.met);
        absent.sort_unstable();
        absent.dedup();
        let record = Record::of(known, goals, harvest.is_partial);
        let unfold = |memory: &mut Memory| {
            touched.iter().for_each(|touched| memory.unfold_whole(touched.base));
        };
        let mut before = clean.fork();
        unfold(&mut before);
        let mut returned = harvest.returned;
        returned.iter_mut().for_each(|path| unfold(&mut path.memory));
        let ways = returned.len() + known.map_or(0, |known| known.ways);
        let mut returns = vec![symbols.pool.truth(true); returned.len()];
        if let Some(known) = known {
            let condition = known.covered;
            let decisions = vec![Decision { condition, holds: true, other: Other::Open }];
            let memory = Summarizer::of(symbols).memory_after(&mut before, known)?;
            let (words, written) = (known.results.clone(), known.written.clone());
            returned.push(Return { decisions, words, memory, written });
            returns.push(known.returns);
        }
        let memories: Vec<&Memory> = returned.iter().map(|path| &path.memory).collect();
        let pieces = changed(&touched, &before, &memories)?;
        let mut cases = Vec::new();
        for (path, returns) in returned.into_iter().zip(returns) {
            let Return { decisions, words: mut values, memory, written } = path;
            let left = Summarizer::of(symbols).left_by(&before, &memory, &written, &pieces)?;
            values.extend(left);
            cases.push(Case { decisions, result: CaseResult::Returns { returns, values } });
        }
        let ends = |decisions| Case { decisions, result: CaseResult::Ends };
        cases.extend(harvest.ended.into_iter().map(ends));
        let folded = fold(&mut symbols.pool, cases).ok_or(Stop::Follow(FollowReason::NoCase))?;
        let mut results = folded.values.unwrap_or_default();
        let left = results.split_off(results.len().saturating_sub(2 * pieces.len()));
        let written = pieces.iter().zip(left.chunks_exact(2)).map(|(piece, left)| {
            let skipped = Some(left[1]).filter(|&skipped| !symbols.pool.is_false(skipped));
            Written { address: piece.0, value: left[0], skipped }
        });
        let written = written.collect();
        symbols.summaries.counts.paths += harvest.paths;
        symbols.summaries.found.extend(harvest.found);
        let (covered, returns) = (folded.covered, folded.returns);
        Ok(Summary {
            arguments,
            around,
            touched,
            clean,
            absent,
            covered,
            returns,
            ways,
            results,
            written,
            record,
        })
    }
}

impl<'p> Summarizer<'_, 'p> {
    /// What is needed while a function is explored by itself. What a context misses in a summary is
    /// explored with the formals the summary has.
    fn begin_making(
        &mut self,
        state: &State<'p>,
        function: FuncId,
        missing: Option<&Missing>,
    ) -> Making {
        let (depth, strides) = (self.depth(state), self.strides(state));
        let mut around = Around { depth: self.limited_depth(state), ..Around::default() };
        let outer = self.symbols.summaries.making.last();
        let mut ground = outer.map_or_else(Default::default, |outer| outer.ground.clone());
        let (mut touched, mut clean, mut absent) = (Vec::new(), Memory::new(), Vec::new());
        if let Some(missing) = missing {
            let mut actuals: Vec<_> = missing.actuals.iter().collect();
            // Terms are made in the same order in every run.
            actuals.sort_unstable();
            for (&formal, &actual) in actuals {
                ground.insert(formal, self.ground(actual));
            }
            let known = self.symbols.summaries.known.get_mut(&function);
            if let Some(known) = known.and_then(|all| all.get_mut(missing.number)) {
                (touched, clean) = (known.touched.clone(), known.clean.fork());
                (absent, around) = (known.absent.clone(), known.around.clone());
            }
        }
        let (grounded, goals) = Default::default();
        Making { function, around, depth, strides, touched, clean, absent, ground, grounded, goals }
    }

    /// The arguments of a new summary: what depends on inputs is formal.
    fn arguments(&mut self, given: &[Given], grounds: &[Term]) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for (i, (given, &ground)) in given.iter().zip(grounds).enumerate() {
            arguments.push(if given.is_open {
                Argument::Formal(self.formal(FormalOrigin::Argument(i), given.width(), ground))
            } else if given.is_symbolic() {
                Argument::Exact(given.actual(self))
            } else {
                Argument::Word(given.word())
            });
        }
        arguments
    }

    /// A path goes only where a summary does not cover.
    fn leave_out(&mut self, state: &mut State<'p>, covered: Term) {
        let ground = self.ground(covered);
        let rest = self.symbols.pool.not(ground);
        self.add_constraint(state, rest);
        self.note_local(state, covered, false, Other::Open);
    }

    /// What a path leaves in pieces of memory: for each a value, and when it does not write it. What is known of
    /// that is `written`.
    fn left_by(
        &mut self,
        before: &Memory,
        after: &Memory,
        written: &[Written],
        pieces: &[Piece],
    ) -> Result<Vec<Term>, Stop> {
        let mut all = Vec::new();
        for &piece in pieces {
            let value = left(&mut self.symbols.pool, before, after, piece)?;
            let (none, never) =
                (self.symbols.pool.constant(piece.1 * 8, 0), self.symbols.pool.truth(false));
            all.extend(match value {
                Some(value) => {
                    let skipped = when_skipped(&self.symbols.pool, written, piece)?;
                    [value, skipped.unwrap_or(never)]
                }
                None => [none, self.symbols.pool.truth(true)],
            });
        }
        Ok(all)
    }

    /// The memory that the known cases of a summary leave.
    fn memory_after(&mut self, clean: &mut Memory, known: &Summary) -> Result<Memory, Stop> {
        let mut memory = clean.fork();
        for &Written { address, value: term, .. } in &known.written {
            let len = self.symbols.pool.width(term) / 8;
            let constant = self.symbols.pool.as_constant(term).unwrap_or_default();
            memory.write(address, &constant.to_le_bytes()[..len as usize])?;
            if !self.symbols.pool.is_constant(term) {
                memory.mark_symbolic(address, &bytes_of(term, len));
            }
        }
        Ok(memory)
    }
}

impl Summaries {
    /// Takes a summary out of its place, for a while.
    fn take_out(&mut self, function: FuncId, number: usize) -> Summary {
        self.known.get_mut(&function).expect("a function with summaries").swap_remove(number)
    }

    /// Puts a summary in its place, or in a new one: its number.
    pub(super) fn put(
        &mut self,
        function: FuncId,
        number: Option<usize>,
        summary: Summary,
    ) -> usize {
        let all = self.known.entry(function).or_default();
        all.push(summary);
        let last = all.len() - 1;
        let number = number.unwrap_or(last);
        all.swap(number, last);
        number
    }
}

/// Is there an object behind the veil that was not accessed?
fn is_hidden(state: &State<'_>, address: u64) -> bool {
    let hidden = state.memory.behind().is_some_and(|behind| behind.object(address).is_some());
    hidden && state.memory.object(address).is_none()
}
