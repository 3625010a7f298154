//! A report on disk.
//!
//! Invariant: whoever looks finds the old report or the new one, never a part of one, also when the
//! machine stops in between.

use std::{
    fmt,
    fs::{self, File, Permissions},
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
};

use serde::Deserialize;

use crate::model::{Report, SCHEMA};
use crate::verdict::Judged;

/// The name of the file within its folder.
pub const FILE_NAME: &str = "report.json";

/// Why a report could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file could not be read.
    Io(io::Error),
    /// It is not a report.
    Malformed(serde_json::Error),
    /// It is a report of another schema.
    Schema(u64),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => write!(f, "cannot read {FILE_NAME}: {error}"),
            ReadError::Malformed(error) => write!(f, "{FILE_NAME} is not a report: {error}"),
            ReadError::Schema(found) => {
                write!(f, "{FILE_NAME} has schema {found}; this version reads schema {SCHEMA}")
            }
        }
    }
}

impl std::error::Error for ReadError {}

impl Report {
    /// The text of report.json.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("a report has string keys only, and writing to memory does not fail");
        text.push('\n');
        text
    }

    /// The report that text is.
    pub fn from_json(text: &str) -> Result<Report, ReadError> {
        /// Looked at first: another schema may have other fields.
        #[derive(Deserialize)]
        struct Preamble {
            schema: u64,
        }
        let Preamble { schema } = serde_json::from_str(text).map_err(ReadError::Malformed)?;
        if schema != u64::from(SCHEMA) {
            return Err(ReadError::Schema(schema));
        }
        let mut report: Report = serde_json::from_str(text).map_err(ReadError::Malformed)?;
        for warning in report.warnings.iter_mut().filter(|warning| warning.confirmed) {
            warning.judged = Judged::Confirmed; // reports of earlier versions say no more
        }
        Ok(report)
    }

    /// Writes report.json into a folder, in place of the one that is there.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut file = tempfile::Builder::new()
            .prefix(FILE_NAME)
            .permissions(Permissions::from_mode(0o666)) // less the user's mask, as any file
            .tempfile_in(folder)?;
        file.write_all(self.to_json().as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(folder.join(FILE_NAME)).map_err(|error| error.error)?;
        File::open(folder)?.sync_all() // the new name, too
    }

    /// Reads report.json from a folder.
    pub fn read(folder: &Path) -> Result<Report, ReadError> {
        let text = fs::read_to_string(folder.join(FILE_NAME)).map_err(ReadError::Io)?;
        Report::from_json(&text)
    }
}
