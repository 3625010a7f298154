//! All paths through a function together: a tree of decisions, folded into terms.
//!
//! Paths share their first decisions, so the tree has about as many forks as there are paths, and every
//! term of a summary is one choice per fork. A side that no path came to is no known case.

use coax_expr::{Pool, Term};

use super::ground::{Decision, Other};

/// A path through a function.
pub(super) struct Case {
    pub(super) decisions: Vec<Decision>,
    pub(super) result: CaseResult,
}

/// What came of a path, as terms of the function's own.
pub(super) enum CaseResult {
    /// The program ended.
    Ends,
    /// The function returned, if this holds, and left these values.
    Returns { returns: Term, values: Vec<Term> },
}

/// All cases as terms.
pub(super) struct Folded {
    /// Is it a known case?
    pub(super) covered: Term,
    /// Does the function return, in the known cases?
    pub(super) returns: Term,
    /// What it leaves, where it returns; nothing if it never does.
    pub(super) values: Option<Vec<Term>>,
}

/// A place in the tree.
#[derive(Default)]
struct Fork {
    condition: Option<Term>,
    /// Where it goes on if the condition does not hold, and if it does.
    sides: [Option<usize>; 2],
    /// What comes of it, for a leaf.
    folded: Option<Folded>,
}

/// Folds cases; `None` if two of them contradict each other, or there is none.
pub(super) fn fold(pool: &mut Pool, cases: Vec<Case>) -> Option<Folded> {
    let mut tree = vec![Fork::default()];
    for case in cases {
        insert(pool, &mut tree, case)?;
    }
    // A fork comes before all that is below it.
    for at in (0..tree.len()).rev() {
        if let Some(condition) = tree[at].condition {
            let [no, yes] = tree[at].sides.map(|side| tree[side?].folded.take());
            tree[at].folded = join(pool, condition, yes, no);
        }
    }
    tree[0].folded.take()
}

fn insert(pool: &mut Pool, tree: &mut Vec<Fork>, case: Case) -> Option<()> {
    let mut at = 0;
    for Decision { condition, holds, other } in case.decisions {
        if tree[at].folded.is_some() || *tree[at].condition.get_or_insert(condition) != condition {
            return None;
        }
        if other == Other::Ends {
            let end = side(tree, at, !holds);
            tree[end].folded.get_or_insert_with(|| leaf(pool, CaseResult::Ends));
        }
        at = side(tree, at, holds);
    }
    let is_new = tree[at].condition.is_none() && tree[at].folded.is_none();
    tree[at].folded = Some(leaf(pool, case.result));
    is_new.then_some(())
}

/// A side of a fork, made if it is not there.
fn side(tree: &mut Vec<Fork>, at: usize, holds: bool) -> usize {
    if let Some(side) = tree[at].sides[usize::from(holds)] {
        return side;
    }
    tree.push(Fork::default());
    tree[at].sides[usize::from(holds)] = Some(tree.len() - 1);
    tree.len() - 1
}

fn leaf(pool: &mut Pool, result: CaseResult) -> Folded {
    let covered = pool.truth(true);
    match result {
        CaseResult::Ends => Folded { covered, returns: pool.truth(false), values: None },
        CaseResult::Returns { returns, values } => {
            Folded { covered, returns, values: Some(values) }
        }
    }
}

/// Both sides of a decision. A side with nothing on it is not asked about.
fn join(
    pool: &mut Pool,
    condition: Term,
    yes: Option<Folded>,
    no: Option<Folded>,
) -> Option<Folded> {
    let (yes, no) = match (yes, no) {
        (Some(yes), Some(no)) => (yes, no),
        (Some(yes), None) => {
            let covered = pool.and(condition, yes.covered);
            return Some(Folded { covered, ..yes });
        }
        (None, Some(no)) => {
            let negated = pool.not(condition);
            let covered = pool.and(negated, no.covered);
            return Some(Folded { covered, ..no });
        }
        (None, None) => return None,
    };
    let covered = pool.ite(condition, yes.covered, no.covered);
    let returns = pool.ite(condition, yes.returns, no.returns);
    let values = match (yes.values, no.values) {
        (Some(yes), Some(no)) => {
            Some(yes.iter().zip(&no).map(|(&a, &b)| pool.ite(condition, a, b)).collect())
        }
        (one, other) => one.or(other),
    };
    Some(Folded { covered, returns, values })
}

#[cfg(test)]
mod tests {
    use coax_expr::{Assignment, Evaluator};

    use super::*;

    fn decision(condition: Term, holds: bool) -> Decision {
        Decision { condition, holds, other: Other::Open }
    }

    /// Three paths through a tree of two decisions; a fourth ends the program; one side is unknown.
    #[test]
    fn cases_become_choices() {
        let mut pool = Pool::new();
        let x = pool.new_var("x", 8);
        let term = pool.var(x);
        let below = [10, 20, 30].map(|limit| {
            let limit = pool.constant(8, limit);
            pool.ult(term, limit)
        });
        let returns = pool.truth(true);
        let case = |pool: &mut Pool, sides: &[bool], value: Option<u128>| Case {
            decisions: below.iter().zip(sides).map(|(&c, &holds)| decision(c, holds)).collect(),
            result: match value {
                Some(value) => {
                    CaseResult::Returns { returns, values: vec![pool.constant(8, value)] }
                }
                None => CaseResult::Ends,
            },
        };
        let cases = vec![
            case(&mut pool, &[true], Some(1)),
            case(&mut pool, &[false, true], None),
            case(&mut pool, &[false, false, true], Some(3)),
        ];
        let folded = fold(&mut pool, cases).unwrap();
        let value = folded.values.unwrap()[0];
        let mut evaluator = Evaluator::new();
        for (input, expected) in
            [(5, Some(Some(1))), (15, Some(None)), (25, Some(Some(3))), (35, None)]
        {
            let model: Assignment = [(x, input)].into_iter().collect();
            evaluator.begin();
            let mut at = |term| evaluator.eval(&pool, term, &model);
            let covered = at(folded.covered) == 1;
            let result = covered.then(|| (at(folded.returns) == 1).then(|| at(value)));
            assert_eq!(result, expected, "for {input}");
        }
    }

    #[test]
    fn what_is_assumed_away_ends() {
        let mut pool = Pool::new();
        let x = pool.new_var("x", 1);
        let condition = pool.var(x);
        let decisions = vec![Decision { condition, holds: true, other: Other::Ends }];
        let returns = pool.truth(true);
        let result = CaseResult::Returns { returns, values: Vec::new() };
        let folded = fold(&mut pool, vec![Case { decisions, result }]).unwrap();
        assert!(pool.is_true(folded.covered));
        assert_eq!(folded.returns, condition);
    }

    #[test]
    fn contradictions_are_noticed() {
        let mut pool = Pool::new();
        let (x, y) = (pool.new_var("x", 1), pool.new_var("y", 1));
        let (x, y) = (pool.var(x), pool.var(y));
        let case = |condition, holds| Case {
            decisions: vec![decision(condition, holds)],
            result: CaseResult::Ends,
        };
        assert!(fold(&mut pool, vec![case(x, true), case(y, false)]).is_none());
        assert!(fold(&mut pool, vec![case(x, true), case(x, true)]).is_none());
        assert!(fold(&mut pool, vec![case(x, true), case(x, false)]).is_some());
    }
}
