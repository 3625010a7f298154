//! A suite of a small source in a temporary folder, and short words for making cases.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use coax_case::{
    Argument, Call, Callee, Check, Construction, Environment, Global, Object, Pointee, PointerAt,
    Step, Stub, TestCase, Use, Value,
};
use coax_clang::{LoadOptions, load};
use coax_ir::{FuncId, Program, SourceParam, SourceSignature, Type, TypeId};
use coax_kinds::ErrorKind;
use coax_suite::{Dialect, Plain, Test, UnderTest, compile_command, unit_support_files};
use tempfile::TempDir;

/// A suite on disk, and the types of the source under test.
pub struct Suite {
    pub folder: TempDir,
    pub program: Program,
    pub under_test: UnderTest,
}

/// The call of a function, in the making.
#[derive(Clone)]
pub struct Draft {
    pub id: String,
    pub function: FuncId,
    pub params: Vec<SourceParam>,
    pub this: Option<Value>,
    pub arguments: Vec<Value>,
    pub made: Vec<Construction>,
    pub uses: Vec<Use>,
    pub objects: Vec<Object>,
    pub globals: Vec<Global>,
    pub stubs: Vec<Stub>,
    pub check: Check,
    pub notes: Vec<String>,
}

impl Draft {
    /// The case that is drafted.
    pub fn case(&self) -> TestCase {
        let Draft { objects, globals, stubs, .. } = self.clone();
        let call = Call {
            callee: Callee::Function(self.function),
            object: self.this.clone(),
            arguments: self.arguments.iter().cloned().map(Argument::Value).collect(),
        };
        let made = self.made.iter().cloned().map(Step::Make);
        let uses = self.uses.iter().cloned().map(Step::Use);
        TestCase {
            id: self.id.clone(),
            steps: made.chain(uses).chain([Step::Call(call)]).collect(),
            environment: Environment { objects, globals, stubs, ..Environment::default() },
            checks: vec![self.check.clone()],
            notes: self.notes.clone(),
        }
    }
}

impl Suite {
    pub fn new(source_name: &str, source: &str) -> Suite {
        Suite::with_others(source_name, source, &[])
    }

    /// A suite of a source that needs others, of which the types are not known.
    pub fn with_others(source_name: &str, source: &str, others: &[(&str, &str)]) -> Suite {
        Suite::made(source_name, source, others, &[source_name])
    }

    /// The same, with everything known of the others too.
    pub fn linked(source_name: &str, source: &str, others: &[(&str, &str)]) -> Suite {
        let names = others.iter().map(|(name, _)| *name);
        let loaded: Vec<_> = std::iter::once(source_name).chain(names).collect();
        Suite::made(source_name, source, others, &loaded)
    }

    fn made(source_name: &str, source: &str, others: &[(&str, &str)], loaded: &[&str]) -> Suite {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for (name, text) in unit_support_files() {
            let path = root.join("out/tests").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        for name in ["out/errors", "scratch"] {
            fs::create_dir(root.join(name)).unwrap();
        }
        fs::write(root.join(source_name), source).unwrap();
        for (name, text) in others {
            fs::write(root.join(name), text).unwrap();
        }
        let options = LoadOptions { whole_units: true, ..LoadOptions::default() };
        let scratch = root.join("scratch");
        let loaded: Vec<_> = loaded.iter().map(|name| root.join(name)).collect();
        let program = load(&loaded, &options, &[], &scratch).unwrap();
        let under_test = UnderTest {
            include: Some(format!("../../{source_name}")),
            sources: others.iter().map(|(name, _)| format!("../../{name}")).collect(),
            cflags: vec![],
            cxx: !source_name.ends_with(".c"),
            clang: String::new(),
        };
        Suite { folder, program, under_test }
    }

    pub fn tests(&self) -> PathBuf {
        self.folder.path().join("out/tests")
    }

    fn folder_of(&self, draft: &Draft) -> PathBuf {
        let name = if draft.case().is_error() { "errors" } else { "tests" };
        self.folder.path().join("out").join(name)
    }

    /// The test of a case.
    pub fn test<'a>(&'a self, case: &'a TestCase) -> Test<'a> {
        Test { case, under_test: &self.under_test, program: &self.program }
    }

    pub fn text(&self, draft: &Draft) -> String {
        Plain.render(&self.test(&draft.case()))
    }

    pub fn write(&self, draft: &Draft) -> PathBuf {
        let path = self.folder_of(draft).join(Plain.file_name(&self.test(&draft.case())));
        fs::write(&path, self.text(draft)).unwrap();
        path
    }

    /// Compiles by the command of the first line, with that compiler, and runs.
    pub fn run_with(&self, compiler: &str, case: &Draft) -> Output {
        let text = fs::read_to_string(self.write(case)).unwrap();
        let command = text.lines().next().unwrap();
        let command = command.strip_prefix("/* ").unwrap().strip_suffix(" */").unwrap();
        let case_data = case.case();
        let test = self.test(&case_data);
        assert_eq!(command, compile_command(&test, &Plain.file_name(&test)));
        let (_, rest) = command.split_once(' ').unwrap();
        let installed = installed(compiler);
        let compiled = shell(&self.folder_of(case), &format!("{installed} {rest}"));
        assert!(compiled.status.success(), "{command}\n{}\n{text}", errors(&compiled));
        assert_eq!(errors(&compiled), "", "{text}");
        Command::new(self.folder_of(case).join(&case.id)).output().unwrap()
    }

    /// Runs a test built by each compiler; both must end normally and say the same.
    pub fn said(&self, case: &Draft) -> String {
        let compilers = if self.under_test.cxx { ["g++", "clang++"] } else { ["gcc", "clang"] };
        let [one, other] = compilers.map(|compiler| {
            let output = self.run_with(compiler, case);
            let text = self.text(case);
            assert_eq!(output.status.code(), Some(0), "{compiler}: {}\n{text}", errors(&output));
            String::from_utf8(output.stdout).unwrap()
        });
        assert_eq!(one, other, "{}", self.text(case));
        one
    }

    pub fn signature(&self, name: &str) -> (FuncId, std::sync::Arc<SourceSignature>) {
        let known = |id: u32| Some((FuncId(id), self.program.signature_of(FuncId(id))?));
        let functions = 0..self.program.functions().len() as u32;
        let mut signatures = functions.filter_map(known);
        let found = signatures.find(|(_, signature)| &*signature.qualified == name);
        found.unwrap_or_else(|| panic!("no function {name}"))
    }

    /// The parameters of a function.
    pub fn params(&self, name: &str) -> Vec<SourceParam> {
        self.signature(name).1.params.clone()
    }

    pub fn result(&self, name: &str) -> TypeId {
        self.signature(name).1.result
    }

    /// The function of a name for the linker, or in the source.
    pub fn id(&self, name: &str) -> FuncId {
        let mut functions = self.program.functions().iter();
        let is_named = |of: &coax_ir::Function| [&*of.name, &*of.source_name].contains(&name);
        FuncId(functions.position(is_named).unwrap_or_else(|| panic!("no function {name}")) as u32)
    }

    /// A call with zeros for arguments.
    pub fn case(&self, id: &str, function: &str) -> Draft {
        self.case_of(id, self.signature(function).0)
    }

    /// The same of the function with this id.
    pub fn case_of(&self, id: &str, function: FuncId) -> Draft {
        let params = self.program.signature_of(function).unwrap().params.clone();
        let zeros = |param: &SourceParam| {
            let size = coax_ir::size_of(&self.program, param.ty).unwrap_or(8);
            value(param.ty, &vec![0; size as usize])
        };
        Draft {
            id: id.into(),
            function,
            this: None,
            arguments: params.iter().map(zeros).collect(),
            params,
            made: vec![],
            uses: vec![],
            objects: vec![],
            globals: vec![],
            stubs: vec![],
            check: Check::Normal { status: 0 },
            notes: vec![],
        }
    }

    /// What a pointer or reference type refers to.
    pub fn pointee(&self, ty: TypeId) -> TypeId {
        match *self.program.type_of(coax_ir::strip(&self.program, ty)) {
            Type::Pointer(to) | Type::Reference(to) | Type::RvalueReference(to) => to,
            ref other => panic!("{other:?} is no pointer"),
        }
    }

    /// The object a parameter points to.
    pub fn object(&self, case: &Draft, param: usize, bytes: &[u8]) -> Object {
        let SourceParam { name, ty, .. } = &case.params[param];
        self.object_of(self.pointee(*ty), name.as_deref().unwrap(), bytes)
    }

    pub fn object_of(&self, ty: TypeId, name: &str, bytes: &[u8]) -> Object {
        let size = coax_ir::size_of(&self.program, ty).unwrap_or(1).max(1);
        Object {
            ty,
            count: bytes.len() as u64 / size,
            bytes: bytes.into(),
            pointers: vec![],
            released: None,
            text: false,
            name: name.into(),
        }
    }

    /// A stub of a function that returns these.
    pub fn stub(&self, name: &str, returns: Vec<Value>) -> Stub {
        Stub {
            function: Some(self.id(name)),
            ty: None,
            name: name.rsplit_once("::").map_or(name, |(_, last)| last).into(),
            returns: returns.into_iter().map(Some).collect(),
            outputs: vec![],
        }
    }

    /// A stub that only a pointer leads to.
    pub fn stub_behind_pointer(&self, name: &str, ty: Type, returns: Vec<Value>) -> Stub {
        Stub {
            function: None,
            ty: Some(self.program.add_type(ty)),
            name: name.into(),
            returns: returns.into_iter().map(Some).collect(),
            outputs: vec![],
        }
    }
}

/// The name a compiler is installed by: distributions add a version.
pub fn installed(compiler: &str) -> String {
    let path = std::env::var_os("PATH").unwrap();
    let versions = (15..40).rev().map(|version| format!("{compiler}-{version}"));
    let mut names = std::iter::once(compiler.to_owned()).chain(versions);
    let is_there = |name: &String| std::env::split_paths(&path).any(|p| p.join(name).is_file());
    names.find(is_there).unwrap_or_else(|| panic!("no {compiler}"))
}

pub fn value(ty: TypeId, bytes: &[u8]) -> Value {
    Value { ty, bytes: bytes.into(), pointers: vec![] }
}

/// A pointer to an object of the case.
pub fn pointer(ty: TypeId, index: usize) -> Value {
    Value { ty, bytes: vec![0; 8], pointers: vec![to_object(0, index)] }
}

pub fn to_object(offset: u64, index: usize) -> PointerAt {
    PointerAt { offset, to: Pointee::Object { index, offset: 0 } }
}

pub fn error(kind: ErrorKind) -> Check {
    let (file, message) = ("/src/x.c".into(), "the message".into());
    Check::Error { kind, file, line: 7, message }
}

pub fn ints(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub fn longs(numbers: &[i64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub fn shell(folder: &Path, command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).current_dir(folder).stdin(Stdio::null());
    shell.output().unwrap()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
