//! Is a conflict sequence a subsequence of a path, with nothing else defining what it reads?

use super::{ConflictSequence, Event, Source};

/// So many tries are made to find the conditions of a sequence in a path.
const MOST_TRIES: usize = 4096;

/// Which events and inputs of a path stand for those of a sequence.
#[derive(Clone)]
struct Places {
    events: Vec<Option<usize>>,
    inputs: Vec<Option<u32>>,
}

impl ConflictSequence {
    /// Does it rule out that a path goes on as its last event says?
    pub(super) fn matches(&self, path: &[Event]) -> bool {
        let (Some(last), Some(end)) = (self.events.len().checked_sub(1), path.len().checked_sub(1))
        else {
            return false;
        };
        let inputs = self.events.iter().flat_map(|event| &event.reads);
        let inputs = inputs.filter_map(|source| match source {
            Source::Input(input) => Some(*input as usize + 1),
            _ => None,
        });
        let places = Places {
            events: vec![None; self.events.len()],
            inputs: vec![None; inputs.max().unwrap_or(0)],
        };
        let mut search = Search { conflict: self, path, tries: 0 };
        search.placed(&places, last, end).is_some_and(|places| search.rest(&places, last))
    }
}

struct Search<'a> {
    conflict: &'a ConflictSequence,
    path: &'a [Event],
    tries: usize,
}

impl Search<'_> {
    /// Finds places for the events before one of the sequence that have none yet, the last first.
    fn rest(&mut self, places: &Places, before: usize) -> bool {
        let Some(open) = (0..before).rev().find(|&event| places.events[event].is_none()) else {
            return is_in_order(&places.events);
        };
        let behind = places.events[open + 1..].iter().flatten().min().copied();
        for candidate in (0..behind.unwrap_or(self.path.len())).rev() {
            if self.path[candidate].edge != self.conflict.events[open].edge {
                continue;
            }
            self.tries += 1;
            if self.tries > MOST_TRIES {
                return false;
            }
            if let Some(placed) = self.placed(places, open, candidate)
                && self.rest(&placed, open)
            {
                return true;
            }
        }
        false
    }

    /// An event of the path stands for one of the sequence, and what it reads for what that reads: none if it cannot.
    fn placed(&self, places: &Places, event: usize, at: usize) -> Option<Places> {
        let mut places = places.clone();
        let mut open = vec![(event, at)];
        while let Some((event, at)) = open.pop() {
            match places.events[event] {
                Some(known) if known == at => continue,
                Some(_) => return None,
                None => places.events[event] = Some(at),
            }
            let (wanted, found) = (&self.conflict.events[event], &self.path[at]);
            if wanted.edge != found.edge || wanted.reads.len() != found.reads.len() {
                return None;
            }
            for pair in wanted.reads.iter().zip(&found.reads) {
                match pair {
                    (&Source::Event(event), &Source::Event(at)) => open.push((event, at)),
                    (&Source::Input(input), &Source::Input(found)) => {
                        let place = &mut places.inputs[input as usize];
                        if *place.get_or_insert(found) != found {
                            return None;
                        }
                    }
                    (Source::Constant(wanted), Source::Constant(found)) if wanted == found => {}
                    _ => return None,
                }
            }
        }
        Some(places)
    }
}

/// Are they in the order of the sequence?
fn is_in_order(events: &[Option<usize>]) -> bool {
    events.windows(2).all(|pair| pair[0] < pair[1])
}

#[cfg(test)]
mod tests {
    use coax_ir::{FuncId, Pc};

    use super::super::{ConflictSequence, Conflicts, Edge, Event, Source};
    use Source::{Constant as C, Event as E, Input as I};

    /// An assignment at a place, or a condition that goes on at another.
    fn event(at: u32, to: Option<u32>, reads: &[Source]) -> Event {
        let edge = Edge { function: FuncId(0), at: Pc(at), to: to.map(Pc) };
        Event { edge, reads: reads.to_vec() }
    }

    /// Figure 8 with a linear second statement: `if (y > 0) z = y + 1; if (z < 0)`.
    fn figure() -> Vec<Event> {
        vec![
            event(4, Some(5), &[I(7), C(0)]),
            event(5, None, &[I(7), C(1)]),
            event(6, Some(9), &[E(1), C(0)]),
        ]
    }

    #[test]
    fn only_what_contributes_is_in_a_sequence() {
        let path = [
            vec![event(1, None, &[I(3), C(2)]), event(2, Some(3), &[E(0)])],
            figure()
                .into_iter()
                .map(|it| Event {
                    reads: it.reads.iter().map(|r| if *r == E(1) { E(3) } else { *r }).collect(),
                    ..it
                })
                .collect(),
        ]
        .concat();
        let whole = ConflictSequence::of(&path, &[2, 4]).unwrap();
        let alone = ConflictSequence::of(&figure(), &[0, 2]).unwrap();
        assert_eq!(whole, alone);
        assert_eq!(whole.events.len(), 3);
    }

    #[test]
    fn what_events_do_not_tell_makes_no_sequence() {
        let path = [event(1, None, &[Source::Opaque]), event(2, Some(3), &[E(0)])];
        assert_eq!(ConflictSequence::of(&path, &[1]), None);
    }

    #[test]
    fn paths_that_are_ruled_out_and_paths_that_are_not() {
        let conflict = ConflictSequence::of(&figure(), &[0, 2]).unwrap();
        let mut conflicts = Conflicts::default();
        assert!(conflicts.add(conflict.clone()));
        assert!(!conflicts.add(conflict));
        let other = |at| event(at, Some(at + 1), &[I(9)]);
        let table: &[(&str, Vec<Event>, bool)] = &[
            ("the same path", figure(), true),
            (
                "with other edges between, and another input",
                vec![
                    other(1),
                    event(4, Some(5), &[I(1), C(0)]),
                    other(2),
                    event(5, None, &[I(1), C(1)]),
                    other(3),
                    event(6, Some(9), &[E(3), C(0)]),
                ],
                true,
            ),
            (
                "the condition was about another input",
                vec![
                    event(4, Some(5), &[I(2), C(0)]),
                    event(5, None, &[I(1), C(1)]),
                    event(6, Some(9), &[E(1), C(0)]),
                ],
                false,
            ),
            (
                "another edge defines what the condition reads",
                vec![
                    event(4, Some(5), &[I(1), C(0)]),
                    event(5, None, &[I(1), C(1)]),
                    event(8, None, &[E(1), C(1)]),
                    event(6, Some(9), &[E(2), C(0)]),
                ],
                false,
            ),
            (
                "the first condition went the other way",
                vec![
                    event(4, Some(6), &[I(1), C(0)]),
                    event(5, None, &[I(1), C(1)]),
                    event(6, Some(9), &[E(1), C(0)]),
                ],
                false,
            ),
            (
                "another constant",
                vec![
                    event(4, Some(5), &[I(1), C(5)]),
                    event(5, None, &[I(1), C(1)]),
                    event(6, Some(9), &[E(1), C(0)]),
                ],
                false,
            ),
            (
                "in another order",
                vec![
                    event(5, None, &[I(1), C(1)]),
                    event(4, Some(5), &[I(1), C(0)]),
                    event(6, Some(9), &[E(0), C(0)]),
                ],
                false,
            ),
            (
                "twice the first condition: the second time about the right input",
                vec![
                    event(4, Some(5), &[I(1), C(0)]),
                    event(4, Some(5), &[I(2), C(0)]),
                    event(5, None, &[I(2), C(1)]),
                    event(6, Some(9), &[E(2), C(0)]),
                ],
                true,
            ),
            ("another target", vec![event(7, Some(9), &[I(1)])], false),
        ];
        for (what, path, expected) in table {
            assert_eq!(conflicts.rule_out(path), *expected, "{what}");
        }
        assert_eq!(conflicts.len(), 1);
    }

    #[test]
    fn two_inputs_may_be_one_but_one_is_not_two() {
        let two = [event(1, Some(2), &[I(0), I(1)])];
        let one = [event(1, Some(2), &[I(5), I(5)])];
        let of = |path: &[Event]| ConflictSequence::of(path, &[0]).unwrap();
        assert!(of(&two).matches(&one));
        assert!(!of(&one).matches(&two));
    }
}
