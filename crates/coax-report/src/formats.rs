//! The files that can be made from a finished run. A further one is a module here and a line in [`FORMATS`]:
//! `coax report` takes its options from the table.

mod html;
mod junit;
mod markdown;
mod sarif;

use crate::format::ReportFormat;

/// Every form, in the order of the help.
pub const FORMATS: &[ReportFormat] =
    &[html::FORMAT, sarif::FORMAT, junit::FORMAT, markdown::FORMAT];
