//! What the engine says a function was given, as the case that its test is written from.

use coax_case::{Check, TestCase};
use coax_engine::unit::Given;

/// The case of a path. Only what it reaches is in it.
pub fn case(id: String, given: &Given, check: Check) -> TestCase {
    let (mut steps, mut environment) = (given.steps.clone(), given.environment.clone());
    environment.keep_reached(&mut steps);
    TestCase { id, steps, environment, checks: vec![check], notes: notes(given) }
}

/// What a reader of the test should know.
fn notes(given: &Given) -> Vec<String> {
    let called = given.environment.stubs.iter().filter(|stub| !stub.returns.is_empty());
    let mut notes: Vec<String> = called
        .map(|stub| {
            format!("`{}` is not the real one here: it returns what the test says", stub.name)
        })
        .collect();
    if let Some(global) = &given.assumes.initial_global {
        notes.push(format!("The global `{global}` is as it is before anything ran"));
    }
    if given.assumes.aliases {
        notes.push("Two of the pointers point to the same object".into());
    }
    notes
}
