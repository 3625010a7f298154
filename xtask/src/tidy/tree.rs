//! The files of the workspace, read once.
//!
//! Invariants: paths are relative to the root with `/` between their parts, and sorted; build
//! results and version control are not part of the tree; files that are not text have no text.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Folders that are not ours to judge, wherever they lie.
const SKIPPED: &[&str] = &[".git", "target", "coax-out"];

/// Every file below the root with its text.
pub struct Tree {
    files: BTreeMap<String, Option<String>>,
}

/// A text file of the tree.
#[derive(Clone, Copy)]
pub struct File<'a> {
    pub path: &'a str,
    pub text: &'a str,
}

impl Tree {
    pub fn read(root: &Path) -> io::Result<Tree> {
        let mut files = BTreeMap::new();
        collect(root, "", &mut files)?;
        Ok(Tree { files })
    }

    #[cfg(test)]
    pub fn in_memory(files: &[(&str, &str)]) -> Tree {
        let entry = |&(path, text): &(&str, &str)| (path.to_owned(), Some(text.to_owned()));
        Tree { files: files.iter().map(entry).collect() }
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// The text files, in order of their paths.
    pub fn texts(&self) -> impl Iterator<Item = File<'_>> {
        self.files.iter().filter_map(|(path, text)| Some(File { path, text: text.as_deref()? }))
    }

    /// The Rust sources, in order of their paths.
    pub fn rust(&self) -> impl Iterator<Item = File<'_>> {
        self.texts().filter(|file| file.path.ends_with(".rs"))
    }

    #[cfg(test)]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    /// Whether `path` is a file or a folder (with or without a `/` at its end) of the tree.
    pub fn exists(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let is_file = self.files.contains_key(path);
        is_file || self.paths().any(|file| file.starts_with(&folder))
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

impl<'a> File<'a> {
    /// The lines with their numbers, from 1.
    pub fn lines(self) -> impl Iterator<Item = (usize, &'a str)> {
        (1..).zip(self.text.lines())
    }

    /// What stands after the last dot of the name, or nothing.
    pub fn extension(self) -> &'a str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Option<String>>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        // A link may lead out of the tree or round in it; what it points to is judged elsewhere.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else if kind.is_file() {
            let text = String::from_utf8(fs::read(entry.path())?).ok();
            files.insert(path, text);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_on_disk_has_its_text_files_but_no_build_results() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["src/deep", "target/debug", ".git"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        fs::write(root.path().join("src/deep/a.rs"), "x\ny\n").unwrap();
        fs::write(root.path().join("src/blob"), [0xff, 0xfe]).unwrap();
        fs::write(root.path().join("target/debug/b.rs"), "").unwrap();
        fs::write(root.path().join(".git/config"), "").unwrap();

        let tree = Tree::read(root.path()).unwrap();
        assert_eq!(tree.paths().collect::<Vec<_>>(), ["src/blob", "src/deep/a.rs"]);
        assert_eq!(tree.text("src/blob"), None);
        let file = tree.rust().next().unwrap();
        assert_eq!(file.lines().collect::<Vec<_>>(), [(1, "x"), (2, "y")]);
        assert_eq!(file.extension(), "rs");
    }

    #[test]
    fn folders_exist_by_the_files_in_them() {
        let tree = Tree::in_memory(&[("docs/guide/run.md", "")]);
        for path in ["docs", "docs/", "docs/guide", "docs/guide/run.md"] {
            assert!(tree.exists(path), "{path}");
        }
        for path in ["doc", "docs/guide/run", "run.md"] {
            assert!(!tree.exists(path), "{path}");
        }
    }
}
