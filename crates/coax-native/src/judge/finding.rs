//! What a native run showed: plain data.

use coax_kinds::ErrorKind;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It exited with this status.
    Exited(i32),
    /// This signal killed it.
    Signalled(i32),
    /// It had used up its processor time and was killed.
    TimedOut,
    /// It was waiting for something for too long and was killed.
    Stalled,
    /// It used more memory than allowed and was killed.
    OutOfMemory,
    /// It wrote more or started more processes than allowed and was killed.
    Flooded,
}

/// Who noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// AddressSanitizer.
    Address,
    /// UndefinedBehaviorSanitizer.
    Undefined,
    /// LeakSanitizer.
    Leak,
    /// MemorySanitizer.
    Memory,
    /// Valgrind.
    Valgrind,
    /// The C library: a failed assertion, `abort`, its own heap checks.
    Libc,
    /// The C++ runtime: `terminate`.
    Cxx,
    /// The operating system: a signal without an explanation.
    Signal,
    /// The clock: the time limit.
    Clock,
}

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePoint {
    /// The file, as the debug information has it; empty if there is none.
    pub file: String,
    /// The line; 0 if unknown.
    pub line: u32,
    /// The column; 0 if unknown.
    pub column: u32,
    /// The function; empty if unknown.
    pub function: String,
}

/// One thing that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Who noticed.
    pub tool: Tool,
    /// The tool's own words, e.g. `heap-buffer-overflow`.
    pub words: String,
    /// The error kind these words stand for; `None` if there is no kind for it.
    pub kind: Option<ErrorKind>,
    /// The innermost place that belongs to the program under test.
    pub place: Option<SourcePoint>,
    /// The call stack, innermost first, frames of libraries included.
    pub frames: Vec<SourcePoint>,
}

/// What one run did.
#[derive(Clone, Debug, PartialEq)]
pub struct NativeRun {
    /// How the process ended.
    pub end: End,
    /// What went wrong, in the order in which it was printed.
    pub findings: Vec<Finding>,
    /// Leaks could not be looked for, although this kind of run should: LeakSanitizer needs to
    /// trace the process, and was not allowed to.
    pub leaks_unknown: bool,
    /// The beginning and the end of standard output.
    pub stdout: Vec<u8>,
    /// The beginning and the end of standard error.
    pub stderr: Vec<u8>,
    /// Wall time.
    pub seconds: f64,
}
