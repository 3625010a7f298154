//! A suite in a temporary folder, laid out as users find it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use coax_case::TestCase;
use coax_ir::Program;
use coax_suite::{Dialect, Plain, Test, UnderTest, compile_command, support_files};
use tempfile::TempDir;

use crate::cases::no_program;

/// A suite on disk.
pub struct Suite {
    pub folder: TempDir,
    pub under_test: UnderTest,
    program: Program,
}

impl Suite {
    pub fn new(source_name: &str, source: &str, cflags: &[&str]) -> Suite {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(source_name);
        fs::write(&path, source).unwrap();
        for (name, text) in support_files() {
            let path = folder.path().join("tests").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::create_dir(folder.path().join("errors")).unwrap();
        let under_test = UnderTest {
            sources: vec![path.display().to_string()],
            cflags: cflags.iter().map(|&flag| flag.into()).collect(),
            cxx: !source_name.ends_with(".c"),
            ..UnderTest::default()
        };
        Suite { folder, under_test, program: no_program() }
    }

    pub fn tests(&self) -> PathBuf {
        self.folder.path().join("tests")
    }

    fn test<'a>(&'a self, case: &'a TestCase) -> Test<'a> {
        Test { case, under_test: &self.under_test, program: &self.program }
    }

    pub fn folder_of(&self, case: &TestCase) -> PathBuf {
        self.folder.path().join(if case.is_error() { "errors" } else { "tests" })
    }

    pub fn write(&self, case: &TestCase) -> PathBuf {
        let path = self.folder_of(case).join(Plain.file_name(&self.test(case)));
        fs::write(&path, Plain.render(&self.test(case))).unwrap();
        path
    }

    /// Compiles by the command of the first line, and runs.
    pub fn run(&self, case: &TestCase) -> Output {
        let text = fs::read_to_string(self.write(case)).unwrap();
        let command = text.lines().next().unwrap();
        let command = command.strip_prefix("/* ").unwrap().strip_suffix(" */").unwrap();
        let test = self.test(case);
        assert_eq!(command, compile_command(&test, &Plain.file_name(&test)));
        let compiled = shell(&self.folder_of(case), command);
        assert!(compiled.status.success(), "{command}\n{}\n{text}", errors(&compiled));
        assert_eq!(errors(&compiled), "", "{text}");
        let binary = self.folder_of(case).join(&case.id);
        Command::new(binary).current_dir(self.folder_of(case)).output().unwrap()
    }

    pub fn assert_passes(&self, case: &TestCase) -> String {
        let output = self.run(case);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        String::from_utf8(output.stdout).unwrap()
    }
}

pub fn shell(folder: &Path, command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).current_dir(folder).stdin(Stdio::null());
    shell.output().unwrap()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
