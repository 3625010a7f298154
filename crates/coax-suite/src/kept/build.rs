//! What builds a folder of kept tests: a Makefile and a CMakeLists.txt.
//!
//! Invariants: both work from within their folder, with plain compilers; each file of tests is a program of its own.

use super::framework::Framework;
use crate::build_words::{Language, language, make_target, make_word};

/// A test program.
pub struct Executable<'a> {
    /// Its name: that of its source without the extension.
    pub name: String,
    /// The file of tests.
    pub source: String,
    /// What its tests are written for.
    pub framework: &'a dyn Framework,
    /// Is it C++?
    pub cxx: bool,
    /// Sources of the code under test that are linked with it.
    pub sources: Vec<String>,
    /// What it includes of the code under test.
    pub includes: Vec<String>,
    /// Flags that compile and link all of it.
    pub flags: Vec<String>,
}

/// Flags that are followed by a path, joined or in the next word.
const PATH_FLAGS: &[&str] =
    &["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I", "-L"];

impl Executable<'_> {
    /// Sources of C in a program of C++.
    fn foreign(&self) -> impl Iterator<Item = &String> {
        let is_foreign = move |file: &&String| self.cxx && language(file) == Language::C;
        self.sources.iter().filter(is_foreign)
    }

    fn native(&self) -> impl Iterator<Item = &String> {
        let is_foreign = move |file: &&String| self.cxx && language(file) == Language::C;
        self.sources.iter().filter(move |file| !is_foreign(file))
    }

    /// The objects of sources in the other language.
    fn objects(&self) -> Vec<String> {
        (1..=self.foreign().count()).map(|number| format!("{}_{number}.o", self.name)).collect()
    }

    fn flags_for(&self, cxx: bool) -> Vec<String> {
        let is_other = |flag: &&String| !cxx && (flag.contains("=c++") || flag.contains("=gnu++"));
        self.flags.iter().filter(|flag| !is_other(flag)).map(|flag| make_word(flag)).collect()
    }

    fn rules(&self) -> String {
        let (compiler, flags) =
            if self.cxx { ("$(CXX)", "$(CXXFLAGS)") } else { ("$(CC)", "$(CFLAGS)") };
        let main = self.framework.main_source().map(object_of);
        let objects: Vec<String> = self.objects().into_iter().chain(main).collect();
        let read = std::iter::once(&self.source).chain(&self.includes).chain(self.native());
        let read: Vec<String> = read.map(|file| make_target(file)).collect();
        let mut words = vec![compiler.to_owned(), "$(CPPFLAGS)".into()];
        words.extend(self.flags_for(self.cxx));
        words.extend([flags, "$(LDFLAGS)", "-o $@", &make_word(&self.source)].map(str::to_owned));
        words.extend(self.native().map(|file| make_word(file)));
        words.extend(objects.iter().cloned());
        words.extend(self.framework.libraries().iter().map(|it| (*it).to_owned()));
        words.extend(["$(LDLIBS)", "-lm"].map(str::to_owned));
        let needed = [read, objects].concat().join(" ");
        let mut rules = format!("{}: {needed}\n\t{}\n\n", self.name, words.join(" "));
        for (object, source) in self.objects().iter().zip(self.foreign()) {
            let flags = self.flags_for(false).join(" ");
            let (target, word) = (make_target(source), make_word(source));
            rules.push_str(&format!(
                "{object}: {target}\n\t$(CC) $(CPPFLAGS) {flags} $(CFLAGS) -c -o $@ {word}\n\n"
            ));
        }
        rules
    }

    fn cmake(&self) -> String {
        let Executable { name, source, .. } = self;
        let main = self.framework.main_source().map(str::to_owned);
        let files = std::iter::once(source.clone()).chain(self.sources.iter().cloned()).chain(main);
        let files: Vec<String> = files.map(|file| cmake_word(&file)).collect();
        let mut text = format!("add_executable({name} {})\n", files.join(" "));
        let flags = cmake_flags(&self.flags);
        if !flags.is_empty() {
            text.push_str(&format!("target_compile_options({name} PRIVATE {})\n", flags.join(" ")));
        }
        let links = self.framework.cmake().links.iter().map(|it| (*it).to_owned());
        let own = self.flags.iter().filter(|flag| is_for_linker(flag));
        let links: Vec<String> = own
            .map(|flag| cmake_word(&in_folder(flag, "-Wl,")))
            .chain(links)
            .chain(["m".into()])
            .collect();
        text.push_str(&format!("target_link_libraries({name} PRIVATE {})\n", links.join(" ")));
        text.push_str(&format!("add_test(NAME {name} COMMAND {name})\n"));
        text
    }
}

fn is_for_linker(flag: &str) -> bool {
    flag.starts_with("-l") || flag.starts_with("-Wl,") || flag.starts_with("-L")
}

fn object_of(source: &str) -> String {
    format!("{}.o", source.rsplit_once('.').map_or(source, |(stem, _)| stem))
}

/// A word of a CMakeLists.txt.
fn cmake_word(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./+=:,${}<>".contains(letter);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// A relative path behind this beginning, as seen from the folder of builds.
fn in_folder(flag: &str, start: &str) -> String {
    match flag.strip_prefix(start) {
        Some(path) if !path.is_empty() && !path.starts_with(['/', '-']) => {
            format!("{start}${{CMAKE_CURRENT_SOURCE_DIR}}/{path}")
        }
        _ => flag.to_owned(),
    }
}

/// Flags for compilers as CMake wants them.
fn cmake_flags(flags: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    let mut path_follows = false;
    for flag in flags.iter().filter(|flag| !is_for_linker(flag)) {
        let start = PATH_FLAGS.iter().find(|known| flag.starts_with(**known));
        words.push(match start {
            _ if path_follows => in_folder(flag, ""),
            Some(start) => in_folder(flag, start),
            None if flag.starts_with("-std=") && flag.contains("++") => {
                format!("$<$<COMPILE_LANGUAGE:CXX>:{flag}>")
            }
            None => flag.clone(),
        });
        path_follows = PATH_FLAGS.contains(&flag.as_str());
    }
    words.iter().map(|word| cmake_word(word)).collect()
}

/// The Makefile of some test programs.
pub fn makefile(programs: &[Executable<'_>]) -> String {
    let names: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
    let mut objects: Vec<String> = programs.iter().flat_map(Executable::objects).collect();
    let mains = main_sources(programs);
    objects.extend(mains.iter().map(|main| object_of(main)));
    let mut rules: String = programs.iter().map(Executable::rules).collect();
    for main in &mains {
        let object = object_of(main);
        rules.push_str(&format!(
            "{object}: {main}\n\t$(CXX) $(CPPFLAGS) $(CXXFLAGS) -c -o $@ {main}\n\n"
        ));
    }
    let all = names.iter().copied().chain(objects.iter().map(String::as_str));
    TEMPLATE
        .replace("@TESTS@", &names.join(" "))
        .replace("@RULES@", &rules)
        .replace("@BUILT@", &all.collect::<Vec<_>>().join(" "))
}

fn main_sources(programs: &[Executable<'_>]) -> Vec<&'static str> {
    let mut mains: Vec<&str> =
        programs.iter().filter_map(|program| program.framework.main_source()).collect();
    mains.sort_unstable();
    mains.dedup();
    mains
}

/// The CMakeLists.txt of some test programs.
pub fn cmake_lists(programs: &[Executable<'_>]) -> String {
    let mut finds: Vec<&str> = programs.iter().map(|it| it.framework.cmake().finds).collect();
    finds.retain(|find| !find.is_empty());
    finds.sort_unstable();
    finds.dedup();
    let finds: String = finds.into_iter().map(|find| format!("{find}\n")).collect();
    let programs: Vec<String> = programs.iter().map(Executable::cmake).collect();
    format!(
        "# Builds these tests; `ctest` runs them.\ncmake_minimum_required(VERSION 3.10)\n\
         project(tests C CXX)\nenable_testing()\n{finds}\n{}",
        programs.join("\n")
    )
}

const TEMPLATE: &str = "# Builds and runs the tests in this folder.
#   make check    runs all of them
#   make clean    removes what was built
# CC, CXX, CFLAGS, CXXFLAGS and LDFLAGS are the usual ones.
ifeq ($(origin CXX),default)
CXX = c++
endif

TESTS = @TESTS@

check: $(TESTS)
\t@failed=0; for test in $(TESTS); do ./$$test || failed=1; done; exit $$failed

@RULES@clean:
\trm -f @BUILT@

FORCE:
.PHONY: check clean FORCE
";
