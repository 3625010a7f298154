//! Call coverage: which functions a unit has called.

use std::collections::BTreeSet;

use coax_ir::{Callee, FuncId, Inst, Pc};

use crate::machine::Machine;

impl Machine<'_> {
    /// The functions that the unit's own code calls directly, if paths have come to every such call.
    pub fn fully_covered_callees(&self) -> BTreeSet<FuncId> {
        let body = self.plan.as_ref().and_then(|plan| self.program.body(plan.function).ok());
        let Some(body) = body else { return BTreeSet::new() };
        let (mut called, mut missed) = (BTreeSet::new(), BTreeSet::new());
        for (at, inst) in body.code.iter().enumerate() {
            let Inst::Call { site } = *inst else { continue };
            if let Callee::Direct(callee) = body.calls[site as usize].callee {
                let came = self.calls_made.contains(&Pc(at as u32));
                if came { &mut called } else { &mut missed }.insert(callee);
            }
        }
        &called - &missed
    }
}
