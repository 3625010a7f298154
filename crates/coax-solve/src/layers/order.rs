//! Comparisons that cannot hold together: `a < b`, `b <= c` and `c < a`, for any terms.
//!
//! Sorting, searching and range checks ask hundreds of such questions. The conjuncts that compare
//! are edges of a graph of terms; a question is refuted if it closes a cycle with a strict edge.
//! Only refutations come from here: a missing cycle says nothing.

use std::collections::HashMap;

use coax_expr::{CompareOp, Node, Pool, Term};

use crate::query::{Found, Query};

/// How two terms are ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

/// What a condition says about two terms.
enum Relation {
    /// The first is less, or also equal.
    Less {
        sign: Sign,
        strict: bool,
        low: Term,
        high: Term,
    },
    Equal(Term, Term),
    Different(Term, Term),
}

/// Knows whether the comparisons of a question contradict each other.
pub fn answer(pool: &Pool, query: &Query<'_>) -> Option<Found> {
    let asked: Vec<Relation> =
        query.parts.iter().filter_map(|&part| relation(pool, part)).collect();
    if asked.is_empty() {
        return None;
    }
    let known: Vec<Relation> =
        query.slice.conjuncts.iter().filter_map(|&term| relation(pool, term)).collect();
    [Sign::Signed, Sign::Unsigned].into_iter().find_map(|sign| {
        let graph = Graph::new(pool, sign, known.iter().chain(&asked));
        asked.iter().any(|question| graph.refutes(sign, question)).then_some(Found::Unsat)
    })
}

fn relation(pool: &Pool, condition: Term) -> Option<Relation> {
    match pool.node(condition) {
        Node::Compare(CompareOp::Eq, a, b) => Some(Relation::Equal(a, b)),
        Node::Compare(op, low, high) => {
            let sign = match op {
                CompareOp::Slt | CompareOp::Sle => Sign::Signed,
                _ => Sign::Unsigned,
            };
            let strict = matches!(op, CompareOp::Slt | CompareOp::Ult);
            Some(Relation::Less { sign, strict, low, high })
        }
        Node::Not(inner) => match pool.node(inner) {
            Node::Compare(CompareOp::Eq, a, b) => Some(Relation::Different(a, b)),
            _ => None,
        },
        _ => None,
    }
}

/// From every term to terms that are not less, and whether they are greater.
struct Graph {
    edges: HashMap<Term, Vec<(Term, bool)>>,
}

impl Graph {
    fn new<'r>(pool: &Pool, sign: Sign, relations: impl Iterator<Item = &'r Relation>) -> Graph {
        let mut graph = Graph { edges: HashMap::new() };
        let mut constants = Vec::new();
        for relation in relations {
            let (a, b) = match *relation {
                Relation::Less { sign: other, strict, low, high } => {
                    if other != sign {
                        continue;
                    }
                    graph.add(low, high, strict);
                    (low, high)
                }
                Relation::Equal(a, b) => {
                    graph.add(a, b, false);
                    graph.add(b, a, false);
                    (a, b)
                }
                Relation::Different(a, b) => (a, b),
            };
            constants.extend([a, b].into_iter().filter_map(|term| numbered(pool, sign, term)));
        }
        graph.order_constants(constants);
        graph
    }

    fn add(&mut self, low: Term, high: Term, strict: bool) {
        self.edges.entry(low).or_default().push((high, strict));
    }

    /// Constants of one width are ordered by their values.
    fn order_constants(&mut self, mut constants: Vec<(u32, i128, Term)>) {
        constants.sort_unstable();
        constants.dedup();
        for pair in constants.windows(2) {
            if pair[0].0 == pair[1].0 {
                self.add(pair[0].2, pair[1].2, true);
            }
        }
    }

    /// Can what is asked not hold together with what is known? What is asked is in the graph too.
    fn refutes(&self, sign: Sign, question: &Relation) -> bool {
        match *question {
            Relation::Less { sign: other, strict, low, high } => {
                other == sign && self.reaches(high, low, !strict)
            }
            Relation::Equal(a, b) => self.reaches(a, b, true) || self.reaches(b, a, true),
            Relation::Different(a, b) => self.reaches(a, b, false) && self.reaches(b, a, false),
        }
    }

    /// Is there a way from one term up to another, with a strict edge on it if that is wanted?
    fn reaches(&self, from: Term, to: Term, strictly: bool) -> bool {
        let mut seen: HashMap<(Term, bool), ()> = HashMap::new();
        let mut pending = vec![(from, false)];
        while let Some((term, strict)) = pending.pop() {
            if term == to && (strict || !strictly) {
                return true;
            }
            if seen.insert((term, strict), ()).is_some() {
                continue;
            }
            for &(next, edge) in self.edges.get(&term).map_or(&[][..], Vec::as_slice) {
                pending.push((next, strict || edge));
            }
        }
        false
    }
}

/// A constant with its width and its value in this order.
fn numbered(pool: &Pool, sign: Sign, term: Term) -> Option<(u32, i128, Term)> {
    let width = pool.width(term);
    let value = pool.as_constant(term)?;
    let number = match sign {
        _ if width > 64 => return None,
        Sign::Unsigned => value as i128,
        Sign::Signed => ((value << (128 - width)) as i128) >> (128 - width),
    };
    Some((width, number, term))
}

#[cfg(test)]
mod tests {
    use coax_expr::Assignment;

    use super::*;
    use crate::Conditions;

    /// Does the layer refute the last condition, given the others? Terms are made by `make` from
    /// three variables and the constants 5 and 7.
    fn refutes(make: impl Fn(&mut Pool, [Term; 5]) -> Vec<Term>) -> bool {
        let mut pool = Pool::new();
        let vars = ["x", "y", "z"].map(|name| pool.new_var(name, 32));
        let [x, y, z] = vars.map(|var| pool.var(var));
        let (five, seven) = (pool.constant(32, 5), pool.constant(32, 7));
        let all = make(&mut pool, [x, y, z, five, seven]);
        let (extra, known) = all.split_last().expect("a question");
        let mut conditions = Conditions::new();
        known.iter().for_each(|&term| conditions.add(&pool, term));
        let model = Assignment::new();
        let query = Query::new(&pool, &conditions, *extra, &model);
        answer(&pool, &query) == Some(Found::Unsat)
    }

    #[test]
    fn a_cycle_with_a_strict_edge_is_refuted() {
        assert!(refutes(|p, [x, y, z, ..]| vec![p.slt(x, y), p.sle(y, z), p.slt(z, x)]));
        assert!(refutes(|p, [x, y, z, ..]| vec![p.slt(x, y), p.sle(y, z), p.sle(z, x)]));
        assert!(refutes(|p, [x, y, z, ..]| vec![p.ult(x, y), p.eq(y, z), p.eq(z, x)]));
        assert!(refutes(|p, [x, y, z, ..]| vec![
            p.sle(x, y),
            p.sle(y, z),
            p.sle(z, x),
            p.ne(x, z)
        ]));
    }

    #[test]
    fn cycles_that_can_hold_are_not() {
        assert!(!refutes(|p, [x, y, z, ..]| vec![p.sle(x, y), p.sle(y, z), p.sle(z, x)]));
        assert!(!refutes(|p, [x, y, z, ..]| vec![p.slt(x, y), p.slt(y, z), p.slt(x, z)]));
        assert!(!refutes(|p, [x, y, z, ..]| vec![p.slt(x, y), p.ult(y, z), p.slt(z, x)]));
        assert!(!refutes(|p, [x, y, _, five, _]| vec![p.ult(x, five), p.ult(y, five), p.ne(x, y)]));
    }

    #[test]
    fn constants_are_ordered() {
        assert!(refutes(|p, [x, y, _, five, seven]| vec![
            p.ult(x, five),
            p.ult(seven, y),
            p.ult(y, x)
        ]));
        assert!(!refutes(|p, [x, y, _, five, seven]| vec![
            p.ult(five, x),
            p.ult(y, seven),
            p.ult(y, x)
        ]));
    }
}
