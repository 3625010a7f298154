//! The report of a running search, and its copy on disk.
//!
//! Invariants: the report is written anew at most about once a second, and less often when it has
//! grown so large that writing takes its time; it never names a file that is not there.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use coax_report::Report;

use super::run_clock::RunClock;
use crate::end::Failure;
use crate::out_folder::{OutFolder, RunFolder};

/// Between two reports on disk.
const PAUSE: Duration = Duration::from_secs(1);

/// Writing the report may take one part in so many of the time.
const SHARE: u32 = 20;

/// The report and where it lies.
pub struct Records {
    /// The folder of results.
    pub folder: PathBuf,
    /// The same, to write into.
    pub files: RunFolder,
    pub report: Report,
    /// Files that the report on disk may still name, but the next one does not.
    pub outdated: Vec<String>,
    /// Why results cannot be written any more.
    pub unwritten: Option<io::Error>,
    begun: Instant,
    next_report: Instant,
}

impl Records {
    /// The folder becomes this run's, with a first report in it; from now on there are results to keep.
    pub fn begin(
        out: OutFolder,
        folders: &[&str],
        report: Report,
        clock: &RunClock,
    ) -> Result<Records, Failure> {
        let files = out.begin(&report, folders)?;
        clock.interrupt.keep_results();
        Ok(Records::new(files, report, clock.begun))
    }

    /// A report that is on disk already.
    pub(super) fn new(files: RunFolder, report: Report, begun: Instant) -> Records {
        let folder = files.path().to_path_buf();
        let (outdated, next_report) = (Vec::new(), begun + PAUSE);
        Records { folder, files, report, outdated, unwritten: None, begun, next_report }
    }

    /// Writes the report, if it is time to; `complete` brings it up to date first.
    pub fn keep(&mut self, complete: impl FnOnce(&mut Report)) -> io::Result<()> {
        if Instant::now() < self.next_report {
            return Ok(());
        }
        complete(&mut self.report);
        self.save()
    }

    /// A remark about a unit, if there are not `most` of them already; the same one is said once.
    pub fn note(&mut self, unit: usize, note: String, most: usize) {
        let notes = &mut self.report.units[unit].notes;
        match notes.binary_search(&note) {
            Err(at) if notes.len() < most => notes.insert(at, note),
            _ => {}
        }
    }

    /// Notes that something could not be written, if that is so; the first time counts.
    pub fn wrote(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.unwritten.get_or_insert(error);
        }
    }

    /// Writes the report for good; if that fails, the one before stays.
    pub fn save_last(&mut self) {
        let saved = self.save();
        self.wrote(saved);
    }

    /// Why results are missing on disk, if some are.
    pub fn failure(&self) -> Option<Failure> {
        let error = self.unwritten.as_ref()?;
        let folder = self.folder.display();
        Some(Failure::Machine(format!(
            "results cannot be written any more: {error}; what was found before is in {folder}"
        )))
    }

    /// Writes the report.
    pub fn save(&mut self) -> io::Result<()> {
        let started = Instant::now();
        self.report.elapsed_s = self.begun.elapsed().as_secs_f64();
        self.report.tally();
        self.files.put_report(&self.report)?;
        for file in self.outdated.drain(..) {
            self.files.remove(&file)?;
        }
        let took = started.elapsed();
        self.next_report = started + PAUSE.max(took * SHARE);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
