//! Bodies as text, for `-v` listings and snapshots.

use std::fmt;

use crate::{Body, Callee, Inst};

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "slots {} constants {:?} params {}",
            self.slots, self.constants, self.param_slots
        )?;
        for (pc, inst) in self.code.iter().enumerate() {
            let line = self.place(crate::Pc(pc as u32)).map_or(0, |place| place.line);
            match inst {
                Inst::Call { site } => {
                    writeln!(f, "@{pc:<4} {:<60} ; {line}", self.call_text(*site))?
                }
                _ => writeln!(f, "@{pc:<4} {:<60} ; {line}", format!("{inst:?}"))?,
            }
        }
        Ok(())
    }
}

impl Body {
    fn call_text(&self, site: u32) -> String {
        let call = &self.calls[site as usize];
        let callee = match call.callee {
            Callee::Direct(id) => id.to_string(),
            Callee::Indirect(slot) => format!("*{slot}"),
        };
        format!(
            "Call {callee}{:?} -> {} next {} unwind {:?}",
            call.flat,
            call.dst,
            call.next,
            call.unwind.map(|u| u.to)
        )
    }
}
