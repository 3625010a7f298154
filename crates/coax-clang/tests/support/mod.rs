//! Loading pieces of source in tests.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::{Path, PathBuf};

use coax_clang::{LoadError, LoadOptions, load};
use coax_ir::{Body, FuncId, Program};

/// A folder with some files, gone at the end of the test.
pub struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder { dir: tempfile::tempdir().expect("a temporary folder") };
        std::fs::create_dir(folder.dir.path().join("scratch")).expect("a scratch folder");
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    pub fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("writing a test file");
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn folder(&self) -> &Path {
        self.dir.path()
    }

    pub fn scratch(&self) -> &'static Path {
        // Leaked: a path of a test's own, needed as long as the test runs.
        Box::leak(self.dir.path().join("scratch").into_boxed_path())
    }

    /// The bitcode the crate itself makes of a file.
    pub fn bitcode(&self, name: &str) -> Vec<u8> {
        load(&[self.path(name)], &LoadOptions::default(), &[], self.scratch()).expect(name);
        std::fs::read(self.scratch().join("0.bc")).expect("loading leaves the bitcode")
    }
}

/// A loaded program, by names.
pub struct Loaded {
    pub program: Program,
}

impl Loaded {
    pub fn function(&self, name: &str) -> FuncId {
        self.program.function_named(name).unwrap_or_else(|| panic!("no function {name}"))
    }

    /// The body of a function, checked.
    pub fn body(&self, name: &str) -> &Body {
        let body = self.program.body(self.function(name)).expect("sound bitcode");
        crate::verify::verify(name, body);
        body
    }

    pub fn address(&self, global: &str) -> u64 {
        let id = self.program.global_named(global).unwrap_or_else(|| panic!("no global {global}"));
        self.program.global(id).address
    }

    /// Initial bytes of a global, also of a local one.
    pub fn initial(&self, global: &str) -> Vec<u8> {
        let position = self.program.globals().iter().position(|g| &*g.parts.name == global);
        let id = coax_ir::GlobalId(position.unwrap_or_else(|| panic!("no global {global}")) as u32);
        self.program.initial(id).expect("sound bitcode").to_vec()
    }
}

pub fn load_files(files: &[(&str, &str)]) -> Result<Loaded, LoadError> {
    let folder = Folder::new(files);
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.path(name)).collect();
    let program = load(&paths, &LoadOptions::default(), &[], folder.scratch())?;
    Ok(Loaded { program })
}

pub fn load_c(source: &str) -> Loaded {
    load_files(&[("test.c", source)]).unwrap_or_else(|error| panic!("{error}"))
}

pub fn load_ll(source: &str) -> Loaded {
    load_files(&[("test.ll", source)]).unwrap_or_else(|error| panic!("{error}"))
}
