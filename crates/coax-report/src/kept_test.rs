//! Where a test is in the suite that people keep.

use serde::{Deserialize, Serialize};

/// A test of the suite that people keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptTest {
    /// Its file, within the folder of the suite.
    pub file: String,
    /// Its name there.
    pub name: String,
}
