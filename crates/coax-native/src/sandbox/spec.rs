//! What a launcher is told: one argument, so that the environment stays the program's own.

use super::{Access, Tier};
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Processes and threads that one program may have at a time.
const MOST_TASKS: usize = 512;

/// Bytes and files that it may leave in its folders: profiles of large programs take some.
const MOST_BYTES: u64 = 2 << 30;
const MOST_FILES: usize = 20_000;

/// How a program is shut in. Paths are bytes: not all of them are text.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spec {
    pub(super) tier: Tier,
    /// The process that starts the launcher: they die together.
    pub(super) parent: u32,
    writable: Vec<Vec<u8>>,
    view: Option<Vec<u8>>,
    pub(super) most_tasks: usize,
    pub(super) most_bytes: u64,
    pub(super) most_files: usize,
}

impl Spec {
    pub(super) fn new(tier: Tier, access: &Access) -> Spec {
        let bytes = |path: &PathBuf| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            path.into_os_string().into_vec()
        };
        Spec {
            tier,
            parent: std::process::id(),
            writable: access.writable.iter().map(bytes).collect(),
            view: access.view.as_ref().map(bytes),
            most_tasks: MOST_TASKS,
            most_bytes: MOST_BYTES,
            most_files: MOST_FILES,
        }
    }

    pub(super) fn writable(&self) -> impl Iterator<Item = &Path> {
        self.writable.iter().map(|path| Path::new(OsStr::from_bytes(path)))
    }

    pub(super) fn view(&self) -> Option<&Path> {
        self.view.as_ref().map(|path| Path::new(OsStr::from_bytes(path)))
    }

    /// As an argument.
    pub(super) fn encoded(&self) -> OsString {
        let bytes = postcard::to_stdvec(self).expect("plain data can be written down");
        bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()
    }

    /// Out of that argument.
    pub(super) fn decoded(argument: &OsStr) -> Option<Spec> {
        let digits = argument.to_str()?;
        if digits.len() % 2 != 0 || !digits.is_ascii() {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect::<Option<_>>()?;
        postcard::from_bytes(&bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_arrives() {
        let odd = PathBuf::from(OsString::from_vec(b"/a\xff \"b".to_vec()));
        let access = Access { writable: vec![odd.clone(), "/c".into()], view: Some("/d".into()) };
        let spec = Spec::new(Tier::Landlock, &access);
        let read = Spec::decoded(&spec.encoded()).unwrap();
        assert_eq!(read, spec);
        assert_eq!(read.writable().collect::<Vec<_>>(), [odd.as_path(), Path::new("/c")]);
        assert_eq!(read.view(), Some(Path::new("/d")));
    }

    #[test]
    fn other_arguments_are_refused() {
        for other in ["", "0", "zz", "--help", "ffff", "ü0"] {
            assert_eq!(Spec::decoded(OsStr::new(other)), None, "{other}");
        }
    }
}
