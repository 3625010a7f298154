//! Where tests of a translation unit are: what they include, what they are linked with, and the
//! workshop that builds them.
//!
//! Invariant: what the test file says and what the workshop does is the same, so that a test that
//! failed here fails for its reader.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use coax_deadline::Deadline;
use coax_native::judge::{SharedObjects, Subject, Workshop};
use coax_suite::UnderTest;

use crate::groups::Host;
use crate::missing::Missing;
use crate::old_c;
use crate::scan::{ScannedUnit, Scans};
use crate::sources::Translation;
use crate::under_test::{self, Spelling, is_cxx};
use coax_workplace::out_folder::{RunFolder, TESTS};

/// A source with so many functions is compiled once for all its tests; of one with less, building
/// every batch anew is as quick.
const MANY_FUNCTIONS: usize = 100;

/// What the tests of one translation unit have in common.
#[derive(Debug, Clone)]
pub struct TestPlace {
    /// As its tests name it.
    pub under_test: UnderTest,
    /// As native builds do.
    pub workshop: Arc<Workshop>,
    /// What gives names that no file defines an address: a file beside the tests.
    pub stand_ins: Option<String>,
}

/// Writes what lies beside the tests.
pub fn lay_out(folder: &RunFolder) -> io::Result<()> {
    let files = coax_suite::unit_support_files();
    files.into_iter().try_for_each(|(name, text)| folder.put(&format!("{TESTS}/{name}"), text))
}

/// Makes places.
pub struct PlaceBuilder<'a> {
    /// All of them.
    pub translations: &'a [Translation],
    /// What each has and needs.
    pub scans: &'a Scans,
    /// How paths are written.
    pub spelling: &'a Spelling,
    /// The folder of results.
    pub out: &'a RunFolder,
    /// Where temporary files go.
    pub scratch: &'a Path,
    /// What tests of all of them are linked with is compiled once.
    pub objects: Arc<SharedObjects>,
    /// What the linker has said of names.
    pub missing: Missing,
    /// When the linker is not asked any more.
    pub search: &'a Deadline,
}

impl PlaceBuilder<'_> {
    /// The place of a translation unit's tests.
    pub fn place(&self, host: &Host) -> io::Result<TestPlace> {
        self.place_again(host, 0)
    }

    /// The place of a translation unit's tests once more, linked with others than the `times` before.
    pub fn place_again(&self, host: &Host, times: usize) -> io::Result<TestPlace> {
        let number = host.translation;
        let again = if times > 0 { format!("_{times}") } else { String::new() };
        let Translation { file, flags } = &self.translations[number];
        let flags = &old_c::flags(flags, self.has_old_c(&[&[number][..], &host.others].concat()));
        let cxx = is_cxx(file);
        let others: Vec<PathBuf> =
            host.others.iter().map(|&other| self.translations[other].file.clone()).collect();
        let tests = self.out.path().join(TESTS);
        let script = self.script(host, cxx, &again)?;
        let files: Vec<PathBuf> = std::iter::once(file.clone()).chain(others.clone()).collect();
        let mut seen = self.spelling.for_tests(&files, flags, cxx);
        let mut built = self.spelling.for_builds(&others, flags, cxx, &tests);
        // Of the host first, then of the others: their numbers are those of the translation units.
        let numbers = std::iter::once(&number).chain(&host.others);
        for (at, (file, &unit)) in files.iter().zip(numbers).enumerate() {
            let Some(linked) = self.spelling.link(file, unit + 1) else { continue };
            linked.make(self.out)?;
            // The host is included, which looks in the folder of tests; others are compiled.
            seen.sources[at] = match at {
                0 => linked.name.clone(),
                _ => format!("../{TESTS}/{}", linked.name),
            };
            if at > 0 {
                built.sources[at - 1] = built.include_dirs[0].join(&linked.name);
            }
            seen.cflags.extend(linked.flag(&format!("../{TESTS}")));
            built.cflags.extend(linked.flag(&built.include_dirs[0].to_string_lossy()));
        }
        if let Some(script) = &script {
            seen.cflags.push(format!("-Wl,../{TESTS}/{script}"));
            built.cflags.push(format!("-Wl,{}", built.include_dirs[0].join(script).display()));
        }
        // All tests that do not compile are named at once, not the first few.
        built.cflags.extend(["-w".into(), "-ferror-limit=0".into()]);
        if cxx {
            built.cflags.push("-fno-access-control".into());
        }
        built.sources.push(built.include_dirs[0].join(coax_suite::unit_runtime(cxx)));
        let workshop = Workshop::new(built, self.scratch.join(format!("builds_{number}{again}")))?;
        let under_test = files.iter().map(|file| self.spelling.absolute(file)).collect();
        let mut workshop =
            workshop.with_environment(under_test::environment()).with_under_test(under_test);
        workshop = workshop.sharing(&self.objects);
        let functions = self.scans.get(number).map_or(0, |scan| scan.functions.len());
        if functions >= MANY_FUNCTIONS {
            workshop = workshop.with_included(self.spelling.absolute(file));
        }
        seen.include = Some(seen.sources.remove(0));
        seen.clang = workshop
            .subject()
            .toolchain
            .clang
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Ok(TestPlace { under_test: seen, workshop: Arc::new(workshop), stand_ins: script })
    }

    /// Translation units as they are, without tests.
    pub fn whole(&self, members: &[usize]) -> Subject {
        let files: Vec<PathBuf> =
            members.iter().map(|&member| self.translations[member].file.clone()).collect();
        let cxx = files.iter().any(|file| is_cxx(file));
        let flags = &self.translations[members[0]].flags;
        let flags = &old_c::flags(flags, self.has_old_c(members));
        self.spelling.for_builds(&files, flags, cxx, self.out.path())
    }

    /// Does one of these translation units only compile as old C?
    fn has_old_c(&self, members: &[usize]) -> bool {
        members.iter().any(|&member| self.scans.get(member).is_some_and(|scan| scan.old_c))
    }

    /// Writes what stands in for names that are defined nowhere; gives back the name of the file.
    fn script(&self, host: &Host, cxx: bool, again: &str) -> io::Result<Option<String>> {
        let parts: Vec<&ScannedUnit> = std::iter::once(&host.translation)
            .chain(&host.others)
            .filter_map(|&part| self.scans.get(part))
            .collect();
        let mut names: BTreeSet<String> =
            parts.iter().flat_map(|part| &part.needs).cloned().collect();
        names.retain(|name| !parts.iter().any(|part| part.defines.contains(name)));
        let flags = &self.translations[host.translation].flags;
        let same_flags = |number: &usize| self.translations[*number].flags == *flags;
        let scanned = (0..self.translations.len()).filter(same_flags);
        let others = scanned.filter_map(|number| self.scans.get(number));
        let others = others.flat_map(|scan| scan.needs.iter().cloned());
        let missing = self.missing.find(&names, others, flags, cxx, self.scratch, self.search);
        if missing.is_empty() {
            return Ok(None);
        }
        let name = format!("missing_{}{again}.ld", host.translation + 1);
        let text = coax_suite::missing_symbols(missing.iter().map(String::as_str));
        self.out.put(&format!("{TESTS}/{name}"), &text)?;
        Ok(Some(name))
    }
}
