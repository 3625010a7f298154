//! Texts that are open in the editor, and places in them: files by their addresses, columns in the protocol's units.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use coax_clang::{PieceKind, outline};
use serde_json::{Value, json};

/// Open texts by their addresses.
#[derive(Default)]
pub struct Documents {
    texts: BTreeMap<String, String>,
}

/// A function of a text.
pub struct FunctionAt {
    pub name: String,
    /// Its first and last line, counted from 0.
    pub first: u32,
    pub last: u32,
}

impl Documents {
    /// A text was opened or changed.
    pub fn set(&mut self, address: &str, text: &str) {
        self.texts.insert(address.to_owned(), text.to_owned());
    }

    pub fn close(&mut self, address: &str) {
        self.texts.remove(address);
    }

    pub fn addresses(&self) -> Vec<String> {
        self.texts.keys().cloned().collect()
    }

    pub fn text(&self, address: &str) -> &str {
        self.texts.get(address).map_or("", String::as_str)
    }

    /// The functions of a text, in their order.
    pub fn functions(&self, address: &str) -> Vec<FunctionAt> {
        let pieces = outline(self.text(address)).into_iter();
        let functions = pieces.filter(|piece| piece.kind == PieceKind::Function);
        let named = functions.filter_map(|piece| {
            let name = piece.declares.iter().next()?.clone();
            Some(FunctionAt { name, first: piece.lines.start - 1, last: piece.lines.end - 2 })
        });
        named.collect()
    }
}

/// The file that an address names, if it names one.
pub fn path_of(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut letters = path.bytes();
    while let Some(letter) = letters.next() {
        if letter != b'%' {
            bytes.push(letter);
            continue;
        }
        let digits = [letters.next()?, letters.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    use std::os::unix::ffi::OsStringExt;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

/// The address of a file.
pub fn address_of(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt;
    let mut address = "file://".to_owned();
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

/// The range of the word at a line and a byte column (both from 1; column 0: the whole line), in a text.
pub fn range(text: &str, line: u32, column: u32) -> Value {
    let number = line.saturating_sub(1);
    let content = text.lines().nth(number as usize).unwrap_or_default();
    let is_start = |at: &usize| content.is_char_boundary(*at);
    let at = (column as usize).saturating_sub(1);
    let (start, end) = match column {
        0 => (content.len() - content.trim_start().len(), content.trim_end().len()),
        _ if at < content.len() && is_start(&at) => {
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
            let rest = &content[at..];
            let word = rest.len() - rest.trim_start_matches(is_part).len();
            let first = rest.chars().next().map_or(1, char::len_utf8);
            (at, at + word.max(first))
        }
        _ => (content.len(), content.len()),
    };
    let units = |end: usize| content[..end].encode_utf16().count();
    json!({
        "start": { "line": number, "character": units(start) },
        "end": { "line": number, "character": units(end) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_files() {
        let path = Path::new("/a b/ü#.c");
        assert_eq!(address_of(path), "file:///a%20b/%C3%BC%23.c");
        assert_eq!(path_of(&address_of(path)).as_deref(), Some(path));
        assert_eq!(path_of("untitled:1"), None);
        assert_eq!(path_of("file:///a%2"), None);
    }

    #[test]
    fn columns_are_counted_as_the_protocol_does() {
        let text = "int a;\n\t\"ü𝄞\" = value;\n";
        let at = |line, column| {
            let range = range(text, line, column);
            (
                range["start"]["character"].as_u64().unwrap(),
                range["end"]["character"].as_u64().unwrap(),
            )
        };
        assert_eq!(at(1, 5), (4, 5));
        // A tab, a quote, two and four bytes, a quote, " = ".
        assert_eq!(at(2, 13), (9, 14));
        assert_eq!(at(2, 0), (1, 15));
        assert_eq!(at(2, 99), (15, 15));
        assert_eq!(at(9, 1), (0, 0));
    }
}
