//! Places of a report as locations of SARIF.
//!
//! Invariants: an address of a file is percent-encoded, and relative wherever the file lies below the root;
//! a column counts UTF-16 units if the line can be read, else it is left out unless it is the first.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Component, Path};

use serde_sarif::sarif::{
    ArtifactContent, ArtifactLocation, Location, LogicalLocation, Message, PhysicalLocation, Region,
};

use crate::model::{Frame, Warning};
use crate::run::FinishedRun;
use crate::sources::Sources;

/// What relative addresses are relative to, in the words of the standard.
const ROOT: &str = "%SRCROOT%";

/// Makes locations for one run.
pub(super) struct Places<'a> {
    root: &'a Path,
    sources: &'a Sources<'a>,
}

/// The bases of relative addresses. Where they are is the reader's business.
pub(super) fn bases() -> BTreeMap<String, ArtifactLocation> {
    let text = "The folder in which the report was made".to_owned();
    let description = Some(Message { text: Some(text), ..Message::default() });
    let base = ArtifactLocation { description, ..ArtifactLocation::default() };
    BTreeMap::from([(ROOT.to_owned(), base)])
}

impl<'a> Places<'a> {
    pub(super) fn of(run: &FinishedRun<'a>) -> Places<'a> {
        Places { root: run.root, sources: run.sources }
    }

    /// Where a possible error is.
    pub(super) fn of_warning(&self, warning: &Warning) -> Location {
        let function = warning.trace.first().map_or(&warning.function, |frame| &frame.function);
        Location {
            physical_location: self.physical(&warning.file, warning.line, warning.column),
            logical_locations: Some(vec![logical(function)]),
            ..Location::default()
        }
    }

    /// The same with a number and its message, as one that belongs to another.
    pub(super) fn related(&self, index: usize, warning: &Warning) -> Location {
        let text = Some(warning.message.clone());
        Location {
            id: Some(index as i64 + 1),
            message: Some(Message { text, ..Message::default() }),
            ..self.of_warning(warning)
        }
    }

    /// Where a call of a trace is.
    pub(super) fn of_call(&self, frame: &Frame) -> Location {
        let text = Some(format!("in {}", frame.function));
        Location {
            physical_location: self.physical(&frame.file, frame.line, 0),
            logical_locations: Some(vec![logical(&frame.function)]),
            message: Some(Message { text, ..Message::default() }),
            ..Location::default()
        }
    }

    fn physical(&self, file: &str, line: u32, column: u32) -> Option<PhysicalLocation> {
        (!file.is_empty()).then(|| PhysicalLocation {
            artifact_location: Some(self.artifact(file)),
            region: (line > 0).then(|| self.region(file, line, column)),
            ..PhysicalLocation::default()
        })
    }

    fn region(&self, file: &str, line: u32, column: u32) -> Region {
        let source = self.sources.file(Path::new(file));
        let text = source.as_ref().and_then(|source| source.line(line));
        let column = match (column, text) {
            (0, _) => None,
            (1, _) => Some(1),
            (_, text) => text.and_then(|text| utf16_column(text, column)),
        };
        let snippet = text.map(|text| ArtifactContent {
            text: Some(String::from_utf8_lossy(text).into_owned()),
            ..ArtifactContent::default()
        });
        let start_line = Some(line.into());
        Region { start_line, start_column: column, snippet, ..Region::default() }
    }

    fn artifact(&self, file: &str) -> ArtifactLocation {
        let path = Path::new(file);
        let below = path.strip_prefix(self.root).unwrap_or(path);
        if below.is_absolute() {
            let uri = Some(format!("file://{}", address(below)));
            return ArtifactLocation { uri, ..ArtifactLocation::default() };
        }
        ArtifactLocation {
            uri: Some(address(below)),
            uri_base_id: Some(ROOT.into()),
            ..ArtifactLocation::default()
        }
    }
}

fn logical(function: &str) -> LogicalLocation {
    LogicalLocation {
        fully_qualified_name: Some(function.into()),
        kind: Some("function".into()),
        ..LogicalLocation::default()
    }
}

/// The address of a file: its path without empty steps, percent-encoded.
fn address(path: &Path) -> String {
    let mut address = String::new();
    for part in path.components() {
        let text = match part {
            Component::CurDir | Component::Prefix(_) => continue,
            Component::RootDir => {
                address.push('/');
                continue;
            }
            Component::ParentDir => "..".into(),
            Component::Normal(name) => name.to_string_lossy(),
        };
        if !address.is_empty() && !address.ends_with('/') {
            address.push('/');
        }
        text.bytes().for_each(|byte| push_encoded(&mut address, byte));
    }
    address
}

fn push_encoded(address: &mut String, byte: u8) {
    if byte.is_ascii_alphanumeric() || b"-._~+@".contains(&byte) {
        address.push(byte.into());
    } else {
        let _ = write!(address, "%{byte:02X}");
    }
}

/// A column in bytes as one in UTF-16 units; none if the line is shorter.
fn utf16_column(line: &[u8], column: u32) -> Option<i64> {
    let before = line.get(..column as usize - 1)?;
    Some(String::from_utf8_lossy(before).encode_utf16().count() as i64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_relative_below_the_root_and_encoded() {
        let sources = Sources::none();
        let places = Places { root: Path::new("/project"), sources: &sources };
        let uri = |file: &str| {
            let artifact = places.artifact(file);
            (artifact.uri.unwrap(), artifact.uri_base_id.is_some())
        };
        let cases = [
            ("src/a.c", "src/a.c", true),
            ("./src/./a.c", "src/a.c", true),
            ("../a.c", "../a.c", true),
            ("/project/src/a.c", "src/a.c", true),
            ("/usr/include/b c.h", "file:///usr/include/b%20c.h", false),
            ("a<b>&|`%#?:.c", "a%3Cb%3E%26%7C%60%25%23%3F%3A.c", true),
            ("\u{fffd}ä.c", "%EF%BF%BD%C3%A4.c", true),
        ];
        for (file, expected, is_relative) in cases {
            assert_eq!(uri(file), (expected.to_owned(), is_relative), "{file}");
        }
    }

    #[test]
    fn columns_count_utf16_units() {
        let line = "/* ä𝄞 */ x".as_bytes();
        let columns = [2, 4, 6, 10, 14, 15, 16].map(|column| utf16_column(line, column));
        let expected = [Some(2), Some(4), Some(5), Some(7), Some(11), Some(12), None];
        assert_eq!(columns, expected);
    }
}
