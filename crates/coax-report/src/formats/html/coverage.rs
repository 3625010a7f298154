//! Native coverage line by line, from the trace that lies beside the report.

use std::collections::BTreeMap;
use std::path::Path;

use lcov::report::section::branch;
use lcov::{Reader, Report as Trace};
use serde::Serialize;

use crate::model::Ratio;
use crate::run::FinishedRun;

/// The trace's name in the folder of results.
const FILE: &str = "coverage.lcov";

/// What is known of the lines of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct FileCoverage {
    pub lines: Ratio,
    pub branches: Ratio,
    /// How often each line was run.
    pub hits: BTreeMap<u32, u64>,
    /// Sides of branches of each line: taken, all.
    pub sides: BTreeMap<u32, (u32, u32)>,
}

/// The trace of a run, by file; empty if there is none.
pub(super) struct Traces {
    pub files: BTreeMap<String, FileCoverage>,
}

impl Traces {
    /// What is beside the report, with names as the report has them.
    pub(super) fn of(run: &FinishedRun<'_>) -> Traces {
        let text = run.sources.file(&run.folder.join(FILE)).map(|trace| trace.text());
        Traces { files: text.map(|text| read(&text, run.root)).unwrap_or_default() }
    }
}

/// A trace that cannot be read says nothing.
fn read(text: &str, root: &Path) -> BTreeMap<String, FileCoverage> {
    let Ok(trace) = Trace::from_reader(Reader::new(text.as_bytes())) else {
        return BTreeMap::new();
    };
    let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
    for (key, section) in trace.sections {
        let name = key.source_file.strip_prefix(root).unwrap_or(&key.source_file);
        let file = files.entry(name.display().to_string()).or_default();
        for (line, value) in section.lines {
            file.hits.insert(line.line, value.count);
        }
        for (side, value) in section.branches {
            file.add_side(&side, value.taken.unwrap_or(0) > 0);
        }
    }
    files.values_mut().for_each(FileCoverage::sum_up);
    files
}

impl FileCoverage {
    fn add_side(&mut self, side: &branch::Key, is_taken: bool) {
        let (taken, all) = self.sides.entry(side.line).or_default();
        *taken += u32::from(is_taken);
        *all += 1;
    }

    fn sum_up(&mut self) {
        let run = self.hits.values().filter(|hits| **hits > 0).count() as u64;
        self.lines = Ratio { covered: run, total: self.hits.len() as u64 };
        let sides = self.sides.values();
        let (covered, total) = sides.fold((0, 0), |(covered, total), (taken, all)| {
            (covered + u64::from(*taken), total + u64::from(*all))
        });
        self.branches = Ratio { covered, total };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_read_line_by_line_with_names_below_the_root() {
        let text = "SF:/p/src/a.c\nFN:1,f\nFNDA:3,f\nDA:1,3\nDA:2,0\nBRDA:1,0,0,2\nBRDA:1,0,1,-\n\
            end_of_record\nSF:/usr/b.h\nDA:7,1\nend_of_record\n";
        let files = read(text, Path::new("/p"));
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["/usr/b.h", "src/a.c"]);
        let file = &files["src/a.c"];
        assert_eq!(file.hits, BTreeMap::from([(1, 3), (2, 0)]));
        assert_eq!(file.sides, BTreeMap::from([(1, (1, 2))]));
        assert_eq!(file.lines, Ratio { covered: 1, total: 2 });
        assert_eq!(file.branches, Ratio { covered: 1, total: 2 });
    }

    #[test]
    fn what_is_no_trace_says_nothing() {
        assert!(read("SF:a.c\nDA:one,two\n", Path::new("/")).is_empty());
    }
}
