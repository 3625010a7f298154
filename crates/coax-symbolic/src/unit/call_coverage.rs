//! Call coverage: which functions a unit has called.

use std::collections::BTreeSet;

use coax_ir::{Callee, FuncId, Inst, Pc};

use crate::Machine;

/// The functions that the unit's own code calls directly, if paths have come to every such call.
pub(super) fn fully_covered_callees(machine: &Machine<'_>, unit: FuncId) -> BTreeSet<FuncId> {
    let Ok(body) = machine.program.body(unit) else { return BTreeSet::new() };
    let (mut called, mut missed) = (BTreeSet::new(), BTreeSet::new());
    for (at, inst) in body.code.iter().enumerate() {
        let Inst::Call { site } = *inst else { continue };
        if let Callee::Direct(callee) = body.calls[site as usize].callee {
            let came = machine.above.calls_made.contains(&Pc(at as u32));
            if came { &mut called } else { &mut missed }.insert(callee);
        }
    }
    &called - &missed
}
