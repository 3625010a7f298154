//! Which flags for the compiler are taken from files: an allow-list.
//!
//! A flag that the user types is the user's word. One that stands in a `compile_commands.json` or in
//! the first line of a test comes with foreign code: it may say what the code means, and nothing
//! else. A compiler can be told to load plugins, to run programs and to write files.

/// Flags that say what code means, as they are,
#[rustfmt::skip] // a flag a line would be a long file
const EXACT: &[&str] = &[
    "-ansi", "-pthread", "-nostdinc", "-nostdinc++", "-undef", "-trigraphs",
    "-fPIC", "-fpic", "-fPIE", "-fpie", "-m32", "-m64", "-mms-bitfields", "-mgeneral-regs-only",
];

/// those that begin like this and go on with a value,
#[rustfmt::skip]
const WITH_VALUE: &[&str] = &[
    "-D", "-U", "-std=", "--std=", "-x", "--target=", "-stdlib=",
    "-fvisibility=", "-fpack-struct=", "-ftemplate-depth=", "-fconstexpr-depth=", "-fconstexpr-steps=",
    "-ffp-contract=", "-fexec-charset=", "-fwide-exec-charset=", "-finput-charset=",
    "-fms-compatibility-version=", "-ftrivial-auto-var-init=", "-flax-vector-conversions=",
    "-march=", "-mtune=", "-mcpu=", "-mabi=", "-mfpu=", "-mfloat-abi=", "-mcmodel=", "-mlong-double-",
    "-msse", "-mavx", "-mfma", "-mbmi", "-mno-", "-mpopcnt", "-maes", "-mpclmul", "-mlzcnt", "-mf16c",
    "-mmmx", "-mrdrnd", "-mrdseed", "-msha", "-madx", "-mcx16", "-mmovbe", "-mfsgsbase", "-mxsave",
    "-mred-zone", "-mstackrealign", "-mpreferred-stack-boundary=", "-mfpmath=",
];

/// and those that can be switched on (`-fNAME`) and off (`-fno-NAME`).
#[rustfmt::skip]
const SWITCHES: &[&str] = &[
    "signed-char", "unsigned-char", "signed-bitfields", "unsigned-bitfields", "short-enums",
    "short-wchar", "pack-struct", "wrapv", "trapv", "strict-aliasing", "strict-overflow",
    "delete-null-pointer-checks", "common", "exceptions", "non-call-exceptions", "cxx-exceptions",
    "rtti", "visibility-inlines-hidden", "ms-extensions", "gnu89-inline", "gnu-inline-asm", "builtin",
    "freestanding", "hosted", "asm", "asm-blocks", "permissive", "char8_t", "coroutines",
    "coroutines-ts", "threadsafe-statics", "elide-constructors", "strict-enums", "aligned-new",
    "aligned-allocation", "sized-deallocation", "operator-names", "blocks", "implicit-templates",
    "math-errno", "fast-math", "unsafe-math-optimizations", "rounding-math", "signaling-nans",
    "finite-math-only", "signed-zeros", "trapping-math", "associative-math", "reciprocal-math",
    "lax-vector-conversions", "dollars-in-identifiers", "trigraphs", "declspec", "borland-extensions",
    "ms-compatibility", "delayed-template-parsing", "use-cxa-atexit", "plt", "semantic-interposition",
    "access-control", "PIC", "pic", "PIE", "pie", "jump-tables", "inline", "inline-functions",
    "zero-initialized-in-bss", "merge-all-constants", "assume-sane-operator-new", "openmp-simd",
    "diagnostics-color", "color-diagnostics", "omit-frame-pointer", "stack-protector",
    "stack-protector-strong", "stack-protector-all", "function-sections", "data-sections",
    "unwind-tables", "asynchronous-unwind-tables", "ident", "unroll-loops",
];

/// Of tests also: what they are linked with, and how they are built.
const OF_TESTS: &[&str] =
    &["-l", "-L", "-O", "-g", "-fsanitize=", "-fno-sanitize", "-ferror-limit="];

/// Does a word say what code means, and nothing else?
pub fn says_what_code_means(word: &str) -> bool {
    let switched = word
        .strip_prefix("-fno-")
        .or_else(|| word.strip_prefix("-f"))
        .is_some_and(|name| SWITCHES.contains(&name) || name.starts_with("builtin-"));
    EXACT.contains(&word) || switched || WITH_VALUE.iter().any(|known| word.starts_with(known))
}

/// May a word stand in the first line of a test? Paths, and values of the flag before, may.
pub fn may_build_a_test(word: &str) -> bool {
    let warning =
        word.starts_with("-W") && !["-Wp,", "-Wa,", "-Wl,"].iter().any(|p| word.starts_with(p));
    let linker = word.strip_prefix("-Wl,").is_some_and(|rest| !rest.contains("plugin"));
    !word.starts_with(['-', '@'])
        || word == "-w"
        || ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"]
            .iter()
            .any(|known| word.starts_with(known))
        || OF_TESTS.iter().any(|known| word.starts_with(known))
        || says_what_code_means(word)
        || warning
        || linker
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_loads_runs_or_writes_is_not_taken() {
        for word in [
            "-fpass-plugin=x.so",
            "-fplugin=x.so",
            "-ftime-trace=/x/f",
            "-ftime-trace",
            "-fproc-stat-report=/x/f",
            "-fuse-ld=./script",
            "-fmodules-cache-path=/x",
            "-fcrash-diagnostics-dir=/x",
            "-fsave-optimization-record",
            "-foptimization-record-file=/x",
            "-fprofile-instr-generate=/x",
            "-fno-integrated-as",
            "-mllvm",
            "-mllvm=-load=x.so",
            "-Xclang",
            "-cc1",
            "@more",
            "-Bdir",
            "--config=x",
            "-specs=x",
            "-save-temps",
            "-dependency-file",
        ] {
            assert!(!says_what_code_means(word), "{word}");
            assert!(!may_build_a_test(word), "{word}");
        }
        assert!(!may_build_a_test("-Wl,-plugin,x.so"));
    }

    #[test]
    fn what_says_what_code_means_is() {
        for word in ["-DX=1", "-std=c11", "-fno-exceptions", "-fPIC", "-march=native", "-mavx2"] {
            assert!(says_what_code_means(word), "{word}");
        }
        for word in ["a.c", "-lm", "-Wl,../tests/missing_1.ld", "-Wall", "-O2", "-I../x"] {
            assert!(may_build_a_test(word), "{word}");
        }
    }
}
