//! Names for findings that stay the same while code elsewhere is edited.
//!
//! A fingerprint is made from the kind, the function the line is in, the text of the line with its white
//! space folded, and which one of equal places it is. Neither the line's number nor the file's name are in
//! it: moved lines and renamed files keep their fingerprints.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::path::Path;

use crate::{
    model::{Report, Warning},
    sources::Sources,
};

/// File, line and column of a kind of error.
type Place<'r> = (&'r str, u32, u32, &'r str);

/// What is the same of two places in two versions of a program.
type Character = (String, String, String);

/// The fingerprints of the warnings of a report. Those at one place and of one kind share theirs.
pub struct Fingerprints<'r> {
    by_place: HashMap<Place<'r>, String>,
}

impl<'r> Fingerprints<'r> {
    /// Of all warnings whose line can be read.
    pub fn of(report: &'r Report, sources: &Sources<'_>) -> Fingerprints<'r> {
        // Of several ways to one place, always the same one names the function.
        let mut places: BTreeMap<Place<'r>, BTreeSet<&'r str>> = BTreeMap::new();
        for warning in &report.warnings {
            places.entry(place(warning)).or_default().insert(innermost(warning));
        }
        let mut equal: HashMap<Character, usize> = HashMap::new();
        let mut by_place = HashMap::new();
        for (place, functions) in places {
            let (file, line, _, kind) = place;
            let Some(text) = folded_line(sources, file, line) else { continue };
            let function = functions.first().copied().unwrap_or_default();
            let character = (kind.to_owned(), function.to_owned(), text);
            let rank = equal.entry(character.clone()).or_default();
            *rank += 1;
            by_place.insert(place, digest(&character, *rank));
        }
        Fingerprints { by_place }
    }

    /// That of one of the report's warnings; none if its line could not be read.
    pub fn get<'w>(&'w self, warning: &'w Warning) -> Option<&'w str> {
        // That of the run counts: sources may have changed since.
        let told = warning.fingerprint.as_deref();
        told.or_else(|| self.of_place(warning))
    }

    fn of_place<'w>(&'w self, warning: &'w Warning) -> Option<&'w str> {
        self.by_place.get(&place(warning)).map(String::as_str)
    }
}

impl Report {
    /// Gives all findings their fingerprints, as far as sources can be read.
    pub fn name_findings(&mut self, sources: &Sources<'_>) {
        let names = Fingerprints::of(self, sources);
        let all: Vec<Option<String>> =
            self.warnings.iter().map(|warning| names.get(warning).map(str::to_owned)).collect();
        for (warning, name) in self.warnings.iter_mut().zip(all) {
            warning.fingerprint = name;
        }
    }
}

fn place(warning: &Warning) -> Place<'_> {
    (&warning.file, warning.line, warning.column, warning.kind.as_str())
}

/// The function that the place is in: the unit may only lead there.
fn innermost(warning: &Warning) -> &str {
    warning.trace.first().map_or(&warning.function, |frame| &frame.function)
}

fn folded_line(sources: &Sources<'_>, file: &str, line: u32) -> Option<String> {
    let source = sources.file(Path::new(file))?;
    let text = String::from_utf8_lossy(source.line(line)?).into_owned();
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn digest(character: &Character, rank: usize) -> String {
    use sha2::{Digest, Sha256};
    let (kind, function, text) = character;
    let hash = Sha256::digest(format!("{kind}\0{function}\0{text}\0{rank}"));
    hash[..16].iter().fold(String::new(), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}
