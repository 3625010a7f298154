//! Text of unknown origin in one line of a terminal.

/// Messages may quote the program (an assertion's text, a file name): one line, nothing active.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
