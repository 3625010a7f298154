//! A finished run as the forms of its report see it.

use std::path::Path;

use crate::{model::Report, sources::Sources};

/// What a run found, and where things are.
#[derive(Clone, Copy)]
pub struct FinishedRun<'a> {
    /// What it found.
    pub report: &'a Report,
    /// The folder of its results, as the user may type it.
    pub folder: &'a Path,
    /// The folder that names of sources are relative to; absolute names below it are shortened.
    pub root: &'a Path,
    /// The sources as they are now.
    pub sources: &'a Sources<'a>,
}
