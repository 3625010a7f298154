//! `compile_commands.json`: how a build system compiles each file.
//!
//! Kept of a command are the flags that say what the code means (macros, headers, language, code
//! generation that changes types: `clang_flags`); everything else is dropped: the compiler, inputs and
//! outputs, warnings, optimisation, debug information, instrumentation, plugins.
//!
//! Invariant: relative paths in kept flags are made absolute with the entry's folder, or relative
//! to the current folder where they lie below it.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::clang_flags::says_what_code_means;
use crate::response_files;

/// One entry, ready for clang.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    pub file: PathBuf,
    pub flags: Vec<String>,
}

/// Flags with a path, joined or in the next word.
const WITH_PATH: &[&str] =
    &["-isystem", "-iquote", "-idirafter", "-isysroot", "-include", "-imacros", "-I", "--sysroot="];

/// Flags whose value may be the next word.
const WITH_VALUE: &[&str] = &["-D", "-U", "-x", "-std", "-target"];

/// Flags that are dropped together with the next word.
const DROPPED_WITH_VALUE: &[&str] = &[
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-Xclang",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-mllvm",
    "-arch",
    "-L",
    "-l",
    "-T",
];

/// The entries of a database that lies in `folder`, in its order.
pub fn parse(text: &str, folder: &Path, current: &Path) -> Result<Vec<Entry>, String> {
    let parsed: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let entries = parsed.as_array().ok_or("a list of compile commands is needed")?;
    let read = |number: usize, value: &Value| {
        entry(value, folder, current).map_err(|why| format!("entry {number}: {why}"))
    };
    (1..).zip(entries).map(|(number, value)| read(number, value)).collect()
}

fn entry(value: &Value, folder: &Path, current: &Path) -> Result<Entry, String> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let directory = folder.join(text("directory").unwrap_or(""));
    let file = text("file").ok_or("it names no `file`")?;
    let words = match (value.get("arguments").and_then(Value::as_array), text("command")) {
        (Some(words), _) => {
            let words = words.iter().map(|word| word.as_str().map(str::to_owned));
            words.collect::<Option<Vec<_>>>().ok_or("`arguments` must be texts")?
        }
        (None, Some(command)) => shell_words::split(command).map_err(|error| error.to_string())?,
        (None, None) => return Err("it has neither `command` nor `arguments`".into()),
    };
    let words = response_files::expanded(words, &directory);
    let spell = Spell { directory: &directory, current };
    let mut flags = kept(words.get(1..).unwrap_or(&[]), &spell);
    if is_c_for_cxx(words.first(), Path::new(file)) {
        flags.insert(0, "-xc++".into());
    }
    Ok(Entry { file: spell.path(file), flags })
}

/// Does a compiler for C++ compile a file that has the name of a C source?
fn is_c_for_cxx(compiler: Option<&String>, file: &Path) -> bool {
    let name = compiler.and_then(|compiler| compiler.rsplit('/').next()).unwrap_or_default();
    let name =
        name.trim_end_matches(|letter: char| letter.is_ascii_digit() || "-.".contains(letter));
    name.ends_with("++") && file.extension().is_some_and(|extension| extension == "c")
}

/// How paths are written.
struct Spell<'a> {
    directory: &'a Path,
    current: &'a Path,
}

impl Spell<'_> {
    /// A path, relative to the current folder where it lies below that.
    fn path(&self, text: &str) -> PathBuf {
        let absolute = self.directory.join(text);
        let absolute = std::path::absolute(&absolute).unwrap_or(absolute);
        let below = absolute.strip_prefix(self.current).ok();
        let below = below.filter(|below| !below.as_os_str().is_empty());
        below.map_or_else(|| absolute.clone(), Path::to_path_buf)
    }

    /// A path in a flag; one that is searched for elsewhere stays.
    fn flag(&self, text: &str) -> String {
        if self.directory.join(text).exists() {
            let path = self.path(text);
            return path.to_string_lossy().into_owned();
        }
        text.to_owned()
    }
}

/// The flags that are kept, paths in them rewritten.
fn kept(words: &[String], spell: &Spell<'_>) -> Vec<String> {
    let mut flags = Vec::new();
    let mut rest = words.iter().map(String::as_str);
    while let Some(word) = rest.next() {
        if DROPPED_WITH_VALUE.contains(&word) {
            rest.next();
        } else if WITH_PATH.contains(&word) {
            flags.push(word.to_owned());
            flags.extend(rest.next().map(|path| spell.flag(path)));
        } else if WITH_VALUE.contains(&word) {
            flags.push(word.to_owned());
            flags.extend(rest.next().map(str::to_owned));
        } else if let Some(flag) = WITH_PATH.iter().find(|flag| word.starts_with(**flag)) {
            flags.push(format!("{flag}{}", spell.flag(&word[flag.len()..])));
        } else if says_what_code_means(word) {
            flags.push(word.to_owned());
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_change_the_meaning_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("b/inc")).unwrap();
        let command = "/usr/bin/gcc -DA=1 -D B -Iinc -I inc -isystem /usr/include/x -include cfg.h \
                       -std=gnu11 -O2 -g -Wall -Werror -fPIC -fsanitize=address -MD -MF x.d -o x.o \
                       -c ../a.c";
        let text = format!(
            r#"[{{"directory": "{}/b", "command": "{command}", "file": "../a.c"}}]"#,
            root.display()
        );
        let entries = parse(&text, &root, &root).unwrap();
        let expected = [
            "-DA=1",
            "-D",
            "B",
            "-Ib/inc",
            "-I",
            "b/inc",
            "-isystem",
            "/usr/include/x",
            "-include",
            "cfg.h",
            "-std=gnu11",
            "-fPIC",
        ];
        // `/usr/include/x` need not exist, and then stays as it is.
        assert_eq!(entries[0].flags, expected);
        assert_eq!(entries[0].file, Path::new("b/../a.c"));
    }

    #[test]
    fn arguments_are_words_already() {
        let text =
            r#"[{"directory": "/p", "arguments": ["cc", "-DX=a b", "-c", "y.c"], "file": "y.c"}]"#;
        let entries = parse(text, Path::new("/p"), Path::new("/q")).unwrap();
        assert_eq!(entries[0], Entry { file: "/p/y.c".into(), flags: vec!["-DX=a b".into()] });
    }

    #[test]
    fn a_c_source_for_a_compiler_of_cxx_is_cxx() {
        let flags = |compiler: &str, file: &str| {
            let text = format!(
                r#"[{{"directory": "/p", "command": "{compiler} -DX -c {file}", "file": "{file}"}}]"#
            );
            parse(&text, Path::new("/p"), Path::new("/q")).unwrap().remove(0).flags
        };
        assert_eq!(flags("/usr/bin/g++-12", "a.c"), ["-xc++", "-DX"]);
        assert_eq!(flags("clang++", "a.cpp"), ["-DX"]);
        assert_eq!(flags("gcc", "a.c"), ["-DX"]);
    }

    #[test]
    fn what_is_no_database_is_said_with_its_place() {
        let said = |text: &str| parse(text, Path::new("/"), Path::new("/")).unwrap_err();
        assert!(said("{}").contains("list"));
        assert!(said("[{}]").starts_with("entry 1: it names no `file`"));
        assert!(said(r#"[{"file": "a.c"}]"#).contains("neither"));
        assert!(said("[").contains("EOF"));
    }
}
