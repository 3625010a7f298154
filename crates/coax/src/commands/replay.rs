//! `coax replay`: do generated tests still do what they did?

use anstyle::{AnsiColor, Style};
use coax_campaign::{ExitStatus, Failure, Finding, Jobs, Replayed, replay};

use crate::cli::{OutputOptions, ReplayOptions};

const DIFFERS: Style = AnsiColor::Red.on_default().bold();
const FIXED: Style = AnsiColor::Green.on_default().bold();

pub fn execute(options: &ReplayOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let jobs = options.jobs.unwrap_or_else(Jobs::all).0;
    let tests = replay(&options.paths, jobs)?;
    for test in &tests {
        let (file, finding) = (test.file.display(), &test.finding);
        let style = style(finding);
        if !output.quiet || style == DIFFERS {
            anstream::println!("{file}: {style}{finding}{style:#}");
        }
    }
    println!("{}", sums(&tests));
    let differs = tests.iter().any(|test| style(&test.finding) == DIFFERS);
    Ok(if differs { ExitStatus::ErrorsFound } else { ExitStatus::Success })
}

fn style(finding: &Finding) -> Style {
    match finding {
        Finding::Same => Style::new(),
        Finding::Fixed => FIXED,
        Finding::Changed { .. } | Finding::DoesNotCompile(_) => DIFFERS,
    }
}

/// `3 tests: 2 same, 1 fixed, 0 different`; nothing is said of fixed ones where there are none.
fn sums(tests: &[Replayed]) -> String {
    let count = |wanted: Style| tests.iter().filter(|test| style(&test.finding) == wanted).count();
    let plural = if tests.len() == 1 { "" } else { "s" };
    let fixed = match count(FIXED) {
        0 => String::new(),
        fixed => format!("{fixed} fixed, "),
    };
    let (same, different) = (count(Style::new()), count(DIFFERS));
    format!("{} test{plural}: {same} same, {fixed}{different} different", tests.len())
}
