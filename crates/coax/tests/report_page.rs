//! The page of `coax report --html` in a real browser: what it shows at each of its addresses, and what it does
//! when it is used. Chromium runs without a window and prints the page as its script has left it.

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use workspace::Workspace;

/// Errors by values, one by a null pointer, text that is markup.
const PARSE: &str = r#"// <script>document.title = "run"</script>
int ratio(int total, int parts) {
    return total / parts;
}

int first(const int *values) {
    return values[0];
}
"#;

/// Options that keep the browser from the network and from asking anything.
const QUIETLY: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=10000",
    "--window-size=1280,900",
    "--dump-dom",
];

/// What the page is at an address, without the data in it.
fn shown(workspace: &Workspace, page: &str, address: &str) -> String {
    let url = format!("file://{}#{address}", workspace.path(page).display());
    let profile = format!("--user-data-dir={}", workspace.path("profile").display());
    let browser = Command::new("chromium").args(QUIETLY).arg(profile).arg(url).output();
    let output = browser.expect("chromium is installed by scripts/install-deps.sh --tests");
    let text = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let (before, rest) = text.split_once("<script type=").unwrap_or_else(|| panic!("{said}"));
    let body = before.split_once("<body>").expect("the page has a body").1;
    let title = before.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
    let done = rest.rsplit_once("</script>").unwrap().1;
    format!("{title}\n{body}{done}")
}

fn page_of(workspace: &Workspace, name: &str) {
    let said = workspace.run(&["report", "--html", name, "coax-out"]);
    assert_eq!((said.code, &*said.stdout, &*said.stderr), (Some(0), "", ""));
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        let end: Vec<char> = text.chars().rev().take(1500).collect();
        let end = String::from_iter(end.iter().rev());
        assert!(text.contains(part), "no {part} in {end}");
    }
}

#[test]
fn every_part_of_a_run_is_on_the_page() {
    let workspace = Workspace::with(&[("src/parse.c", PARSE)]);
    assert_eq!(workspace.check(&["src"]).code, Some(1));
    page_of(&workspace, "page.html");
    let shown = |address: &str| shown(&workspace, "page.html", address);

    let overview = shown("");
    assert!(overview.starts_with("coax check\n"), "{overview}");
    has(&overview, &["<h2>Errors by kind</h2>", "division-by-zero", "aria-current=\"page\""]);

    let findings = shown("findings");
    has(&findings, &["3 of 3 findings", "src/parse.c:3", "src/parse.c:7", "role=\"search\""]);

    let report = workspace.report();
    let warnings = report["warnings"].as_array().unwrap();
    let division = warnings.iter().find(|warning| warning["kind"] == "division-by-zero").unwrap();
    let finding = shown(&format!("finding/{}", division["id"].as_str().unwrap()));
    has(&finding, &["parts = 0", "UndefinedBehaviorSanitizer: division by zero", "ratio", "Copy"]);
    has(&finding, &["return total / parts;", "coax replay coax-out/errors/"]);

    let source = shown("source/0");
    has(&source, &["&lt;script&gt;document.title = \"run\"&lt;/script&gt;", "division-by-zero"]);
    has(&shown("functions"), &["<code>first</code>", "complete"]);
    has(&shown("tests"), &["<h1>Tests</h1>"]);
    has(&shown("finding/w99"), &["There is no finding w99"]);
}

/// A run of many findings in a long file.
fn with_many_findings(number: usize, lines: usize) -> Workspace {
    let warning = |index: usize| {
        let kind = ["out-of-bounds", "signed-overflow"][index % 2];
        json!({
            "id": format!("w{}", index + 1), "kind": kind,
            "function": format!("function_{index}"), "file": "long.c", "line": index * 7 % lines + 1, "column": 1,
            "message": format!("message {index}"), "trace": [], "inputs": {"x": "1"}, "confirmed": true,
            "judged": "confirmed", "test": null
        })
    };
    let report = json!({
        "schema": 1, "tool": {"name": "coax", "version": "0.1.0"}, "command": "check", "options": {}, "seed": 0,
        "elapsed_s": 1.0, "units": [], "tests": [], "coverage": null,
        "warnings": (0..number).map(warning).collect::<Vec<Value>>(),
        "totals": {"units": 0, "tests": 0, "warnings": number, "errors": number, "queries": 0, "steps": 0}
    });
    let source: String = (0..lines).map(|line| format!("int line_{line};\n")).collect();
    Workspace::with(&[("coax-out/report.json", &report.to_string()), ("long.c", &source)])
}

/// The page with a script at its end that uses it.
fn used(workspace: &Workspace, page: &str, script: &str) {
    let text = fs::read_to_string(workspace.path(page)).unwrap();
    let text = text.replace("</body>", &format!("<script>{{ {script} }}</script></body>"));
    fs::write(workspace.path("used.html"), text).unwrap();
}

#[test]
fn ten_thousand_findings_are_searched_filtered_and_sorted() {
    let workspace = with_many_findings(10_000, 100_000);
    page_of(&workspace, "page.html");
    assert!(Path::new(&workspace.path("page.html")).is_file());
    let script = r#"
        const said = [];
        const rows = () => document.querySelectorAll("tbody tr").length;
        const count = () => document.querySelector("p[role=status]").textContent;
        said.push(`first ${rows()} rows`);
        [...document.querySelectorAll("button")].find(({ textContent }) => textContent.startsWith("Show more")).click();
        said.push(`then ${rows()} rows`);
        const search = document.querySelector("input[type=search]");
        search.value = "MESSAGE function_9999";
        search.dispatchEvent(new Event("input"));
        setTimeout(() => {
            said.push(count());
            search.value = "";
            const kind = document.querySelector("select");
            kind.value = "signed-overflow";
            kind.dispatchEvent(new Event("change"));
            said.push(count());
            const place = [...document.querySelectorAll("th button")].find(({ textContent }) => textContent === "place");
            place.click();
            place.click();
            said.push("last " + document.querySelector("tbody tr td:last-child").textContent);
            location.hash = "source/0/70000";
            setTimeout(() => {
                said.push("here " + document.querySelector(".here").textContent);
                said.push(document.querySelectorAll(".row").length < 2000 ? "few lines" : "all lines");
                document.body.append(said.join(" | "));
            }, 500);
        }, 500);
    "#;
    used(&workspace, "page.html", script);
    let text = shown(&workspace, "used.html", "findings");
    has(
        &text,
        &["first 200 rows | then 400 rows | 1 of 10,000 findings | 5,000 of 10,000 findings"],
    );
    has(&text, &["last long.c:69994 | here 70000int line_69999; | few lines"]);
}

#[test]
fn a_page_without_sources_tests_and_findings_says_so() {
    let workspace = with_many_findings(0, 1);
    fs::remove_file(workspace.path("long.c")).unwrap();
    page_of(&workspace, "page.html");
    has(&shown(&workspace, "page.html", "findings"), &["Nothing was found."]);
    has(&shown(&workspace, "page.html", "sources"), &["No source could be read"]);
    has(&shown(&workspace, "page.html", "nothing/like/this"), &["<h1>coax check</h1>"]);
}
