//! What coax says about a wrong program: one heading, where it happened with the source line, what
//! led to it, and the call stack — in the form rustc and clang taught people to read.
//!
//! Invariants: rendering never fails (a missing file or a line that is not there only loses the
//! excerpt); the first line and the ` --> file:line:column` lines are stable, tools match on them;
//! nothing from a source file reaches the terminal as a control sequence.

use std::fmt;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use coax_ir::names::with_elided_arguments;

use crate::{line::one_line, sources::Sources};

use super::excerpt::{Excerpt, GUTTER, MARK_ERROR, MARK_NOTE};

const BOLD: Style = Style::new().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const UNSUPPORTED: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// How many lines above the marked one are shown with the heading.
const CONTEXT_LINES: u32 = 2;

/// A deep stack is shown with this many frames at its top and its bottom.
const STACK_TOP: usize = 16;
const STACK_BOTTOM: usize = 4;

/// Longer names of functions are shown without the arguments of templates.
const LONG_NAME: usize = 80;

/// Everything that is said about one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What sort of event it is.
    pub kind: Kind,
    /// What happened.
    pub message: String,
    /// Where.
    pub primary: Option<Span>,
    /// What led to it.
    pub notes: Vec<Note>,
    /// Innermost call first.
    pub stack: Vec<StackFrame>,
}

/// Whose fault it is: the program's, or our limits'.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// The program is wrong; the name is one of the catalogue of error kinds.
    Error(String),
    /// The program may be wrong in this way; no native run showed it.
    Suspicion(String),
    /// The program uses something coax cannot run; nothing is claimed about it.
    Unsupported,
    /// A bound the user set was reached; nothing is claimed about the rest.
    Stopped,
}

/// A fact that belongs to the event, with the place it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The fact.
    pub message: String,
    /// The place.
    pub span: Option<Span>,
}

/// One active call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackFrame {
    /// The function that was called.
    pub function: String,
    /// How far it has come.
    pub span: Option<Span>,
}

/// A place in a source file, as debug information gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The file.
    pub file: PathBuf,
    /// From 1; 0 when the compiler gave none.
    pub line: u32,
    /// In bytes from 1; 0 when the compiler gave none.
    pub column: u32,
    /// In bytes, when more than a point is known.
    pub length: Option<u32>,
}

impl Diagnostic {
    /// The text for a person, with terminal styles in it: print it with `anstream`, which removes
    /// them where they are not wanted.
    pub fn render(&self, sources: &Sources<'_>) -> String {
        let mut text = self.heading();
        if let Some(span) = &self.primary {
            text += &place(span, CONTEXT_LINES, MARK_ERROR, sources);
        }
        for note in &self.notes {
            text += &format!("{NOTE}note{NOTE:#}: {BOLD}{}{BOLD:#}\n", one_line(&note.message));
            if let Some(span) = &note.span {
                text += &place(span, 0, MARK_NOTE, sources);
            }
        }
        text += &stack(&self.stack);
        text
    }

    fn heading(&self) -> String {
        let message = one_line(&self.message);
        let (style, label) = match &self.kind {
            Kind::Error(name) => (ERROR, format!("error[{name}]")),
            Kind::Suspicion(name) => (UNSUPPORTED, format!("warning[{name}]")),
            Kind::Unsupported => (UNSUPPORTED, "unsupported".to_owned()),
            Kind::Stopped => (UNSUPPORTED, "stopped".to_owned()),
        };
        format!("{style}{label}{style:#}: {BOLD}{message}{BOLD:#}\n")
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.file.to_string_lossy()))?;
        match (self.line, self.column) {
            (0, _) => Ok(()),
            (line, 0) => write!(f, ":{line}"),
            (line, column) => write!(f, ":{line}:{column}"),
        }
    }
}

/// The arrow line and, where the source can be read, the excerpt below it.
fn place(span: &Span, context: u32, mark: Style, sources: &Sources<'_>) -> String {
    let arrow = format!(" {GUTTER}-->{GUTTER:#} {span}\n");
    let excerpt = sources.file(&span.file).and_then(|file| Excerpt::cut(&file, span, context));
    match excerpt {
        Some(excerpt) => arrow + &excerpt.render(mark),
        None => arrow,
    }
}

/// The call stack; the middle of a deep one (runaway recursion) is only counted.
fn stack(frames: &[StackFrame]) -> String {
    if frames.is_empty() {
        return String::new();
    }
    let mut text = format!("{BOLD}call stack{BOLD:#}:\n");
    // One left-out frame would take as much room as the line that says so.
    let omitted = frames.len().saturating_sub(STACK_TOP + STACK_BOTTOM);
    let hidden = if omitted > 1 { STACK_TOP..STACK_TOP + omitted } else { 0..0 };
    for (depth, frame) in frames.iter().enumerate() {
        if depth == hidden.start && !hidden.is_empty() {
            text += &format!("  ... {omitted} more calls\n");
        }
        if !hidden.contains(&depth) {
            text += &format!("  #{depth} {frame}\n");
        }
    }
    text
}

impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_long = self.function.chars().count() > LONG_NAME;
        let short = is_long.then(|| with_elided_arguments(&self.function));
        f.write_str(&one_line(short.as_ref().unwrap_or(&self.function)))?;
        match &self.span {
            Some(span) => write!(f, " at {span}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
