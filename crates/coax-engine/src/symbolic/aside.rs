//! The running path makes way for others that begin where it is, and comes back when they are done.

use std::collections::HashSet;

use coax_expr::Term;
use coax_solve::Conditions;

use super::{Flip, Moment, Replay, Symbols};

/// What belongs to the running path and is not in its state.
pub(crate) struct Aside<'p> {
    conditions: Conditions,
    implied: HashSet<Term>,
    moment: Moment,
    latest: u64,
    flips: Vec<Flip<'p>>,
    replay: Replay,
}

impl<'p> Symbols<'p> {
    /// Other paths run from here on.
    pub(crate) fn set_aside(&mut self) -> Aside<'p> {
        Aside {
            conditions: std::mem::take(&mut self.conditions),
            implied: std::mem::take(&mut self.implied),
            moment: std::mem::take(&mut self.moment),
            latest: self.latest,
            flips: std::mem::take(&mut self.flips),
            replay: std::mem::take(&mut self.replay),
        }
    }

    /// The path that was set aside goes on.
    pub(crate) fn take_back(&mut self, aside: Aside<'p>) {
        let Aside { conditions, implied, moment, latest, flips, replay } = aside;
        self.conditions = conditions;
        self.implied = implied;
        self.moment = moment;
        self.latest = latest;
        self.flips = flips;
        self.replay = replay;
        self.evaluator.begin();
    }
}
