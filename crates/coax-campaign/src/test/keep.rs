//! The suite that people keep, made of the tests that are left in the end.

use coax_native::judge::Toolchain;
use coax_suite::kept::framework;

use super::Run;
use super::suite::Suite;
use crate::keeping::{Frameworks, Keeper, SuiteFolder, Trial};
use crate::out_folder::SUITE;
use crate::sandbox;

impl Run<'_> {
    /// The frameworks that tests are written for.
    pub(super) fn frameworks(&self) -> Frameworks {
        let wanted = self.options.framework;
        Frameworks { wanted: wanted.and_then(|wanted| framework(wanted.name())) }
    }

    /// Writes the suite; remarks are for people.
    pub(super) fn keep(&self, suite: &mut Suite<'_>) -> Vec<String> {
        match self.try_to_keep(suite) {
            Ok(remarks) => remarks,
            Err(error) => vec![format!("the suite could not be written: {error}")],
        }
    }

    fn try_to_keep(&self, suite: &mut Suite<'_>) -> std::io::Result<Vec<String>> {
        let (places, without) = suite.kept_places();
        let end = self.clock.end();
        let is_over = || end.is_over();
        let scratch = self.scratch.path().join("suite");
        let folder = match &self.options.suite_dir {
            Some(folder) => SuiteFolder::in_tree(folder.clone())?,
            None => SuiteFolder::in_results(&suite.suspects.records.files, SUITE)?,
        };
        let mut keeper = Keeper {
            translations: suite.translations(),
            scans: suite.scans(),
            spelling: suite.spelling(),
            frameworks: self.frameworks(),
            trial: Trial::new(Toolchain::installed(sandbox::current()), scratch, &is_over)?,
            folder,
        };
        let outcome = keeper.keep(&places)?;
        let mut remarks = outcome.remarks;
        if without > 0 {
            remarks.push(format!(
                "tests that need more than a framework, and are in tests/ only: {without}"
            ));
        }
        suite.drafts.note_kept(outcome.kept);
        Ok(remarks)
    }
}
