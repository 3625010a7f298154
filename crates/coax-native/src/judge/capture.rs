//! The beginning and the end of a stream.
//!
//! Invariant: never holds more than about twice what it keeps, however much flows by. The end
//! matters most: what stops a program is the last thing printed. A tool that does not stop it may
//! have said the important thing first.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// How many bytes at the end of a stream are kept.
const LAST: usize = 192 << 10;

/// How many bytes at its beginning are kept besides.
const FIRST: usize = 64 << 10;

/// Stands where something was left out; on a line of its own.
const GAP: &[u8] = b"\n[...]\n";

/// The first and the last bytes of a stream, and how many there were.
#[derive(Debug, Default)]
pub(super) struct Tail {
    first: Vec<u8>,
    last: Vec<u8>,
    total: u64,
}

impl Tail {
    /// Takes in what came next.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.total += chunk.len() as u64;
        let (head, rest) = chunk.split_at(chunk.len().min(FIRST - self.first.len()));
        self.first.extend_from_slice(head);
        self.last.extend_from_slice(rest);
        if self.last.len() > 2 * LAST {
            self.trim();
        }
    }

    /// How many bytes flowed by.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// What was kept.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.trim();
        if self.total > (self.first.len() + self.last.len()) as u64 {
            self.first.extend_from_slice(GAP);
        }
        self.first.extend_from_slice(&self.last);
        self.first
    }

    fn trim(&mut self) {
        let surplus = self.last.len().saturating_sub(LAST);
        self.last.drain(..surplus);
    }
}

/// The beginning and the end of a file; of a file that is not there, nothing.
pub(super) fn ends_of_file(path: &Path) -> io::Result<Vec<u8>> {
    ends_since(path, 0)
}

/// The beginning and the end of what a file has beyond `start`.
pub(super) fn ends_since(path: &Path, start: u64) -> io::Result<Vec<u8>> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Tail::default();
    let mut bytes = Vec::new();
    (&mut file).take(FIRST as u64).read_to_end(&mut bytes)?;
    let here = start + bytes.len() as u64;
    tail.push(&bytes);
    bytes.clear();
    let resume = length.saturating_sub(LAST as u64).max(here);
    file.seek(SeekFrom::Start(resume))?;
    file.take(LAST as u64).read_to_end(&mut bytes)?;
    tail.push(&bytes);
    tail.total += resume - here;
    Ok(tail.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(all: &[u8]) -> Vec<u8> {
        match all.len() {
            length if length <= FIRST + LAST => all.to_vec(),
            length => [&all[..FIRST], GAP, &all[length - LAST..]].concat(),
        }
    }

    #[test]
    fn keeps_both_ends_and_counts_everything() {
        for count in [0, 1, 10_000, 45_000, 100_000] {
            let (mut tail, mut all) = (Tail::default(), Vec::new());
            for i in 0..count {
                let chunk = format!("{i} ");
                all.extend_from_slice(chunk.as_bytes());
                tail.push(chunk.as_bytes());
                assert!(tail.first.len() <= FIRST && tail.last.len() <= 2 * LAST);
            }
            assert_eq!(tail.total(), all.len() as u64);
            assert!(tail.into_bytes() == ends(&all), "{count}");
        }
    }

    #[test]
    fn a_file_is_treated_alike() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        assert_eq!(ends_of_file(&path).unwrap(), b"");
        for length in [0, 10, FIRST, FIRST + 1, FIRST + LAST, FIRST + LAST + 1, 3 * (FIRST + LAST)]
        {
            let text: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            std::fs::write(&path, &text).unwrap();
            assert!(ends_of_file(&path).unwrap() == ends(&text), "{length}");
            assert_eq!(ends_since(&path, length as u64).unwrap(), b"");
            let some = length.min(7);
            assert!(ends_since(&path, some as u64).unwrap() == ends(&text[some..]), "{length}");
        }
    }
}
