//! The folder of results: one run at a time, what is the user's stays, everything in it is relative,
//! and what earlier runs left costs a new one nothing.

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use workspace::{Said, Workspace, ended, files, signal};

const HARNESS: &str = "#include <coax.h>\n\
    int main(void) {\n\
    int x = coax_int(\"x\"), y = coax_int(\"y\");\n\
    if (x == 7) return y / (x - 7);\n\
    if (y > 3) return 1;\n\
    return 0; }\n";

/// Never explored to its end.
const ENDLESS: &str = "#include <coax.h>\n\
    int main(void) {\n\
    unsigned n = 0;\n\
    for (int i = 0; coax_int(\"more\"); i++) n += coax_int(\"x\") > i;\n\
    return n % 2; }\n";

const FUNCTIONS: &str = "int ratio(int a, int b) { return a / b; }\n\
    int last(const int *a, int n) { int b[4] = {0}; return a[0] + b[n]; }\n";

#[test]
fn a_second_run_into_the_same_folder_is_refused() {
    let workspace = Workspace::with(&[("e.c", ENDLESS), ("h.c", HARNESS)]);
    let mut first = workspace.coax(&["explore", "e.c", "--time", "10m"]);
    let mut first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let report = workspace.path("coax-out/report.json");
    let begun = Instant::now();
    while !report.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    for command in ["explore", "check"] {
        let said = workspace.run(&[command, "h.c"]);
        said.refused("another run");
        said.refused(&format!("(process {})", first.id()));
    }
    // Elsewhere there is room for it.
    assert_eq!(workspace.explore(&["h.c", "--out", "other"]).code, Some(1));
    signal(&first, "-INT");
    let status = ended(&mut first, Duration::from_secs(60)).expect("an interrupt ends it");
    assert_eq!(status.code(), Some(130));
    assert_eq!(workspace.report()["options"]["files"][0], "e.c");
    assert_eq!(workspace.explore(&["h.c"]).code, Some(1));
    assert_eq!(workspace.report()["options"]["files"][0], "h.c");
}

#[test]
fn files_of_the_users_are_kept_and_said() {
    let workspace = Workspace::with(&[("h.c", HARNESS), ("f.c", FUNCTIONS)]);
    assert_eq!(workspace.explore(&["h.c"]).code, Some(1));
    let mine = [
        ("coax-out/tests/notes.txt", "mine"),
        ("coax-out/errors/deep/down.c", "int mine;"),
        ("coax-out/tests/main_1.c", "/* edited */"),
        ("coax-out/errors/main_division_by_zero_1.c", "/* edited, too */"),
    ];
    mine.iter().for_each(|(name, text)| workspace.write(name, text));
    workspace.write("coax-out/tests/Makefile", "edited:");
    let said = workspace.explore(&["h.c"]);
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    assert!(said.stderr.contains("kept 5 files"), "{}", said.stderr);
    assert!(said.stderr.contains("tests/notes.txt"), "{}", said.stderr);
    // The new ones have other names, and work.
    let report = workspace.report();
    let error = &report["warnings"][0];
    assert_eq!(error["test"], "errors/main_division_by_zero_1_new.c");
    let command = error["reproduce"].as_str().unwrap();
    let shown = workspace.shell(&format!("cd coax-out && {command}"));
    assert!(shown.stderr.contains("division by zero"), "{}", shown.stderr);
    let tests: Vec<_> = report["tests"].as_array().unwrap().iter().map(|t| &t["file"]).collect();
    assert_eq!(tests, ["tests/main_1_new.c", "tests/main_2.c"]);
    // Makefile is a name that is needed.
    let makefile = fs::read_to_string(workspace.path("coax-out/tests/Makefile")).unwrap();
    assert!(makefile.contains("check:"), "{makefile}");
    // Nor does another command touch them; what is ours goes.
    assert_eq!(workspace.check(&["f.c", "--quiet"]).code, Some(1));
    for (name, text) in mine {
        assert_eq!(fs::read_to_string(workspace.path(name)).unwrap(), text, "{name}");
    }
    let edited = fs::read_to_string(workspace.path("coax-out/tests/Makefile.edited")).unwrap();
    assert_eq!(edited, "edited:");
    assert!(!workspace.path("coax-out/tests/main_2.c").exists());
    assert!(!workspace.path("coax-out/errors/main_division_by_zero_1_new.c").exists());
}

#[test]
fn a_folder_that_was_moved_is_as_good_as_before() {
    let workspace = Workspace::with(&[("sub/h.c", HARNESS), ("sub/f.c", FUNCTIONS)]);
    let out = workspace.path("sub/results");
    let absolute = out.display().to_string();
    for (command, file) in [("explore", "sub/h.c"), ("check", "sub/f.c")] {
        assert_eq!(workspace.run(&[command, file, "--out", &absolute]).code, Some(1));
        for file in files(&out) {
            let text = fs::read(out.join(&file)).unwrap();
            let text = String::from_utf8_lossy(&text);
            assert!(!text.contains(&absolute), "{file} names the folder it is in");
        }
        // Within the project, and with the project.
        fs::rename(&out, workspace.path("sub/moved")).unwrap();
        fs::rename(workspace.path("sub"), workspace.path("elsewhere")).unwrap();
        let said = workspace.run(&["report", "-v", "elsewhere/moved"]);
        assert_eq!(said.code, Some(0), "{}", said.stderr);
        assert!(!said.stdout.contains("results"), "{}", said.stdout);
        let line = said.stdout.lines().map(str::trim).find(|line| line.starts_with("cd "));
        let line = line.expect("a command that shows the error");
        assert!(line.starts_with("cd elsewhere/moved/errors && "), "{line}");
        let shown = workspace.shell(line);
        let fails = ["runtime error", "AddressSanitizer"].iter().any(|s| shown.stderr.contains(s));
        assert!(fails, "{line}\n{}", shown.stderr);
        assert_eq!(workspace.run(&["replay", "elsewhere/moved"]).code, Some(0));
        fs::rename(workspace.path("elsewhere/moved"), workspace.path("moved")).unwrap();
        fs::rename(workspace.path("elsewhere"), workspace.path("sub")).unwrap();
        fs::remove_dir_all(workspace.path("moved")).unwrap();
    }
}

#[test]
fn quiet_is_one_line_for_every_error() {
    let workspace = Workspace::with(&[("h.c", HARNESS), ("f.c", FUNCTIONS)]);
    let said = workspace.explore(&["h.c", "-q"]);
    let line = "h.c:4:22: error[division-by-zero]: division of 0 by zero (in main)\n";
    assert_eq!((said.code, &*said.stdout, &*said.stderr), (Some(1), line, ""));
    let said = workspace.check(&["f.c", "--quiet"]);
    assert_eq!((said.code, &*said.stderr), (Some(1), ""));
    let errors = workspace.report()["totals"]["errors"].as_u64().unwrap();
    assert!(said.stdout.contains("f.c:1:36: error[division-by-zero]: "), "{}", said.stdout);
    // A misuse is a warning.
    let is_said = |line: &str| line.contains(": error[") || line.contains(": warning[");
    assert!(said.stdout.lines().all(|line| line.starts_with("f.c:") && is_said(line)));
    assert!(errors >= 2 && said.stdout.lines().count() >= 2, "{}", said.stdout);
}

#[test]
fn ten_thousand_old_tests_do_not_eat_the_time_of_a_new_run() {
    let workspace = Workspace::with(&[("h.c", HARNESS)]);
    let begun = Instant::now();
    assert_eq!(workspace.explore(&["h.c"]).code, Some(1));
    let alone = begun.elapsed();
    let digest = workspace.shell("printf 'ours\\n' | sha256sum").stdout;
    let digest = digest.split_whitespace().next().unwrap();
    let mut manifest = fs::read_to_string(workspace.path("coax-out/.coax/manifest")).unwrap();
    for n in 0..10_000 {
        let folder = if n % 2 == 0 { "tests" } else { "errors" };
        fs::write(workspace.path(&format!("coax-out/{folder}/old_{n}.c")), "ours\n").unwrap();
        manifest += &format!("{digest} {folder}/old_{n}.c\n");
    }
    fs::write(workspace.path("coax-out/.coax/manifest"), manifest).unwrap();
    let begun = Instant::now();
    let said = workspace.explore(&["h.c"]);
    assert_eq!((said.code, &*said.stderr), (Some(1), ""));
    let took = begun.elapsed();
    assert!(took < alone * 2 + Duration::from_secs(6), "{took:?} instead of {alone:?}");
    let old = files(&workspace.path("coax-out")).into_iter().filter(|name| name.contains("old_"));
    // What is not deleted yet is out of the way, and goes with the next run.
    let (aside, left): (Vec<_>, Vec<_>) = old.partition(|name| name.starts_with(".coax/old-"));
    assert!(left.is_empty(), "{left:?}");
    for _ in 0..20 {
        workspace.explore(&["h.c"]);
        if !files(&workspace.path("coax-out")).iter().any(|name| name.contains("old_")) {
            return;
        }
    }
    panic!("{} old tests are never deleted", aside.len());
}

#[test]
fn results_of_a_version_without_a_manifest_are_moved_not_deleted() {
    let workspace = Workspace::with(&[("h.c", HARNESS)]);
    assert_eq!(workspace.explore(&["h.c"]).code, Some(1));
    fs::remove_dir_all(workspace.path("coax-out/.coax")).unwrap();
    let said = workspace.explore(&["h.c"]);
    assert!(said.stderr.contains("coax-out/earlier"), "{}", said.stderr);
    assert!(workspace.path("coax-out/earlier/tests/main_1.c").is_file());
    assert!(workspace.path("coax-out/tests/main_1.c").is_file());
    assert_eq!(workspace.run(&["report", "coax-out/earlier"]).code, Some(0));
    assert_eq!(workspace.explore(&["h.c"]).stderr, "");
}

#[test]
fn the_report_is_the_same_wherever_it_is_written() {
    let workspace = Workspace::with(&[("h.c", HARNESS)]);
    let text = |said: Said| -> String {
        let lines = said.stdout.lines().filter(|line| !line.contains("_s\":"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let once = text(workspace.explore(&["h.c", "--format", "json", "--out", "one/out"]));
    let out = workspace.path("two/out").display().to_string();
    let again = text(workspace.explore(&["h.c", "--format", "json", "--out", &out]));
    assert!(once.contains("\"out\": \"one/out\""), "{once}");
    assert_eq!(once, again.replace("two/out", "one/out"));
}
