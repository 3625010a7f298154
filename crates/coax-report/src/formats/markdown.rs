//! Markdown: a summary for a pull request, in the dialect that code hosts show.
//!
//! Invariants: text of the program under test is shown as it is: none of it becomes markup, mentions a
//! person or refers to an issue; the text has a bounded length, and says what it leaves out.

use std::fmt::Write;

use coax_kinds::Word;

use crate::{
    findings::{Finding, findings_where},
    format::ReportFormat,
    line::{inputs, one_line, place},
    model::{Judged, Ratio, Report, Warning},
    reproduce::{replay_command, reproduce_from},
    run::FinishedRun,
    standing::Earlier,
    verdict::Unjudged,
};

pub(super) const FORMAT: ReportFormat =
    ReportFormat { name: "markdown", about: "A summary in Markdown, for a pull request", render };

/// Rows of the table.
const MOST_ROWS: usize = 100;
/// Findings with a block of details,
const MOST_DETAILS: usize = 20;
/// of which none begins behind so many bytes: a comment on a pull request may have 65,536 characters.
const MOST_BYTES: usize = 50_000;
/// Lines of one list in such a block.
const MOST_LINES: usize = 30;
/// Letters of one line in it; commands may be long.
const MOST_LETTERS: usize = 1000;
/// Letters of a cell of the table.
const MOST_CELL_LETTERS: usize = 200;

fn render(run: &FinishedRun<'_>) -> String {
    let counted = run.report.counted();
    let run = &FinishedRun { report: &counted, ..*run };
    let report = run.report;
    let confirmed = findings_where(report, &|warning| warning.judged == Judged::Confirmed);
    let mut text = heading(report, confirmed.len() as u64);
    text += &counts(run);
    text += &table(&confirmed);
    for finding in confirmed.iter().take(MOST_DETAILS) {
        if text.len() < MOST_BYTES {
            text += &details(run, finding);
        }
    }
    text += &report.earlier.as_ref().map(earlier).unwrap_or_default();
    let open = findings_where(report, &|warning| warning.judged == Judged::NotJudged);
    if !open.is_empty() {
        text += "\n### Not judged\n\nNothing is known about these.\n";
        text += &table(&open);
    }
    text
}

fn heading(report: &Report, places: u64) -> String {
    let (tool, command) = (escaped(&report.tool.name), escaped(&report.command));
    let verdict = match (report.totals.errors, report.exit_code()) {
        (0, 0) => "nothing wrong found".to_owned(),
        (0, _) => "no error confirmed, but not everything could be judged".to_owned(),
        (errors, _) => format!("{} at {}", counted(errors, "error"), counted(places, "place")),
    };
    format!("## {tool} {command}: {verdict}\n\n")
}

fn counts(run: &FinishedRun<'_>) -> String {
    let report = run.report;
    let totals = &report.totals;
    let refuted = report.warnings.iter().filter(|warning| warning.judged == Judged::Refuted);
    let mut text = format!(
        "{} explored, {} written, {} confirmed natively, {} refuted.\n",
        counted(totals.units, "function"),
        counted(totals.tests, "test"),
        counted(totals.errors, "error"),
        refuted.count(),
    );
    let unjudged = Unjudged::of(report);
    if unjudged.count() > 0 {
        let words = escaped(&unjudged.in_words(&run.folder.display().to_string()));
        let _ = writeln!(text, "\n**{} not judged:** {words}.", unjudged.count());
    }
    if let Some(coverage) = &report.coverage {
        text += "\n| coverage | covered | of | |\n|---|--:|--:|--:|\n";
        let rows = [
            ("branches", coverage.branches),
            ("lines", coverage.lines),
            ("functions", coverage.functions),
        ];
        for (what, Ratio { covered, total }) in rows {
            let percent = (covered * 100).checked_div(total);
            let percent = percent.map_or("–".into(), |percent| format!("{percent} %"));
            let _ = writeln!(text, "| {what} | {covered} | {total} | {percent} |");
        }
    }
    text
}

fn table(findings: &[Finding<'_>]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let mut text = "\n| | kind | place | function | what |\n|---|---|---|---|---|\n".to_owned();
    for finding in findings.iter().take(MOST_ROWS) {
        let Warning { id, kind, function, message, .. } = finding.error;
        let row = [
            escaped(id),
            code(kind.as_str()),
            code(&place(finding.error)),
            code(&shortened(function, MOST_CELL_LETTERS)),
            escaped(&shortened(message, MOST_CELL_LETTERS)),
        ];
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    let hidden = findings.len().saturating_sub(MOST_ROWS);
    if hidden > 0 {
        let _ = writeln!(text, "\n… and {hidden} more, in report.json.");
    }
    text
}

/// What unfolds under a finding: how it comes about and how to see it.
fn details(run: &FinishedRun<'_>, finding: &Finding<'_>) -> String {
    let warning = finding.error;
    let calls = warning.trace.iter();
    let calls = calls.map(|frame| format!("{} at {}:{}", frame.function, frame.file, frame.line));
    let also = finding.also_from.iter().map(|from| from.function.clone());
    let command = warning.reproduce.as_ref().map(|command| reproduce_from(run.folder, command));
    let replay = warning.test.as_ref().map(|test| replay_command(run.folder, test));
    let test = warning.test.as_ref().map(|test| run.folder.join(test).display().to_string());
    let parts: [(&str, Vec<String>); 7] = [
        ("Inputs", inputs(&warning.inputs)),
        ("The native run said", warning.native.iter().cloned().collect()),
        ("Calls, innermost first", calls.collect()),
        ("Also from", also.collect()),
        ("It takes", warning.assumes.iter().map(Word::to_string).collect()),
        ("Test", test.into_iter().collect()),
        ("To see it", command.into_iter().chain(replay).collect()),
    ];
    let (id, kind, place) =
        (escaped(&warning.id), code(warning.kind.as_str()), code(&place(warning)));
    let mut text = format!("\n<details><summary>{id}: {kind} at {place}</summary>\n\n");
    for (heading, lines) in parts.iter().filter(|(_, lines)| !lines.is_empty()) {
        let _ = writeln!(text, "{heading}:\n\n{}", fenced(lines));
    }
    text + "</details>\n"
}

/// Lines as a block of code that none of them can end.
fn fenced(lines: &[String]) -> String {
    let mut block = String::new();
    for line in lines.iter().take(MOST_LINES) {
        let _ = writeln!(block, "{}", shortened(&one_line(line), MOST_LETTERS));
    }
    if lines.len() > MOST_LINES {
        let _ = writeln!(block, "… and {} more", lines.len() - MOST_LINES);
    }
    let longest = block.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{block}{fence}\n")
}

/// Text as code within a line, also in a cell of a table.
fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Text of which nothing is markup.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in one_line(text).chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            // Between the sign and the name, a comment keeps both from being read as one.
            '@' | '#' => {
                let _ = write!(safe, "{letter}<!-- -->");
            }
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '|' | '~' | '$' | '!' => {
                let _ = write!(safe, "&#{};", u32::from(letter));
            }
            _ => safe.push(letter),
        }
    }
    // Addresses become links by themselves.
    safe.replace("://", "&#58;//").replace("www.", "www&#46;")
}

/// Not more of a text than a reader takes in.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// What became of known findings, in a sentence.
fn earlier(earlier: &Earlier) -> String {
    let Earlier { known, fixed, not_seen, ignored, .. } = earlier;
    let mut parts = Vec::new();
    if earlier.baseline.is_some() {
        let (fixed, not_seen) = (fixed.len(), not_seen.len());
        parts.push(format!("{known} known, {fixed} fixed, {not_seen} not seen"));
    }
    if *ignored > 0 {
        parts.push(format!("{ignored} ignored"));
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!("\nOf earlier findings: {}.\n", parts.join(", "))
    }
}
