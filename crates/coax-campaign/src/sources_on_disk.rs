//! Sources on disk, for excerpts, fingerprints and comments in them.

use std::fs;
use std::path::Path;

use coax_report::Sources;

/// Those that can be read, by the names they have in a report: relative to the current folder, or to the one
/// that the folder of results lies in.
pub fn sources_on_disk(results: &Path) -> Sources<'static> {
    let beside = results.parent().map(Path::to_owned).unwrap_or_default();
    Sources::new(move |file| read(file).or_else(|| read(&beside.join(file))))
}

/// A report may name anything: what is no regular file may have no end.
fn read(file: &Path) -> Option<Vec<u8>> {
    fs::metadata(file).is_ok_and(|file| file.is_file()).then(|| fs::read(file).ok())?
}
