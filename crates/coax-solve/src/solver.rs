//! The chain of layers: the one question "is there a model?", cheapest way first.
//!
//! Invariants: a model is evaluated before it leaves; "unknown" is never "unsat"; the same questions
//! in the same order get the same answers, time limits aside. A solver belongs to one [`Pool`]: what it
//! remembers is about that pool's ids.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use coax_expr::{Assignment, Evaluator, Oracle, Pool, Term};

use crate::answer::{Answer, Unknown};
use crate::backend::bitwuzla::{Bitwuzla, Reuse};
use crate::backend::{Application, Backend, BackendAnswer, BackendModel};
use crate::conditions::Conditions;
use crate::layers::cache::Cache;
use crate::layers::domains::Domains;
use crate::layers::edits::Edits;
use crate::layers::models::Models;
use crate::layers::{order, simplify};
use crate::query::{Found, Query};
use crate::statistics::Statistics;

/// What can be chosen about solving.
#[derive(Clone, Debug)]
pub struct Options {
    /// Wall-clock time for one question to the back end.
    pub query_time: Duration,
    /// For the back end's generator of random numbers.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { query_time: Duration::from_secs(5), seed: 0 }
    }
}

/// Answers questions about the terms of one pool.
pub struct Solver {
    options: Options,
    /// Ask only the back end.
    bare: bool,
    domains: Domains,
    models: Models,
    edits: Edits,
    cache: Cache,
    backend: Bitwuzla,
    evaluator: Evaluator,
    statistics: Statistics,
    cancelled: Arc<AtomicBool>,
    applications: Vec<Application>,
}

/// Functions as the back end's model has them.
struct Applied<'a>(&'a [Application]);

impl Oracle for Applied<'_> {
    fn call(&mut self, function: coax_expr::Function, args: &[u128]) -> Option<u128> {
        let same = |known: &&Application| known.function == function && known.args == args;
        self.0.iter().find(same).map(|known| known.result)
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(options: Options) -> Solver {
        Solver::with_reuse(options, Reuse::default())
    }

    /// A solver that asks only the back end: to test the layers against, and to measure them by.
    pub fn bare(options: Options, reuse: Reuse) -> Solver {
        Solver { bare: true, ..Solver::with_reuse(options, reuse) }
    }

    /// A solver with another rule for how long the back end's instances live.
    pub fn with_reuse(options: Options, reuse: Reuse) -> Solver {
        let cancelled = Arc::new(AtomicBool::new(false));
        Solver {
            domains: Domains::default(),
            models: Models::default(),
            edits: Edits::default(),
            cache: Cache::default(),
            backend: Bitwuzla::new(options.seed, cancelled.clone(), reuse),
            evaluator: Evaluator::new(),
            statistics: Statistics::default(),
            cancelled,
            applications: Vec::new(),
            bare: false,
            options,
        }
    }

    /// Forgets everything about the terms asked about so far: their pool is no more. What was
    /// counted stays counted.
    pub fn forget(&mut self) {
        let fresh = Solver::new(self.options.clone());
        let (statistics, cancelled) = (self.statistics.clone(), Arc::clone(&self.cancelled));
        let backend = Bitwuzla::new(self.options.seed, cancelled.clone(), Reuse::default());
        *self = Solver { statistics, cancelled, backend, ..fresh };
    }

    /// Is there a model of the conditions and `extra`? `model` must be one of the conditions; the
    /// answer keeps its values for variables that have nothing to do with `extra`.
    ///
    /// If uninterpreted functions occur, the model is one for *some* meaning of them: the one given
    /// by [`Solver::applications`].
    pub fn find(
        &mut self,
        pool: &mut Pool,
        conditions: &mut Conditions,
        extra: Term,
        model: &Assignment,
    ) -> Answer {
        self.statistics.asked += 1;
        self.applications.clear();
        let answer = self.answer(pool, conditions, extra, model);
        match answer {
            Answer::Sat(_) => self.statistics.sat += 1,
            Answer::Unsat => self.statistics.unsat += 1,
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn answer(
        &mut self,
        pool: &mut Pool,
        conditions: &mut Conditions,
        extra: Term,
        model: &Assignment,
    ) -> Answer {
        let plain = simplify::answer(pool, &mut self.evaluator, conditions, extra, model);
        if let Some(answer) = plain {
            self.statistics.simplified += 1;
            return answer;
        }
        let query = Query::new(pool, conditions, extra, model);
        let found = if self.bare { None } else { self.layers(pool, conditions, &query) };
        match found {
            Some(Found::Unsat) => Answer::Unsat,
            Some(Found::Sat(values)) => {
                let answer = model.merged(&values);
                let right = query.is_satisfied_by(pool, &mut self.evaluator, &answer);
                assert!(right, "a layer gave a model that is none");
                self.models.remember(&answer);
                Answer::Sat(answer)
            }
            None => self.ask_backend(pool, &query),
        }
    }

    /// Asks the layers in turn.
    fn layers(
        &mut self,
        pool: &Pool,
        conditions: &mut Conditions,
        query: &Query<'_>,
    ) -> Option<Found> {
        let statistics = &mut self.statistics;
        let mut count = |found: Option<Found>, counter: fn(&mut Statistics) -> &mut u64| {
            *counter(statistics) += u64::from(found.is_some());
            found
        };
        None.or_else(|| count(self.domains.answer(pool, conditions, query), |s| &mut s.domains))
            .or_else(|| count(order::answer(pool, query), |s| &mut s.orders))
            .or_else(|| count(self.models.answer(pool, query), |s| &mut s.models))
            .or_else(|| count(self.edits.answer(pool, query), |s| &mut s.edits))
            .or_else(|| count(self.cache.answer(query), |s| &mut s.cached))
    }

    fn ask_backend(&mut self, pool: &Pool, query: &Query<'_>) -> Answer {
        let answer = self.check(pool, &query.slice.conjuncts, query.extra, self.options.query_time);
        match answer {
            BackendAnswer::Sat(found) => self.accept(pool, query, found),
            BackendAnswer::Unsat(core) => {
                self.statistics.backend_unsat += 1;
                self.learn(pool, query, &core);
                Answer::Unsat
            }
            BackendAnswer::Unknown(reason) => {
                self.statistics.backend_unknown += 1;
                Answer::Unknown(reason)
            }
        }
    }

    fn check(
        &mut self,
        pool: &Pool,
        conjuncts: &[Term],
        extra: Term,
        time: Duration,
    ) -> BackendAnswer {
        let start = Instant::now();
        let answer = self.backend.check(pool, conjuncts, extra, time);
        self.statistics.backend_time += start.elapsed();
        self.statistics.contexts_made = self.backend.counts().made;
        self.statistics.contexts_reused = self.backend.counts().reused;
        answer
    }

    /// Believes a model of the back end if evaluation agrees.
    fn accept(&mut self, pool: &Pool, query: &Query<'_>, found: BackendModel) -> Answer {
        let answer = query.model.merged(&found.values);
        self.evaluator.begin();
        let mut oracle = Applied(&found.applications);
        let mut all = query.slice.conjuncts.iter().chain([&query.extra]);
        let right =
            all.all(|&term| self.evaluator.eval_with(pool, term, &answer, &mut oracle) == Some(1));
        if !right {
            self.statistics.backend_unknown += 1;
            self.statistics.wrong_models += 1;
            let what = "the back end's model differs from our evaluation".to_owned();
            return Answer::Unknown(Unknown::Unsupported(what));
        }
        self.statistics.backend_sat += 1;
        self.applications = found.applications;
        if !query.slice.has_apply && !self.bare {
            self.cache.remember_sat(query, &found.values);
            self.models.remember(&answer);
        }
        Answer::Sat(answer)
    }

    /// Remembers a refutation, without the conditions if the question is absurd by itself.
    fn learn(&mut self, pool: &Pool, query: &Query<'_>, core: &[Term]) {
        if self.bare {
            return;
        }
        let mut needed = core;
        let perhaps_absurd = !core.is_empty()
            && !self.models.satisfy_alone(pool, query)
            && !self.edits.satisfy_alone(pool, query);
        if perhaps_absurd {
            self.statistics.absurdity_checks += 1;
            let time = self.options.query_time / 10;
            match self.check(pool, &[], query.extra, time) {
                BackendAnswer::Unsat(_) => needed = &[],
                BackendAnswer::Sat(found) => {
                    self.models.remember(&query.model.merged(&found.values));
                }
                BackendAnswer::Unknown(_) => {}
            }
        }
        self.cache.remember_unsat(query, needed);
    }

    /// What the last model says about uninterpreted functions: their applications in the question
    /// and in the conditions it depends on.
    pub fn applications(&self) -> &[Application] {
        &self.applications
    }

    /// As [`Conditions::decided`], remembering truth tables.
    pub fn decided(
        &mut self,
        pool: &mut Pool,
        conditions: &mut Conditions,
        t: Term,
    ) -> Option<bool> {
        conditions.decided_with(pool, &mut self.domains.tables, t)
    }

    /// The smallest and the largest unsigned value a term of at most 64 bits can have under the
    /// conditions. `None` if a question on the way was not answered.
    pub fn range(
        &mut self,
        pool: &mut Pool,
        conditions: &mut Conditions,
        t: Term,
        model: &Assignment,
    ) -> Option<(u64, u64)> {
        let smallest = self.extreme(pool, conditions, t, model, false)?;
        // The largest value is the smallest of the complement, complemented.
        let flipped = pool.not(t);
        let largest = self.extreme(pool, conditions, flipped, model, true)?;
        Some((smallest, largest))
    }

    /// The smallest value of a term; of its complement if that is asked for.
    fn extreme(
        &mut self,
        pool: &mut Pool,
        conditions: &mut Conditions,
        t: Term,
        model: &Assignment,
        complement: bool,
    ) -> Option<u64> {
        let width = pool.width(t);
        assert!(width <= 64, "ranges are of words");
        let value = |solver: &mut Solver, pool: &Pool, model: &Assignment| {
            solver.evaluator.begin();
            solver.evaluator.eval(pool, t, model) as u64
        };
        let (mut lowest, mut reached) = (0, value(self, pool, model));
        while lowest < reached {
            // The bottom itself is tried first: it is the answer more often than not.
            let middle = if lowest == 0 && reached == value(self, pool, model) {
                0
            } else {
                lowest + (reached - lowest) / 2
            };
            let bound = pool.constant(width, middle.into());
            let question = pool.ule(t, bound);
            match self.find(pool, conditions, question, model) {
                Answer::Sat(found) => reached = value(self, pool, &found),
                Answer::Unsat => lowest = middle + 1,
                Answer::Unknown(_) => return None,
            }
        }
        let all = u64::MAX >> (64 - width);
        Some(if complement { all & !reached } else { reached })
    }

    /// How questions were answered so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Setting it from anywhere ends the running question, and all that follow until it is unset,
    /// with [`Unknown::Cancelled`].
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancelled.clone()
    }
}
