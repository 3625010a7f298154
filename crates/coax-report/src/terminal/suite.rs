//! What a suite of tests covers, for people: a table per file and function.
//!
//! Invariants: figures are native where tests were measured, and else the engine's, which is said; of very many
//! functions, those that are least covered are listed.

use std::collections::BTreeMap;

use super::table::{Side, grouped, lines};
use crate::{
    line::visible,
    model::{Ratio, Report, Unit},
};

/// One function of the table.
struct Row<'r> {
    file: &'r str,
    function: &'r str,
    branches: Ratio,
    unit: Option<&'r Unit>,
}

/// A line of the table, and whether it is a heading.
pub(crate) struct TableLine {
    pub text: String,
    pub is_file: bool,
}

/// The table, with at most so many functions; how many were left out.
pub(crate) fn table(report: &Report, most: usize) -> (Vec<TableLine>, usize) {
    let rows = rows(report);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(open(&rows[index])));
    order.truncate(most);
    order.sort_unstable();
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        by_file.entry(row.file).or_default().push(index);
    }
    let mut cells = vec![heading(report)];
    let mut is_file = vec![true];
    for (file, members) in &by_file {
        let of = || members.iter().map(|&index| &rows[index]);
        cells.push(of_file(file, of()));
        is_file.push(true);
        for &index in members.iter().filter(|index| order.contains(index)) {
            cells.push(of_function(&rows[index]));
            is_file.push(false);
        }
    }
    let sides = [Side::Left, Side::Right, Side::Right, Side::Right, Side::Right, Side::Left];
    let texts = lines(&sides, &cells);
    let table = texts.into_iter().zip(is_file).map(|(text, is_file)| TableLine { text, is_file });
    (table.collect(), rows.len() - order.len())
}

fn heading(report: &Report) -> Vec<String> {
    let branches = if report.coverage.is_some() { "branches" } else { "branches (not natively)" };
    ["", branches, "", "tests", "errors", ""].map(str::to_owned).into()
}

/// The functions that were measured, and the units beside them.
fn rows(report: &Report) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut seen = vec![false; report.units.len()];
    for function in report.coverage.iter().flat_map(|coverage| &coverage.per_function) {
        let unit = function.unit.and_then(|index| report.units.get(index));
        if let Some(seen) = function.unit.and_then(|index| seen.get_mut(index)) {
            *seen = true;
        }
        let (file, branches) = (&*function.file, function.branches);
        rows.push(Row { file, function: &function.function, branches, unit });
    }
    for (unit, _) in report.units.iter().zip(seen).filter(|(_, seen)| !seen) {
        let branches = Ratio { covered: unit.sides.reached, total: unit.sides.all };
        rows.push(Row { file: &unit.file, function: &unit.function, branches, unit: Some(unit) });
    }
    rows
}

/// How much of a function is not covered; what has errors or cannot be called comes before all others.
fn open(row: &Row<'_>) -> (bool, u64) {
    let matters = |unit: &Unit| unit.errors > 0 || !unit.notes.is_empty();
    (
        row.unit.is_some_and(matters),
        row.branches.total - row.branches.covered.min(row.branches.total),
    )
}

fn of_file<'r>(file: &str, rows: impl Iterator<Item = &'r Row<'r>> + Clone) -> Vec<String> {
    let branches = rows.clone().fold(Ratio::default(), |sum, row| Ratio {
        covered: sum.covered + row.branches.covered,
        total: sum.total + row.branches.total,
    });
    let sum = |of: fn(&Unit) -> u64| rows.clone().filter_map(|row| row.unit).map(of).sum::<u64>();
    let (tests, errors) = (sum(|unit| unit.tests), sum(|unit| unit.errors));
    cells(visible(file), branches, [tests, errors], String::new())
}

fn of_function(row: &Row<'_>) -> Vec<String> {
    let name = format!("  {}", visible(row.function));
    let counts = row.unit.map_or([0, 0], |unit| [unit.tests, unit.errors]);
    let note = row.unit.and_then(|unit| unit.notes.first());
    let note = note.map_or(String::new(), |note| visible(note));
    cells(name, row.branches, counts, note)
}

fn cells(name: String, branches: Ratio, counts: [u64; 2], note: String) -> Vec<String> {
    let Ratio { covered, total } = branches;
    let share = (100 * covered).checked_div(total).map_or("-".into(), |share| format!("{share} %"));
    let of =
        if total == 0 { "-".into() } else { format!("{}/{}", grouped(covered), grouped(total)) };
    let [tests, errors] = counts.map(grouped);
    vec![name, of, share, tests, errors, note]
}
