//! What models do when what they work on depends on inputs.
//!
//! Models not named here work on the values under the path's model: those are fixed, and the report says so.

use coax_engine::Treatment;

use crate::{math, words};

/// Those that look at terms themselves.
#[rustfmt::skip] // a name a line would be a long file
const AWARE: &[&str] = &[
    "coax_assume", "klee_assume", "klee_assert", "klee_is_symbolic", "klee_prefer_cex",
    "klee_print_expr", "__VERIFIER_assume", "__VERIFIER_assert", "__CPROVER_assume",
    "__CPROVER_assert",
    // <stdio.h>: bytes of files that are inputs
    "getc", "fgetc", "getc_unlocked", "fgetc_unlocked", "_IO_getc", "__uflow", "getchar",
    "getchar_unlocked", "ungetc",
    // <stdlib.h>: the size of an object may be a term
    "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "posix_memalign",
    "valloc",
];

/// Those of <ctype.h>, which look at terms themselves, too.
#[rustfmt::skip] // a name a line would be a long file
const CLASSES: &[&str] = &[
    "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "isalnum_l", "isalpha_l", "isblank_l",
    "iscntrl_l", "isdigit_l", "isgraph_l", "islower_l", "isprint_l", "ispunct_l", "isspace_l",
    "isupper_l", "isxdigit_l", "__isalnum_l", "__isalpha_l", "__isblank_l", "__iscntrl_l",
    "__isdigit_l", "__isgraph_l", "__islower_l", "__isprint_l", "__ispunct_l", "__isspace_l",
    "__isupper_l", "__isxdigit_l", "isascii", "toascii", "tolower", "toupper", "_tolower",
    "_toupper", "tolower_l", "toupper_l", "__tolower_l", "__toupper_l",
];

/// Those whose effects the program cannot see.
#[rustfmt::skip] // a name a line would be a long file
const OBSERVERS: &[&str] = &[
    "__coax_exit", "_exit", "_Exit", "__assert_fail", "__assert", "printf", "vprintf", "fprintf",
    "vfprintf", "__printf_chk", "__vprintf_chk", "__fprintf_chk", "__vfprintf_chk", "dprintf",
    "vdprintf", "puts", "putchar", "putc", "fputc", "fputs", "fwrite", "perror", "fflush",
    "putchar_unlocked", "putc_unlocked", "fputc_unlocked", "fputs_unlocked", "fwrite_unlocked",
    "syslog", "write",
];

/// Those whose arguments must be single values, but where every value is worth a path.
#[rustfmt::skip] // a name a line would be a long file
const DECIDED: &[&str] = &[
    "free", "cfree", "close", "fclose", "fopen", "fdopen", "read", "pread",
    "pread64", "__read_chk", "fread", "fread_unlocked", "__fread_chk", "__fread_unlocked_chk",
    "lseek", "lseek64", "fseek", "fseeko", "fseeko64",
];

/// Those that compare or look up on terms, and are done in C when pointers or lengths depend on
/// inputs, or the place of what they look for does.
#[rustfmt::skip]
const AWARE_TWINS: &[(&str, &[&str])] = &[
    ("__coax_twin_memcmp", &["memcmp", "bcmp", "__memcmpeq"]),
    ("__coax_twin_strcmp", &["strcmp", "strcoll", "strcoll_l", "__strcoll_l"]),
    ("__coax_twin_strncmp", &["strncmp"]),
    ("__coax_twin_strcasecmp", &["strcasecmp", "strcasecmp_l"]),
    ("__coax_twin_strncasecmp", &["strncasecmp", "strncasecmp_l"]),
    ("__coax_twin_strchr", &["strchr", "index"]),
    ("__coax_twin_memchr", &["memchr"]),
];

/// Those that are done in C as soon as they meet a term.
#[rustfmt::skip]
const TWINS: &[(&str, &[&str])] = &[
    ("__coax_twin_strlen", &["strlen"]),
    ("__coax_twin_strnlen", &["strnlen"]),
    ("__coax_twin_memrchr", &["memrchr"]),
    ("__coax_twin_rawmemchr", &["rawmemchr", "__rawmemchr"]),
    ("__coax_twin_strchrnul", &["strchrnul", "__strchrnul"]),
    ("__coax_twin_strrchr", &["strrchr", "rindex"]),
    ("__coax_twin_strstr", &["strstr"]),
    ("__coax_twin_strcasestr", &["strcasestr"]),
    ("__coax_twin_memmem", &["memmem"]),
    ("__coax_twin_strspn", &["strspn"]),
    ("__coax_twin_strcspn", &["strcspn"]),
    ("__coax_twin_strpbrk", &["strpbrk"]),
    ("__coax_twin_memcpy", &["memcpy", "memmove", "__memcpy_chk", "__memmove_chk"]),
    ("__coax_twin_mempcpy", &["mempcpy", "__mempcpy", "__mempcpy_chk"]),
    ("__coax_twin_bcopy", &["bcopy"]),
    ("__coax_twin_memset", &["memset", "__memset_chk"]),
    ("__coax_twin_bzero", &["bzero", "explicit_bzero", "__explicit_bzero_chk"]),
    ("__coax_twin_memccpy", &["memccpy"]),
    ("__coax_twin_stpcpy", &["stpcpy", "__stpcpy", "__stpcpy_chk"]),
    ("__coax_twin_strcpy", &["strcpy", "__strcpy_chk"]),
    ("__coax_twin_stpncpy", &["stpncpy", "__stpncpy", "__stpncpy_chk"]),
    ("__coax_twin_strncpy", &["strncpy", "__strncpy_chk"]),
    ("__coax_twin_strcat", &["strcat", "__strcat_chk"]),
    ("__coax_twin_strncat", &["strncat", "__strncat_chk"]),
    ("__coax_twin_strlcpy", &["strlcpy", "strxfrm", "strxfrm_l"]),
    ("__coax_twin_strlcat", &["strlcat"]),
    ("__coax_twin_strdup", &["strdup", "__strdup"]),
    ("__coax_twin_strndup", &["strndup", "__strndup"]),
    ("__coax_twin_atoi", &["atoi"]),
    ("__coax_twin_atol", &["atol", "atoll"]),
    ("__coax_twin_atof", &["atof"]),
    (
        "__coax_twin_strtol",
        &["strtol", "strtoll", "strtoimax", "strtoq", "strtol_l", "strtoll_l",
          "__strtol_internal", "__strtoll_internal"],
    ),
    ("__coax_twin_strtol_c23", &["__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoimax"]),
    (
        "__coax_twin_strtoul",
        &["strtoul", "strtoull", "strtoumax", "strtouq", "strtoul_l", "strtoull_l",
          "__strtoul_internal", "__strtoull_internal"],
    ),
    ("__coax_twin_strtoul_c23", &["__isoc23_strtoul", "__isoc23_strtoull", "__isoc23_strtoumax"]),
    ("__coax_twin_strtod", &["strtod", "strtod_l", "__strtod_l", "__strtod_internal"]),
    ("__coax_twin_strtof", &["strtof", "strtof_l", "__strtof_l", "__strtof_internal"]),
    ("__coax_twin_sprintf", &["sprintf"]),
    ("__coax_twin_vsprintf", &["vsprintf"]),
    ("__coax_twin_snprintf", &["snprintf"]),
    ("__coax_twin_vsnprintf", &["vsnprintf"]),
    ("__coax_twin_asprintf", &["asprintf", "__asprintf"]),
    ("__coax_twin_vasprintf", &["vasprintf"]),
    ("__coax_twin_sprintf_chk", &["__sprintf_chk"]),
    ("__coax_twin_vsprintf_chk", &["__vsprintf_chk"]),
    ("__coax_twin_snprintf_chk", &["__snprintf_chk"]),
    ("__coax_twin_vsnprintf_chk", &["__vsnprintf_chk"]),
    ("__coax_twin_sscanf", &["sscanf", "__isoc99_sscanf", "__isoc23_sscanf"]),
    ("__coax_twin_vsscanf", &["vsscanf", "__isoc99_vsscanf", "__isoc23_vsscanf"]),
    ("__coax_twin_fscanf", &["fscanf", "__isoc99_fscanf", "__isoc23_fscanf"]),
    ("__coax_twin_vfscanf", &["vfscanf", "__isoc99_vfscanf", "__isoc23_vfscanf"]),
    ("__coax_twin_scanf", &["scanf", "__isoc99_scanf", "__isoc23_scanf"]),
    ("__coax_twin_vscanf", &["vscanf", "__isoc99_vscanf", "__isoc23_vscanf"]),
    ("__coax_twin_fgets", &["fgets", "fgets_unlocked"]),
    ("__coax_twin_fgets_chk", &["__fgets_chk", "__fgets_unlocked_chk"]),
    ("__coax_twin_gets", &["gets"]),
    ("__coax_twin_getline", &["getline"]),
    ("__coax_twin_getdelim", &["getdelim", "__getdelim"]),
];

/// What a model does about terms.
pub(crate) fn of(name: &str) -> Treatment {
    let twin = |table: &[(&'static str, &[&str])]| {
        table.iter().find(|(_, names)| names.contains(&name)).map(|row| row.0)
    };
    let aware = AWARE.contains(&name) || CLASSES.contains(&name) || math::is_aware(name);
    if aware || name.starts_with(words::NONDET) {
        Treatment::Aware
    } else if OBSERVERS.contains(&name) {
        Treatment::Observe
    } else if DECIDED.contains(&name) {
        Treatment::Decide
    } else if let Some(twin) = twin(AWARE_TWINS) {
        Treatment::AwareOrTwin(twin)
    } else if let Some(twin) = twin(TWINS) {
        Treatment::Twin(twin)
    } else {
        Treatment::Concretize
    }
}

/// Those done in C that reach for more than the memory they are given.
#[rustfmt::skip]
const FAR: &[&str] = &[
    "fscanf", "__isoc99_fscanf", "__isoc23_fscanf", "vfscanf", "__isoc99_vfscanf",
    "__isoc23_vfscanf", "scanf", "__isoc99_scanf", "__isoc23_scanf", "vscanf", "__isoc99_vscanf",
    "__isoc23_vscanf", "fgets", "fgets_unlocked", "__fgets_chk", "__fgets_unlocked_chk", "gets",
    "getline", "getdelim", "__getdelim",
];

/// Words that say something about inputs and ask for none, or end the program.
#[rustfmt::skip]
const SAYING: &[&str] = &[
    "coax_assume", "klee_assume", "klee_assert", "__VERIFIER_assume", "__VERIFIER_assert",
    "__CPROVER_assume", "__CPROVER_assert", "reach_error", "__VERIFIER_error", "abort",
];

/// Does a model do nothing but read and write the memory it is given, and return?
pub(crate) fn is_local(name: &str) -> bool {
    let twin = matches!(of(name), Treatment::Twin(_) | Treatment::AwareOrTwin(_));
    let named = CLASSES.contains(&name) || SAYING.contains(&name);
    named || math::is_aware(name) || twin && !FAR.contains(&name)
}

/// The functions of the runtime that stand in for models where they meet terms, and those that open streams and
/// choose among makers for units; a program that is explored must have them.
pub fn twins() -> Vec<&'static str> {
    let twins = AWARE_TWINS.iter().chain(TWINS).map(|row| row.0);
    twins.chain([coax_engine::unit::INPUT_STREAM, coax_engine::unit::WAY]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn every_name_has_a_model_and_one_treatment() {
        let twinned = AWARE_TWINS.iter().chain(TWINS).flat_map(|row| row.1.iter());
        let plain = AWARE.iter().chain(CLASSES).chain(OBSERVERS).chain(DECIDED);
        let mut names: Vec<&str> = twinned.chain(plain).copied().collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        for name in names {
            assert!(registry::find(name).is_some() || name.starts_with("__coax"), "{name}");
        }
    }
}
