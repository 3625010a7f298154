//! Running a command once or several times and keeping what it said and how long it took.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A command that came to its end.
#[derive(Clone)]
pub struct Finished {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// On the wall's clock, from start to end of the process.
    pub time: Duration,
}

/// What `coax run --stats` says on stderr.
#[derive(Debug, PartialEq)]
pub struct Stats {
    pub steps: u64,
    pub time: Duration,
}

impl Stats {
    /// Finds the lines `steps: N` and `time: S` (seconds); the last of each, because the program's
    /// own stderr stands before them.
    pub fn parse(stderr: &[u8]) -> Result<Stats, String> {
        let text = String::from_utf8_lossy(stderr);
        let word = |label: &str| {
            let line = text.lines().rev().find_map(|line| line.strip_prefix(label));
            let word = line.and_then(|rest| rest.split_whitespace().next());
            word.ok_or_else(|| format!("no line `{label} …` on stderr of coax"))
        };
        let steps = word("steps:")?;
        let time = word("time:")?;
        let seconds = time.trim_end_matches('s').parse().ok();
        Ok(Stats {
            steps: steps.parse().map_err(|_| format!("`{steps}` is no number of steps"))?,
            time: seconds
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                .ok_or_else(|| format!("`{time}` is no number of seconds"))?,
        })
    }
}

/// Runs a command to its end, without input.
pub fn once(command: &mut Command) -> Result<Finished, String> {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output();
    let time = start.elapsed();
    let program = command.get_program().to_string_lossy();
    let output = output.map_err(|error| format!("cannot run {program}: {error}"))?;
    Ok(Finished { code: output.status.code(), stdout: output.stdout, stderr: output.stderr, time })
}

/// Runs a command several times and gives the quickest run.
pub fn best_of(repeat: u32, command: impl Fn() -> Command) -> Result<Finished, String> {
    let mut best = once(&mut command())?;
    for _ in 1..repeat {
        let next = once(&mut command())?;
        if next.time < best.time {
            best = next;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_read_after_the_programs_own_words() {
        let stderr = b"steps: one by one\nsteps: 1234\ntime: 0.250 s\n";
        let expected = Stats { steps: 1234, time: Duration::from_millis(250) };
        assert_eq!(Stats::parse(stderr), Ok(expected));
        assert!(Stats::parse(b"steps: 1\ntime: 2s\n").is_ok());
    }

    #[test]
    fn missing_or_odd_statistics_are_said_to_be_so() {
        assert_eq!(Stats::parse(b"steps: 1\n").unwrap_err(), "no line `time: …` on stderr of coax");
        assert_eq!(Stats::parse(b"steps: x\ntime: 1\n").unwrap_err(), "`x` is no number of steps");
        assert!(Stats::parse(b"steps: 1\ntime: -1\n").is_err());
    }

    #[test]
    fn a_command_is_run_and_its_words_kept() {
        let finished = best_of(2, || {
            let mut shell = Command::new("sh");
            shell.args(["-c", "echo out; echo err >&2; exit 3"]);
            shell
        })
        .unwrap();
        assert_eq!(finished.code, Some(3));
        assert_eq!((&*finished.stdout, &*finished.stderr), (&b"out\n"[..], &b"err\n"[..]));
        assert!(once(&mut Command::new("no-such-program-here")).is_err());
    }
}
