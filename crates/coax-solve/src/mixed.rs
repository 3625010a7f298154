//! Questions in which functions are applied that no theory knows: mixed concrete-symbolic solving.
//!
//! A question is split into a *simple* part, without applications, and a *complex* one. A solution of
//! the simple part gives the applications' arguments values; the functions are called, and their
//! results put in place of the applications. That is right for these arguments only, so it is also
//! demanded that the arguments have these values; what is left has no applications, and is solved. If
//! it has no model, other solutions of the simple part are tried, by heuristics.
//!
//! Two things make this stronger than a guess. The back end is asked about the whole question with
//! functions that may mean anything: what it refutes has no model at all. And what a function was
//! found to return is a *lemma*, which all later solutions of the simple part must respect.
//!
//! Invariant: a model is evaluated with the real functions before it is believed; a question counts as
//! refuted only if no arguments are left that were not tried.

use std::collections::HashMap;
use std::time::Duration;

use coax_deadline::Deadline;
use coax_expr::{Assignment, CompareOp, Node, Pool, Term, Var};

use crate::answer::{Answer, Unknown};
use crate::backend::BackendAnswer;
use crate::backend::bitwuzla::worked;
use crate::conditions::parts;
use crate::numeric::{Effort, Sampler, float_work, small};
use crate::query::Query;
use crate::solver::Solver;

/// What of a question's time one step may take.
const STEPS: u32 = 8;

/// What floats may make of a question with applications for the back end to be asked about it.
const MOST_FLOAT_WORK: u64 = 16;

/// Values of variables.
type Values = Vec<(Var, u64)>;

/// A question split, and what has been learnt about it.
struct Split {
    simple: Vec<Term>,
    complex: Vec<Term>,
    /// The applications in the complex part, those within others first.
    applications: Vec<Term>,
    /// What functions were found to return.
    lemmas: Vec<Term>,
    /// That arguments are not those that were found not to do.
    excluded: Vec<Term>,
    /// Some arguments were tried and it was not settled whether they do.
    unsettled: bool,
}

impl Split {
    fn new(pool: &Pool, query: &Query<'_>) -> Split {
        let all = query.slice.conjuncts.iter().chain(&query.parts).copied();
        let (complex, simple): (Vec<Term>, Vec<Term>) = all.partition(|&t| pool.has_apply(t));
        let applications = pool.applications(&complex);
        let (lemmas, excluded) = (Vec::new(), Vec::new());
        Split { simple, complex, applications, lemmas, excluded, unsettled: false }
    }

    /// Everything with functions that may mean anything but for what is known of them.
    fn relaxed(&self) -> Vec<Term> {
        [&self.simple[..], &self.complex, &self.lemmas, &self.excluded].concat()
    }

    /// Arguments with these values do not do.
    fn exclude(&mut self, pool: &mut Pool, values: &[Term]) {
        let excluded = none_of(pool, values);
        self.excluded.push(excluded);
    }

    /// Arguments with these values are not tried again, though they may do.
    fn give_up(&mut self, pool: &mut Pool, values: &[Term]) {
        self.exclude(pool, values);
        self.unsettled = true;
    }
}

/// A solution of the simple part, or why there is none.
enum Candidate {
    Found(Assignment),
    /// There is no model of the whole.
    Exhausted,
    None,
}

/// Time of the thread that a question may still take.
pub(crate) struct Budget {
    end: Duration,
    step: Duration,
    deadline: Deadline,
}

impl Budget {
    pub(crate) fn new(time: Duration, deadline: &Deadline) -> Budget {
        let (end, step) = (worked().saturating_add(time), time / STEPS);
        Budget { end, step, deadline: deadline.clone() }
    }

    /// The time for one step; none if it is over.
    pub(crate) fn step(&self) -> Option<Duration> {
        let left = self.end.checked_sub(worked())?;
        (!left.is_zero() && !self.deadline.is_over()).then(|| left.min(self.step))
    }
}

impl Solver {
    /// Is there a model of a question with applications?
    pub(crate) fn ask_mixed(&mut self, pool: &mut Pool, query: &Query<'_>) -> Answer {
        let budget = Budget::new(self.options.query_time, &self.options.deadline);
        let mut split = Split::new(pool, query);
        self.statistics.mixed.asked += 1;
        let answer = self.attempts(pool, query, &mut split, &budget);
        match &answer {
            Answer::Unsat => self.refuted(query),
            Answer::Sat(model) => self.models.remember(model),
            Answer::Unknown(_) => {}
        }
        answer
    }

    /// The first solution of the simple part, then the heuristics, then the numeric search.
    fn attempts(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &mut Split,
        budget: &Budget,
    ) -> Answer {
        let first = match self.first(pool, query, split, budget) {
            Candidate::Exhausted => return Answer::Unsat,
            Candidate::Found(first) => first,
            Candidate::None => query.model.clone(),
        };
        if let Some(model) = self.fit(pool, query, split, &first, budget) {
            self.statistics.mixed.first += 1;
            return Answer::Sat(model);
        }
        if let Some(model) = self.residual(pool, query, split, &first, budget) {
            self.statistics.mixed.residual += 1;
            return Answer::Sat(model);
        }
        if let Some(model) = self.random(pool, query, split, &first, budget) {
            self.statistics.mixed.random += 1;
            return Answer::Sat(model);
        }
        if let Some(answer) = self.by_numbers(pool, query, Effort::Little) {
            return answer;
        }
        if let Some(model) = self.partitions(pool, query, split, budget) {
            self.statistics.mixed.partition += 1;
            return Answer::Sat(model);
        }
        if let Some(answer) = self.incremental(pool, query, split, budget) {
            self.statistics.mixed.incremental += 1;
            return answer;
        }
        self.by_numbers(pool, query, Effort::Much).unwrap_or_else(|| {
            self.statistics.mixed.unknown += 1;
            Answer::Unknown(Unknown::Time)
        })
    }

    /// The first solution of the simple part. Where it is about floats, the current model is asked
    /// before the back end, which would take its time.
    fn first(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &Split,
        budget: &Budget,
    ) -> Candidate {
        self.evaluator.begin();
        let holds = split.simple.iter().all(|&t| self.evaluator.holds(pool, t, query.model));
        if holds && split.complex.iter().any(|&t| pool.has_float(t)) {
            return Candidate::Found(query.model.clone());
        }
        self.candidate(pool, query, split, &[], budget)
    }

    /// A solution of the simple part and some further conditions that respects all lemmas.
    fn candidate(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &Split,
        further: &[Term],
        budget: &Budget,
    ) -> Candidate {
        let Some(time) = budget.step() else { return Candidate::None };
        let relaxed = [&split.relaxed()[..], further].concat();
        match self.relaxation(pool, query.model, &relaxed, time) {
            Answer::Sat(model) => {
                return Candidate::Found(self.smaller(pool, split, further, model));
            }
            Answer::Unsat if further.is_empty() && !split.unsettled => return Candidate::Exhausted,
            Answer::Unsat => return Candidate::None,
            Answer::Unknown(_) => {}
        }
        let simple = [&split.simple[..], &split.excluded, further].concat();
        match self.satisfy(pool, query.model, simple, budget) {
            Answer::Sat(model) => Candidate::Found(self.smaller(pool, split, further, model)),
            Answer::Unsat if further.is_empty() && !split.unsettled => Candidate::Exhausted,
            Answer::Unsat | Answer::Unknown(_) => Candidate::None,
        }
    }

    /// A solution of the simple part with small numbers as arguments, where these do as well: functions
    /// tend to do something there.
    fn smaller(
        &mut self,
        pool: &Pool,
        split: &Split,
        further: &[Term],
        candidate: Assignment,
    ) -> Assignment {
        let wanted = [&split.simple[..], &split.excluded, further].concat();
        small::smaller(pool, &mut self.evaluator, &split.applications, &wanted, candidate)
    }

    /// A model of the whole in which the applications' arguments have the values that a solution of
    /// the simple part gives them.
    fn fit(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &mut Split,
        candidate: &Assignment,
        budget: &Budget,
    ) -> Option<Assignment> {
        if query.is_satisfied_by(pool, &mut self.evaluator, candidate) {
            return Some(query.model.merged(&query.values_in(candidate)));
        }
        let Some((results, equal)) = self.called(pool, split, candidate) else {
            let values = query.slice.vars.iter().map(|&var| (var, candidate.get(var)));
            let same: Vec<Term> = values.map(|(var, value)| has_value(pool, var, value)).collect();
            split.give_up(pool, &same);
            return None;
        };
        let replaced = split.complex.iter().map(|&t| pool.without_applications(t, &results));
        let replaced: Vec<Term> = replaced.collect();
        let all = [&split.simple[..], &replaced, &equal].concat();
        match self.satisfy(pool, candidate, all, budget) {
            Answer::Sat(model) => {
                let model = query.model.merged(&query.values_in(&model));
                let right = query.is_satisfied_by(pool, &mut self.evaluator, &model);
                right.then_some(model)
            }
            Answer::Unsat => {
                split.exclude(pool, &equal);
                None
            }
            Answer::Unknown(_) => {
                split.give_up(pool, &equal);
                None
            }
        }
    }

    /// Calls the functions with the values a solution gives their arguments: the results in place of
    /// the applications, and that the arguments have these values. What was learnt becomes lemmas.
    fn called(
        &mut self,
        pool: &mut Pool,
        split: &mut Split,
        candidate: &Assignment,
    ) -> Option<(HashMap<Term, Term>, Vec<Term>)> {
        let (mut results, mut equal) = (HashMap::new(), Vec::new());
        self.evaluator.begin();
        for &application in &split.applications {
            let Node::Apply { args, .. } = pool.node(application) else { continue };
            let args = args.to_vec();
            let result = self.evaluator.known(pool, application, candidate)?;
            let mut given = Vec::new();
            for arg in args {
                let value = self.evaluator.known(pool, arg, candidate)?;
                let value = pool.constant(pool.width(arg), value);
                given.push(pool.eq(arg, value));
                let plain = pool.without_applications(arg, &results);
                let same = pool.eq(plain, value);
                if !pool.is_true(same) && !equal.contains(&same) {
                    equal.push(same);
                }
            }
            let result = pool.constant(pool.width(application), result);
            let (otherwise, returned) = (none_of(pool, &given), pool.eq(application, result));
            let lemma = pool.or(otherwise, returned);
            if !split.lemmas.contains(&lemma) {
                split.lemmas.push(lemma);
            }
            results.insert(application, result);
        }
        Some((results, equal))
    }

    /// Values of earlier models where the simple part leaves the choice.
    fn residual(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &mut Split,
        first: &Assignment,
        budget: &Budget,
    ) -> Option<Assignment> {
        if !self.options.heuristics.residual {
            return None;
        }
        let free = free_vars(pool, query, split);
        let earlier: Vec<Assignment> = self.models.iter().cloned().collect();
        earlier.iter().find_map(|model| {
            let values: Vec<(Var, u64)> = free.iter().map(|&var| (var, model.get(var))).collect();
            let candidate = first.merged(&values);
            (candidate != *first).then(|| self.fit(pool, query, split, &candidate, budget))?
        })
    }

    /// Random values where the simple part leaves the choice, and within what it allows.
    fn random(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &mut Split,
        first: &Assignment,
        budget: &Budget,
    ) -> Option<Assignment> {
        let tries = self.options.heuristics.random;
        if tries == 0 {
            return None;
        }
        let seed = self.options.seed ^ self.statistics.asked;
        let mut sampler = Sampler::new(pool, &split.simple, &split.complex, seed);
        (0..tries).find_map(|_| {
            budget.step()?;
            let candidate = sampler.next(first);
            let candidate = self.repaired(pool, &split.simple, candidate)?;
            self.fit(pool, query, split, &candidate, budget)
        })
    }

    /// A solution of the simple part near some values, by small changes.
    fn repaired(&mut self, pool: &Pool, simple: &[Term], near: Assignment) -> Option<Assignment> {
        let conjuncts = flattened(pool, simple)?;
        self.evaluator.begin();
        if conjuncts.iter().all(|&t| self.evaluator.holds(pool, t, &near)) {
            return Some(near);
        }
        self.edited(pool, &Query::of_set(pool, conjuncts, &near))
    }

    /// A solution of the simple part in each part of a function's domain.
    fn partitions(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &mut Split,
        budget: &Budget,
    ) -> Option<Assignment> {
        if !self.options.heuristics.partition {
            return None;
        }
        for application in split.applications.clone() {
            let Node::Apply { function, args } = pool.node(application) else { continue };
            let args = args.to_vec();
            for part in self.parts_of(pool, function, &args) {
                let found = self.candidate(pool, query, split, &[part], budget);
                let Candidate::Found(candidate) = found else { continue };
                if let Some(model) = self.fit(pool, query, split, &candidate, budget) {
                    return Some(model);
                }
            }
        }
        None
    }

    /// Further solutions of the simple part, each unlike the ones before.
    fn incremental(
        &mut self,
        pool: &mut Pool,
        query: &Query<'_>,
        split: &mut Split,
        budget: &Budget,
    ) -> Option<Answer> {
        for _ in 0..self.options.heuristics.incremental {
            match self.candidate(pool, query, split, &[], budget) {
                Candidate::Exhausted => return Some(Answer::Unsat),
                Candidate::None => return None,
                Candidate::Found(candidate) => {
                    if let Some(model) = self.fit(pool, query, split, &candidate, budget) {
                        return Some(Answer::Sat(model));
                    }
                }
            }
        }
        None
    }

    /// Is there a model of conjuncts without applications? `near` need not be one; it is where small
    /// changes are tried.
    fn satisfy(
        &mut self,
        pool: &mut Pool,
        near: &Assignment,
        conjuncts: Vec<Term>,
        budget: &Budget,
    ) -> Answer {
        let Some((known, conjuncts)) = simplified(pool, conjuncts) else { return Answer::Unsat };
        let near = &near.merged(&known);
        self.evaluator.begin();
        if conjuncts.iter().all(|&t| self.evaluator.holds(pool, t, near)) {
            return Answer::Sat(near.clone());
        }
        let Some(time) = budget.step() else { return Answer::Unknown(Unknown::Time) };
        self.of_set(pool, &Query::of_set(pool, conjuncts, near), time)
    }

    /// Is there a model if functions may mean anything?
    fn relaxation(
        &mut self,
        pool: &Pool,
        near: &Assignment,
        conjuncts: &[Term],
        time: Duration,
    ) -> Answer {
        let Some(mut conjuncts) = flattened(pool, conjuncts) else { return Answer::Unsat };
        let floats = conjuncts.iter().any(|&t| pool.has_float(t));
        let hopeless = floats && !self.options.nonlinear.smt;
        if hopeless || float_work(pool, &conjuncts) > MOST_FLOAT_WORK {
            return Answer::Unknown(Unknown::Unsupported("floats".into()));
        }
        let Some(last) = conjuncts.pop() else { return Answer::Sat(near.clone()) };
        match self.check(pool, &conjuncts, last, time) {
            BackendAnswer::Sat(values) => Answer::Sat(near.merged(&values)),
            BackendAnswer::Unsat(_) => Answer::Unsat,
            BackendAnswer::Unknown(why) => Answer::Unknown(why),
        }
    }
}

/// Conjuncts without the variables they give a value, and these; `None` if one of them is false.
fn simplified(pool: &mut Pool, conjuncts: Vec<Term>) -> Option<(Values, Vec<Term>)> {
    let (mut known, mut left) = (Vec::new(), flattened(pool, &conjuncts)?);
    loop {
        let values: Vec<(Var, u64)> = left.iter().filter_map(|&t| value_given(pool, t)).collect();
        if values.is_empty() {
            return Some((known, left));
        }
        let mut replaced = Vec::with_capacity(values.len());
        for &(var, value) in &values {
            if replaced.iter().all(|&(other, _)| other != var) {
                let constant = pool.constant(pool.var_width(var), value.into());
                replaced.push((var, constant));
                known.push((var, value));
            }
        }
        let plain: Vec<Term> = left.iter().map(|&t| pool.substitute(t, &replaced)).collect();
        left = flattened(pool, &plain)?;
    }
}

/// The variable and its value, if a conjunct says nothing else.
fn value_given(pool: &Pool, t: Term) -> Option<(Var, u64)> {
    let Node::Compare(CompareOp::Eq, a, b) = pool.node(t) else { return None };
    let of = |var: Term, value: Term| match pool.node(var) {
        Node::Var(var) => Some((var, pool.as_constant(value)? as u64)),
        _ => None,
    };
    of(a, b).or_else(|| of(b, a))
}

/// The parts of conjuncts that say something, sorted; `None` if one of them is false.
fn flattened(pool: &Pool, conjuncts: &[Term]) -> Option<Vec<Term>> {
    let mut all: Vec<Term> = conjuncts.iter().flat_map(|&t| parts(pool, t)).collect();
    all.retain(|&t| !pool.is_true(t));
    all.sort_unstable();
    all.dedup();
    (!all.iter().any(|&t| pool.is_false(t))).then_some(all)
}

/// That a variable has a value.
fn has_value(pool: &mut Pool, var: Var, value: u64) -> Term {
    let (term, value) = (pool.var(var), pool.constant(pool.var_width(var), value.into()));
    pool.eq(term, value)
}

/// That not all of these hold.
fn none_of(pool: &mut Pool, terms: &[Term]) -> Term {
    let mut all = pool.truth(true);
    for &term in terms {
        all = pool.and(all, term);
    }
    pool.not(all)
}

/// The variables of a question about which its simple part says nothing.
fn free_vars(pool: &Pool, query: &Query<'_>, split: &Split) -> Vec<Var> {
    let said = |var: &Var| split.simple.iter().any(|&t| pool.vars(t).binary_search(var).is_ok());
    query.slice.vars.iter().copied().filter(|var| !said(var)).collect()
}
