//! What can go wrong before a program runs.

use std::path::PathBuf;

use thiserror::Error;

/// Why files could not be loaded. Every message says what to do next where there is something.
#[derive(Debug, Error)]
pub enum LoadError {
    /// No usable clang.
    #[error(
        "no usable clang found (tried {}): install clang 13 or newer, or name one with COAX_CLANG",
        tried.join(", ")
    )]
    NoClang {
        /// What was tried, with the reason where there is one.
        tried: Vec<String>,
    },
    /// A file is missing.
    #[error("{}: no such file", .0.display())]
    NotFound(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A directory where a file is needed.
    #[error("{}: is a directory; name the source files in it", .0.display())]
    IsDirectory(PathBuf),
    /// Neither C, C++, bitcode nor textual IR.
    #[error(
        "{}: do not know what kind of file this is; expected .c .cc .cpp .cxx .C .i .ii .bc or .ll",
        .0.display()
    )]
    UnknownKind(PathBuf),
    /// Clang refused a source file.
    #[error("{}: clang reports errors:\n{diagnostics}", file.display())]
    Compile {
        /// The file.
        file: PathBuf,
        /// What clang printed.
        diagnostics: String,
    },
    /// Bitcode or textual IR that cannot be used.
    #[error("{}: not usable LLVM bitcode: {reason}", file.display())]
    BadBitcode {
        /// The file.
        file: PathBuf,
        /// One line.
        reason: String,
    },
    /// The deadline came before the program was there.
    #[error("{}: there was no time to compile it", .0.display())]
    NoTime(PathBuf),
    /// Variables that no address space holds.
    #[error("global variables take {0} bytes; there is room for {1}")]
    TooMuchData(u128, u64),
    /// Two definitions of one name.
    #[error("`{name}` is defined in {first} and in {second}; leave one of the files out")]
    DuplicateSymbol {
        /// The name as the source writes it.
        name: String,
        /// File of the first definition.
        first: String,
        /// File of the second one.
        second: String,
    },
}
