//! The suite that people keep: what passed, written in the words of a framework, one file per source.
//!
//! Every file is built and run once as it is written, with the framework it is for. Tests that fail there, because others
//! ran in the same process before or because what they expect changes between two runs, are left out and named.
//!
//! Invariants: a file that the user has edited is never overwritten; no path in a suite is absolute, but for what lies
//! outside of all that is the user's; the same tests give the same bytes.

mod folder;
mod format;
mod headers;
mod trial;

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use coax_suite::kept::{
    Executable, Framework, Inclusion, KeptFile, KeptTest, Placed, cmake_lists, suite_makefile,
};

use crate::project::groups::Host;
use crate::project::scan::Scans;
use crate::project::sources::Translation;
use crate::under_test::{Spelling, is_cxx};

pub use self::folder::{Program, SuiteFolder};
pub use self::trial::Trial;

/// How often a file is built again without tests that do not work in it.
const ATTEMPTS: usize = 4;

/// Tests that are named in a remark.
const MOST_NAMED: usize = 5;

/// Tests of one translation unit, in their order.
pub struct Place {
    pub host: Host,
    pub tests: Vec<ToKeep>,
    /// What gives names that no file defines an address, below the folder of tests.
    pub stand_ins: Option<PathBuf>,
}

/// A test, and what its owner knows it by.
pub struct ToKeep {
    pub id: usize,
    pub test: KeptTest,
}

/// A test that is in the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub id: usize,
    /// The file, within the folder of the suite.
    pub file: String,
    pub name: String,
    pub asserts: u64,
}

/// What keeping came to.
#[derive(Default)]
pub struct Outcome {
    pub kept: Vec<Kept>,
    /// Remarks for people.
    pub remarks: Vec<String>,
}

/// Which framework tests are written for.
#[derive(Clone, Copy)]
pub struct Frameworks {
    pub wanted: Option<&'static dyn Framework>,
}

impl Frameworks {
    /// The one for C, or for C++.
    pub fn of(&self, cxx: bool) -> &'static dyn Framework {
        let usual = if cxx { "gtest" } else { "c" };
        let wanted = self.wanted.filter(|framework| framework.is_for(cxx));
        let usual = || coax_suite::kept::framework(usual);
        wanted.or_else(usual).expect("a framework of this name")
    }
}

/// Writes a suite.
pub struct Keeper<'a> {
    pub translations: &'a [Translation],
    pub scans: &'a Scans,
    pub spelling: &'a Spelling,
    pub frameworks: Frameworks,
    pub trial: Trial<'a>,
    pub folder: SuiteFolder,
}

/// What came of building and running a file.
enum Attempt {
    Works,
    /// These tests do not pass.
    Fails(Vec<String>),
    /// What a compiler said.
    Refused(String),
    NoTime,
}

/// A file of tests that is being made.
struct Making<'a> {
    place: &'a Place,
    framework: &'static dyn Framework,
    cxx: bool,
    /// Its name without the extension.
    stem: String,
    /// With what it knows each test by.
    tests: Vec<(usize, Placed)>,
}

impl Making<'_> {
    fn file_name(&self) -> String {
        format!("{}.{}", self.stem, if self.cxx { "cpp" } else { "c" })
    }

    fn file(&self, inclusion: &Inclusion, about: &str) -> KeptFile<'_> {
        KeptFile {
            framework: self.framework,
            about: about.to_owned(),
            inclusion: inclusion.clone(),
            cxx: self.cxx,
            tests: self.tests.iter().map(|(_, placed)| placed.clone()).collect(),
        }
    }

    fn spoken(&self) -> Vec<String> {
        self.tests.iter().map(|(_, placed)| self.framework.spoken(&placed.named())).collect()
    }

    /// Leaves tests out by the names that a run has for them.
    fn leave_out(&mut self, names: &[String]) {
        let spoken = self.spoken();
        let mut at = 0;
        self.tests.retain(|_| {
            at += 1;
            !names.contains(&spoken[at - 1])
        });
    }
}

impl Keeper<'_> {
    /// Writes the tests of these places.
    pub fn keep(&mut self, places: &[Place]) -> io::Result<Outcome> {
        let mut outcome = Outcome::default();
        let mut stems = HashSet::new();
        let mut missing: BTreeMap<&'static str, usize> = BTreeMap::new();
        for place in places.iter().filter(|place| !place.tests.is_empty()) {
            let mut making = self.making(place, &mut stems);
            let is_there = self.trial.has(making.framework);
            if !is_there {
                *missing.entry(making.framework.name()).or_default() += place.tests.len();
            }
            self.make(&mut making, is_there, &mut outcome)?;
        }
        for (name, tests) in missing {
            outcome.remarks.push(not_installed(name, tests));
        }
        self.finish(&mut outcome)?;
        Ok(outcome)
    }

    /// What builds all of it, and what lies beside it.
    fn finish(&mut self, outcome: &mut Outcome) -> io::Result<()> {
        let programs = self.folder.programs();
        let executables: Vec<Executable<'_>> = programs.iter().map(Program::executable).collect();
        if executables.is_empty() {
            return Ok(());
        }
        for support in executables.iter().flat_map(|program| program.framework.support()) {
            self.folder.put(support.name, support.text)?;
        }
        let texts = [
            ("Makefile", suite_makefile(&executables)),
            ("CMakeLists.txt", cmake_lists(&executables)),
        ];
        for (name, text) in texts {
            if !self.folder.put(name, &text)? {
                let remark = format!("{name} in the folder of the suite is yours: left as it is");
                outcome.remarks.push(remark);
            }
        }
        self.folder.close()
    }

    fn making<'p>(&self, place: &'p Place, stems: &mut HashSet<String>) -> Making<'p> {
        let file = &self.translations[place.host.translation].file;
        let cxx = is_cxx(file);
        let stem = word(&file.file_stem().unwrap_or_default().to_string_lossy());
        let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let wanted = [format!("{stem}_test"), format!("{}_{stem}_test", word(&folder))];
        let numbered = (2..).map(|number| format!("{stem}_{number}_test"));
        let free = wanted.into_iter().chain(numbered).find(|stem| stems.insert(stem.clone()));
        let group = camel_case(&stem);
        let tests = place.tests.iter().map(|candidate| candidate.test.clone());
        let placed = Placed::all(tests, &group);
        let tests = place.tests.iter().map(|candidate| candidate.id).zip(placed).collect();
        let framework = self.frameworks.of(cxx);
        Making { place, framework, cxx, stem: free.unwrap_or_default(), tests }
    }

    /// Makes one file and tries it out.
    fn make(
        &mut self,
        making: &mut Making<'_>,
        is_there: bool,
        outcome: &mut Outcome,
    ) -> io::Result<()> {
        let source = &self.translations[making.place.host.translation].file;
        let about = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let inclusions = self.inclusions(making);
        let mut chosen = inclusions.last().cloned();
        if is_there {
            let tried = self.tried_out(making, &inclusions, &about, outcome);
            match tried {
                Some(inclusion) => chosen = Some(inclusion),
                None => return Ok(()),
            }
        }
        let Some(inclusion) = chosen.filter(|_| !making.tests.is_empty()) else { return Ok(()) };
        let text = making.file(&inclusion, &about).render();
        let text = self.trial.formatted(&text, &making.file_name(), self.folder.path());
        if !self.folder.put(&making.file_name(), &text)? {
            let name = making.file_name();
            outcome.remarks.push(format!("{name} was edited: left as it is"));
        }
        self.provide_stand_ins(making)?;
        self.folder.add(self.program(making, &inclusion));
        let kept = making.tests.iter().map(|(id, placed)| Kept {
            id: *id,
            file: making.file_name(),
            name: making.framework.spoken(&placed.named()),
            asserts: placed.test.asserts,
        });
        outcome.kept.extend(kept);
        Ok(())
    }

    /// The ways to come to the code under test, the best first.
    fn inclusions(&self, making: &Making<'_>) -> Vec<Inclusion> {
        let host = &making.place.host;
        let has_main = |number: &usize| {
            self.scans.get(*number).is_some_and(|scan| scan.defines.contains("main"))
        };
        let all = || std::iter::once(&host.translation).chain(&host.others);
        let calls = making.tests.iter().flat_map(|(_, placed)| &placed.test.calls);
        let headers = headers::of(calls, all().map(|&it| &self.translations[it]), self.spelling);
        let relative = |file: &Path| self.spelling.from_folder(self.folder.path(), file);
        let mut ways = Vec::new();
        if let Some(headers) = headers {
            let names = headers.iter().map(|file| relative(file)).collect();
            ways.push(Inclusion::Headers { names, has_main: all().any(has_main) });
        }
        let name = relative(&self.translations[host.translation].file);
        ways.push(Inclusion::Source { name, has_main: has_main(&host.translation) });
        ways
    }

    /// The first way to include the code by which a file works. Tests that do not work in any are left out.
    fn tried_out(
        &self,
        making: &mut Making<'_>,
        inclusions: &[Inclusion],
        about: &str,
        outcome: &mut Outcome,
    ) -> Option<Inclusion> {
        let last = inclusions.last()?;
        for _ in 0..ATTEMPTS {
            if making.tests.is_empty() {
                return None;
            }
            let mut wrong = None;
            for inclusion in inclusions {
                match self.attempt(making, inclusion, about) {
                    Attempt::Works => return Some(inclusion.clone()),
                    Attempt::NoTime => {
                        outcome.remarks.push(no_time(making));
                        return Some(last.clone());
                    }
                    Attempt::Fails(names) => {
                        wrong = Some((names, "pass alone, but not in a run of the suite"));
                        break;
                    }
                    Attempt::Refused(said) => {
                        let blamed =
                            trial::blamed(&making.file(inclusion, about), &making.spoken(), &said);
                        if inclusion == last && blamed.is_empty() {
                            outcome.remarks.push(cannot_build(making, &said));
                            return None;
                        }
                        wrong = Some((blamed, "do not compile"));
                    }
                }
            }
            let (names, why) = wrong?;
            outcome.remarks.push(left_out(&names, why));
            making.leave_out(&names);
        }
        None
    }

    /// Builds and runs a file once.
    fn attempt(&self, making: &Making<'_>, inclusion: &Inclusion, about: &str) -> Attempt {
        let file = making.file(inclusion, about);
        let binary = match self.trial.build(&file, &self.subject(making, inclusion)) {
            Ok(binary) => binary,
            Err(trial::Failure::NoTime) => return Attempt::NoTime,
            Err(trial::Failure::Refused(said)) => return Attempt::Refused(said),
        };
        let failed = self.trial.failures(&binary, making.framework, &making.spoken());
        if failed.is_empty() { Attempt::Works } else { Attempt::Fails(failed) }
    }

    /// What a file is built with, for us.
    fn subject(&self, making: &Making<'_>, inclusion: &Inclusion) -> trial::Subject {
        let host = &making.place.host;
        let cxx = making.cxx;
        let files = self.linked(host, inclusion);
        let flags = &self.translations[host.translation].flags;
        let built = self.spelling.for_builds(&files, flags, cxx, self.folder.path());
        let mut flags = built.cflags;
        flags.extend(inclusion.flag());
        if let Some(script) = &making.place.stand_ins {
            flags.push(format!("-Wl,{}", script.display()));
        }
        trial::Subject {
            file: making.file_name(),
            sources: built.sources,
            flags,
            cxx,
            folder: self.spelling.absolute(self.folder.path()),
        }
    }

    fn linked(&self, host: &Host, inclusion: &Inclusion) -> Vec<PathBuf> {
        let own = matches!(inclusion, Inclusion::Headers { .. }).then_some(host.translation);
        let all = own.into_iter().chain(host.others.iter().copied());
        all.map(|number| self.translations[number].file.clone()).collect()
    }

    /// What a file is built with, for the user.
    fn program(&self, making: &Making<'_>, inclusion: &Inclusion) -> Program {
        let host = &making.place.host;
        let relative = |file: &Path| self.spelling.from_folder(self.folder.path(), file);
        let flags = &self.translations[host.translation].flags;
        let mut flags = self.spelling.flags_from(self.folder.path(), flags);
        flags.extend(inclusion.flag());
        if let Some(script) = stand_ins_name(making) {
            flags.push(format!("-Wl,{script}"));
        }
        let includes = match inclusion {
            Inclusion::Headers { names, .. } => names.clone(),
            Inclusion::Source { name, .. } => vec![name.clone()],
        };
        Program {
            name: making.stem.clone(),
            source: making.file_name(),
            framework: making.framework.name().to_owned(),
            cxx: making.cxx,
            sources: self.linked(host, inclusion).iter().map(|file| relative(file)).collect(),
            includes,
            flags,
        }
    }

    fn provide_stand_ins(&mut self, making: &Making<'_>) -> io::Result<()> {
        let Some((script, name)) = making.place.stand_ins.as_ref().zip(stand_ins_name(making))
        else {
            return Ok(());
        };
        let text = std::fs::read_to_string(script)?;
        self.folder.put(&name, &text).map(drop)
    }
}

fn no_time(making: &Making<'_>) -> String {
    let (name, title) = (making.file_name(), making.framework.title());
    format!("there was no time to build {name} in {title}")
}

fn cannot_build(making: &Making<'_>, said: &str) -> String {
    let (name, title) = (making.file_name(), making.framework.title());
    let why = said.lines().find(|line| line.contains("error")).unwrap_or(said);
    format!("{name} cannot be built in {title}: {why}")
}

fn stand_ins_name(making: &Making<'_>) -> Option<String> {
    making.place.stand_ins.as_ref().map(|_| format!("{}.ld", making.stem))
}

fn not_installed(name: &str, tests: usize) -> String {
    let framework = coax_suite::kept::framework(name);
    let package = framework.and_then(|it| it.requires()).map_or("", |it| it.package);
    let title = framework.map_or("the framework", |it| it.title());
    format!(
        "{title} is not installed (Debian and Ubuntu: {package}): {tests} tests were written for it, and run in plain \
         form only"
    )
}

fn left_out(names: &[String], why: &str) -> String {
    let mut named: Vec<&str> = names.iter().take(MOST_NAMED).map(String::as_str).collect();
    let more = names.len().saturating_sub(named.len());
    let more = format!("{more} more");
    if names.len() > named.len() {
        named.push(&more);
    }
    format!("tests that {why} are left out of it: {}", named.join(", "))
}

/// A name as a part of the name of a file and of a program.
fn word(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let word: String = name.chars().map(plain).collect();
    if word.is_empty() { "code".into() } else { word }
}

/// `http_server` as `HttpServer`.
fn camel_case(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let text: String = words
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        })
        .collect();
    match text.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => text,
        _ => format!("Test{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_names_of_groups() {
        for (stem, expected) in
            [("stack", "Stack"), ("http_server", "HttpServer"), ("2d", "Test2d"), ("_", "Test")]
        {
            assert_eq!(camel_case(stem), expected);
        }
        assert_eq!(word("a-b.c"), "a_b_c");
    }
}
