//! For which values of its only variable does a term hold? Computed once per term, by trying all.

use std::collections::HashMap;

use coax_deadline::Deadline;
use coax_expr::{Assignment, Evaluator, Pool, Term, Var};

use crate::byte_set::ByteSet;

/// The widest variable whose values are all tried.
pub const WIDEST: u32 = 8;

/// The tables computed so far, for the terms of one pool.
#[derive(Default)]
pub struct TruthTables {
    known: HashMap<Term, ByteSet>,
    evaluator: Evaluator,
    /// All 0 between calls.
    scratch: Assignment,
    deadline: Deadline,
}

/// The variable of a term that has exactly one, if its values can all be tried.
pub fn only_small_var(pool: &Pool, term: Term) -> Option<Var> {
    match pool.vars(term) {
        &[var] if pool.var_width(var) <= WIDEST && !pool.has_apply(term) => Some(var),
        _ => None,
    }
}

impl TruthTables {
    /// None yet; none is begun, and none finished, after the deadline.
    pub fn new(deadline: &Deadline) -> TruthTables {
        TruthTables { deadline: deadline.clone(), ..TruthTables::default() }
    }

    /// The values of `var`, the term's only variable, that make the term true; `None` if there is
    /// no time to try them all.
    pub fn table(&mut self, pool: &Pool, term: Term, var: Var) -> Option<ByteSet> {
        if let Some(&table) = self.known.get(&term) {
            return Some(table);
        }
        debug_assert_eq!(only_small_var(pool, term), Some(var));
        let mut table = ByteSet::EMPTY;
        for value in 0..1 << pool.var_width(var) {
            if self.deadline.is_over() {
                self.scratch.set(var, 0);
                return None;
            }
            self.scratch.set(var, value);
            self.evaluator.begin();
            if self.evaluator.holds(pool, term, &self.scratch) {
                table = table.with(value);
            }
        }
        self.scratch.set(var, 0);
        self.known.insert(term, table);
        Some(table)
    }
}
