//! Assumptions in words, with the names that the source uses.

use coax_guide::{Assumption, Predicate};
use coax_ir::{Body, Callee, FuncId, Home, Inst, Pc, Program, Slot};
use coax_report::StatedAssumption;

use super::stated;

/// What is needed to speak of a function.
pub struct Words<'a> {
    pub program: &'a Program,
    pub body: &'a Body,
    pub function: FuncId,
}

impl Words<'_> {
    /// An assumption as the report has it.
    pub fn stated(&self, id: u64, assumption: &Assumption) -> StatedAssumption {
        let (file, line, column) = match assumption.predicate {
            Predicate::Extent { .. } | Predicate::NullOrObject if assumption.at == Pc(0) => {
                self.entry()
            }
            _ => stated::at(self.body, assumption.at),
        };
        let text = self.text(assumption);
        StatedAssumption {
            id,
            predicate: assumption.predicate.name().into(),
            text,
            file,
            line,
            column,
        }
    }

    fn entry(&self) -> (String, u32, u32) {
        let signature = self.program.signature_of(self.function);
        signature.map_or_else(Default::default, |known| (known.file.to_string(), known.line, 0))
    }

    fn text(&self, assumption: &Assumption) -> String {
        match assumption.predicate {
            Predicate::NoOverflow => "the signed result fits its type".into(),
            Predicate::NoAlias => {
                "what is written here is not reached through other pointers or names".into()
            }
            Predicate::CalleeLeavesMemory => {
                format!(
                    "{} neither changes nor frees what this function uses afterwards",
                    self.callee(assumption.at)
                )
            }
            Predicate::Initialised => "the value read here was written before".into(),
            Predicate::NullOrObject if assumption.at == Pc(0) => {
                "each pointer parameter is null or points into an object at entry".into()
            }
            Predicate::NullOrObject => "the pointer is null or points into an object".into(),
            Predicate::PointsTo { bytes, writable } => {
                let use_of = if writable { "" } else { " to read" };
                format!("the pointer is null or points to at least {bytes} bytes{use_of}")
            }
            Predicate::Stated { .. } => "what is stated here".into(),
            Predicate::Extent { slot, bytes, writable } => {
                let name = self.parameter(Slot(slot));
                let use_of = if writable { "" } else { " to read" };
                format!("at entry, {name} is null or points to at least {bytes} bytes{use_of}")
            }
        }
    }

    fn parameter(&self, slot: Slot) -> String {
        let first = self.body.first_param();
        let is_meant = |home: Home| home == Home::Slot(slot);
        let named = self.body.variables.iter().find(|variable| is_meant(variable.home));
        match named {
            Some(variable) => format!("`{}`", variable.name),
            None => format!("parameter {}", slot.0 - first.0 + 1),
        }
    }

    fn callee(&self, at: Pc) -> String {
        let Some(&Inst::Call { site }) = self.body.code.get(at.index()) else {
            return "the call".into();
        };
        match self.body.calls[site as usize].callee {
            Callee::Direct(id) => format!("`{}`", self.program.function(id).source_name),
            Callee::Indirect(_) => "the function that is called".into(),
        }
    }
}
