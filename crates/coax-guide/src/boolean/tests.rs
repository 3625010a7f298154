//! The figures of the text, and a loop, as abstract programs with what is inferred at every point.

use super::{Node, Placed, Program, Statement, infer, place};
use crate::assumption::AssumptionId;

/// A structured abstract program.
enum Step {
    Initialise,
    Update,
    Call,
    Verified,
    Unverified,
    If(Vec<Step>, Vec<Step>),
    While(Vec<Step>),
}

use Step::{Call, If, Initialise, Unverified, Update, Verified, While};

const A: AssumptionId = AssumptionId(0);

const NOT: &str = "!a0";

/// Its points: one before every step, one after the last step of each block but the outermost, and the end.
fn program(steps: &[Step]) -> Program {
    let mut program = Program::default();
    let end = block(&mut program, steps);
    let last = add(&mut program, Statement::Skip);
    link(&mut program, end, last);
    program
}

fn add(program: &mut Program, statement: Statement) -> usize {
    program.nodes.push(Node { statement, next: Vec::new(), at: None });
    program.nodes.len() - 1
}

fn link(program: &mut Program, from: Vec<usize>, to: usize) {
    from.into_iter().for_each(|from| program.nodes[from].next.push(to));
}

/// Adds steps; the points that go on after them.
fn block(program: &mut Program, steps: &[Step]) -> Vec<usize> {
    let mut open = Vec::new();
    for step in steps {
        let statement = match step {
            Initialise => Statement::Initialise(A),
            Update => Statement::Update(A),
            Verified => Statement::Assert(vec![vec![A]]),
            Unverified => Statement::Assert(Vec::new()),
            Call | If(..) | While(_) => Statement::Skip,
        };
        let here = add(program, statement);
        link(program, std::mem::take(&mut open), here);
        open = match step {
            If(then, els) => {
                [then, els].into_iter().flat_map(|side| inner(program, here, side)).collect()
            }
            While(body) => {
                let end = inner(program, here, body);
                link(program, end, here);
                vec![here]
            }
            _ => vec![here],
        };
    }
    open
}

/// A block within: with a point at its end if it has steps.
fn inner(program: &mut Program, before: usize, steps: &[Step]) -> Vec<usize> {
    if steps.is_empty() {
        return vec![before];
    }
    let first = program.nodes.len();
    let open = block(program, steps);
    program.nodes[before].next.push(first);
    let end = add(program, Statement::Skip);
    link(program, open, end);
    vec![end]
}

fn deposit(last: Vec<Step>) -> Program {
    let els = vec![Update, If(vec![Call], Vec::new())];
    let mut steps = vec![Initialise, If(vec![Call], els), Verified];
    steps.extend(last);
    program(&steps)
}

struct Expected {
    may: &'static [&'static str],
    must: &'static [&'static str],
    /// (point, condition)
    assumes: &'static [(usize, &'static str)],
    tryfirsts: &'static [(usize, &'static str)],
    /// Those left where both are placed.
    combined: &'static [(usize, &'static str)],
}

fn check(program: &Program, expected: &Expected) {
    let conditions = infer(program);
    let texts = |all: &[super::Condition]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts(&conditions.may), expected.may);
    assert_eq!(texts(&conditions.must), expected.must);
    let placed = place(program, &conditions, false);
    assert_eq!(said(&placed, |one| one.assume.as_ref()), owned(expected.assumes));
    assert_eq!(said(&placed, |one| one.tryfirst.as_ref()), owned(expected.tryfirsts));
    let combined = place(program, &conditions, true);
    assert_eq!(said(&combined, |one| one.tryfirst.as_ref()), owned(expected.combined));
}

fn said(placed: &[Placed], of: fn(&Placed) -> Option<&super::Condition>) -> Vec<(usize, String)> {
    let all = placed.iter().enumerate();
    all.filter_map(|(at, one)| Some((at, of(one)?.to_string()))).collect()
}

fn owned(all: &[(usize, &str)]) -> Vec<(usize, String)> {
    all.iter().map(|&(at, text)| (at, text.to_owned())).collect()
}

/// Figures 2 and 3. Points: 0 initialise, 1 if, 2 call, 3 end of then, 4 update, 5 inner if, 6 call, 7 end of
/// it, 8 end of else, 9 assert, 10 end.
#[test]
fn deposit_is_pruned_in_both_branches() {
    check(
        &deposit(Vec::new()),
        &Expected {
            may: &["true", "true", NOT, NOT, "true", NOT, NOT, NOT, NOT, NOT, "false"],
            must: &["false", NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, "false"],
            assumes: &[(2, NOT), (5, NOT)],
            tryfirsts: &[(5, NOT), (9, NOT)],
            combined: &[],
        },
    );
}

/// Figure 4: a second assertion that was not verified; 10 is that one, 11 the end.
#[test]
fn with_an_unverified_assertion_deposit_is_ordered_and_not_pruned() {
    check(
        &deposit(vec![Unverified]),
        &Expected {
            may: &[
                "true", "true", "true", "true", "true", "true", "true", "true", "true", "true",
                "true", "false",
            ],
            must: &["false", NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, "true", "false"],
            assumes: &[],
            tryfirsts: &[(5, NOT), (9, NOT)],
            combined: &[(5, NOT), (9, NOT)],
        },
    );
}

/// Points: 0 initialise, 1 while, 2 update, 3 end of body, 4 assert, 5 end.
#[test]
fn an_assumption_in_a_loop() {
    check(
        &program(&[Initialise, While(vec![Update]), Verified]),
        &Expected {
            may: &["true", "true", "true", "true", NOT, "false"],
            must: &["false", NOT, NOT, NOT, NOT, "false"],
            assumes: &[(4, NOT)],
            tryfirsts: &[(1, NOT)],
            combined: &[(1, NOT)],
        },
    );
}

/// Everything is verified: nothing is worth running.
#[test]
fn what_is_verified_is_left_at_once() {
    check(
        &program(&[Call, Call]),
        &Expected {
            may: &["false"; 3],
            must: &["false"; 3],
            assumes: &[(0, "false")],
            tryfirsts: &[],
            combined: &[],
        },
    );
}

/// An early return: the way without an assertion ends no must-unverified execution.
#[test]
fn must_needs_an_assertion_on_every_way() {
    // 0 initialise, 1 update, 2 if, 3 assert, 4 end of then, 5 end
    check(
        &program(&[Initialise, Update, If(vec![Verified], Vec::new())]),
        &Expected {
            may: &["true", "true", NOT, NOT, "false", "false"],
            must: &["false", "false", "false", NOT, "false", "false"],
            assumes: &[(2, NOT), (4, "false")],
            tryfirsts: &[(3, NOT)],
            combined: &[],
        },
    );
}
