//! The copy of the tree that the mutants are built in.
//!
//! Invariant: a file whose text is the same as last time keeps its time stamp, so that a build starts where the
//! last one ended.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::switch;

/// Folders that are not copied. Cargo's own settings hold in the copy as well, since it lies below them.
const LEFT_OUT: &[&str] = &[".git", ".cargo", "target", "coax-out"];

/// The paths of all files below a folder, relative to it.
pub fn files(root: &Path) -> io::Result<BTreeSet<String>> {
    let mut files = BTreeSet::new();
    if root.is_dir() {
        collect(root, "", &mut files)?;
    }
    Ok(files)
}

/// What becomes of a file, by its path and its bytes; none if it stays as it is.
pub type Change<'a> = &'a dyn Fn(&str, &[u8]) -> Option<Vec<u8>>;

/// Makes `copy` the same as `root`, but for what `changed` says of a file.
pub fn copy(root: &Path, copy: &Path, changed: Change<'_>) -> io::Result<()> {
    let (wanted, present) = (files(root)?, files(copy)?);
    let is_ours = |path: &&String| path.ends_with(&format!("/{}.rs", switch::NAME));
    for path in present.difference(&wanted).filter(|path| !is_ours(path)) {
        fs::remove_file(copy.join(path))?;
    }
    for path in &wanted {
        let bytes = fs::read(root.join(path))?;
        write(&copy.join(path), &changed(path, &bytes).unwrap_or(bytes))?;
        fs::set_permissions(copy.join(path), fs::metadata(root.join(path))?.permissions())?;
    }
    Ok(())
}

/// Writes a file unless it has these bytes already.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else if kind.is_file() {
            files.insert(path);
        }
    }
    Ok(())
}
