//! Runs a compiler, and ends it at the deadline.
//!
//! Invariant: a child that is left behind is dead or has no way to hold us up: what it printed is
//! collected by threads that are not joined once it was killed.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use coax_deadline::Deadline;

use crate::bounded;

/// Between two looks at a child: short at first, since small files compile in milliseconds.
const FIRST_GLANCE: Duration = Duration::from_millis(1);
const LAST_GLANCE: Duration = Duration::from_millis(20);

/// Runs a command to its end: what it printed and how it ended, or nothing if it was killed at the
/// deadline.
pub fn output_until(command: &mut Command, deadline: &Deadline) -> io::Result<Option<Output>> {
    if deadline.is_over() {
        return Ok(None);
    }
    let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.process_group(0).spawn()?;
    let (stdout, stderr) = (collect(child.stdout.take()), collect(child.stderr.take()));
    let Some(status) = wait_until(&mut child, deadline)? else { return Ok(None) };
    let collected = |text: Receiver<Vec<u8>>| text.recv().unwrap_or_default();
    Ok(Some(Output { status, stdout: collected(stdout), stderr: collected(stderr) }))
}

/// Reads a stream to its end, beside everything else.
fn collect(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        // What could be read is what there is.
        let _ = stream.map(|mut stream| stream.read_to_end(&mut text));
        // The receiver is gone if the child was killed.
        let _ = sender.send(text);
    });
    receiver
}

fn wait_until(
    child: &mut Child,
    deadline: &Deadline,
) -> io::Result<Option<std::process::ExitStatus>> {
    let mut glance = FIRST_GLANCE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if deadline.is_over() {
            bounded::end(child)?;
            return Ok(None);
        }
        thread::sleep(glance);
        glance = (glance * 2).min(LAST_GLANCE);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use coax_deadline::Reason;

    use super::*;

    #[test]
    fn what_a_command_prints_is_collected() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let output = output_until(&mut command, &Deadline::never()).unwrap().unwrap();
        assert_eq!((&*output.stdout, &*output.stderr), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn a_command_is_killed_at_the_deadline_even_if_its_children_go_on() {
        let (deadline, begun) = (Deadline::never(), Instant::now());
        let alarm = deadline.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            alarm.end(Reason::Time);
        });
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 100 & sleep 100"]);
        assert!(output_until(&mut command, &deadline).unwrap().is_none());
        assert!(output_until(&mut command, &deadline).unwrap().is_none(), "none is begun");
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}
