//! Bitwuzla in this process.
//!
//! A *context* is an instance with some conjuncts asserted. The path of a program only grows, so the
//! context that served its last question serves the next one too: assert what is new, check with the
//! question as an assumption. The newest conjuncts are assumptions as well: they are what the next
//! path, which turned off a few branches earlier, does not share. A few contexts are kept for paths
//! that take turns.
//!
//! Invariants: what is asserted in a context is a subset of the conjuncts it is used for; a context
//! that gave up on a question is not used again; the same sequence of questions gives the same
//! answers (time limits aside), because contexts are chosen by what they hold and when they were
//! used, counted in questions.

mod ffi;
mod floats;
mod gates;
mod translate;

use std::collections::HashSet;
use std::time::Duration;

use coax_deadline::Deadline;
use coax_expr::{Pool, Term, Var};

use super::{Backend, BackendAnswer};
use crate::answer::Unknown;
use crate::sorted;
pub use ffi::worked;
use ffi::{Handle, InstanceId, Library, Verdict};
use translate::{Translator, Untranslatable};

/// How instances are used again. Measured by `tests/figures.rs`: a question to an instance that holds
/// the path already takes well below a millisecond, to a new one tens of them.
#[derive(Clone, Copy, Debug)]
pub struct Reuse {
    /// Contexts kept at once; 0 makes a new one for every question.
    pub contexts: usize,
    /// Questions after which a context is not used again: its SAT solver has collected rubbish.
    pub questions: u32,
    /// The newest conjuncts, so many, are assumed instead of asserted.
    pub tail: usize,
    /// Translated terms after which everything is dropped.
    pub terms: usize,
}

impl Default for Reuse {
    fn default() -> Reuse {
        Reuse { contexts: 8, questions: 1000, tail: 4, terms: 400_000 }
    }
}

/// An instance and what is asserted in it.
struct Context {
    instance: InstanceId,
    /// Sorted.
    asserted: Vec<Term>,
    /// Float terms whose bits are defined in it.
    defined: HashSet<Term>,
    questions: u32,
    last_used: u64,
}

/// How often contexts were made and used again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ContextCounts {
    /// New instances.
    pub made: u64,
    /// Questions answered by one that existed.
    pub reused: u64,
}

/// The back end.
pub struct Bitwuzla {
    translator: Translator,
    contexts: Vec<Context>,
    deadline: Deadline,
    reuse: Reuse,
    seed: u64,
    clock: u64,
    counts: ContextCounts,
}

impl Bitwuzla {
    /// A back end that stops at the deadline.
    pub fn new(seed: u64, deadline: Deadline, reuse: Reuse) -> Bitwuzla {
        Bitwuzla {
            translator: Translator::new(Library::new(seed, deadline.clone())),
            contexts: Vec::new(),
            deadline,
            reuse,
            seed,
            clock: 0,
            counts: ContextCounts::default(),
        }
    }

    /// How often contexts were made and used again.
    pub fn counts(&self) -> ContextCounts {
        self.counts
    }

    fn start_anew(&mut self) {
        self.contexts.clear();
        self.translator = Translator::new(Library::new(self.seed, self.deadline.clone()));
    }

    /// The index of the context to use: the one that holds most of the conjuncts and nothing else.
    fn context_for(&mut self, conjuncts: &[Term]) -> usize {
        let suits = |context: &&Context| {
            context.questions < self.reuse.questions
                && sorted::is_subset(&context.asserted, conjuncts)
        };
        let best = self
            .contexts
            .iter()
            .filter(suits)
            .max_by_key(|context| (context.asserted.len(), context.last_used))
            .map(|context| context.last_used);
        if let Some(stamp) = best {
            self.counts.reused += 1;
            let found = self.contexts.iter().position(|context| context.last_used == stamp);
            return found.expect("it was found a moment ago");
        }
        self.new_context()
    }

    /// The index of a new context, for which an old one may have to go.
    fn new_context(&mut self) -> usize {
        self.counts.made += 1;
        while !self.contexts.is_empty() && self.contexts.len() >= self.reuse.contexts.max(1) {
            let oldest = (0..self.contexts.len())
                .min_by_key(|&index| self.contexts[index].last_used)
                .expect("there are contexts");
            self.drop_context(oldest);
        }
        self.contexts.push(Context {
            instance: self.translator.library().new_instance(),
            asserted: Vec::new(),
            defined: HashSet::new(),
            questions: 0,
            last_used: self.clock,
        });
        self.contexts.len() - 1
    }

    fn drop_context(&mut self, index: usize) {
        let context = self.contexts.remove(index);
        self.translator.library().drop_instance(context.instance);
    }

    /// Asserts the definitions that the bits of floats below `term` need.
    fn define(&mut self, pool: &Pool, index: usize, term: Term) {
        for (float, definition) in self.translator.definitions(pool, term) {
            let context = &mut self.contexts[index];
            if context.defined.insert(float) {
                self.translator.library().assert(context.instance, definition);
            }
        }
    }

    /// Refuses what would become too many gates.
    fn require_small(
        &self,
        pool: &Pool,
        index: usize,
        missing: &[Term],
        extra: Term,
    ) -> Result<(), Untranslatable> {
        let mut roots = missing.to_vec();
        roots.push(extra);
        let new = self.contexts[index].questions == 0;
        let gates = self.translator.gates(pool, &roots, new);
        match gates <= gates::MOST {
            true => Ok(()),
            false => Err(Untranslatable(format!("a question of about {gates} gates"))),
        }
    }

    /// Asserts the conjuncts a context lacks, except for the newest: those are given back, to be
    /// assumed. (Later conjuncts have larger ids, mostly.)
    fn assert_missing(
        &mut self,
        pool: &Pool,
        index: usize,
        conjuncts: &[Term],
        extra: Term,
    ) -> Result<Vec<Term>, Untranslatable> {
        let missing = sorted::difference(conjuncts, &self.contexts[index].asserted);
        self.require_small(pool, index, &missing, extra)?;
        let (old, new) = missing.split_at(missing.len().saturating_sub(self.reuse.tail));
        for &conjunct in old {
            let assertion = self.translator.assertion(pool, conjunct)?;
            self.define(pool, index, conjunct);
            let instance = self.contexts[index].instance;
            self.translator.library().assert(instance, assertion);
        }
        sorted::insert_all(&mut self.contexts[index].asserted, old);
        Ok(new.to_vec())
    }

    fn model(
        &mut self,
        pool: &Pool,
        index: usize,
        conjuncts: &[Term],
        extra: Term,
    ) -> Vec<(Var, u64)> {
        let instance = self.contexts[index].instance;
        let all = || conjuncts.iter().copied().chain([extra]);
        let mut vars: Vec<Var> = all().flat_map(|term| pool.vars(term)).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        let mut value = |var: Var| {
            let symbol = self.translator.symbol(var).expect("its terms were translated");
            (var, self.translator.library().value(instance, symbol) as u64)
        };
        vars.into_iter().map(&mut value).collect()
    }

    /// Asks in a context, the newest conjuncts and `extra` being assumed.
    fn check_in(
        &mut self,
        pool: &Pool,
        index: usize,
        conjuncts: &[Term],
        extra: Term,
        time: Duration,
    ) -> Result<BackendAnswer, Untranslatable> {
        let mut assumed = self.assert_missing(pool, index, conjuncts, extra)?;
        assumed.push(extra);
        let mut assumptions = Vec::new();
        for term in assumed {
            assumptions.push(self.translator.assertion(pool, term)?);
            self.define(pool, index, term);
        }
        let context = &mut self.contexts[index];
        context.questions += 1;
        context.last_used = self.clock;
        Ok(self.verdict(pool, index, &assumptions, conjuncts, extra, time))
    }

    fn verdict(
        &mut self,
        pool: &Pool,
        index: usize,
        assumptions: &[Handle],
        conjuncts: &[Term],
        extra: Term,
        time: Duration,
    ) -> BackendAnswer {
        // A limit beyond what the clock can count is none.
        let deadline = ffi::worked().checked_add(time);
        let instance = self.contexts[index].instance;
        match self.translator.library().check(instance, assumptions, deadline) {
            Verdict::Sat => BackendAnswer::Sat(self.model(pool, index, conjuncts, extra)),
            Verdict::Unsat => BackendAnswer::Unsat(conjuncts.to_vec()),
            Verdict::Unknown => BackendAnswer::Unknown(self.reason()),
        }
    }

    /// Asks the usual way: in the context that holds most of the path.
    fn check_in_context(
        &mut self,
        pool: &Pool,
        conjuncts: &[Term],
        extra: Term,
        time: Duration,
    ) -> BackendAnswer {
        let index = self.context_for(conjuncts);
        let answer = self.check_in(pool, index, conjuncts, extra, time);
        let answer = answer.unwrap_or_else(BackendAnswer::from);
        if self.reuse.contexts == 0 || matches!(answer, BackendAnswer::Unknown(_)) {
            self.drop_context(index);
        }
        answer
    }

    /// Asks a hard question once more, in an instance of its own where everything is asserted: only
    /// then does Bitwuzla simplify with all it knows (replace `x` where `x == 5` is assumed, say).
    fn check_apart(
        &mut self,
        pool: &Pool,
        conjuncts: &[Term],
        extra: Term,
        time: Duration,
    ) -> Result<BackendAnswer, Untranslatable> {
        let mut assertions = Vec::new();
        for &term in conjuncts.iter().chain([&extra]) {
            assertions.push((term, self.translator.assertion(pool, term)?));
        }
        // From here on nothing fails, so the context, which claims to be empty, does not survive.
        let index = self.new_context();
        for (term, assertion) in assertions {
            self.define(pool, index, term);
            let instance = self.contexts[index].instance;
            self.translator.library().assert(instance, assertion);
        }
        let answer = self.verdict(pool, index, &[], conjuncts, extra, time);
        self.drop_context(index);
        Ok(answer)
    }

    fn reason(&self) -> Unknown {
        match self.deadline.is_over() {
            true => Unknown::Cancelled,
            false => Unknown::Time,
        }
    }
}

impl Backend for Bitwuzla {
    fn check(
        &mut self,
        pool: &Pool,
        conjuncts: &[Term],
        extra: Term,
        time: Duration,
    ) -> BackendAnswer {
        if self.deadline.is_over() {
            return BackendAnswer::Unknown(Unknown::Cancelled);
        }
        if self.translator.len() > self.reuse.terms {
            self.start_anew();
        }
        self.clock += 1;
        let first = time / 4;
        let answer = self.check_in_context(pool, conjuncts, extra, first);
        match answer {
            BackendAnswer::Unknown(Unknown::Time) => self
                .check_apart(pool, conjuncts, extra, time.saturating_sub(first))
                .unwrap_or_else(BackendAnswer::from),
            answer => answer,
        }
    }
}

impl From<Untranslatable> for BackendAnswer {
    fn from(Untranslatable(what): Untranslatable) -> BackendAnswer {
        BackendAnswer::Unknown(Unknown::Unsupported(what))
    }
}
