//! A C or C++ source text cut into pieces. Comments and preprocessor lines are left out; macros
//! stay as they are written.

/// A word, a literal or a sign, and its line (from 1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'s> {
    pub(crate) text: &'s str,
    pub(crate) line: u32,
}

impl Piece<'_> {
    pub(crate) fn is_word(&self) -> bool {
        self.text.starts_with(begins_word)
    }
}

/// The pieces of a source text, in order.
pub(crate) fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = source;
    let mut line = 1;
    // Nothing but blanks since the line began: a `#` is the preprocessor's.
    let mut fresh = true;
    while !rest.is_empty() {
        let (text, after) = rest.split_at(length(rest, fresh));
        let blank = text.starts_with(char::is_whitespace);
        let comment = text.starts_with("//") || text.starts_with("/*");
        let skipped = blank || comment || (fresh && text.starts_with('#'));
        if !skipped {
            found.push(Piece { text, line });
        }
        let newlines = text.matches('\n').count();
        line += u32::try_from(newlines).unwrap_or(u32::MAX);
        fresh = (blank && newlines > 0) || (fresh && skipped);
        rest = after;
    }
    found
}

/// How long the first piece is.
fn length(text: &str, fresh: bool) -> usize {
    let first = text.chars().next().unwrap_or_default();
    match first {
        '#' if fresh => logical_line(text),
        '/' if text.starts_with("//") => logical_line(text),
        '/' if text.starts_with("/*") => text.find("*/").map_or(text.len(), |at| at + 2),
        'R' if text.starts_with("R\"") => raw_string(text),
        '"' | '\'' => quoted(text.as_bytes()),
        '0'..='9' => until(text, |c| !in_word(c) && c != '\'' && c != '.'),
        _ if begins_word(first) => until(text, |c| !in_word(c)),
        _ if text.starts_with("...") => 3,
        _ if text.starts_with("::") => 2,
        _ => first.len_utf8(),
    }
}

fn begins_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn until(text: &str, end: impl Fn(char) -> bool) -> usize {
    text.find(end).unwrap_or(text.len())
}

/// The rest of the line, with the lines that backslashes join to it.
fn logical_line(text: &str) -> usize {
    let ends = text.match_indices('\n').map(|(at, _)| at);
    let joined = |at: usize| text[..at].trim_end_matches('\r').ends_with('\\');
    ends.into_iter().find(|&at| !joined(at)).unwrap_or(text.len())
}

fn quoted(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            // A literal does not go beyond its line; what looks so is none.
            b'\n' => return at,
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii) => at += 2,
            _ if byte == bytes[0] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// `R"mark(...)mark"`.
fn raw_string(text: &str) -> usize {
    let mark = text[2..].split_once('(').map_or("", |(mark, _)| mark);
    let end = format!("){mark}\"");
    text.find(&end).map_or(text.len(), |at| at + end.len())
}
