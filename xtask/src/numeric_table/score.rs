//! What each way of solving did with each problem, counted by family.
//!
//! Invariant: a claim that is false (an input found where there is none, "no input" where there is
//! one) is never counted as solved; it is listed by name.

use std::fmt::Write;

use serde_json::Value;

use super::problem::Problem;

/// What one way did with one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Inputs that reach the assertion natively.
    Found,
    /// The claim that there are none.
    Refuted,
    /// Neither.
    Open,
    /// The run failed, or said something that a native run did not show.
    Failed(String),
}

/// What a report of `coax explore` says about a problem.
pub fn of_report(report: &Value) -> Claim {
    let empty = Vec::new();
    let warnings = report["warnings"].as_array().unwrap_or(&empty);
    let units = report["units"].as_array().unwrap_or(&empty);
    if report["divergences"].as_u64().unwrap_or(0) > 0 {
        return Claim::Failed("a test natively does something else".into());
    }
    if warnings.iter().any(|warning| warning["confirmed"] != true) {
        return Claim::Failed("a warning that no native run showed".into());
    }
    if warnings.iter().any(|warning| warning["kind"] == "assertion") {
        return Claim::Found;
    }
    let complete = !units.is_empty() && units.iter().all(|unit| unit["status"] == "complete");
    if complete { Claim::Refuted } else { Claim::Open }
}

/// The outcomes of all problems, a row each, a column per way.
pub struct Score<'p> {
    ways: Vec<&'p str>,
    rows: Vec<(&'p Problem, Vec<Claim>)>,
}

impl<'p> Score<'p> {
    pub fn new(ways: Vec<&'p str>) -> Score<'p> {
        Score { ways, rows: Vec::new() }
    }

    /// One outcome per way.
    pub fn add(&mut self, problem: &'p Problem, outcomes: Vec<Claim>) {
        debug_assert_eq!(outcomes.len(), self.ways.len(), "one outcome per way");
        self.rows.push((problem, outcomes));
    }

    /// The table of problems that have a solution: how many were found.
    pub fn found(&self) -> String {
        self.table("inputs found", true, &Claim::Found)
    }

    /// The table of problems that have none: how many were refuted.
    pub fn refuted(&self) -> String {
        self.table("shown to have none", false, &Claim::Refuted)
    }

    fn table(&self, title: &str, satisfiable: bool, wanted: &Claim) -> String {
        let mut text = format!("| {title} | problems | {} |\n", self.ways.join(" | "));
        let _ = writeln!(text, "|---|--:|{}", "--:|".repeat(self.ways.len()));
        for family in self.families() {
            text += &self.line(family, satisfiable, wanted, |problem| problem.family == family);
        }
        text + &self.line("all", satisfiable, wanted, |_| true)
    }

    fn line(
        &self,
        title: &str,
        satisfiable: bool,
        wanted: &Claim,
        belongs: impl Fn(&Problem) -> bool,
    ) -> String {
        let rows: Vec<_> = self
            .rows
            .iter()
            .filter(|(problem, _)| problem.satisfiable() == satisfiable && belongs(problem))
            .collect();
        let count = |way: usize| rows.iter().filter(|(_, all)| &all[way] == wanted).count();
        let counts: Vec<String> = (0..self.ways.len()).map(|way| count(way).to_string()).collect();
        format!("| {title} | {} | {} |\n", rows.len(), counts.join(" | "))
    }

    fn families(&self) -> Vec<&str> {
        let mut families: Vec<&str> =
            self.rows.iter().map(|(problem, _)| problem.family.as_str()).collect();
        families.dedup();
        families
    }

    /// Problems that no way settled.
    pub fn open(&self) -> Vec<String> {
        let settled = |outcome: &Claim| matches!(outcome, Claim::Found | Claim::Refuted);
        let open = self.rows.iter().filter(|(_, all)| !all.iter().any(settled));
        open.map(|(problem, _)| problem.title()).collect()
    }

    /// What is false or failed, in words.
    pub fn wrong(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (problem, outcomes) in &self.rows {
            for (way, outcome) in self.ways.iter().zip(outcomes) {
                if let Some(why) = complaint(problem, outcome) {
                    wrong.push(format!("{} with {way}: {why}", problem.title()));
                }
            }
        }
        wrong
    }
}

fn complaint<'o>(problem: &Problem, outcome: &'o Claim) -> Option<&'o str> {
    match (outcome, problem.satisfiable()) {
        (Claim::Found, false) => Some("found an input where there is none"),
        (Claim::Refuted, true) => Some("claims that there is no input"),
        (Claim::Failed(why), _) => Some(why),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::Answer;
    use super::*;
    use serde_json::json;

    fn problem(family: &str, name: &str, answer: Answer) -> Problem {
        Problem { family: family.into(), name: name.into(), path: "p.c".into(), answer }
    }

    #[test]
    fn a_report_is_read_with_suspicion() {
        let found = json!({"warnings": [{"kind": "assertion", "confirmed": true}],
            "units": [{"status": "timeout"}]});
        assert_eq!(of_report(&found), Claim::Found);
        let doubtful = json!({"warnings": [{"kind": "assertion", "confirmed": false}],
            "units": [{"status": "complete"}]});
        assert!(matches!(of_report(&doubtful), Claim::Failed(_)));
        let diverged = json!({"warnings": [], "units": [{"status": "complete"}], "divergences": 1});
        assert!(matches!(of_report(&diverged), Claim::Failed(_)));
        let complete = json!({"warnings": [], "units": [{"status": "complete"}]});
        assert_eq!(of_report(&complete), Claim::Refuted);
        let bounded = json!({"warnings": [], "units": [{"status": "timeout"}]});
        assert_eq!(of_report(&bounded), Claim::Open);
        assert_eq!(of_report(&json!({})), Claim::Open);
    }

    #[test]
    fn families_are_counted_and_false_claims_are_not() {
        let none = || Answer::Unsatisfiable("why".into());
        let some = || Answer::Solution(vec!["x=1".into()]);
        let problems = [
            problem("poly", "a", some()),
            problem("poly", "b", none()),
            problem("trig", "c", some()),
            problem("trig", "d", none()),
        ];
        let mut score = Score::new(vec!["one", "two"]);
        score.add(&problems[0], vec![Claim::Found, Claim::Refuted]);
        score.add(&problems[1], vec![Claim::Refuted, Claim::Found]);
        score.add(&problems[2], vec![Claim::Open, Claim::Open]);
        score.add(&problems[3], vec![Claim::Failed("broke".into()), Claim::Refuted]);
        let found = "\
| inputs found | problems | one | two |
|---|--:|--:|--:|
| poly | 1 | 1 | 0 |
| trig | 1 | 0 | 0 |
| all | 2 | 1 | 0 |
";
        assert_eq!(score.found(), found);
        assert!(score.refuted().ends_with("| all | 2 | 1 | 1 |\n"), "{}", score.refuted());
        assert_eq!(score.open(), ["trig/c"]);
        let wrong = [
            "poly/a with two: claims that there is no input",
            "poly/b with two: found an input where there is none",
            "trig/d with one: broke",
        ];
        assert_eq!(score.wrong(), wrong);
    }
}
