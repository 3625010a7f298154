//! Objects that several workshops link, above all what tests bring with them: compiled by the first that needs one.
//!
//! Invariant: an object is shared only by builds that would compile it in exactly the same way.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::flavour::Flavour;
use super::subject::Subject;

/// The objects of workshops whose folders are all there until the end.
#[derive(Debug, Default)]
pub struct SharedObjects(Mutex<BTreeMap<Key, PathBuf>>);

/// What decides about an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    source: PathBuf,
    flavour: Flavour,
    cflags: Vec<String>,
    include_dirs: Vec<PathBuf>,
    has_type_names: bool,
}

impl Key {
    /// What decides about a source of a program.
    pub(super) fn new(source: &Path, flavour: Flavour, subject: &Subject) -> Key {
        // What is only the linker's differs from one test folder to the next.
        let cflags = subject.cflags.iter().filter(|flag| !flag.starts_with("-Wl,"));
        Key {
            source: std::path::absolute(source).unwrap_or_else(|_| source.to_owned()),
            flavour,
            cflags: cflags.cloned().collect(),
            include_dirs: subject.include_dirs.clone(),
            has_type_names: subject.has_type_names(),
        }
    }
}

impl SharedObjects {
    /// Where an object is, if it was compiled.
    pub(super) fn find(&self, key: &Key) -> Option<PathBuf> {
        self.objects().get(key).cloned()
    }

    /// An object was compiled.
    pub(super) fn add(&self, key: Key, object: &Path) {
        self.objects().insert(key, object.to_owned());
    }

    fn objects(&self) -> MutexGuard<'_, BTreeMap<Key, PathBuf>> {
        // Every change is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Toolchain;
    use super::*;
    use crate::sandbox::Sandbox;

    #[test]
    fn only_what_is_compiled_in_the_same_way_is_shared() {
        let subject = |cflags: &[&str]| Subject {
            sources: Vec::new(),
            cflags: cflags.iter().map(|flag| flag.to_string()).collect(),
            include_dirs: Vec::new(),
            cxx: false,
            toolchain: Toolchain::installed(Sandbox::off()),
        };
        let key = |source: &str, flavour, cflags: &[&str]| {
            Key::new(Path::new(source), flavour, &subject(cflags))
        };
        let shared = SharedObjects::default();
        shared.add(key("a.c", Flavour::Sanitized, &["-DA", "-Wl,x"]), Path::new("/o/a.o"));
        let found =
            |source, flavour, cflags: &[&str]| shared.find(&key(source, flavour, cflags)).is_some();
        assert!(found("a.c", Flavour::Sanitized, &["-DA", "-Wl,y"]));
        assert!(!found("b.c", Flavour::Sanitized, &["-DA"]));
        assert!(!found("a.c", Flavour::Memory, &["-DA"]));
        assert!(!found("a.c", Flavour::Sanitized, &["-DB"]));
    }
}
