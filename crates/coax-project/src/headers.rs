//! What the headers of a project declare, read as text: which names are there for other code, and which headers are
//! for users of the project.
//!
//! Invariant: what is inside braces is no declaration, but for namespaces and `extern "C"`; preprocessor lines, comments
//! and texts are not looked at.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::names;

/// Extensions of headers.
const HEADERS: &[&str] = &["h", "hh", "hpp", "hxx", "h++", "H", "inc", "ipp", "tcc"];

/// Folders whose headers are for users.
const PUBLIC: &[&str] = &["include", "inc", "public", "api"];

/// Folders whose headers are not.
const PRIVATE: &[&str] =
    &["internal", "internals", "detail", "details", "impl", "private", "priv", "src_priv"];

/// Names of headers, without extension, that are not for users.
const PRIVATE_NAMES: &[&str] = &[
    "*internal*",
    "*private*",
    "*_priv",
    "*-priv",
    "*_p",
    "*_impl",
    "*-impl",
    "config",
    "*-config",
];

/// Files of build systems that say what is installed.
const BUILD_FILES: &[&str] = &[
    "CMakeLists.txt",
    "Makefile.am",
    "Makefile.in",
    "Makefile",
    "makefile",
    "GNUmakefile",
    "meson.build",
];

/// So deep folders are looked into.
const DEPTH: usize = 8;

/// So many headers are read.
const MOST: usize = 4000;

/// A larger one is a table.
const MOST_BYTES: u64 = 4 << 20;

/// The headers of a project.
#[derive(Debug, Default)]
pub struct Headers {
    all: Vec<Header>,
    /// Some are known to be for users, by their place or because they are installed.
    has_public: bool,
}

/// A header.
#[derive(Debug)]
struct Header {
    path: PathBuf,
    is_public: bool,
    is_private: bool,
    names: HashSet<String>,
}

/// Which headers count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Those for users of a library.
    ForUsers,
    /// All: what a module of a program offers to others.
    All,
}

impl Headers {
    /// Those below some folders. `skip` says which are left out, by their names from the folder on.
    pub fn below(folders: &BTreeSet<PathBuf>, skip: &dyn Fn(&Path) -> bool) -> Headers {
        let mut found = Found::default();
        folders.iter().for_each(|folder| found.add(folder, folder, skip, DEPTH));
        let mut headers: Vec<Header> = Vec::new();
        for (path, relative) in found.headers {
            let Ok(text) = fs::read(&path) else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_public = found.installed.contains(&name) || is_in(&relative, PUBLIC);
            let is_private = is_in(&relative, PRIVATE) || is_private_name(&path);
            let names = declared(&String::from_utf8_lossy(&text));
            headers.push(Header { path, is_public, is_private, names });
        }
        let has_public = headers.iter().any(|header| header.is_public && !header.is_private);
        Headers { all: headers, has_public }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Is it known which are for users of a library?
    pub fn has_public(&self) -> bool {
        self.has_public
    }

    /// Where they are.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.all.iter().map(|header| &*header.path)
    }

    /// Does one of them declare this name?
    pub fn declare(&self, name: &str, wanted: Wanted) -> bool {
        self.all.iter().any(|header| self.counts(header, wanted) && header.names.contains(name))
    }

    /// Is a file one of them?
    pub fn has(&self, file: &Path, wanted: Wanted) -> bool {
        self.all.iter().any(|header| self.counts(header, wanted) && header.path == file)
    }

    fn counts(&self, header: &Header, wanted: Wanted) -> bool {
        match wanted {
            Wanted::All => true,
            Wanted::ForUsers => !header.is_private && (header.is_public || !self.has_public),
        }
    }
}

/// What was found in folders.
#[derive(Default)]
struct Found {
    /// Headers, and what they are called from the folder on.
    headers: Vec<(PathBuf, PathBuf)>,
    /// Names of headers that are installed.
    installed: HashSet<String>,
    seen: HashSet<PathBuf>,
}

impl Found {
    fn add(&mut self, folder: &Path, root: &Path, skip: &dyn Fn(&Path) -> bool, depth: usize) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Ok(kind) = fs::symlink_metadata(&path) else { continue };
            let relative = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
            if name.starts_with('.') || self.headers.len() >= MOST {
                continue;
            }
            if kind.is_dir() {
                if depth > 0 {
                    self.add(&path, root, skip, depth - 1);
                }
            } else if BUILD_FILES.contains(&&*name) && !skip(&relative) {
                let text = fs::read_to_string(&path).unwrap_or_default();
                self.installed.extend(installed(&text));
            } else if kind.is_file()
                && is_header(&path)
                && kind.len() <= MOST_BYTES
                && !skip(&relative)
            {
                let path = path.canonicalize().unwrap_or(path);
                if self.seen.insert(path.clone()) {
                    self.headers.push((path, relative));
                }
            }
        }
    }
}

/// Has a file the name of a header?
pub fn is_header(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    HEADERS.contains(&&*extension)
}

fn is_in(file: &Path, folders: &[&str]) -> bool {
    let mut parts = file.parent().into_iter().flat_map(Path::iter);
    parts.any(|part| folders.contains(&&*part.to_string_lossy().to_ascii_lowercase()))
}

fn is_private_name(file: &Path) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    PRIVATE_NAMES.iter().any(|glob| names::matches(glob, &stem))
}

/// Names of headers in the statements of a build file that install something.
fn installed(text: &str) -> HashSet<String> {
    let text = text.replace("\\\n", " ");
    let mut found = HashSet::new();
    let mut open = 0_i32;
    for line in text.lines() {
        let lower = line.to_ascii_lowercase();
        let said = lower.split('#').next().unwrap_or_default();
        let installs = (said.contains("install")
            || said.contains("include_headers")
            || said.contains("public_header"))
            || open > 0
            || said.contains("$(includedir)")
            || said.trim_start().starts_with("cp ") && said.contains("include");
        if installs {
            let words =
                line.split(|letter: char| letter.is_whitespace() || "()\"'=,;[]".contains(letter));
            let headers = words.filter(|word| is_header(Path::new(word)));
            let name =
                |word: &str| Some(Path::new(word).file_name()?.to_string_lossy().into_owned());
            found.extend(headers.filter_map(name));
        }
        if installs {
            // A statement of CMake or meson goes on until its bracket is closed.
            open += said.matches('(').count() as i32 - said.matches(')').count() as i32;
            open = open.max(0);
        }
    }
    found
}

/// The names that a text of C or C++ mentions outside of braces.
pub fn declared(text: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    // For every open brace: is what is in it declared as if there were none?
    let mut braces: Vec<bool> = Vec::new();
    let mut statement: Vec<&str> = Vec::new();
    for token in Tokens::of(text) {
        match token {
            "{" => {
                let is_open = match statement.first() {
                    Some(&"namespace") => true,
                    Some(&"inline") => statement.get(1) == Some(&"namespace"),
                    Some(&"extern") => statement.get(1).is_some_and(|word| word.starts_with('"')),
                    _ => false,
                };
                braces.push(is_open);
                statement.clear();
            }
            "}" => {
                braces.pop();
                statement.clear();
            }
            ";" => statement.clear(),
            word => {
                let is_name =
                    word.starts_with(|letter: char| letter == '_' || letter.is_alphabetic());
                let is_scope = statement.contains(&"namespace");
                if is_name && !is_scope && braces.iter().all(|is_open| *is_open) {
                    names.insert(word.to_owned());
                }
                statement.push(word);
            }
        }
    }
    names
}

/// The tokens of a text of C or C++, without comments and preprocessor lines. Texts are tokens with their first quote.
pub struct Tokens<'a> {
    rest: &'a str,
    is_line_start: bool,
}

impl<'a> Tokens<'a> {
    /// From the beginning.
    pub fn of(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, is_line_start: true }
    }

    /// Skips what is no token.
    fn skip(&mut self) {
        loop {
            let before = self.rest;
            let trimmed = before.trim_start();
            self.is_line_start |= before[..before.len() - trimmed.len()].contains('\n');
            self.rest = trimmed;
            if let Some(comment) = trimmed.strip_prefix("//") {
                self.rest = comment.find('\n').map_or("", |end| &comment[end..]);
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                self.rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
            } else if self.is_line_start && trimmed.starts_with('#') {
                self.rest = after_directive(trimmed);
            } else {
                return;
            }
        }
    }

    /// How long a text in quotes is, with them.
    fn quoted(&self, quote: char) -> usize {
        let mut letters = self.rest.char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' => drop(letters.next()),
                '\n' => return at,
                _ if letter == quote => return at + 1,
                _ => {}
            }
        }
        self.rest.len()
    }
}

/// What follows a preprocessor line, with the lines that continue it.
fn after_directive(text: &str) -> &str {
    let mut from = 0;
    while let Some(end) = text[from..].find('\n') {
        let line = text[from..from + end].trim_end();
        from += end + 1;
        if !line.ends_with('\\') {
            return &text[from - 1..];
        }
    }
    ""
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.skip();
        let first = self.rest.chars().next()?;
        let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
        let length = match first {
            '"' | '\'' => self.quoted(first),
            _ if is_part(first) => {
                self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len())
            }
            _ => first.len_utf8(),
        };
        let (token, rest) = self.rest.split_at(length);
        (self.rest, self.is_line_start) = (rest, false);
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_outside_of_braces() {
        let text = r#"
            #define HIDDEN(x) \
                also_hidden(x)
            extern "C" {
            int parse(const char *text); /* not this() */
            }
            namespace a { inline namespace b { class Reader { void method(); }; void free_one(); } }
            static inline int twice(int n) { return helper(n); }
            API(int) by_macro OF((int n)); // nor_this
        "#;
        let names = declared(text);
        for name in ["parse", "Reader", "free_one", "twice", "by_macro"] {
            assert!(names.contains(name), "{name}");
        }
        for name in ["also_hidden", "not", "method", "helper", "nor_this"] {
            assert!(!names.contains(name), "{name}");
        }
    }

    #[test]
    fn what_is_installed_is_for_users() {
        let sorted = |text: &str| installed(text).into_iter().collect::<BTreeSet<_>>();
        let set =
            |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<BTreeSet<_>>();
        assert_eq!(
            sorted("include_HEADERS = a.h \\\n  b/c.h\nnoinst_HEADERS = d.h\n"),
            set(&["a.h", "c.h"])
        );
        assert_eq!(
            sorted("install(FILES a.h\n  b.hpp\n  DESTINATION include)\nset(X d.h)\n"),
            set(&["a.h", "b.hpp"])
        );
        assert_eq!(sorted("\tcp -f bzlib.h $(PREFIX)/include\n\tcp x.h y.h\n"), set(&["bzlib.h"]));
    }

    #[test]
    fn headers_of_users_are_told_from_others() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for (file, text) in [
            ("include/lib.h", "int open_it(void);"),
            ("include/detail/low.h", "int low(void);"),
            ("src/lib_internal.h", "int hidden(void);"),
            ("tests/t.h", "int tested(void);"),
        ] {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), text).unwrap();
        }
        let skip = |file: &Path| file.starts_with("tests");
        let headers = Headers::below(&[root.clone()].into(), &skip);
        assert!(headers.has_public());
        let found = |name, wanted| headers.declare(name, wanted);
        assert!(found("open_it", Wanted::ForUsers) && found("open_it", Wanted::All));
        assert!(!found("low", Wanted::ForUsers) && found("low", Wanted::All));
        assert!(!found("hidden", Wanted::ForUsers) && found("hidden", Wanted::All));
        assert!(!found("tested", Wanted::All));
        assert!(headers.has(&root.join("include/lib.h"), Wanted::ForUsers));
    }
}
