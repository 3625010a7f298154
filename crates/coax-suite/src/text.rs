//! Bytes and names as C source, shell words and comments.
//!
//! Invariants: a literal compiles to exactly its bytes under every C and C++ standard (no trigraph,
//! no hexadecimal escape that swallows the next letter); an identifier is none that the language or
//! the headers a test includes have taken.

/// Widest line of a generated file.
pub(crate) const WIDTH: usize = 100;

/// Whether people read these bytes as text: mostly printable, and no accident of two or three.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let printable = bytes.iter().filter(|&&byte| is_printable(byte)).count();
    printable == bytes.len() || (bytes.len() >= 4 && printable * 10 >= bytes.len() * 7)
}

/// Whether people read every one of these bytes as text.
pub(crate) fn is_plain_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| is_printable(byte))
}

fn is_printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r')
}

/// The bytes up to the zeros at the end.
pub(crate) fn without_trailing_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// A string literal, on one line.
pub(crate) fn string_literal(bytes: &[u8]) -> String {
    literal_pieces(bytes, usize::MAX).join(" ")
}

/// A string literal as pieces that end after a newline or before the width is exceeded.
pub(crate) fn literal_pieces(bytes: &[u8], width: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut after_hex = false;
    for (at, &byte) in bytes.iter().enumerate() {
        let token = escaped(byte, at.checked_sub(1).map(|i| bytes[i]), bytes.get(at + 1).copied());
        if after_hex && byte.is_ascii_hexdigit() {
            // A hexadecimal escape has no end of its own: "\x1" "a", not "\x1a".
            piece.push_str("\" \"");
        }
        piece.push_str(&token);
        after_hex = token.starts_with("\\x");
        let ends_line = width != usize::MAX && byte == b'\n';
        if (ends_line || piece.len() + 8 > width) && at + 1 < bytes.len() {
            pieces.push(format!("\"{piece}\""));
            piece.clear();
            after_hex = false;
        }
    }
    pieces.push(format!("\"{piece}\""));
    pieces
}

/// One byte of a string literal, given its neighbours.
fn escaped(byte: u8, before: Option<u8>, after: Option<u8>) -> String {
    match byte {
        b'"' => "\\\"".into(),
        // `??=` and its like are other characters in older C.
        b'?' if before == Some(b'?') => "\\?".into(),
        0 if !after.is_some_and(|next| next.is_ascii_digit()) => "\\0".into(),
        _ => escaped_anywhere(byte),
    }
}

fn escaped_anywhere(byte: u8) -> String {
    match byte {
        b'\\' => "\\\\".into(),
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

/// A character literal.
pub(crate) fn char_literal(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".into(),
        0 => "'\\0'".into(),
        _ => format!("'{}'", escaped_anywhere(byte)),
    }
}

/// Words that mean something in C, in C++, or in the headers a test includes.
const TAKEN: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "environ",
    "errno",
    "exit",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

/// Beginnings of names that headers and the replay runtime keep for themselves.
const TAKEN_PREFIXES: &[&str] = &["replay", "coax_", "si_", "sa_", "st_"];

/// A C identifier that reminds of the name.
pub(crate) fn identifier(name: &str) -> String {
    let mut word: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
        .collect::<String>()
        .trim_start_matches('_')
        .into();
    if word.is_empty() || word.starts_with(|first: char| first.is_ascii_digit()) {
        word.insert_str(0, "input_");
    }
    let shouted = word.len() > 2 && !word.contains(|letter: char| letter.is_ascii_lowercase());
    let taken = TAKEN.contains(&word.as_str())
        || TAKEN_PREFIXES.iter().any(|prefix| word.starts_with(prefix));
    if shouted || taken {
        // Macros are in capitals as a rule.
        word.push('_');
    }
    word
}

/// A word as a shell reads it: on one line, and not the end of a comment.
pub(crate) fn shell_word(word: &str) -> String {
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    if word.contains(char::is_control) || word.contains("*/") || word.contains("/*") {
        return spelt_word(word);
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-_=+./,:@%^".contains(letter)
}

/// How a word begins and ends that is spelt out.
const SPELT: (&str, &str) = ("$(printf %b '", "')");

/// A word that means nothing to what reads it before the shell does: what is not plain is given by its
/// number. Works for words that do not end with the end of a line.
pub(crate) fn spelt_word(word: &str) -> String {
    let mut text = String::new();
    for letter in word.chars() {
        if is_plain(letter) {
            text.push(letter);
            continue;
        }
        let bytes = letter.to_string().into_bytes();
        bytes.iter().for_each(|byte| text.push_str(&format!("\\0{byte:03o}")));
    }
    format!("\"{}{text}{}\"", SPELT.0, SPELT.1)
}

/// The word that such a word of a command stands for, its outer quotes taken away; others are
/// themselves.
pub fn read_word(word: &str) -> String {
    let spelt = word.strip_prefix(SPELT.0).and_then(|rest| rest.strip_suffix(SPELT.1));
    let Some(mut rest) = spelt else { return word.to_owned() };
    let mut bytes = Vec::new();
    while let Some(letter) = rest.chars().next() {
        let number = rest.strip_prefix("\\0").and_then(|digits| digits.get(..3));
        match number.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[5..];
            }
            None => {
                bytes.extend(letter.to_string().into_bytes());
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Is this word among those of a text?
pub(crate) fn is_word(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !behind.is_some_and(is_part)
    })
}

/// Text for within a comment: on one line, and not the end of it.
pub(crate) fn comment_text(text: &str) -> String {
    let visible: String =
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    visible.replace("*/", "* /").replace("/*", "/ *")
}

/// Words in lines.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// A test's name as that of a file.
pub(crate) fn stem_of(id: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    id.chars().map(|letter| if plain(letter) { letter } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_keep_their_neighbours_apart() {
        assert_eq!(string_literal(b"a\"b\\\n"), r#""a\"b\\\n""#);
        assert_eq!(string_literal(b"\x01a\x01g"), r#""\x01" "a\x01g""#);
        assert_eq!(string_literal(b"\x001\x00a"), r#""\x00" "1\0a""#);
        assert_eq!(string_literal(b"??="), r#""?\?=""#);
        assert_eq!(string_literal(b""), r#""""#);
    }

    #[test]
    fn long_literals_break_after_newlines_and_before_the_margin() {
        assert_eq!(literal_pieces(b"ab\ncd", 80), [r#""ab\n""#, r#""cd""#]);
        assert!(literal_pieces(&[b'x'; 300], 80).iter().all(|piece| piece.len() <= 80));
    }

    #[test]
    fn characters_that_need_it_are_escaped() {
        let all: Vec<_> = [b'a', b'\'', b'"', 0, b'\n', 0xff].map(char_literal).into();
        assert_eq!(all, ["'a'", r"'\''", "'\"'", r"'\0'", r"'\n'", r"'\xff'"]);
    }

    #[test]
    fn identifiers_avoid_what_is_taken() {
        for (name, expected) in [
            ("n", "n"),
            ("A", "A"),
            ("class", "class_"),
            ("SIGINT", "SIGINT_"),
            ("a[3].b", "a_3__b"),
            ("3d", "input_3d"),
            ("", "input_"),
            ("__x", "x"),
            ("replay", "replay_"),
        ] {
            assert_eq!(identifier(name), expected);
        }
    }

    #[test]
    fn comments_stay_comments_and_words_stay_words() {
        assert_eq!(comment_text("a */ b\n/* c"), "a * / b / * c");
        assert_eq!(shell_word("a b'c"), r"'a b'\''c'");
        assert_eq!(shell_word("-I/x"), "-I/x");
        assert_eq!(shell_word("a\nb.c"), r#""$(printf %b 'a\0012b.c')""#);
    }

    #[test]
    fn words_that_are_spelt_out_are_read_again_by_us_and_by_a_shell() {
        for word in ["a\nb", "x*/y", "/*", "%d\t\\", "#$`\"'", "\u{e9}\n\u{1f980}.c", "\\0101\n;"] {
            let spelt = spelt_word(word);
            assert!(!spelt.contains(['\n', '#', '*']), "{spelt}");
            assert_eq!(read_word(spelt.trim_matches('"')), word);
            let line = format!("printf %s {spelt}");
            let said = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&said.stdout), word, "{spelt}");
        }
        assert_eq!(read_word("plain.c"), "plain.c");
    }
}
