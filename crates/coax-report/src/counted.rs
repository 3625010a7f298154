//! The findings that count: those that are neither known from a baseline nor ignored.

use std::borrow::Cow;

use crate::model::{Report, Warning};
use crate::standing::{InBaseline, Standing};

impl Warning {
    /// Is it neither known nor ignored?
    pub fn counts(&self) -> bool {
        let Standing { baseline, ignored_because, .. } = &self.standing;
        *baseline != Some(InBaseline::Known) && ignored_because.is_none()
    }
}

impl Report {
    /// The report with those findings alone that count.
    pub fn counted(&self) -> Cow<'_, Report> {
        if self.warnings.iter().all(Warning::counts) {
            return Cow::Borrowed(self);
        }
        let mut report = self.clone();
        report.warnings.retain(Warning::counts);
        report.tally();
        Cow::Owned(report)
    }
}
