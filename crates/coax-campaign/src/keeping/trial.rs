//! A file of tests is built with its framework and run, in the sandbox: in two orders, with what is not initialised filled
//! in two ways.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use coax_native::judge::{Toolchain, output_unless};
use coax_native::sandbox::View;
use coax_suite::kept::{Framework, KeptFile};

use super::format;
use crate::out_folder::content_digest;
use crate::under_test;

/// No run takes longer.
const LONGEST_RUN: Duration = Duration::from_secs(30);

/// What `malloc` fills memory with in each run.
const FILLS: [&str; 2] = ["165", "90"];

/// Tries out files.
pub struct Trial<'a> {
    tools: Toolchain,
    scratch: PathBuf,
    /// Is it time to end?
    is_over: &'a (dyn Fn() -> bool + Sync),
    found: RefCell<HashMap<&'static str, bool>>,
    mains: RefCell<HashMap<&'static str, PathBuf>>,
}

/// What a file is built with.
pub struct Subject {
    /// Its name.
    pub file: String,
    pub sources: Vec<PathBuf>,
    pub flags: Vec<String>,
    pub cxx: bool,
    /// The folder that it will lie in.
    pub folder: PathBuf,
}

/// Why a file was not built.
#[derive(Debug)]
pub enum Failure {
    /// What a compiler said.
    Refused(String),
    NoTime,
}

impl<'a> Trial<'a> {
    /// One that works in this folder, which is made.
    pub fn new(
        tools: Toolchain,
        scratch: PathBuf,
        is_over: &'a (dyn Fn() -> bool + Sync),
    ) -> std::io::Result<Trial<'a>> {
        fs::create_dir_all(&scratch)?;
        Ok(Trial { tools, scratch, is_over, found: RefCell::default(), mains: RefCell::default() })
    }

    /// Is a framework installed?
    pub fn has(&self, framework: &'static dyn Framework) -> bool {
        let Some(needed) = framework.requires() else { return true };
        *self.found.borrow_mut().entry(framework.name()).or_insert_with(|| {
            let lines = framework.includes().iter().map(|name| format!("#include {name}\n"));
            let is_written = self.write("probe.cpp", &lines.collect::<String>());
            let Ok(probe) = is_written else { return false };
            let words = ["-fsyntax-only".to_owned(), probe.to_string_lossy().into_owned()];
            match self.compile(true, &words) {
                Ok(()) => true,
                // Other complaints will be heard again.
                Err(Failure::Refused(said)) => !said.contains(needed.header),
                Err(Failure::NoTime) => true,
            }
        })
    }

    /// Builds a file.
    pub fn build(&self, file: &KeptFile<'_>, subject: &Subject) -> Result<PathBuf, Failure> {
        for support in file.framework.support() {
            self.write(support.name, support.text)?;
        }
        let source = self.write(&subject.file, &file.render())?;
        let mut objects = Vec::new();
        for other in &subject.sources {
            objects.push(self.object(subject, other)?);
        }
        if let Some(main) = file.framework.main_source() {
            objects.push(self.main_object(main)?);
        }
        let binary = source.with_extension("exe");
        let mut words = subject.flags.clone();
        words.extend(["-w", "-ferror-limit=0", "-iquote"].map(str::to_owned));
        words.push(subject.folder.to_string_lossy().into_owned());
        words.push("-o".into());
        words.extend([&binary, &source].map(|file| file.to_string_lossy().into_owned()));
        words.extend(objects.iter().map(|file| file.to_string_lossy().into_owned()));
        words.extend(file.framework.libraries().iter().map(|it| (*it).to_owned()));
        words.push("-lm".into());
        self.compile(subject.cxx, &words)?;
        Ok(binary)
    }

    /// A source as an object; one that is there with the same flags is not made again.
    fn object(&self, subject: &Subject, source: &Path) -> Result<PathBuf, Failure> {
        let key = format!("{} {}", source.display(), subject.flags.join(" "));
        let object = self.scratch.join(format!("{}.o", content_digest(key.as_bytes())));
        if object.exists() {
            return Ok(object);
        }
        let cxx = under_test::is_cxx(source);
        let is_other = |flag: &&String| {
            !cxx && flag.starts_with("-std=") && flag.contains("++") || flag.starts_with("-Wl,")
        };
        let flags = subject.flags.iter().filter(|flag| !is_other(flag)).cloned();
        let mut words: Vec<String> = flags.collect();
        words.extend(["-w", "-c", "-o"].map(str::to_owned));
        words.extend([&object, source].map(|file: &Path| file.to_string_lossy().into_owned()));
        self.compile(cxx, &words)?;
        Ok(object)
    }

    fn main_object(&self, main: &'static str) -> Result<PathBuf, Failure> {
        if let Some(object) = self.mains.borrow().get(main) {
            return Ok(object.clone());
        }
        let object = self.scratch.join(main).with_extension("main.o");
        let words = [
            "-c".to_owned(),
            "-o".into(),
            object.to_string_lossy().into_owned(),
            self.scratch.join(main).to_string_lossy().into_owned(),
        ];
        self.compile(true, &words)?;
        self.mains.borrow_mut().insert(main, object.clone());
        Ok(object)
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.scratch.join(name);
        let written = fs::write(&path, text);
        written.map(|()| path).map_err(|error| Failure::Refused(error.to_string()))
    }

    fn compile(&self, cxx: bool, words: &[String]) -> Result<(), Failure> {
        let compiler = if cxx { &self.tools.clangxx } else { &self.tools.clang };
        let mut command = self.tools.command(compiler, &[&self.scratch]);
        command.args(words);
        let output = output_unless(self.is_over, &mut command);
        if (self.is_over)() {
            return Err(Failure::NoTime);
        }
        match output {
            Ok(output) if output.status.success() => Ok(()),
            Ok(output) => {
                Err(Failure::Refused(String::from_utf8_lossy(&output.stderr).into_owned()))
            }
            Err(error) => Err(Failure::Refused(error.to_string())),
        }
    }

    /// The tests of a program that do not pass in every run; all of them if it cannot be told which.
    pub fn failures(
        &self,
        binary: &Path,
        framework: &dyn Framework,
        names: &[String],
    ) -> Vec<String> {
        let mut failed: Vec<String> = Vec::new();
        for (number, fill) in (1..).zip(FILLS) {
            let arguments = framework.shuffled(number);
            let Some((passed, printed)) = self.run(binary, &arguments, fill) else { break };
            if passed {
                continue;
            }
            let named = framework.failed(&printed, names);
            failed.extend(if named.is_empty() { names.to_vec() } else { named });
        }
        failed.sort();
        failed.dedup();
        failed
    }

    /// Did a run pass, and what did it print? None if there was no time.
    fn run(&self, binary: &Path, arguments: &[String], fill: &str) -> Option<(bool, String)> {
        let current = std::env::current_dir().ok()?;
        let view = View::new(&self.tools.sandbox, &current, &self.scratch.join("view")).ok()?;
        let mut command = self.tools.sandbox.command(binary, &view.access(Vec::new()));
        command.args(arguments).current_dir(view.folder());
        command.env_clear().envs(under_test::environment()).env("MALLOC_PERTURB_", fill);
        let begun = Instant::now();
        let stop = || (self.is_over)() || begun.elapsed() > LONGEST_RUN;
        let output = output_unless(&stop, &mut command).ok()?;
        if (self.is_over)() {
            return None;
        }
        let mut printed = String::from_utf8_lossy(&output.stdout).into_owned();
        printed.push_str(&String::from_utf8_lossy(&output.stderr));
        Some((output.status.success(), printed))
    }

    /// A text in the layout that the project has for files in a folder.
    pub fn formatted(&self, text: &str, name: &str, folder: &Path) -> String {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let style = format::style_for(&absolute);
        let formatted = style.and_then(|style| {
            let file = self.scratch.join(name);
            format::formatted(&self.tools, self.is_over, text, &file, &style)
        });
        formatted.unwrap_or_else(|| text.to_owned())
    }
}

/// The tests in whose lines a compiler found errors.
pub fn blamed(file: &KeptFile<'_>, spoken: &[String], said: &str) -> Vec<String> {
    let text = file.render();
    let lines: Vec<usize> = said.lines().filter_map(line_of_error).collect();
    let mut blamed = Vec::new();
    for (test, name) in file.tests.iter().zip(spoken) {
        let block = file.block(test);
        let Some(at) = text.find(&block) else { continue };
        let first = text[..at].lines().count() + 1;
        let last = first + block.lines().count();
        if lines.iter().any(|line| (first..last).contains(line)) {
            blamed.push(name.clone());
        }
    }
    blamed
}

/// The line of `FILE:LINE:COLUMN: error: …`.
fn line_of_error(line: &str) -> Option<usize> {
    let place = line.split(": error:").next().filter(|place| place.len() < line.len())?;
    let mut parts = place.rsplit(':');
    parts.next()?.parse::<usize>().ok()?;
    parts.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_errors() {
        assert_eq!(line_of_error("/a/b_test.cpp:12:5: error: no member"), Some(12));
        assert_eq!(line_of_error("/a/b_test.cpp:12:5: warning: unused"), None);
        assert_eq!(line_of_error("1 error generated."), None);
    }
}
