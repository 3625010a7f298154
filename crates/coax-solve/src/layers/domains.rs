//! Questions about few small values, answered by looking at all of them.
//!
//! What depends on a single byte is a set of bytes; the question is whether two sets meet. Matchers,
//! keyword tables and mazes ask nothing else. Several small variables are enumerated if their
//! domains leave few combinations.

use coax_deadline::Deadline;
use coax_expr::{Assignment, Evaluator, Pool, Term, Var};

use crate::byte_set::ByteSet;
use crate::conditions::Conditions;
use crate::query::{Found, Query};
use crate::truth_table::{TruthTables, WIDEST, only_small_var};

/// The most combinations of values that are tried.
const COMBINATIONS: u64 = 4096;

/// The layer.
pub struct Domains {
    pub(crate) tables: TruthTables,
    evaluator: Evaluator,
    deadline: Deadline,
}

impl Domains {
    /// The layer, which answers nothing after the deadline.
    pub fn new(deadline: &Deadline) -> Domains {
        let (tables, deadline) = (TruthTables::new(deadline), deadline.clone());
        Domains { tables, evaluator: Evaluator::new(), deadline }
    }

    /// The answer, if the question is about few small values.
    pub fn answer(
        &mut self,
        pool: &Pool,
        conditions: &mut Conditions,
        query: &Query<'_>,
    ) -> Option<Found> {
        if query.slice.has_apply {
            return None;
        }
        let small = |var: &Var| pool.var_width(*var) <= WIDEST;
        if !query.slice.vars.iter().any(small) {
            return None;
        }
        let mut narrowed = Vec::new();
        for &part in &query.parts {
            if let Some(var) = only_small_var(pool, part) {
                let table = self.tables.table(pool, part, var)?;
                narrowed.push((var, table));
                let left = self.values(pool, conditions, &narrowed, var)?;
                if left.is_empty() {
                    return Some(Found::Unsat);
                }
            }
        }
        match query.slice.vars[..] {
            [var] if only_this(pool, query, var) => {
                let value = self.values(pool, conditions, &narrowed, var)?.first()?;
                Some(Found::Sat(vec![(var, value)]))
            }
            _ if query.slice.vars.iter().all(small) => {
                self.enumerate(pool, conditions, query, &narrowed)
            }
            _ => None,
        }
    }

    /// The values left for a variable by the conditions and by the question's own parts; `None` if
    /// there is no time to find them.
    fn values(
        &mut self,
        pool: &Pool,
        conditions: &mut Conditions,
        narrowed: &[(Var, ByteSet)],
        var: Var,
    ) -> Option<ByteSet> {
        let domain = conditions.domain(pool, &mut self.tables, var)?;
        let own = narrowed.iter().filter(|(of, _)| *of == var);
        Some(own.fold(domain, |left, (_, table)| left.and(*table)))
    }

    fn enumerate(
        &mut self,
        pool: &Pool,
        conditions: &mut Conditions,
        query: &Query<'_>,
        narrowed: &[(Var, ByteSet)],
    ) -> Option<Found> {
        let mut choices: Vec<(Var, Vec<u64>)> = Vec::new();
        let mut combinations = 1;
        for &var in &query.slice.vars {
            let values = self.values(pool, conditions, narrowed, var)?;
            combinations *= u64::from(values.len());
            if combinations > COMBINATIONS {
                return None;
            }
            choices.push((var, values.iter().collect()));
        }
        let open: Vec<Term> = query
            .parts
            .iter()
            .chain(&query.slice.conjuncts)
            .copied()
            .filter(|term| only_small_var(pool, *term).is_none())
            .collect();
        let mut candidate = Assignment::new();
        for number in 0..combinations {
            if self.deadline.is_over() {
                return None;
            }
            pick(&choices, number, &mut candidate);
            self.evaluator.begin();
            if open.iter().all(|&term| self.evaluator.holds(pool, term, &candidate)) {
                return Some(Found::Sat(query.values_in(&candidate)));
            }
        }
        Some(Found::Unsat)
    }
}

/// Is everything in the question about one variable, so that its domain says it all?
fn only_this(pool: &Pool, query: &Query<'_>, var: Var) -> bool {
    pool.var_width(var) <= WIDEST
        && query.parts.iter().all(|part| only_small_var(pool, *part) == Some(var))
}

/// The combination with a number: the choices are its digits.
fn pick(choices: &[(Var, Vec<u64>)], mut number: u64, into: &mut Assignment) {
    for (var, values) in choices {
        let base = values.len() as u64;
        into.set(*var, values[(number % base) as usize]);
        number /= base;
    }
}
