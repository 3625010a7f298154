//! One session with an editor: messages in, messages out.

use std::path::{Path, PathBuf};
use std::time::Duration;

use coax_report::Warning;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};

use super::actions::{CHECK, Offer, SHOW_TEST};
use super::checker::{Checker, Done};
use super::diagnostics::{Results, diagnostic};
use super::documents::{Documents, address_of, path_of};
use crate::cli::LspOptions;

/// Between two looks at the results.
const GLANCE: Duration = Duration::from_millis(500);

/// Why a session ends before its time.
type Broken = Box<dyn std::error::Error + Sync + Send>;

pub struct Session<'c> {
    connection: &'c Connection,
    root: PathBuf,
    documents: Documents,
    /// The last run.
    project: Results,
    /// The last check of a single function.
    single: Results,
    checker: Checker,
    /// Requests of ours.
    asked: i32,
}

impl<'c> Session<'c> {
    pub fn new(connection: &'c Connection, asked: &Value, options: &LspOptions) -> Session<'c> {
        let folders = asked["params"]["workspaceFolders"][0]["uri"].as_str();
        let folders = folders.or(asked["workspaceFolders"][0]["uri"].as_str());
        let root = folders.or(asked["rootUri"].as_str()).and_then(path_of);
        let root = root.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let checker = Checker::new(&root);
        Session {
            connection,
            documents: Documents::default(),
            project: Results::new(root.join(&options.out)),
            single: Results::new(checker.results()),
            checker,
            root,
            asked: 0,
        }
    }

    /// Answers until the editor ends it.
    pub fn run(&mut self) -> Result<(), Broken> {
        loop {
            match self.connection.receiver.recv_timeout(GLANCE) {
                Ok(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    self.answer(request)?;
                }
                Ok(Message::Notification(notification)) => self.notified(&notification)?,
                Ok(Message::Response(_)) => {}
                Err(error) if error.is_disconnected() => return Ok(()),
                Err(_) => {}
            }
            self.look()?;
        }
    }

    /// Looks whether results have changed, or a check has ended.
    fn look(&mut self) -> Result<(), Broken> {
        if let Some(Done { function, failure }) = self.checker.ended() {
            match failure {
                Some(why) => self.say(1, &format!("coax check {function}: {why}"))?,
                None => {
                    self.single.look();
                    let number = self.single.shown().count();
                    let plural = if number == 1 { "" } else { "s" };
                    self.say(3, &format!("coax check {function}: {number} finding{plural}"))?;
                    self.publish_all()?;
                }
            }
        }
        let changed = [self.project.look(), self.single.look()];
        if changed.contains(&true) {
            self.publish_all()?;
        }
        Ok(())
    }

    fn notified(&mut self, notification: &Notification) -> Result<(), Broken> {
        let params = &notification.params;
        let document = &params["textDocument"];
        let Some(address) = document["uri"].as_str() else { return Ok(()) };
        match &*notification.method {
            "textDocument/didOpen" => {
                self.documents.set(address, document["text"].as_str().unwrap_or_default());
                self.publish(address)
            }
            "textDocument/didChange" => {
                let changes = params["contentChanges"].as_array();
                if let Some(text) = changes.and_then(|all| all.last()?["text"].as_str()) {
                    self.documents.set(address, text);
                }
                Ok(())
            }
            "textDocument/didClose" => {
                self.documents.close(address);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, request: Request) -> Result<(), Broken> {
        let params = &request.params;
        let address = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let result = match &*request.method {
            "textDocument/codeAction" => self.actions(address, &params["range"]),
            "textDocument/codeLens" => self.lenses(address),
            "workspace/executeCommand" => self.execute(params)?,
            other => {
                let message = format!("{other} is not offered");
                let code = ErrorCode::MethodNotFound as i32;
                return self.send(Response::new_err(request.id, code, message).into());
            }
        };
        self.send(Response::new_ok(request.id, result).into())
    }

    /// The findings in a file: of functions that were checked by themselves since, those of that check.
    fn findings(&self, file: &Path) -> Vec<(&Results, &Warning)> {
        let is_here = |warning: &&Warning| self.root.join(&warning.file) == file;
        let checked = |warning: &&Warning| {
            let single = self.single.report.iter().flat_map(|report| &report.units);
            !single.into_iter().any(|unit| unit.function == warning.function)
        };
        let project = self.project.shown().filter(checked).map(|warning| (&self.project, warning));
        let single = self.single.shown().map(|warning| (&self.single, warning));
        project.chain(single).filter(|(_, warning)| is_here(warning)).collect()
    }

    fn publish_all(&mut self) -> Result<(), Broken> {
        self.documents.addresses().iter().try_for_each(|address| self.publish(address))
    }

    fn publish(&mut self, address: &str) -> Result<(), Broken> {
        self.project.look();
        let file = path_of(address).unwrap_or_default();
        let text = self.documents.text(address);
        let all = self.findings(&file);
        let all: Vec<Value> =
            all.into_iter().map(|(_, warning)| diagnostic(warning, &self.root, text)).collect();
        let params = json!({ "uri": address, "diagnostics": all });
        self.send(Notification::new("textDocument/publishDiagnostics".into(), params).into())
    }

    fn actions(&self, address: &str, range: &Value) -> Value {
        let line = |end: &str| range[end]["line"].as_u64().unwrap_or(0) as u32;
        let (first, last) = (line("start"), line("end"));
        let functions = self.documents.functions(address);
        let here =
            functions.iter().filter(|function| function.first <= last && first <= function.last);
        let mut offers: Vec<Offer> =
            here.map(|function| Offer::check(&function.name, address)).collect();
        let file = path_of(address).unwrap_or_default();
        for (results, warning) in self.findings(&file) {
            if (first + 1..=last + 1).contains(&warning.line) {
                offers.extend(show_test(results, warning));
            }
        }
        offers.iter().map(Offer::action).collect()
    }

    fn lenses(&self, address: &str) -> Value {
        let file = path_of(address).unwrap_or_default();
        let findings = self.findings(&file);
        let mut lenses = Vec::new();
        for function in self.documents.functions(address) {
            lenses.push(Offer::check(&function.name, address).lens(function.first));
            let lines = function.first + 1..=function.last + 1;
            let own = findings.iter().filter(|(_, warning)| lines.contains(&warning.line));
            let tests = own.filter_map(|(results, warning)| show_test(results, warning));
            lenses.extend(tests.map(|offer| offer.lens(function.first)));
        }
        Value::Array(lenses)
    }

    fn execute(&mut self, params: &Value) -> Result<Value, Broken> {
        let argument = |at: usize| params["arguments"][at].as_str().unwrap_or_default().to_owned();
        match params["command"].as_str() {
            Some(CHECK) => {
                let (function, file) = (argument(0), path_of(&argument(1)).unwrap_or_default());
                match self.checker.begin(&function, &file) {
                    Ok(()) => self.say(3, &format!("coax checks {function}"))?,
                    Err(why) => self.say(2, &format!("coax does not check {function}: {why}"))?,
                }
            }
            Some(SHOW_TEST) => {
                let test = address_of(Path::new(&argument(0)));
                self.asked += 1;
                let params = json!({ "uri": test, "takeFocus": true });
                let request = Request::new(self.asked.into(), "window/showDocument".into(), params);
                self.send(request.into())?;
            }
            _ => self.say(2, "coax has no such command")?,
        }
        Ok(Value::Null)
    }

    /// Shows a message: 1 an error, 2 a warning, 3 information.
    fn say(&self, severity: u8, text: &str) -> Result<(), Broken> {
        let params = json!({ "type": severity, "message": text });
        self.send(Notification::new("window/showMessage".into(), params).into())
    }

    fn send(&self, message: Message) -> Result<(), Broken> {
        Ok(self.connection.sender.send(message)?)
    }
}

/// The way to the test of a finding, if it has one.
fn show_test(results: &Results, warning: &Warning) -> Option<Offer> {
    let test = results.folder.join(warning.test.as_ref()?);
    Some(Offer::show_test(warning.kind.as_str(), test.display().to_string()))
}
