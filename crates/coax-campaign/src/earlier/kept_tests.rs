//! Tests in a baseline: taken from the folder of results, and run again elsewhere.
//!
//! A test names the code under test relative to where it lies. In a baseline it is written as if it lay in a folder
//! beside two others: `tests`, with the support files, and `base`, which stands for the folder of the baseline. For a
//! run these three are laid out, `base` as a link, so that nothing depends on where results go.
//!
//! Invariant: what cannot be moved so (a source whose name needs a link) is not kept.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use coax_deadline::Deadline;
use coax_report::BaselineTest;

use crate::links;
use crate::out_folder::{ERRORS, TESTS};
use crate::replay::{Finding, replay_files};

/// The folder that stands for that of the baseline.
const BASE: &str = "base";

/// The test `file` of a folder of results, so that it can be kept in `base`.
pub fn kept_test(results: &Path, base: &Path, file: &str) -> Option<BaselineTest> {
    let results = std::path::absolute(results).ok()?;
    let text = fs::read_to_string(results.join(file)).ok()?;
    let (command, rest) = text.split_once('\n')?;
    if text.contains(&format!("/{}/", links::LINKS)) {
        return None;
    }
    let place = Place { folder: &results.join(ERRORS), base };
    let line = |line: &str| match line.starts_with("#include \"") {
        true => place.moved(line) + "\n",
        false => format!("{line}\n"),
    };
    let moved: String = rest.lines().map(line).collect();
    let name = Path::new(file).file_name()?.to_str()?.to_owned();
    let beside = beside(command, &results.join(TESTS))?;
    Some(BaselineTest { name, text: format!("{}\n{moved}", place.moved(command)), beside })
}

/// The files that a command takes from the folder of tests and that are not the same for all code.
fn beside(command: &str, tests: &Path) -> Option<BTreeMap<String, String>> {
    let support: Vec<&str> =
        coax_suite::unit_support_files().into_iter().map(|(name, _)| name).collect();
    let words = shell_words::split(command).ok()?;
    let names = words.iter().filter_map(|word| Some(word.split_once(&format!("../{TESTS}/"))?.1));
    let own = names.filter(|name| !support.contains(name));
    own.map(|name| Some((name.to_owned(), fs::read_to_string(tests.join(name)).ok()?))).collect()
}

/// Where a test lies, and where the baseline does.
struct Place<'a> {
    folder: &'a Path,
    base: &'a Path,
}

impl Place<'_> {
    /// A line in which paths lead from the one place, with paths that lead from the other.
    fn moved(&self, line: &str) -> String {
        let line = self.absolute_moved(line);
        let mut moved = String::new();
        let mut rest = &*line;
        while let Some(at) = rest.find("..") {
            let (before, from) = rest.split_at(at);
            moved.push_str(before);
            let ups = ups(from);
            let is_path = !moved.ends_with(['.', '/']) && ups.count > 0;
            let after = &from[ups.length.max(2)..];
            if !is_path || (ups.count == 1 && is_first_part(after, &[TESTS, BASE])) {
                moved.push_str(&from[..ups.length.max(2)]);
            } else {
                moved.push_str(&self.way_up(ups.count));
                let has_more = after.starts_with(|letter: char| !" '\",*".contains(letter));
                moved.push_str(if has_more { "/" } else { "" });
            }
            rest = after;
        }
        moved + rest
    }

    /// The way to the folder so many levels up.
    fn way_up(&self, count: usize) -> String {
        let target = self.folder.ancestors().nth(count).unwrap_or(Path::new("/"));
        let parts = |path: &Path| -> Vec<String> {
            let normal = path.components().filter(|part| matches!(part, Component::Normal(_)));
            normal.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
        };
        let (target, base) = (parts(target), parts(self.base));
        let common = target.iter().zip(&base).take_while(|(one, other)| one == other).count();
        let ups = std::iter::repeat_n("..", base.len() - common);
        let downs = target[common..].iter().map(String::as_str);
        ["..", BASE].into_iter().chain(ups).chain(downs).collect::<Vec<_>>().join("/")
    }

    /// Paths below the folder of the baseline need not be absolute.
    fn absolute_moved(&self, line: &str) -> String {
        match self.base.to_str() {
            Some(base) if base.len() > 1 => {
                line.replace(&format!("{base}/"), &format!("../{BASE}/"))
            }
            _ => line.to_owned(),
        }
    }
}

/// `..` at the beginning of a path.
struct Ups {
    count: usize,
    /// How much text they are, with their slashes.
    length: usize,
}

fn ups(text: &str) -> Ups {
    let mut rest = text;
    let mut count = 0;
    while let Some(after) = rest.strip_prefix("..") {
        match after.strip_prefix('/') {
            Some(more) => (count, rest) = (count + 1, more),
            None if after.starts_with(|letter: char| letter.is_alphanumeric() || letter == '.') => {
                break;
            }
            None => {
                (count, rest) = (count + 1, after);
                break;
            }
        }
    }
    Ups { count, length: text.len() - rest.len() }
}

/// Does a path begin with one of these parts?
fn is_first_part(path: &str, names: &[&str]) -> bool {
    let end = path.find(['/', ' ', '\'', '"', ',']).unwrap_or(path.len());
    names.contains(&&path[..end])
}

/// Tests of a baseline, to be run.
pub struct KeptTests<'a> {
    /// The folder of the baseline.
    pub base: &'a Path,
    pub scratch: &'a Path,
}

impl KeptTests<'_> {
    /// What each does now, or why that is not known.
    pub fn run(
        &self,
        tests: &[Option<&BaselineTest>],
        jobs: usize,
        end: &Deadline,
    ) -> Vec<Result<Finding, String>> {
        let files = match self.lay_out(tests) {
            Ok(files) => files,
            Err(error) => return vec![Err(error.to_string()); tests.len()],
        };
        let there: Vec<PathBuf> = files.iter().flatten().cloned().collect();
        let folder = self.scratch.join("kept_builds");
        let mut findings = replay_files(&there, &folder, jobs, end).into_iter();
        let of = |file: &Option<PathBuf>| match file {
            Some(_) => findings.next().unwrap_or_else(|| Err("its test was not run".into())),
            None => Err("no test was kept".into()),
        };
        files.iter().map(of).collect()
    }

    /// Writes them, those with the same files beside them together.
    fn lay_out(&self, tests: &[Option<&BaselineTest>]) -> io::Result<Vec<Option<PathBuf>>> {
        let mut places: BTreeMap<&BTreeMap<String, String>, PathBuf> = BTreeMap::new();
        let mut files = Vec::new();
        for (number, test) in tests.iter().enumerate() {
            let Some(test) = test else {
                files.push(None);
                continue;
            };
            let next = self.scratch.join(format!("kept_{}", places.len()));
            if !places.contains_key(&test.beside) {
                self.make_place(&next, &test.beside)?;
                places.insert(&test.beside, next);
            }
            let plain = test.name.rsplit('/').next().unwrap_or_default();
            let file = places[&test.beside].join(ERRORS).join(format!("{number}_{plain}"));
            fs::write(&file, &test.text)?;
            files.push(Some(file));
        }
        Ok(files)
    }

    fn make_place(&self, place: &Path, beside: &BTreeMap<String, String>) -> io::Result<()> {
        fs::create_dir_all(place.join(ERRORS))?;
        fs::create_dir_all(place.join(TESTS).join("klee"))?;
        symlink(self.base, place.join(BASE))?;
        for (name, text) in coax_suite::unit_support_files() {
            fs::write(place.join(TESTS).join(name), text)?;
        }
        // A name from a file leads nowhere else.
        let is_plain = |name: &str| !name.contains('/') && name != "..";
        let mut own = beside.iter().filter(|(name, _)| is_plain(name));
        own.try_for_each(|(name, text)| fs::write(place.join(TESTS).join(name), text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_where_the_test_is_put() {
        let place = Place { folder: Path::new("/u/p/coax-out/errors"), base: Path::new("/u/p") };
        let cases = [
            ("#include \"../../src/a.c\"", "#include \"../base/src/a.c\""),
            (
                "cc -I../tests -o x x.c ../tests/coax_unit.c -I../../inc",
                "cc -I../tests -o x x.c ../tests/coax_unit.c -I../base/inc",
            ),
            (
                "cc -I../.. '../../my code/a.c' ../gen.c",
                "cc -I../base '../base/my code/a.c' ../base/coax-out/gen.c",
            ),
            ("-I../../../other/inc a..b x/../y ...", "-I../base/../other/inc a..b x/../y ..."),
            ("-Wl,../tests/missing_1.ld /u/p/x.c", "-Wl,../tests/missing_1.ld ../base/x.c"),
        ];
        for (line, expected) in cases {
            assert_eq!(place.moved(line), expected);
        }
        let beside = Place { folder: Path::new("/u/p/out/errors"), base: Path::new("/u/p/ci") };
        assert_eq!(beside.moved("\"../../a.c\""), "\"../base/../a.c\"");
    }
}
