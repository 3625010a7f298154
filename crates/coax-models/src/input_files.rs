//! Files that are inputs: standard input and named files whose contents the exploration chooses.
//!
//! The world has such a file with its length, so that descriptors, positions and `fstat` work as for
//! any other; its contents are an object in the program's memory, made when the file is first
//! opened or read. So they are terms like any other input, change with the model and fork with the
//! state. Reading copies from there.

use coax_engine::symbolic::{InputSource, input_name};
use coax_engine::{Call, Stop, TermRequests};

use crate::area::Area;

/// A file that is an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Its name; none for standard input.
    pub name: Option<Vec<u8>>,
    /// How many bytes it has.
    pub len: u64,
}

/// The files that are inputs, and where the contents of those are that were looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputFiles {
    files: Vec<InputFile>,
    contents: Vec<Option<u64>>,
}

impl InputFiles {
    pub(crate) fn new(files: Vec<InputFile>) -> InputFiles {
        let contents = vec![None; files.len()];
        InputFiles { files, contents }
    }
}

/// A byte of a file that is an input: the file's number, and the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InputPlace {
    pub(crate) file: usize,
    pub(crate) offset: u64,
}

impl InputPlace {
    /// Where the byte is in the program's memory.
    pub(crate) fn address(self, call: &mut Call<'_, '_>) -> Result<u64, Stop> {
        Ok(contents(call, self.file)? + self.offset)
    }
}

/// Before writing what may depend on inputs to a descriptor, or to memory if there is none: only
/// what goes to standard output or standard error is never seen again. All else is fixed, since it
/// can be read back.
pub(crate) fn before_writing(call: &mut Call<'_, '_>, fd: Option<i32>) -> Result<(), Stop> {
    if fd.is_some_and(|fd| call.world.input_file(fd).is_some()) {
        return Err(Stop::Unsupported("writing into a file that is an input".into()));
    }
    if call.has_inputs() && !matches!(fd, Some(1 | 2)) {
        call.fix_all();
    }
    Ok(())
}

/// The address of the contents of a file.
pub(crate) fn contents(call: &mut Call<'_, '_>, number: usize) -> Result<u64, Stop> {
    let inputs = &*InputFiles::of(call);
    let (Some(file), Some(&made)) = (inputs.files.get(number), inputs.contents.get(number)) else {
        return Err(Stop::Internal(format!("there is no input file {number}")));
    };
    if let Some(address) = made {
        return Ok(address);
    }
    let (source, len) = match &file.name {
        Some(name) => (InputSource::File(input_name(name)), file.len),
        None => (InputSource::Stdin, file.len),
    };
    let address = call.environment(&vec![0; len as usize]);
    call.input_at(address, len, source)?;
    InputFiles::of(call).contents[number] = Some(address);
    Ok(address)
}
