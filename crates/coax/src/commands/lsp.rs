//! `coax lsp`: the findings of the last run in an editor, over the Language Server Protocol.
//!
//! Invariants: nothing is checked unless the user asks for it; stdout has messages of the protocol alone; a report that
//! is not there, or cannot be read, is no findings.

mod actions;
mod checker;
mod diagnostics;
mod documents;
mod session;

use lsp_server::Connection;
use serde_json::json;

use crate::cli::LspOptions;
use coax_campaign::{ExitStatus, Failure};

use self::session::Session;

pub fn execute(options: &LspOptions) -> Result<ExitStatus, Failure> {
    let broken = |error: &dyn std::fmt::Display| Failure::Input(format!("the editor: {error}"));
    let (connection, threads) = Connection::stdio();
    let asked = connection.initialize(capabilities()).map_err(|error| broken(&error))?;
    let mut session = Session::new(&connection, &asked, options);
    session.run().map_err(|error| broken(&error))?;
    drop(session);
    drop(connection);
    threads.join().map_err(|error| broken(&error))?;
    Ok(ExitStatus::Success)
}

/// What is offered to the editor.
fn capabilities() -> serde_json::Value {
    json!({
        // Texts come whole.
        "textDocumentSync": { "openClose": true, "change": 1, "save": true },
        "codeActionProvider": true,
        "codeLensProvider": { "resolveProvider": false },
        "executeCommandProvider": { "commands": [actions::CHECK, actions::SHOW_TEST] },
    })
}
