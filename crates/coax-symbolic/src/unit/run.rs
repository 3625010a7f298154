//! What can be asked of a machine that runs scenarios: how they are begun and extended.

use std::collections::BTreeSet;
use std::sync::Arc;

use coax_ir::FuncId;

use super::UnitPlan;
use super::call_coverage::fully_covered_callees;
use crate::layers::UnitRun;
use crate::scenario::{Scenario, Step};
use crate::{Machine, State, Stop};

/// A machine that runs scenarios, with inputs that it makes.
pub trait RunScenarios<'p> {
    /// Puts a state at the start of a scenario, once the program's constructors have run.
    fn begin_scenario(&mut self, state: &mut State<'p>, scenario: &Scenario) -> Result<(), Stop>;

    /// Puts a state at the start of a unit, once the program's constructors have run.
    fn begin_unit(
        &mut self,
        state: &mut State<'p>,
        plan: &Arc<UnitPlan>,
        scenario: &Scenario,
    ) -> Result<(), Stop>;

    /// Puts a state in which an open scenario has ended at the start of one more call.
    fn extend(&mut self, state: &mut State<'p>, step: Step) -> Result<(), Stop>;

    /// The functions that the unit's own code calls directly, if paths have come to every such call.
    fn fully_covered_callees(&self, unit: FuncId) -> BTreeSet<FuncId>;
}

impl<'p> RunScenarios<'p> for Machine<'p> {
    fn begin_scenario(&mut self, state: &mut State<'p>, scenario: &Scenario) -> Result<(), Stop> {
        UnitRun::of(self).begin_scenario(state, scenario)
    }

    fn begin_unit(
        &mut self,
        state: &mut State<'p>,
        plan: &Arc<UnitPlan>,
        scenario: &Scenario,
    ) -> Result<(), Stop> {
        UnitRun::of(self).begin_unit(state, plan, scenario)
    }

    fn extend(&mut self, state: &mut State<'p>, step: Step) -> Result<(), Stop> {
        UnitRun::of(self).extend(state, step)
    }

    fn fully_covered_callees(&self, unit: FuncId) -> BTreeSet<FuncId> {
        fully_covered_callees(self, unit)
    }
}
