//! A folder in which coax is run as a user would, and what it said there.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A folder of its own.
pub struct Workspace {
    pub folder: TempDir,
}

impl Workspace {
    /// With these files in it.
    pub fn with(files: &[(&str, &str)]) -> Workspace {
        let workspace = Workspace { folder: TempDir::new().unwrap() };
        files.iter().for_each(|(name, text)| workspace.write(name, text));
        workspace
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn coax(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_coax"));
        command.current_dir(self.folder.path()).args(["--color", "never"]).args(words);
        command
    }

    pub fn run(&self, words: &[&str]) -> Said {
        Said::from(self.coax(words).output().unwrap())
    }

    /// `coax explore` with one worker.
    pub fn explore(&self, words: &[&str]) -> Said {
        self.run(&[&["explore", "--jobs", "1"], words].concat())
    }

    /// `coax check` with one worker.
    pub fn check(&self, words: &[&str]) -> Said {
        self.run(&[&["check", "--jobs", "1"], words].concat())
    }

    /// What a command line does here.
    pub fn shell(&self, line: &str) -> Said {
        let shell = Command::new("sh").args(["-c", line]).current_dir(self.folder.path()).output();
        Said::from(shell.unwrap())
    }

    pub fn report(&self) -> Value {
        json(&fs::read_to_string(self.path("coax-out/report.json")).unwrap())
    }
}

/// What a process left.
pub struct Said {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        Said {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Said {
    /// Bad usage or input: code 2, these words on stderr, and nothing on stdout.
    pub fn refused(&self, words: &str) {
        assert_eq!(self.code, Some(2), "{}{}", self.stdout, self.stderr);
        assert!(self.stderr.contains(words), "not said: {words}\n{}", self.stderr);
        assert_eq!(self.stdout, "");
    }
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// How a process ended, if it did within this time; else it is killed.
pub fn ended(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    while begun.elapsed() < limit {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

/// All files below a folder, relative to it.
pub fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap();
                found.insert(name.to_string_lossy().into_owned());
            }
        }
    }
    found
}

/// Sends a signal, by its option of `kill`.
pub fn signal(child: &Child, number: &str) {
    let sent = Command::new("kill").args([number, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}
