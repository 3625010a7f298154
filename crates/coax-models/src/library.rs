//! The C library as the engine sees it.

use coax_engine::{Call, Layers, Library, LibraryState, Model, Returned, Stop, Treatment, World};

use crate::environment::Environment;
use crate::input_files::{InputFile, InputFiles};
use crate::libc_state::LibcState;
use crate::process::{self, ProgramName};
use crate::statics::text;
use crate::stdio::streams::{self, STDERR, STDIN, STDOUT};
use crate::{environment, math, native, registry, results, treatment};

/// The C library of a program, with the environment it is started in.
#[derive(Clone, Debug, Default)]
pub struct Libc {
    environment: Vec<Vec<u8>>,
    program_name: Vec<u8>,
    inputs: Vec<InputFile>,
}

impl Libc {
    /// A library for a program that sees these `NAME=value` strings.
    pub fn new(environment: Vec<Vec<u8>>) -> Libc {
        Libc { environment, program_name: b"a.out".to_vec(), inputs: Vec::new() }
    }

    /// The name the program is started by, as in `argv[0]`.
    #[must_use]
    pub fn with_program_name(mut self, name: Vec<u8>) -> Libc {
        self.program_name = name;
        self
    }

    /// The program's standard input has `len` bytes, all of them inputs.
    #[must_use]
    pub fn with_symbolic_stdin(mut self, len: u64) -> Libc {
        self.inputs.push(InputFile { name: None, len });
        self
    }

    /// The program finds a file of this name with `len` bytes, all of them inputs.
    #[must_use]
    pub fn with_symbolic_file(mut self, name: Vec<u8>, len: u64) -> Libc {
        self.inputs.push(InputFile { name: Some(name), len });
        self
    }

    /// The files that are inputs. The world must have them, under the same numbers
    /// ([`World::input_file`]).
    pub fn input_files(&self) -> &[InputFile] {
        &self.inputs
    }

    /// Writes out what the program has printed and not flushed. For the end of a run that is not
    /// the program's own; `exit` does it by itself.
    pub fn flush(state: &mut dyn LibraryState, world: &mut dyn World) {
        if let Some(state) = state.as_any_mut().downcast_mut::<LibcState>() {
            // A failure is ignored: the run is over, and the missing output shows it.
            let _ = state.streams.flush_all(world);
        }
    }
}

/// Variables that the library defines; [`Library::global`] says what is in them.
const VARIABLES: &[&str] = &[
    "stdin",
    "_IO_stdin",
    "stdout",
    "_IO_stdout",
    "stderr",
    "_IO_stderr",
    "program_invocation_name",
    "__progname_full",
    "program_invocation_short_name",
    "__progname",
    "signgam",
    "daylight",
    "__daylight",
    "timezone",
    "__timezone",
    "_libc_intl_domainname",
    "__cpu_model",
    "__cpu_features2",
    "tzname",
    "__tzname",
    "__libc_single_threaded",
];

/// Is a variable one of the library's?
pub fn has_variable(name: &str) -> bool {
    VARIABLES.contains(&name) || environment::NAMES.contains(&name)
}

impl Library<Layers> for Libc {
    fn model(&self, name: &str) -> Option<Model> {
        registry::find(name).or_else(|| math::find(name)).or_else(|| native::find(name))
    }

    fn is_modelled(&self, name: &str) -> bool {
        registry::find(name).or_else(|| math::find(name)).is_some()
    }

    fn is_local(&self, name: &str) -> bool {
        treatment::is_local(name)
    }

    fn returned(&self, name: &str) -> Option<Returned> {
        results::of(name)
    }

    fn treatment(&self, name: &str) -> Treatment {
        treatment::of(name)
    }

    fn global(
        &self,
        name: &str,
        size: u64,
        call: &mut Call<'_, '_>,
    ) -> Option<Result<Vec<u8>, Stop>> {
        let pointer = |address: u64| Some(Ok(address.to_le_bytes().to_vec()));
        match name {
            "stdin" | "_IO_stdin" => pointer(streams::standard_file(call, STDIN)),
            "stdout" | "_IO_stdout" => pointer(streams::standard_file(call, STDOUT)),
            "stderr" | "_IO_stderr" => pointer(streams::standard_file(call, STDERR)),
            name if environment::NAMES.contains(&name) => pointer(environment::initial_array(call)),
            "program_invocation_name" | "__progname_full" => {
                let name = process::program_name(call).to_vec();
                pointer(text(call, &name))
            }
            "program_invocation_short_name" | "__progname" => {
                let name = process::short_program_name(call);
                pointer(text(call, &name))
            }
            "signgam"
            | "daylight"
            | "__daylight"
            | "timezone"
            | "__timezone"
            | "_libc_intl_domainname"
            // No optional feature of the processor is there, for `__builtin_cpu_supports`.
            | "__cpu_model"
            | "__cpu_features2" => Some(Ok(vec![0; size as usize])),
            "tzname" | "__tzname" => {
                let utc = text(call, b"UTC").to_le_bytes();
                Some(Ok([utc, utc].concat()))
            }
            "__libc_single_threaded" => Some(Ok(vec![1])),
            _ => None,
        }
    }

    fn initial_state(&self) -> Box<dyn LibraryState> {
        let inputs = InputFiles::new(self.inputs.clone());
        let environment = Environment::new(self.environment.clone());
        Box::new(LibcState::new(environment, ProgramName::new(self.program_name.clone()), inputs))
    }
}
