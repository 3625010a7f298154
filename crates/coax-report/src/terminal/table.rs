//! Columns that line up for letters of every width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// On which side of its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// Rows of cells as lines, two spaces between columns, nothing at the end of a line.
pub(super) fn lines(sides: &[Side], rows: &[Vec<String>]) -> Vec<String> {
    let width_of = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..sides.len()).map(width_of).collect();
    rows.iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .enumerate()
                .map(|(column, cell)| {
                    let padding = " ".repeat(widths[column] - cell.width());
                    match sides[column] {
                        Side::Left => format!("{cell}{padding}"),
                        Side::Right => format!("{padding}{cell}"),
                    }
                })
                .collect();
            cells.join("  ").trim_end().to_owned()
        })
        .collect()
}

/// The text, shortened at its end to a width if it is wider.
pub(super) fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.into();
    }
    let mut short = String::new();
    let mut used = 1; // the ellipsis
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used > width {
            break;
        }
        short.push(letter);
    }
    short + "…"
}

/// A number with its thousands set apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for group in digits.as_bytes()[first..].chunks(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.extend(group.iter().map(|&digit| char::from(digit)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_also_with_wide_letters() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let rows = [row(["日本", "1", "x"]), row(["abcdef", "100", ""])];
        let sides = [Side::Left, Side::Right, Side::Left];
        assert_eq!(lines(&sides, &rows), ["日本      1  x", "abcdef  100"]);
    }

    #[test]
    fn long_names_are_shortened_to_their_room() {
        assert_eq!(shortened("abc", 3), "abc");
        assert_eq!(shortened("abcd", 3), "ab…");
        assert_eq!(shortened("日本語", 4), "日…");
    }

    #[test]
    fn thousands_are_set_apart() {
        let numbers = [0, 999, 1000, 12345, 1234567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
