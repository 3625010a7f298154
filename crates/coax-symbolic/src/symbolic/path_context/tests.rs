//! Where a decision is in a replay, when a path had its last choice, and how often it has a checkpoint.

use super::*;
use crate::nowhere::{NoMemory, NoWorld};
use crate::symbolic::replay::SharedValues;

fn at(steps: u64, nth: u32) -> Moment {
    Moment { steps, nth }
}

/// A path that is replayed up to a decision, with turns there, and is at another one.
fn replayed(last: Option<Moment>, turns: &[u32], moment: Moment) -> PathContext<'static> {
    let mut context = PathContext { moment, ..PathContext::default() };
    context.replay.last = last;
    context.replay.turns = turns.iter().map(|&nth| (nth, SharedValues::default())).collect();
    context
}

#[test]
fn a_decision_is_in_the_prefix_at_a_turn_or_the_paths_own() {
    use Position::{Lost, Own, Prefix, Turn};
    let last = Some(at(5, 1));
    for (last, turns, moment, position, is_borrowed) in [
        (None, &[][..], at(0, 0), Own, false),
        (None, &[], at(5, 1), Own, false),
        (last, &[], at(4, 9), Prefix, true),
        (last, &[], at(5, 0), Prefix, true),
        (last, &[], at(5, 1), Prefix, false),
        (last, &[], at(5, 2), Own, false),
        (last, &[], at(6, 0), Own, false),
        (last, &[1], at(5, 0), Prefix, true),
        (last, &[1], at(5, 1), Turn, true),
        (last, &[1], at(5, 2), Lost, true),
        (last, &[1], at(6, 0), Lost, true),
        (last, &[0, 1], at(5, 0), Turn, true),
        (last, &[0, 1], at(5, 1), Prefix, true),
    ] {
        let context = replayed(last, turns, moment);
        let told = format!("{last:?} {turns:?} {moment:?}");
        assert_eq!(context.position(), position, "{told}");
        assert_eq!(context.is_borrowed(), is_borrowed, "{told}");
        assert_eq!(context.is_turning(), !turns.is_empty(), "{told}");
    }
}

#[test]
fn decisions_of_one_instruction_are_numbered() {
    let mut context = PathContext::default();
    for (steps, expected) in
        [(3, at(3, 0)), (3, at(3, 1)), (3, at(3, 2)), (4, at(4, 0)), (4, at(4, 1)), (9, at(9, 0))]
    {
        context.advance(steps);
        assert_eq!(context.moment, expected);
    }
}

#[test]
fn steps_are_counted_from_the_last_choice_or_from_where_the_path_was_entered() {
    let mut state = State::new(Box::new(NoMemory), Box::new(NoWorld));
    let mut context = PathContext::default();
    let pool = Pool::default();
    context.advance(7);
    context.enter(&pool, &state.above.path, 10);
    assert_eq!(context.moment, Moment::default());
    for (steps, choice, expected) in
        [(10, None, 0), (15, None, 5), (18, Some(16), 2), (16, None, 0)]
    {
        state.steps = steps;
        choice.into_iter().for_each(|steps| context.note_choice(steps));
        assert_eq!(context.steps_since_choice(&state), expected, "at {steps}");
    }
}

/// So many conditions, each about a variable of its own.
fn conditions(pool: &mut Pool, count: usize) -> Vec<Term> {
    let vars: Vec<_> = (0..count).map(|_| pool.new_var("x", 1)).collect();
    vars.into_iter().map(|var| pool.var(var)).collect()
}

#[test]
fn checkpoints_are_every_four_conditions_and_rarer_on_long_paths() {
    let mut pool = Pool::default();
    let all = conditions(&mut pool, 100);
    let mut path = Path::default();
    let mut context = PathContext::default();
    let mut made = Vec::new();
    for (count, &condition) in (1..).zip(&all) {
        path.conditions.push(condition);
        context.add(&pool, condition);
        context.checkpoint(&mut path);
        if path.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.len == count) {
            made.push(count);
        }
    }
    let expected = [4, 8, 12, 16, 20, 24, 28, 32, 36, 41, 46, 52, 59, 67, 76, 86, 98];
    assert_eq!(made, expected);
}

#[test]
fn a_path_is_entered_by_its_checkpoint_and_what_came_after_it() {
    let mut pool = Pool::default();
    let all = conditions(&mut pool, 6);
    let mut path = Path::default();
    let mut context = PathContext::default();
    for (count, &condition) in (1..=5).zip(&all) {
        path.conditions.push(condition);
        context.add(&pool, condition);
        if count == 4 {
            context.checkpoint(&mut path);
        }
    }
    let mut other = PathContext::default();
    other.imply(all[5]);
    other.enter(&pool, &path, 0);
    assert_eq!(other.conditions.len(), 5);
    let implied: Vec<bool> = all.iter().map(|&condition| other.implies(condition)).collect();
    assert_eq!(implied, [true, true, true, true, true, false]);
    other.forget();
    assert_eq!(other.conditions.len(), 0);
    assert!(!other.implies(all[0]));
}
