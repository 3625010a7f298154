//! What the workers of a check tell the thread that writes results.

use std::sync::mpsc::SyncSender;
use std::time::Duration;

use coax_engine::ErrorReport;
use coax_engine::unit::Given;

use super::explore_unit::Explored;
use crate::pipeline::accounts;

/// What happened to a task.
pub enum Event {
    /// A path goes wrong.
    Error {
        task: usize,
        report: Box<ErrorReport>,
        given: Box<Given>,
    },
    /// Something cannot be run.
    Unsupported {
        task: usize,
        what: String,
    },
    /// A defect of ours.
    Defect {
        task: usize,
        what: String,
    },
    Done {
        task: usize,
        explored: Option<Box<Explored>>,
        share: Duration,
    },
}

/// Observes one task: sends what happens to it.
#[derive(Clone, Copy)]
pub struct Observer<'a> {
    pub task: usize,
    pub events: &'a SyncSender<Event>,
}

impl Observer<'_> {
    /// A path goes wrong.
    pub fn error(self, report: ErrorReport, given: Given) {
        let (report, given) = (Box::new(report), Box::new(given));
        self.send(Event::Error { task: self.task, report, given });
    }

    /// A path came to something that cannot be run.
    pub fn unsupported(self, report: &ErrorReport) {
        let (file, line, _) = accounts::place(report.location.as_ref());
        let place = if line > 0 { format!(" at {file}:{line}") } else { String::new() };
        self.cannot_run(format!("cannot be explored: {}{place}", report.message));
    }

    /// The function, or a part of it, cannot be run.
    pub fn cannot_run(self, what: String) {
        self.send(Event::Unsupported { task: self.task, what });
    }

    /// A defect of ours.
    pub fn defect(self, what: String) {
        self.send(Event::Defect { task: self.task, what });
    }

    fn send(self, event: Event) {
        // If the receiver is gone, the worker ends after this task.
        let _ = self.events.send(event);
    }
}
