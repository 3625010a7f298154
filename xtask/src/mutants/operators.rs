//! What is changed in a source: conditions, comparisons, arithmetic, constants, arms of a match, calls,
//! rows of tables and whole functions.
//!
//! Invariants: tests, attributes, patterns, types and macros (but `matches!`) are left alone; mutants are
//! numbered in the order in which they are found, so that the same source has the same mutants; in the text
//! of a mutant nothing else is changed, since only one is on at a time.

mod finder;
mod site;
mod swaps;
mod tables;

use std::collections::{BTreeSet, HashMap};

use super::modules::Module;
use super::rewrite::{self, Wrap};

pub use self::site::Site;

/// One change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// From 1, over all modules.
    pub number: u32,
    pub module: &'static Module,
    pub path: String,
    pub line: usize,
    /// In words, on one line.
    pub change: String,
    /// How many changes with the same words come before it in the file.
    occurrence: usize,
}

impl Mutant {
    /// What makes it the same mutant in another state of the tree.
    pub fn identity(&self) -> String {
        format!("{} {} {}", self.path, self.change, self.occurrence)
    }
}

/// A source with its mutants.
pub struct Source {
    text: String,
    sites: Vec<Site>,
}

impl Source {
    /// Finds the mutants of a source and adds them to `mutants`.
    pub fn read(
        module: &'static Module,
        path: &str,
        text: String,
        mutants: &mut Vec<Mutant>,
    ) -> Result<Source, String> {
        let file = syn::parse_file(&text).map_err(|error| format!("{path}: {error}"))?;
        let next = u32::try_from(mutants.len() + 1).map_err(|error| error.to_string())?;
        let (sites, changes) = finder::find(&file, &text, next);
        let mut seen: HashMap<String, usize> = HashMap::new();
        for ((line, change), number) in changes.into_iter().zip(next..) {
            let occurrence = seen.entry(change.clone()).or_default();
            let path = path.to_owned();
            mutants.push(Mutant { number, module, path, line, change, occurrence: *occurrence });
            *occurrence += 1;
        }
        Ok(Source { text, sites })
    }

    /// The source with all its mutants but those `without`.
    pub fn with_mutants(&self, without: &BTreeSet<u32>) -> String {
        rewrite::wrapped(&self.text, &self.wraps(without))
    }

    /// The mutants that could be the reason for an error at a byte of what [`Source::with_mutants`] gave: those
    /// of the innermost changed piece around it that has any left.
    pub fn around(&self, without: &BTreeSet<u32>, at: usize) -> Vec<u32> {
        let spans = rewrite::spans(&self.wraps(without));
        let left =
            |site: &Site| site.numbers().filter(|number| !without.contains(number)).collect();
        let sites = self.sites.iter().zip(spans);
        let around = sites.filter(|(_, span)| span.contains(&at));
        let pieces = around.map(|(site, span)| (span.len(), left(site)));
        let pieces = pieces.filter(|(_, numbers): &(usize, Vec<u32>)| !numbers.is_empty());
        pieces.min_by_key(|(length, _)| *length).map(|(_, numbers)| numbers).unwrap_or_default()
    }

    fn wraps(&self, without: &BTreeSet<u32>) -> Vec<Wrap> {
        self.sites.iter().map(|site| site.wrap(without)).collect()
    }
}

#[cfg(test)]
mod tests;
