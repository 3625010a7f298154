//! Finding a pending path again from the start, from values of its inputs alone.
//!
//! Up to the instruction of its last decision the values lead the way: all other decisions
//! there belong to other paths, and follow from which way the path goes. At that instruction itself
//! it does not: what a switch, a pointer or a size is asked depends on the values, and a path may
//! have been the other side there several times (no value of the first case, none of the second).
//! So the path remembers its *turns* at the instruction: the values it came with, and at which
//! decision it left with others. A replay takes the same turns, and so has the same conditions:
//! what the giver has taken care of is excluded, all the rest is the taker's.
//!
//! A branch needs no turns. It asks one question for all values.

use std::collections::{HashMap, VecDeque};

use coax_expr::{Assignment, Pool, Term, Var};

use super::Chain;
use super::inputs::{Input, InputSource};
use super::path::Path;
use super::{Flip, Moment, Symbols};
use crate::{State, Stop, World};

/// A turn of a path at the instruction it is at.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The decision whose other side it took.
    pub moment: Moment,
    /// The model it came with.
    pub model: Assignment,
}

/// Values of all inputs of a path, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values {
    bytes: Box<[u8]>,
    /// Where each input ends.
    ends: Box<[u32]>,
}

impl Values {
    /// The values a model gives to the inputs a state has asked for.
    pub fn of(state: &State<'_>, model: &Assignment) -> Values {
        let inputs = state.above.path.inputs.oldest_first().into_iter();
        inputs.map(|input| input.bytes(model)).collect()
    }

    /// The value of input number `n`.
    pub fn get(&self, n: usize) -> Option<&[u8]> {
        let end = *self.ends.get(n)? as usize;
        let start = n.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        Some(&self.bytes[start..end])
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Writes them into a model of a state that has asked for these inputs.
    fn write(&self, pool: &Pool, state: &State<'_>, model: &mut Assignment) {
        for (n, input) in state.above.path.inputs.oldest_first().into_iter().enumerate() {
            if let Some(bytes) = self.get(n) {
                write_input(pool, &input.vars, bytes, model);
            }
        }
    }
}

/// From the bytes of each input.
impl FromIterator<Vec<u8>> for Values {
    fn from_iter<I: IntoIterator<Item = Vec<u8>>>(inputs: I) -> Values {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for input in inputs {
            bytes.extend(input);
            ends.push(bytes.len() as u32);
        }
        Values { bytes: bytes.into(), ends: ends.into() }
    }
}

/// Values of all inputs of a path, shared with the paths that have inputs in common with it: making
/// one costs the same however many inputs there are.
///
/// Its variables are names for values of its own model and nothing else, so it may leave the
/// exploration it comes from.
#[derive(Clone, Debug, Default)]
pub struct SharedValues {
    inputs: Chain<Input>,
    model: Assignment,
}

impl SharedValues {
    /// The values a model gives to the inputs a state has asked for.
    pub fn of(state: &State<'_>, model: &Assignment) -> SharedValues {
        SharedValues { inputs: state.above.path.inputs.clone(), model: model.clone() }
    }

    /// What another model gives to the same inputs.
    fn under(&self, model: Assignment) -> SharedValues {
        SharedValues { inputs: self.inputs.clone(), model }
    }

    /// One after the other.
    pub fn flat(&self) -> Values {
        let inputs = self.inputs.oldest_first().into_iter();
        inputs.map(|input| input.bytes(&self.model)).collect()
    }
}

/// Writes the value of one input into a model.
pub(super) fn write_input(pool: &Pool, vars: &[Var], bytes: &[u8], model: &mut Assignment) {
    let mut at = 0;
    for &var in vars {
        let end = (at + pool.var_width(var) as usize / 8).min(bytes.len());
        let mut word = [0; 8];
        word[..end - at].copy_from_slice(&bytes[at..end]);
        model.set(var, u64::from_le_bytes(word));
        at = end;
    }
}

/// A path on its way to where it was put aside.
#[derive(Default)]
pub struct Replay {
    /// The values the inputs get.
    planted: Values,
    /// Which of them an input gets that is known by what it is, and how many alike came before it.
    named: HashMap<InputSource, Vec<usize>>,
    /// Decisions up to this one are flipped by other paths.
    pub(super) last: Option<Moment>,
    /// At which decisions of the last instruction it turns, and the values it goes on with.
    pub(super) turns: VecDeque<(u32, SharedValues)>,
    /// The path hash it should have then, where that is only predicted.
    pub(super) expected: Option<u64>,
}

impl Replay {
    /// Leads to where a path with these turns was put aside, with the values it goes on with.
    pub fn new(last: Moment, turns: &Chain<Turn>, inputs: SharedValues) -> Replay {
        let mut onwards: VecDeque<SharedValues> =
            turns.oldest_first().into_iter().map(|turn| inputs.under(turn.model.clone())).collect();
        onwards.push_back(inputs);
        let planted = onwards.pop_front().unwrap_or_default().flat();
        let last = (!planted.is_empty()).then_some(last);
        let nths = turns.oldest_first().into_iter().map(|turn| turn.moment.nth);
        let turns = nths.zip(onwards).collect();
        Replay { planted, last, turns, ..Replay::default() }
    }

    /// Leads to where a path with these values was put aside without turns.
    pub fn of_path(last: Moment, inputs: Values) -> Replay {
        let last = (!inputs.is_empty()).then_some(last);
        Replay { planted: inputs, last, ..Replay::default() }
    }

    /// Leads to the end of the path with these values, of inputs that are known by what they are.
    pub fn of_named(last: Moment, inputs: Values, sources: &[InputSource]) -> Replay {
        let mut named: HashMap<InputSource, Vec<usize>> = HashMap::new();
        for (n, source) in sources.iter().enumerate() {
            named.entry(source.clone()).or_default().push(n);
        }
        Replay { planted: inputs, named, last: Some(last), ..Replay::default() }
    }

    /// The value of the next input of a path.
    pub(super) fn value(&self, path: &Path, source: &InputSource) -> Option<&[u8]> {
        if self.named.is_empty() {
            return self.planted.get(path.inputs.len());
        }
        let alike = path.inputs.newest_first().filter(|input| input.source == *source).count();
        self.planted.get(*self.named.get(source)?.get(alike)?)
    }

    /// Gives inputs these values.
    pub fn of_values(inputs: Values) -> Replay {
        Replay { planted: inputs, ..Replay::default() }
    }

    /// Leads to where a path is predicted to go with these values.
    pub fn of_prediction(last: Moment, inputs: Values, expected: u64) -> Replay {
        let expected = Some(expected);
        Replay { planted: inputs, last: Some(last), expected, ..Replay::default() }
    }
}

impl<'p> Symbols<'p> {
    /// The next path is found again by these values.
    pub fn plant(&mut self, replay: Replay) {
        self.context.replay = replay;
    }

    /// Leaves the running path for the other side of the decision it is at.
    pub(super) fn turn(&mut self, state: &mut State<'p>, world: &dyn World, other: Term) -> Stop {
        let Some((_, values)) = self.context.replay.turns.pop_front() else {
            return Stop::Internal("a path without turns turns".into());
        };
        let Some(mut fork) = state.fork(world) else {
            return Stop::Internal("a world that cannot fork meets a turn".into());
        };
        note_turn(&mut fork, self.context.moment);
        let mut model = state.above.path.model.clone();
        values.flat().write(&self.pool, state, &mut model);
        let (state, model) = (Box::new(fork), Some(model));
        let moment = self.context.moment;
        self.context.flips.push(Flip {
            state,
            condition: other,
            model,
            towards: None,
            moment,
            path_hash: 0,
            tries: 0,
            guessed: false,
            is_put_off: false,
        });
        Stop::Turned
    }

    /// Goes on where the running path turned to; nothing if it did not.
    pub fn after_turn(&mut self) -> Option<Box<State<'p>>> {
        let flip = self.context.flips.pop()?;
        let Flip { mut state, condition, model, .. } = flip;
        self.enter(&state);
        self.change_model(&mut state, model?);
        self.add_constraint(&mut state, condition);
        if !self.context.is_turning() {
            self.context.replay.last = None;
        }
        Some(state)
    }
}

/// A state that is put aside remembers that it turns here. Turns at earlier instructions follow
/// from which way the path went.
pub(super) fn note_turn(fork: &mut State<'_>, moment: Moment) {
    let turns = &mut fork.above.path.turns;
    if turns.newest_first().next().is_some_and(|turn| turn.moment.steps != moment.steps) {
        *turns = Default::default();
    }
    turns.push(Turn { moment, model: fork.above.path.model.clone() });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(inputs: &[&[u8]]) -> Values {
        inputs.iter().map(|input| input.to_vec()).collect()
    }

    #[test]
    fn inputs_are_found_by_their_numbers() {
        let three = values(&[&[1, 2], &[], &[3]]);
        assert_eq!(three.get(0), Some(&[1, 2][..]));
        assert_eq!(three.get(1), Some(&[][..]));
        assert_eq!(three.get(2), Some(&[3][..]));
        assert_eq!(three.get(3), None);
    }

    /// One input of one byte, and a model that gives it a value.
    fn shared(value: u64) -> SharedValues {
        let source = InputSource::Stdin;
        let (vars, sizes) = ([Var(0)].into(), [1].into());
        let mut inputs = Chain::default();
        inputs.push(Input { source, ty: None, vars, sizes });
        SharedValues { inputs, model: [(Var(0), value)].into_iter().collect() }
    }

    #[test]
    fn a_replay_starts_with_the_values_before_the_first_turn() {
        let (last, mut turns) = (shared(3), Chain::default());
        for (nth, before) in [(0, 1), (4, 2)] {
            let moment = Moment { steps: 7, nth };
            turns.push(Turn { moment, model: shared(before).model });
        }
        let replay = Replay::new(Moment { steps: 7, nth: 4 }, &turns, last);
        assert_eq!(replay.planted, values(&[&[1]]));
        let onwards: Vec<_> = replay.turns.iter().map(|(nth, on)| (*nth, on.flat())).collect();
        assert_eq!(onwards, [(0, values(&[&[2]])), (4, values(&[&[3]]))]);
    }

    #[test]
    fn inputs_are_written_into_the_variables_they_are_made_of() {
        let mut pool = Pool::default();
        let vars = [8, 16, 32].map(|width| pool.new_var("x", width));
        for (bytes, expected) in [
            (&[1, 2, 3, 4, 5, 6, 7][..], [0x01, 0x0302, 0x0706_0504]),
            (&[1, 2], [0x01, 0x02, 0]),
            (&[], [0, 0, 0]),
            (&[1, 2, 3, 4, 5, 6, 7, 8, 9], [0x01, 0x0302, 0x0706_0504]),
        ] {
            let mut model = Assignment::default();
            write_input(&pool, &vars, bytes, &mut model);
            assert_eq!(vars.map(|var| model.get(var)), expected, "{bytes:?}");
        }
    }

    #[test]
    fn inputs_that_are_known_by_what_they_are_get_their_own_values_in_any_order() {
        let source =
            |name: &str| InputSource::Object { word: "coax_symbolic".into(), name: name.into() };
        let sources = [source("a"), source("b"), source("a")];
        let replay = Replay::of_named(Moment::default(), values(&[&[1], &[2], &[3]]), &sources);
        let plain = Replay::of_values(values(&[&[1], &[2]]));
        let mut path = Path::default();
        for (name, by_name, by_number) in [
            ("b", Some(2), Some(1)),
            ("a", Some(1), Some(2)),
            ("a", Some(3), None),
            ("a", None, None),
            ("c", None, None),
        ] {
            let source = source(name);
            let value = |replay: &Replay| replay.value(&path, &source).map(|bytes| bytes[0]);
            assert_eq!((value(&replay), value(&plain)), (by_name, by_number), "{name}");
            path.inputs.push(Input { source, ty: None, vars: [].into(), sizes: [].into() });
        }
    }

    #[test]
    fn a_replay_without_inputs_leads_nowhere() {
        let last = Moment { steps: 7, nth: 0 };
        assert_eq!(Replay::of_path(last, values(&[])).last, None);
        assert_eq!(Replay::of_path(last, values(&[&[1]])).last, Some(last));
        assert_eq!(Replay::of_values(values(&[&[1]])).last, None);
        assert!(values(&[]).is_empty() && !values(&[&[]]).is_empty());
    }
}
