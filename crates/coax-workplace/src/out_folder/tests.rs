//! Folders of results: accepted, refused, replaced, and what stays in them.

use std::collections::BTreeSet;

use coax_report::Tool;

use super::*;

fn report(tool: &str) -> Report {
    Report::new(Tool { name: tool.into(), version: "0".into() }, "explore", 0)
}

fn write_report(tool: &str, folder: &Path) {
    fs::write(folder.join(coax_report::FILE_NAME), report(tool).to_json()).unwrap();
}

fn begun(out: &Path) -> RunFolder {
    let folder = OutFolder::inspect(out).unwrap();
    folder.begin(&report(TOOL_NAME), &[TESTS, ERRORS]).unwrap()
}

fn refused(out: &Path) -> String {
    match OutFolder::inspect(out) {
        Err(Failure::Input(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// All files below a folder but those that are ours alone.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() && name != OURS {
                folders.push(path);
            } else if name != OURS {
                found.insert(name);
            }
        }
    }
    found
}

fn names<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn nothing_an_empty_folder_and_an_earlier_run_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a/b");
    let run = begun(&out);
    run.put("tests/t.c", "").unwrap();
    drop(run);
    drop(begun(&out));
    assert_eq!(files(&out), names(["report.json"]));
    assert_eq!(entries(&out.join(OURS)).unwrap(), ["lock", "manifest"]);
    assert!(OutFolder::inspect(tempfile::tempdir().unwrap().path()).is_ok());
}

#[test]
fn other_peoples_files_are_refused_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "").unwrap();
    refused(folder.path());
    write_report("klee", folder.path());
    fs::remove_file(folder.path().join("thesis.tex")).unwrap();
    refused(folder.path());
    write_report(TOOL_NAME, folder.path());
    assert!(OutFolder::inspect(folder.path()).is_ok());
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    let why = refused(folder.path());
    assert!(why.contains("notes.txt"), "{why}");
    refused(&folder.path().join("notes.txt"));
}

#[test]
fn a_second_run_is_told_who_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let (first, second) = (OutFolder::inspect(&out).unwrap(), OutFolder::inspect(&out).unwrap());
    let run = first.begin(&report(TOOL_NAME), &[TESTS]).unwrap();
    let me = format!("process {}", std::process::id());
    let why = refused(&out);
    assert!(why.contains(&me), "{why}");
    let Err(Failure::Input(why)) = second.begin(&report(TOOL_NAME), &[TESTS]) else { panic!() };
    assert!(why.contains(&me), "{why}");
    drop(run);
    drop(begun(&out));
}

#[test]
fn files_of_the_users_stay_and_keep_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let run = begun(&out);
    for name in ["tests/a_1.c", "tests/a_2.c", "tests/Makefile", "errors/e_1.c", "coverage.lcov"] {
        run.put(name, "ours").unwrap();
    }
    drop(run);
    for name in ["tests/a_2.c", "tests/Makefile", "tests/notes.txt", "errors/deep/er/x"] {
        fs::create_dir_all(out.join(name).parent().unwrap()).unwrap();
        fs::write(out.join(name), "the user's").unwrap();
    }
    std::os::unix::fs::symlink("nowhere", out.join("tests/link")).unwrap();
    let run = begun(&out);
    assert_eq!(run.free_id("a_1".into()), "a_1");
    assert_eq!(run.free_id("a_2".into()), "a_2_new");
    run.put("tests/Makefile", "new").unwrap();
    run.put("tests/Makefile", "newer").unwrap();
    drop(run);
    let expected = [
        "report.json",
        "tests/a_2.c",
        "tests/Makefile",
        "tests/Makefile.edited",
        "tests/notes.txt",
        "tests/link",
        "errors/deep/er/x",
    ];
    assert_eq!(files(&out), names(expected));
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_eq!((&*read("tests/Makefile"), &*read("tests/a_2.c")), ("newer", "the user's"));
    assert_eq!(read("tests/Makefile.edited"), "the user's");
    assert_eq!(read("errors/deep/er/x"), "the user's");
    assert_eq!(entries(&out.join(OURS)).unwrap(), ["lock", "manifest"]);
}

#[test]
fn what_is_edited_during_a_run_is_neither_overwritten_nor_removed() {
    let folder = tempfile::tempdir().unwrap();
    let run = begun(folder.path());
    run.put("tests/a.c", "ours").unwrap();
    run.put("tests/b.c", "ours").unwrap();
    fs::write(folder.path().join("tests/a.c"), "edited").unwrap();
    run.put("tests/a.c", "ours again").unwrap();
    fs::write(folder.path().join("tests/a.c"), "edited again").unwrap();
    run.remove("tests/a.c").unwrap();
    run.remove("tests/b.c").unwrap();
    drop(run);
    let expected = names(["report.json", "tests/a.c", "tests/a.c.edited"]);
    assert_eq!(files(folder.path()), expected);
}

#[test]
fn results_without_a_manifest_are_moved_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        fs::create_dir_all(folder.path().join("tests")).unwrap();
        fs::write(folder.path().join("tests/a.c"), "").unwrap();
        write_report(TOOL_NAME, folder.path());
        drop(begun(folder.path()));
        fs::remove_file(folder.path().join(".coax/manifest")).unwrap();
    }
    let old = ["earlier/tests/a.c", "earlier/report.json", "earlier2/tests/a.c"];
    let expected = old.into_iter().chain(["earlier2/report.json", "report.json"]);
    assert_eq!(files(folder.path()), expected.map(str::to_owned).collect());
}

/// A swap that ends after so many of its steps is finished by the next run.
#[test]
fn a_swap_is_finished_wherever_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let run = begun(out);
    run.put("tests/a.c", "ours").unwrap();
    run.put("errors/b.c", "ours").unwrap();
    drop(run);
    fs::write(out.join("tests/mine"), "mine").unwrap();
    let swap = out.join(OURS).join("swap");
    // As commit() leaves it when it ends right after its first rename, or after its first exchange.
    for exchanged in [false, true] {
        fs::create_dir_all(swap.join("tests")).unwrap();
        fs::hard_link(out.join("tests/mine"), swap.join("tests/mine")).unwrap();
        run_folder::first_report(&swap, &report(TOOL_NAME)).unwrap();
        let number = |name: &str| {
            use std::os::unix::fs::MetadataExt;
            swap.join(name).symlink_metadata().unwrap().ino()
        };
        let (report, tests) = (number("report.json"), number("tests"));
        let plan = format!(".coax/old-1\n{report} report.json\n{tests} tests\n0 errors\n");
        fs::write(swap.join("plan"), plan).unwrap();
        if exchanged {
            fs::rename(swap.join("tests"), out.join("other")).unwrap();
            fs::rename(out.join("tests"), swap.join("tests")).unwrap();
            fs::rename(out.join("other"), out.join("tests")).unwrap();
        }
        drop(begun(out));
        assert_eq!(files(out), names(["report.json", "tests/mine"]), "{exchanged}");
        assert_eq!(entries(&out.join(OURS)).unwrap(), ["lock", "manifest"]);
    }
}

#[test]
fn what_is_told_of_the_folder_holds_wherever_it_is() {
    let here = std::env::current_dir().unwrap();
    assert_eq!(told(Path::new("some/out")), "some/out");
    assert_eq!(told(&here.join("some/out")), "some/out");
    assert_eq!(told(Path::new("/else/where")), "where");
}

#[test]
fn links_of_ours_go_with_the_run_and_changed_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let run = begun(&out);
    run.put_link("tests/ours", std::path::Path::new("../../a")).unwrap();
    run.put_link("tests/ours", std::path::Path::new("../../a")).unwrap();
    run.put_link("tests/theirs", std::path::Path::new("../../b")).unwrap();
    drop(run);
    fs::remove_file(out.join("tests/theirs")).unwrap();
    std::os::unix::fs::symlink("elsewhere", out.join("tests/theirs")).unwrap();
    drop(begun(&out));
    assert!(!out.join("tests/ours").is_symlink());
    assert_eq!(fs::read_link(out.join("tests/theirs")).unwrap(), std::path::Path::new("elsewhere"));
}
