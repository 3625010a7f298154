//! Which headers of a project declare what tests call.
//!
//! Headers are looked at as text: a wrong guess is noticed when the tests are built, and then they include the source.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use coax_suite::kept::Called;

use crate::project::sources::Translation;
use crate::under_test::Spelling;

/// So many files are looked at for one source.
const MOST_FILES: usize = 200;

/// The headers, in the order in which they are needed first; none if something is declared in no header.
pub fn of<'c, 't>(
    calls: impl Iterator<Item = &'c Called>,
    sources: impl Iterator<Item = &'t Translation>,
    spelling: &Spelling,
) -> Option<Vec<PathBuf>> {
    let sources: Vec<Source> = sources.map(|source| Source::of(source, spelling)).collect();
    let mut headers: Vec<PathBuf> = Vec::new();
    let mut seen = HashSet::new();
    for called in calls.filter(|called| seen.insert((&called.file, &called.word))) {
        let file = canonical(Path::new(&called.file));
        let header = match sources.iter().find(|source| source.file == file) {
            Some(source) => source.header_with(&called.word)?,
            // It is defined in a header. Headers of the system come with those of the project.
            None if is_of_system(&file) => continue,
            None => sources.iter().find_map(|source| source.way_to(&file))?,
        };
        if !headers.contains(&header) {
            headers.push(header);
        }
    }
    (!headers.is_empty()).then_some(headers)
}

fn is_of_system(file: &Path) -> bool {
    file.starts_with("/usr/include") || file.starts_with("/usr/lib")
}

/// A source and the folders its headers are looked for in.
struct Source {
    file: PathBuf,
    folders: Vec<PathBuf>,
}

impl Source {
    fn of(translation: &Translation, spelling: &Spelling) -> Source {
        let file = canonical(&spelling.absolute(&translation.file));
        let mut folders = Vec::new();
        let mut flags = translation.flags.iter();
        while let Some(flag) = flags.next() {
            let folder = ["-I", "-iquote", "-isystem"].iter().find_map(|known| {
                let rest = flag.strip_prefix(known)?;
                if rest.is_empty() { flags.clone().next().map(String::as_str) } else { Some(rest) }
            });
            folders.extend(folder.map(|folder| spelling.absolute(Path::new(folder))));
        }
        Source { file, folders }
    }

    /// The header, included by the source itself, that has a word in it or includes one that has.
    fn header_with(&self, word: &str) -> Option<PathBuf> {
        let mut direct = self.included_by(&self.file);
        // Its own header is the likeliest.
        direct.sort_by_key(|header| header.file_stem() != self.file.file_stem());
        let has = |file: &PathBuf| mentions(file, word);
        let leads = |file: &&PathBuf| self.reached_from(file).iter().any(has);
        direct.iter().find(|file| has(file)).or_else(|| direct.iter().find(leads)).cloned()
    }

    /// The header to include for one in which something is defined: itself, unless it is a part of another one.
    fn way_to(&self, header: &Path) -> Option<PathBuf> {
        let direct = self.included_by(&self.file);
        if direct.iter().any(|file| file == header) {
            return Some(header.to_owned());
        }
        let leads = |file: &&PathBuf| self.reached_from(file).iter().any(|it| it == header);
        direct.iter().find(leads).cloned()
    }

    /// The headers of the project that a file includes, in its order.
    fn included_by(&self, file: &Path) -> Vec<PathBuf> {
        let text = fs::read(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let beside = file.parent().map(Path::to_path_buf);
        let find = |name: &str| {
            let folders = beside.iter().chain(&self.folders);
            let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file())?;
            Some(canonical(&found)).filter(|file| !is_of_system(file))
        };
        text.lines().filter_map(included).filter_map(find).collect()
    }

    fn reached_from(&self, header: &Path) -> Vec<PathBuf> {
        let mut reached = vec![header.to_owned()];
        let mut next = 0;
        while next < reached.len() && reached.len() < MOST_FILES {
            for file in self.included_by(&reached[next].clone()) {
                if !reached.contains(&file) {
                    reached.push(file);
                }
            }
            next += 1;
        }
        reached
    }
}

/// The name in a line that includes something.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    let rest = rest.trim_start();
    let (close, name) = match rest.as_bytes().first()? {
        b'"' => ('"', &rest[1..]),
        b'<' => ('>', &rest[1..]),
        _ => return None,
    };
    name.split(close).next()
}

fn mentions(file: &Path, word: &str) -> bool {
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|it| it == word)
}

fn canonical(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_include() {
        assert_eq!(included("#include \"a.h\""), Some("a.h"));
        assert_eq!(included("  # include <b/c.h> // d"), Some("b/c.h"));
        assert_eq!(included("#include NAME"), None);
        assert_eq!(included("int x;"), None);
    }

    #[test]
    fn a_header_is_found_by_what_it_declares() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            canonical(&path)
        };
        let source =
            file("stack.c", "#include <stdio.h>\n#include \"types.h\"\n#include \"stack.h\"\n");
        let (types, own) = (
            file("types.h", "int push;"),
            file("stack.h", "#include \"deep.h\"\nvoid push(void);"),
        );
        let deep = file("deep.h", "void pop(void);");
        let translation = Translation { file: source.clone(), flags: vec![] };
        let spelling = Spelling::within(folder.path().to_owned());
        let called = |file: &Path, word: &str| Called {
            file: file.to_string_lossy().into_owned(),
            word: word.into(),
        };
        let found = |calls: &[Called]| of(calls.iter(), [&translation].into_iter(), &spelling);
        assert_eq!(found(&[called(&source, "push")]), Some(vec![own.clone()]), "not {types:?}");
        assert_eq!(found(&[called(&source, "pop")]), Some(vec![own.clone()]), "through it");
        assert_eq!(found(&[called(&deep, "pop")]), Some(vec![own]), "it is a part of it");
        assert_eq!(found(&[called(&source, "hidden")]), None);
    }
}
