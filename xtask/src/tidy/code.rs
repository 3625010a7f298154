//! Rust sources as rules read them: without comments and literals, without tests.
//!
//! Invariant: what is left out becomes blanks, so that lines and columns stay what they are.

use super::tree::File;

/// The code of a source: comments, strings and characters are blank, and so is all from the module of
/// tests at the end on.
pub fn code_of(file: File<'_>) -> String {
    let code = without_literals(file.text);
    let lines: Vec<&str> = code.lines().collect();
    let tests = lines.windows(2).position(|pair| {
        pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    });
    lines[..tests.unwrap_or(lines.len())].join("\n")
}

/// Is it a source of a crate, and not one of its tests?
pub fn is_product(path: &str) -> bool {
    let test = path.ends_with("/tests.rs") || path.contains("/tests/");
    path.contains("/src/") && path.ends_with(".rs") && !test
}

/// The line (from 1) that a byte is on.
pub fn line_at(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn without_literals(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let blank = blank_length(rest, after_word);
        let (piece, after) = rest.split_at(blank.unwrap_or(first.len_utf8()));
        match blank {
            Some(_) => code.extend(piece.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' })),
            None => code.push_str(piece),
        }
        rest = after;
    }
    code
}

/// How long the comment or literal is that a text begins with. After a word, `r` and `b` are letters of it.
fn blank_length(text: &str, after_word: bool) -> Option<usize> {
    let ends_at = |at: Option<usize>| Some(at.unwrap_or(text.len()));
    match text.as_bytes() {
        [b'/', b'/', ..] => ends_at(text.find('\n')),
        [b'/', b'*', ..] => Some(comment_length(text)),
        [b'"', ..] => Some(quoted_length(text, 1)),
        [b'b', b'"', ..] if !after_word => Some(quoted_length(text, 2)),
        [b'r', ..] | [b'b', b'r', ..] if !after_word => raw_length(text),
        [b'\'', ..] => character_length(text),
        _ => None,
    }
}

/// Comments may contain comments.
fn comment_length(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                at += 2;
            }
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn quoted_length(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// `r"..."`, `br#"..."#`; none for a word that begins with these letters.
fn raw_length(text: &str) -> Option<usize> {
    let mark = text.trim_start_matches('b').strip_prefix('r')?;
    let hashes = mark.len() - mark.trim_start_matches('#').len();
    let inside = mark[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let begin = text.len() - inside.len();
    Some(inside.find(&end).map_or(text.len(), |at| begin + at + end.len()))
}

/// A character, which is closed right behind it; none for a lifetime.
fn character_length(text: &str) -> Option<usize> {
    let mut letters = text.char_indices().skip(1);
    let (_, first) = letters.next()?;
    if first == '\\' {
        letters.next()?;
        return letters.find(|(_, letter)| *letter == '\'').map(|(at, _)| at + 1);
    }
    letters.next().filter(|(_, letter)| *letter == '\'').map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        code_of(File { path: "crates/a/src/a.rs", text })
    }

    #[test]
    fn comments_and_literals_are_blank() {
        for (text, expected) in [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("f(\"(\\\"{\", g)", "f(      , g)"),
            ("f(r#\"(\"\"#, br\"{\", b\"\\\\\")", "f(       ,      ,      )"),
            ("f('(', '\\'', '\\u{7f}', b'{')", "f(   ,     ,         , b   )"),
            ("fn f<'a>(x: &'a str, r: u8)", "fn f<'a>(x: &'a str, r: u8)"),
            ("number\"x\"", "number   "),
        ] {
            assert_eq!(code(text), expected, "{text}");
        }
    }

    #[test]
    fn tests_at_the_end_are_left_out() {
        assert_eq!(code("fn f() {}\n#[cfg(test)]\nmod tests {\n}\n"), "fn f() {}");
        assert_eq!(
            code("#[cfg(test)]\nmod tests;\nfn f() {}"),
            "#[cfg(test)]\nmod tests;\nfn f() {}"
        );
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!([0, 1, 2].map(|at| line_at("a\nb", at)), [1, 1, 2]);
    }

    #[test]
    fn sources_are_told_from_tests() {
        assert!(is_product("crates/coax/src/load.rs") && is_product("xtask/src/main.rs"));
        for path in ["crates/coax/tests/a.rs", "crates/coax/src/tests.rs", "crates/a/build.rs"] {
            assert!(!is_product(path), "{path}");
        }
    }
}
