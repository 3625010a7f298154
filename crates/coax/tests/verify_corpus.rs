//! What `coax verify` says of programs whose errors are known.
//!
//! - Of every error that a program of `run/error`, `check/error` or `explore/error` marks, a check of that kind at
//!   that line is not verified: a false "verified" is the worst that the analysis can do.
//! - Programs of `tests/corpus/verify` say on a line what is known of its checks: `//~ verified: KIND...`,
//!   `//~ verified if: KIND...`, `//~ open: KIND...`: of several checks of a kind at a line the weakest verdict is meant;
//!   of one line there may be several such lists, separated by `;`.
//!
//! Invariants: a program that cannot be analysed, a kind that is unknown or a line without such a check is a
//! failure, never a skipped test.

#[path = "support/kinds.rs"]
mod kinds;
#[path = "support/verified.rs"]
mod verified;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use verified::{Exported, Verdict};

/// What a line is marked with.
struct Mark {
    file: String,
    line: u64,
    kind: String,
    /// None: not verified.
    verdict: Option<Verdict>,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus"));
    let root = root.canonicalize().unwrap_or(root);
    let errors = ["run/error", "check/error", "explore/error"].map(|folder| {
        let path = root.join(folder);
        Trial::test(format!("errors_are_not_verified::{folder}"), move || {
            errors_are_not_verified(&path).map_err(Failed::from)
        })
    });
    let folder = root.join("verify");
    let stated =
        Trial::test("verdicts_are_as_marked", move || as_marked(&folder).map_err(Failed::from));
    libtest_mimic::run(&arguments, errors.into_iter().chain([stated]).collect()).exit_code()
}

/// All sources below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() => open.push(path),
                Some("c" | "cpp") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The flags a program is compiled with.
fn flags(text: &str) -> String {
    text.lines()
        .find_map(|line| line.strip_prefix("//@ cflags:"))
        .unwrap_or_default()
        .trim()
        .to_owned()
}

fn errors_are_not_verified(folder: &Path) -> Result<(), String> {
    let sources = sources(folder)?;
    let mut by_flags: Vec<(String, Vec<PathBuf>)> = Vec::new();
    let mut marks = Vec::new();
    for source in sources {
        let text = fs::read_to_string(&source).map_err(|e| format!("{}: {e}", source.display()))?;
        marks.extend(error_marks(&source, &text)?);
        let flags = flags(&text);
        match by_flags.iter_mut().find(|group| group.0 == flags) {
            Some(group) => group.1.push(source),
            None => by_flags.push((flags, vec![source])),
        }
    }
    let mut exported = Exported::default();
    for (flags, files) in by_flags {
        exported.extend([verified::verify(&files, flags.split_whitespace())?]);
    }
    let wrong: Vec<String> = marks.iter().filter_map(|mark| complaint(mark, &exported)).collect();
    eprintln!("{} marked errors", marks.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn error_marks(source: &Path, text: &str) -> Result<Vec<Mark>, String> {
    let mut marks = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let Some((_, mark)) = text.split_once("//~") else { continue };
        if mark.contains("assuming stub") {
            // The callee never returns what the stub does.
            continue;
        }
        let kind = mark.split_whitespace().next().unwrap_or_default();
        let kind = kinds::known(kind).map_err(|e| format!("{}:{line}: {e}", source.display()))?;
        let file = source.to_string_lossy().into_owned();
        marks.push(Mark { file, line, kind: kind.to_owned(), verdict: None });
    }
    Ok(marks)
}

/// Errors that show where no instruction can be blamed: at the end of the stack, of time, or of the program.
const ANYWHERE: [&str; 4] =
    ["stack-overflow", "no-termination", "memory-leak", "uncaught-exception"];

fn complaint(mark: &Mark, exported: &Exported) -> Option<String> {
    let here: BTreeSet<Verdict> = exported.at(&mark.file, mark.line, &mark.kind).collect();
    let Mark { file, line, kind, .. } = mark;
    let wrong = match &mark.verdict {
        Some(wanted) if here.last() != Some(wanted) => format!("{here:?}, not {wanted:?}"),
        Some(_) => return None,
        None if here.is_empty() && ANYWHERE.contains(&kind.as_str()) => return None,
        None if here.is_empty() => "there is no such check".into(),
        None if here == BTreeSet::from([Verdict::Verified]) => "VERIFIED, but it fails".into(),
        None => return None,
    };
    Some(format!("{file}:{line}: {kind}: {wrong}"))
}

fn as_marked(folder: &Path) -> Result<(), String> {
    let sources = sources(folder)?;
    let exported = verified::verify(&sources, [])?;
    let mut wrong = Vec::new();
    let mut count = 0;
    for source in &sources {
        let text = fs::read_to_string(source).map_err(|e| format!("{}: {e}", source.display()))?;
        for (line, text) in (1..).zip(text.lines()) {
            let Some((_, stated)) = text.split_once("//~") else { continue };
            for part in stated.split(';') {
                let marks = stated_marks(source, line, part)?;
                count += marks.len();
                wrong.extend(marks.iter().filter_map(|mark| complaint(mark, &exported)));
            }
        }
    }
    match (count, wrong.is_empty()) {
        (0, _) => Err("nothing is marked".into()),
        (_, true) => Ok(()),
        _ => Err(wrong.join("\n")),
    }
}

fn stated_marks(source: &Path, line: u64, part: &str) -> Result<Vec<Mark>, String> {
    let place = |reason: &str| format!("{}:{line}: {reason}", source.display());
    let (verdict, words) = part.split_once(':').ok_or_else(|| place("no colon"))?;
    let verdict = match verdict.trim() {
        "verified" => Verdict::Verified,
        "verified if" => Verdict::VerifiedIf,
        "open" => Verdict::Open,
        other => return Err(place(&format!("unknown verdict `{other}`"))),
    };
    let mark = |kind: &str| {
        let kind = kinds::known(kind).map_err(|e| place(&e))?.to_owned();
        let file = source.to_string_lossy().into_owned();
        Ok(Mark { file, line, kind, verdict: Some(verdict) })
    };
    words.split_whitespace().map(mark).collect()
}
