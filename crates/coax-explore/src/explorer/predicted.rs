//! Paths that are only predicted to be there, because calls were stepped over on them: they are run
//! from the start with their inputs, following every call, and what is told is how that run went.
//!
//! So is every path that was found while a function was summed up: the run shows that the program
//! can get there, and its test covers what the function does.
//!
//! Invariant: no inputs are told twice.

use std::collections::{HashMap, HashSet};

use coax_kinds::Incomplete;

use super::Explorer;
use crate::observer::SearchObserver;
use crate::pending::What;
use crate::seed::Seed;
use coax_symbolic::SumUpCalls;
use coax_symbolic::summaries::{EndSignature, Predicted};
use coax_symbolic::symbolic::Values;
use coax_symbolic::{State, Stop};

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

impl Predictions {
    /// Is a path run to see whether it goes as predicted?
    pub(super) fn is_running(&self) -> bool {
        self.running
    }
}

impl<'p> Explorer<'p> {
    /// Runs the paths that were predicted; `false` if there are none.
    pub(super) fn run_predicted(&mut self, observer: &mut dyn SearchObserver<'p>) -> bool {
        let predicted = std::mem::take(&mut self.machine.above.symbols().summaries.found);
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
            let symbols = self.machine.above.symbols();
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
        self.machine.above.symbols().summaries.on = false;
        (self.predictions.running, self.predictions.ended) = (true, None);
        self.run_seed(Seed::to_the_end_named(inputs, sources), observer);
        self.predictions.running = false;
        let failed = std::mem::take(&mut self.predictions.failed);
        way.filter(|_| failed).into_iter().for_each(|way| self.unshown.note_way(way));
        self.machine.above.symbols().summaries.on = true;
        // The search did not need it.
        self.tally.runs = runs;
        self.predictions.ended.take()
    }

    /// A path has ended: is that only predicted? Then it will be run.
    pub(super) fn is_predicted(&mut self, state: &State<'p>, stop: &Stop) -> bool {
        if *stop == Stop::EndedInside {
            return true;
        }
        let symbols = self.machine.above.symbols();
        if !symbols.summaries.on && !self.predictions.running {
            return false;
        }
        let ending = EndSignature::of(state, stop);
        let model = &state.above.path.model;
        if self.predictions.running {
            (self.predictions.failed, self.predictions.ended) = (stop.is_error(), ending);
        } else if state.above.path.summed_up {
            let predicted = Predicted::new(state, model, ending);
            symbols.summaries.found.push(predicted);
            return true;
        }
        // It may have asked for more than it was run with.
        !self.predictions.told.insert(Values::of(state, model))
    }

    /// A panic may have broken off what was being done.
    pub(super) fn forget_broken_off(&mut self) {
        let summaries = &mut self.machine.above.symbols().summaries;
        summaries.abandon();
        summaries.on |= std::mem::take(&mut self.predictions.running);
    }

    /// Are calls stepped over?
    pub(super) fn steps_over(&mut self) -> bool {
        self.machine.above.symbols().summaries.on
    }

    /// Makes pending paths small on which no call was stepped over. The others would not be found
    /// again: there may be more summaries by then.
    pub(super) fn compact_followed(&mut self) {
        let mut kept = Vec::new();
        while let Some(pending) = self.oldest() {
            match &pending.what {
                What::Whole(flip) if flip.state.above.path.summed_up => kept.push(pending),
                _ => self.make_small(pending),
            }
        }
        if kept.is_empty() {
            self.machine.store_summaries();
            self.unshown.forget();
            self.machine.above.symbols().forget();
        }
        self.whole += kept.len();
        kept.into_iter().for_each(|pending| self.searcher.push(pending, 0));
    }
}
