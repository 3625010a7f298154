//! `--guide`: searches that are told what is verified.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use coax_report::Values;

/// What a search does with what is verified.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct GuideOptions {
    /// Analyse every function first, and go where something is left to show
    #[arg(long, value_name = "HOW", default_value = "off")]
    pub guide: Guidance,

    /// What another analysis verified, as `coax verify --export` writes it (with `--guide`)
    #[arg(long, value_name = "FILE")]
    pub verified: Option<PathBuf>,

    /// Put so many paths of a function off at most (`--guide must`)
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub guide_interrupts: u64,
}

impl GuideOptions {
    /// The options as they are used, for the report.
    pub fn resolved(&self) -> Values {
        let mut values = Values::new();
        values.insert("guide".into(), self.guide.name().into());
        let verified = self.verified.as_ref().map(|file| file.display().to_string());
        values.insert("verified".into(), verified.into());
        values.insert("guide-interrupts".into(), self.guide_interrupts.into());
        values
    }
}

/// The values of `--guide`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Guidance {
    /// Nothing is analysed
    Off,
    /// Only say which paths were verified already
    Pv,
    /// End paths on which all that follows was verified
    May,
    /// Put paths off that were verified in part
    Must,
    /// Both
    #[value(name = "may+must")]
    MayMust,
}

impl Guidance {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Guidance::Off => "off",
            Guidance::Pv => "pv",
            Guidance::May => "may",
            Guidance::Must => "must",
            Guidance::MayMust => "may+must",
        }
    }

    /// Are paths ended?
    pub fn has_may(self) -> bool {
        matches!(self, Guidance::May | Guidance::MayMust)
    }

    /// Are paths put off?
    pub fn has_must(self) -> bool {
        matches!(self, Guidance::Must | Guidance::MayMust)
    }
}
