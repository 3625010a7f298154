//! The second tier: Landlock keeps a process from writing outside some folders, and from signalling
//! and tracing processes outside.

use super::spec::Spec;
use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope,
};
use std::path::Path;

/// The newest kernel interface whose rights were looked at.
const NEWEST: ABI = ABI::V7;

/// Devices that programs write to.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// Shuts this process in, for good.
pub(super) fn restrict(spec: &Spec) -> Result<(), String> {
    let said = |error: landlock::RulesetError| error.to_string();
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|ruleset| ruleset.scope(Scope::from_all(NEWEST)))
        .and_then(Ruleset::create)
        .map_err(said)?;
    let allow = |ruleset: landlock::RulesetCreated, path: &Path, access| {
        let Ok(place) = PathFd::new(path) else { return Ok(ruleset) };
        ruleset.add_rule(PathBeneath::new(place, access)).map_err(said)
    };
    let mut ruleset = allow(ruleset, Path::new("/"), AccessFs::from_read(NEWEST))?;
    for folder in spec.writable() {
        ruleset = allow(ruleset, folder, AccessFs::from_all(NEWEST))?;
    }
    for device in DEVICES {
        ruleset = allow(ruleset, Path::new(device), AccessFs::WriteFile | AccessFs::ReadFile)?;
    }
    match ruleset.restrict_self().map_err(said)?.ruleset {
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock".into()),
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}

/// Does Landlock keep signals in? Asked before the process is shut in.
pub(super) fn scopes_signals() -> bool {
    let scoped = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .scope(Scope::Signal)
        .and_then(Ruleset::create);
    scoped.is_ok()
}
