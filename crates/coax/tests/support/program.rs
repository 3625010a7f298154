//! Finds the programs of the corpus.
//!
//! Invariants: programs come in a fixed order (sorted by path), so test names and counts do not
//! depend on the file system; every source file below the root belongs to exactly one program.

use std::fs;
use std::path::{Path, PathBuf};

/// One program: a single source file, or all sources of a directory whose name ends in `.d`.
#[derive(Debug)]
pub struct Program<Claim> {
    /// The path below the root, as the test's name.
    pub name: String,
    /// What the top folder promises about the program.
    pub claim: Claim,
    /// Absolute paths, sorted: the order of the command line is the order of linking.
    pub sources: Vec<PathBuf>,
    /// The sources and the headers beside them: all that a native result depends on.
    pub files: Vec<PathBuf>,
}

/// Every program below `root`; `claims` are its top folders and what they promise.
pub fn discover<Claim: Copy>(
    root: &Path,
    claims: &[(&str, Claim)],
) -> Result<Vec<Program<Claim>>, String> {
    let root = root.canonicalize().map_err(|e| format!("{}: {e}", root.display()))?;
    let mut found = Vec::new();
    for &(folder, claim) in claims {
        collect(&root, &root.join(folder), claim, &mut found)?;
    }
    if found.is_empty() {
        return Err(format!("no program found below {}", root.display()));
    }
    Ok(found)
}

fn collect<Claim: Copy>(
    root: &Path,
    folder: &Path,
    claim: Claim,
    found: &mut Vec<Program<Claim>>,
) -> Result<(), String> {
    for path in sorted_entries(folder)? {
        if path.is_dir() && path.extension().is_some_and(|e| e == "d") {
            found.push(program(root, &path, claim, sorted_entries(&path)?));
        } else if path.is_dir() {
            collect(root, &path, claim, found)?;
        } else if is_source(&path) {
            found.push(program(root, &path, claim, vec![path.clone()]));
        } else {
            return Err(format!("{}: not a program of the corpus", path.display()));
        }
    }
    Ok(())
}

fn program<Claim>(root: &Path, path: &Path, claim: Claim, files: Vec<PathBuf>) -> Program<Claim> {
    let below = path.strip_prefix(root).unwrap_or(path);
    let sources = files.iter().filter(|p| is_source(p)).cloned().collect();
    Program { name: below.to_string_lossy().into_owned(), claim, sources, files }
}

fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|e| e.to_string())?.path());
    }
    paths.sort();
    Ok(paths)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "cpp")
}
