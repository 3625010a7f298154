//! Traces in the format of lcov, as `llvm-cov export` writes them: read, put together and written.
//!
//! Tests of several translation units are several programs, and a function may be in more than one of them. What any
//! of them covers is covered: counts of the same line, or of the same side of a branch, are added.
//!
//! Invariant: the order of what is written is that of files, lines and numbers.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::coverage::{Count, FunctionCoverage};

/// What is known of some files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lcov {
    files: BTreeMap<String, FileTrace>,
}

/// What is known of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FileTrace {
    /// How often each line was run.
    lines: BTreeMap<u32, u64>,
    /// How often each side of a branch was taken: by line, number of the branch there, and number of the side.
    branches: BTreeMap<(u32, u32, u32), u64>,
    /// The line each function starts on, and how often it was called, by its name for the linker.
    functions: BTreeMap<String, (u32, u64)>,
}

impl Lcov {
    /// A trace whose files are called as `name` says.
    pub fn read(text: &str, name: impl Fn(&str) -> String) -> Lcov {
        let mut trace = Lcov::default();
        trace.add(text);
        let files = std::mem::take(&mut trace.files).into_iter();
        Lcov { files: files.map(|(file, of)| (name(&file), of)).collect() }
    }

    /// Does it say anything?
    pub fn is_empty(&self) -> bool {
        self.files.values().all(|file| file.lines.is_empty())
    }

    /// How often a line was run, if that is known.
    pub fn line(&self, file: &str, line: u32) -> Option<u64> {
        self.files.get(file)?.lines.get(&line).copied()
    }

    /// The sides of the branches on a line, if it has any.
    pub fn sides_on(&self, file: &str, line: u32) -> Option<Count> {
        let sides = self.files.get(file)?.branches.range((line, 0, 0)..(line + 1, 0, 0));
        let count: Count = sides.map(|(_, taken)| *taken).collect();
        (count.total > 0).then_some(count)
    }

    /// Adds a trace.
    pub(super) fn add(&mut self, text: &str) {
        let mut file: Option<&mut FileTrace> = None;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("SF:") {
                file = Some(self.files.entry(name.to_owned()).or_default());
            } else if let (Some(file), Some((tag, rest))) = (&mut file, line.split_once(':')) {
                file.take(tag, rest);
            }
        }
    }

    /// The trace.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (name, file) in &self.files {
            let _ = writeln!(text, "SF:{name}");
            file.write(&mut text);
            text.push_str("end_of_record\n");
        }
        text
    }

    /// Sides of branches.
    pub(super) fn branches(&self) -> Count {
        self.files.values().flat_map(|file| file.branches.values()).copied().collect()
    }

    /// Lines.
    pub(super) fn lines(&self) -> Count {
        self.files.values().flat_map(|file| file.lines.values()).copied().collect()
    }

    /// Function by function, in the order of files and lines. Instances of one template are one function; what
    /// is in a lambda belongs to the function around it.
    pub(super) fn functions(&self) -> Vec<FunctionCoverage> {
        self.files.iter().flat_map(|(name, file)| file.per_function(name)).collect()
    }
}

/// Counts of what was reached or not.
impl FromIterator<u64> for Count {
    fn from_iter<I: IntoIterator<Item = u64>>(counts: I) -> Count {
        let mut sum = Count::default();
        for count in counts {
            sum += Count { covered: u64::from(count > 0), total: 1 };
        }
        sum
    }
}

impl FileTrace {
    /// Takes in one line of a record.
    fn take(&mut self, tag: &str, rest: &str) {
        match tag {
            "DA" => {
                if let [line, count, ..] = numbers(rest)[..] {
                    *self.lines.entry(line as u32).or_default() += count;
                }
            }
            "BRDA" => {
                if let [line, branch, side, count] = numbers(rest)[..] {
                    let key = (line as u32, branch as u32, side as u32);
                    *self.branches.entry(key).or_default() += count;
                }
            }
            "FN" => {
                if let Some((line, name)) = rest.split_once(',') {
                    let line = line.parse().unwrap_or(0);
                    self.functions.entry(plain_name(name).to_owned()).or_default().0 = line;
                }
            }
            "FNDA" => {
                if let Some((count, name)) = rest.split_once(',') {
                    let called = count.parse().unwrap_or(0);
                    self.functions.entry(plain_name(name).to_owned()).or_default().1 += called;
                }
            }
            _ => {}
        }
    }

    fn write(&self, text: &mut String) {
        let mut by_line: Vec<_> = self.functions.iter().map(|(name, of)| (of.0, name)).collect();
        by_line.sort_unstable();
        let of = |counts: Count| (counts.total, counts.covered);
        for (line, name) in &by_line {
            let _ = writeln!(text, "FN:{line},{name}");
        }
        for (_, name) in &by_line {
            let _ = writeln!(text, "FNDA:{},{name}", self.functions[*name].1);
        }
        let (all, hit) = of(self.functions.values().map(|function| function.1).collect());
        let _ = writeln!(text, "FNF:{all}\nFNH:{hit}");
        for (line, count) in &self.lines {
            let _ = writeln!(text, "DA:{line},{count}");
        }
        for ((line, branch, side), count) in &self.branches {
            let _ = writeln!(text, "BRDA:{line},{branch},{side},{count}");
        }
        let (all, hit) = of(self.branches.values().copied().collect());
        let _ = writeln!(text, "BRF:{all}\nBRH:{hit}");
        let (all, hit) = of(self.lines.values().copied().collect());
        let _ = writeln!(text, "LF:{all}\nLH:{hit}");
    }

    fn per_function(&self, file: &str) -> Vec<FunctionCoverage> {
        let mut starts: BTreeMap<u32, (&str, u64)> = BTreeMap::new();
        let named = self.functions.iter().filter(|(name, _)| !is_lambda(name));
        for (name, &(line, called)) in named {
            starts.entry(line).or_insert((name, 0)).1 += called;
        }
        let lines: Vec<u32> = starts.keys().copied().collect();
        let next = |at: usize| lines.get(at + 1).copied().unwrap_or(u32::MAX);
        let of = |(at, (&line, &(name, called))): (usize, (&u32, &(&str, u64)))| FunctionCoverage {
            function: name.to_owned(),
            symbol: name.to_owned(),
            file: file.to_owned(),
            line,
            called: called > 0,
            branches: self
                .branches
                .range((line, 0, 0)..(next(at), 0, 0))
                .map(|(_, n)| *n)
                .collect(),
            lines: self.lines.range(line..next(at)).map(|(_, n)| *n).collect(),
        };
        starts.iter().enumerate().map(of).collect()
    }
}

/// Numbers with commas between them; `-` for what was never come to is none.
fn numbers(text: &str) -> Vec<u64> {
    text.split(',').map(|number| number.parse().unwrap_or(0)).collect()
}

/// A function's name alone: static functions come with the file in front, which is that of the tests where
/// those include it.
pub(super) fn plain_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, name)| name)
}

/// Is it the function of a lambda, by its mangled name?
fn is_lambda(name: &str) -> bool {
    name.starts_with("_Z") && (name.contains("Ul") && name.contains("E_") || name.contains("$_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AS_SOURCE: &str = "SF:/p/a.c\nFN:3,a.c:f\nFN:9,g\nFNDA:2,a.c:f\nFNDA:0,g\nDA:3,2\nDA:4,0\n\
        DA:9,0\nBRDA:3,0,0,2\nBRDA:3,0,1,0\nBRDA:9,0,0,0\nBRDA:9,0,1,-\nend_of_record\n";
    const AS_INCLUDED: &str = "SF:/p/a.c\nFN:3,tests_1.c:f\nFN:9,g\nFNDA:1,tests_1.c:f\nFNDA:4,g\n\
        DA:3,1\nDA:4,1\nDA:9,4\nBRDA:3,0,0,0\nBRDA:3,0,1,1\nBRDA:9,0,0,4\nBRDA:9,0,1,0\nend_of_record\n";

    fn count(covered: u64, total: u64) -> Count {
        Count { covered, total }
    }

    #[test]
    fn what_one_of_several_programs_covers_is_covered() {
        let mut lcov = Lcov::default();
        lcov.add(AS_SOURCE);
        assert_eq!((lcov.branches(), lcov.lines()), (count(1, 4), count(1, 3)));
        lcov.add(AS_INCLUDED);
        assert_eq!((lcov.branches(), lcov.lines()), (count(3, 4), count(3, 3)));
        let functions = lcov.functions();
        let found: Vec<_> = functions
            .iter()
            .map(|f| (&*f.function, f.line, f.branches, f.lines, f.called))
            .collect();
        let expected =
            [("f", 3, count(2, 2), count(2, 2), true), ("g", 9, count(1, 2), count(1, 1), true)];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_trace_is_written_as_it_was_read() {
        let mut lcov = Lcov::default();
        lcov.add(AS_INCLUDED);
        let mut again = Lcov::default();
        again.add(&lcov.text());
        assert_eq!(again, lcov);
        assert!(lcov.text().contains("FNF:2\nFNH:2\n"), "{}", lcov.text());
    }

    #[test]
    fn a_lambda_is_a_part_of_the_function_around_it() {
        let mut lcov = Lcov::default();
        lcov.add(
            "SF:/p/a.cpp\nFN:1,_Z1fv\nFN:2,_ZZ1fvENKUlvE_clEv\nFNDA:1,_Z1fv\n\
             FNDA:1,_ZZ1fvENKUlvE_clEv\nBRDA:2,0,0,1\nBRDA:2,0,1,0\nend_of_record\n",
        );
        let functions = lcov.functions();
        assert_eq!(functions.len(), 1);
        assert_eq!(functions[0].branches, count(1, 2));
    }
}
