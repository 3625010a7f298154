//! Translation units as they are scanned: which units they bring, and which of them can be explored by now.
//!
//! Invariant: they are taken in the order of the command line, however the scans come in; so units, groups and
//! with them the report do not depend on which file is compiled first.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use coax_deadline::Deadline;

use super::clock::Clock;
use crate::end::Failure;
use crate::options::CheckOptions;
use crate::project::groups::{Group, GroupPolicy, Grouping};
use crate::project::scan::{FunctionName, Scanned, Scans, why_late};
use crate::project::since::ChangedCode;
use crate::project::sources::{Refused, Sources, Why};
use crate::project::units::{self, Chooser, Unit};

/// Scans come in here.
pub struct Arrivals<'a> {
    sources: &'a Sources,
    scans: &'a Scans,
    clock: &'a Clock,
    /// When scanning ends.
    deadline: &'a Deadline,
    results: Receiver<Scanned>,
    /// Scans of files whose turn has not come.
    held: BTreeMap<usize, Scanned>,
    /// The file whose turn it is.
    next: usize,
    grouping: Grouping<'a>,
    chooser: Chooser<'a>,
    /// The functions to check so far, in the order of the report.
    pub units: Vec<Unit>,
    by_name: HashMap<FunctionName, usize>,
    /// The files that cannot be looked at.
    pub refused: Vec<Refused>,
    /// Groups that nothing is missing for, and that were not taken yet.
    groups: VecDeque<Group>,
}

impl<'a> Arrivals<'a> {
    /// Nothing has come yet.
    pub fn new(
        options: &'a CheckOptions,
        sources: &'a Sources,
        scans: &'a Scans,
        clock: &'a Clock,
        scanning: (&'a Deadline, Receiver<Scanned>),
    ) -> Arrivals<'a> {
        let (deadline, results) = scanning;
        let policy = GroupPolicy::default();
        Arrivals {
            sources,
            scans,
            clock,
            deadline,
            results,
            held: BTreeMap::new(),
            next: 0,
            grouping: Grouping::new(policy, &sources.translations, scans),
            chooser: Chooser::new(&options.function),
            units: Vec::new(),
            by_name: HashMap::new(),
            refused: sources.refused.clone(),
            groups: VecDeque::new(),
        }
    }

    /// Takes only functions that a change may have changed.
    pub fn among(mut self, changed: Option<&'a ChangedCode>) -> Arrivals<'a> {
        self.chooser = self.chooser.among(changed);
        self
    }

    /// How many functions are left out because they are as they were.
    pub fn unchanged(&self) -> usize {
        self.chooser.unchanged()
    }

    /// Have all come, or will no more come?
    pub fn are_all_here(&self) -> bool {
        self.next == self.sources.translations.len()
    }

    /// Is there something to explore?
    pub fn has_groups(&self) -> bool {
        !self.groups.is_empty()
    }

    /// How many files have come, and how many there are.
    pub fn files(&self) -> (usize, usize) {
        (self.next, self.sources.translations.len())
    }

    /// The next group to explore, if there is one.
    pub fn next_group(&mut self) -> Option<Group> {
        self.groups.pop_front()
    }

    /// The unit of a function.
    pub fn unit(&self, name: &FunctionName) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Takes what has come, and waits a while for the first if there is nothing. What waits for files that are not
    /// scanned yet is not let wait any more if `is_late`.
    pub fn take(&mut self, patience: Duration, is_late: bool) -> Result<(), Failure> {
        match self.results.recv_timeout(patience) {
            Ok(scanned) => {
                let all: Vec<Scanned> = self.results.try_iter().collect();
                for one in std::iter::once(scanned).chain(all) {
                    self.held.insert(one.translation, one);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.give_up_missing(),
        }
        self.take_in_order()?;
        if is_late {
            self.groups.extend(self.grouping.take(true));
        }
        Ok(())
    }

    /// Waits no longer: there is no time for files that have not come.
    pub fn close(&mut self) -> Result<(), Failure> {
        self.give_up_missing();
        self.take_in_order()
    }

    fn take_in_order(&mut self) -> Result<(), Failure> {
        while let Some(scanned) = self.held.remove(&self.next) {
            self.next += 1;
            self.add(scanned)?;
            let is_last = self.are_all_here();
            self.groups.extend(self.grouping.take(is_last));
        }
        Ok(())
    }

    /// No more will come: there was no time for the others.
    fn give_up_missing(&mut self) {
        let why = Why::NoTime(why_late(self.deadline));
        for translation in self.next..self.sources.translations.len() {
            let result = Ok(Err(why.clone()));
            let missing = Scanned { translation, result, took: Duration::ZERO };
            self.held.entry(translation).or_insert(missing);
        }
    }

    /// Takes the file whose turn it is.
    fn add(&mut self, Scanned { translation, result, took }: Scanned) -> Result<(), Failure> {
        let mut units = Vec::new();
        match result? {
            Ok(scan) => {
                units = self.chooser.choose(translation, self.scans.set(translation, scan));
            }
            Err(why) => {
                let file = self.sources.translations[translation].file.clone();
                self.refused.push(Refused { file, why });
            }
        }
        self.clock.arrived(units.len(), took);
        for unit in units {
            self.by_name.insert(unit.name.clone(), self.units.len());
            self.units.push(unit);
        }
        self.grouping.add(translation);
        Ok(())
    }

    /// Nothing could be compiled, or a function that the options name is not there: all files have come.
    pub fn complaint(&self, options: &CheckOptions) -> Result<(), Failure> {
        if let (None, Some(first), false) =
            (self.scans.all().next(), self.refused.first(), self.deadline.is_over())
        {
            let all = self.refused.len();
            let why = format!("{}: {}", first.file.display(), first.why);
            return Err(Failure::Input(format!("none of {all} files can be compiled; {why}")));
        }
        self.chooser.all_used(self.scans)?;
        let own = options.calls.call_depth_of.iter().map(|own| &*own.function);
        units::all_there(self.scans, own)
    }
}
