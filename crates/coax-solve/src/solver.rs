//! The chain of layers: the one question "is there a model?", cheapest way first.
//!
//! Invariants: a model is evaluated before it leaves; "unknown" is never "unsat"; the same questions
//! in the same order get the same answers, time limits aside. A solver belongs to one [`Pool`]: what it
//! remembers is about that pool's ids.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use coax_deadline::Deadline;
use coax_expr::{Assignment, Evaluator, Function, Pool, Term, Var};

use crate::answer::{Answer, Unknown};
use crate::backend::bitwuzla::{Bitwuzla, Reuse};
use crate::backend::{Backend, BackendAnswer};
use crate::conditions::Conditions;
use crate::layers::cache::Cache;
use crate::layers::domains::Domains;
use crate::layers::edits::Edits;
use crate::layers::models::Models;
use crate::layers::{order, simplify};
use crate::numeric::{self, Effort, Guesses, SearchSpace, float_work, icp, is_nonlinear};
use crate::options::Options;
use crate::query::{Found, Query};
use crate::statistics::Statistics;

/// The back end gets one part in so many of a question's time before the numeric search is asked.
const SMALL: u32 = 16;

/// Beyond this much floating-point arithmetic others are asked before the back end.
const MOST_FLOAT_WORK: u64 = 32;

/// Up to this much, a question is not hard.
const EASY_FLOAT_WORK: u64 = 6;

/// The parts into which a function's domain falls: conditions on its arguments.
pub type Partition = Rc<dyn Fn(&mut Pool, &[Term]) -> Vec<Term>>;

/// Answers questions about the terms of one pool.
pub struct Solver {
    pub(crate) options: Options,
    /// Ask only the back end.
    bare: bool,
    /// How many times as long a search for numbers takes.
    effort: u64,
    domains: Domains,
    pub(crate) models: Models,
    edits: Edits,
    cache: Cache,
    backend: Bitwuzla,
    pub(crate) evaluator: Evaluator,
    pub(crate) statistics: Statistics,
    partitions: HashMap<Function, Partition>,
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
        Solver {
            domains: Domains::new(&options.deadline),
            models: Models::default(),
            edits: Edits::default(),
            cache: Cache::default(),
            backend: Bitwuzla::new(options.seed, options.deadline.clone(), reuse),
            evaluator: Evaluator::new(),
            statistics: Statistics::default(),
            partitions: HashMap::new(),
            bare: false,
            effort: 1,
            options,
        }
    }

    /// Forgets everything about the terms asked about so far: their pool is no more. What was
    /// counted stays counted.
    pub fn forget(&mut self) {
        let fresh = Solver::new(self.options.clone());
        *self = Solver { statistics: self.statistics.clone(), ..fresh };
    }

    /// Is there a model of the conditions and `extra`? `model` must be one of the conditions; the
    /// answer keeps its values for variables that have nothing to do with `extra`.
    pub fn find(
        &mut self,
        pool: &mut Pool,
        conditions: &mut Conditions,
        extra: Term,
        model: &Assignment,
    ) -> Answer {
        self.statistics.asked += 1;
        let answer = match self.answer(pool, conditions, extra, model) {
            Answer::Unknown(_) if self.options.deadline.is_over() => {
                Answer::Unknown(Unknown::Cancelled)
            }
            answer => answer,
        };
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
        if self.options.deadline.is_over() {
            return Answer::Unknown(Unknown::Cancelled);
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
            None => self.ask_beyond_layers(pool, &query),
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
        // Values of earlier models are one of the heuristics where functions are applied.
        let residual = self.options.heuristics.residual || !query.slice.has_apply;
        let known = |models: &mut Models| models.answer(pool, query).filter(|_| residual);
        None.or_else(|| count(self.domains.answer(pool, conditions, query), |s| &mut s.domains))
            .or_else(|| count(order::answer(pool, query), |s| &mut s.orders))
            .or_else(|| count(known(&mut self.models), |s| &mut s.models))
            .or_else(|| count(self.edits.answer(pool, query), |s| &mut s.edits))
            .or_else(|| count(self.cache.answer(query), |s| &mut s.cached))
    }

    /// What no layer could answer: by the way that fits the question.
    fn ask_beyond_layers(&mut self, pool: &mut Pool, query: &Query<'_>) -> Answer {
        let answer = match query.slice.has_apply && !self.bare {
            true => self.ask_mixed(pool, query),
            false => self.ask_theories(pool, query, self.options.query_time, Effort::Much),
        };
        match answer {
            Answer::Sat(_) => self.statistics.backend_sat += 1,
            Answer::Unsat => self.statistics.backend_unsat += 1,
            Answer::Unknown(_) => self.statistics.backend_unknown += 1,
        }
        answer
    }

    /// A set of conjuncts without applications: by the layers that need no conditions, then by the
    /// theories.
    pub(crate) fn of_set(&mut self, pool: &Pool, query: &Query<'_>, time: Duration) -> Answer {
        let found = order::answer(pool, query)
            .or_else(|| self.models.answer(pool, query))
            .or_else(|| self.edits.answer(pool, query))
            .or_else(|| self.cache.answer(query));
        match found {
            Some(Found::Unsat) => Answer::Unsat,
            Some(Found::Sat(values)) => Answer::Sat(query.model.merged(&values)),
            None => self.ask_theories(pool, query, time, Effort::Little),
        }
    }

    /// A model that small changes to the current one make.
    pub(crate) fn edited(&mut self, pool: &Pool, query: &Query<'_>) -> Option<Assignment> {
        match self.edits.answer(pool, query)? {
            Found::Sat(values) => Some(query.model.merged(&values)),
            Found::Unsat => None,
        }
    }

    /// By the back end, and by the numeric search if it is about floats or products.
    fn ask_theories(
        &mut self,
        pool: &Pool,
        query: &Query<'_>,
        time: Duration,
        effort: Effort,
    ) -> Answer {
        if self.bare || !is_nonlinear(pool, &query.key()) {
            return self.ask_backend(pool, query, time);
        }
        self.statistics.numeric.asked += 1;
        let answer = match effort {
            Effort::Much => self.ask_at_length(pool, query, time),
            Effort::Little => self.ask_briefly(pool, query),
        };
        self.statistics.numeric.unknown += u64::from(matches!(answer, Answer::Unknown(_)));
        answer
    }

    /// The SMT solver in a small part of its time, intervals, search, and the SMT solver again.
    fn ask_at_length(&mut self, pool: &Pool, query: &Query<'_>, time: Duration) -> Answer {
        if float_work(pool, &query.key()) <= MOST_FLOAT_WORK {
            let quick = self.ask_smt(pool, query, time / SMALL);
            if !matches!(quick, Answer::Unknown(Unknown::Time | Unknown::Unsupported(_))) {
                return quick;
            }
        }
        match self.by_numbers(pool, query, Effort::Much) {
            Some(answer) => answer,
            None => self.ask_smt(pool, query, time - time / SMALL),
        }
    }

    /// For a question that is one of many steps: intervals first, which take next to nothing.
    fn ask_briefly(&mut self, pool: &Pool, query: &Query<'_>) -> Answer {
        let all = query.key();
        let Some(boxes) = self.intervals(pool, &all) else { return Answer::Unsat };
        if float_work(pool, &all) <= EASY_FLOAT_WORK {
            let quick = self.ask_smt(pool, query, self.options.query_time / (4 * SMALL));
            if !matches!(quick, Answer::Unknown(_)) {
                return quick;
            }
        }
        let found = self.search(pool, query, &all, &boxes, Effort::Little);
        found.map_or(Answer::Unknown(Unknown::Time), Answer::Sat)
    }

    /// By the SMT solver, if it may be asked about numbers.
    fn ask_smt(&mut self, pool: &Pool, query: &Query<'_>, time: Duration) -> Answer {
        if !self.options.nonlinear.smt {
            return Answer::Unknown(Unknown::Time);
        }
        let answer = self.ask_backend(pool, query, time);
        self.statistics.numeric.smt += u64::from(!matches!(answer, Answer::Unknown(_)));
        answer
    }

    /// By intervals and search.
    pub(crate) fn by_numbers(
        &mut self,
        pool: &Pool,
        query: &Query<'_>,
        effort: Effort,
    ) -> Option<Answer> {
        let all = query.key();
        let Some(boxes) = self.intervals(pool, &all) else { return Some(Answer::Unsat) };
        self.search(pool, query, &all, &boxes, effort).map(Answer::Sat)
    }

    /// Where intervals leave room for a model; `None` if nowhere.
    fn intervals(&mut self, pool: &Pool, all: &[Term]) -> Option<Vec<icp::Boxes>> {
        if !self.options.nonlinear.icp {
            return Some(Vec::new());
        }
        let boxes = icp::pieces(pool, all, numeric::WORK, numeric::PIECES);
        self.statistics.numeric.icp += u64::from(boxes.is_none());
        boxes
    }

    /// A model that a search finds, if it may be asked.
    fn search(
        &mut self,
        pool: &Pool,
        query: &Query<'_>,
        all: &[Term],
        boxes: &[icp::Boxes],
        effort: Effort,
    ) -> Option<Assignment> {
        if !self.options.nonlinear.search {
            return None;
        }
        let residual = self.options.heuristics.residual || !query.slice.has_apply;
        let earlier = self.models.iter().filter(|_| residual);
        let starts: Vec<Vec<(Var, u64)>> = earlier.map(|model| query.values_in(model)).collect();
        let seed = self.options.seed ^ self.statistics.asked;
        let space = SearchSpace { model: query.model, starts: &starts, boxes };
        let allowed = effort.times(self.effort);
        let found = numeric::search(pool, all, &space, allowed, seed, &self.options.deadline)?;
        let model = query.model.merged(&found);
        let right = query.is_satisfied_by(pool, &mut self.evaluator, &model);
        assert!(right, "a search gave a model that is none");
        self.statistics.numeric.search += 1;
        self.models.remember(&model);
        Some(model)
    }

    /// Does a question take so long that it is better postponed until the answer is needed?
    /// As for [`Solver::find`], `model` is one of the conditions.
    pub fn is_hard(
        &mut self,
        pool: &mut Pool,
        conditions: &mut Conditions,
        extra: Term,
        model: &Assignment,
    ) -> bool {
        // Most programs have no such questions: it must cost them nothing.
        if !conditions.has_numbers && !pool.has_float(extra) && !pool.has_apply(extra) {
            return false;
        }
        let query = Query::new(pool, conditions, extra, model);
        let hard = query.slice.has_apply || float_work(pool, &query.key()) > EASY_FLOAT_WORK;
        hard && simplify::answer(pool, &mut self.evaluator, conditions, extra, model).is_none()
            && self.domains.answer(pool, conditions, &query).is_none()
            && self.edits.answer(pool, &query).is_none()
            && self.cache.answer(&query).is_none()
    }

    /// Guesses at inputs of a path with these conditions, oldest first, and a model of them; none
    /// if searching is switched off.
    pub fn guesses(
        &self,
        pool: &Pool,
        conditions: &[Term],
        model: &Assignment,
        seed: u64,
    ) -> Option<Guesses> {
        let seed = self.options.seed.rotate_left(32) ^ seed;
        let may_search = self.options.nonlinear.search && self.options.heuristics.random > 0;
        may_search.then(|| Guesses::new(pool, conditions, model, seed))
    }

    /// Counts a run with guessed inputs that was a model the solver had not found.
    pub fn count_trial(&mut self) {
        self.statistics.numeric.trials += 1;
    }

    /// From here on the search for numbers takes so many times as long.
    pub fn try_harder(&mut self, times: u64) {
        self.effort = times;
    }

    /// Remembers that a question has no model.
    pub(crate) fn refuted(&mut self, query: &Query<'_>) {
        self.statistics.mixed.refuted += 1;
        self.cache.remember_unsat(query, &query.slice.conjuncts);
    }

    /// The domain of a function falls into parts; solutions are looked for in each.
    pub fn partition(&mut self, function: Function, partition: Partition) {
        self.partitions.insert(function, partition);
    }

    /// The parts of a function's domain that some arguments can be in.
    pub(crate) fn parts_of(&self, pool: &mut Pool, function: Function, args: &[Term]) -> Vec<Term> {
        self.partitions.get(&function).map_or(Vec::new(), |partition| partition(pool, args))
    }

    fn ask_backend(&mut self, pool: &Pool, query: &Query<'_>, time: Duration) -> Answer {
        let answer = self.check(pool, &query.slice.conjuncts, query.extra, time);
        match answer {
            BackendAnswer::Sat(found) => self.accept(pool, query, &found),
            BackendAnswer::Unsat(core) => {
                self.learn(pool, query, &core);
                Answer::Unsat
            }
            BackendAnswer::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    pub(crate) fn check(
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
    fn accept(&mut self, pool: &Pool, query: &Query<'_>, found: &[(Var, u64)]) -> Answer {
        let answer = query.model.merged(found);
        if !query.is_satisfied_by(pool, &mut self.evaluator, &answer) {
            self.statistics.wrong_models += 1;
            let what = "the back end's model differs from our evaluation".to_owned();
            return Answer::Unknown(Unknown::Unsupported(what));
        }
        if !self.bare {
            self.cache.remember_sat(query, found);
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
                    self.models.remember(&query.model.merged(&found));
                }
                BackendAnswer::Unknown(_) => {}
            }
        }
        self.cache.remember_unsat(query, needed);
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

    /// Those of some conditions that contradict `extra`, or more of them: what the back end says of a question without a
    /// model. None if it does not find out.
    pub fn core(&mut self, pool: &Pool, conditions: &[Term], extra: Term) -> Option<Vec<Term>> {
        let mut conjuncts = conditions.to_vec();
        conjuncts.sort_unstable();
        conjuncts.dedup();
        match self.check(pool, &conjuncts, extra, self.options.query_time) {
            BackendAnswer::Unsat(core) => Some(core),
            BackendAnswer::Sat(_) | BackendAnswer::Unknown(_) => None,
        }
    }

    /// How questions were answered so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// When questions end without an answer.
    pub fn deadline(&self) -> &Deadline {
        &self.options.deadline
    }
}
