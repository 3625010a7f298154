//! HTML: one page that needs nothing but itself, for people.
//!
//! The page is a fixed frame (`page.html`, `page.css`, `page.js`) around the run as JSON ([`view`]): the script shows
//! what is asked for, so that ten thousand findings cost no more than the ones on the screen.
//!
//! Invariants: nothing of the run is ever markup or script (`<` is spelt out in the JSON, and the script
//! sets text only); the page loads nothing and sends nothing, which its content policy states.

mod coverage;
mod excerpts;
mod view;

use self::view::View;
use crate::{format::ReportFormat, run::FinishedRun};

pub(super) const FORMAT: ReportFormat = ReportFormat {
    name: "html",
    about: "One page with everything, for people: findings, functions, tests, sources",
    render,
};

const FRAME: &str = include_str!("html/page.html");

fn render(run: &FinishedRun<'_>) -> String {
    let view = View::of(run);
    let data = serde_json::to_string(&view)
        .expect("keys are strings, and writing to memory does not fail")
        .replace('<', "\\u003c");
    let title = format!("coax {}", run.report.command);
    let parts = [
        ("{{title}}", escaped(&title)),
        ("{{summary}}", escaped(&view.in_one_line())),
        ("{{style}}", include_str!("html/page.css").to_owned()),
        ("{{script}}", include_str!("html/page.js").to_owned()),
        ("{{data}}", data),
    ];
    filled(FRAME, &parts)
}

/// The frame with every mark replaced; what is put in is not looked at again.
fn filled(frame: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = frame;
    while let Some((at, (mark, part))) = first_mark(rest, parts) {
        page.push_str(&rest[..at]);
        page.push_str(part);
        rest = &rest[at + mark.len()..];
    }
    page + rest
}

fn first_mark<'p>(
    text: &str,
    parts: &'p [(&'p str, String)],
) -> Option<(usize, &'p (&'p str, String))> {
    parts.iter().filter_map(|part| Some((text.find(part.0)?, part))).min_by_key(|(at, _)| *at)
}

/// Text outside of the script.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_replaced_once_and_text_put_in_is_left_alone() {
        let parts = [("{{a}}", "{{b}}".to_owned()), ("{{b}}", "two".to_owned())];
        assert_eq!(filled("<{{a}}|{{b}}|{{a}}>", &parts), "<{{b}}|two|{{b}}>");
    }
}
