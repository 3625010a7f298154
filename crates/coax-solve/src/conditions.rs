//! What holds on a path: conjuncts, in groups that share no variable.
//!
//! A path asks about few variables at a time and has many; what does not share a variable with the
//! question, directly or through others, cannot matter. So conjuncts are grouped while they are
//! added. For variables of at most 8 bits the group also keeps the values that conjuncts about that
//! variable alone leave over (its *domain*).
//!
//! Invariants: no variable is in two groups; `places` has every variable of every group; a group's
//! domains have taken in all conjuncts of one small variable except those in `unread`. A clone shares
//! the groups; it costs a few bytes per conjunct and per variable.

use std::collections::HashSet;
use std::sync::Arc;

use coax_expr::{BinaryOp, Node, Pool, Term, Var};

use crate::byte_set::ByteSet;
use crate::sorted;
use crate::truth_table::{TruthTables, WIDEST, only_small_var};

/// What holds on a path.
#[derive(Clone, Default, Debug)]
pub struct Conditions {
    /// In the order they were added.
    conjuncts: Vec<Term>,
    /// The same and the conjunctions they were added as, sorted.
    known: Vec<Term>,
    /// Emptied places stay: ids must not move.
    groups: Vec<Option<Arc<Group>>>,
    /// The group of each variable, sorted by variable.
    places: Vec<(Var, u32)>,
    /// Is any conjunct about floats or applications?
    pub(crate) has_numbers: bool,
}

#[derive(Clone, Default, Debug)]
struct Group {
    /// Sorted.
    vars: Vec<Var>,
    /// Sorted.
    conjuncts: Vec<Term>,
    /// Sorted by variable; a small variable that is missing here has all its values.
    domains: Vec<(Var, ByteSet)>,
    /// Conjuncts with one small variable that are not in `domains` yet.
    unread: Vec<(Var, Term)>,
}

/// The part of the conditions that a question depends on.
#[derive(Clone, Debug, Default)]
pub struct Slice {
    /// Sorted.
    pub conjuncts: Vec<Term>,
    /// The variables of the conjuncts and of the question, sorted.
    pub vars: Vec<Var>,
    /// Are functions applied?
    pub has_apply: bool,
}

impl Conditions {
    /// Nothing is known.
    pub fn new() -> Conditions {
        Conditions::default()
    }

    /// Adds a condition of width 1. A conjunction is added as its parts.
    ///
    /// # Panics
    /// If the condition is constantly false: no path goes there.
    pub fn add(&mut self, pool: &Pool, t: Term) {
        for part in parts(pool, t) {
            assert!(!pool.is_false(part), "a path on which nothing can hold");
            if !pool.is_true(part) && sorted::insert(&mut self.known, part) {
                self.add_part(pool, part);
            }
        }
        sorted::insert(&mut self.known, t);
    }

    fn add_part(&mut self, pool: &Pool, part: Term) {
        self.conjuncts.push(part);
        self.has_numbers |= pool.has_float(part) || pool.has_apply(part);
        let target = self.joined(pool.vars(part));
        let group = self.group_mut(target);
        sorted::insert(&mut group.conjuncts, part);
        if let Some(var) = only_small_var(pool, part) {
            group.unread.push((var, part));
        }
    }

    fn group_mut(&mut self, id: u32) -> &mut Group {
        Arc::make_mut(self.groups[id as usize].as_mut().expect("a group that is in use"))
    }

    /// The one group that holds these variables from now on.
    fn joined(&mut self, vars: &[Var]) -> u32 {
        let mut ids: Vec<u32> = vars.iter().filter_map(|var| self.place(*var)).collect();
        ids.sort_unstable();
        ids.dedup();
        let size =
            |id: &u32| self.groups[*id as usize].as_ref().map_or(0, |group| group.vars.len());
        let target = ids.iter().copied().max_by_key(size).unwrap_or_else(|| {
            self.groups.push(Some(Arc::default()));
            self.groups.len() as u32 - 1
        });
        for id in ids.into_iter().filter(|id| *id != target) {
            let moved = self.groups[id as usize].take().expect("a group that is in use");
            self.put_vars(&moved.vars, target);
            self.group_mut(target).absorb(&moved);
        }
        let new: Vec<Var> = vars.iter().copied().filter(|var| self.place(*var).is_none()).collect();
        self.put_vars(&new, target);
        sorted::insert_all(&mut self.group_mut(target).vars, &new);
        target
    }

    fn place(&self, var: Var) -> Option<u32> {
        let index = self.places.binary_search_by_key(&var, |place| place.0).ok()?;
        Some(self.places[index].1)
    }

    fn put_vars(&mut self, vars: &[Var], group: u32) {
        for &var in vars {
            match self.places.binary_search_by_key(&var, |place| place.0) {
                Ok(index) => self.places[index].1 = group,
                Err(index) => self.places.insert(index, (var, group)),
            }
        }
    }

    /// Was it added, by itself or as a part of a conjunction?
    pub fn contains(&self, t: Term) -> bool {
        self.known.binary_search(&t).is_ok()
    }

    /// How many conjuncts there are.
    pub fn len(&self) -> usize {
        self.conjuncts.len()
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.conjuncts.is_empty()
    }

    /// The conjuncts, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = Term> + '_ {
        self.conjuncts.iter().copied()
    }

    /// Whether `t` follows, or its negation, as far as that is cheap to see: one of them is a
    /// conjunct, or `t` has a single small variable and its domain decides. Exact when it answers.
    ///
    /// [`Solver::decided`](crate::Solver::decided) does the same and remembers truth tables.
    pub fn decided(&mut self, pool: &mut Pool, t: Term) -> Option<bool> {
        self.decided_with(pool, &mut TruthTables::default(), t)
    }

    pub(crate) fn decided_with(
        &mut self,
        pool: &mut Pool,
        tables: &mut TruthTables,
        t: Term,
    ) -> Option<bool> {
        if self.contains(t) {
            return Some(true);
        }
        let negated = pool.not(t);
        if self.contains(negated) {
            return Some(false);
        }
        let var = only_small_var(pool, t)?;
        let domain = self.domain(pool, tables, var)?;
        let holds = tables.table(pool, t, var)?;
        if domain.without(holds).is_empty() {
            Some(true)
        } else if domain.and(holds).is_empty() {
            Some(false)
        } else {
            None
        }
    }

    /// The values of a small variable that the conjuncts about it alone leave over; `None` if there
    /// is no time to find them.
    pub(crate) fn domain(
        &mut self,
        pool: &Pool,
        tables: &mut TruthTables,
        var: Var,
    ) -> Option<ByteSet> {
        let width = pool.var_width(var);
        assert!(width <= WIDEST, "only small variables have domains");
        let Some(id) = self.place(var) else { return Some(ByteSet::all(width)) };
        let behind =
            self.groups[id as usize].as_ref().is_some_and(|group| !group.unread.is_empty());
        if behind {
            self.group_mut(id).read(pool, tables)?;
        }
        let group = self.groups[id as usize].as_ref().expect("a group that is in use");
        Some(group.domain_of(var).unwrap_or_else(|| ByteSet::all(width)))
    }

    /// What a question depends on.
    pub(crate) fn slice(&self, pool: &Pool, question: Term) -> Slice {
        let vars = pool.vars(question);
        let mut ids: Vec<u32> = vars.iter().filter_map(|var| self.place(*var)).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut slice = Slice { vars: vars.to_vec(), ..Slice::default() };
        for id in ids {
            let group = self.groups[id as usize].as_ref().expect("a group that is in use");
            sorted::insert_all(&mut slice.conjuncts, &group.conjuncts);
            sorted::insert_all(&mut slice.vars, &group.vars);
        }
        slice.has_apply = pool.has_apply(question)
            || slice.conjuncts.iter().any(|&conjunct| pool.has_apply(conjunct));
        slice
    }
}

impl Group {
    fn absorb(&mut self, other: &Group) {
        sorted::insert_all(&mut self.vars, &other.vars);
        sorted::insert_all(&mut self.conjuncts, &other.conjuncts);
        self.domains.extend_from_slice(&other.domains);
        self.domains.sort_unstable_by_key(|(var, _)| *var);
        self.unread.extend_from_slice(&other.unread);
    }

    fn domain_of(&self, var: Var) -> Option<ByteSet> {
        let index = self.domains.binary_search_by_key(&var, |(var, _)| *var).ok()?;
        Some(self.domains[index].1)
    }

    /// Takes the unread conjuncts into the domains; those that there is no time for stay unread.
    fn read(&mut self, pool: &Pool, tables: &mut TruthTables) -> Option<()> {
        while let Some(&(var, conjunct)) = self.unread.last() {
            let table = tables.table(pool, conjunct, var)?;
            self.unread.pop();
            match self.domains.binary_search_by_key(&var, |(var, _)| *var) {
                Ok(index) => self.domains[index].1 = self.domains[index].1.and(table),
                Err(index) => self.domains.insert(index, (var, table)),
            }
        }
        Some(())
    }
}

/// The parts of a conjunction of truth values; anything else is its own only part.
pub(crate) fn parts(pool: &Pool, t: Term) -> Vec<Term> {
    assert_eq!(pool.width(t), 1, "a condition is a truth value");
    let Node::Binary(BinaryOp::And, ..) = pool.node(t) else { return vec![t] };
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut stack = vec![t];
    while let Some(term) = stack.pop() {
        match pool.node(term) {
            _ if !seen.insert(term) => {}
            Node::Binary(BinaryOp::And, a, b) => stack.extend([b, a]),
            _ => found.push(term),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conjuncts over pairs of variables, from numbers.
    fn conjunct(pool: &mut Pool, vars: &[Var], number: usize) -> Term {
        let (a, b) = (vars[number % vars.len()], vars[number / 7 % vars.len()]);
        let (a, b) = (pool.var(a), pool.var(b));
        let limit = pool.constant(8, (number % 250 + 2) as u128);
        let sum = pool.add(a, b);
        pool.ult(sum, limit)
    }

    /// What is connected with the question, found the slow way.
    fn connected(pool: &Pool, conditions: &Conditions, question: Term) -> Vec<Term> {
        let mut vars: HashSet<Var> = pool.vars(question).iter().copied().collect();
        let mut found: HashSet<Term> = HashSet::new();
        loop {
            let touched = |term: &Term| pool.vars(*term).iter().any(|var| vars.contains(var));
            let next: HashSet<Term> = conditions.iter().filter(touched).collect();
            if next == found {
                let mut sorted: Vec<Term> = found.into_iter().collect();
                sorted.sort_unstable();
                return sorted;
            }
            vars.extend(next.iter().flat_map(|term| pool.vars(*term)));
            found = next;
        }
    }

    #[test]
    fn a_slice_is_what_is_connected() {
        let mut pool = Pool::new();
        let vars: Vec<Var> = (0..24).map(|_| pool.new_var("b", 8)).collect();
        let (mut conditions, mut number) = (Conditions::new(), 12345usize);
        let mut next = move || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            number >> 33
        };
        for _ in 0..30 {
            let question = conjunct(&mut pool, &vars, next());
            let slice = conditions.slice(&pool, question);
            assert_eq!(slice.conjuncts, connected(&pool, &conditions, question));
            assert!(pool.vars(question).iter().all(|var| slice.vars.contains(var)));
            let of_conjuncts = slice.conjuncts.iter().flat_map(|term| pool.vars(*term));
            assert!(of_conjuncts.into_iter().all(|var| slice.vars.contains(var)));
            let added = conjunct(&mut pool, &vars, next());
            conditions.add(&pool, added);
            assert!(conditions.contains(added));
        }
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        let mut pool = Pool::new();
        let var = pool.new_var("b", 8);
        let (x, ten, five) = (pool.var(var), pool.constant(8, 10), pool.constant(8, 5));
        let (below_ten, below_five) = (pool.ult(x, ten), pool.ult(x, five));
        let mut one = Conditions::new();
        one.add(&pool, below_ten);
        let mut two = one.clone();
        two.add(&pool, below_five);
        let mut tables = TruthTables::default();
        assert_eq!(one.domain(&pool, &mut tables, var).unwrap().len(), 10);
        assert_eq!(two.domain(&pool, &mut tables, var).unwrap().len(), 5);
        assert_eq!((one.len(), two.len()), (1, 2));
    }

    #[test]
    fn a_conjunction_is_added_in_parts() {
        let mut pool = Pool::new();
        let (a, b) = (pool.new_var("a", 8), pool.new_var("b", 32));
        let (x, y) = (pool.var(a), pool.var(b));
        let (ten, many) = (pool.constant(8, 10), pool.constant(32, 1000));
        let (first, second) = (pool.ult(x, ten), pool.ult(y, many));
        let both = pool.and(first, second);
        let mut conditions = Conditions::new();
        conditions.add(&pool, both);
        conditions.add(&pool, second);
        assert_eq!(conditions.iter().collect::<Vec<_>>(), [first, second]);
        assert!([both, first, second].into_iter().all(|term| conditions.contains(term)));
        assert_eq!(conditions.slice(&pool, first).conjuncts, [first]);
    }
}
