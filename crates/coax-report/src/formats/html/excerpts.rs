//! The sources a page shows: whole files while they fit, else the lines around what it speaks of.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use serde::Serialize;

use super::coverage::{FileCoverage, Traces};
use crate::run::FinishedRun;

/// Lines of all whole files together.
const MOST_LINES: usize = 200_000;

/// Lines shown before and after a place in a file that is not whole.
const AROUND: u32 = 12;

/// Letters of a line; generated code may have a megabyte in one.
const MOST_LETTERS: usize = 2_000;

/// A source file on the page.
#[derive(Serialize)]
pub(super) struct SourceView {
    name: String,
    coverage: Option<FileCoverage>,
    /// Lines that follow each other.
    blocks: Vec<Block>,
}

#[derive(Serialize)]
struct Block {
    /// The number of the first line.
    from: u32,
    lines: Vec<String>,
}

/// Collects what is spoken of.
pub(super) struct Excerpts<'a> {
    run: &'a FinishedRun<'a>,
    traces: Traces,
    places: BTreeMap<String, BTreeSet<u32>>,
}

impl<'a> Excerpts<'a> {
    pub(super) fn new(run: &'a FinishedRun<'a>, traces: Traces) -> Excerpts<'a> {
        let places = traces.files.keys().map(|file| (file.clone(), BTreeSet::new())).collect();
        Excerpts { run, traces, places }
    }

    /// The page speaks of this line.
    pub(super) fn show(&mut self, file: &str, line: u32) {
        if !file.is_empty() && line > 0 {
            self.places.entry(file.to_owned()).or_default().insert(line);
        }
    }

    /// Every file that can be read.
    pub(super) fn finish(mut self) -> Vec<SourceView> {
        let mut left = MOST_LINES;
        let mut views = Vec::new();
        for (name, places) in self.places {
            let Some(source) = self.run.sources.file(Path::new(&name)) else { continue };
            let all = source.number_of_lines();
            let coverage = self.traces.files.remove(&name);
            // A file of the system is only worth the lines around a place.
            let is_whole = (coverage.is_some() || Path::new(&name).is_relative()) && all <= left;
            let whole = 1..all as u32 + 1;
            let ranges = if is_whole { vec![whole] } else { around(&places, all) };
            left -= if is_whole { all } else { 0 };
            let lines = |range: &Range<u32>| {
                range.clone().filter_map(|line| source.line(line)).map(shown).collect()
            };
            let blocks =
                ranges.iter().map(|range| Block { from: range.start, lines: lines(range) });
            views.push(SourceView { blocks: blocks.collect(), name, coverage });
        }
        views
    }
}

/// Lines around places, where ranges that touch are one.
fn around(places: &BTreeSet<u32>, all: usize) -> Vec<Range<u32>> {
    let mut ranges: Vec<Range<u32>> = Vec::new();
    for line in places {
        let next = line.saturating_sub(AROUND).max(1)..(line + AROUND).min(all as u32) + 1;
        match ranges.last_mut() {
            Some(last) if next.start <= last.end => last.end = next.end.max(last.end),
            _ if next.start < next.end => ranges.push(next),
            _ => {}
        }
    }
    ranges
}

fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_that_touch_are_one() {
        let around = |places: &[u32], all| around(&places.iter().copied().collect(), all);
        let first = 1..14;
        assert_eq!(around(&[1], 100), [first]);
        assert_eq!(around(&[20, 30, 90], 100), [8..43, 78..101]);
        let both = 8..58;
        assert_eq!(around(&[20, 45], 100), [both]);
        // The file is shorter than it was.
        assert_eq!(around(&[50], 10), []);
        assert_eq!(around(&[], 10), []);
    }
}
