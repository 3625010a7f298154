//! Names of source files, as messages show them.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Makes the names, each once.
pub struct Files {
    /// The folder clang ran in: names relative to it stay as they are.
    current: PathBuf,
    known: HashMap<(String, String), Arc<str>>,
}

impl Files {
    /// Names for modules compiled in `current`.
    pub fn new(current: PathBuf) -> Files {
        Files { current, known: HashMap::new() }
    }

    /// The name of a file that the debug information calls `name` in `directory`.
    pub fn name(&mut self, directory: &str, name: &str) -> Arc<str> {
        let key = (directory.to_owned(), name.to_owned());
        let current = &self.current;
        Arc::clone(self.known.entry(key).or_insert_with(|| {
            let here = directory.is_empty() || Path::new(directory) == current;
            if Path::new(name).is_absolute() {
                return without_detours(Path::new(name));
            }
            if here { name.into() } else { without_detours(&Path::new(directory).join(name)) }
        }))
    }
}

/// The whole path of a file: directory and name as the debug information has them.
pub fn absolute(file: &(String, String)) -> Arc<str> {
    let (directory, name) = file;
    without_detours(&Path::new(directory).join(name))
}

/// Is a file part of the compiler or the system, or in one of the folders that are `ours`?
pub fn is_system(file: &str, ours: &[PathBuf]) -> bool {
    let system = ["/usr/include/", "/usr/local/include/", "/usr/lib/", "/usr/lib64/"];
    system.iter().any(|folder| file.starts_with(folder))
        || file.contains("/include/c++/")
        // A clang that is installed elsewhere.
        || (file.contains("/lib/clang/") && file.contains("/include/"))
        || ours.iter().any(|folder| Path::new(file).starts_with(folder))
}

/// `/usr/lib/gcc/../../include` as `/usr/include`.
fn without_detours(path: &Path) -> Arc<str> {
    let mut short = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                short.pop();
            }
            Component::CurDir => {}
            part => short.push(part),
        }
    }
    short.to_string_lossy().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_other_folders_get_their_folder() {
        let mut files = Files::new("/here".into());
        assert_eq!(&*files.name("/here", "a.c"), "a.c");
        assert_eq!(&*files.name("/there", "a.c"), "/there/a.c");
        assert_eq!(&*files.name("/there", "/usr/include/x.h"), "/usr/include/x.h");
        assert_eq!(&*files.name("", "/usr/lib/12/../../include/./x.h"), "/usr/include/x.h");
    }

    #[test]
    fn headers_of_the_system_are_known_by_their_folder() {
        let ours = ["/tmp/x/include".into()];
        for file in [
            "/usr/include/stdlib.h",
            "/usr/lib/llvm-22/lib/clang/22/include/stdarg.h",
            "/opt/clang/lib/clang/22/include/stdarg.h",
            "/opt/gcc/include/c++/15/vector",
            "/tmp/x/include/coax.h",
        ] {
            assert!(is_system(file, &ours), "{file}");
        }
        for file in ["/srv/project/include/a.h", "/usr/src/a.c", "/tmp/x/included.c"] {
            assert!(!is_system(file, &ours), "{file}");
        }
    }
}
