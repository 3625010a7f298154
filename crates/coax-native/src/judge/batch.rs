//! Many tests of one binary, run by server processes of which each forks a child per test.
//!
//! A server is the test binary itself, started with `--serve FOLDER MILLISECONDS`. It prints
//! `ready COUNT`, then reads test numbers and answers each with one line, `K exit N MS`,
//! `K signal N MS`, `K timeout MS`, `K stalled MS` or `K error TEXT`; what test K printed is in
//! `FOLDER/K.out` and `FOLDER/K.err`. A crash is the child's own. A server is in the sandbox with its
//! tests; after a test that changed a file, the next one gets a server, and a view, of its own. We watch the child's memory from outside, since a
//! sanitizer's own watch does not survive a fork.
//!
//! Invariant: every test asked for gets exactly one outcome, in any order, unless an error or
//! the receiver ends the batch or it is stopped; no server and no child outlives the call.

use super::capture::{ends_of_file, ends_since};
use super::compiler::Stop;
use super::finding::{End, NativeRun};
use super::flavour::{Means, Watch};
use super::limits::{self, Limits};
use super::process::{
    GLANCE, LONGEST, Watched, do_not_block, end_of, kill_group, resident_bytes, wait_readable,
};
use super::run::judged;
use super::symbols::Symbols;
use super::workshop::Binary;
use crate::sandbox::{Kept, Leader, Usage, View, children};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take to start, and to answer beyond the limit it enforces itself:
/// sanitizers and valgrind are slow to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs the given tests of a batch binary, `jobs` at a time, and hands over each outcome as it
/// comes. `Break` from the receiver ends the batch early. An error means that a server could not be
/// run.
pub fn run_batch(
    binary: &Binary,
    tests: &[usize],
    jobs: usize,
    limits: &Limits,
    on_result: &mut dyn FnMut(usize, NativeRun) -> ControlFlow<()>,
) -> io::Result<()> {
    run_batch_unless(&|| false, binary, tests, jobs, limits, on_result)
}

/// The same, unless it is stopped: then what runs is killed and has no outcome.
pub fn run_batch_unless(
    stop: Stop<'_>,
    binary: &Binary,
    tests: &[usize],
    jobs: usize,
    limits: &Limits,
    on_result: &mut dyn FnMut(usize, NativeRun) -> ControlFlow<()>,
) -> io::Result<()> {
    let run = BatchRun { binary, environment: &[], limits };
    run_all(run, stop, tests, jobs, on_result)
}

/// The same, with variables in the servers' environment.
pub(super) fn run_batch_with(
    stop: Stop<'_>,
    binary: &Binary,
    environment: &[(&str, PathBuf)],
    tests: &[usize],
    jobs: usize,
    limits: &Limits,
    on_result: &mut dyn FnMut(usize, NativeRun) -> ControlFlow<()>,
) -> io::Result<()> {
    run_all(BatchRun { binary, environment, limits }, stop, tests, jobs, on_result)
}

/// How all tests of a batch are run.
#[derive(Clone, Copy)]
struct BatchRun<'a> {
    binary: &'a Binary,
    environment: &'a [(&'a str, PathBuf)],
    limits: &'a Limits,
}

/// A server with the working folder that its tests see.
struct ServerSlot {
    server: Server,
    view: View,
    /// How much its layers held before the first test.
    usage: Option<Usage>,
}

fn run_all(
    run: BatchRun<'_>,
    stop: Stop<'_>,
    tests: &[usize],
    jobs: usize,
    on_result: &mut dyn FnMut(usize, NativeRun) -> ControlFlow<()>,
) -> io::Result<()> {
    let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stop = || enough.load(Ordering::Relaxed) || stop();
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for number in 0..jobs.clamp(1, tests.len().max(1)) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut worker = Worker::new(run, stop, number);
                while !stop() {
                    let Some(&test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    let result = worker.run(test);
                    let failed = result.is_err();
                    // What was stopped has not ended by itself.
                    if stop() || sender.send((test, result)).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = hand_over(&results, on_result);
        enough.store(true, Ordering::Relaxed);
        result
    })
}

fn hand_over(
    results: &mpsc::Receiver<(usize, io::Result<NativeRun>)>,
    on_result: &mut dyn FnMut(usize, NativeRun) -> ControlFlow<()>,
) -> io::Result<()> {
    for (test, outcome) in results {
        if on_result(test, outcome?).is_break() {
            break;
        }
    }
    Ok(())
}

/// One server at a time, started again whenever it is lost.
struct Worker<'a> {
    run: BatchRun<'a>,
    stop: Stop<'a>,
    number: usize,
    folder: PathBuf,
    leaks: bool,
    /// Names what is in stacks, if sanitizers need not do it.
    symbols: Option<Symbols>,
    slot: Option<ServerSlot>,
}

impl<'a> Worker<'a> {
    fn new(run: BatchRun<'a>, stop: Stop<'a>, number: usize) -> Worker<'a> {
        let binary = run.binary;
        let folder = binary.path().with_extension(format!("served_{number}"));
        let leaks = binary.finds_leaks();
        let symbols = binary.means.prints_stacks().then(|| Symbols::start(&binary.tools));
        let symbols = symbols.flatten();
        Worker { run, stop, number, folder, leaks, symbols, slot: None }
    }

    fn run(&mut self, test: usize) -> io::Result<NativeRun> {
        let outcome = self.attempt(test)?;
        let lacks_leaks = self.run.binary.finds_leaks() && !self.leaks;
        if !outcome.leaks_unknown || lacks_leaks {
            return Ok(NativeRun { leaks_unknown: lacks_leaks, ..outcome });
        }
        // What failed once fails always: the rest of the batch does without.
        self.leaks = false;
        self.slot = None;
        Ok(NativeRun { leaks_unknown: true, ..self.attempt(test)? })
    }

    fn attempt(&mut self, test: usize) -> io::Result<NativeRun> {
        let BatchRun { binary, limits, .. } = self.run;
        let mut slot = match self.slot.take() {
            Some(slot) => slot,
            None => self.start()?,
        };
        let start = Instant::now();
        let said_before = fs::metadata(self.errors())?.len();
        let resident = binary.means.resident_limit(limits);
        let time = limits.time.min(LONGEST) * limits::PATIENCE + PATIENCE;
        let (end, milliseconds) = match slot.server.ask(test, time, resident, self.stop)? {
            Some(answer) => {
                let launcher = slot.server.leader().pid();
                if !slot.view.renew(launcher, slot.usage)? {
                    self.slot = Some(slot);
                }
                answer
            }
            None if (self.stop)() => return Err(io::ErrorKind::Interrupted.into()),
            None => (slot.server.lost()?, start.elapsed().as_millis() as u64),
        };
        let file = |suffix: &str| self.folder.join(format!("{test}.{suffix}"));
        let (stdout, mut stderr) = (take_ends(&file("out"))?, take_ends(&file("err"))?);
        if binary.means == Means::Valgrind {
            // It speaks for its children where it started: on the server's own standard error.
            stderr.extend(ends_since(&self.errors(), said_before)?);
        }
        if let Some(symbols) = &mut self.symbols {
            stderr = symbols.name(&stderr)?;
        }
        let seconds = milliseconds as f64 / 1000.0;
        Ok(judged(binary, Watched { end, stdout, stderr, seconds }))
    }

    /// What servers themselves print.
    fn errors(&self) -> PathBuf {
        self.folder.join("server.err")
    }

    fn start(&self) -> io::Result<ServerSlot> {
        fs::create_dir_all(&self.folder)?;
        let view = self.run.binary.view(self.number)?;
        let server = self.serve(&view)?;
        let usage = Usage::of(server.leader().pid());
        Ok(ServerSlot { server, view, usage })
    }

    fn serve(&self, view: &View) -> io::Result<Server> {
        let errors = self.errors();
        let BatchRun { binary, environment, limits } = self.run;
        let watch = Watch { leaks: self.leaks, names: self.symbols.is_none() };
        let mut command = binary.command(watch, view, Some(&self.folder));
        // Output goes to files here, so their size is what bounds it; but so do counters.
        let counts = binary.means == Means::Counters;
        let output = if counts { u64::MAX } else { limits.output };
        let file_size = limits.file_size.min(output);
        limits.impose(&mut command, file_size, binary.means.shadowed());
        let milliseconds = limits.time.min(LONGEST).as_millis().max(1);
        command.arg("--serve").arg(&self.folder).arg(milliseconds.to_string());
        command.envs(environment.iter().map(|(name, value)| (*name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(File::create(&errors)?);
        let process = command.spawn()?;
        Server::greet(process, self.stop).map_err(|error| {
            let said = ends_of_file(&errors).unwrap_or_default();
            io::Error::other(format!("{error}: {}", String::from_utf8_lossy(&said)))
        })
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.slot = None;
        // What is left is of no use; a folder that stays does no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Both ends of a file that is not needed any more.
fn take_ends(path: &Path) -> io::Result<Vec<u8>> {
    let ends = ends_of_file(path)?;
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(ends),
    }
}

/// A process that runs tests on request.
struct Server {
    process: Kept,
    requests: ChildStdin,
    answers: ChildStdout,
    /// What was read beyond the last complete line.
    pending: Vec<u8>,
}

impl Server {
    /// Waits for a started process to be ready.
    fn greet(mut process: Kept, stop: Stop<'_>) -> io::Result<Server> {
        let (requests, answers) = (process.child().stdin.take(), process.child().stdout.take());
        let (Some(requests), Some(answers)) = (requests, answers) else {
            unreachable!("both streams were asked for");
        };
        do_not_block(answers.as_raw_fd())?;
        let mut server = Server { process, requests, answers, pending: Vec::new() };
        match server.line(Instant::now() + PATIENCE, stop, &mut || ())? {
            Some(line) if line.starts_with("ready ") => Ok(server),
            Some(line) => Err(io::Error::other(format!("the tests' server says `{line}`"))),
            None => Err(io::Error::other("the tests' server does not start")),
        }
    }

    fn leader(&self) -> Leader {
        self.process.leader()
    }

    /// Runs one test. `None` means that the server is lost.
    fn ask(
        &mut self,
        test: usize,
        time: Duration,
        resident: u64,
        stop: Stop<'_>,
    ) -> io::Result<Option<(End, u64)>> {
        if writeln!(self.requests, "{test}").is_err() {
            return Ok(None);
        }
        let (leader, mut overstepped) = (self.leader(), false);
        let mut glance = || overstepped |= kill_the_greedy(leader, resident);
        let line = self.line(Instant::now() + time, stop, &mut glance)?;
        let Some(line) = line else { return Ok(None) };
        let (end, milliseconds) = answer(&line, test)?;
        Ok(Some((if overstepped { End::OutOfMemory } else { end }, milliseconds)))
    }

    /// The next line of answer, looking around every now and then; `None` if there will be none.
    fn line(
        &mut self,
        deadline: Instant,
        stop: Stop<'_>,
        glance: &mut dyn FnMut(),
    ) -> io::Result<Option<String>> {
        let mut chunk = [0; 4096];
        loop {
            if let Some(end) = self.pending.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.pending.drain(..=end).collect();
                return Ok(Some(String::from_utf8_lossy(&line[..end]).into_owned()));
            }
            let now = Instant::now();
            if now >= deadline || stop() {
                return Ok(None);
            }
            wait_readable(&[self.answers.as_raw_fd()], GLANCE.min(deadline - now))?;
            match self.answers.read(&mut chunk) {
                Ok(0) => return Ok(None),
                Ok(length) => self.pending.extend_from_slice(&chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => glance(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// How a server ended that does not answer any more; one that is stuck is out of time.
    fn lost(mut self) -> io::Result<End> {
        let deadline = Instant::now() + Duration::from_secs(1);
        while Instant::now() < deadline {
            if let Some(status) = self.process.child().try_wait()? {
                return Ok(end_of(status));
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(End::TimedOut)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Without a sandbox: tests lead groups of their own, so they do not end with the server.
        self.leader().program().into_iter().flat_map(children).for_each(kill_group);
    }
}

/// `K exit N MS`, `K signal N MS`, `K timeout MS`, `K stalled MS`, `K error TEXT`.
fn answer(line: &str, test: usize) -> io::Result<(End, u64)> {
    let strange = || io::Error::other(format!("the tests' server says `{line}` about test {test}"));
    let words: Vec<&str> = line.split(' ').collect();
    if words.first().and_then(|word| word.parse().ok()) != Some(test) {
        return Err(strange());
    }
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<u32>().ok());
    let status = || number(2).and_then(|status| i32::try_from(status).ok()).ok_or_else(strange);
    let (end, time) = match words.get(1).copied() {
        Some("exit") => (End::Exited(status()?), 3),
        Some("signal") if status()? == libc::SIGXFSZ => (End::Flooded, 3),
        Some("signal") => (End::Signalled(status()?), 3),
        Some("timeout") => (End::TimedOut, 2),
        Some("stalled") => (End::Stalled, 2),
        _ => return Err(strange()),
    };
    Ok((end, number(time).ok_or_else(strange)?.into()))
}

/// Kills the children of a server that use more memory than allowed; whether there was one.
fn kill_the_greedy(server: Leader, resident: u64) -> bool {
    let tests = server.program().into_iter().flat_map(children);
    let greedy: Vec<_> = tests.filter(|&pid| resident_bytes(pid) > resident).collect();
    greedy.iter().for_each(|&pid| kill_group(pid));
    !greedy.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        assert_eq!(answer("7 exit 3 12", 7).unwrap(), (End::Exited(3), 12));
        assert_eq!(answer("7 signal 11 2", 7).unwrap(), (End::Signalled(11), 2));
        assert_eq!(answer("7 signal 25 2", 7).unwrap(), (End::Flooded, 2));
        assert_eq!(answer("7 timeout 500", 7).unwrap(), (End::TimedOut, 500));
        assert_eq!(answer("7 stalled 500", 7).unwrap(), (End::Stalled, 500));
        for strange in ["8 exit 0 1", "7 error no such test", "7 exit", "", "7 exit x 1", "hello"] {
            assert!(answer(strange, 7).is_err(), "{strange}");
        }
    }
}
