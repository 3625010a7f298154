//! Sources whose names no `#include` can spell, and no line of a sanitizer's report: tests name them by
//! links that lie beside the tests.
//!
//! A quote ends the name in an `#include`, and there is no way to write one; a newline ends the line. So
//! the folder of such a source gets a link with a plain name, and the source itself, too, if it is its
//! own name that cannot be written; what it includes is then looked for in that folder.

use std::io;
use std::path::{Path, PathBuf};

use crate::out_folder::{RunFolder, TESTS};

/// The folder of the links, within that of tests: what lies there itself are tests.
pub const LINKS: &str = "links";

/// A source under a name that can be written.
#[derive(Debug, PartialEq, Eq)]
pub struct Linked {
    /// The name within the folder of tests.
    pub name: String,
    /// The folder in which what it includes is looked for, within the folder of tests: the name of the
    /// file says nothing about it.
    pub folder: Option<String>,
    /// Links and what they point to.
    links: Vec<(String, PathBuf)>,
}

/// Can this not be written where names stand between quotes on one line?
pub fn is_unspeakable(path: &Path) -> bool {
    path.to_str().is_none_or(|text| text.contains(['"', '\\', '\n', '\r']))
}

impl Linked {
    /// The source of this number, if it needs a link. It is named `seen` from the folder of tests.
    pub fn of(seen: &Path, number: usize) -> Option<Linked> {
        if !is_unspeakable(seen) {
            return None;
        }
        let name = Path::new(seen.file_name()?);
        let folder = format!("{LINKS}/folder_{number}");
        let parent = seen.parent().unwrap_or(Path::new(""));
        let mut links = vec![(folder.clone(), Path::new("..").join(parent))];
        if !is_unspeakable(name) {
            let name = format!("{folder}/{}", name.display());
            return Some(Linked { name, folder: None, links });
        }
        let extension = name.extension().and_then(|extension| extension.to_str()).unwrap_or("c");
        let name = format!("{LINKS}/source_{number}.{extension}");
        links.push((name.clone(), Path::new("..").join(seen)));
        Some(Linked { name, folder: Some(folder), links })
    }

    /// Makes the links in the folder of results.
    pub fn make(&self, out: &RunFolder) -> io::Result<()> {
        let mut links = self.links.iter();
        links.try_for_each(|(name, target)| out.put_link(&format!("{TESTS}/{name}"), target))
    }

    /// The flag for the folder of what it includes, if one is needed; `tests` is the folder of tests.
    pub fn flag(&self, tests: &str) -> Option<String> {
        self.folder.as_ref().map(|folder| format!("-iquote{tests}/{folder}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_be_written_need_no_link() {
        assert_eq!(Linked::of(Path::new("../../my code/a;b.c"), 1), None);
        let folder = Linked::of(Path::new("../../a\"b/c.c"), 1).unwrap();
        assert_eq!((&*folder.name, folder.flag(".")), ("links/folder_1/c.c", None));
        let file = Linked::of(Path::new("../../a\nb.cpp"), 2).unwrap();
        assert_eq!(file.name, "links/source_2.cpp");
        assert_eq!(file.flag("../tests").as_deref(), Some("-iquote../tests/links/folder_2"));
    }
}
