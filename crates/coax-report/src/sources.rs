//! The sources that a report is about, read when they are needed.
//!
//! Invariants: a file is asked for once, however many findings are in it; a file or a line that is not
//! there is `None`, never an error: sources may have changed or gone since the run.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Gives the bytes of a file, if it can.
type Reader<'a> = dyn Fn(&Path) -> Option<Vec<u8>> + 'a;

/// Source files by their names in a report.
pub struct Sources<'a> {
    read: Box<Reader<'a>>,
    known: RefCell<HashMap<PathBuf, Option<Rc<Source>>>>,
}

/// One source file.
pub struct Source {
    bytes: Vec<u8>,
    /// Where each line starts.
    starts: Vec<usize>,
}

impl<'a> Sources<'a> {
    /// Sources whose bytes `read` gives, if it can.
    pub fn new(read: impl Fn(&Path) -> Option<Vec<u8>> + 'a) -> Sources<'a> {
        Sources { read: Box::new(read), known: RefCell::default() }
    }

    /// No source at all.
    pub fn none() -> Sources<'static> {
        Sources::new(|_| None)
    }

    /// The file of this name.
    pub fn file(&self, name: &Path) -> Option<Rc<Source>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let source = (self.read)(name).map(|bytes| Rc::new(Source::new(bytes)));
        self.known.borrow_mut().insert(name.to_owned(), source.clone());
        source
    }
}

impl Source {
    /// A file with this content.
    pub fn new(bytes: Vec<u8>) -> Source {
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Source { bytes, starts }
    }

    /// All of it, with what is not UTF-8 replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// How many lines it has; an empty one behind the last end of a line does not count.
    pub fn number_of_lines(&self) -> usize {
        self.starts.iter().filter(|start| **start < self.bytes.len()).count()
    }

    /// A line, counted from 1, without its end.
    pub fn line(&self, number: u32) -> Option<&[u8]> {
        let index = (number as usize).checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).map_or(self.bytes.len(), |next| next - 1);
        let line = &self.bytes[start..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let source = Source::new(b"one\r\n\nthree".to_vec());
        let lines: Vec<_> = (0..5).map(|number| source.line(number)).collect();
        assert_eq!(lines, [None, Some(&b"one"[..]), Some(b""), Some(b"three"), None]);
        assert_eq!(Source::new(Vec::new()).line(1), Some(&b""[..]));
        let number = |text: &str| Source::new(text.into()).number_of_lines();
        assert_eq!(["", "a", "a\n", "a\n\n", "a\n\nb"].map(number), [0, 1, 1, 2, 3]);
    }

    #[test]
    fn a_file_is_asked_for_once_also_if_it_is_not_there() {
        let asked = Cell::new(0);
        let sources = Sources::new(|file| {
            asked.set(asked.get() + 1);
            (file == Path::new("a.c")).then(|| b"x".to_vec())
        });
        for _ in 0..3 {
            assert!(sources.file(Path::new("a.c")).is_some());
            assert!(sources.file(Path::new("b.c")).is_none());
        }
        assert_eq!(asked.get(), 2);
    }
}
