//! How the process ends: what is said on stderr and which exit code it gets.

use std::process::ExitCode;

use coax_campaign::{ExitStatus, Failure};

fn code_of(status: ExitStatus) -> u8 {
    match status {
        ExitStatus::Success => 0,
        ExitStatus::ErrorsFound => 1,
        ExitStatus::GaveUp => 2,
        ExitStatus::Interrupted => 130,
        ExitStatus::Program(code) => code,
    }
}

fn code_of_failure(failure: &Failure) -> u8 {
    match failure {
        Failure::Input(_) => 2,
        Failure::Machine(_) | Failure::NotJudged(_) | Failure::Internal(_) => 3,
    }
}

/// Ends the process as [`finish`] would, without waiting for any thread and without destroying what
/// threads may still use.
pub fn at_once(result: Result<ExitStatus, Failure>) -> ! {
    use std::io::Write;
    let code = match result {
        Ok(status) => code_of(status),
        Err(failure) => {
            anstream::eprintln!("{failure}");
            code_of_failure(&failure)
        }
    };
    // The reader is gone if this fails.
    let _ = std::io::stdout().flush();
    // SAFETY: ends the process, and nothing that other threads hold is touched.
    unsafe { libc::_exit(code.into()) }
}

/// Says why a command failed, if it did, and gives the exit code.
pub fn finish(result: Result<ExitStatus, Failure>) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(code_of(status)),
        Err(failure) => {
            anstream::eprintln!("{failure}");
            ExitCode::from(code_of_failure(&failure))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_the_documented_ones() {
        assert_eq!(code_of(ExitStatus::Success), 0);
        assert_eq!(code_of(ExitStatus::ErrorsFound), 1);
        assert_eq!(code_of(ExitStatus::GaveUp), 2);
        assert_eq!(code_of(ExitStatus::Interrupted), 130);
        assert_eq!(code_of(ExitStatus::Program(42)), 42);
        assert_eq!(code_of_failure(&Failure::Input(String::new())), 2);
        assert_eq!(code_of_failure(&Failure::Machine(String::new())), 3);
        assert_eq!(code_of_failure(&Failure::Internal(String::new())), 3);
        assert_eq!(code_of_failure(&Failure::Machine(String::new())), 3);
        assert_eq!(code_of_failure(&Failure::NotJudged(String::new())), 3);
    }
}
