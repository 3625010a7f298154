//! Paths that are only predicted to be there, because calls were stepped over on them: they are run
//! from the start with their inputs, following every call, and what is told is how that run went.
//!
//! So is every path that was found while a function was summed up: the run shows that the program
//! can get there, and its test covers what the function does.
//!
//! Invariant: no inputs are told twice.

use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

use coax_expr::{Assignment, Term};
use coax_ir::{FuncId, Pc};
use coax_kinds::Incomplete;

use super::pending::What;
use super::{Explorer, SearchObserver, Seed};
use crate::symbolic::{InputSource, Values};
use crate::{State, Stop};

/// How a path ends, independent of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndSignature {
    stop: Discriminant<Stop>,
    /// Where, for an error.
    place: Option<(FuncId, Pc)>,
}

impl EndSignature {
    /// How a path has ended; nothing if it was ended from outside: another bound may hold for a run in
    /// which every call is followed.
    pub(crate) fn of(state: &State<'_>, stop: &Stop) -> Option<EndSignature> {
        if matches!(stop, Stop::Bound(_) | Stop::StepLimit | Stop::SolverUnknown) {
            return None;
        }
        let top = state.frames.last().filter(|_| stop.is_error());
        let place = top.map(|frame| (frame.function, frame.pc));
        Some(EndSignature { stop: discriminant(stop), place })
    }
}

/// Inputs that lead to a path, and how it should end, if that is known.
#[derive(Clone, Debug)]
pub(crate) struct Predicted {
    inputs: Values,
    /// What the inputs are: a run that follows every call may ask for them in another order.
    sources: Vec<InputSource>,
    ending: Option<EndSignature>,
    /// What holds of all inputs that show what these are to show, independent of the end.
    way: Option<Vec<Term>>,
}

impl Predicted {
    /// The inputs that a model gives to a state.
    pub(crate) fn new(
        state: &State<'_>,
        model: &Assignment,
        ending: Option<EndSignature>,
    ) -> Predicted {
        let asked = state.path.inputs.oldest_first().into_iter();
        let sources = asked.map(|input| input.source.clone()).collect();
        Predicted { inputs: Values::of(state, model), sources, ending, way: None }
    }

    /// Inputs that show something which other inputs of a state may show, too, where one more condition holds.
    pub(crate) fn one_of(self, state: &State<'_>, condition: Option<Term>) -> Predicted {
        let conditions = state.path.conditions.oldest_first().into_iter().copied();
        Predicted { way: Some(conditions.chain(condition).collect()), ..self }
    }

    /// The terms are gone.
    pub(crate) fn forget(&mut self) {
        self.way = None;
    }
}

/// Which inputs were run and told, and what the running one has come to.
#[derive(Default)]
pub(super) struct Predictions {
    /// How the runs ended.
    run: HashMap<Values, Option<EndSignature>>,
    told: HashSet<Values>,
    running: bool,
    ended: Option<EndSignature>,
    /// It ended in an error.
    failed: bool,
}

impl<'p> Explorer<'p> {
    /// Runs the paths that were predicted; `false` if there are none.
    pub(super) fn run_predicted(&mut self, observer: &mut dyn SearchObserver<'p>) -> bool {
        let predicted = std::mem::take(&mut self.machine.symbols().summaries.found);
        let any = !predicted.is_empty();
        for predicted in predicted {
            if self.stopped.is_some() {
                break;
            }
            let (inputs, expected) = (predicted.inputs.clone(), predicted.ending);
            let ended = match self.predictions.run.get(&inputs) {
                Some(&ended) => ended,
                None => self.run_from_the_start(predicted, observer),
            };
            self.predictions.run.insert(inputs, ended);
            self.compare(expected, ended);
        }
        any
    }

    /// Was a path as predicted? If not, code after it may have been missed.
    fn compare(&mut self, expected: Option<EndSignature>, ended: Option<EndSignature>) {
        if expected.zip(ended).is_some_and(|(expected, ended)| expected != ended) {
            let symbols = self.machine.symbols();
            symbols.counts.divergences += 1;
            symbols.incomplete.insert(Incomplete::Divergence);
        }
    }

    /// How a run with these inputs ends, every call followed.
    fn run_from_the_start(
        &mut self,
        predicted: Predicted,
        observer: &mut dyn SearchObserver<'p>,
    ) -> Option<EndSignature> {
        let Predicted { inputs, sources, way, .. } = predicted;
        let runs = self.tally.runs;
        self.machine.symbols().summaries.on = false;
        (self.predictions.running, self.predictions.ended) = (true, None);
        self.run_seed(Seed::to_the_end_named(inputs, sources), observer);
        self.predictions.running = false;
        let failed = std::mem::take(&mut self.predictions.failed);
        way.filter(|_| failed).into_iter().for_each(|way| self.unshown.note_way(way));
        self.machine.symbols().summaries.on = true;
        // The search did not need it.
        self.tally.runs = runs;
        self.predictions.ended.take()
    }

    /// A path has ended: is that only predicted? Then it will be run.
    pub(super) fn is_predicted(&mut self, state: &State<'p>, stop: &Stop) -> bool {
        if *stop == Stop::EndedInside {
            return true;
        }
        let symbols = self.machine.symbols();
        if !symbols.summaries.on && !self.predictions.running {
            return false;
        }
        let ending = EndSignature::of(state, stop);
        let model = &state.path.model;
        if self.predictions.running {
            (self.predictions.failed, self.predictions.ended) = (stop.is_error(), ending);
        } else if state.path.summed_up {
            let predicted = Predicted::new(state, model, ending);
            symbols.summaries.found.push(predicted);
            return true;
        }
        // It may have asked for more than it was run with.
        !self.predictions.told.insert(Values::of(state, model))
    }

    /// A panic may have broken off what was being done.
    pub(super) fn forget_broken_off(&mut self) {
        let summaries = &mut self.machine.symbols().summaries;
        summaries.abandon();
        summaries.on |= std::mem::take(&mut self.predictions.running);
    }

    /// Are calls stepped over?
    pub(super) fn steps_over(&mut self) -> bool {
        self.machine.symbols().summaries.on
    }

    /// Makes pending paths small on which no call was stepped over. The others would not be found
    /// again: there may be more summaries by then.
    pub(super) fn compact_followed(&mut self) {
        let mut kept = Vec::new();
        while let Some(pending) = self.oldest() {
            match &pending.what {
                What::Whole(flip) if flip.state.path.summed_up => kept.push(pending),
                _ => self.make_small(pending),
            }
        }
        if kept.is_empty() && self.paused.is_none() {
            self.machine.store_summaries();
            self.unshown.forget();
            self.machine.symbols().forget();
        }
        self.whole += kept.len();
        kept.into_iter().for_each(|pending| self.searcher.push(pending, 0));
    }
}
