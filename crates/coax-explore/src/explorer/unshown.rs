//! Ways through functions that only runs that end in an error have shown.
//!
//! A path on which calls were stepped over stands for many, and is run for one of them. If the inputs that showed a
//! way through a function run into an error further on, no test has shown that way, while with every call followed
//! another path would have. So when all else is done, inputs are looked for that take this way and end well, as one of
//! the paths does that were found.
//!
//! Invariant: what is looked for is looked for once, and only where there was an error.

use coax_expr::Term;
use coax_solve::Answer;

use super::Explorer;
use coax_symbolic::summaries::{EndSignature, Predicted};
use coax_symbolic::symbolic::Symbols;
use coax_symbolic::{State, Stop};

/// How many paths that end well are remembered.
const MOST_ENDS: usize = 16;
/// How many questions are asked in all.
const MOST_QUESTIONS: u32 = 256;

/// What only errors have shown, and where else it may be seen.
#[derive(Default)]
pub(super) struct Unshown<'p> {
    /// The conditions of ways through functions.
    ways: Vec<Vec<Term>>,
    /// Paths that stand for many and end well.
    ends: Vec<(Box<State<'p>>, Option<EndSignature>)>,
    questions: u32,
}

impl<'p> Unshown<'p> {
    /// A run that should have shown a way ended in an error.
    pub(super) fn note_way(&mut self, conditions: Vec<Term>) {
        self.ways.push(conditions);
    }

    /// The terms are gone.
    pub(super) fn forget(&mut self) {
        self.ways.clear();
        self.ends.clear();
    }
}

impl<'p> Explorer<'p> {
    /// A path that is only predicted has ended.
    pub(super) fn remember_end(&mut self, state: Box<State<'p>>, stop: &Stop) {
        let is_well = matches!(stop, Stop::Exit(_) | Stop::Returned);
        let unshown = &mut self.unshown;
        if is_well
            && state.above.path.summed_up
            && !state.above.is_of_unit()
            && unshown.ends.len() < MOST_ENDS
        {
            let ending = EndSignature::of(&state, stop);
            unshown.ends.push((state, ending));
        }
    }

    /// Looks for inputs for what only errors have shown; `false` if there is nothing to run.
    pub(super) fn show_unshown(&mut self) -> bool {
        let ways = std::mem::take(&mut self.unshown.ways);
        for way in &ways {
            for (state, ending) in &self.unshown.ends {
                if self.unshown.questions >= MOST_QUESTIONS {
                    break;
                }
                self.unshown.questions += 1;
                if find_way(self.machine.above.symbols(), state, way, *ending) {
                    break;
                }
            }
        }
        !self.machine.above.symbols().summaries.found.is_empty()
    }
}

/// Looks for inputs of a path that meet some more conditions.
fn find_way<'p>(
    symbols: &mut Symbols<'p>,
    state: &State<'p>,
    way: &[Term],
    ending: Option<EndSignature>,
) -> bool {
    symbols.enter(state);
    let mut all = symbols.pool.truth(true);
    for &condition in way {
        match symbols.known(condition) {
            Some(true) => {}
            Some(false) => return false,
            None => all = symbols.pool.and(all, condition),
        }
    }
    match symbols.find(state, all) {
        Answer::Sat(model) => {
            symbols.summaries.found.push(Predicted::new(state, &model, ending));
            true
        }
        Answer::Unsat | Answer::Unknown(_) => false,
    }
}
