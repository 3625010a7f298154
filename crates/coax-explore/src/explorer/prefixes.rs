//! What is told of a path: its end, or how far it came.
//!
//! Inputs that lead to something no test shows are worth a test also where the path did not end: it was cut by a bound, it had
//! made room for others when all ended, or it was given up for lack of memory. Its model is just for that.
//!
//! Invariant: what is pending at the end is told only if it leads to something that no test shows.

use std::sync::Arc;

use coax_expr::Assignment;
use coax_interp::{BranchTrace, ErrorReport, Outcome};
use coax_symbolic::symbolic::{Flip, Input};
use coax_symbolic::unit::Given;
use coax_symbolic::{State, Stop};

use super::{Explorer, non_termination};
use crate::observer::SearchObserver;
use crate::outcome::{FinishedPath, PathEnd};
use crate::pending::{Preempted, What};
use crate::searchers::search_order;
use crate::seed::{BranchSide, Seed};

/// Of so many paths that were put aside it is seen in the end whether they have come to something that no test shows.
/// Of the others only where they were to go.
const LOOKED_THROUGH: usize = 4096;
/// So many pending paths are looked at in the end: what is new right away is taken first, so of many more few are worth a test.
const LOOKED_AT: usize = 1 << 16;

/// A path that ended.
pub(super) struct Ended<'s, 'p> {
    pub(super) state: &'s State<'p>,
    pub(super) end: PathEnd,
    pub(super) also: Vec<ErrorReport>,
    pub(super) is_cut: bool,
    pub(super) given: Option<Given>,
    pub(super) refuted: Option<String>,
}

/// Inputs with their values.
type Inputs<'s> = Vec<(&'s Input, Vec<u8>)>;

fn inputs_of<'s>(state: &'s State<'_>, model: &Assignment) -> Inputs<'s> {
    let inputs = state.above.path.inputs.oldest_first().into_iter();
    inputs.map(|input| (input, input.bytes(model))).collect()
}

impl<'p> Explorer<'p> {
    /// Tells how a path ended.
    pub(super) fn tell(&mut self, ended: Ended<'_, 'p>, observer: &mut dyn SearchObserver<'p>) {
        let Ended { state, end, also, is_cut, given, refuted } = ended;
        let untested = self.machine.coverage.untested(&state.untested);
        let path = FinishedPath {
            also,
            after: errors_before(state),
            is_cut,
            steps: state.steps,
            conditions: state.above.path.conditions.len(),
            branch_trace: state.branch_trace.clone(),
            given,
            refuted,
            ..told(end, inputs_of(state, &state.above.path.model), untested)
        };
        self.tell_path(path, observer);
    }

    fn tell_path(&mut self, path: FinishedPath<'_>, observer: &mut dyn SearchObserver<'p>) {
        let is_kept = observer.keeps_test(&path.end, &path.untested);
        if is_kept {
            self.machine.coverage.settle(&path.untested);
        }
        let symbols = self.machine.above.symbols.as_mut().expect("an exploration has symbols");
        observer.path(symbols, FinishedPath { is_kept, ..path });
    }

    /// The exploration is over, and nothing will go on: tells how far pending paths came, where no test shows that. They stay
    /// pending.
    pub fn tell_pending(&mut self, observer: &mut dyn SearchObserver<'p>) {
        let nothing = search_order("bfs").expect("there is one").searcher(0);
        let mut searcher = std::mem::replace(&mut self.searcher, nothing);
        // Paths that ran know most.
        searcher.each(&mut |pending| {
            if let What::Preempted(preempted) = &mut pending.what {
                self.tell_preempted(preempted, observer);
            }
        });
        let (mut looked_at, mut flips) = (0, 0);
        searcher.each(&mut |pending| {
            looked_at += 1;
            match &pending.what {
                _ if looked_at > LOOKED_AT => {}
                What::Whole(flip) => {
                    flips += 1;
                    self.tell_flip(flip, flips < LOOKED_THROUGH, observer);
                }
                What::Small { seed, .. } => self.tell_seed(seed, observer),
                What::Preempted(_) => {}
            }
        });
        self.searcher = searcher;
        let seeds = std::mem::take(&mut self.seeds);
        seeds.iter().take(LOOKED_AT).for_each(|seed| self.tell_seed(seed, observer));
        self.seeds = seeds;
    }

    /// A path that made room for others and will not go on. One that had run very long without a choice is taken for
    /// non-terminating.
    fn tell_preempted(
        &mut self,
        preempted: &mut Preempted<'p>,
        observer: &mut dyn SearchObserver<'p>,
    ) {
        let Preempted { state, last_choice, symbolic_steps } = preempted;
        if non_termination::is_long(state.steps - *last_choice, *symbolic_steps)
            && let Some(copy) = state.copy()
        {
            let mut state = Box::new(copy);
            self.machine.above.symbols().enter(&state);
            self.machine.coverage.begin_stretch(&state.untested);
            let stop = self.report_non_termination(&mut state);
            if !matches!(stop, Stop::Bound(_)) {
                return self.finish(state, stop, observer);
            }
        }
        let end = PathEnd::Preempted;
        // There may be thousands of them, with thousands of inputs each.
        let shows_nothing = self.machine.coverage.untested(&state.untested).is_empty();
        if shows_nothing && !observer.keeps_test(&end, &[]) {
            return;
        }
        self.tell(
            Ended { state, end, also: Vec::new(), is_cut: false, given: None, refuted: None },
            observer,
        );
    }

    /// The other side of a decision that will not be resumed.
    fn tell_flip(&mut self, flip: &Flip<'p>, whole: bool, observer: &mut dyn SearchObserver<'p>) {
        let Some(model) = &flip.model else { return };
        let side = BranchSide::of(flip).and_then(|side| self.untested_side(side));
        if side.is_none() && !whole {
            return;
        }
        let state = &flip.state;
        let mut untested = self.machine.coverage.untested(&state.untested);
        untested.extend(side);
        if untested.is_empty() {
            return;
        }
        let path = FinishedPath {
            after: errors_before(state),
            branch_trace: state.branch_trace.clone(),
            ..told(PathEnd::NotResumed, inputs_of(state, model), untested)
        };
        self.tell_path(path, observer);
    }

    /// The same of one that is small: of these it is only known where they were to go.
    pub(super) fn tell_seed(&mut self, seed: &Seed, observer: &mut dyn SearchObserver<'p>) {
        let Some(side) = seed.branch.and_then(|side| self.untested_side(side)) else { return };
        let Some(inputs) = seed.inputs() else { return };
        self.tell_path(told(PathEnd::NotResumed, inputs, vec![side]), observer);
    }

    fn untested_side(&self, side: BranchSide) -> Option<Outcome> {
        self.machine.coverage.untested_side(side.function, side.at, side.to)
    }
}

/// The errors that a path has gone on behind.
fn errors_before(state: &State<'_>) -> Vec<Arc<ErrorReport>> {
    let errors = state.above.path.after.oldest_first().into_iter();
    errors.map(|error| Arc::clone(&error.report)).collect()
}

/// A path with these inputs of which nothing else is known.
fn told(end: PathEnd, inputs: Inputs<'_>, untested: Vec<Outcome>) -> FinishedPath<'_> {
    FinishedPath {
        end,
        also: Vec::new(),
        after: Vec::new(),
        is_cut: false,
        inputs,
        steps: 0,
        conditions: 0,
        untested,
        is_kept: false,
        branch_trace: BranchTrace::default(),
        given: None,
        refuted: None,
    }
}
