//! Makers: functions that are added to a source so that objects can be made of classes whose
//! constructors its code never calls, above all the containers of the standard library; and pointers
//! to the types of variables that no source defines.
//!
//! Implicit template instances and constructors exist only where they are used. What a file lacks is
//! appended to it, in memory: clang reads the longer text under the same name, so that places and
//! relative includes stay what they are. One maker is one line; a line that clang refuses is left
//! out.
//!
//! Invariants: the user's files are never written; without a single maker a file is read as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use coax_case::MAKER;
use coax_engine::unit::{self, Makers};
use coax_ir::{FuncId, Program, TYPE_OF, variable_name};

use crate::recipes::Recipe;

/// Makes objects of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maker {
    /// The class, as the debug information writes it.
    pub class: String,
    /// How it makes an object.
    pub recipe: Recipe,
    /// What is tried, one after the other, if clang refuses that.
    pub otherwise: Vec<Recipe>,
    /// How many elements it has at most, if it has any.
    pub most: usize,
}

impl Maker {
    /// Goes on to the next recipe; is there one?
    fn try_otherwise(&mut self) -> bool {
        let is_more = !self.otherwise.is_empty();
        if is_more {
            self.recipe = self.otherwise.remove(0);
        }
        is_more
    }
}

/// The makers of several files, without those that clang refused.
pub struct Additions<'a> {
    files: Vec<Addition<'a>>,
}

struct Addition<'a> {
    file: &'a Path,
    makers: Vec<Maker>,
    /// Variables whose types are asked for, by their names for the linker.
    variables: Vec<&'a str>,
}

/// What one file needs.
#[derive(Clone, Copy)]
pub struct Needed<'a> {
    /// The source that needs them.
    pub file: &'a Path,
    /// The makers.
    pub makers: &'a [Maker],
    /// Variables that the file only declares.
    pub variables: &'a [String],
}

impl<'a> Additions<'a> {
    /// Those of some files; a class needs only one, and so does a variable.
    pub fn new(needed: impl Iterator<Item = Needed<'a>>) -> Additions<'a> {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut asked: BTreeSet<&str> = BTreeSet::new();
        let files = needed.map(|Needed { file, makers, variables }| {
            let new = makers.iter().filter(|maker| seen.insert(&maker.class));
            let variables = variables.iter().map(String::as_str).filter(|name| asked.insert(name));
            Addition { file, makers: new.cloned().collect(), variables: variables.collect() }
        });
        Additions { files: files.filter(|addition| !addition.is_empty()).collect() }
    }

    /// Is there nothing to add?
    pub fn is_empty(&self) -> bool {
        self.files.iter().all(Addition::is_empty)
    }

    /// Writes the longer files, and what makes clang read them in the place of the others; gives
    /// back the flags for that.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<String>> {
        std::fs::create_dir_all(folder)?;
        let mut roots = Vec::new();
        let mut number = 0;
        for (index, addition) in self.files.iter().enumerate() {
            let longer = folder.join(format!("{index}.cpp"));
            let mut text = std::fs::read(addition.file)?;
            text.extend_from_slice(addition.text(&mut number).as_bytes());
            std::fs::write(&longer, text)?;
            for name in names(addition.file) {
                roots.push(serde_json::json!({
                    "type": "file", "name": name, "external-contents": longer,
                }));
            }
        }
        let overlay = serde_json::json!({
            "version": 0, "case-sensitive": true, "use-external-names": false, "roots": roots,
        });
        let path = folder.join("overlay.json");
        std::fs::write(&path, overlay.to_string())?;
        Ok(vec!["-ivfsoverlay".into(), path.to_string_lossy().into_owned()])
    }

    /// Leaves out the makers that messages of the compiler are about, or has them make their objects
    /// in another way; were there any?
    pub fn leave_out(&mut self, messages: &str) -> bool {
        let mut any = false;
        for addition in &mut self.files {
            let Ok(text) = std::fs::read(addition.file) else { continue };
            let first = addition.first_line(&text);
            let name = addition.file.file_name().unwrap_or_default().to_string_lossy();
            let lines = lines_named(messages, &name);
            let mut line = first;
            let mut is_refused = || {
                line += 1;
                lines.contains(&(line - 1))
            };
            addition.makers.retain_mut(|maker| {
                let is_refused = is_refused();
                any |= is_refused;
                !is_refused || maker.try_otherwise()
            });
            let before = addition.variables.len();
            addition.variables.retain(|_| !is_refused());
            any |= addition.variables.len() < before;
        }
        any
    }

    /// The makers that are functions of a program now.
    pub fn found(&self, program: &Program) -> Found {
        let makers = self.files.iter().flat_map(|addition| &addition.makers);
        let mut found = Found::default();
        let functions: BTreeMap<String, FuncId> = program
            .own_functions()
            .iter()
            .filter_map(|&id| Some((program.signature_of(id)?.qualified.to_string(), id)))
            .filter(|(name, _)| name.starts_with(MAKER))
            .collect();
        found.functions = functions.values().copied().collect();
        for (number, maker) in makers.enumerate() {
            let function = |name: &str| functions.get(&format!("{MAKER}{number}::{name}")).copied();
            let (Some(drop), Some(place)) = (function("drop"), function("place")) else { continue };
            let count = function("count");
            let numbered = (0..).map_while(|n| function(&format!("make{n}")));
            let makes: Arc<[FuncId]> = numbered.collect();
            let class = program.signature_of(place).and_then(|place| {
                let coax_ir::Type::Pointer(class) = *program.type_of(place.result) else {
                    return None;
                };
                Some(coax_ir::strip(program, class))
            });
            let Some(class) = class.filter(|&class| maker.recipe.is_defined(program, class)) else {
                continue;
            };
            let is_of_view = matches!(maker.recipe, Recipe::View(_));
            let is_used = matches!(maker.recipe, Recipe::Used(_));
            let written = (0..makes.len()).map(|number| maker.recipe.written(number)).collect();
            let known = unit::Maker { class, makes, written, count, drop, is_of_view, is_used };
            // Its full name: a maker may have it shorter.
            let name = coax_ir::spell_type(program, class, coax_ir::Language::Cxx);
            let name = name.unwrap_or_else(|| maker.class.clone());
            found.makers.0.insert(name, known);
        }
        found
    }
}

/// What a program has of makers.
#[derive(Debug, Default)]
pub struct Found {
    /// By what they make.
    pub makers: Makers,
    /// All functions that are there only for this.
    pub functions: BTreeSet<FuncId>,
}

impl Addition<'_> {
    /// What comes before the makers. It begins with the end of the file's last line.
    fn head(&self) -> String {
        let warnings = "#pragma clang diagnostic ignored \"-Weverything\"\n";
        if self.makers.is_empty() {
            return format!("\n{warnings}");
        }
        let is_stream = |maker: &Maker| maker.class.contains("stringstream<");
        let streams = match self.makers.iter().any(is_stream) {
            true => "#include <sstream>\n",
            false => "",
        };
        let assume = "extern \"C\" void coax_assume(int);\n";
        format!("\n#include <new>\n{streams}{warnings}{assume}")
    }

    /// The line of the first maker behind a text.
    fn first_line(&self, text: &[u8]) -> usize {
        let lines = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
        lines(text) + lines(self.head().as_bytes()) + 1
    }

    /// What is appended.
    fn text(&self, number: &mut usize) -> String {
        let mut text = self.head();
        for maker in &self.makers {
            let Maker { class, recipe, most, .. } = maker;
            text.push_str(&format!(
                "struct {MAKER}{number} {{ typedef {class} coax_made; {} \
                 void drop() {{ ((coax_made *)(void *)this)->~coax_made(); }} \
                 static coax_made *place(coax_made *at) {{ return at; }} }};\n",
                recipe.text(*most)
            ));
            *number += 1;
        }
        for symbol in &self.variables {
            let name = variable_name(symbol).unwrap_or_default();
            text.push_str(&format!(
                "__typeof__({name}) *{TYPE_OF}{symbol} __attribute__((weak, used));\n"
            ));
        }
        text
    }

    fn is_empty(&self) -> bool {
        self.lines() == 0
    }

    fn lines(&self) -> usize {
        self.makers.len() + self.variables.len()
    }
}

/// All lines of a file that messages name.
fn lines_named(messages: &str, file: &str) -> BTreeSet<usize> {
    let mentions = messages.match_indices(file).filter_map(|(at, _)| {
        let rest = messages[at + file.len()..].strip_prefix(':')?;
        rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
    });
    mentions.collect()
}

/// The ways a compiler that runs here may complete a file's name.
fn names(file: &Path) -> BTreeSet<PathBuf> {
    let here = std::env::current_dir().ok();
    let called = std::env::var_os("PWD").map(PathBuf::from);
    let folders = here.into_iter().chain(called).filter(|folder| folder.is_absolute());
    folders.filter_map(|folder| std::path::absolute(folder.join(file)).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_lines() {
        let messages = "a.cpp:12:3: error: no\nnote: in x/a.cpp:7:1: requested here\nb.cpp:9:1: no";
        assert_eq!(lines_named(messages, "a.cpp"), BTreeSet::from([7, 12]));
    }

    #[test]
    fn a_variable_has_its_line_behind_the_makers() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "extern int one, two;\n").unwrap();
        let variables = ["one".to_owned(), "two".to_owned()];
        let needed = Needed { file: &file, makers: &[], variables: &variables };
        let mut additions = Additions::new([needed].into_iter());
        let longer = format!("extern int one, two;\n{}", additions.files[0].text(&mut 0));
        let line = longer.lines().position(|line| line.contains("coax_type_of_two")).unwrap() + 1;
        assert!(additions.leave_out(&format!("{}:{line}:8: error: no", file.display())));
        assert_eq!(additions.files[0].variables, ["one"]);
    }

    #[test]
    fn every_maker_has_its_line() {
        let maker = |class: &str| Maker {
            class: class.into(),
            recipe: Recipe::Default,
            otherwise: vec![Recipe::Call(vec!["int e0".into()])],
            most: 0,
        };
        let makers = [maker("A"), maker("B")];
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.cpp");
        for text in ["int x;\nint y;", "int x;\n"] {
            std::fs::write(&file, text).unwrap();
            let needed = Needed { file: &file, makers: &makers, variables: &[] };
            let mut additions = Additions::new([needed].into_iter());
            let longer = format!("{text}{}", additions.files[0].text(&mut 0));
            let line = longer.lines().position(|line| line.contains("typedef B")).unwrap() + 1;
            let refused = format!("{}:{line}:8: error: no", file.display());
            assert!(additions.leave_out(&refused));
            let other = additions.files[0].makers.iter().map(|maker| maker.recipe.clone());
            assert_eq!(
                other.collect::<Vec<_>>(),
                [Recipe::Default, makers[1].otherwise[0].clone()]
            );
            assert!(additions.leave_out(&refused));
            let left: Vec<_> =
                additions.files[0].makers.iter().map(|maker| &*maker.class).collect();
            assert_eq!(left, ["A"]);
            assert!(!additions.leave_out("a.cpp:1:1: error: no"));
        }
    }
}
