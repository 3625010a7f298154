//! Conflict sequences (P. Garg et al., "Feedback-Directed Unit Test Generation for C/C++ using Concolic Execution",
//! ICSE 2013, section V): what made one path infeasible, kept to tell that others are without asking the solver.
//!
//! A path is its *events*, in order: the edges whose statements read something that depends on inputs, each with what
//! it read. An event is an assignment, or a condition that went one way. The conflict sequence of an unsatisfiable core
//! is the events that contribute to its conjuncts, in the order of the path. Another path is infeasible as well
//! if they are a subsequence of it, and if every event of that subsequence reads what the events of the sequence
//! read: values that other events of the subsequence define, inputs, or the same constants.
//!
//! - *Invariant:* one input of the sequence stands for one input of the path. Two of them may stand for the same one:
//!   what no two values satisfy, no single one satisfies.

mod matching;

use std::collections::{BTreeSet, HashMap};

use coax_ir::{FuncId, Pc};

/// A statement: where it is, and where it goes on if it is a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Edge {
    pub(crate) function: FuncId,
    pub(crate) at: Pc,
    /// None for an assignment.
    pub(crate) to: Option<Pc>,
}

/// What an event read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// What an earlier event defined, by its index.
    Event(usize),
    /// An input.
    Input(u32),
    /// A value that depends on no input.
    Constant(u64),
    /// What depends on inputs in a way that events do not tell.
    Opaque,
}

/// An edge that a path went along, with what its statement read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Event {
    pub(crate) edge: Edge,
    pub(crate) reads: Vec<Source>,
}

/// What makes a path infeasible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConflictSequence {
    /// The edges, in order, with what they read among themselves. The last one is the condition that cannot go its way.
    events: Vec<Event>,
}

/// All that are known, by the way that cannot be gone.
#[derive(Debug, Default)]
pub(crate) struct Conflicts {
    by_target: HashMap<Edge, Vec<ConflictSequence>>,
    count: usize,
}

/// So many are kept for one target.
const MOST_PER_TARGET: usize = 32;

impl ConflictSequence {
    /// Of a path on which these conditions, by their events, contradict each other; the last one is what was asked for.
    /// None if one of them depends on something that events do not tell.
    pub(crate) fn of(path: &[Event], core: &[usize]) -> Option<ConflictSequence> {
        let mut contributing: BTreeSet<usize> = BTreeSet::new();
        let mut open: Vec<usize> = core.to_vec();
        while let Some(index) = open.pop() {
            if contributing.insert(index) {
                for source in &path[index].reads {
                    match source {
                        Source::Event(event) => open.push(*event),
                        Source::Opaque => return None,
                        Source::Input(_) | Source::Constant(_) => {}
                    }
                }
            }
        }
        let places: HashMap<usize, usize> =
            contributing.iter().enumerate().map(|(place, &index)| (index, place)).collect();
        let mut inputs: HashMap<u32, u32> = HashMap::new();
        let mut renamed = |source: &Source| match *source {
            Source::Event(event) => Source::Event(places[&event]),
            Source::Input(input) => {
                let next = inputs.len() as u32;
                Source::Input(*inputs.entry(input).or_insert(next))
            }
            other => other,
        };
        let events = contributing.iter().map(|&index| Event {
            edge: path[index].edge,
            reads: path[index].reads.iter().map(&mut renamed).collect(),
        });
        Some(ConflictSequence { events: events.collect() })
    }

    /// What cannot be gone.
    fn target(&self) -> Option<Edge> {
        self.events.last().map(|event| event.edge)
    }
}

impl Conflicts {
    /// Remembers one: true if it was not known.
    pub(crate) fn add(&mut self, conflict: ConflictSequence) -> bool {
        let Some(target) = conflict.target() else { return false };
        let known = self.by_target.entry(target).or_default();
        let is_new = known.len() < MOST_PER_TARGET && !known.contains(&conflict);
        if is_new {
            known.push(conflict);
            self.count += 1;
        }
        is_new
    }

    /// How many are known.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Is it known that the condition that a path comes to, its last event, cannot go the way that the event says?
    pub(crate) fn rule_out(&self, path: &[Event]) -> bool {
        let target = path.last().map(|event| event.edge);
        let known = target.and_then(|target| self.by_target.get(&target));
        known.into_iter().flatten().any(|conflict| conflict.matches(path))
    }
}
