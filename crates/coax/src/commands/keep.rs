//! `coax keep`: an error that was mended becomes a regression test.

use coax_campaign::{ExitStatus, Failure, Jobs, Kept, keep};

use crate::cli::{KeepOptions, OutputOptions};

pub fn execute(options: &KeepOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let id = &options.id;
    match keep(&options.folder, id, Jobs::all().0)? {
        Kept::As(file) => {
            if !output.quiet {
                println!("{id} is fixed; its regression test is {}", file.display());
            }
            Ok(ExitStatus::Success)
        }
        Kept::StillFails(how) => {
            println!("{id} is not fixed, and nothing was kept: {}", coax_report::one_line(&how));
            Ok(ExitStatus::ErrorsFound)
        }
    }
}
