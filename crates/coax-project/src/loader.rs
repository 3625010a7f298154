//! Compiles and links the translation units of a group, with the makers they need.
//!
//! Invariant: a maker that clang refuses costs itself and no other; without any, the group is loaded as it is.

use std::path::{Path, PathBuf};

use coax_clang::LoadError;
use coax_ir::Program;

use crate::groups::Group;
use crate::makers::{Additions, Found, Needed};
use crate::scan::{self, Loading, Scans};
use crate::sources::Translation;
use coax_workplace::end::Stumble;

/// How often a group is compiled with makers, each time without those that did not compile.
const MOST_ATTEMPTS: usize = 5;

/// A program, with the makers that were added to it.
pub struct Loaded {
    /// All of it, linked.
    pub program: Program,
    /// Those that clang took.
    pub makers: Found,
}

impl From<Program> for Loaded {
    fn from(program: Program) -> Loaded {
        Loaded { program, makers: Found::default() }
    }
}

/// Loads groups.
pub struct Loader<'a> {
    /// All of them.
    pub translations: &'a [Translation],
    /// What each has and needs.
    pub scans: &'a Scans,
    /// Where makers are written.
    pub scratch: &'a Path,
    /// How files are compiled.
    pub loading: &'a Loading,
}

impl Loader<'_> {
    /// The program of a group; nothing if it cannot be compiled, or not in time.
    pub fn load(&self, group: &Group) -> Result<Option<Loaded>, Stumble> {
        let file = |&member: &usize| self.translations[member].file.clone();
        let files: Vec<PathBuf> = group.members.iter().map(file).collect();
        let flags = &self.translations[group.members[0]].flags;
        if let Some(loaded) = self.load_with_makers(group, &files, flags)? {
            return Ok(Some(loaded));
        }
        Ok(scan::load(&files, flags, self.loading)?.ok().map(Loaded::from))
    }

    /// The program of a group as it is, without any makers.
    pub fn load_plainly(&self, group: &Group) -> Result<Option<Program>, Stumble> {
        let file = |&member: &usize| self.translations[member].file.clone();
        let files: Vec<PathBuf> = group.members.iter().map(file).collect();
        let flags = &self.translations[group.members[0]].flags;
        Ok(scan::load(&files, flags, self.loading)?.ok())
    }

    /// Loads a group with the makers it needs, if it needs any and clang takes some of them.
    fn load_with_makers(
        &self,
        group: &Group,
        files: &[PathBuf],
        flags: &[String],
    ) -> Result<Option<Loaded>, Stumble> {
        let needed = group.members.iter().zip(files).filter_map(|(&member, file)| {
            let scan = self.scans.get(member)?;
            Some(Needed { file, makers: &scan.makers, variables: &scan.variables })
        });
        let mut additions = Additions::new(needed);
        let folder = self.scratch.join(format!("makers_{}", group.members[0]));
        for _ in 0..MOST_ATTEMPTS {
            if additions.is_empty() {
                break;
            }
            let mut flags = flags.to_vec();
            flags.extend(additions.write(&folder)?);
            match scan::load(files, &flags, self.loading)? {
                Ok(program) => {
                    let makers = additions.found(&program);
                    return Ok(Some(Loaded { program, makers }));
                }
                Err(LoadError::Compile { diagnostics, .. })
                    if additions.leave_out(&diagnostics) => {}
                Err(_) => break,
            }
        }
        Ok(None)
    }
}
