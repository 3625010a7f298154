//! Paths that are only predicted to be there, because calls were stepped over on them: they are run
//! from the start with their inputs, following every call, and what is told is how that run went.
//!
//! So is every path that was found while a function was summed up: the run shows that the program
//! can get there, and its test covers what the function does.
//!
//! Invariant: no inputs are run twice.

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use coax_ir::{FuncId, Pc};

use super::{Audience, Explorer, Seed};
use crate::symbolic::Values;
use crate::{State, Stop};

/// How a path ends, whatever its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    stop: Discriminant<Stop>,
    /// Where, for an error.
    place: Option<(FuncId, Pc)>,
}

impl Ending {
    pub(crate) fn of(state: &State<'_>, stop: &Stop) -> Ending {
        let is_error = matches!(stop, Stop::Error { .. } | Stop::Misuse { .. } | Stop::Fault(_));
        let top = state.frames.last().filter(|_| is_error);
        Ending { stop: discriminant(stop), place: top.map(|frame| (frame.function, frame.pc)) }
    }
}

/// Inputs that lead to a path, and how it should end, if that is known.
#[derive(Clone, Debug)]
pub(crate) struct Predicted {
    pub(crate) inputs: Values,
    pub(crate) ending: Option<Ending>,
}

/// Which inputs were run, and what the running one should come to.
#[derive(Default)]
pub(super) struct Predictions {
    run: HashSet<Values>,
    running: bool,
    expected: Option<Ending>,
}

impl<'p> Explorer<'p> {
    /// Runs the paths that were predicted; `false` if there are none.
    pub(super) fn run_predicted(&mut self, audience: &mut dyn Audience<'p>) -> bool {
        let predicted = std::mem::take(&mut self.machine.symbols().summaries.found);
        let any = !predicted.is_empty();
        for Predicted { inputs, ending } in predicted {
            if self.stopped.is_some() {
                break;
            }
            if self.predictions.run.insert(inputs.clone()) {
                self.run_from_the_start(inputs, ending, audience);
            }
        }
        any
    }

    fn run_from_the_start(
        &mut self,
        inputs: Values,
        ending: Option<Ending>,
        audience: &mut dyn Audience<'p>,
    ) {
        let runs = self.tally.runs;
        self.machine.symbols().summaries.on = false;
        (self.predictions.running, self.predictions.expected) = (true, ending);
        self.run_seed(Seed::to_the_end(inputs), audience);
        self.predictions.running = false;
        self.machine.symbols().summaries.on = true;
        // The search did not need it.
        self.tally.runs = runs;
    }

    /// A path has ended: is that only predicted? Then it will be run.
    pub(super) fn is_predicted(&mut self, state: &State<'p>, stop: &Stop) -> bool {
        if *stop == Stop::EndedInside {
            return true;
        }
        let ending = Ending::of(state, stop);
        if self.predictions.running {
            let expected = self.predictions.expected.take();
            let differs = expected.is_some_and(|expected| expected != ending);
            self.machine.symbols().counts.divergences += u64::from(differs);
            return false;
        }
        if !state.path.summed_up {
            return false;
        }
        let symbols = self.machine.symbols();
        let inputs = Values::of(&symbols.pool, state, &state.path.model);
        symbols.summaries.found.push(Predicted { inputs, ending: Some(ending) });
        true
    }

    /// Are calls stepped over?
    pub(super) fn steps_over(&mut self) -> bool {
        self.machine.symbols().summaries.on
    }

    /// Memory is short, and pending paths cannot be made small: half of them are thrown away.
    pub(super) fn drop_half_of_whole(&mut self) {
        let kept = self.order.len() / 2;
        while self.order.len() > kept && self.oldest().is_some() {
            self.tally.dropped += 1;
        }
        self.machine.symbols().incomplete.insert("memory");
    }
}
