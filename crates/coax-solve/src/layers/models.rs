//! Models that answered earlier questions often answer the next one.

use std::collections::VecDeque;

use coax_expr::{Assignment, Evaluator, Pool};

use crate::query::{Found, Query};

/// How many models are kept.
const KEPT: usize = 16;

/// The layer: recent models, the best first.
#[derive(Default)]
pub struct Models {
    recent: VecDeque<Assignment>,
    evaluator: Evaluator,
}

impl Models {
    /// The values of a known model that satisfies the question.
    pub fn answer(&mut self, pool: &Pool, query: &Query<'_>) -> Option<Found> {
        let evaluator = &mut self.evaluator;
        let fits = |known: &Assignment| query.is_satisfied_by(pool, evaluator, known);
        let place = self.recent.iter().position(fits)?;
        let known = self.recent.remove(place).expect("it was found there");
        let values = query.values_in(&known);
        self.recent.push_front(known);
        Some(Found::Sat(values))
    }

    /// Does any known model satisfy the question without its conditions?
    pub fn satisfy_alone(&mut self, pool: &Pool, query: &Query<'_>) -> bool {
        self.recent.iter().any(|known| {
            self.evaluator.begin();
            self.evaluator.holds(pool, query.extra, known)
        })
    }

    /// The models that are kept, the best first.
    pub fn iter(&self) -> impl Iterator<Item = &Assignment> {
        self.recent.iter()
    }

    /// Keeps a model for later.
    pub fn remember(&mut self, model: &Assignment) {
        self.recent.truncate(KEPT - 1);
        self.recent.push_front(model.clone());
    }
}
