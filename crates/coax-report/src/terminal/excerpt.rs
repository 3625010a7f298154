//! A few source lines with a mark under one of them.
//!
//! Invariants: columns come in as bytes and go out as terminal cells, so the mark stands under the
//! byte it is about, also behind tabs, wide characters or broken UTF-8; every printed
//! character is harmless (control characters are replaced).

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthChar;

use super::diagnostic::Span;
use crate::sources::Source;

/// Line numbers and the bar beside the source.
pub(super) const GUTTER: Style = AnsiColor::Blue.on_default().bold();
/// The mark under the place of the heading.
pub(super) const MARK_ERROR: Style = AnsiColor::Red.on_default().bold();
/// The mark under the place of a note.
pub(super) const MARK_NOTE: Style = AnsiColor::Cyan.on_default().bold();

const TAB_WIDTH: usize = 4;

/// Lines cut out of a source file; the mark belongs under the last of them.
pub(super) struct Excerpt {
    first_line: u32,
    lines: Vec<Line>,
    mark: Option<Mark>,
}

/// A source line as it appears on a terminal.
struct Line {
    text: String,
    /// For each byte of the source line, the cell its character starts in; one more for the end.
    cells: Vec<usize>,
}

/// Where the mark stands, in cells.
struct Mark {
    start: usize,
    width: usize,
}

impl Excerpt {
    /// The line of `span` with up to `context` lines above it; `None` if there is no such line.
    pub(super) fn cut(source: &Source, span: &Span, context: u32) -> Option<Excerpt> {
        let first = span.line.saturating_sub(context).max(1);
        // A file that changed since it was compiled may be too short by now.
        let mut lines: Vec<Line> = (first..=span.line)
            .map(|number| source.line(number).map(Line::lay_out))
            .collect::<Option<_>>()?;
        if lines.is_empty() {
            return None;
        }
        let blank_above = lines.iter().take_while(|line| line.is_blank()).count();
        let skipped = blank_above.min(lines.len() - 1);
        lines.drain(..skipped);
        let mark = lines.last().and_then(|line| line.mark(span));
        Some(Excerpt { first_line: first + skipped as u32, lines, mark })
    }

    pub(super) fn render(&self, mark_style: Style) -> String {
        let last_line = self.first_line as usize + self.lines.len() - 1;
        let width = last_line.to_string().len();
        let bar = |label: &str| format!("{GUTTER}{label:>width$} |{GUTTER:#}");
        let mut text = bar("") + "\n";
        for (number, line) in (self.first_line..).zip(&self.lines) {
            let separator = if line.text.is_empty() { "" } else { " " };
            text += &format!("{}{separator}{}\n", bar(&number.to_string()), line.text);
        }
        if let Some(mark) = &self.mark {
            let pad = " ".repeat(mark.start);
            let tail = "~".repeat(mark.width - 1);
            text += &format!("{} {pad}{mark_style}^{tail}{mark_style:#}\n", bar(""));
        }
        text
    }
}

impl Line {
    fn lay_out(bytes: &[u8]) -> Line {
        let mut line = Line { text: String::new(), cells: Vec::with_capacity(bytes.len() + 1) };
        let mut cell = 0;
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                cell = line.push(character, character.len_utf8(), cell);
            }
            for _ in chunk.invalid() {
                cell = line.push(char::REPLACEMENT_CHARACTER, 1, cell);
            }
        }
        line.cells.push(cell);
        line.text.truncate(line.text.trim_end().len());
        line
    }

    /// Adds a character that takes `length` bytes in the file; gives the next free cell.
    fn push(&mut self, character: char, length: usize, cell: usize) -> usize {
        self.cells.extend(std::iter::repeat_n(cell, length));
        let width = if character == '\t' {
            let width = TAB_WIDTH - cell % TAB_WIDTH;
            self.text.extend(std::iter::repeat_n(' ', width));
            width
        } else {
            let shown =
                if is_harmless(character) { character } else { char::REPLACEMENT_CHARACTER };
            self.text.push(shown);
            shown.width().unwrap_or(0)
        };
        cell + width
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    fn mark(&self, span: &Span) -> Option<Mark> {
        let from = span.column.checked_sub(1)? as usize;
        let start = *self.cells.get(from)?;
        let to = from.saturating_add(span.length.unwrap_or(1) as usize);
        let end = self.cells[to.min(self.cells.len() - 1)];
        Some(Mark { start, width: end.saturating_sub(start).max(1) })
    }
}

/// Neither a control character nor one that reorders the text around it.
fn is_harmless(character: char) -> bool {
    let reorders = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !character.is_control() && !reorders
}
