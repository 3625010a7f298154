//! All translation units, scanned before anything else is done: what can be called, and which files belong together, is
//! known of all or of none.

use std::sync::mpsc;

use coax_ir::Program;

use crate::boundary;
use crate::groups::{Group, GroupPolicy, Grouping};
use crate::scan::{self, Loading, Scanned, Scanner, Scans};
use crate::sources::{Refused, Sources, Why};
use crate::units::{Chooser, Unit};
use coax_workplace::end::Failure;
use coax_workplace::permits::Permits;

/// What is known of the user's code.
pub struct Code {
    /// What each translation unit has and needs.
    pub scans: Scans,
    /// What could not be looked at.
    pub refused: Vec<Refused>,
    /// The program of the only translation unit there is, if it can be used as it is.
    pub program: Option<Program>,
}

impl Code {
    /// Scans everything, so many files at a time.
    pub fn scan(
        sources: &Sources,
        workers: usize,
        color: bool,
        loading: &Loading,
    ) -> Result<Code, Failure> {
        let scans = Scans::new(sources.translations.len());
        let mut code = Code { scans, refused: sources.refused.clone(), program: None };
        match (sources.translations.as_slice(), sources.is_single()) {
            ([only], true) => match scan::single(only, color, loading)? {
                Ok((scan, program)) => {
                    code.scans.set(0, scan);
                    code.program = program;
                }
                Err(why) => code.refused.push(Refused { file: only.file.clone(), why }),
            },
            _ => code.scan_several(sources, workers, loading)?,
        }
        Ok(code)
    }

    fn scan_several(
        &mut self,
        sources: &Sources,
        workers: usize,
        loading: &Loading,
    ) -> Result<(), Failure> {
        let permits = Permits::new(workers);
        let scanner = Scanner::new(&sources.translations, loading, &permits);
        let (sender, results) = mpsc::channel();
        let mut scanned: Vec<Option<Scanned>> = sources.translations.iter().map(|_| None).collect();
        std::thread::scope(|scope| {
            for _ in 0..workers.min(sources.translations.len()) {
                let (scanner, sender) = (&scanner, sender.clone());
                scope.spawn(move || scanner.work(&sender));
            }
            drop(sender);
            results.iter().for_each(|one| {
                let translation = one.translation;
                scanned[translation] = Some(one);
            });
        });
        for (translation, one) in scanned.into_iter().enumerate() {
            let why = match one.map(|one| one.result).transpose()? {
                Some(Ok(scan)) => {
                    self.scans.set(translation, scan);
                    continue;
                }
                Some(Err(why)) => why,
                None => Why::NoTime(scan::why_late(&loading.deadline)),
            };
            self.refused
                .push(Refused { file: sources.translations[translation].file.clone(), why });
        }
        match (self.scans.all().next(), self.refused.first()) {
            (None, Some(first)) if !loading.deadline.is_over() => {
                let (all, file, why) = (self.refused.len(), first.file.display(), &first.why);
                Err(Failure::Input(format!("none of {all} files can be compiled; {file}: {why}")))
            }
            _ => Ok(()),
        }
    }

    /// The files that are linked together.
    pub fn groups(&self, sources: &Sources) -> Vec<Group> {
        let translations = &sources.translations;
        let mut grouping = Grouping::new(GroupPolicy::default(), translations, &self.scans);
        (0..translations.len()).for_each(|index| grouping.add(index));
        grouping.take(true)
    }

    /// The functions that these patterns mean.
    pub fn units(&self, sources: &Sources, patterns: &[String]) -> Result<Vec<Unit>, Failure> {
        let mut chooser = Chooser::new(patterns);
        let translations = 0..sources.translations.len();
        let scanned = translations.filter_map(|index| Some((index, self.scans.get(index)?)));
        let units = scanned.flat_map(|(index, scan)| chooser.choose(index, scan)).collect();
        chooser.all_used(&self.scans)?;
        Ok(units)
    }

    /// The functions that these patterns mean and a user of the code can call; those of them that `boundary` means, if
    /// that is said.
    pub fn boundary(
        &self,
        sources: &Sources,
        patterns: &[String],
        boundary: &[String],
    ) -> Result<Vec<Unit>, Failure> {
        let mut chosen = self.units(sources, patterns)?;
        let named = chosen.first().map(|unit| unit.name.qualified.clone());
        chosen.retain(|unit| {
            let scan = self.scans.get(unit.translation);
            scan.is_some_and(|scan| scan.boundary.contains(&unit.name.symbol))
                && boundary::is_meant(boundary, &unit.name.qualified)
        });
        match named {
            Some(name) if chosen.is_empty() && !patterns.is_empty() => {
                Err(Failure::Input(format!(
                    "--function: only code of its own file or class can call `{name}`, so there is no \
                     test of it"
                )))
            }
            _ => Ok(chosen),
        }
    }
}
