//! What functions without a body do, as far as the analysis has to know.
//!
//! A function of the library is known by its name only where no file defines it. Invariant: what is not listed
//! here may do anything to memory that it can reach.

use coax_ir::{FuncId, Program};
use coax_kinds::ErrorKind;

use crate::memory::Effect;

/// What an allocation gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocation {
    /// `malloc(size)`.
    Plain,
    /// `calloc(count, size)`: zeros.
    Zeros,
}

/// The name of a function that no file defines.
pub fn name(program: &Program, id: FuncId) -> Option<&str> {
    let function = program.function(id);
    (!function.defined).then_some(&*function.name)
}

/// Does it allocate?
pub fn allocation(program: &Program, id: FuncId) -> Option<Allocation> {
    match name(program, id)? {
        "malloc" => Some(Allocation::Plain),
        "calloc" => Some(Allocation::Zeros),
        _ => None,
    }
}

/// Does it free what its argument points to?
pub fn is_free(program: &Program, id: FuncId) -> bool {
    name(program, id) == Some("free")
}

/// Does it set a place to jump back to, so that it returns twice?
pub fn returns_twice(program: &Program, id: FuncId) -> bool {
    name(program, id).is_some_and(|name| name.contains("setjmp"))
}

/// Functions that read memory at most, and keep no pointer.
#[rustfmt::skip] // a name a line would be a long file
const READERS: &[&str] = &[
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "bcmp", "atoi", "atol",
    "atoll", "atof", "puts", "putchar", "putc", "fputc", "fputs", "fwrite", "perror", "strspn", "strcspn",
    "abs", "labs", "llabs", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower",
    "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "__ctype_b_loc",
    "__ctype_tolower_loc", "__ctype_toupper_loc", "__errno_location", "time", "clock", "rand", "getpid",
    "fabs", "sqrt", "pow", "floor", "ceil", "sin", "cos", "tan", "exp", "log", "log10", "fmod", "atan",
    "atan2", "round", "trunc", "fabsf", "sqrtf", "powf", "floorf", "ceilf", "sinf", "cosf", "acos", "asin",
    "lround", "lrint", "exit", "_exit", "abort", "__assert_fail",
    "coax_assumed", "coax_verified", "coax_int", "coax_uint", "coax_char", "coax_long", "coax_size",
    "coax_float", "coax_double", "coax_ptr", "coax_bool", "klee_int", "klee_range",
];

/// The prefix of words that give a value of the type they name.
const NONDET: &str = "__VERIFIER_nondet_";

/// Does it read memory at most, and keep no pointer?
fn is_reader(name: &str) -> bool {
    READERS.contains(&name) || name.starts_with(NONDET)
}

/// Does it do nothing but give a value that is input?
fn is_input(name: &str) -> bool {
    name.starts_with(NONDET)
        || matches!(name, "klee_int" | "klee_range")
        || name.strip_prefix("coax_").is_some_and(|word| {
            let words = ["int", "uint", "char", "long", "size", "float", "double", "ptr", "bool"];
            words.contains(&word)
        })
}

/// Functions that write to what their arguments point to, and keep no pointer.
#[rustfmt::skip]
const WRITERS: &[&str] = &[
    "memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat", "strncat", "sprintf", "snprintf",
    "vsnprintf", "printf", "fprintf", "sscanf", "fgets", "fread",
];

/// Functions that do not return.
const ENDS: &[&str] = &[
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "abort",
    "__assert_fail",
    "__assert",
    "__assert_perror_fail",
    "reach_error",
    "__VERIFIER_error",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__cxa_throw",
    "__cxa_rethrow",
    "_ZSt9terminatev",
];

/// Does it keep no pointer that it is given?
pub fn only_borrows(program: &Program, id: FuncId) -> bool {
    let known = |name: &str| is_reader(name) || WRITERS.contains(&name) || name == "free";
    name(program, id).is_some_and(known)
}

/// May it return a pointer that it was given?
pub fn returns_argument(program: &Program, id: FuncId) -> bool {
    let known = ["memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat", "strncat", "fgets"];
    name(program, id).is_some_and(|name| known.contains(&name))
}

/// Does it never return?
pub fn ends(program: &Program, id: FuncId) -> bool {
    name(program, id).is_some_and(|name| ENDS.contains(&name))
}

/// What it may do to memory that others know of.
pub fn effect(program: &Program, id: FuncId) -> Effect {
    match name(program, id) {
        Some(name) if is_reader(name) || allocation(program, id).is_some() => Effect::default(),
        Some(name) if WRITERS.contains(&name) => Effect { writes: true, frees: false },
        _ => Effect::ANYTHING,
    }
}

/// May it, or a function of the runtime that it calls, read memory through a pointer that it is given?
pub fn may_look_at_memory(program: &Program, id: FuncId) -> bool {
    let function = program.function(id);
    let is_foreign = !function.defined || function.runtime;
    is_foreign && errors(&function.name).contains(&ErrorKind::OutOfBounds)
}

/// The errors it may show when it is called, beside those of its arguments being uninitialised.
pub fn errors(name: &str) -> &'static [ErrorKind] {
    use ErrorKind as E;
    match name {
        "free" | "cfree" => &[E::DoubleFree, E::InvalidFree],
        "malloc" | "calloc" => &[E::NegativeSize, E::MemoryLeak],
        "__assert_fail"
        | "__assert"
        | "__assert_perror_fail"
        | "reach_error"
        | "__VERIFIER_error"
        | "coax_assert"
        | "coax_verified"
        | "klee_assert"
        | "__VERIFIER_assert"
        | "__CPROVER_assert" => &[E::Assertion],
        "abort" => &[E::Abort],
        "_ZSt9terminatev" | "__cxa_throw" | "__cxa_rethrow" => &[E::UncaughtException, E::Abort],
        "abs" | "labs" | "llabs" => &[E::SignedOverflow],
        "coax_assumed" | "coax_assume" | "klee_assume" | "__VERIFIER_assume"
        | "__CPROVER_assume" | "rand" | "putchar" | "getpid" | "clock" | "exit" | "_exit" => &[],
        word if is_input(word) => &[],
        known if READERS.contains(&known) || WRITERS.contains(&known) => {
            &[E::NullDereference, E::OutOfBounds, E::UseAfterFree, E::NegativeSize]
        }
        _ => &[
            E::NullDereference,
            E::OutOfBounds,
            E::UseAfterFree,
            E::DoubleFree,
            E::InvalidFree,
            E::NegativeSize,
            E::DivisionByZero,
            E::SignedOverflow,
            E::Assertion,
            E::Abort,
            E::Unreachable,
            E::BadCast,
            E::UncaughtException,
            E::MemoryLeak,
            E::StackOverflow,
            E::NoTermination,
        ],
    }
}
