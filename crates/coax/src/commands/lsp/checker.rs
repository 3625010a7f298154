//! Checks single functions for an editor: coax itself, started once for each, with results of their own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Where results of these checks go, below the project's folder.
const RESULTS: &str = ".coax/editor";

/// What a project has that says what to compile; without one of them it is the file that is open.
const PROJECT: &[&str] = &["coax.toml", "compile_commands.json", "build/compile_commands.json"];

/// How long a function may take.
const TIME: &str = "30s";

/// One check at a time.
pub struct Checker {
    root: PathBuf,
    busy: bool,
    done: (Sender<Done>, Receiver<Done>),
}

/// A check has ended.
pub struct Done {
    pub function: String,
    /// Why it failed, if it did.
    pub failure: Option<String>,
}

impl Checker {
    pub fn new(root: &Path) -> Checker {
        Checker { root: root.to_path_buf(), busy: false, done: channel() }
    }

    pub fn results(&self) -> PathBuf {
        self.root.join(RESULTS)
    }

    /// Begins to check a function of a file; says why not.
    pub fn begin(&mut self, function: &str, file: &Path) -> Result<(), String> {
        if self.busy {
            return Err("another check is running".into());
        }
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.current_dir(&self.root).args([
            "check",
            "--quiet",
            "--no-progress",
            "--color",
            "never",
        ]);
        command.args(["--time", TIME, "--function", function, "--out", RESULTS]);
        if !PROJECT.iter().any(|name| self.root.join(name).is_file()) {
            command.arg(file);
        }
        // What it prints must not come among the messages.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| error.to_string())?;
        self.busy = true;
        let (function, done) = (function.to_owned(), self.done.0.clone());
        std::thread::spawn(move || {
            let failure = match child.wait_with_output() {
                Ok(output) if matches!(output.status.code(), Some(0 | 1)) => None,
                Ok(output) => Some(first_line(&output.stderr)),
                Err(error) => Some(error.to_string()),
            };
            // The session is over if this fails.
            let _ = done.send(Done { function, failure });
        });
        Ok(())
    }

    /// The check that has ended, if one has.
    pub fn ended(&mut self) -> Option<Done> {
        let done = self.done.1.try_recv().ok()?;
        self.busy = false;
        Some(done)
    }
}

fn first_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    coax_report::one_line(text.lines().next().unwrap_or("it says not why"))
}
