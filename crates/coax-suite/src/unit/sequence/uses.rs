//! Which results of a sequence later steps or checks use.

use coax_case::{Argument, Check, Root, TestCase};

/// Where a result is used first: the step, and which of its arguments it is (none: the object it is called on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstUse {
    pub step: usize,
    pub argument: Option<usize>,
}

/// The first later step that a matching operand belongs to.
pub(super) fn first_use(case: &TestCase, is_it: impl Fn(&Argument) -> bool) -> Option<FirstUse> {
    case.steps.iter().enumerate().find_map(|(step, it)| {
        let invocation = it.invocation()?;
        let argument = invocation.arguments.iter().position(&is_it);
        if argument.is_some() {
            return Some(FirstUse { step, argument });
        }
        invocation.operands().any(&is_it).then_some(FirstUse { step, argument: None })
    })
}

/// Where the result of a step is used first.
pub(super) fn use_of_result(case: &TestCase, of: usize) -> Option<FirstUse> {
    first_use(case, |argument| matches!(argument, Argument::Result { step, .. } if *step == of))
}

/// What is expected of the result of a step.
pub(super) fn expected_of(case: &TestCase, of: usize) -> Option<&coax_case::Returned> {
    case.checks.iter().find_map(|check| match check {
        Check::Returned { step, value } if *step == of => Some(value),
        _ => None,
    })
}

/// Has the result of a step a variable? What is only checked, before the call under test, has none.
pub(super) fn is_kept(case: &TestCase, of: usize) -> bool {
    let is_checked = case.tested_step() == Some(of) && expected_of(case, of).is_some();
    is_checked || is_looked_into(case, of) || use_of_result(case, of).is_some()
}

/// Is something expected of what the result of a step holds?
fn is_looked_into(case: &TestCase, of: usize) -> bool {
    case.checks.iter().any(|check| match check {
        Check::Holds { place, .. } => place.root == Root::Result(of),
        Check::Observed { invocation, .. } => invocation
            .operands()
            .any(|operand| matches!(operand, Argument::Result { step, .. } if *step == of)),
        _ => false,
    })
}
