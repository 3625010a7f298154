//! The modules whose tests are measured, and the tests that are asked about each.
//!
//! Invariant: a path names a file, or a folder with everything in it; a module that has no file is an error, so that a
//! file that moves takes its line here with it.

/// A module in the table of scores.
#[derive(Debug, PartialEq, Eq)]
pub struct Module {
    pub name: &'static str,
    /// Files and folders, from the root.
    pub paths: &'static [&'static str],
    /// Programs of the corpora whose names contain one of these words may be asked, too.
    pub corpus: &'static [&'static str],
    /// Programs of tests that are asked about every mutant: what they come past cannot be noted, because it is done by
    /// processes that must not write.
    pub always: &'static [&'static str],
}

const ENGINE: &[&str] = &["explore_corpus", "check_corpus"];

/// All of them.
pub const MODULES: &[Module] = &[
    Module {
        name: "verdict",
        paths: &["crates/coax-report/src/verdict.rs", "crates/coax-native/src/judge/verdict.rs"],
        corpus: &[],
        always: &[],
    },
    Module {
        name: "findings",
        paths: &["crates/coax-report/src/findings.rs"],
        corpus: &[],
        always: &[],
    },
    Module {
        name: "kept findings",
        paths: &["crates/coax-campaign/src/check/findings.rs"],
        corpus: &["check_corpus"],
        always: &[],
    },
    Module {
        name: "suspects",
        paths: &["crates/coax-campaign/src/pipeline/suspects.rs"],
        corpus: ENGINE,
        always: &[],
    },
    Module {
        name: "records",
        paths: &["crates/coax-campaign/src/pipeline/records.rs"],
        corpus: ENGINE,
        always: &[],
    },
    Module {
        name: "sandbox",
        paths: &["crates/coax-native/src/sandbox"],
        corpus: &[],
        always: &["sandbox"],
    },
    Module {
        name: "search orders",
        paths: &["crates/coax-explore/src/searchers"],
        corpus: ENGINE,
        always: &[],
    },
    Module {
        name: "decide",
        paths: &["crates/coax-symbolic/src/symbolic/decide.rs"],
        corpus: ENGINE,
        always: &[],
    },
    Module {
        name: "replay",
        paths: &["crates/coax-symbolic/src/symbolic/replay.rs"],
        corpus: ENGINE,
        always: &[],
    },
    Module {
        name: "path context",
        paths: &["crates/coax-symbolic/src/symbolic/path_context.rs"],
        corpus: ENGINE,
        always: &[],
    },
    Module {
        name: "scenario",
        paths: &["crates/coax-symbolic/src/scenario"],
        corpus: ENGINE,
        always: &[],
    },
];

impl Module {
    /// Whether a file is one of its sources.
    pub fn holds(&self, path: &str) -> bool {
        let is_in = |part: &&str| {
            path.strip_prefix(*part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.paths.iter().any(is_in) && path.ends_with(".rs") && !path.ends_with("/tests.rs")
    }
}
