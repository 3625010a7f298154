//! The program under test as its tests see it: the files and flags that compile it, spelt so that
//! they work from the folder a test lies in.
//!
//! Invariant: native builds get absolute paths. In test files, what lies below the current folder
//! is named relative to the test when the results lie there too, so that a project can be moved or
//! committed together with its tests; everything else is absolute.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

use coax_native::judge::{Subject, Toolchain};

use coax_workplace::links::Linked;
use coax_workplace::sandbox;
use coax_world::modelled_environment;

/// Extensions of C++ sources.
const CXX: &[&str] = &["cc", "cpp", "cxx", "c++", "C", "cp", "CPP", "ii"];

/// Flags that are followed by a path, joined or in the next word.
const PATH_FLAGS: &[&str] = &[
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-include",
    "-imacros",
    "-I",
    "-L",
    "-F",
    "-B",
];

/// Is a file C++ by its name?
pub fn is_cxx(file: &Path) -> bool {
    file.extension().and_then(|extension| extension.to_str()).is_some_and(|ext| CXX.contains(&ext))
}

/// Is a file one that a program is made from, by its name?
pub fn is_source(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    is_cxx(file) || matches!(extension, Some("c" | "i" | "bc" | "ll"))
}

/// The variables a native run sees: those the engine shows the program.
pub fn environment() -> Vec<(OsString, OsString)> {
    let variable = |text: Vec<u8>| {
        let at = text.iter().position(|&byte| byte == b'=')?;
        let part = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
        Some((part(&text[..at]), part(&text[at + 1..])))
    };
    modelled_environment::variables().into_iter().filter_map(variable).collect()
}

/// How paths of a program are written.
pub struct Spelling {
    current: PathBuf,
    /// The folder of results, seen from the current folder, if it lies in that.
    out: Option<PathBuf>,
}

impl Spelling {
    /// For tests in a folder directly below `out`.
    pub fn new(out: &Path) -> io::Result<Spelling> {
        let current = std::env::current_dir()?;
        let out = plain(&std::path::absolute(out)?);
        let out = out.strip_prefix(&current).ok().map(Path::to_path_buf);
        Ok(Spelling { current, out })
    }

    /// For paths that are relative to this absolute folder.
    pub fn within(folder: PathBuf) -> Spelling {
        Spelling { current: folder, out: None }
    }

    /// An absolute path, without `.`.
    pub fn absolute(&self, path: &Path) -> PathBuf {
        plain(&self.current.join(path))
    }

    /// A path as it is written into a test.
    fn seen_from_test(&self, path: &Path) -> String {
        self.way_from_test(path).to_string_lossy().into_owned()
    }

    fn way_from_test(&self, path: &Path) -> PathBuf {
        let absolute = self.absolute(path);
        let relative = self.out.as_ref().and_then(|out| {
            let below = absolute.strip_prefix(&self.current).ok()?;
            let parts = |path: &Path| path.components().map(|c| c.as_os_str().to_owned()).collect();
            let (out, below): (Vec<OsString>, Vec<OsString>) = (parts(out), parts(below));
            // Only as far up as both are in one folder: the less is named, the more may be moved.
            let common = out.iter().zip(&below).take_while(|(one, other)| one == other).count();
            // One more: tests lie in folders of their own.
            let upwards = std::iter::repeat_n(OsString::from(".."), out.len() - common + 1);
            Some(upwards.chain(below.into_iter().skip(common)).collect::<PathBuf>())
        });
        relative.unwrap_or(absolute)
    }

    /// A path as it is written in a folder of its own: relative, unless it is the system's.
    pub fn from_folder(&self, folder: &Path, path: &Path) -> String {
        let real = |path: &Path| {
            let path = self.absolute(path);
            path.canonicalize().unwrap_or(path)
        };
        let (folder, path) = (real(folder), real(path));
        let common =
            folder.components().zip(path.components()).take_while(|(one, other)| one == other);
        let common = common.count();
        if path.starts_with("/usr") {
            return path.to_string_lossy().into_owned();
        }
        let upwards =
            std::iter::repeat_n(OsString::from(".."), folder.components().count() - common);
        let down = path.components().skip(common).map(|part| part.as_os_str().to_owned());
        let relative: PathBuf = upwards.chain(down).collect();
        let is_itself = relative.as_os_str().is_empty();
        if is_itself { ".".into() } else { relative.to_string_lossy().into_owned() }
    }

    /// Flags as they are written in a folder of its own.
    pub fn flags_from(&self, folder: &Path, flags: &[String]) -> Vec<String> {
        let absolute =
            self.flags(flags, &|path| self.absolute(path).to_string_lossy().into_owned());
        let is_of_user = |path: &Path| path.is_absolute() && !path.starts_with("/usr");
        let spell = |word: &str| {
            let path = Path::new(word);
            if is_of_user(path) && path.exists() {
                self.from_folder(folder, path)
            } else {
                word.into()
            }
        };
        let spelt = absolute.iter().map(|flag| {
            let joined = PATH_FLAGS.iter().find(|known| flag.starts_with(**known));
            match joined {
                Some(known) => format!("{known}{}", spell(&flag[known.len()..])),
                None => spell(flag),
            }
        });
        spelt.collect()
    }

    /// The link by which tests name the file of this number, if they cannot write its own name.
    pub fn link(&self, file: &Path, number: usize) -> Option<Linked> {
        Linked::of(&self.way_from_test(file), number)
    }

    /// Flags with the paths in them changed by `spell`.
    fn flags(&self, flags: &[String], spell: &dyn Fn(&Path) -> String) -> Vec<String> {
        let mut spelt = Vec::new();
        let mut path_follows = false;
        for flag in flags {
            let joined = PATH_FLAGS.iter().find(|known| flag.starts_with(**known));
            spelt.push(match joined {
                _ if path_follows => self.spelt_path(flag, spell),
                Some(known) if flag.len() > known.len() => {
                    format!("{known}{}", self.spelt_path(&flag[known.len()..], spell))
                }
                None if !flag.starts_with('-') => self.spelt_path(flag, spell),
                _ => flag.clone(),
            });
            path_follows = PATH_FLAGS.contains(&flag.as_str());
        }
        spelt
    }

    /// A word that may be a path is one if something is there.
    fn spelt_path(&self, word: &str, spell: &dyn Fn(&Path) -> String) -> String {
        let path = Path::new(word);
        if path.is_relative() && self.current.join(path).exists() {
            spell(path)
        } else {
            word.into()
        }
    }

    /// What a test file says of the program that it is linked with.
    pub fn for_tests(
        &self,
        files: &[PathBuf],
        cflags: &[String],
        cxx: bool,
    ) -> coax_suite::UnderTest {
        let spell = |path: &Path| self.seen_from_test(path);
        let sources = files.iter().map(|file| spell(file)).collect();
        let (include, clang) = (None, String::new());
        let cflags = self.flags(cflags, &spell);
        coax_suite::UnderTest { include, sources, cflags, cxx, clang }
    }

    /// What native builds get, with `tests` as the folder of the tests' own headers.
    pub fn for_builds(
        &self,
        files: &[PathBuf],
        cflags: &[String],
        cxx: bool,
        tests: &Path,
    ) -> Subject {
        let spell = |path: &Path| self.absolute(path).to_string_lossy().into_owned();
        Subject {
            sources: files.iter().map(|file| self.absolute(file)).collect(),
            cflags: self.flags(cflags, &spell),
            include_dirs: vec![self.absolute(tests)],
            cxx,
            toolchain: Toolchain::installed(sandbox::current()),
        }
    }
}

/// A path without `.` and, where that is safe, without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if !plain.is_symlink() && plain.file_name().is_some() => {
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

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn paths_below_the_current_folder_are_relative_to_the_test() {
        let spelling = Spelling::new(Path::new("some/out")).unwrap();
        let files = [PathBuf::from("./src/lib.rs"), PathBuf::from("/usr/x.c")];
        let cflags = words(&["-Isrc", "-I", "src", "-DA=src", "-Inowhere", "-O1", "-L", "/lib"]);
        let program = spelling.for_tests(&files, &cflags, false);
        assert_eq!(program.sources, ["../../../src/lib.rs", "/usr/x.c"]);
        let expected =
            ["-I../../../src", "-I", "../../../src", "-DA=src", "-Inowhere", "-O1", "-L", "/lib"];
        assert_eq!(program.cflags, expected);
        let files = [PathBuf::from("some/a.c"), "some/out/b.c".into(), "b.c".into()];
        let program = spelling.for_tests(&files, &[], false);
        assert_eq!(program.sources, ["../../a.c", "../b.c", "../../../b.c"]);
    }

    #[test]
    fn results_elsewhere_need_absolute_paths() {
        let spelling = Spelling::new(Path::new("/somewhere/out")).unwrap();
        let here = std::env::current_dir().unwrap();
        let program = spelling.for_tests(&["a.c".into()], &words(&["-Isrc"]), false);
        assert_eq!(program.sources, [here.join("a.c").to_string_lossy()]);
        assert_eq!(program.cflags, [format!("-I{}", here.join("src").display())]);
    }

    #[test]
    fn builds_get_absolute_paths() {
        sandbox::choose_none_in_unit_tests();
        let spelling = Spelling::new(Path::new("out")).unwrap();
        let here = std::env::current_dir().unwrap();
        let subject = spelling.for_builds(&["../a.c".into()], &[], false, Path::new("out/tests"));
        assert_eq!(subject.sources, [here.parent().unwrap().join("a.c")]);
        assert_eq!(subject.include_dirs, [here.join("out/tests")]);
    }

    #[test]
    fn paths_in_a_folder_of_their_own_are_relative() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["src", "include", "tests/unit"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        let spelling = Spelling::within(root.path().to_owned());
        let from =
            |folder: &str, path: &str| spelling.from_folder(Path::new(folder), Path::new(path));
        assert_eq!(from("tests/unit", "src/a.c"), "../../src/a.c");
        assert_eq!(from("src", "src/a.c"), "a.c");
        assert_eq!(from("src", "src"), ".");
        assert_eq!(from("src", "/usr/include/stdio.h"), "/usr/include/stdio.h");
        let include = format!("-I{}", root.path().join("include").display());
        let flags = words(&["-Iinclude", &include, "-I/usr/include", "-DA=src", "-I", "src"]);
        let expected =
            ["-I../../include", "-I../../include", "-I/usr/include", "-DA=src", "-I", "../../src"];
        assert_eq!(spelling.flags_from(Path::new("tests/unit"), &flags), expected);
    }
}
