//! Which places belong to the program under test.
//!
//! A stack starts in a sanitizer's interceptor or in a library and ends in the test; the place to
//! show is the innermost one in between that the user wrote.

use std::path::{Component, Path, PathBuf};

use super::finding::SourcePoint;

/// Headers and libraries of the system.
const SYSTEM: [&str; 4] = ["/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib"];

/// What is the program's and what is not.
#[derive(Clone, Debug, Default)]
pub(super) struct Territory {
    sources: Vec<PathBuf>,
    foreign: Vec<PathBuf>,
}

impl Territory {
    /// The program's `sources`, and files and folders that are the tests'.
    pub(super) fn new(sources: &[PathBuf], foreign: &[PathBuf]) -> Territory {
        let absolute = |paths: &[PathBuf]| paths.iter().map(|path| absolute(path)).collect();
        Territory { sources: absolute(sources), foreign: absolute(foreign) }
    }

    /// The same with one more file or folder that is the tests'.
    pub(super) fn without(&self, foreign: &Path) -> Territory {
        let mut territory = self.clone();
        territory.foreign.push(absolute(foreign));
        territory
    }

    /// Whether a file is the program's: one of its sources, or a header that is neither the
    /// system's nor the tests'. Debug information of what we compile has absolute paths; libraries'
    /// has not.
    pub(super) fn owns(&self, file: &str) -> bool {
        let path = Path::new(file);
        if !path.is_absolute() {
            return false;
        }
        // Links beside the tests may name what lies elsewhere.
        let path = path.canonicalize().unwrap_or_else(|_| plain(path));
        let below = |folder: &Path| path.starts_with(folder);
        self.sources.contains(&path)
            || !(SYSTEM.iter().any(|folder| below(Path::new(folder)))
                || self.foreign.iter().any(|folder| below(folder)))
    }

    /// Whether what is covered of a file counts: it is the program's, and none that lies beside tests.
    pub(super) fn is_measured(&self, file: &str) -> bool {
        let path = Path::new(file);
        let path = path.canonicalize().unwrap_or_else(|_| plain(path));
        self.owns(file) && !self.foreign.iter().any(|folder| path.starts_with(folder))
    }

    /// The innermost frame that is the program's.
    pub(super) fn place(&self, frames: &[SourcePoint]) -> Option<SourcePoint> {
        frames.iter().find(|frame| frame.line > 0 && self.owns(&frame.file)).cloned()
    }
}

/// A path without `.`, `..` and symbolic links, even if nothing is there.
fn absolute(path: &Path) -> PathBuf {
    path.canonicalize()
        .or_else(|_| std::path::absolute(path))
        .map_or_else(|_| path.to_owned(), |path| plain(&path))
}

/// A path without `.` and `..`, by its text alone.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn territory() -> Territory {
        Territory::new(&["/p/src/a.c".into(), "/usr/lib/odd/b.c".into()], &["/p/out/tests".into()])
    }

    #[test]
    fn sources_and_their_headers_are_owned() {
        for file in ["/p/src/a.c", "/p/src/x/../a.c", "/p/include/a.h", "/usr/lib/odd/b.c"] {
            assert!(territory().owns(file), "{file}");
        }
    }

    #[test]
    fn tests_systems_and_libraries_are_not() {
        for file in [
            "/p/out/tests/t1.c",
            "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/vector",
            "/usr/lib/other.c",
            "./stdlib/abort.c",
            "",
        ] {
            assert!(!territory().owns(file), "{file}");
        }
    }

    #[test]
    fn the_innermost_owned_frame_is_the_place() {
        let frame =
            |file: &str, line| SourcePoint { file: file.into(), line, ..SourcePoint::default() };
        let frames = [
            frame("", 0),
            frame("/usr/include/v.h", 3),
            frame("/p/src/a.c", 7),
            frame("/p/x.h", 1),
        ];
        assert_eq!(territory().place(&frames), Some(frames[2].clone()));
        assert_eq!(territory().place(&frames[..2]), None);
    }
}
