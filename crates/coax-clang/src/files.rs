//! Names of source files, as messages show them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
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
            if here || Path::new(name).is_absolute() {
                return name.into();
            }
            Path::new(directory).join(name).to_string_lossy().into()
        }))
    }
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
    }
}
