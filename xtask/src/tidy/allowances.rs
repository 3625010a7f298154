//! Allowances: what crates still have of something that code is not to have. They may only shrink.
//!
//! Invariant: a crate has exactly as many as its allowance; one without a row has none.

use std::collections::BTreeMap;

use super::Problem;

/// A rule's allowances: crates with their numbers.
pub struct Allowances {
    /// The file of the rule, where the table is.
    pub table: &'static str,
    /// What is counted, in words.
    pub what: &'static str,
    /// By crate.
    pub rows: &'static [(&'static str, usize)],
}

impl Allowances {
    /// What to say of the problems that were found: each of a crate without an allowance, and where a
    /// number differs from its allowance, what to change.
    pub fn judge(&self, found: Vec<Problem>) -> Vec<Problem> {
        let mut by_crate: BTreeMap<&str, Vec<&Problem>> = BTreeMap::new();
        for (name, _) in self.rows {
            by_crate.insert(name, Vec::new());
        }
        for problem in &found {
            by_crate.entry(crate_of(&problem.path)).or_default().push(problem);
        }
        by_crate
            .into_iter()
            .flat_map(|(name, problems)| self.judge_crate(name, &problems))
            .collect()
    }

    fn judge_crate(&self, name: &str, problems: &[&Problem]) -> Vec<Problem> {
        let allowed = self.rows.iter().find(|row| row.0 == name).map(|row| row.1);
        let (count, what) = (problems.len(), self.what);
        match allowed {
            None => problems.iter().map(|&problem| problem.clone()).collect(),
            Some(0) => vec![self.advice(format!("remove the row of `{name}`"))],
            Some(allowed) if count > allowed => {
                let places = problems.iter().map(|problem| format!("\n    {problem}"));
                let message = format!("`{name}` has {count} {what}, {allowed} are allowed:");
                vec![self.advice(message + &places.collect::<String>())]
            }
            Some(allowed) if count < allowed => {
                let change = match count {
                    0 => "remove its row".to_owned(),
                    _ => format!("set its row to {count}"),
                };
                vec![self.advice(format!("`{name}` has only {count} {what}: {change}"))]
            }
            Some(_) => Vec::new(),
        }
    }

    fn advice(&self, message: String) -> Problem {
        Problem::in_file(self.table, message)
    }
}

/// The crate that a file belongs to.
pub fn crate_of(path: &str) -> &str {
    let inside = path.strip_prefix("crates/").unwrap_or(path);
    inside.split('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: Allowances =
        Allowances { table: "xtask/src/tidy/rule.rs", what: "marks", rows: &[("coax", 2)] };

    fn said(paths: &[&str]) -> Vec<String> {
        let found = paths.iter().map(|path| Problem::at(path, 3, "a mark")).collect();
        ALLOWED.judge(found).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn as_many_as_allowed_are_no_problem() {
        assert!(said(&["crates/coax/src/a.rs", "crates/coax/src/b.rs"]).is_empty());
    }

    #[test]
    fn fewer_are_a_change_of_the_table() {
        let one = "xtask/src/tidy/rule.rs: `coax` has only 1 marks: set its row to 1";
        assert_eq!(said(&["crates/coax/src/a.rs"]), [one]);
        assert_eq!(said(&[]), ["xtask/src/tidy/rule.rs: `coax` has only 0 marks: remove its row"]);
    }

    #[test]
    fn more_are_all_listed() {
        let a = "crates/coax/src/a.rs";
        let expected = "xtask/src/tidy/rule.rs: `coax` has 3 marks, 2 are allowed:";
        let line = format!("\n    {a}:3: a mark");
        assert_eq!(said(&[a, a, a]), [format!("{expected}{line}{line}{line}")]);
    }

    #[test]
    fn a_crate_without_a_row_may_have_none() {
        let coax = "crates/coax/src/a.rs";
        assert_eq!(said(&[coax, coax, "xtask/src/a.rs"]), ["xtask/src/a.rs:3: a mark"]);
    }
}
