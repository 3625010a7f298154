//! Questions the back end answered before.
//!
//! A set of conjuncts without a model makes every larger set one without; a model of a set is one of
//! every smaller set. Both are looked for through a member that must be in them, so a look costs what
//! is stored under a few terms.

use std::collections::HashMap;

use coax_expr::{Term, Var};

use crate::query::{Found, Query};
use crate::sorted;

/// How many members of sets are kept before all are forgotten, and how many of the sets under one
/// term are tried.
const KEPT: usize = 2_000_000;
const TRIED: usize = 32;

/// A set with the values of its model.
struct Model {
    set: Box<[Term]>,
    values: Box<[(Var, u64)]>,
}

/// The layer.
#[derive(Default)]
pub struct Cache {
    /// Sets without a model, under their largest member.
    cores: HashMap<Term, Vec<Box<[Term]>>>,
    /// Sets with a model, under the question they came with: the path changes, questions return.
    models: HashMap<Term, Vec<Model>>,
    /// Members of all sets together.
    stored: usize,
}

impl Cache {
    /// The answer, if a smaller set has no model or a larger one has.
    pub fn answer(&self, query: &Query<'_>) -> Option<Found> {
        let key = query.key();
        if self.has_core_in(&key) {
            return Some(Found::Unsat);
        }
        let model = self.model_of_superset(query, &key)?;
        let value = |var: &Var| {
            let known = model.values.binary_search_by_key(var, |(var, _)| *var);
            known.ok().map(|place| model.values[place])
        };
        Some(Found::Sat(query.slice.vars.iter().filter_map(value).collect()))
    }

    fn has_core_in(&self, key: &[Term]) -> bool {
        key.iter().rev().any(|largest| {
            let cores = self.cores.get(largest).map_or(&[][..], Vec::as_slice);
            cores.iter().rev().take(TRIED).any(|core| sorted::is_subset(core, key))
        })
    }

    fn model_of_superset(&self, query: &Query<'_>, key: &[Term]) -> Option<&Model> {
        let under = self.models.get(&query.extra)?;
        under.iter().rev().take(TRIED).find(|model| sorted::is_subset(key, &model.set))
    }

    /// Keeps a model of the question.
    pub fn remember_sat(&mut self, query: &Query<'_>, values: &[(Var, u64)]) {
        let model = Model { set: query.key().into(), values: values.into() };
        self.make_room(model.set.len());
        self.models.entry(query.extra).or_default().push(model);
    }

    /// Keeps that these conjuncts contradict the question.
    pub fn remember_unsat(&mut self, query: &Query<'_>, conjuncts: &[Term]) {
        let mut core = conjuncts.to_vec();
        sorted::insert_all(&mut core, &query.parts);
        self.make_room(core.len());
        if let Some(largest) = core.last() {
            self.cores.entry(*largest).or_default().push(core.into());
        }
    }

    fn make_room(&mut self, members: usize) {
        if self.stored + members > KEPT {
            *self = Cache::default();
        }
        self.stored += members;
    }
}
