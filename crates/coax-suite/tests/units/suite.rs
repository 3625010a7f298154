//! A suite of a small source in a temporary folder, and short words for making cases.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use coax_clang::{LoadOptions, load};
use coax_ir::{FuncId, Program, Role, SourceSignature, Type, TypeId};
use coax_kinds::ErrorKind;
use coax_suite::{
    Ending, FuncKind, FuncRef, GivenObject, ParamRef, Pointee, PointerAt, UnitCase, UnitPlace,
    Value, render_unit, unit_compile_command, unit_file_name, unit_support_files,
};
use tempfile::TempDir;

/// A suite on disk, and the types of the source under test.
pub struct Suite {
    pub folder: TempDir,
    pub program: Program,
    pub place: UnitPlace,
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
        let place = UnitPlace {
            include: format!("../../{source_name}"),
            others: others.iter().map(|(name, _)| format!("../../{name}")).collect(),
            cflags: vec![],
            cxx: !source_name.ends_with(".c"),
            clang: String::new(),
        };
        Suite { folder, program, place }
    }

    pub fn tests(&self) -> PathBuf {
        self.folder.path().join("out/tests")
    }

    fn folder_of(&self, case: &UnitCase) -> PathBuf {
        let name = if case.is_error() { "errors" } else { "tests" };
        self.folder.path().join("out").join(name)
    }

    pub fn text(&self, case: &UnitCase) -> String {
        render_unit(case, &self.program, &self.place)
    }

    pub fn write(&self, case: &UnitCase) -> PathBuf {
        let path = self.folder_of(case).join(unit_file_name(case, &self.place));
        fs::write(&path, self.text(case)).unwrap();
        path
    }

    /// Compiles by the command of the first line, with that compiler, and runs.
    pub fn run_with(&self, compiler: &str, case: &UnitCase) -> Output {
        let text = fs::read_to_string(self.write(case)).unwrap();
        let command = text.lines().next().unwrap();
        let command = command.strip_prefix("/* ").unwrap().strip_suffix(" */").unwrap();
        assert_eq!(command, unit_compile_command(case, &self.place));
        let (_, rest) = command.split_once(' ').unwrap();
        let installed = installed(compiler);
        let compiled = shell(&self.folder_of(case), &format!("{installed} {rest}"));
        assert!(compiled.status.success(), "{command}\n{}\n{text}", errors(&compiled));
        assert_eq!(errors(&compiled), "", "{text}");
        Command::new(self.folder_of(case).join(&case.id)).output().unwrap()
    }

    /// Runs a test built by each compiler; both must end normally and say the same.
    pub fn said(&self, case: &UnitCase) -> String {
        let compilers = if self.place.cxx { ["g++", "clang++"] } else { ["gcc", "clang"] };
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

    pub fn function(&self, name: &str) -> FuncRef {
        let (id, signature) = self.signature(name);
        let kind = match &signature.method {
            None => FuncKind::Plain,
            Some(method) => match method.role {
                Role::Constructor => FuncKind::Constructor,
                Role::Destructor => FuncKind::Destructor,
                Role::Other => FuncKind::Method { is_virtual: method.is_virtual },
            },
        };
        let param = |param: &coax_ir::SourceParam| ParamRef {
            name: param.name.as_ref().map(|name| name.to_string()),
            ty: param.ty,
        };
        FuncRef {
            call: signature.qualified.to_string(),
            symbol: self.program.function(id).name.to_string(),
            result: signature.result,
            params: signature.params.iter().map(param).collect(),
            variadic: signature.variadic,
            kind,
            overloaded: false,
        }
    }

    /// A call with zeros for arguments.
    pub fn case(&self, id: &str, function: &str) -> UnitCase {
        let function = self.function(function);
        let zeros = |param: &ParamRef| {
            let size = coax_ir::size_of(&self.program, param.ty).unwrap_or(8);
            value(param.ty, &vec![0; size as usize])
        };
        UnitCase {
            id: id.into(),
            this: None,
            arguments: function.params.iter().map(zeros).collect(),
            function,
            objects: vec![],
            globals: vec![],
            stubs: vec![],
            ending: Ending::Normal { status: 0 },
            note: vec![],
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
    pub fn object(&self, case: &UnitCase, param: usize, bytes: &[u8]) -> GivenObject {
        let ty = self.pointee(case.function.params[param].ty);
        let name = case.function.params[param].name.clone();
        self.object_of(ty, name.as_deref(), bytes)
    }

    pub fn object_of(&self, ty: TypeId, name: Option<&str>, bytes: &[u8]) -> GivenObject {
        let size = coax_ir::size_of(&self.program, ty).unwrap_or(1).max(1);
        GivenObject {
            ty,
            count: bytes.len() as u64 / size,
            bytes: bytes.into(),
            pointers: vec![],
            released: None,
            text: false,
            name: name.map(Into::into),
            constructed: None,
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

pub fn error(kind: ErrorKind) -> Ending {
    let (file, message) = ("/src/x.c".into(), "the message".into());
    Ending::Error { kind, file, line: 7, message }
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
