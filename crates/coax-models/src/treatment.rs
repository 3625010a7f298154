//! What models do when what they work on depends on inputs.
//!
//! Whatever is not named here is fixed to the values of the path's model, and the report says so.

use coax_engine::Treatment;

use crate::words;

/// Those that look at terms themselves.
const AWARE: &[&str] = &[
    "coax_assume", "klee_assume", "klee_assert", "klee_is_symbolic", "klee_prefer_cex",
    "klee_print_expr", "__VERIFIER_assume", "__VERIFIER_assert", "__CPROVER_assume",
    "__CPROVER_assert",
];

/// Those whose effects the program cannot see.
const OBSERVERS: &[&str] = &[
    "__coax_exit", "_exit", "_Exit", "__assert_fail", "__assert", "printf", "vprintf", "fprintf",
    "vfprintf", "__printf_chk", "__vprintf_chk", "__fprintf_chk", "__vfprintf_chk", "dprintf",
    "vdprintf", "puts", "putchar", "putc", "fputc", "fputs", "fwrite", "perror", "fflush",
    "putchar_unlocked", "putc_unlocked", "fputc_unlocked", "fputs_unlocked", "fwrite_unlocked",
    "syslog",
];

/// Those whose arguments must be single values, but where every value is worth a path.
const SETTLED: &[&str] = &[
    "malloc", "calloc", "realloc", "reallocarray", "free", "cfree", "aligned_alloc", "memalign",
    "posix_memalign", "exit", "close", "fclose",
];

/// What a model does about terms.
pub(crate) fn of(name: &str) -> Treatment {
    if AWARE.contains(&name) || name.starts_with(words::NONDET) {
        Treatment::Aware
    } else if OBSERVERS.contains(&name) {
        Treatment::Observe
    } else if SETTLED.contains(&name) {
        Treatment::Settle
    } else {
        Treatment::Pin
    }
}
