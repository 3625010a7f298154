//! What an exploration needs before its first path: how tests name the program and are built with it, its
//! arguments and library, and the folder of results.

use std::io;
use std::sync::Arc;

use coax_engine::Argument;
use coax_models::Libc;
use coax_native::judge::{Subject, Workshop};

use super::{Run, record};
use crate::end::Failure;
use crate::links::Linked;
use crate::modelled_environment;
use crate::old_c;
use crate::options::Framework;
use crate::out_folder::{ERRORS, OutFolder, RunFolder, TEST_SUITE, TESTS, WARNINGS};
use crate::pipeline::natives::NativeFunctions;
use crate::pipeline::records::Records;
use crate::scratch::Scratch;
use crate::under_test::{self, Spelling, is_cxx};

/// What is made once for all paths.
pub struct Setup {
    pub scratch: Scratch,
    /// The program as tests name it.
    pub tested: coax_suite::UnderTest,
    /// Links to sources whose names cannot be written; not made yet.
    pub links: Vec<Linked>,
    /// Where tests are built.
    pub workshop: Arc<Workshop>,
    pub natives: NativeFunctions,
    /// The program's arguments.
    pub arguments: Vec<Argument>,
}

impl Run<'_> {
    pub(super) fn setup(&self) -> Result<Setup, Failure> {
        let (files, cxx) = (&self.options.files, self.is_cxx());
        let cflags = &old_c::flags(&self.options.cflags, self.program.is_old_c());
        let spelling = Spelling::new(&self.options.out).map_err(Failure::no_room)?;
        let mut tested = spelling.for_tests(files, cflags, cxx);
        let scratch = Scratch::new().map_err(Failure::no_room)?;
        let mut subject = spelling.for_builds(files, cflags, cxx, &self.options.out.join(TESTS));
        let (concrete, search) = (&self.options.solving.concrete, &self.clock.search);
        let natives =
            NativeFunctions::of(self.program, concrete, &subject, scratch.path(), search)?;
        let links = self.links(&spelling, &mut tested, &mut subject);
        let workshop =
            Workshop::new(subject, scratch.path().join("builds")).map_err(Failure::no_room)?;
        let under_test = files.iter().map(|file| spelling.absolute(file)).collect();
        let workshop = workshop.with_under_test(under_test);
        let workshop = Arc::new(workshop.with_environment(under_test::environment()));
        let arguments = self.arguments();
        Ok(Setup { scratch, tested, links, workshop, natives, arguments })
    }

    /// The folder of results becomes this run's.
    pub(super) fn begin(
        &self,
        out: OutFolder,
        links: &[Linked],
        tested: &coax_suite::UnderTest,
    ) -> Result<Records, Failure> {
        let report = record::first_report(self.options, self.unit);
        let records = Records::begin(out, &self.folders(), report, &self.clock)?;
        if !self.output.quiet {
            records.files.say_kept();
        }
        let made = links.iter().try_for_each(|linked| linked.make(&records.files));
        made.map_err(Failure::cannot_write)?;
        self.lay_out(&records.files, tested).map_err(Failure::cannot_write)?;
        Ok(records)
    }

    /// Names sources by links where their names cannot be written; the links are not made yet.
    fn links(
        &self,
        spelling: &Spelling,
        tested: &mut coax_suite::UnderTest,
        subject: &mut Subject,
    ) -> Vec<Linked> {
        let mut links = Vec::new();
        for (at, file) in self.options.files.iter().enumerate() {
            let Some(linked) = spelling.link(file, at + 1) else { continue };
            let tests = subject.include_dirs[0].clone();
            tested.sources[at] = format!("../{TESTS}/{}", linked.name);
            tested.cflags.extend(linked.flag(&format!("../{TESTS}")));
            subject.sources[at] = tests.join(&linked.name);
            subject.cflags.extend(linked.flag(&tests.to_string_lossy()));
            links.push(linked);
        }
        links
    }

    fn is_cxx(&self) -> bool {
        let mangled = |function: &coax_ir::Function| {
            function.defined && !function.runtime && function.name.starts_with("_Z")
        };
        self.options.files.iter().any(|file| is_cxx(file))
            || self.program.functions().iter().any(mangled)
    }

    /// The program's arguments: its name, those given, those that are input.
    fn arguments(&self) -> Vec<Argument> {
        use std::os::unix::ffi::OsStrExt;
        let inputs = &self.options.inputs;
        let name = self.options.files.first().and_then(|file| file.file_stem());
        let name = name.map_or(b"program".to_vec(), |name| name.as_bytes().to_vec());
        let given = inputs.program_arg.iter().map(|arg| Argument::Bytes(arg.clone().into_bytes()));
        let symbolic = inputs.symbolic_args.iter().flat_map(|arguments| {
            (0..arguments.count).map(|_| Argument::Symbolic(arguments.length))
        });
        std::iter::once(Argument::Bytes(name)).chain(given).chain(symbolic).collect()
    }

    pub(super) fn library(&self) -> Libc {
        let name = concrete(&self.arguments()).swap_remove(0);
        let inputs = &self.options.inputs;
        let mut library = Libc::new(modelled_environment::variables()).with_program_name(name);
        if let Some(length) = inputs.symbolic_stdin {
            library = library.with_symbolic_stdin(length.0);
        }
        for file in &inputs.symbolic_file {
            library = library.with_symbolic_file(file.name.clone().into_bytes(), file.length);
        }
        library
    }

    fn folders(&self) -> Vec<&'static str> {
        let mut folders = vec![TESTS, ERRORS, WARNINGS];
        if self.options.framework == Framework::Testcomp {
            folders.push(TEST_SUITE);
        }
        folders
    }

    /// What lies beside the tests.
    fn lay_out(&self, folder: &RunFolder, tested: &coax_suite::UnderTest) -> io::Result<()> {
        for (name, text) in coax_suite::support_files() {
            folder.put(&format!("{TESTS}/{name}"), text)?;
        }
        folder.put(&format!("{TESTS}/Makefile"), &coax_suite::makefile(tested))?;
        if self.options.framework == Framework::Testcomp {
            let metadata = record::testcomp_metadata(self.options, self.unit, self.is_cxx())?;
            let text = coax_suite::testcomp_metadata(&metadata);
            folder.put(&format!("{TEST_SUITE}/metadata.xml"), &text)?;
        }
        Ok(())
    }
}

/// The arguments that are no input.
pub fn concrete(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let bytes = |argument: &Argument| match argument {
        Argument::Bytes(bytes) => Some(bytes.clone()),
        Argument::Symbolic(_) => None,
    };
    arguments.iter().filter_map(bytes).collect()
}
