//! `coax verify`: which checks are verified, verified under assumptions, or open.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use coax_campaign::{ExitStatus, Failure, Format, Frontend, VerifyOptions, verify};
use coax_report::{CheckPlace, CheckVerdict, Guide, Report, Unit};

use crate::cli::OutputOptions;
use crate::exit;

pub fn execute(options: &VerifyOptions, output: &OutputOptions) -> Result<ExitStatus, Failure> {
    let shown = Shown { format: options.format, quiet: output.quiet, lines: output.verbose > 0 };
    let output = coax_campaign::Output {
        quiet: output.quiet,
        verbose: output.verbose > 0,
        color: output.color.on_stderr(),
        frontend: &shown,
    };
    verify(options, &output)
}

/// How the result is printed.
struct Shown {
    format: Format,
    quiet: bool,
    /// With every line that has checks.
    lines: bool,
}

impl Frontend for Shown {
    fn show(&self, report: &Report, folder: &Path) {
        match self.format {
            Format::Json => print!("{}", report.to_json()),
            Format::Human if self.quiet => {}
            Format::Human => print!("{}", text(report, folder, self.lines)),
        }
    }

    fn end_at_once(&self, end: Result<ExitStatus, Failure>) -> ! {
        exit::at_once(end)
    }
}

fn text(report: &Report, folder: &Path, lines: bool) -> String {
    let mut text = String::new();
    let mut files: BTreeMap<&str, Vec<&Unit>> = BTreeMap::new();
    for unit in &report.units {
        files.entry(&unit.file).or_default().push(unit);
    }
    let mut all = Guide::default();
    for (file, units) in &files {
        let mut sum = Guide::default();
        let _ = writeln!(text, "{file}\n{}", row("function", ["checks", "verified", "if", "open"]));
        for unit in units {
            match &unit.guide {
                Some(guide) => {
                    add(&mut sum, guide);
                    text += &figures(&unit.function, guide);
                }
                None => {
                    let _ =
                        writeln!(text, "  {:<40} not analysed: {}", unit.function, unit.because());
                }
            }
        }
        text += &figures("all of the file", &sum);
        if lines {
            text += &source(file, units);
        }
        text.push('\n');
        add(&mut all, &sum);
    }
    let share = |part: u64| 100.0 * part as f64 / all.checks.max(1) as f64;
    let _ = writeln!(
        text,
        "{} checks: {} verified ({:.1} %), {} verified under assumptions ({:.1} %), {} open; report: {}",
        all.checks,
        all.verified,
        share(all.verified),
        all.verified_if,
        share(all.verified_if),
        all.open,
        folder.join(coax_report::FILE_NAME).display()
    );
    text
}

fn row(name: &str, columns: [&str; 4]) -> String {
    let [checks, verified, under, open] = columns;
    format!("  {name:<40} {checks:>7} {verified:>9} {under:>7} {open:>7}")
}

fn figures(name: &str, guide: &Guide) -> String {
    let columns =
        [guide.checks, guide.verified, guide.verified_if, guide.open].map(|n| n.to_string());
    row(name, [&columns[0], &columns[1], &columns[2], &columns[3]]) + "\n"
}

fn add(sum: &mut Guide, guide: &Guide) {
    sum.checks += guide.checks;
    sum.verified += guide.verified;
    sum.verified_if += guide.verified_if;
    sum.open += guide.open;
}

/// The lines of a file that have checks, each with what is known of them.
fn source(file: &str, units: &[&Unit]) -> String {
    let content = std::fs::read_to_string(file).unwrap_or_default();
    let lines: Vec<&str> = content.lines().collect();
    let mut text = String::new();
    for unit in units {
        let Some(guide) = &unit.guide else { continue };
        let mut by_line: BTreeMap<u32, Vec<&CheckPlace>> = BTreeMap::new();
        for place in guide.places.iter().filter(|place| place.line > 0) {
            by_line.entry(place.line).or_default().push(place);
        }
        for (line, places) in by_line {
            let code = lines.get(line as usize - 1).map_or("", |code| code.trim_end());
            let _ = writeln!(text, "{line:>6} | {code}");
            text += &verdicts(guide, &places);
        }
    }
    text
}

fn verdicts(guide: &Guide, places: &[&CheckPlace]) -> String {
    let mut said: Vec<String> = Vec::new();
    for place in places {
        let kind = &place.kind;
        let line = match place.verdict {
            CheckVerdict::Verified => format!("       | {kind}: verified"),
            CheckVerdict::Open => format!("       | {kind}: open"),
            CheckVerdict::VerifiedIf => {
                let known = |id: &u64| guide.assumptions.get(*id as usize);
                let texts = place.needs.iter().filter_map(known);
                let texts: Vec<String> =
                    texts.map(|one| format!("{} (line {})", one.text, one.line)).collect();
                format!("       | {kind}: verified if {}", texts.join(" and "))
            }
        };
        if !said.contains(&line) {
            said.push(line);
        }
    }
    said.into_iter().map(|line| line + "\n").collect()
}
