//! What the progress line of an exploration says.

use std::time::Duration;

use coax_engine::explore::Tally;

/// The figures in it.
pub struct Figures<'a> {
    pub tally: &'a Tally,
    /// Possible errors so far.
    pub errors: usize,
    /// Questions to the solver.
    pub queries: u64,
    /// Time left.
    pub left: Duration,
}

/// The line.
pub fn line(figures: &Figures<'_>) -> String {
    let Figures { tally, errors, queries, left } = figures;
    let mut parts = vec![
        format!("{} paths", tally.ended()),
        format!("{} pending", tally.pending),
        format!("{errors} errors"),
    ];
    if let Some(percent) = (100 * tally.covered).checked_div(tally.places) {
        parts.push(format!("{percent} % covered"));
    }
    parts.push(format!("{queries} queries"));
    parts.push(format!("{} s left", left.as_secs()));
    format!("exploring: {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_all_figures() {
        let tally = Tally {
            completed: 3,
            error: 1,
            pending: 12,
            covered: 3,
            places: 4,
            ..Tally::default()
        };
        let left = Duration::from_millis(7_500);
        let text = line(&Figures { tally: &tally, errors: 1, queries: 40, left });
        assert_eq!(
            text,
            "exploring: 4 paths, 12 pending, 1 errors, 75 % covered, 40 queries, 7 s left"
        );
    }
}
