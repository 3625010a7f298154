//! A file of kept tests.

use std::collections::HashSet;

use super::{
    KeptTest,
    framework::{Framework, TestName},
};

/// The name that `main` of the code under test has in its tests.
const OTHER_MAIN: &str = "main_of_the_program";

/// The tests of one source file.
pub struct KeptFile<'a> {
    /// What they are written for.
    pub framework: &'a dyn Framework,
    /// What they are tests of, for people.
    pub about: String,
    /// How the code comes in.
    pub inclusion: Inclusion,
    /// Is it C++?
    pub cxx: bool,
    /// In their order.
    pub tests: Vec<Placed>,
}

/// How the code under test comes into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inclusion {
    /// By headers.
    Headers {
        /// Their names as they are written.
        names: Vec<String>,
        /// A source that is linked with it has a `main`.
        has_main: bool,
    },
    /// The source itself.
    Source {
        /// Its name as it is written.
        name: String,
        /// It has a `main`.
        has_main: bool,
    },
}

/// A test with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is about.
    pub group: String,
    /// What it shows.
    pub name: String,
    /// The rest.
    pub test: KeptTest,
}

impl Placed {
    /// Gives each test the best of its names that is free; free functions are in this group.
    pub fn all(tests: impl IntoIterator<Item = KeptTest>, group: &str) -> Vec<Placed> {
        let tests: Vec<KeptTest> = tests.into_iter().collect();
        let mut placed = Vec::with_capacity(tests.len());
        let mut taken = HashSet::new();
        let is_shared = |name: &String| {
            tests.iter().filter(|other| other.names.first() == Some(name)).count() > 1
        };
        for test in &tests {
            let own = test.names.iter().filter(|name| !is_shared(name)).chain(&test.names);
            let numbered = (2..).map(|number| {
                format!("{}_{number}", test.names.last().map_or("test", String::as_str))
            });
            // What is in other groups counts, too: functions of C have no groups.
            let name = own.cloned().chain(numbered).find(|name| !taken.contains(name));
            let name = name.unwrap_or_default();
            taken.insert(name.clone());
            let group = test.group.clone().unwrap_or_else(|| group.to_owned());
            placed.push(Placed { group, name, test: test.clone() });
        }
        placed
    }

    /// Its name in the words of a framework.
    pub fn named(&self) -> TestName<'_> {
        TestName { group: &self.group, name: &self.name }
    }
}

impl KeptFile<'_> {
    /// The text of the file.
    pub fn render(&self) -> String {
        let tests: String =
            self.tests.iter().map(|test| format!("\n{}", self.block(test))).collect();
        let names: Vec<TestName<'_>> = self.tests.iter().map(Placed::named).collect();
        format!("{}{tests}{}", self.head(), self.framework.ending(&names))
    }

    fn head(&self) -> String {
        let comment = format!("Tests of {}.", self.about);
        let comment =
            if self.cxx { format!("// {comment}\n") } else { format!("/* {comment} */\n") };
        let mut own: Vec<&String> = self.tests.iter().flat_map(|it| &it.test.headers).collect();
        own.sort();
        own.dedup();
        let own: String = own.into_iter().map(|line| format!("{line}\n")).collect();
        let framework: String =
            self.framework.includes().iter().map(|name| format!("#include {name}\n")).collect();
        let parts = [self.code(), framework, own];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{comment}{}", parts.join("\n"))
    }

    /// What includes the code under test.
    fn code(&self) -> String {
        match &self.inclusion {
            Inclusion::Headers { names, has_main } => {
                let undefine = if *has_main { "#undef main\n" } else { "" };
                let lines = names.iter().map(|name| format!("#include \"{name}\"\n"));
                format!("{undefine}{}", lines.collect::<String>())
            }
            Inclusion::Source { name, has_main: true } => {
                format!("#define main {OTHER_MAIN}\n#include \"{name}\"\n#undef main\n")
            }
            Inclusion::Source { name, .. } => format!("#include \"{name}\"\n"),
        }
    }

    /// A test as it stands in the file.
    pub fn block(&self, placed: &Placed) -> String {
        let lines = |section: &Vec<String>| -> String {
            let lines = section.iter().flat_map(|text| text.lines());
            lines.map(|line| format!("    {line}\n")).collect()
        };
        let sections: Vec<String> = placed.test.sections.iter().map(lines).collect();
        let brace = if self.cxx { " {" } else { "\n{" };
        let opening = self.framework.opening(&placed.named());
        let first = self.framework.first_line().map(|line| format!("    {line}\n\n"));
        let (first, definitions) = (first.unwrap_or_default(), &placed.test.definitions);
        format!("{definitions}{opening}{brace}\n{first}{}}}\n", sections.join("\n"))
    }
}

impl Inclusion {
    /// The flag that sources are compiled with which are linked.
    pub fn flag(&self) -> Option<String> {
        match self {
            Inclusion::Headers { has_main: true, .. } => Some(format!("-Dmain={OTHER_MAIN}")),
            _ => None,
        }
    }
}
