//! Bodies written by hand, without a front end: what the loop, calls and marks do.

#[path = "support/bodies.rs"]
mod bodies;
#[path = "support/nowhere.rs"]
mod nowhere;

use coax_interp::{
    DirEntry, ErrorKind, FileStatus, Foreign, ForeignResult, LibraryState, Limits, LocalTime,
    Machine, Plain, Stop, World,
};
use coax_ir::{Body, CallSite, Callee, FuncId, Inst, IntOp, Kind, Pc, Program, Slot};

use bodies::{Nothing, body, program};
use nowhere::NoWorld;

fn run(program: &Program, limits: Limits, args: &[u64]) -> (Result<Vec<u64>, Stop>, u64) {
    let mut machine = Machine::<Plain>::new(program, &Nothing, limits);
    let mut state = machine.initial_state(Box::new(NoWorld));
    let result = machine.run_function(&mut state, FuncId(0), args);
    (result, state.steps)
}

/// `for (i = 0; i < n; i++) s += i * i; return s;` in 64 bits.
fn squares() -> Body {
    let (zero, one, n, i, s, t) = (Slot(0), Slot(1), Slot(2), Slot(3), Slot(4), Slot(5));
    body(
        &[0, 1],
        1,
        6,
        vec![
            Inst::Move { dst: i, src: zero },
            Inst::Move { dst: s, src: zero },
            Inst::branch(IntOp::Slt, 64, i, n, Pc(3), Pc(7)),
            Inst::Mul { bits: 64, dst: t, a: i, b: i },
            Inst::Add { bits: 64, dst: s, a: s, b: t },
            Inst::AddNsw { bits: 64, dst: i, a: i, b: one },
            Inst::branch(IntOp::Slt, 64, i, n, Pc(3), Pc(7)),
            Inst::Ret { src: s },
        ],
    )
}

#[test]
fn a_loop_runs_and_counts_its_steps() {
    let program = program(vec![("squares", Some(squares()))]);
    let (result, steps) = run(&program, Limits::default(), &[1000]);
    assert_eq!(result, Ok(vec![(0..1000u64).map(|i| i * i).sum()]));
    assert_eq!(steps, 3 + 4 * 1000 + 1);
}

#[test]
fn the_step_limit_stops_a_loop() {
    let program = program(vec![("squares", Some(squares()))]);
    let limits = Limits { max_steps: 100, ..Limits::default() };
    let (result, steps) = run(&program, limits, &[1 << 40]);
    assert_eq!(result, Err(Stop::StepLimit));
    assert!((100..110).contains(&steps), "{steps}");
}

fn call(callee: u32, arg: Slot, dst: Slot, next: u32) -> CallSite {
    CallSite {
        callee: Callee::Direct(FuncId(callee)),
        args: [coax_ir::Arg {
            kinds: [Kind::Int(64)].into(),
            slot: arg,
            noundef: true,
            byval: None,
        }]
        .into(),
        flat: [arg].into(),
        has_byval: false,
        ret: [Kind::Int(64)].into(),
        dst,
        next: Pc(next),
        unwind: None,
        variadic: false,
        fixed: 1,
    }
}

#[test]
fn calls_reach_bodies_and_models() {
    let mut outer = body(
        &[],
        1,
        2,
        vec![Inst::Call { site: 0 }, Inst::Call { site: 1 }, Inst::Ret { src: Slot(1) }],
    );
    outer.calls = vec![call(1, Slot(0), Slot(1), 1), call(2, Slot(1), Slot(1), 2)];
    let program =
        program(vec![("outer", Some(outer)), ("squares", Some(squares())), ("twice", None)]);
    assert_eq!(run(&program, Limits::default(), &[4]).0, Ok(vec![28]));
}

#[test]
fn endless_recursion_uses_up_the_stack() {
    let mut forever = body(&[], 1, 1, vec![Inst::Call { site: 0 }, Inst::Ret { src: Slot(0) }]);
    forever.calls = vec![call(0, Slot(0), Slot(0), 1)];
    let program = program(vec![("forever", Some(forever))]);
    let (result, _) = run(&program, Limits::default(), &[1]);
    assert!(
        matches!(result, Err(Stop::Error { kind: ErrorKind::StackOverflow, .. })),
        "{result:?}"
    );
}

/// Undefined bits may be copied and masked away, but not decided on.
#[test]
fn undefined_bits_travel_and_stop_at_a_branch() {
    let (mask, zero, x, y) = (Slot(0), Slot(1), Slot(2), Slot(3));
    let code = |branch_on| {
        vec![
            Inst::Assigned { bits: 8, flag: zero, dst: x },
            Inst::And { bits: 8, dst: y, a: x, b: mask },
            Inst::branch(IntOp::Eq, 8, branch_on, zero, Pc(3), Pc(3)),
            Inst::Ret { src: y },
        ]
    };
    let defined = program(vec![("f", Some(body(&[0, 0], 0, 4, code(y))))]);
    assert_eq!(run(&defined, Limits::default(), &[]).0, Ok(vec![0]));
    let undefined = program(vec![("f", Some(body(&[0, 0], 0, 4, code(x))))]);
    let (result, _) = run(&undefined, Limits::default(), &[]);
    assert!(
        matches!(result, Err(Stop::Error { kind: ErrorKind::UninitializedRead, .. })),
        "{result:?}"
    );
}

#[test]
fn arithmetic_errors_stop_the_program() {
    let divide = |op| {
        body(
            &[],
            2,
            3,
            vec![Inst::int(op, 32, Slot(2), Slot(0), Slot(1)), Inst::Ret { src: Slot(2) }],
        )
    };
    let kinds = [
        (IntOp::SDiv, [1, 0], ErrorKind::DivisionByZero),
        (IntOp::SDiv, [0x8000_0000, 0xFFFF_FFFF], ErrorKind::SignedOverflow),
        (IntOp::Shl, [1, 32], ErrorKind::ShiftOutOfRange),
        (IntOp::AddNsw, [0x7FFF_FFFF, 1], ErrorKind::SignedOverflow),
    ];
    for (op, args, kind) in kinds {
        let program = program(vec![("f", Some(divide(op)))]);
        match run(&program, Limits::default(), &args).0 {
            Err(Stop::Error { kind: found, .. }) => assert_eq!(found, kind),
            other => panic!("{op:?}: {other:?}"),
        }
    }
}

/// Not a test of speed: prints what `cargo test --release -- --ignored --nocapture` measures.
#[test]
#[ignore = "a measurement"]
fn instructions_per_second() {
    let program = program(vec![("squares", Some(squares()))]);
    let started = std::time::Instant::now();
    let (_, steps) = run(&program, Limits::default(), &[100_000_000]);
    let seconds = started.elapsed().as_secs_f64();
    println!("{:.0} million instructions per second", steps as f64 / seconds / 1e6);
}
