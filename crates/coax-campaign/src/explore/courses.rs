//! Do tests natively go the way the engine went? (`--check-traces`)
//!
//! The bitcode that the engine ran tells every edge it takes (`coax_clang::Traced`). Here the very
//! same bitcode becomes a native program, which writes down the edges of every test, and both
//! courses are compared.
//!
//! Invariants: a course that could not be compared is said so; nothing here decides what a test is
//! worth, it only tells what differs.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use coax_clang::{Edge, Traced};
use coax_engine::{BranchTrace, LISTED_EDGES};
use coax_kinds::ErrorKind;
use coax_native::judge::{self, End, Flavour, Limits, NativeRun, Subject, Toolchain, Workshop};

use crate::pipeline::validator::{LIMITS, batch_file, not_built};
use crate::under_test;

/// What writes the edges down.
const RECORDER: &str = include_str!("../../native/edges.c");

/// Tests built into one program.
const MOST_TOGETHER: usize = 500;

/// What a failing test does after it has gone wrong is not compared: it need not take long.
const TIME: Duration = Duration::from_secs(3);

/// A test, and the way its path went.
pub struct Expected {
    /// The test's name in the report.
    pub name: String,
    /// The test file, absolute.
    pub file: PathBuf,
    pub course: BranchTrace,
    pub extent: Extent,
}

/// How much of two courses must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of both.
    Whole,
    /// All of the engine's. A native run goes on after an error, and from an entry function to the
    /// end of the process.
    Beginning,
    /// As far as both go: the native run ends elsewhere, or is ended.
    Common,
}

impl Extent {
    /// For a test that shows an error of this kind.
    pub fn of_error(kind: Option<ErrorKind>) -> Extent {
        match kind {
            Some(ErrorKind::MemoryLeak) => Extent::Whole,
            Some(ErrorKind::StackOverflow | ErrorKind::NoTermination) => Extent::Common,
            _ => Extent::Beginning,
        }
    }
}

/// The native program that tells its edges.
pub struct Courses<'a> {
    edges: &'a [Edge],
    workshop: Workshop,
    scratch: PathBuf,
    records: PathBuf,
}

impl<'a> Courses<'a> {
    /// Makes it from the bitcode of `traced`, which is that of `subject`.
    pub fn prepare(
        traced: &'a Traced,
        subject: &Subject,
        scratch: &Path,
    ) -> Result<Courses<'a>, String> {
        let scratch = scratch.join("courses");
        let records = scratch.join("records");
        let failed = |error: io::Error| error.to_string();
        fs::create_dir_all(&records).map_err(failed)?;
        let mut sources = Vec::new();
        for (number, module) in traced.modules.iter().enumerate() {
            let source = scratch.join(format!("{number}.bc"));
            fs::write(&source, module).map_err(failed)?;
            sources.push(source);
        }
        sources.push(recorder(&subject.toolchain, &scratch, &records)?);
        let subject = Subject { sources, ..subject.clone() };
        let workshop = Workshop::new(subject, scratch.join("builds")).map_err(failed)?;
        let workshop = workshop.with_environment(under_test::environment());
        Ok(Courses { edges: &traced.edges, workshop, scratch, records })
    }

    /// Runs tests and tells what differs, by the number of the test. Gives back how many were
    /// compared before it was over.
    pub fn compare(
        &self,
        tests: &[Expected],
        jobs: usize,
        is_over: &dyn Fn() -> bool,
        differs: &mut dyn FnMut(usize, String),
    ) -> Result<usize, String> {
        let mut compared = 0;
        for (batch, some) in tests.chunks(MOST_TOGETHER).enumerate() {
            if is_over() {
                break;
            }
            let mut each = |index: usize, outcome: NativeRun| {
                compared += 1;
                if let Some(what) = self.difference(&some[index], index, &outcome) {
                    differs(batch * MOST_TOGETHER + index, what);
                }
                if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            self.run(batch, some, jobs, &mut each)?;
        }
        Ok(compared)
    }

    fn run(
        &self,
        batch: usize,
        tests: &[Expected],
        jobs: usize,
        each: &mut dyn FnMut(usize, NativeRun) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let files = tests.iter().map(|test| test.file.as_path());
        let unit = batch_file(&self.scratch, &format!("tests_{batch}"), files);
        let unit = unit.map_err(|error| error.to_string())?;
        let binary = self.workshop.build(&[unit], Flavour::Plain, true);
        let binary = binary.map_err(|error| not_built(&error))?.recording_to(&self.records);
        let all: Vec<usize> = (0..tests.len()).collect();
        let limits = Limits { time: TIME, ..LIMITS };
        judge::run_batch(&binary, &all, jobs, &limits, each).map_err(|error| error.to_string())
    }

    /// What differs between the course of a path and that of its test.
    fn difference(&self, test: &Expected, index: usize, outcome: &NativeRun) -> Option<String> {
        let file = self.records.join(index.to_string());
        let record = fs::read(&file).ok().and_then(|bytes| Record::read(&bytes));
        // The next batch writes its own; one that stays is overwritten then.
        let _ = fs::remove_file(&file);
        let Some(record) = record else { return Some("it did not record its branches".into()) };
        let cut =
            matches!(outcome.end, End::TimedOut | End::Stalled | End::OutOfMemory | End::Flooded);
        let extent = if cut { Extent::Common } else { test.extent };
        difference(self.edges, &test.course, &record, extent)
    }
}

/// The bitcode of what writes edges down. Compiled by itself: the program's flags are not for it.
fn recorder(tools: &Toolchain, scratch: &Path, records: &Path) -> Result<PathBuf, String> {
    let (source, bitcode) = (scratch.join("edges.c"), scratch.join("edges.bc"));
    fs::write(&source, RECORDER).map_err(|error| error.to_string())?;
    let folder = records.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let mut command = tools.command(&tools.clang, &[scratch]);
    command.args(["-O1", "-emit-llvm", "-c"]);
    command
        .arg(format!("-DCOAX_COURSES=\"{folder}\""))
        .arg(format!("-DCOAX_LISTED={LISTED_EDGES}"));
    command.arg(&source).arg("-o").arg(&bitcode);
    match command.output().map_err(|error| error.to_string())? {
        output if output.status.success() => Ok(bitcode),
        output => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The course of a native run, as `native/edges.c` writes it.
struct Record {
    count: u64,
    sum: u64,
    listed: Vec<u32>,
}

impl Record {
    fn read(bytes: &[u8]) -> Option<Record> {
        let word = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let (count, sum) = (word(0)?, word(8)?);
        let listed = bytes.get(16..)?.chunks_exact(4);
        let listed = listed.map(|edge| u32::from_le_bytes([edge[0], edge[1], edge[2], edge[3]]));
        let known = usize::try_from(count).unwrap_or(usize::MAX).min(LISTED_EDGES);
        Some(Record { count, sum, listed: listed.take(known).collect() })
    }
}

fn difference(
    edges: &[Edge],
    engine: &BranchTrace,
    native: &Record,
    extent: Extent,
) -> Option<String> {
    let shown = |edge: Option<&u32>| {
        let edge = edge.and_then(|&edge| edges.get(edge as usize));
        edge.map_or_else(|| "an unknown branch".into(), Edge::to_string)
    };
    let ours = engine.listed();
    let first = ours.iter().zip(&native.listed).position(|(one, other)| one != other);
    if let Some(at) = first {
        let (one, other) = (shown(ours.get(at)), shown(native.listed.get(at)));
        return Some(format!("branch {}: {one} was expected, and it goes {other}", at + 1));
    }
    let missing = engine.count > native.count && extent != Extent::Common;
    if missing {
        let next = shown(ours.get(native.listed.len()));
        return Some(format!("it ends after {} branches, before {next}", native.count));
    }
    if engine.count < native.count && extent == Extent::Whole {
        let next = shown(native.listed.get(ours.len()));
        return Some(format!("it goes on after {} branches with {next}", engine.count));
    }
    let unequal = engine.count == native.count && engine.sum != native.sum;
    unequal.then(|| format!("it goes another way somewhere after {LISTED_EDGES} branches"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coax_clang::Side;

    fn edges() -> Vec<Edge> {
        let edge = |line: u32, side: Side| {
            let (function, file) = ("main".into(), "a.c".into());
            Edge { function, file, line, column: 3, side }
        };
        vec![edge(1, Side::True), edge(1, Side::False), edge(7, Side::Cases(vec!["5".into()]))]
    }

    fn course(edges: &[u32]) -> BranchTrace {
        let mut course = BranchTrace::default();
        edges.iter().for_each(|&edge| course.push(edge));
        course
    }

    fn record(edges: &[u32]) -> Record {
        let course = course(edges);
        Record { count: course.count, sum: course.sum, listed: course.listed() }
    }

    fn differ(engine: &[u32], native: &[u32], extent: Extent) -> Option<String> {
        difference(&edges(), &course(engine), &record(native), extent)
    }

    #[test]
    fn the_first_difference_is_told_with_its_place() {
        let all = [Extent::Whole, Extent::Beginning, Extent::Common];
        for extent in all {
            assert_eq!(differ(&[0, 2], &[0, 2], extent), None);
            let told = differ(&[2, 0, 2], &[2, 1, 2], extent);
            let expected = "branch 2: true at a.c:1:3 was expected, and it goes false at a.c:1:3";
            assert_eq!(told.as_deref(), Some(expected));
        }
    }

    #[test]
    fn the_extent_says_who_may_go_further() {
        let goes_on = "it goes on after 1 branches with case 5 at a.c:7:3";
        assert_eq!(differ(&[0], &[0, 2], Extent::Whole).as_deref(), Some(goes_on));
        assert_eq!(differ(&[0], &[0, 2], Extent::Beginning), None);
        let ends = "it ends after 1 branches, before case 5 at a.c:7:3";
        assert_eq!(differ(&[0, 2], &[0], Extent::Whole).as_deref(), Some(ends));
        assert_eq!(differ(&[0, 2], &[0], Extent::Beginning).as_deref(), Some(ends));
        assert_eq!(differ(&[0, 2], &[0], Extent::Common), None);
    }

    #[test]
    fn beyond_the_list_only_the_sum_tells() {
        let mut long = vec![0; LISTED_EDGES];
        let same = long.clone();
        long.extend([0, 1]);
        let other: Vec<u32> = same.iter().copied().chain([1, 0]).collect();
        assert_eq!(differ(&long, &long.clone(), Extent::Whole), None);
        assert!(differ(&long, &other, Extent::Whole).is_some());
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let mut bytes = vec![2, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend([1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0]);
        let record = Record::read(&bytes).unwrap();
        assert_eq!((record.count, record.sum, record.listed), (2, 9, vec![1, 0x102]));
        assert!(Record::read(&bytes[..10]).is_none());
    }
}
