//! A suite in a temporary folder, laid out as users find it, and short words for making cases.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use coax_suite::{
    Case, Ending, Field, Input, Program, Shape, Source, compile_command, file_name, render_c,
    support_files,
};
use tempfile::TempDir;

/// A suite on disk.
pub struct Suite {
    pub folder: TempDir,
    pub program: Program,
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
        let program = Program {
            sources: vec![path.display().to_string()],
            cflags: cflags.iter().map(|&flag| flag.into()).collect(),
            cxx: !source_name.ends_with(".c"),
            entry: None,
        };
        Suite { folder, program }
    }

    pub fn tests(&self) -> PathBuf {
        self.folder.path().join("tests")
    }

    pub fn folder_of(&self, case: &Case) -> PathBuf {
        self.folder.path().join(if case.is_error() { "errors" } else { "tests" })
    }

    pub fn write(&self, case: &Case) -> PathBuf {
        let path = self.folder_of(case).join(file_name(case, &self.program));
        fs::write(&path, render_c(case, &self.program)).unwrap();
        path
    }

    /// Compiles by the command of the first line, and runs.
    pub fn run(&self, case: &Case) -> Output {
        let text = fs::read_to_string(self.write(case)).unwrap();
        let command = text.lines().next().unwrap();
        let command = command.strip_prefix("/* ").unwrap().strip_suffix(" */").unwrap();
        assert_eq!(command, compile_command(case, &self.program));
        let compiled = shell(&self.folder_of(case), command);
        assert!(compiled.status.success(), "{command}\n{}\n{text}", errors(&compiled));
        assert_eq!(errors(&compiled), "", "{text}");
        let binary = self.folder_of(case).join(&case.id);
        Command::new(binary).current_dir(self.folder_of(case)).output().unwrap()
    }

    pub fn assert_passes(&self, case: &Case) -> String {
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

pub fn case(id: &str, inputs: Vec<Input>, ending: Ending) -> Case {
    Case { id: id.into(), unit: "main".into(), inputs, ending, args: vec![] }
}

pub fn status(status: i32) -> Ending {
    Ending::Normal { status }
}

pub fn input(source: Source, shape: Shape, bytes: &[u8]) -> Input {
    Input { source, shape, bytes: bytes.into() }
}

pub fn object(word: &str, name: &str, shape: Shape, bytes: &[u8]) -> Input {
    input(Source::Object { word: word.into(), name: name.into() }, shape, bytes)
}

pub fn value(word: &str, shape: Shape, bytes: &[u8]) -> Input {
    input(Source::Value { word: word.into(), name: None }, shape, bytes)
}

pub fn int(name: &str, number: i32) -> Input {
    let source = Source::Value { word: "coax_int".into(), name: Some(name.into()) };
    input(source, Shape::Signed(32), &number.to_le_bytes())
}

pub fn array(element: Shape, count: u64) -> Shape {
    Shape::Array(Box::new(element), count)
}

pub fn field(name: &str, offset: u64, shape: Shape) -> Field {
    Field { name: name.into(), offset, shape }
}
