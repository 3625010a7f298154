//! The steps of a sequence are run again on a state.

use coax_case::{Construction, Step, Stub};
use coax_engine::scenario::add_answer;
use coax_engine::{State, Stop};

use crate::bindings::{Bindings, Given};
use crate::execution::{Ended, Execution};
use crate::room::{string_of, variable_at};
use crate::sequence::Sequence;

/// Runs the steps of a sequence that `bindings` do not know yet, which is what the execution goes by. How many calls
/// were made: it ends early where one stops.
pub(crate) fn run_on(
    execution: &mut Execution<'_, '_>,
    bindings: &mut Bindings,
    sequence: &Sequence,
) -> u64 {
    let mut calls = 0;
    add_stubs(execution.state, bindings, sequence);
    for object in &sequence.objects[bindings.objects.len()..] {
        let Ok(address) = variable_at(execution.state, object, bindings) else {
            return calls;
        };
        bindings.objects.push(address);
    }
    for step in &sequence.steps[bindings.results.len()..] {
        let given = match &**step {
            Step::Invoke(invocation) => {
                calls += 1;
                let mut next = Execution {
                    machine: execution.machine,
                    state: execution.state,
                    api: execution.api,
                    objects: execution.objects,
                    bindings,
                    max_steps: execution.max_steps,
                    recording: None,
                };
                match next.run(invocation) {
                    Ok(Ended::Returned(given)) => given,
                    Ok(Ended::Threw(_)) => Given::default(),
                    Err(_) => return calls,
                }
            }
            Step::Make(made) => {
                if remake(execution.state, bindings, made).is_err() {
                    return calls;
                }
                Given::default()
            }
            _ => Given::default(),
        };
        bindings.results.push(given);
    }
    calls
}

/// Adds the functions of a sequence that are not there yet.
pub(crate) fn add_stubs(state: &mut State<'_>, bindings: &mut Bindings, sequence: &Sequence) {
    for stub in &sequence.stubs[bindings.stubs.len()..] {
        bindings.stubs.push(add_answer(state, answer_of(stub)));
    }
}

/// The word that a function of the test always returns.
pub(crate) fn answer_of(stub: &Stub) -> u64 {
    let value = stub.returns.first().and_then(|value| value.as_ref());
    let bytes = value.map(|value| &value.bytes[..]).unwrap_or_default();
    let mut word = [0; 8];
    word[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    u64::from_le_bytes(word)
}

/// A text is put where a step makes it.
pub(crate) fn remake(
    state: &mut State<'_>,
    bindings: &mut Bindings,
    made: &Construction,
) -> Result<(), Stop> {
    let letters = made.arguments.iter().skip(1).filter_map(|letter| letter.bytes.first());
    let text: Vec<u8> = letters.copied().collect();
    bindings.objects[made.object] = string_of(state, &text)?;
    Ok(())
}
