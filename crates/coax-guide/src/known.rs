//! What is known of the checks of a function from all sources together: the analysis, annotations in the code, files of
//! other tools.
//!
//! Invariant: results are combined by disjunction; a check without a result is not verified.

use std::collections::BTreeMap;

use coax_ir::Pc;
use coax_kinds::ErrorKind;

use crate::analysis::Analysed;
use crate::assumption::{Assumption, AssumptionId, Supposition};
use crate::check::Verdict;

/// The checks of a function with what they were verified under.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownChecks {
    /// By place and kind.
    pub checks: BTreeMap<(Pc, ErrorKind), Supposition>,
    /// The assumptions that suppositions name, by their number.
    pub assumptions: Vec<Assumption>,
}

impl KnownChecks {
    /// What the analysis says.
    pub fn of(analysed: &Analysed) -> KnownChecks {
        let mut known =
            KnownChecks { checks: BTreeMap::new(), assumptions: analysed.assumptions.clone() };
        for check in &analysed.checks {
            let supposition = match &check.verdict {
                Verdict::Verified => vec![Vec::new()],
                Verdict::VerifiedIf(ids) => vec![ids.clone()],
                Verdict::Open => Vec::new(),
            };
            known.checks.insert((check.at, check.kind), supposition);
        }
        known
    }

    /// An assumption by its number, which is new if it was not made yet.
    pub fn assume(&mut self, assumption: Assumption) -> AssumptionId {
        let found = self.assumptions.iter().position(|known| *known == assumption);
        let number = found.unwrap_or_else(|| {
            self.assumptions.push(assumption);
            self.assumptions.len() - 1
        });
        AssumptionId(number as u32)
    }

    /// A check was verified under these assumptions, too.
    pub fn add(&mut self, at: Pc, kind: ErrorKind, needs: Vec<AssumptionId>) {
        let supposition = self.checks.entry((at, kind)).or_default();
        if !supposition.contains(&needs) {
            supposition.push(needs);
        }
    }

    /// The suppositions of an instruction's checks that are not verified without any.
    pub fn unverified_at(&self, at: Pc) -> impl Iterator<Item = &Supposition> {
        let here = self.checks.iter().filter(move |(place, _)| place.0 == at);
        here.map(|(_, supposition)| supposition).filter(|one| !one.iter().any(Vec::is_empty))
    }
}
