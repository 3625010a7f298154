//! A report as text, and read from a folder. Writing it whole is up to the caller.

use std::{fmt, fs, io, path::Path};

use serde::Deserialize;

use crate::model::{Judged, Report, SCHEMA};

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

    /// Reads report.json from a folder.
    pub fn read(folder: &Path) -> Result<Report, ReadError> {
        let file = folder.join(FILE_NAME);
        // A pipe would never end.
        if fs::metadata(&file).map_err(ReadError::Io)?.is_file() {
            let text = fs::read_to_string(file).map_err(ReadError::Io)?;
            return Report::from_json(&text);
        }
        Err(ReadError::Io(io::Error::other("it is no regular file")))
    }
}
