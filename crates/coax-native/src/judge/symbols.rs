//! Names and lines for the stacks that sanitizers print, from one symbolizer for many tests.
//!
//! A sanitizer that names its own stacks starts a symbolizer in every process that fails, and each
//! reads all debug information again: for a large program that takes longer than everything else
//! about a test. So tests print modules and offsets, and a symbolizer that stays is asked here.
//!
//! Invariants: what comes out is what the sanitizer would have printed, frame by frame; a stack that
//! could not be asked about is an error, never a stack without names.

use super::process::{GLANCE, do_not_block, wait_readable};
use super::subject::Toolchain;
use crate::sandbox::Kept;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// How long an answer may take: the first one of a module waits for its debug information.
const PATIENCE: Duration = Duration::from_secs(60);

/// What sanitizers put before the names of the functions they come between.
const INTERCEPTORS: [&str; 2] = ["___interceptor_", "__interceptor_"];

/// A symbolizer at work.
pub(super) struct Symbols {
    /// Ends with this value.
    _process: Kept,
    questions: ChildStdin,
    answers: ChildStdout,
    /// What was read beyond the last answer.
    pending: Vec<u8>,
    /// The frames at an address, innermost first: `function file:line:column`, as far as known.
    known: HashMap<String, Vec<String>>,
}

impl Symbols {
    /// Starts one; none if there is none on this machine.
    pub(super) fn start(tools: &Toolchain) -> Option<Symbols> {
        let mut command = tools.command(&tools.symbolizer, &[]);
        command.args(["--demangle", "--inlines"]).stderr(Stdio::null());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().ok()?;
        let (questions, answers) = (process.child().stdin.take(), process.child().stdout.take());
        let (Some(questions), Some(answers)) = (questions, answers) else {
            unreachable!("both streams were asked for");
        };
        let (pending, known) = (Vec::new(), HashMap::new());
        let symbols = Symbols { _process: process, questions, answers, pending, known };
        do_not_block(symbols.answers.as_raw_fd()).ok()?;
        Some(symbols)
    }

    /// What a test printed, with names in its stacks.
    pub(super) fn name(&mut self, printed: &[u8]) -> io::Result<Vec<u8>> {
        let mut named = Vec::with_capacity(printed.len());
        for line in printed.split_inclusive(|&byte| byte == b'\n') {
            match std::str::from_utf8(line).ok().and_then(Frame::read) {
                Some(frame) => named.extend(self.named(&frame)?.into_bytes()),
                None => named.extend_from_slice(line),
            }
        }
        Ok(named)
    }

    /// The lines of one frame: functions that were inlined there have lines of their own.
    fn named(&mut self, frame: &Frame<'_>) -> io::Result<String> {
        let question = format!("CODE \"{}\" {}", frame.module, frame.offset);
        if !self.known.contains_key(&question) {
            let answer = self.ask(&question)?;
            self.known.insert(question.clone(), frames(&answer));
        }
        let Frame { start, module, offset, end } = frame;
        let line = |known: &String| match known.as_str() {
            "" => format!("{start}  ({module}+{offset}){end}"),
            place if place.contains(' ') => format!("{start} in {place}\n"),
            function => format!("{start} in {function} ({module}+{offset}){end}"),
        };
        Ok(self.known[&question].iter().map(line).collect())
    }

    /// Asks one question; an answer ends with an empty line.
    fn ask(&mut self, question: &str) -> io::Result<String> {
        writeln!(self.questions, "{question}")?;
        let deadline = Instant::now() + PATIENCE;
        let mut chunk = [0; 4096];
        loop {
            if let Some(end) = self.pending.windows(2).position(|pair| pair == b"\n\n") {
                let answer: Vec<u8> = self.pending.drain(..end + 2).collect();
                return Ok(String::from_utf8_lossy(&answer[..end]).into_owned());
            }
            if Instant::now() >= deadline {
                return Err(io::Error::other("the symbolizer does not answer"));
            }
            wait_readable(&[self.answers.as_raw_fd()], GLANCE)?;
            match self.answers.read(&mut chunk) {
                Ok(0) => return Err(io::Error::other("the symbolizer has ended")),
                Ok(length) => self.pending.extend_from_slice(&chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// `    #1 0x556f3086b934  (/path/of/module+0x451934) (BuildId: b69d)`
#[derive(Debug, PartialEq)]
struct Frame<'a> {
    /// Up to the address.
    start: &'a str,
    module: &'a str,
    offset: &'a str,
    /// What follows, with the end of the line.
    end: &'a str,
}

impl<'a> Frame<'a> {
    fn read(line: &'a str) -> Option<Frame<'a>> {
        let number = line.trim_start().strip_prefix('#')?;
        let (number, address) = number.split_once(' ')?;
        number.parse::<u32>().ok()?;
        address.trim_start().strip_prefix("0x")?;
        let (start, rest) = line.split_once("  (")?;
        let (module, rest) = rest.split_once("+0x")?;
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let end = rest[digits..].strip_prefix(')')?;
        let offset = &rest[..digits];
        let offset = &line[line.len() - end.len() - 1 - offset.len() - 2..][..offset.len() + 2];
        (!module.contains('"')).then_some(Frame { start, module, offset, end })
    }
}

/// The frames of an answer: a line with a function, a line with a place, and again.
fn frames(answer: &str) -> Vec<String> {
    let lines: Vec<&str> = answer.lines().collect();
    let frames: Vec<String> = lines
        .chunks(2)
        .map(|pair| described(pair[0], pair.get(1).copied().unwrap_or_default()))
        .collect();
    if frames.is_empty() { vec![String::new()] } else { frames }
}

/// `function file:line:column`, without what is not known.
fn described(function: &str, place: &str) -> String {
    if function == "??" {
        return String::new();
    }
    let stripped = INTERCEPTORS.iter().find_map(|prefix| function.strip_prefix(prefix));
    let function = stripped.unwrap_or(function);
    let place = place.strip_prefix("./").unwrap_or(place);
    let place = place.strip_suffix(":0").unwrap_or(place);
    if place.starts_with("??") || place.ends_with(":0") {
        return function.to_owned();
    }
    format!("{function} {place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_without_names_are_recognised() {
        let line = "    #1 0x556f3086b934  (/my tests/program+0x451934) (BuildId: b69d)\n";
        let expected = Frame {
            start: "    #1 0x556f3086b934",
            module: "/my tests/program",
            offset: "0x451934",
            end: " (BuildId: b69d)\n",
        };
        assert_eq!(Frame::read(line), Some(expected));
        for other in [
            "    #1 0x55eea6fe2810 in main /tmp/l.c:2:29\n",
            "    #0 0x55eea6f9f744 in malloc (/t/l+0xd2744) (BuildId: 48ff)\n",
            "#1 is the best  (/t/l+0xd2)\n",
            "==1==ERROR: AddressSanitizer: SEGV  (/t/l+0x1)\n",
        ] {
            assert_eq!(Frame::read(other), None, "{other}");
        }
    }

    #[test]
    fn answers_of_the_symbolizer() {
        assert_eq!(frames("f\n/a.c:3:7\ng\n/a.c:9:1"), ["f /a.c:3:7", "g /a.c:9:1"]);
        assert_eq!(frames("___interceptor_free\n??:0:0"), ["free"]);
        assert_eq!(frames("f(int)\n./csu/x.c:3:0"), ["f(int) csu/x.c:3"]);
        assert_eq!(frames("??\n??:0:0"), [""]);
    }
}
