//! A table for the terminal: the first column to the left, figures to the right.

use std::fmt;

/// Rows of equal length under a head.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(head: &[&str]) -> Table {
        Table { rows: vec![head.iter().map(|&word| word.to_owned()).collect()] }
    }

    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.rows[0].len(), "a row has as many cells as the head");
        self.rows.push(cells.into());
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        (0..self.rows[0].len()).map(width).collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        for (index, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                })
                .collect();
            writeln!(f, "{}", cells.join("  ").trim_end())?;
            if index == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                writeln!(f, "{}", rules.join("  "))?;
            }
        }
        Ok(())
    }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1 000");
        assert_eq!(grouped(12_345_678), "12 345 678");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(&["what", "n"]);
        table.row(["a".into(), "1 000".into()]);
        table.row(["longer".into(), "7".into()]);
        let expected = "\
what        n
------  -----
a       1 000
longer      7
";
        assert_eq!(table.to_string(), expected);
    }
}
