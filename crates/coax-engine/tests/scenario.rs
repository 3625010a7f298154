//! Scenarios of several calls: results are passed on, inputs are explored, what was observed is kept,
//! and a scenario is extended from the state after it.

#[path = "../../coax-interp/tests/support/bodies.rs"]
mod bodies;
#[path = "../../coax-interp/tests/support/nowhere.rs"]
mod nowhere;

use coax_engine::explore::{
    Bounds, Explorer, FinishedPath, PathEnd, SearchObserver, Start, Tally, search_order,
};
use coax_engine::scenario::{Observed, ObservedWord, Operand, Scenario, Step};
use coax_engine::symbolic::{FlipPolicy, Symbols};
use coax_engine::{
    DirEntry, FileStatus, Foreign, ForeignResult, LibraryState, Limits, LocalTime, Machine,
    RunScenarios, State, Stop, WithSymbols, World,
};
use coax_ir::{FuncId, Inst, IntOp, Pc, Program, Slot};
use coax_kinds::Incomplete;
use coax_solve::{Options, Solver};

use bodies::{Nothing, body, program};
use nowhere::NoWorld;

const SEVEN: FuncId = FuncId(0);
const NEXT: FuncId = FuncId(1);
const IS_SAME: FuncId = FuncId(2);

/// `seven()` gives 7, `next(n)` gives n + 1, `is_same(a, b)` gives 1 if a == b and 0 otherwise.
fn three_functions() -> Program {
    let seven = body(&[7], 0, 1, vec![Inst::Ret { src: Slot(0) }]);
    let (one, n, sum) = (Slot(0), Slot(1), Slot(2));
    let add = Inst::Add { bits: 64, dst: sum, a: n, b: one };
    let next = body(&[1], 1, 3, vec![add, Inst::Ret { src: sum }]);
    let (no, yes, a, b) = (Slot(0), Slot(1), Slot(2), Slot(3));
    let compare = Inst::branch(IntOp::Eq, 64, a, b, Pc(1), Pc(2));
    let code = vec![compare, Inst::Ret { src: yes }, Inst::Ret { src: no }];
    let is_same = body(&[0, 1], 2, 4, code);
    program(vec![("seven", Some(seven)), ("next", Some(next)), ("is_same", Some(is_same))])
}

fn machine(program: &Program) -> Machine<'_> {
    let mut machine = Machine::new(program, &Nothing, Limits::default());
    machine.with_symbols(Symbols::new(Solver::new(Options::default()), FlipPolicy::Eager));
    machine
}

fn call(function: FuncId, arguments: &[Operand]) -> Step {
    Step { arguments: arguments.to_vec(), ..Step::call(function) }
}

/// Runs an open scenario to its end.
fn run<'p>(machine: &mut Machine<'p>, steps: Vec<Step>) -> State<'p> {
    let mut state = machine.initial_state(Box::new(NoWorld));
    let scenario = Scenario { steps, is_open: true };
    machine.begin_scenario(&mut state, &scenario).expect("it begins");
    assert_eq!(machine.run_on(&mut state), Stop::Returned);
    state
}

/// Extends a state by a call and runs it.
fn extend<'p>(machine: &mut Machine<'p>, state: &mut State<'p>, step: Step) {
    machine.extend(state, step).expect("it is extended");
    assert_eq!(machine.run_on(state), Stop::Returned);
}

/// What calls returned that depends on no input.
fn plain(words: &[u64]) -> Vec<Option<Observed>> {
    let word = |&value: &u64| ObservedWord { value, undefined: 0, term: None };
    words.iter().map(|value| Some(Observed::Returned(vec![word(value)]))).collect()
}

fn observed(state: &State<'_>, calls: usize) -> Vec<Option<Observed>> {
    (0..calls).map(|call| state.above.observed(call).cloned()).collect()
}

#[test]
fn results_and_literals_are_passed_on_and_what_calls_returned_is_kept() {
    let program = three_functions();
    let mut machine = machine(&program);
    let steps = vec![
        call(SEVEN, &[]),
        call(NEXT, &[Operand::Result(0)]),
        call(IS_SAME, &[Operand::Result(1), Operand::Literal(vec![8])]),
    ];
    let state = run(&mut machine, steps);
    assert_eq!(observed(&state, 3), plain(&[7, 8, 1]));
    assert_eq!(state.above.observed(3), None);
}

#[test]
fn one_state_is_extended_twice_and_only_the_new_call_is_run() {
    let program = three_functions();
    let mut machine = machine(&program);
    let mut state = run(&mut machine, vec![call(SEVEN, &[])]);
    let mut fork = state.copy().expect("its world is copied");
    let steps = state.steps;
    extend(&mut machine, &mut state, call(NEXT, &[Operand::Result(0)]));
    assert_eq!(state.steps - steps, 2);
    extend(
        &mut machine,
        &mut fork,
        call(IS_SAME, &[Operand::Result(0), Operand::Literal(vec![1])]),
    );
    assert_eq!(fork.steps - steps, 2);
    extend(&mut machine, &mut state, call(NEXT, &[Operand::Result(1)]));
    assert_eq!(observed(&state, 3), plain(&[7, 8, 9]));
    assert_eq!(observed(&fork, 2), plain(&[7, 0]));
}

#[test]
fn only_an_open_scenario_that_has_ended_is_extended() {
    let program = three_functions();
    let mut machine = machine(&program);
    let mut state = machine.initial_state(Box::new(NoWorld));
    let scenario = Scenario { steps: vec![call(SEVEN, &[])], is_open: true };
    machine.begin_scenario(&mut state, &scenario).expect("it begins");
    let early = machine.extend(&mut state, call(SEVEN, &[]));
    assert!(matches!(early, Err(Stop::Internal(_))), "{early:?}");
    let mut closed = machine.initial_state(Box::new(NoWorld));
    machine.begin_scenario(&mut closed, &Scenario::of(SEVEN)).expect("it begins");
    assert_eq!(machine.run_on(&mut closed), Stop::Returned);
    let late = machine.extend(&mut closed, call(SEVEN, &[]));
    assert!(matches!(late, Err(Stop::Internal(_))), "{late:?}");
}

#[test]
fn a_result_that_is_not_there_is_our_mistake() {
    let program = three_functions();
    let mut machine = machine(&program);
    let mut state = run(&mut machine, vec![call(SEVEN, &[])]);
    let missing = machine.extend(&mut state, call(NEXT, &[Operand::Result(4)]));
    assert!(matches!(missing, Err(Stop::Internal(_))), "{missing:?}");
}

/// The inputs of the paths that returned.
#[derive(Default)]
struct Inputs(Vec<u64>);

impl<'p> SearchObserver<'p> for Inputs {
    fn path(&mut self, _: &mut Symbols<'p>, path: FinishedPath<'_>) {
        assert!(matches!(path.end, PathEnd::Returned), "{:?}", path.end);
        let bytes = path.inputs.iter().map(|(_, bytes)| bytes[..8].try_into().expect("a word"));
        self.0.extend(bytes.map(u64::from_le_bytes));
    }

    fn stop(&mut self, _: &Tally, _: &Symbols<'p>) -> Option<Incomplete> {
        None
    }
}

/// The inputs of all paths from a start on.
fn explored<'p>(program: &'p Program, start: Start<'p>) -> Vec<u64> {
    let searcher = search_order("dfs").expect("there is one").searcher(0);
    let mut explorer = Explorer::new(machine(program), start, searcher, Bounds::default());
    let mut inputs = Inputs::default();
    explorer.explore(&mut inputs);
    inputs.0.sort_unstable();
    inputs.0
}

/// Is one of two inputs 8, and the other not?
fn is_eight_and_another(inputs: &[u64]) -> bool {
    inputs.len() == 2 && inputs.iter().filter(|&&input| input == 8).count() == 1
}

#[test]
fn both_sides_of_a_branch_on_an_input_are_explored_in_the_last_call() {
    let program = three_functions();
    let start: Start<'_> = Box::new(|machine| {
        let mut state = machine.initial_state(Box::new(NoWorld));
        let steps = vec![
            call(SEVEN, &[]),
            call(NEXT, &[Operand::Result(0)]),
            call(IS_SAME, &[Operand::Result(1), Operand::Input]),
        ];
        machine.begin_scenario(&mut state, &Scenario { steps, is_open: false })?;
        Ok(state)
    });
    let inputs = explored(&program, start);
    assert!(is_eight_and_another(&inputs), "{inputs:?}");
}

#[test]
fn a_result_that_depends_on_an_input_is_explored_in_an_extension() {
    let program = three_functions();
    let start: Start<'_> = Box::new(|machine| {
        let mut state = run(machine, vec![call(NEXT, &[])]);
        let Some(Observed::Returned(words)) = state.above.observed(0) else {
            panic!("it returned")
        };
        assert!(words[0].term.is_some());
        machine
            .extend(&mut state, call(IS_SAME, &[Operand::Result(0), Operand::Literal(vec![9])]))?;
        Ok(state)
    });
    let inputs = explored(&program, start);
    assert!(is_eight_and_another(&inputs), "{inputs:?}");
}
