//! The door with hand-made states: one byte of input, and what is decided about it under replay, prediction and without
//! forking.

use coax_expr::{Assignment, Term, Var};
use coax_solve::{Options, Solver};

use super::*;
use crate::nowhere::{NoMemory, NoWorld};
use crate::symbolic::{Concretize, InputSource, Moment, Replay, SharedValues, Turn, Values};

/// A path with one input.
struct Bed {
    symbols: Symbols<'static>,
    state: State<'static>,
    byte: Var,
}

impl Bed {
    /// A path on which the input is `value`.
    fn new(policy: FlipPolicy, value: u8) -> Bed {
        Bed::replayed(policy, Replay::of_values(values(value)))
    }

    /// A path that is found by a replay.
    fn replayed(policy: FlipPolicy, replay: Replay) -> Bed {
        let mut symbols = Symbols::new(Solver::new(Options::default()), policy);
        let mut state = State::new(Box::new(NoMemory), Box::new(NoWorld));
        symbols.plant(replay);
        symbols.enter(&state);
        let byte = symbols.input(&mut state, InputSource::Stdin, None, vec![1])[0];
        Bed { symbols, state, byte }
    }

    fn is_below(&mut self, limit: u8) -> Term {
        let pool = &mut self.symbols.pool;
        let (byte, limit) = (pool.var(self.byte), pool.constant(8, limit.into()));
        pool.ult(byte, limit)
    }

    /// Decides after so many steps whether the input is below a limit.
    fn decide_at(&mut self, steps: u64, limit: u8) -> Result<bool, Stop> {
        let is_below = self.is_below(limit);
        self.state.steps = steps;
        self.symbols.decide(&mut self.state, &NoWorld, is_below.into())
    }

    /// How many flips and conditions there are.
    fn counts(&self) -> (usize, usize) {
        (self.symbols.context.flips.len(), self.state.above.path.conditions.len())
    }

    fn moments(&self) -> Vec<(u64, u32)> {
        let flips = self.symbols.context.flips.iter();
        flips.map(|flip| (flip.moment.steps, flip.moment.nth)).collect()
    }
}

fn values(byte: u8) -> Values {
    [vec![byte]].into_iter().collect()
}

fn at(steps: u64, nth: u32) -> Moment {
    Moment { steps, nth }
}

#[test]
fn the_model_decides_and_the_other_side_is_put_aside() {
    let mut bed = Bed::new(FlipPolicy::Eager, 3);
    assert_eq!(bed.decide_at(1, 10), Ok(true));
    assert_eq!(bed.counts(), (1, 1));
    let flip = &bed.symbols.context.flips[0];
    let model = flip.model.as_ref().expect("it was solved");
    assert!((10..=255).contains(&model.get(bed.byte)));
    assert!(flip.state.above.path.conditions.is_empty());
    assert_eq!(bed.decide_at(2, 10), Ok(true));
    assert_eq!(bed.counts(), (1, 1), "it is known by now");
    assert_eq!(bed.symbols.counts.decisions, 1);
}

#[test]
fn a_side_without_inputs_is_not_put_aside() {
    let mut bed = Bed::new(FlipPolicy::Eager, 3);
    assert_eq!(bed.decide_at(1, 10), Ok(true));
    assert_eq!(bed.decide_at(2, 20), Ok(true));
    assert_eq!(bed.counts(), (1, 1));
    assert_eq!(bed.decide_at(3, 2), Ok(false));
    assert_eq!(bed.counts(), (2, 2));
}

#[test]
fn lazy_flips_have_no_model() {
    let mut bed = Bed::new(FlipPolicy::Lazy, 200);
    assert_eq!(bed.decide_at(1, 10), Ok(false));
    assert!(bed.symbols.context.flips[0].model.is_none());
}

#[test]
fn decisions_of_one_instruction_are_numbered() {
    let mut bed = Bed::new(FlipPolicy::Eager, 100);
    for (steps, limit) in [(4, 10), (4, 20), (7, 30), (7, 40)] {
        assert_eq!(bed.decide_at(steps, limit), Ok(false));
    }
    assert_eq!(bed.moments(), [(4, 0), (4, 1), (7, 0), (7, 1)]);
}

#[test]
fn without_forking_the_model_leads_and_nothing_is_noted() {
    let mut bed = Bed::new(FlipPolicy::Eager, 3);
    bed.symbols.context.no_fork = true;
    assert_eq!(bed.decide_at(1, 10), Ok(true));
    assert_eq!(bed.decide_at(2, 2), Ok(false));
    assert_eq!(bed.counts(), (0, 0));
    assert_eq!(bed.symbols.context.moment, Moment::default());
    assert_eq!(bed.symbols.counts.decisions, 0);
}

#[test]
fn a_path_may_have_so_many_conditions() {
    let mut bed = Bed::new(FlipPolicy::Eager, 100);
    bed.symbols.most_conditions = 2;
    assert_eq!(bed.decide_at(1, 10), Ok(false));
    assert_eq!(bed.decide_at(2, 20), Err(Stop::Bound(Incomplete::Constraints)));
}

#[test]
fn other_sides_of_a_replayed_prefix_are_elsewhere() {
    let mut bed = Bed::replayed(FlipPolicy::Eager, Replay::of_path(at(5, 1), values(100)));
    for (steps, limit) in [(3, 10), (5, 20), (5, 30)] {
        assert_eq!(bed.decide_at(steps, limit), Ok(false));
    }
    assert_eq!(bed.counts(), (0, 3), "what was decided holds");
    assert_eq!(bed.decide_at(5, 40), Ok(false));
    assert_eq!(bed.decide_at(6, 50), Ok(false));
    assert_eq!(bed.moments(), [(5, 2), (6, 0)]);
}

/// The replay of a path that came to step 5 with `before`, and left it there for `after`.
fn turning(before: u8, after: u8) -> Replay {
    let bed = Bed::new(FlipPolicy::Eager, after);
    let inputs = SharedValues::of(&bed.state, &bed.state.above.path.model);
    let model: Assignment = [(bed.byte, before.into())].into_iter().collect();
    let mut turns = Chain::default();
    turns.push(Turn { moment: at(5, 0), model });
    Replay::new(at(5, 0), &turns, inputs)
}

#[test]
fn a_replay_takes_the_turns_of_its_path() {
    let mut bed = Bed::replayed(FlipPolicy::Eager, turning(3, 77));
    assert_eq!(bed.decide_at(2, 100), Ok(true), "with the values before the turn");
    assert_eq!(bed.decide_at(5, 10), Err(Stop::Turned));
    assert!(!bed.symbols.context.flips.is_empty(), "the side it turns to");
    let turned = bed.symbols.after_turn().expect("it turned");
    bed.state = *turned;
    assert_eq!(bed.state.above.path.model.get(bed.byte), 77);
    assert_eq!(bed.counts(), (0, 2));
    assert_eq!(bed.decide_at(5, 10), Ok(false), "the instruction runs again");
    assert_eq!(bed.decide_at(6, 50), Ok(false));
    assert_eq!(bed.moments(), [(6, 0)], "beyond the turn decisions are its own");
}

#[test]
fn a_replay_that_misses_its_turn_is_a_defect() {
    let mut bed = Bed::replayed(FlipPolicy::Eager, turning(3, 77));
    assert!(matches!(bed.decide_at(6, 10), Err(Stop::Internal(_))));
}

/// A path with predictions that is run again to its decision at step 1.
fn predicted(value: u8, expected: u64) -> Bed {
    let replay = Replay::of_prediction(at(1, 0), values(value), expected);
    let mut bed = Bed::replayed(FlipPolicy::Eager, replay);
    bed.symbols.concretization = Concretize::Dart;
    bed
}

/// The hash of the path that goes the other way than 3 at step 1.
fn other_hash() -> u64 {
    let mut bed = Bed::new(FlipPolicy::Eager, 3);
    bed.symbols.concretization = Concretize::Dart;
    assert_eq!(bed.decide_at(1, 10), Ok(true));
    bed.symbols.context.flips[0].path_hash
}

#[test]
fn a_path_that_goes_where_it_was_predicted_is_its_own_from_there() {
    let mut bed = predicted(200, other_hash());
    assert_eq!(bed.decide_at(1, 10), Ok(false));
    assert_eq!(bed.decide_at(2, 20), Ok(false));
    assert_eq!(bed.symbols.counts.divergences, 0);
    assert_eq!(bed.moments(), [(2, 0)]);
}

#[test]
fn a_path_that_goes_another_way_diverges() {
    let mut bed = predicted(3, other_hash());
    assert_eq!(bed.decide_at(1, 10), Ok(true));
    assert_eq!(bed.decide_at(2, 2), Ok(false));
    assert_eq!(bed.symbols.counts.divergences, 1);
    assert_eq!(bed.counts(), (0, 2), "none of its decisions are its own");
}

#[test]
fn a_path_that_never_comes_to_its_decision_diverges() {
    let mut bed = predicted(200, other_hash());
    assert_eq!(bed.decide_at(2, 10), Ok(false));
    assert_eq!(bed.symbols.counts.divergences, 1);
}

#[test]
fn a_predicted_path_puts_aside_what_no_earlier_one_came_to() {
    let replay = Replay::of_prediction(at(9, 0), values(3), 0);
    let mut bed = Bed::replayed(FlipPolicy::Eager, replay);
    bed.symbols.concretization = Concretize::Dart;
    assert_eq!(bed.decide_at(1, 10), Ok(true));
    assert_eq!(bed.moments(), [(1, 0)]);
    let hash = bed.symbols.context.flips[0].path_hash;
    let mut again = predicted(3, 0);
    again.symbols.context.replay.last = Some(at(9, 0));
    again.symbols.known_hashes.insert(hash);
    assert_eq!(again.decide_at(1, 10), Ok(true));
    assert_eq!(again.counts(), (0, 1));
}

#[test]
fn a_path_is_entered_with_all_its_conditions() {
    let mut bed = Bed::new(FlipPolicy::Eager, 100);
    for limit in 10..30 {
        assert_eq!(bed.decide_at(limit.into(), limit), Ok(false));
    }
    for n in [1, 7, 19] {
        let path = bed.symbols.context.flips[n].state.above.path.clone();
        assert_eq!(path.conditions.len(), n);
        bed.symbols.context.enter(&bed.symbols.pool, &path, 0);
        assert_eq!(bed.symbols.context.conditions.len(), n);
        let (before, at) = (bed.is_below(9 + n as u8), bed.is_below(10 + n as u8));
        assert_eq!(bed.symbols.known(before), Some(false));
        assert_eq!(bed.symbols.known(at), None, "what comes after the fork is not known");
    }
}

#[test]
fn a_suspended_path_goes_on_where_it_was() {
    let mut bed = Bed::new(FlipPolicy::Eager, 3);
    bed.symbols.context.trial = Some(Assignment::default());
    assert_eq!(bed.decide_at(1, 10), Ok(true));
    let suspended = bed.symbols.suspend();
    assert!(bed.symbols.context.trial.is_some(), "the mode stays");
    let is_below = bed.is_below(10);
    assert_eq!(bed.symbols.known(is_below), None, "another path knows nothing of this one");
    assert!(bed.symbols.context.flips.is_empty());
    bed.symbols.continue_with(suspended);
    assert_eq!(bed.symbols.known(is_below), Some(true));
    assert_eq!(bed.symbols.context.moment, at(1, 0));
    assert_eq!(bed.moments(), [(1, 0)]);
}

#[test]
fn a_value_that_is_fixed_is_said_to_be_unless_there_is_no_other() {
    let mut bed = Bed::new(FlipPolicy::Eager, 0);
    let byte = bed.symbols.pool.var(bed.byte);
    bed.symbols.concretize(&mut bed.state, byte);
    assert!(bed.state.above.path.concretized);
    assert!(bed.symbols.incomplete.contains(&Incomplete::Concretized));
    assert_eq!(bed.counts(), (0, 1));
    bed.symbols.concretize(&mut bed.state, byte);
    assert_eq!(bed.counts(), (0, 1), "once is enough");

    let mut only = Bed::new(FlipPolicy::Eager, 0);
    assert_eq!(only.decide_at(1, 1), Ok(true));
    let byte = only.symbols.pool.var(only.byte);
    only.symbols.concretize(&mut only.state, byte);
    assert!(!only.state.above.path.concretized, "it is less than 1");
    assert!(!only.symbols.incomplete.contains(&Incomplete::Concretized));
    assert_eq!(only.counts(), (1, 1));
}

#[test]
fn an_assumption_holds_or_changes_the_model_or_ends_the_path() {
    for (value, limit, holds, becomes_less_than) in
        [(3, 10, true, 10), (30, 10, true, 10), (30, 1, true, 1), (3, 0, false, 255)]
    {
        let mut bed = Bed::new(FlipPolicy::Eager, value);
        let is_below = bed.is_below(limit);
        assert_eq!(bed.symbols.assume(&mut bed.state, is_below), Ok(holds), "{value} < {limit}");
        assert!(bed.state.above.path.model.get(bed.byte) < becomes_less_than, "{value} < {limit}");
        assert_eq!(bed.counts(), (0, usize::from(holds)), "{value} < {limit}");
        assert_eq!(bed.symbols.assume(&mut bed.state, is_below), Ok(holds), "again");
        assert_eq!(bed.counts(), (0, usize::from(holds)), "{value} < {limit}");
    }
}

#[test]
fn the_other_side_has_the_values_that_are_preferred_if_it_can() {
    for (preferred, is_preferred) in [(200, true), (5, false)] {
        let mut bed = Bed::new(FlipPolicy::Eager, 3);
        let condition = bed.is_below(10);
        let byte = bed.symbols.pool.var(bed.byte);
        let constant = bed.symbols.pool.constant(8, preferred);
        let prefer = bed.symbols.pool.eq(byte, constant);
        let choice = Choice::check(condition, prefer);
        assert_eq!(bed.symbols.decide(&mut bed.state, &NoWorld, choice), Ok(true));
        let model = bed.symbols.context.flips[0].model.as_ref().expect("it was solved");
        assert!(model.get(bed.byte) >= 10);
        assert_eq!(u128::from(model.get(bed.byte)) == preferred, is_preferred);
    }
}

#[test]
fn of_many_questions_about_one_value_none_is_a_condition_of_the_path() {
    let mut bed = Bed::new(FlipPolicy::Eager, 100);
    for (steps, limit) in [(4, 10), (4, 20)] {
        let condition = bed.is_below(limit);
        bed.state.steps = steps;
        let choice = Choice::way_of_many(condition, Pc(7));
        assert_eq!(bed.symbols.decide(&mut bed.state, &NoWorld, choice), Ok(false));
    }
    assert_eq!(bed.counts(), (2, 0));
    let flips = &bed.symbols.context.flips;
    assert!(flips.iter().all(|flip| flip.towards == Some(Pc(7))));
}

#[test]
fn more_than_so_many_values_of_one_term_are_too_many() {
    let mut bed = Bed::new(FlipPolicy::Eager, 0);
    let wide = bed.symbols.input(&mut bed.state, InputSource::Stdin, None, vec![2])[0];
    let term = bed.symbols.pool.var(wide);
    let byte = bed.symbols.pool.var(bed.byte);
    for count in 1..=257u32 {
        let constant = bed.symbols.pool.constant(16, count.into());
        let equal = bed.symbols.pool.eq(term, constant);
        let different = bed.symbols.pool.not(equal);
        bed.state.above.path.conditions.push(different);
        assert_eq!(bed.symbols.has_many_values(&bed.state, term), count > 256, "{count}");
    }
    assert!(!bed.symbols.has_many_values(&bed.state, byte), "another term");
}
