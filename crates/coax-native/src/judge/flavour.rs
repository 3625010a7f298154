//! How a program is built for one purpose: flags, environment, and the command it runs under.
//!
//! Every tool is told to end a process in which it found something with [`SANITIZER_EXIT`]: at
//! once, or, those that look for uninitialised reads, when the process ends. Left out on purpose
//! are checks of what the list of error kinds has no name for and what much working code does
//! (alignment, pointer arithmetic on null, null passed with length 0): they would end a run before
//! it reaches what it was made for.

use super::limits::Limits;
use super::subject::{Subject, Toolchain};
use crate::sandbox::{Access, SandboxedCommand};
use std::path::Path;

/// The exit status of a process that a sanitizer or valgrind ended.
pub(super) const SANITIZER_EXIT: i32 = 113;

/// What a binary is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flavour {
    /// As a plain compiler builds it.
    Plain,
    /// With AddressSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer.
    Sanitized,
    /// The same as [`Flavour::Sanitized`], but the program goes on after what they find: behind it may be what the
    /// test was made for. A sum that overflows wraps around, a shift does what the machine does.
    GoingOn,
    /// To find uninitialised reads: with MemorySanitizer, or, for C++, whose library is not
    /// instrumented, under valgrind.
    Memory,
    /// The same, but in C an undefined value counts as read already where it is handed to a
    /// function: MemorySanitizer does not look into those of the library (`printf`). In the
    /// program's own, on the other hand, it then sees no use any more; so ask [`Flavour::Memory`]
    /// first.
    MemoryEager,
    /// With counters for coverage.
    Coverage,
}

/// The tool behind a flavour, once the language is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    Nothing,
    AddressAndUndefined,
    AddressAndUndefinedGoingOn,
    MemorySanitizer,
    EagerMemorySanitizer,
    Valgrind,
    Counters,
}

/// What a sanitizer is asked to do while a program runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// Look for leaks.
    pub(super) leaks: bool,
    /// Name what is in the stacks it prints.
    pub(super) names: bool,
}

const EVERY_BUILD: &[&str] = &["-w", "-O0", "-fno-omit-frame-pointer"];

/// A sum that overflows wraps around: tests of what follows an overflow need it.
const PLAIN: &[&str] = &["-g", "-fwrapv"];

const ADDRESS_AND_UNDEFINED: &[&str] = &[
    "-g",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize=alignment,pointer-overflow,nonnull-attribute,returns-nonnull-attribute",
    "-fno-sanitize-recover=all",
    "-fsanitize-address-use-after-scope",
];

const ADDRESS_AND_UNDEFINED_GOING_ON: &[&str] = &[
    "-g",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize=alignment,pointer-overflow,nonnull-attribute,returns-nonnull-attribute",
    "-fsanitize-recover=all",
    "-fsanitize-address-use-after-scope",
];

/// Of C++ only, and only where there are type names to compare.
const DYNAMIC_TYPES: &str = "-fsanitize=vptr";

/// Goes on after a finding: the next one may be what the test was made for.
const EAGER_MEMORY_SANITIZER: &[&str] = &["-g", "-fsanitize=memory", "-fsanitize-recover=memory"];

const MEMORY_SANITIZER: &[&str] =
    &["-g", "-fsanitize=memory", "-fsanitize-recover=memory", "-fno-sanitize-memory-param-retval"];

/// Valgrind 3.19 does not read all of DWARF 5.
const VALGRIND: &[&str] = &["-gdwarf-4"];

/// Continuous mode maps the counters to the file and shares them with forked children: a test
/// counts also when it is killed. Atomic, since several tests run at once.
const COUNTERS: &[&str] = &[
    "-g",
    "-fwrapv",
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
    "-fprofile-continuous",
    "-fprofile-update=atomic",
    "-mllvm",
    "-emptyline-comment-coverage=false",
];

impl Flavour {
    /// The name of its folder.
    pub(super) fn name(self) -> &'static str {
        match self {
            Flavour::Plain => "plain",
            Flavour::Sanitized => "sanitized",
            Flavour::GoingOn => "going_on",
            Flavour::Memory => "memory",
            Flavour::MemoryEager => "memory_eager",
            Flavour::Coverage => "coverage",
        }
    }

    pub(super) fn means(self, subject: &Subject) -> Means {
        match self {
            Flavour::Plain => Means::Nothing,
            Flavour::Sanitized => Means::AddressAndUndefined,
            Flavour::GoingOn => Means::AddressAndUndefinedGoingOn,
            Flavour::Memory | Flavour::MemoryEager if subject.cxx => Means::Valgrind,
            Flavour::Memory => Means::MemorySanitizer,
            Flavour::MemoryEager => Means::EagerMemorySanitizer,
            Flavour::Coverage => Means::Counters,
        }
    }
}

impl Means {
    /// Flags for compiling and linking what is the program's (the test file itself is not
    /// measured), and whether that is C++ with names of types at run time.
    pub(super) fn flags(
        self,
        of_program: bool,
        type_names: bool,
    ) -> impl Iterator<Item = &'static str> {
        let own = match self {
            Means::Nothing => PLAIN,
            Means::AddressAndUndefined => ADDRESS_AND_UNDEFINED,
            Means::AddressAndUndefinedGoingOn => ADDRESS_AND_UNDEFINED_GOING_ON,
            Means::MemorySanitizer => MEMORY_SANITIZER,
            Means::EagerMemorySanitizer => EAGER_MEMORY_SANITIZER,
            Means::Valgrind => VALGRIND,
            Means::Counters if of_program => COUNTERS,
            Means::Counters => PLAIN,
        };
        let types = (self.has_undefined() && type_names).then_some(DYNAMIC_TYPES);
        EVERY_BUILD.iter().copied().chain(types).chain(own.iter().copied())
    }

    /// The function attribute that makes the compiler instrument code no front end has seen.
    pub(super) fn attribute(self) -> Option<&'static str> {
        match self {
            Means::AddressAndUndefined | Means::AddressAndUndefinedGoingOn => {
                Some("sanitize_address")
            }
            Means::MemorySanitizer | Means::EagerMemorySanitizer => Some("sanitize_memory"),
            Means::Nothing | Means::Valgrind | Means::Counters => None,
        }
    }

    /// Whether a process has shadow memory beside its own.
    pub(super) fn shadowed(self) -> bool {
        !matches!(self, Means::Nothing | Means::Counters)
    }

    /// Whether leaks are looked for.
    pub(super) fn finds_leaks(self) -> bool {
        self.has_undefined()
    }

    /// Whether the program goes on after what AddressSanitizer and UndefinedBehaviorSanitizer find.
    pub(super) fn goes_on(self) -> bool {
        self == Means::AddressAndUndefinedGoingOn
    }

    /// Whether AddressSanitizer and UndefinedBehaviorSanitizer are there.
    fn has_undefined(self) -> bool {
        matches!(self, Means::AddressAndUndefined | Means::AddressAndUndefinedGoingOn)
    }

    /// Whether sanitizers print stacks; they can leave it to others to name what is in them.
    pub(super) fn prints_stacks(self) -> bool {
        self.has_undefined() || matches!(self, Means::MemorySanitizer | Means::EagerMemorySanitizer)
    }

    /// The command that runs a program with some access, without the program's arguments.
    pub(super) fn command(
        self,
        program: &Path,
        tools: &Toolchain,
        access: &Access,
        Watch { leaks, names }: Watch,
    ) -> SandboxedCommand {
        let mut command = match self {
            Means::Valgrind => {
                let mut command = tools.sandbox.command(&tools.valgrind, access);
                command.args(["-q", "--leak-check=no"]);
                command.args(["--fullpath-after=", "--num-callers=50", "--trace-children=no"]);
                command.arg(format!("--error-exitcode={SANITIZER_EXIT}")).arg(program);
                command
            }
            _ => tools.sandbox.command(program, access),
        };
        let symbolizer = tools.symbolizer.display();
        let base = format!(
            "exitcode={SANITIZER_EXIT}:color=never:symbolize={}:print_stacktrace=1:\
             external_symbolizer_path={symbolizer}:handle_abort=1:handle_sigill=1:\
             handle_sigtrap=1:handle_sigfpe=1:allocator_may_return_null=1:\
             max_allocation_size_mb=4096",
            u8::from(names)
        );
        let address = format!(
            "{base}:detect_leaks={}:detect_stack_use_after_return=1:detect_odr_violation=0:\
             print_legend=0:halt_on_error={}",
            u8::from(leaks),
            u8::from(!self.goes_on())
        );
        command.env("ASAN_OPTIONS", address);
        command.env("UBSAN_OPTIONS", &base).env("MSAN_OPTIONS", &base);
        command.env_remove("LSAN_OPTIONS").env_remove("LLVM_PROFILE_FILE");
        command
    }

    /// The resident memory at which a process is killed.
    pub(super) fn resident_limit(self, limits: &Limits) -> u64 {
        limits.resident(self.shadowed())
    }
}
