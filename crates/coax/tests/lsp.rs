//! `coax lsp` with a scripted editor: findings of the last run, what can be done at a place, and a check of one function.

#[path = "support/workspace.rs"]
mod workspace;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};
use workspace::Workspace;

const CODE: &str = "unsigned ratio(unsigned total, unsigned parts) {\n    return total / parts;\n}\n\
                    unsigned twice(unsigned n) {\n    return n + n;\n}\n";

/// The editor's end.
struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: i64,
    root: String,
}

impl Editor {
    fn of(workspace: &Workspace) -> Editor {
        let mut command = workspace.coax(&["lsp", "--stdio"]);
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
        let root = format!("file://{}", workspace.folder.path().display());
        let mut editor = Editor { server, to, from: BufReader::new(from), asked: 0, root };
        let params = json!({ "processId": null, "rootUri": editor.root, "capabilities": {} });
        let offered = editor.ask("initialize", params);
        assert_eq!(offered["capabilities"]["codeLensProvider"]["resolveProvider"], false);
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// The next message that is what is wanted; others are passed over.
    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut length = 0;
            loop {
                let mut line = String::new();
                assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has ended");
                if let Some(number) = line.strip_prefix("Content-Length: ") {
                    length = number.trim().parse().unwrap();
                }
                if line == "\r\n" {
                    break;
                }
            }
            let mut text = vec![0; length];
            self.from.read_exact(&mut text).unwrap();
            let message: Value = serde_json::from_slice(&text).unwrap();
            if wanted(&message) {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(json!({ "id": id, "method": method, "params": params }));
        let answer = self.wait(|message| message["id"] == id && message.get("method").is_none());
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    fn address(&self, file: &str) -> String {
        format!("{}/{file}", self.root)
    }

    fn open(&mut self, file: &str, text: &str) -> Vec<Value> {
        let address = self.address(file);
        let document = json!({ "uri": address, "languageId": "c", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.published(&address, |_| true)
    }

    /// The next findings of a file that are as wanted.
    fn published(&mut self, address: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let all = |message: &Value| {
            message["params"]["diagnostics"].as_array().cloned().unwrap_or_default()
        };
        let message = self.wait(|message| {
            let is_it = message["method"] == "textDocument/publishDiagnostics";
            is_it && message["params"]["uri"] == address && wanted(&all(message))
        });
        all(&message)
    }

    fn titles(offers: &Value) -> Vec<&str> {
        offers
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["command"]["title"].as_str().unwrap())
            .collect()
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

#[test]
fn findings_are_shown_where_they_are_and_their_tests_on_request() {
    let workspace = Workspace::with(&[("ratio.c", CODE)]);
    assert_eq!(workspace.check(&["ratio.c"]).code, Some(1));
    let mut editor = Editor::of(&workspace);
    let found = editor.open("ratio.c", CODE);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["code"], "division-by-zero");
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    assert!(found[0]["message"].as_str().unwrap().contains("parts = 0"), "{found:#?}");

    let place = json!({ "line": 1, "character": 4 });
    let params = json!({
        "textDocument": { "uri": editor.address("ratio.c") },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    let offers = editor.ask("textDocument/codeAction", params);
    let expected = ["Coax: check ratio", "Coax: show the test (division-by-zero)"];
    assert_eq!(Editor::titles(&offers), expected);
    let params = json!({ "textDocument": { "uri": editor.address("ratio.c") } });
    let lenses = editor.ask("textDocument/codeLens", params);
    let expected = [expected[0], expected[1], "Coax: check twice"];
    assert_eq!(Editor::titles(&lenses), expected);
    assert_eq!(lenses[2]["range"]["start"]["line"], 3);

    // The test is shown by the editor itself.
    let command = &lenses[1]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    editor.asked += 1;
    let id = editor.asked;
    editor.send(json!({ "id": id, "method": "workspace/executeCommand", "params": params }));
    let shown = editor.wait(|message| message["method"] == "window/showDocument");
    let test = shown["params"]["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    assert!(std::fs::read_to_string(test).unwrap().contains("COAX_TEST"), "{test}");
    editor.send(json!({ "id": shown["id"], "result": { "success": true } }));
    editor.end();
}

#[test]
fn a_function_is_checked_and_what_it_had_before_is_replaced() {
    let workspace = Workspace::with(&[("ratio.c", CODE)]);
    let mut editor = Editor::of(&workspace);
    assert_eq!(editor.open("ratio.c", CODE), [] as [Value; 0], "nothing was run yet");
    let check = |editor: &mut Editor| {
        let arguments = ["ratio".to_owned(), editor.address("ratio.c")];
        let params = json!({ "command": "coax.checkFunction", "arguments": arguments });
        editor.ask("workspace/executeCommand", params);
    };
    check(&mut editor);
    let address = editor.address("ratio.c");
    let found = editor.published(&address, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "division-by-zero");

    workspace.write("ratio.c", &CODE.replace("total / parts", "parts ? total / parts : 0"));
    check(&mut editor);
    editor.published(&address, |found| found.is_empty());
    editor.end();
}

#[test]
fn what_is_not_offered_and_what_is_not_there_ends_nothing() {
    let workspace = Workspace::with(&[("coax-out/report.json", "{ broken")]);
    let mut editor = Editor::of(&workspace);
    editor.send(json!({ "id": 77, "method": "textDocument/hover", "params": {} }));
    let answer = editor.wait(|message| message["id"] == 77);
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    assert_eq!(editor.open("none.c", ""), [] as [Value; 0]);
    let params =
        json!({ "command": "coax.checkFunction", "arguments": ["f", editor.address("none.c")] });
    editor.ask("workspace/executeCommand", params);
    let said = editor.wait(|message| {
        let text = message["params"]["message"].as_str().unwrap_or_default();
        message["method"] == "window/showMessage" && text.contains("no such file")
    });
    assert_eq!(said["params"]["type"], 1, "{said}");
    editor.end();
}
