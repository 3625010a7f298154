//! What a check makes of what was known before: a baseline of findings, and what is to be ignored.
//!
//! Invariants: a baseline that cannot be read, or a place where none can be written, is refused before anything is
//! compiled; a file that is no baseline is never overwritten; a finding is fixed only if a native run of its kept test
//! showed it to be.

mod kept_tests;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use coax_deadline::Deadline;
use coax_report::{
    Baseline, Earlier, InBaseline, KnownFinding, Report, Status, Tool, Warning, ignore,
};

use self::kept_tests::{KeptTests, kept_test};
use crate::end::Failure;
use crate::options::EarlierOptions;
use crate::project::names;
use crate::replay::Finding;
use crate::sources_on_disk::sources_on_disk;

/// What was known before a run.
pub struct EarlierFindings<'a> {
    options: &'a EarlierOptions,
    baseline: Option<Baseline>,
}

/// What is needed to say what became of findings that are not there any more.
pub struct Rerunning<'a> {
    /// For files that are needed meanwhile.
    pub scratch: &'a Path,
    pub jobs: usize,
    /// No test is run after it.
    pub end: &'a Deadline,
    /// Were only some functions looked at?
    pub is_restricted: bool,
}

impl<'a> EarlierFindings<'a> {
    /// Reads the baseline, and looks whether one can be written.
    pub fn open(options: &'a EarlierOptions) -> Result<EarlierFindings<'a>, Failure> {
        let baseline = match &options.baseline {
            Some(file) => Some(read(file)?),
            None => None,
        };
        if let Some(file) = &options.write_baseline {
            may_be_written(file)?;
        }
        Ok(EarlierFindings { options, baseline })
    }

    /// Gives findings their lasting names, and says which of them count; then what became of the others.
    pub fn compare(&self, report: &mut Report, folder: &Path, rerunning: &Rerunning<'_>) {
        let sources = sources_on_disk(folder);
        report.name_findings(&sources);
        let mut earlier = report.earlier.take().unwrap_or_default();
        earlier.remarks = ignore(report, &self.options.ignore, &sources, &names::matches);
        let ignored = |warning: &&Warning| warning.standing.ignored_because.is_some();
        earlier.ignored = report.warnings.iter().filter(ignored).count() as u64;
        if let (Some(baseline), Some(file)) = (&self.baseline, &self.options.baseline) {
            let missing = baseline.compare(report);
            earlier.baseline = Some(file.display().to_string());
            // One place that several functions lead to is one finding.
            let count = |report: &Report, state: InBaseline| {
                let errors = report.errors().filter(|error| {
                    let standing = &error.standing;
                    standing.ignored_because.is_none() && standing.baseline == Some(state)
                });
                let names = errors.map(|error| error.fingerprint.as_ref().unwrap_or(&error.id));
                names.collect::<BTreeSet<_>>().len() as u64
            };
            earlier.new = count(report, InBaseline::New);
            earlier.known = count(report, InBaseline::Known);
            let missing =
                missing.into_iter().filter(|known| is_looked_at(known, report, rerunning));
            let missing: Vec<&KnownFinding> = missing.collect();
            let base = base_of(file);
            tell_missing(&missing, &base, rerunning, &mut earlier);
        }
        report.earlier = (earlier != Earlier::default()).then_some(earlier);
    }

    /// May an error that was just confirmed be told at once? What is ignored may not, nor what may turn out to be known.
    pub fn is_news(&self, error: &Warning, folder: &Path) -> bool {
        let is_alike = |known: &KnownFinding| {
            known.kind == error.kind.as_str() && known.function == error.function
        };
        if self.baseline.iter().flat_map(|baseline| &baseline.findings).any(is_alike) {
            return false;
        }
        let sources = sources_on_disk(folder);
        let no_tool = Tool { name: String::new(), version: String::new() };
        let mut alone = Report::new(no_tool, "", 0);
        alone.warnings.push(error.clone());
        alone.name_findings(&sources);
        ignore(&mut alone, &self.options.ignore, &sources, &names::matches);
        alone.warnings.iter().all(Warning::counts)
    }

    /// Writes the new baseline, if one is wanted: what was found, and what was known and is not fixed.
    pub fn write(&self, report: &Report, folder: &Path) -> Result<(), Failure> {
        let Some(file) = &self.options.write_baseline else { return Ok(()) };
        let fixed = report.earlier.iter().flat_map(|earlier| &earlier.fixed);
        let fixed: Vec<&str> = fixed.map(|finding| &*finding.fingerprint).collect();
        let known = self.baseline.iter().flat_map(|baseline| &baseline.findings);
        let others: Vec<KnownFinding> =
            known.filter(|known| !fixed.contains(&&*known.fingerprint)).cloned().collect();
        let base = base_of(file);
        let test = |warning: &Warning| kept_test(folder, &base, warning.test.as_deref()?);
        let baseline = Baseline::of(report, &test, &others);
        crate::out_folder::write_whole_bytes(file, baseline.to_json().as_bytes()).map_err(|error| {
            Failure::of_disk(&format!("--write-baseline {}", file.display()), &error)
        })
    }
}

/// The folder that tests of a baseline are relative to.
fn base_of(file: &Path) -> PathBuf {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    absolute.parent().unwrap_or(Path::new("/")).to_path_buf()
}

fn read(file: &Path) -> Result<Baseline, Failure> {
    let refused = |why: String| Failure::Input(format!("--baseline {}: {why}", file.display()));
    let is_regular = fs::metadata(file).map(|file| file.is_file());
    let text = match is_regular {
        Ok(true) => fs::read_to_string(file),
        Ok(false) => return Err(refused("it is no regular file".into())),
        Err(error) => Err(error),
    };
    let text = text.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            refused("there is no such file; --write-baseline writes one".into())
        }
        _ => refused(error.to_string()),
    })?;
    Baseline::from_json(&text).map_err(|error| refused(error.to_string()))
}

/// Refuses a place where nothing can be written, or where something else lies.
fn may_be_written(file: &Path) -> Result<(), Failure> {
    let refused =
        |why: String| Failure::Input(format!("--write-baseline {}: {why}", file.display()));
    if file.symlink_metadata().is_ok() {
        let text = match fs::metadata(file).map(|about| about.is_file()) {
            Ok(true) => fs::read_to_string(file).map_err(|error| refused(error.to_string()))?,
            _ => return Err(refused("it is no regular file".into())),
        };
        return match Baseline::from_json(&text) {
            _ if text.trim().is_empty() => Ok(()),
            Ok(_) => Ok(()),
            Err(error) => Err(refused(format!("not overwritten: {error}"))),
        };
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    tempfile::tempfile_in(folder).map(drop).map_err(|error| refused(error.to_string()))
}

/// Was its function among those that were looked at?
fn is_looked_at(known: &KnownFinding, report: &Report, rerunning: &Rerunning<'_>) -> bool {
    let mut units = report.units.iter();
    !rerunning.is_restricted
        || units.any(|unit| unit.function == known.function && unit.status != Status::NotExplored)
}

/// Runs the tests of findings that are not there, and says what came of each.
fn tell_missing(
    missing: &[&KnownFinding],
    base: &Path,
    rerunning: &Rerunning<'_>,
    earlier: &mut Earlier,
) {
    let tests = missing.iter().map(|known| known.test.as_ref());
    let findings = KeptTests { base, scratch: rerunning.scratch }.run(
        &tests.collect::<Vec<_>>(),
        rerunning.jobs,
        rerunning.end,
    );
    for (known, finding) in missing.iter().zip(findings) {
        let because = match finding {
            Ok(Finding::Fixed) => {
                earlier.fixed.push(known.missing(None));
                continue;
            }
            Ok(Finding::Same) => "its test still fails".to_owned(),
            Ok(finding) => format!("its test: {finding}"),
            Err(why) => why,
        };
        earlier.not_seen.push(known.missing(Some(because)));
    }
}
