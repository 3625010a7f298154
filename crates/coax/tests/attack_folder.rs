//! An attack on the folder of results: runs killed at any moment, disks that are full, signals that come
//! early. After each, what was found is there, what is the user's is untouched, and the next run works.
//!
//! `COAX_ATTACK_COUNT=60 cargo test --profile ci --test attack_folder` kills more often.

#[path = "support/workspace.rs"]
mod workspace;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use workspace::{Said, Workspace, ended, files, json, signal};

/// An error at once, another one behind a loop, and paths without end.
const PROGRAM: &str = "#include <coax.h>\n\
    int main(void) {\n\
    int x = coax_int(\"x\"), a[8] = {0};\n\
    unsigned n = 0;\n\
    if (x == 7) return 1 / (x - 7);\n\
    for (int i = 0; coax_int(\"more\"); i++) if (coax_int(\"y\") > i) n += coax_int(\"z\") == 3 ? a[i % 9] : 1;\n\
    return n % 2; }\n";

/// Functions with an error each, and one without end.
const FUNCTIONS: &str = "int ratio(int a, int b) { return a / b; }\n\
    int pick(int n) { int a[4] = {0}; return a[n]; }\n\
    unsigned loops(const unsigned char *s, int n) {\n\
    unsigned h = 1; for (int i = 0; i < n; i++) h = h * 31 + (s[i] % 7 == 3 ? h / 5 : s[i]);\n\
    return h; }\n";

/// What the user has put into the folder.
const MINE: &[(&str, &str)] = &[
    ("coax-out/tests/mine.txt", "mine"),
    ("coax-out/errors/deep/down/mine.c", "int mine;"),
    ("coax-out/tests/coax_replay.h.bak", "an old one"),
    ("coax-out/errors/edited.c", "/* mine */"),
];

fn workspace() -> Workspace {
    let workspace = Workspace::with(&[("p.c", PROGRAM), ("f.c", FUNCTIONS)]);
    fs::create_dir(workspace.path("tmp")).unwrap();
    workspace
}

/// Coax, with its temporary files in the workspace, too.
fn coax(workspace: &Workspace, words: &[&str]) -> Command {
    let mut command = workspace.coax(words);
    command.env("TMPDIR", workspace.path("tmp")).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn said(workspace: &Workspace, words: &[&str]) -> Said {
    let mut command = coax(workspace, words);
    Said::from(command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap())
}

/// A run that ends by itself, and finds something.
fn short_run(workspace: &Workspace, command: &str) {
    let words: &[&str] = match command {
        "explore" => &[
            "explore",
            "p.c",
            "--max-paths",
            "20",
            "--search",
            "bfs",
            "--jobs",
            "1",
            "--tests",
            "all",
        ],
        _ => &["check", "f.c", "--max-paths", "20"],
    };
    let said = said(workspace, words);
    assert_eq!(said.code, Some(1), "{command}: {}{}", said.stdout, said.stderr);
}

/// Everything a report names is there.
fn is_consistent(workspace: &Workspace) {
    let report = workspace.report();
    let named = |list: &str, key: &str| -> Vec<String> {
        let entries = report[list].as_array().unwrap().iter();
        entries.filter_map(|entry| entry[key].as_str().map(str::to_owned)).collect()
    };
    for file in named("warnings", "test").into_iter().chain(named("tests", "file")) {
        assert!(workspace.path("coax-out").join(&file).is_file(), "{file} is named and not there");
    }
}

fn mine_is_untouched(workspace: &Workspace) {
    for (name, text) in MINE {
        assert_eq!(fs::read_to_string(workspace.path(name)).unwrap(), *text, "{name}");
    }
}

/// Nothing of dead runs is left. Their children may still be writing for a moment.
fn nothing_is_left(workspace: &Workspace) {
    let begun = Instant::now();
    loop {
        let ours = files(&workspace.path("coax-out/.coax"));
        let temporary = files(&workspace.path("tmp"));
        let top: BTreeSet<String> = fs::read_dir(workspace.path("coax-out"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        let strange: Vec<&String> = top
            .iter()
            .filter(|name| name.starts_with("report.json") && *name != "report.json")
            .collect();
        let expected = BTreeSet::from(["lock".to_owned(), "manifest".to_owned()]);
        if ours == expected && temporary.is_empty() && strange.is_empty() {
            return;
        }
        if begun.elapsed() > Duration::from_secs(30) {
            panic!("left: {ours:?} {temporary:?} {strange:?}");
        }
        std::thread::sleep(Duration::from_millis(300));
        short_run(workspace, "explore");
    }
}

fn count() -> u32 {
    std::env::var("COAX_ATTACK_COUNT").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

#[test]
fn runs_may_be_killed_at_any_moment() {
    let workspace = workspace();
    short_run(&workspace, "explore");
    MINE.iter().for_each(|(name, text)| workspace.write(name, text));
    let mut chance = 0x9e37_79b9_u32;
    for number in 0..count() {
        let command = if number % 2 == 0 { "explore" } else { "check" };
        let file = if number % 2 == 0 { "p.c" } else { "f.c" };
        let mut child = coax(&workspace, &[command, file, "--time", "10m"]).spawn().unwrap();
        // Some while compiling, some in the middle of the first files, most while searching.
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let pause = Duration::from_millis(u64::from(chance >> 16) % 2500);
        let early = ended(&mut child, pause); // which kills it
        assert_eq!(early, None, "{command} ended by itself");
        let shown = said(&workspace, &["report", "coax-out"]);
        assert_eq!(shown.code, Some(0), "{command} after {pause:?}: {}", shown.stderr);
        is_consistent(&workspace);
        mine_is_untouched(&workspace);
        short_run(&workspace, if number % 4 < 2 { command } else { "explore" });
        is_consistent(&workspace);
        mine_is_untouched(&workspace);
    }
    nothing_is_left(&workspace);
    mine_is_untouched(&workspace);
}

#[test]
fn what_was_found_before_a_kill_is_shown() {
    let workspace = workspace();
    let mut child = coax(&workspace, &["explore", "p.c", "--time", "10m"]).spawn().unwrap();
    let begun = Instant::now();
    let found = || {
        let text = fs::read_to_string(workspace.path("coax-out/report.json")).ok()?;
        json(&text)["totals"]["errors"].as_u64().filter(|&errors| errors > 0)
    };
    while found().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing is found");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let shown = said(&workspace, &["report", "coax-out"]);
    assert!(shown.stdout.contains("error[division-by-zero]"), "{}", shown.stdout);
    assert!(said(&workspace, &["replay", "coax-out/errors"]).stdout.contains("same"));
    is_consistent(&workspace);
}

/// A compiler that does not come to an end, and tells its number.
fn slow_compiler(workspace: &Workspace) -> PathBuf {
    let path = workspace.path("clang-slow");
    let mark = workspace.path("started");
    fs::write(&path, format!("#!/bin/sh\nsleep 600 &\necho $! > {}\nwait\n", mark.display()))
        .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn signals_end_it_while_it_compiles() {
    for command in ["run", "explore", "check"] {
        for name in ["-TERM", "-INT"] {
            let workspace = workspace();
            let (compiler, mark) = (slow_compiler(&workspace), workspace.path("started"));
            // From within the sandbox, the compiler could not tell that it has started.
            let mut child = coax(&workspace, &[command, "--no-sandbox", "p.c"]);
            let mut child = child.env("COAX_CLANG", compiler).spawn().unwrap();
            let begun = Instant::now();
            let started = || fs::read_to_string(&mark).ok().filter(|text| text.ends_with('\n'));
            while started().is_none() {
                assert!(begun.elapsed() < Duration::from_secs(60), "{command} does not compile");
                std::thread::sleep(Duration::from_millis(5));
            }
            let asked = Instant::now();
            signal(&child, name);
            let status = ended(&mut child, Duration::from_secs(20)).expect("it ends");
            assert_eq!(status.code(), Some(130), "{command} {name}");
            assert!(asked.elapsed() < Duration::from_secs(6), "{:?}", asked.elapsed());
            let compiler = started().unwrap();
            let is_alive = || {
                let stat = fs::read_to_string(format!("/proc/{}/stat", compiler.trim()));
                stat.is_ok_and(|text| !text.contains(") Z "))
            };
            std::thread::sleep(Duration::from_millis(50));
            assert!(!is_alive(), "{command}: the compiler goes on");
            assert_eq!(files(&workspace.path("tmp")), BTreeSet::new(), "{command} {name}");
            assert!(!workspace.path("coax-out").exists());
        }
    }
}

/// A file system of that size at a folder of the workspace, for this thread and what it starts; none where one
/// cannot be mounted.
struct Disk<'a> {
    folder: PathBuf,
    _workspace: &'a Workspace,
}

impl<'a> Disk<'a> {
    fn mount(workspace: &'a Workspace, name: &str, size: &str) -> Option<Disk<'a>> {
        let folder = workspace.path(name);
        fs::create_dir_all(&folder).unwrap();
        let options = format!("size={size},mode=777");
        let mount = |words: &[&str], folder: &Path| {
            let mut mount = Command::new("mount");
            mount.args(words).arg(folder).stderr(Stdio::null());
            mount.status().is_ok_and(|status| status.success())
        };
        // SAFETY: this thread's own view of the mounts; nothing else changes.
        let done = unsafe { libc::unshare(libc::CLONE_NEWNS) } == 0
            && mount(&["--make-rprivate"], Path::new("/"))
            && mount(&["-t", "tmpfs", "-o", &options, "coax-test"], &folder);
        if !done {
            eprintln!("skipped: no file system can be mounted here");
        }
        done.then_some(Disk { folder, _workspace: workspace })
    }

    /// Leaves that many bytes free.
    fn fill(&self, free: u64) -> PathBuf {
        let ballast = self.folder.join("coax-out/tests/ballast");
        fs::create_dir_all(ballast.parent().unwrap()).unwrap();
        let mut text = fs::File::create(&ballast).unwrap();
        // Until there is no more.
        let zeros = vec![0; 1 << 16];
        while std::io::Write::write_all(&mut text, &zeros).is_ok() {}
        let length = text.metadata().unwrap().len();
        text.set_len(length.saturating_sub(free)).unwrap();
        ballast
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
    }
}

fn report_in(folder: &Path) -> serde_json::Value {
    json(&fs::read_to_string(folder.join("report.json")).unwrap())
}

#[test]
fn a_disk_that_fills_up_costs_nothing_that_was_found() {
    let workspace = workspace();
    let Some(disk) = Disk::mount(&workspace, "disk", "1500k") else { return };
    let out = disk.folder.join("coax-out");
    // One worker: with more, a slow one may have the error's path when the disk is full.
    let words = ["explore", "p.c", "--jobs", "1", "--tests", "all", "--time", "5m"];
    let said = said(&workspace, &[&words[..], &["--out", "disk/coax-out"]].concat());
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(
        said.stderr.contains("results cannot be written any more: No space"),
        "{}",
        said.stderr
    );
    assert!(said.stdout.contains("error[division-by-zero]"), "{}", said.stdout);
    let report = report_in(&out);
    assert_eq!(report["units"][0]["incomplete_because"], json("[\"disk\"]"), "{report:#}");
    assert!(report["totals"]["errors"].as_u64() > Some(0));
    let tests = report["tests"].as_array().unwrap();
    assert!(tests.len() > 5, "{}", tests.len());
    for test in tests {
        assert!(out.join(test["file"].as_str().unwrap()).is_file());
    }
}

#[test]
fn a_full_disk_is_no_clean_bill_of_health() {
    let endless = PROGRAM.replace("1 / (x - 7)", "1").replace("% 9", "% 8");
    let workspace = workspace();
    workspace.write("e.c", &endless);
    let Some(_disk) = Disk::mount(&workspace, "disk", "1500k") else { return };
    let words = ["explore", "e.c", "--tests", "all", "--out", "disk/coax-out", "--time", "5m"];
    let said = said(&workspace, &words);
    assert_eq!(said.code, Some(3), "{}{}", said.stdout, said.stderr);
    assert!(
        said.stderr.contains("results cannot be written any more: No space"),
        "{}",
        said.stderr
    );
}

#[test]
fn a_disk_that_is_full_before_leaves_the_earlier_results_alone() {
    let workspace = workspace();
    let Some(disk) = Disk::mount(&workspace, "disk", "4m") else { return };
    let out = disk.folder.join("coax-out");
    let check = ["check", "f.c", "--out", "disk/coax-out", "--max-paths", "20"];
    assert_eq!(said(&workspace, &check).code, Some(1));
    let ballast = disk.fill(0);
    let before: Vec<(String, Vec<u8>)> = files(&out)
        .into_iter()
        .map(|name| (name.clone(), fs::read(out.join(name)).unwrap()))
        .collect();
    let refused = said(&workspace, &check);
    assert_eq!(refused.code, Some(3), "{}{}", refused.stdout, refused.stderr);
    assert!(refused.stderr.contains("No space left"), "{}", refused.stderr);
    for (name, text) in before.iter().filter(|(name, _)| name != ".coax/lock") {
        assert!(fs::read(out.join(name)).is_ok_and(|now| now == *text), "{name} has changed");
    }
    assert_eq!(said(&workspace, &["report", "disk/coax-out"]).code, Some(0));
    fs::remove_file(ballast).unwrap();
    assert_eq!(said(&workspace, &check).code, Some(1));
}

#[test]
fn checking_goes_on_to_judge_when_the_disk_is_full() {
    let workspace = workspace();
    // Each with an error of its own, so that there are many tests.
    let many: String = (0..400)
        .map(|n| format!("int f{n}(int a, int b) {{ return a + {n} > 3 ? a / (b - {n}) : b; }}\n"))
        .collect();
    workspace.write("m.c", &many);
    let Some(disk) = Disk::mount(&workspace, "disk", "1800k") else { return };
    let said = said(&workspace, &["check", "m.c", "--out", "disk/coax-out", "--time", "60s"]);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(
        said.stderr.contains("results cannot be written any more: No space"),
        "{}",
        said.stderr
    );
    let report = report_in(&disk.folder.join("coax-out"));
    assert!(report["totals"]["errors"].as_u64() > Some(10), "{}", report["totals"]);
    for warning in report["warnings"].as_array().unwrap() {
        let test = warning["test"].as_str();
        assert!(
            test.is_none_or(|test| disk.folder.join("coax-out").join(test).is_file()),
            "{warning}"
        );
    }
}
