//! Old C: what compilers accepted with a warning for decades and newer ones refuse, as functions without a
//! declaration or a pointer where a number is wanted.
//!
//! Invariant: a source is compiled as old C only if clang refuses it otherwise; what it means is the same.

/// The flags that make it warnings again, as every compiler takes them.
pub const OLD_C: [&str; 5] = [
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=implicit-int",
    "-Wno-error=implicit-function-declaration",
    // GCC knows it since its version 14 only, and takes `-Wno-` of what it does not know.
    "-Wno-return-mismatch",
];

/// What clang names an error of this kind.
const NAMES: [&str; 6] = [
    "[-Wincompatible-pointer-types",
    "[-Wincompatible-function-pointer-types",
    "[-Wint-conversion",
    "[-Wimplicit-int",
    "[-Wimplicit-function-declaration",
    "[-Wreturn-mismatch",
];

/// Is it one of the errors that clang named which only newer compilers make?
pub fn is_refused(diagnostics: &str) -> bool {
    let mut errors = diagnostics.lines().filter(|line| line.contains("error:"));
    errors.any(|line| NAMES.iter().any(|name| line.contains(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_that_are_new_make_old_c() {
        let line = |severity: &str, name: &str| format!("a.c:1:1: {severity}: no good [{name}]\n");
        assert!(is_refused(&line("error", "-Wimplicit-int")));
        assert!(is_refused(&(line("warning", "-Wx") + &line("error", "-Wint-conversion"))));
        assert!(!is_refused(&line("warning", "-Wimplicit-int")));
        assert!(!is_refused(&line("error", "-Wformat")));
        assert!(!is_refused("a.c:1:1: error: use of undeclared identifier 'x'\n"));
    }
}
