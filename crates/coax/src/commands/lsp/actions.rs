//! What can be done at a place: check the function there, show the test of a finding.

use serde_json::{Value, json};

/// The command that checks a function: its name and the address of its file.
pub const CHECK: &str = "coax.checkFunction";

/// The command that shows a test: the file it is in.
pub const SHOW_TEST: &str = "coax.showTest";

/// The way to a command.
pub struct Offer {
    pub title: String,
    pub command: &'static str,
    pub arguments: Vec<String>,
}

impl Offer {
    pub fn check(function: &str, address: &str) -> Offer {
        let arguments = vec![function.to_owned(), address.to_owned()];
        Offer { title: format!("Coax: check {function}"), command: CHECK, arguments }
    }

    pub fn show_test(what: &str, test: String) -> Offer {
        Offer {
            title: format!("Coax: show the test ({what})"),
            command: SHOW_TEST,
            arguments: vec![test],
        }
    }

    fn command(&self) -> Value {
        json!({ "title": self.title, "command": self.command, "arguments": self.arguments })
    }

    /// In a menu at a place.
    pub fn action(&self) -> Value {
        json!({ "title": self.title, "kind": "quickfix", "command": self.command() })
    }

    /// Above a line.
    pub fn lens(&self, line: u32) -> Value {
        let place = json!({ "line": line, "character": 0 });
        json!({ "range": { "start": place, "end": place }, "command": self.command() })
    }
}
