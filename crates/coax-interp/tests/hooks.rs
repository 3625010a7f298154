//! What the interpreter asks at its hooks, and what it does with the answers.

#[path = "support/bodies.rs"]
mod bodies;
#[path = "support/nowhere.rs"]
mod nowhere;

use coax_expr::{Pool, Term};
use coax_interp::{
    DirEntry, FileStatus, Foreign, ForeignResult, Hooks, LibraryState, Limits, LocalTime, Machine,
    Mark, Plain, Rest, Revisits, State, Stop, World,
};
use coax_ir::{CallSite, Callee, FuncId, Inst, IntOp, Kind, Pc, Program, Slot};
use coax_kinds::Incomplete;

use bodies::{Nothing, body, program};
use nowhere::NoWorld;

/// Answers for functions without a model with 7, gives every sum of a term this very term, and writes down what it is asked.
struct Recorder;

#[derive(Default)]
struct Record {
    entered_from: Vec<(FuncId, Pc)>,
    answered: Vec<FuncId>,
    read_terms: Vec<&'static str>,
}

/// How many choices a path has had, in this layer's words.
#[derive(Clone, Default)]
struct Choices(usize);

impl Hooks for Recorder {
    type InState = Choices;
    type InMachine<'p> = Record;
    type Policy = ();

    fn choices(state: &Choices) -> usize {
        state.0
    }

    fn note_call(machine: &mut Record, _: &Choices, caller: FuncId, at: Pc) {
        machine.entered_from.push((caller, at));
    }

    fn answer_call<'p>(
        machine: &mut Machine<'p, Recorder>,
        state: &mut State<'p, Recorder>,
        id: FuncId,
        call: &'p CallSite,
    ) -> Result<bool, Stop> {
        machine.above.answered.push(id);
        state.set_word(call.dst, 7);
        state.top().pc = call.next;
        Ok(true)
    }

    fn before<'p>(
        machine: &mut Machine<'p, Recorder>,
        state: &mut State<'p, Recorder>,
        inst: &Inst,
    ) -> Result<Rest, Stop> {
        let name = if matches!(inst, Inst::Add { .. }) { "add" } else { "other" };
        machine.above.read_terms.push(name);
        Ok(match *inst {
            Inst::Add { dst, a, .. } => {
                Rest::Compute([Some((dst, state.mark(a).term)), None, None])
            }
            _ => Rest::Move,
        })
    }
}

fn call(callee: u32, arg: Slot, dst: Slot, next: u32) -> CallSite {
    let kinds = || Box::from([Kind::Int(64)]);
    CallSite {
        callee: Callee::Direct(FuncId(callee)),
        args: [coax_ir::Arg { kinds: kinds(), slot: arg, noundef: true, byval: None }].into(),
        flat: [arg].into(),
        has_byval: false,
        ret: kinds(),
        dst,
        next: Pc(next),
        unwind: None,
        variadic: false,
        fixed: 1,
    }
}

/// `outer(x)` calls `inner`, which returns what it is given, and then `missing`, and returns what that gives.
fn calls_something_missing() -> Program {
    let mut outer = body(
        &[],
        1,
        2,
        vec![Inst::Call { site: 0 }, Inst::Call { site: 1 }, Inst::Ret { src: Slot(1) }],
    );
    outer.calls = vec![call(1, Slot(0), Slot(1), 1), call(2, Slot(1), Slot(1), 2)];
    let inner = body(&[], 1, 1, vec![Inst::Ret { src: Slot(0) }]);
    program(vec![("outer", Some(outer)), ("inner", Some(inner)), ("missing", None)])
}

fn ran<'p, H: Hooks>(
    program: &'p Program,
    args: &[u64],
) -> (Machine<'p, H>, Result<Vec<u64>, Stop>) {
    let mut machine = Machine::<H>::new(program, &Nothing, Limits::default());
    let mut state = machine.initial_state(Box::new(NoWorld));
    let result = machine.run_function(&mut state, FuncId(0), args);
    (machine, result)
}

#[test]
fn what_has_no_model_is_answered_for_above_or_unsupported() {
    let program = calls_something_missing();
    let (machine, result) = ran::<Recorder>(&program, &[1]);
    assert_eq!((result, &machine.above.answered[..]), (Ok(vec![7]), &[FuncId(2)][..]));
    let (_, result) = ran::<Plain>(&program, &[1]);
    assert!(matches!(result, Err(Stop::Unsupported(what)) if what.contains("`missing`")));
}

#[test]
fn functions_are_entered_from_where_they_are_called() {
    let program = calls_something_missing();
    let (machine, _) = ran::<Recorder>(&program, &[1]);
    assert_eq!(machine.above.entered_from, [(FuncId(0), Pc(0))]);
}

/// A term goes where the layers say that it goes, and constants are no terms.
#[test]
fn only_instructions_that_read_terms_come_to_the_hook() {
    let (one, x, y) = (Slot(0), Slot(1), Slot(2));
    let code = vec![
        Inst::Add { bits: 64, dst: y, a: one, b: one },
        Inst::Add { bits: 64, dst: x, a: x, b: y },
        Inst::Ret { src: x },
    ];
    let program = program(vec![("f", Some(body(&[1], 1, 3, code)))]);
    let mut machine = Machine::<Recorder>::new(&program, &Nothing, Limits::default());
    let mut state = machine.initial_state(Box::new(NoWorld));
    let mut pool = Pool::new();
    let var = pool.new_var("x", 64);
    let term: Term = pool.var(var);
    let given = (40, Mark { undefined: 0, term: Some(term) });
    machine.start(&mut state, FuncId(0), &[given]).expect("it has a body");
    machine.run(&mut state).expect("it returns");
    assert_eq!(machine.above.read_terms, ["add", "other"]);
    assert_eq!(machine.result, [(42, Mark { undefined: 0, term: Some(term) })]);
}

/// Coming back to a place counts only with a new choice, and choices are the layers' business.
#[test]
fn a_loop_without_choices_is_not_bounded_by_revisits() {
    let (zero, one, n) = (Slot(0), Slot(1), Slot(2));
    let code = || {
        vec![
            Inst::Sub { bits: 64, dst: n, a: n, b: one },
            Inst::branch(IntOp::Eq, 64, n, zero, Pc(2), Pc(0)),
            Inst::Ret { src: n },
        ]
    };
    let run = |revisits| {
        let program = program(vec![("f", Some(body(&[0, 1], 1, 3, code())))]);
        let mut machine = Machine::<Recorder>::new(&program, &Nothing, Limits::default());
        machine.watch(revisits);
        let mut state = machine.initial_state(Box::new(NoWorld));
        machine.run_function(&mut state, FuncId(0), &[100])
    };
    assert_eq!(run(Revisits::WithChoice(5)), Ok(vec![0]));
    assert_eq!(run(Revisits::All(5)), Err(Stop::Bound(Incomplete::Revisits)));
}
