//! What the analysis says of a function, as the engine's guards.

use std::sync::Arc;

use coax_engine::guards::{Formula, FunctionGuards, Guard, Test};
use coax_guide::boolean::{Condition, Supposition};
use coax_guide::{AssumptionId, FunctionGuide, Point};
use coax_ir::Body;

use crate::options::Guidance;

/// The guards of a function. What is not used is left out.
pub fn of(body: &Body, guide: &FunctionGuide, guidance: Guidance) -> FunctionGuards {
    let mut guarded = vec![false; body.code.len()];
    guide.points.keys().for_each(|at| guarded[at.index()] = true);
    FunctionGuards {
        guards: guide.points.iter().map(|(&at, point)| (at, guard(point, guidance))).collect(),
        guarded: Arc::from(guarded),
        assumptions: guide.known.assumptions.len() as u32,
        after_calls: guide.after_calls.iter().map(|(&at, may)| (at, formula(may))).collect(),
        verified: guide
            .known
            .checks
            .iter()
            .filter(|(_, supposition)| !supposition.is_empty())
            .map(|(&check, supposition)| (check, held(supposition)))
            .collect(),
    }
}

fn guard(point: &Point, guidance: Guidance) -> Guard {
    let tests = |all: &[(AssumptionId, coax_guide::Test)]| {
        all.iter().map(|&(id, one)| (id.0, test(one))).collect()
    };
    Guard {
        before: tests(&point.before),
        tryfirst: point.tryfirst.as_ref().filter(|_| guidance.has_must()).map(formula),
        assume: point.assume.as_ref().filter(|_| guidance.has_may()).map(formula),
        checks: point.checks.iter().map(held).collect(),
        after: tests(&point.after),
    }
}

fn formula(condition: &Condition) -> Formula {
    let row = |cube: &Vec<coax_guide::boolean::Literal>| {
        cube.iter().map(|literal| (literal.id.0, literal.value)).collect()
    };
    condition.cubes().map(row).collect()
}

fn held(supposition: &Supposition) -> Formula {
    supposition.iter().map(|ids| ids.iter().map(|id| (id.0, true)).collect()).collect()
}

fn test(test: coax_guide::Test) -> Test {
    match test {
        coax_guide::Test::Fits => Test::Fits,
        coax_guide::Test::Written => Test::Written,
        coax_guide::Test::Pointer { slot, bytes, writable } => {
            Test::Pointer { slot, bytes: bytes.into(), writable }
        }
        coax_guide::Test::Defined(slot) => Test::Defined(slot),
        coax_guide::Test::Nonzero(slot) => Test::Nonzero(slot),
        coax_guide::Test::Never => Test::Never,
    }
}
