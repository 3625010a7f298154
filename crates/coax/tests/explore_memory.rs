//! What is pending fits in the memory it is given, and what is handed from worker to worker, or is
//! made small for lack of memory, is neither lost nor explored twice.

#[path = "support/workspace.rs"]
mod workspace;

use std::fs;
use std::process::{Child, Stdio};
use std::time::Duration;

use workspace::{Workspace, json};

/// Breadth first, far more is pending than the memory holds in whole states.
const INDEPENDENT: &str = include_str!("../../../bench/explore/pending/independent32.c");
const LIMIT_MIB: u64 = 160;
/// What a path needs while it runs, and what is pending when memory is looked at next.
const MARGIN_MIB: u64 = 60;

/// The most memory a process has had, by the kernel's count, in KiB.
fn peak_kib(child: &mut Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(now.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    peak
}

#[test]
fn pending_paths_stay_within_the_memory_given() {
    let workspace = Workspace::with(&[("wide.c", INDEPENDENT)]);
    let limit = format!("{LIMIT_MIB}M");
    let bounds = ["--memory", &limit, "--max-paths", "20000", "--time", "5m"];
    let words = [&["explore", "wide.c", "--jobs", "1", "--search", "bfs"], &bounds[..]].concat();
    let mut command = workspace.coax(&words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let peak = peak_kib(&mut child);
    let unit = &workspace.report()["units"][0];
    assert_eq!(unit["incomplete_because"], json(r#"["paths"]"#), "nothing has to be given up");
    assert!(unit["paths"]["pending"].as_u64().unwrap() > 10_000, "{unit}");
    assert!(peak > 0 && peak / 1024 < LIMIT_MIB + MARGIN_MIB, "{peak} KiB");
}

#[test]
fn what_is_given_up_for_lack_of_memory_is_counted() {
    let program = "#include <coax.h>\nint main(void) {\n  unsigned char v[100];\n  \
        coax_symbolic(v, sizeof v, \"v\");\n  for (int i = 0; i < 100; i++)\n    \
        if (v[i] == 7) return 1;\n  return 0;\n}\n";
    let workspace = Workspace::with(&[("many.c", program)]);
    let said = workspace.explore(&["many.c", "--memory", "1M"]);
    let unit = &workspace.report()["units"][0];
    assert_eq!(unit["incomplete_because"], json(r#"["memory"]"#));
    assert_eq!(unit["status"], "bounded");
    let count = |name: &str| unit["paths"][name].as_u64().unwrap();
    assert_eq!(count("completed") + count("pending"), 101, "{unit:#}");
    assert!(count("completed") >= 50 && count("pending") > 10, "{unit:#}");
    assert!(said.stdout.contains("memory"), "{}", said.stdout);
}

/// Programs that ask for more at once than they may have: an object, and inputs.
const GREEDY: [&str; 2] = [
    "#include <coax.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  \
        int x = coax_int(\"x\");\n  for (int i = 0; i < 8; i++) {\n    \
        char *p = malloc(512u << 20);\n    if (!p) return 2;\n    memset(p, i, 512u << 20);\n    \
        if (p[x & 1023] == 9) return 1;\n  }\n  return x == 3;\n}\n",
    "#include <coax.h>\nstatic unsigned char v[64 << 20];\nint main(void) {\n  \
        coax_symbolic(v, sizeof v, \"v\");\n  unsigned n = 0;\n  \
        for (unsigned i = 0; i < sizeof v; i++)\n    if (v[i] == 7) n++;\n  return n == 3;\n}\n",
];

#[test]
fn what_does_not_fit_at_once_is_not_tried() {
    for program in GREEDY {
        let workspace = Workspace::with(&[("greedy.c", program)]);
        let words = ["explore", "greedy.c", "--jobs", "1", "--memory", "160M", "--time", "5m"];
        let mut command = workspace.coax(&words);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let peak = peak_kib(&mut child);
        let unit = &workspace.report()["units"][0];
        assert_eq!(unit["incomplete_because"], json(r#"["memory"]"#), "{program}");
        assert!(peak > 0 && peak / 1024 < LIMIT_MIB + MARGIN_MIB, "{peak} KiB: {program}");
    }
}

/// Switches, symbolic pointers, sizes and checks: programs of the corpus with exact counts.
const PORTABLE: [(&str, u64); 3] = [
    (include_str!("../../../tests/corpus/explore/clean/count/found_again_switches.c"), 104),
    (include_str!("../../../tests/corpus/explore/clean/count/found_again_pointers.c"), 20),
    (include_str!("../../../tests/corpus/explore/clean/count/found_again_sizes.c"), 11),
];

#[test]
fn workers_explore_together_what_one_explores() {
    for (program, paths) in PORTABLE {
        for words in [&["--jobs", "3"][..], &["--jobs", "3", "--memory", "1M"]] {
            for search in ["bfs", "random", "generational"] {
                let workspace = Workspace::with(&[("p.c", program)]);
                let said =
                    workspace.run(&[&["explore", "p.c", "--search", search], words].concat());
                let unit = &workspace.report()["units"][0];
                assert_eq!(unit["status"], "complete", "{words:?} {search}: {}", said.stdout);
                assert_eq!(unit["paths"]["completed"], paths, "{words:?} {search}");
            }
        }
    }
}
