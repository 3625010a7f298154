//! Which step of a scenario is prepared next, what operands stand for, and when a scenario is extended.

use super::*;
use crate::Mark;

fn steps(functions: &[u32]) -> Vec<Step> {
    functions.iter().map(|&function| Step::call(FuncId(function))).collect()
}

fn progress(functions: &[u32], is_open: bool) -> Progress {
    Progress::of(&Scenario { steps: steps(functions), is_open })
}

fn running(role: Role) -> RunningStep {
    RunningStep::new(Step::call(FuncId(90)), role)
}

fn word(value: u64, term: Option<Term>) -> ObservedWord {
    ObservedWord { value, undefined: 0, term }
}

fn returned(value: u64) -> Observed {
    Observed::Returned(vec![word(value, None)])
}

#[test]
fn the_last_call_is_the_one_under_test() {
    for (functions, expected) in [(&[][..], None), (&[3], Some(3)), (&[3, 4], Some(4))] {
        let scenario = Scenario { steps: steps(functions), is_open: false };
        assert_eq!(scenario.under_test(), expected.map(FuncId));
        let progress = Progress::of(&scenario);
        assert_eq!(progress.under_test, expected.map(FuncId));
    }
    assert_eq!(Scenario::of(FuncId(5)).under_test(), Some(FuncId(5)));
}

#[test]
fn a_step_of_inputs_alone_is_one_that_tests_can_write() {
    let step = |receiver, arguments: &[Operand]| Step {
        function: FuncId(0),
        receiver,
        arguments: arguments.to_vec(),
    };
    for (step, expected) in [
        (step(Operand::Input, &[]), true),
        (step(Operand::Input, &[Operand::Input, Operand::Input]), true),
        (step(Operand::Object(0), &[]), false),
        (step(Operand::Input, &[Operand::Input, Operand::Result(0)]), false),
        (step(Operand::Input, &[Operand::Literal(vec![1])]), false),
    ] {
        assert_eq!(step.is_of_inputs(), expected, "{step:?}");
    }
    let two = step(Operand::Input, &[Operand::Literal(vec![1])]);
    assert_eq!(
        [0, 1].map(|n| two.argument(n).clone()),
        [Operand::Literal(vec![1]), Operand::Input]
    );
}

#[test]
fn what_leads_to_the_next_call_is_prepared_before_it_in_order() {
    let mut progress = progress(&[1, 2], false);
    progress.insert(0, [running(Role::Construct), running(Role::Construct)]);
    let mut order = Vec::new();
    while let Some(open) = progress.first_open() {
        order.push(open);
        progress.step_mut(open).ready = Some(Ready::default());
    }
    assert_eq!(order, [0, 1, 2], "and not the call after it");
    (0..3).for_each(|_| progress.advance());
    assert_eq!(progress.first_open(), Some(3));
    progress.advance();
    assert_eq!(progress.first_open(), None);
}

#[test]
fn nothing_is_prepared_while_a_step_decides_about_others() {
    for (role, expected) in [
        (Role::OpenStream, None),
        (Role::Count, None),
        (Role::Construct, Some(0)),
        (Role::Release, Some(0)),
    ] {
        let mut progress = progress(&[1], false);
        progress.run_first(running(role));
        assert_eq!(progress.first_open(), expected, "{role:?}");
        progress.advance();
        assert_eq!(progress.first_open(), Some(1), "{role:?}");
    }
    let mut released = Progress::default();
    released.run_first(running(Role::Release));
    assert_eq!(released.first_open(), None, "no call follows");
}

#[test]
fn operands_name_calls_and_not_the_steps_between_them() {
    let mut progress = progress(&[1, 2], true);
    progress.insert(1, [running(Role::Construct)]);
    let ready = Ready { words: vec![(70, Mark::NONE), (71, Mark::NONE)], ..Ready::default() };
    for (number, observed) in [(0, returned(7)), (1, returned(8)), (2, Observed::Threw(9))] {
        assert_eq!(progress.current().map(|step| step.observed.is_none()), Some(true));
        progress.observe(observed);
        progress.step_mut(number).ready = Some(ready.clone());
        progress.advance();
    }
    assert_eq!(progress.observed(0), Some(&returned(7)));
    assert_eq!(progress.observed(1), Some(&Observed::Threw(9)));
    assert_eq!(progress.observed(2), None);
    let plain = |words: &[u64]| Some(words.iter().map(|&word| (word, Mark::NONE)).collect());
    for (operand, expected) in [
        (Operand::Input, None),
        (Operand::Literal(vec![1, 2]), plain(&[1, 2])),
        (Operand::Result(0), plain(&[7])),
        (Operand::Result(1), None),
        (Operand::Result(2), None),
        (Operand::Object(1), plain(&[70])),
        (Operand::Object(2), None),
    ] {
        assert_eq!(progress.words(&operand), expected, "{operand:?}");
    }
    assert_eq!(progress.calls().count(), 2);
    assert_eq!(progress.steps().len(), 3);
}

#[test]
fn an_open_scenario_is_extended_when_its_steps_have_run() {
    for (is_open, has_run, expected) in
        [(true, true, true), (true, false, false), (false, true, false), (false, false, false)]
    {
        let mut progress = progress(&[1], is_open);
        if has_run {
            progress.observe(returned(7));
            progress.advance();
        }
        assert_eq!(progress.extend(Step::call(FuncId(2))), expected, "{is_open} {has_run}");
        let under_test = if expected { FuncId(2) } else { FuncId(1) };
        assert_eq!(progress.under_test, Some(under_test));
        if expected {
            assert_eq!(progress.current().map(|step| step.step.function), Some(FuncId(2)));
        }
    }
    let mut empty = progress(&[], true);
    assert!(empty.extend(Step::call(FuncId(2))));
}

#[test]
fn what_was_made_is_released_once_and_not_while_it_may_be_extended() {
    let mut open = progress(&[1], true);
    assert_eq!([open.release(), open.release()], [false, false]);
    let mut closed = progress(&[1], false);
    assert_eq!([closed.release(), closed.release()], [true, false]);
}

#[test]
fn words_that_depend_on_inputs_are_brought_up_to_date_and_others_stay() {
    let term = coax_expr::Pool::default().constant(8, 3);
    let with = |ready: Option<Term>, observed: Option<Term>| {
        let mut progress = progress(&[1], false);
        let mark = Mark { term: ready, ..Mark::NONE };
        let words = vec![(1, Mark::NONE), (2, mark)];
        progress.step_mut(0).ready = Some(Ready { words, ..Ready::default() });
        progress.observe(Observed::Returned(vec![word(3, observed), word(4, None)]));
        progress
    };
    for (ready, observed, expected) in [
        (None, None, [1, 2, 3, 4]),
        (Some(term), None, [1, 50, 3, 4]),
        (None, Some(term), [1, 2, 50, 4]),
        (Some(term), Some(term), [1, 50, 50, 4]),
    ] {
        let mut progress = with(ready, observed);
        assert_eq!(progress.has_terms(), ready.is_some() || observed.is_some());
        progress.refresh(|_| 50);
        let step = &progress.steps()[0];
        let ready = step.ready.iter().flat_map(|ready| &ready.words).map(|(word, _)| *word);
        let Some(Observed::Returned(words)) = &step.observed else { panic!("it returned") };
        let all: Vec<u64> = ready.chain(words.iter().map(|word| word.value)).collect();
        assert_eq!(all, expected);
    }
}

#[test]
fn an_observed_word_is_passed_on_as_it_is() {
    let term = coax_expr::Pool::default().constant(8, 3);
    for (undefined, term) in [(0, None), (0xff00, None), (0, Some(term))] {
        let mut progress = progress(&[1], true);
        let word = ObservedWord { value: 5, undefined, term };
        progress.observe(Observed::Returned(vec![word]));
        let expected = Some(vec![(5, Mark { undefined, term })]);
        assert_eq!(progress.words(&Operand::Result(0)), expected);
        assert_eq!(ObservedWord::new(&(5, Mark { undefined, term })), word);
    }
}
