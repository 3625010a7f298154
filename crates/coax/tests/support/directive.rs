//! Reads what a corpus program says about itself: `//@ name: value` lines at its top and the
//! expectation `//~ kind` (or `//~ unsupported: construct`) at the end of one line.
//!
//! Invariants: unknown directive names, unknown error kinds, malformed values and directives
//! given twice are errors; comments that merely look similar (`// @args`) are not accepted either.

use std::fs;
use std::path::{Path, PathBuf};

use crate::kinds;
use crate::words::split_words;

/// The expectation written on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    pub what: Stop,
    pub file: PathBuf,
    pub line: usize,
}

/// How a run is expected to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Error(String),
    Unsupported(String),
}

/// Everything a program declares.
#[derive(Debug, Default)]
pub struct Directives {
    pub args: Vec<String>,
    pub stdin: Vec<u8>,
    /// As written: `coax run` takes the flags as one string.
    pub cflags: String,
    pub env: Vec<(String, String)>,
    pub exit: Option<i32>,
    marks: Vec<Marked>,
    seen: Vec<&'static str>,
}

pub fn read(sources: &[PathBuf]) -> Result<Directives, String> {
    let mut directives = Directives::default();
    for source in sources {
        let bytes = fs::read(source).map_err(|e| format!("{}: {e}", source.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        for (index, line) in text.lines().enumerate() {
            let place = |reason: String| format!("{}:{}: {reason}", source.display(), index + 1);
            directives.read_line(source, index + 1, line).map_err(place)?;
        }
    }
    Ok(directives)
}

impl Directives {
    pub fn expected_error(&self) -> Result<Marked, String> {
        match self.marks.as_slice() {
            [mark] if matches!(mark.what, Stop::Error(_)) => Ok(mark.clone()),
            _ => Err("exactly one `//~ kind` is needed below error/".into()),
        }
    }

    pub fn expected_unsupported(&self) -> Result<Marked, String> {
        match self.marks.as_slice() {
            [mark] if matches!(mark.what, Stop::Unsupported(_)) => Ok(mark.clone()),
            _ => {
                Err("exactly one `//~ unsupported: construct` is needed below unsupported/".into())
            }
        }
    }

    /// The flags split the way a shell does.
    pub fn cflags(&self) -> Result<Vec<String>, String> {
        split_words(&self.cflags)
    }

    fn read_line(&mut self, source: &Path, number: usize, line: &str) -> Result<(), String> {
        if let Some((_, expectation)) = line.split_once("//~") {
            self.marks.push(Marked {
                what: stop(expectation.trim())?,
                file: source.to_path_buf(),
                line: number,
            });
        }
        match line.trim_start().strip_prefix("//@") {
            Some(directive) => self.read_directive(directive.trim()),
            None => Ok(()),
        }
    }

    fn read_directive(&mut self, directive: &str) -> Result<(), String> {
        let (name, value) =
            directive.split_once(':').ok_or_else(|| format!("`//@ {directive}` lacks a colon"))?;
        let value = value.trim();
        match name.trim() {
            "args" => {
                self.once("args")?;
                self.args = split_words(value)?;
            }
            "stdin" => {
                self.once("stdin")?;
                self.stdin = unescape(value)?;
            }
            "cflags" => {
                self.once("cflags")?;
                value.clone_into(&mut self.cflags);
            }
            "exit" => {
                self.once("exit")?;
                self.exit = Some(value.parse().map_err(|e| format!("exit `{value}`: {e}"))?);
            }
            "env" => {
                let (key, text) = value
                    .split_once('=')
                    .ok_or_else(|| format!("env `{value}` is not NAME=value"))?;
                self.env.push((key.to_owned(), text.to_owned()));
            }
            other => return Err(format!("unknown directive `{other}`")),
        }
        Ok(())
    }

    fn once(&mut self, name: &'static str) -> Result<(), String> {
        if self.seen.contains(&name) {
            return Err(format!("directive `{name}` given twice"));
        }
        self.seen.push(name);
        Ok(())
    }
}

fn stop(expectation: &str) -> Result<Stop, String> {
    if let Some(construct) = expectation.strip_prefix("unsupported:") {
        return Ok(Stop::Unsupported(construct.trim().to_owned()));
    }
    kinds::known(expectation).map(|kind| Stop::Error(kind.to_owned()))
}

/// Resolves `\n`, `\t`, `\\`, `\0` and `\s` (a blank that trimming would remove).
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(b) = rest.next() {
        if b != b'\\' {
            bytes.push(b);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b's') => b' ',
            Some(b'0') => 0,
            Some(b'\\') => b'\\',
            other => return Err(format!("unknown escape `\\{:?}`", other.map(char::from))),
        });
    }
    Ok(bytes)
}
