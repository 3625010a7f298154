//! Compiles several C sources by one process of clang: to start one takes longer than to compile a small file.
//!
//! Clang's driver starts its front end once for each file; the front end itself takes many, and appends their
//! bitcode to one stream. Its arguments are those that the driver says it would give it.
//!
//! Invariants: the code of a file is the same as if it were compiled by itself; the front end writes nothing
//! more once it has found an error, so what it wrote belongs to the first files, in their order; what it
//! does not give is compiled by itself, which also gives the messages of a file that clang refuses.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::LoadOptions;
use crate::child::output_until;

/// The first bytes of bitcode.
const MAGIC: [u8; 4] = [b'B', b'C', 0xc0, 0xde];

/// What a block begins with: an abbreviation of two bits that says so.
const ENTER_BLOCK: u8 = 1;

/// The front end for C sources: a program, and its arguments but for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontEnd {
    program: PathBuf,
    arguments: Vec<String>,
    /// The folders with headers of ours among the arguments: every load has its own.
    include_dirs: Vec<PathBuf>,
}

/// What the front end made of several files.
pub struct Outputs {
    /// The bitcode of the first of them.
    pub modules: Vec<Vec<u8>>,
    /// The user's headers that one of them includes.
    pub headers: Vec<PathBuf>,
}

/// Can a file be compiled together with others?
pub fn is_suitable(file: &Path) -> bool {
    let is_option = file.as_os_str().as_encoded_bytes().starts_with(b"-");
    !is_option && file.extension() == Some(OsStr::new("c"))
}

impl FrontEnd {
    /// Reads what a driver prints when it is asked what it would do with one C source (`-###`), and these
    /// folders of ours.
    pub fn read(printed: &str, include_dirs: &[PathBuf]) -> Option<FrontEnd> {
        let mut commands = printed.lines().filter(|line| line.trim_start().starts_with('"'));
        let (command, None) = (commands.next()?, commands.next()) else { return None };
        let mut words = shell_words::split(command).ok()?.into_iter();
        let program = PathBuf::from(words.next()?);
        let mut arguments = Vec::new();
        let mut language = None;
        while let Some(word) = words.next() {
            match &*word {
                // The file's own name, which only names the compile unit in debug information.
                "-main-file-name" | "-o" => drop(words.next()?),
                "-x" => language = Some(words.next()?),
                _ => arguments.push(word),
            }
        }
        // What comes last is the file.
        arguments.pop()?;
        let is_c = arguments.first()? == "-cc1" && language? == "c";
        let include_dirs = include_dirs.to_vec();
        is_c.then_some(FrontEnd { program, arguments, include_dirs })
    }

    /// An argument, with the folders of another load.
    fn argument(&self, text: &str, include_dirs: &[PathBuf]) -> OsString {
        let ours = self.include_dirs.iter().position(|folder| folder.as_os_str() == text);
        match ours.and_then(|at| include_dirs.get(at)) {
            Some(folder) => folder.into(),
            None => text.into(),
        }
    }

    /// Compiles C sources until the deadline; `folder` may be written to.
    pub fn compile(
        &self,
        files: &[&Path],
        options: &LoadOptions,
        folder: &Path,
    ) -> Option<Outputs> {
        let list = folder.join("headers");
        let mut command = options.launcher.command(&self.program, folder);
        command.args(self.arguments.iter().map(|text| self.argument(text, &options.include_dirs)));
        command.arg("-header-include-file").arg(&list);
        command.args(["-o", "-", "-x", "c"]).args(files);
        let Output { stdout, status, .. } =
            output_until(&mut command, &options.deadline).ok()??;
        let headers = std::fs::read_to_string(&list).unwrap_or_default();
        // They belong to these files alone.
        let _ = std::fs::remove_file(&list);
        let headers = headers.lines().map(PathBuf::from).collect();
        let mut modules = modules(&stdout);
        if !status.success() {
            // A process that died may have left half of it.
            modules.pop();
        }
        modules.truncate(files.len());
        Some(Outputs { modules, headers })
    }
}

/// The modules of a stream, without one that is cut off.
fn modules(stream: &[u8]) -> Vec<Vec<u8>> {
    let mut modules = Vec::new();
    let mut rest = stream;
    while let Some(length) = module_length(rest) {
        let (module, behind) = rest.split_at(length);
        modules.push(module.to_vec());
        rest = behind;
    }
    modules
}

/// The length of the module that a stream begins with: its blocks up to the next module or the end.
fn module_length(stream: &[u8]) -> Option<usize> {
    let mut rest = stream.strip_prefix(&MAGIC)?;
    while !rest.is_empty() && !rest.starts_with(&MAGIC) {
        rest = rest.get(block_length(rest)?..)?;
    }
    Some(stream.len() - rest.len())
}

/// The length of a block at the outermost level: a word with its kind, one with the number of words that follow.
fn block_length(stream: &[u8]) -> Option<usize> {
    if stream.first()? & 3 != ENTER_BLOCK {
        return None;
    }
    let words = u32::from_le_bytes(stream.get(4..8)?.try_into().ok()?);
    Some(8 + usize::try_from(words).ok()? * 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_the_front_end_are_those_of_the_driver_without_its_file() {
        let printed = "clang version 22\nTarget: x\n \"/usr/bin/clang\" \"-cc1\" \"-DA=\\\"b c\\\"\" \
                       \"-main-file-name\" \"a.c\" \"-g\" \"-o\" \"a.bc\" \"-x\" \"c\" \"d/a.c\"\n";
        let arguments = ["-cc1", "-DA=\"b c\"", "-g"].map(str::to_owned).to_vec();
        let expected =
            FrontEnd { program: "/usr/bin/clang".into(), arguments, include_dirs: Vec::new() };
        assert_eq!(FrontEnd::read(printed, &[]), Some(expected));
    }

    #[test]
    fn a_driver_that_would_do_more_or_something_else_is_not_followed() {
        let job = " \"clang\" \"-cc1\" \"-o\" \"a.bc\" \"-x\" \"c\" \"a.c\"\n";
        assert!(FrontEnd::read(job, &[]).is_some());
        assert_eq!(FrontEnd::read(&job.repeat(2), &[]), None);
        assert_eq!(FrontEnd::read(&job.replace("\"c\"", "\"c++\""), &[]), None);
        assert_eq!(FrontEnd::read(&job.replace("-cc1", "-cc1as"), &[]), None);
        assert_eq!(FrontEnd::read("error: no such flag\n", &[]), None);
    }

    /// A module with one block of so many words.
    fn module(words: u8) -> Vec<u8> {
        let block = [&[0x35, 0x14, 0, 0, words, 0, 0, 0][..], &vec![7; usize::from(words) * 4]];
        [&MAGIC[..], &block.concat()].concat()
    }

    #[test]
    fn a_stream_is_split_into_its_modules() {
        let stream = [module(1), module(3), module(0)].concat();
        assert_eq!(modules(&stream), [module(1), module(3), module(0)]);
        assert_eq!(modules(&stream[..stream.len() - 9]), [module(1)], "the second is cut off");
        assert!(modules(b"").is_empty() && modules(b"no bitcode").is_empty());
    }
}
