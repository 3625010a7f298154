//! Reports of AddressSanitizer, LeakSanitizer and MemorySanitizer, and what they say about signals.

use coax_kinds::ErrorKind;

use super::super::finding::{Finding, SourcePoint, Tool};
use super::super::territory::Territory;
use super::{Headline, WILD_JUMP, stack, without_addresses};

/// Beginnings of a report's words, with what they stand for. The first that fits counts.
const WORDS: &[(&str, Option<ErrorKind>)] = &[
    ("heap-buffer-overflow", Some(ErrorKind::OutOfBounds)),
    ("stack-buffer-overflow", Some(ErrorKind::OutOfBounds)),
    ("stack-buffer-underflow", Some(ErrorKind::OutOfBounds)),
    ("dynamic-stack-buffer-overflow", Some(ErrorKind::OutOfBounds)),
    ("global-buffer-overflow", Some(ErrorKind::OutOfBounds)),
    ("container-overflow", Some(ErrorKind::OutOfBounds)),
    ("intra-object-overflow", Some(ErrorKind::OutOfBounds)),
    ("use-after-poison", Some(ErrorKind::OutOfBounds)),
    ("unknown-crash", Some(ErrorKind::OutOfBounds)),
    ("heap-use-after-free", Some(ErrorKind::UseAfterFree)),
    ("stack-use-after-return", Some(ErrorKind::UseAfterFree)),
    ("stack-use-after-scope", Some(ErrorKind::UseAfterFree)),
    ("attempting double-free", Some(ErrorKind::DoubleFree)),
    ("attempting free on address", Some(ErrorKind::InvalidFree)),
    ("attempting to call malloc_usable_size", Some(ErrorKind::InvalidFree)),
    ("alloc-dealloc-mismatch", Some(ErrorKind::InvalidFree)),
    ("new-delete-type-mismatch", Some(ErrorKind::InvalidFree)),
    ("bad-free", Some(ErrorKind::InvalidFree)),
    ("negative-size-param", Some(ErrorKind::NegativeSize)),
    ("requested allocation size", Some(ErrorKind::NegativeSize)),
    ("allocation-size-too-big", Some(ErrorKind::NegativeSize)),
    ("calloc-overflow", Some(ErrorKind::NegativeSize)),
    ("reallocarray-overflow", Some(ErrorKind::NegativeSize)),
    ("use-of-uninitialized-value", Some(ErrorKind::UninitializedRead)),
    ("detected memory leaks", Some(ErrorKind::MemoryLeak)),
    ("stack-overflow", Some(ErrorKind::StackOverflow)),
    ("FPE ", Some(ErrorKind::DivisionByZero)),
    ("ILL ", Some(ErrorKind::Abort)),
    ("TRAP ", Some(ErrorKind::Abort)),
    ("ABRT ", Some(ErrorKind::Abort)),
    ("SEGV ", Some(ErrorKind::OutOfBounds)),
    ("BUS ", Some(ErrorKind::OutOfBounds)),
];

/// Nothing can be mapped below this address, so a fault there started from null.
const LOWEST_MAPPED: u64 = 64 << 10;

/// A check of a function's type looks at the words before the function, so below null, too.
const BELOW_NULL: u64 = u64::MAX - 64;

/// How a sanitizer says that the program went to where there is no code.
const JUMP_HINTS: [&str; 2] =
    ["Hint: PC is at a non-executable region", "Hint: pc points to the zero page"];

/// How what a sanitizer says of itself begins.
const FAILED_CHECK: &str = "CHECK failed: ";

/// Functions that are handed a pointer in order to release it.
const RELEASING: [&str; 6] =
    ["free", "cfree", "realloc", "reallocarray", "operator delete", "operator delete[]"];

/// The first line of a report: `==7==ERROR: AddressSanitizer: heap-buffer-overflow on …`.
pub(super) fn headline(line: &str) -> Option<Headline> {
    let Some(rest) = line.strip_prefix("==") else { return failed_check(line) };
    let (pid, rest) = rest.split_once("==")?;
    pid.parse::<u32>().ok()?;
    let rest = rest.strip_prefix("ERROR: ").or_else(|| rest.strip_prefix("WARNING: "))?;
    let (name, said) = rest.split_once(": ")?;
    let tool = sanitizer(name)?;
    let known = WORDS.iter().find(|(words, _)| said.starts_with(words));
    let mut kind = known.and_then(|(_, kind)| *kind);
    if kind == Some(ErrorKind::OutOfBounds) && is_null(said) {
        kind = Some(ErrorKind::NullDereference);
    }
    Some(Headline { tool, words: shortened(said), kind, place: None })
}

fn sanitizer(name: &str) -> Option<Tool> {
    match name {
        "AddressSanitizer" => Some(Tool::Address),
        "LeakSanitizer" => Some(Tool::Leak),
        "MemorySanitizer" => Some(Tool::Memory),
        "UndefinedBehaviorSanitizer" => Some(Tool::Undefined),
        _ => None,
    }
}

/// How a sanitizer says that its own state is broken: `MemorySanitizer: CHECK failed: FILE:LINE …`. The
/// program did it, by releasing what was never allocated for instance; the stack tells where.
fn failed_check(line: &str) -> Option<Headline> {
    let (name, said) = line.split_once(": ")?;
    let check = said.strip_prefix(FAILED_CHECK)?.split(' ').next()?;
    let words = format!("{FAILED_CHECK}{check}");
    Some(Headline { tool: sanitizer(name)?, words, kind: None, place: None })
}

/// Whether a report is about `abort`, whose reason the C library may have printed before.
pub(super) fn is_abort(finding: &Finding) -> bool {
    finding.words.starts_with("ABRT ")
}

/// Whether LeakSanitizer gave up.
pub(super) fn is_leak_failure(line: &str) -> bool {
    line.contains("LeakSanitizer has encountered a fatal error")
        || line.contains("LeakSanitizer does not work under ptrace")
}

/// The one thing AddressSanitizer only warns about, an allocation of a size it refuses: an error if
/// the size was negative before it became one. (A merely large one may fail on any machine.)
pub(super) fn refused_allocation(line: &str) -> Option<Finding> {
    let (pid, rest) = line.strip_prefix("==")?.split_once("==")?;
    pid.parse::<u32>().ok()?;
    let rest = rest.strip_prefix("WARNING: AddressSanitizer failed to allocate 0x")?;
    let size = u64::from_str_radix(rest.strip_suffix(" bytes")?, 16).ok()?.cast_signed();
    let words = format!("failed to allocate {size} bytes");
    let negative = Finding {
        tool: Tool::Address,
        words,
        kind: Some(ErrorKind::NegativeSize),
        place: None,
        frames: Vec::new(),
    };
    (size < 0).then_some(negative)
}

/// Whether a fault's address tells that it started from a null pointer.
fn is_null(said: &str) -> bool {
    let Some((_, rest)) = said.split_once("on unknown address 0x") else { return false };
    let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
    u64::from_str_radix(&rest[..digits], 16)
        .is_ok_and(|address| !(LOWEST_MAPPED..BELOW_NULL).contains(&address))
}

/// The words without what differs from run to run.
fn shortened(said: &str) -> String {
    let mut said = said;
    for rest in [" (pc 0x", " at pc 0x", " in thread T"] {
        said = said.split(rest).next().unwrap_or(said);
    }
    let said = said.strip_suffix(" on unknown address 0x000000000000").unwrap_or(said);
    let plain = without_addresses(said.trim_end_matches([':', ' ']));
    let plain = plain.strip_suffix(" on address 0x…").unwrap_or(&plain);
    let plain = plain.strip_suffix(" on 0x…").unwrap_or(plain);
    let plain = plain.strip_suffix(" 0x…").unwrap_or(plain);
    match plain {
        // The one address that says something.
        "SEGV" => "SEGV on unknown address 0x0".to_owned(),
        "ABRT" | "FPE" | "ILL" | "TRAP" | "BUS" => format!("{plain} on unknown address"),
        other => other.trim_end_matches(':').to_owned(),
    }
}

/// Adds what the lines below the first one say.
pub(super) fn refine(finding: &mut Finding, body: &[&str]) {
    let access =
        |line: &&&str| line.starts_with("READ of size") || line.starts_with("WRITE of size");
    let leak =
        |line: &&&str| line.starts_with("Direct leak of") || line.starts_with("Indirect leak of");
    if let Some(line) = body.iter().take(3).find(access) {
        let access = line.split(" at 0x").next().unwrap_or(line);
        finding.words = format!("{}: {access}", finding.words);
    } else if let Some(line) = body.iter().find(leak) {
        let leak = line.split(" allocated from").next().unwrap_or(line);
        finding.words = format!("{}: {leak}", finding.words);
    }
    let is_fault = finding.words.starts_with("SEGV") || finding.words.starts_with("BUS");
    let is_hint = |line: &&str| JUMP_HINTS.iter().any(|hint| line.contains(hint));
    if is_fault && body.iter().take(4).any(is_hint) {
        finding.words = WILD_JUMP.to_owned();
        if finding.kind == Some(ErrorKind::OutOfBounds) {
            finding.kind = Some(ErrorKind::BadCast);
        }
    } else if (is_fault || finding.words.starts_with(FAILED_CHECK)) && released(&finding.frames) {
        finding.kind = Some(ErrorKind::InvalidFree);
    }
}

/// Whether a stack starts inside a function that releases memory: a sanitizer's own frames, which
/// have no lines, stand above it.
fn released(frames: &[SourcePoint]) -> bool {
    let mut runtime = frames.iter().take_while(|frame| frame.line == 0);
    runtime.any(|frame| RELEASING.contains(&frame.function.split('(').next().unwrap_or("")))
}

/// The stack of the first leak that the program itself allocated, or of the first at all.
pub(super) fn leak_stack(body: &[&str], territory: &Territory) -> Vec<SourcePoint> {
    let mut stacks =
        body.split(|line| line.contains(" leak of ")).skip(1).map(stack::first).peekable();
    let first = stacks.peek().cloned().unwrap_or_default();
    stacks.find(|frames| territory.place(frames).is_some()).unwrap_or(first)
}
