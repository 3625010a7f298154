//! Words of build commands and Makefiles: flags, files and languages.

use crate::text::{shell_word, spelt_word};

/// What makes errors visible.
pub(crate) const SANITIZERS: &str =
    "-g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all";

/// Warnings are for those who write the code; and tests see what is private.
pub(crate) fn own_flags(cxx: bool) -> &'static str {
    if cxx { "-w -fno-access-control" } else { "-w" }
}

/// A source file for a compiler that takes C for C++ otherwise.
pub(crate) fn source_words(source: &str, cxx: bool) -> String {
    let word = shell_word(source);
    if cxx && language(source) == Language::C { format!("-x c {word} -x none") } else { word }
}

/// What a source file is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Cxx,
    Bitcode,
}

/// By its name.
pub(crate) fn language(source: &str) -> Language {
    match source.rsplit_once('.').map(|(_, extension)| extension) {
        Some("c" | "i") => Language::C,
        Some("bc" | "ll") => Language::Bitcode,
        _ => Language::Cxx,
    }
}

/// A shell word within a recipe or variable. What begins a comment in one and not in the other is
/// spelt out.
pub(crate) fn make_word(word: &str) -> String {
    let word = if word.contains('#') { spelt_word(word) } else { shell_word(word) };
    word.replace('$', "$$")
}

/// A source file within a recipe or variable, for a compiler that takes C for C++ otherwise.
pub(crate) fn make_source(source: &str, cxx: bool) -> String {
    let word = make_word(source);
    if cxx && language(source) == Language::C { format!("-x c {word} -x none") } else { word }
}

/// A file name as a prerequisite. One with letters that mean something to make, for which it has no
/// quotes, is taken for changed whenever it is asked for.
pub(crate) fn make_target(file: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./+,@' ".contains(letter);
    if file.chars().all(plain) { file.replace(' ', "\\ ") } else { "FORCE".into() }
}
