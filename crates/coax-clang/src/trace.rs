//! Programs that tell which way they go.
//!
//! Every edge out of a conditional branch or switch of the program calls `__coax_edge` with its
//! number; functions of installed headers do not, they are the libraries', and neither do those that
//! are not looked into. The bitcode that does so is what the engine runs, and what a native build of
//! the same program is made from; so what two runs tell can be compared edge by edge.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::LoadError;
use crate::compile::Compiled;
use crate::files::Files;
use crate::llvm::{Side, Tracer};

/// A program with a call on every edge.
#[derive(Debug, Default)]
pub struct Traced {
    /// The bitcode of the program's files, in their order.
    pub modules: Vec<Vec<u8>>,
    /// The edges by their numbers.
    pub edges: Vec<Edge>,
}

/// An edge out of a conditional branch or switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The linkage name of the function it is in.
    pub function: Arc<str>,
    /// The file, as messages show it; empty if it is not known.
    pub file: Arc<str>,
    /// The line, or 0.
    pub line: u32,
    /// The column, or 0.
    pub column: u32,
    /// Which edge it is.
    pub side: Side,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Edge { function, file, line, column, side } = self;
        match line {
            0 => write!(f, "{side} in `{function}`"),
            _ => write!(f, "{side} at {file}:{line}:{column}"),
        }
    }
}

/// Instruments compiled files in place.
pub(crate) fn instrument(
    names: &[PathBuf],
    compiled: &mut [Compiled],
    quiet: &[String],
    files: &mut Files,
) -> Result<Traced, LoadError> {
    let bad = |file: &PathBuf, reason| LoadError::BadBitcode { file: file.clone(), reason };
    let mut tracer = Tracer::new();
    quiet.iter().for_each(|name| tracer.silence(name));
    for (name, module) in names.iter().zip(compiled.iter()) {
        tracer.look(&module.bitcode).map_err(|reason| bad(name, reason))?;
    }
    let mut traced = Traced::default();
    for (name, module) in names.iter().zip(compiled) {
        let added = tracer.add(&module.bitcode).map_err(|reason| bad(name, reason))?;
        module.bitcode.clone_from(&added.bitcode);
        traced.modules.push(added.bitcode);
        traced.edges.extend(added.edges.into_iter().map(|edge| Edge {
            function: edge.function.into(),
            file: files.name(&edge.file.0, &edge.file.1),
            line: edge.line,
            column: edge.column,
            side: edge.side,
        }));
    }
    Ok(traced)
}
