//! The report of a running search, and its copy on disk.
//!
//! Invariants: the report is written anew at most about once a second, and less often when it has
//! grown so large that writing takes its time; it never names a file that is not there.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use coax_report::Report;

/// Between two reports on disk.
const PAUSE: Duration = Duration::from_secs(1);

/// Writing the report may take one part in so many of the time.
const SHARE: u32 = 20;

/// The report and where it lies.
pub struct Ledger {
    /// The folder of results.
    pub folder: PathBuf,
    pub report: Report,
    /// Files that the report on disk may still name, but the next one does not.
    pub outdated: Vec<PathBuf>,
    begun: Instant,
    next_report: Instant,
}

impl Ledger {
    /// A report that is on disk already.
    pub fn new(folder: PathBuf, report: Report, begun: Instant) -> Ledger {
        Ledger { folder, report, outdated: Vec::new(), begun, next_report: begun + PAUSE }
    }

    /// Writes the report, if it is time to; `complete` brings it up to date first.
    pub fn keep(&mut self, complete: impl FnOnce(&mut Report)) -> io::Result<()> {
        if Instant::now() < self.next_report {
            return Ok(());
        }
        complete(&mut self.report);
        self.save()
    }

    /// Writes the report.
    pub fn save(&mut self) -> io::Result<()> {
        let started = Instant::now();
        self.report.elapsed_s = self.begun.elapsed().as_secs_f64();
        self.report.tally();
        self.report.write(&self.folder)?;
        for file in self.outdated.drain(..) {
            std::fs::remove_file(file)?;
        }
        let took = started.elapsed();
        self.next_report = started + PAUSE.max(took * SHARE);
        Ok(())
    }
}
