//! Bitcode of files that were compiled before: in one run a file is compiled once, however often it is loaded.
//!
//! Invariants: what is kept was compiled from source with exactly these flags; what cannot be kept is
//! compiled again; the folder belongs to the caller, who outlives the store.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::LoadOptions;
use crate::arrays::DeclaredArrays;
use crate::compile::Compiled;
use crate::together::FrontEnd;

/// Bitcode that loads share; copies are the same store.
#[derive(Clone)]
pub struct BitcodeStore(Arc<Shared>);

struct Shared {
    folder: PathBuf,
    kept: Mutex<HashMap<Key, Kept>>,
    /// The front end for flags, or that there is none.
    front_ends: Mutex<HashMap<FrontEndKey, Option<FrontEnd>>>,
}

/// What decides about the arguments of the front end.
#[derive(PartialEq, Eq, Hash)]
struct FrontEndKey {
    cflags: Vec<String>,
    whole_units: bool,
}

/// What decides what a file compiles to, beside the file.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    file: PathBuf,
    cflags: Vec<String>,
    whole_units: bool,
}

/// What is known of a file that was compiled.
struct Kept {
    path: PathBuf,
    arrays: DeclaredArrays,
    old_c: bool,
}

impl Key {
    fn new(file: &Path, options: &LoadOptions) -> Key {
        let (file, cflags) = (file.to_owned(), options.cflags.clone());
        Key { file, cflags, whole_units: options.whole_units }
    }
}

impl BitcodeStore {
    /// An empty one that keeps its files in an existing folder.
    pub fn new(folder: PathBuf) -> BitcodeStore {
        BitcodeStore(Arc::new(Shared {
            folder,
            kept: Mutex::default(),
            front_ends: Mutex::default(),
        }))
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<Key, Kept>> {
        // A thread that panicked did so between two changes, each of which is whole.
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a file was compiled to with these options, if it was.
    pub(crate) fn find(&self, file: &Path, options: &LoadOptions) -> Option<Compiled> {
        let kept = self.kept();
        let Kept { path, arrays, old_c } = kept.get(&Key::new(file, options))?;
        let compiled = Compiled::read(path.clone(), arrays.clone()).ok()?;
        Some(Compiled { old_c: *old_c, ..compiled })
    }

    /// Is a file kept that was compiled with these options?
    pub(crate) fn has(&self, file: &Path, options: &LoadOptions) -> bool {
        self.kept().contains_key(&Key::new(file, options))
    }

    /// The front end for these options; `find` is asked once.
    pub(crate) fn front_end(
        &self,
        options: &LoadOptions,
        find: impl FnOnce() -> Option<FrontEnd>,
    ) -> Option<FrontEnd> {
        let key = FrontEndKey { cflags: options.cflags.clone(), whole_units: options.whole_units };
        let mut known = self.0.front_ends.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert_with(find).clone()
    }

    /// Keeps what a file was compiled to: moves its bitcode, and says where it is from then on.
    pub(crate) fn keep(&self, file: &Path, options: &LoadOptions, compiled: Compiled) -> Compiled {
        let mut kept = self.kept();
        let path = self.0.folder.join(format!("{}.bc", kept.len()));
        if std::fs::rename(&compiled.path, &path).is_err() {
            return compiled;
        }
        let (arrays, old_c) = (compiled.arrays.clone(), compiled.old_c);
        kept.insert(Key::new(file, options), Kept { path: path.clone(), arrays, old_c });
        Compiled { path, ..compiled }
    }
}

impl fmt::Debug for BitcodeStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitcodeStore({})", self.0.folder.display())
    }
}
