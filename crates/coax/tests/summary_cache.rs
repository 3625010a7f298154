//! `--summary-cache DIR`: what is kept between runs, when it is used again, and that nothing that is told depends on it.

#[path = "support/workspace.rs"]
mod workspace;

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use workspace::{Said, Workspace};

/// A library: `scale` calls `digit` and looks at a global; one pair of values divides by zero.
const LIBRARY: &str = r#"
int limit = 100;

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

int scale(char c, int n) {
    int d = digit(c);
    if (d < 0)
        return n;
    if (d == 11 && n == 77)
        return 5 / (n - 77);
    return n > limit ? d : d + n;
}
"#;

const MAIN: &str = r#"
#include <coax.h>
int scale(char c, int n);
int main(void) {
    char c = (char)coax_char("c");
    int n = coax_int("n");
    if (n < 0 || n > 1000)
        return 1;
    return scale(c, n) == 42 ? 2 : 0;
}
"#;

/// The same main, with other things before and in it.
const OTHER_MAIN: &str = r#"
#include <coax.h>
int scale(char c, int n);
int counter = 7;
static const char *names[] = { "one", "two" };
static int twice(int n) {
    return n > 5 ? 2 * n : n;
}
int main(void) {
    char c = (char)coax_char("c");
    int n = coax_int("n");
    int m = coax_int("m");
    if (n < 0 || n > 1000)
        return 1;
    if (twice(m) == counter)
        return names[1][0];
    return scale(c, n) == 42 ? 2 : 0;
}
"#;

/// What a run told, without what it took to find it.
#[derive(Debug, PartialEq)]
struct Told {
    code: Option<i32>,
    status: String,
    errors: BTreeSet<String>,
    statuses: BTreeSet<Option<i64>>,
    /// Branches and lines that the tests cover.
    covered: BTreeSet<String>,
}

/// The numbers of a run.
struct Numbers {
    /// Paths run through functions.
    summaries: u64,
    from_cache: u64,
    made: u64,
}

fn numbers(report: &Value) -> Numbers {
    let unit = &report["units"][0];
    let call = |name: &str| unit["calls"][name].as_u64().unwrap_or(0);
    let summaries = unit["summaries"].as_u64().unwrap();
    Numbers { summaries, from_cache: call("from_cache"), made: call("summed_up") }
}

fn told(workspace: &Workspace, said: &Said) -> Told {
    let report = workspace.report();
    assert_eq!(report["units"][0]["divergences"].as_u64().unwrap_or(0), 0, "{report:#}");
    let text = |value: &Value| value.to_string();
    let warnings = report["warnings"].as_array().unwrap().iter();
    let errors = warnings.map(|w| text(&w["kind"]) + &text(&w["line"]) + &text(&w["confirmed"]));
    let tests = report["tests"].as_array().unwrap().iter();
    let lcov = fs::read_to_string(workspace.path("coax-out/coverage.lcov")).unwrap();
    let is_covered = |line: &&str| {
        let of_branch = line.starts_with("BRDA") && !line.ends_with(",0") && !line.ends_with(",-");
        of_branch || line.starts_with("DA") && !line.ends_with(",0")
    };
    // How often is a matter of how many tests there are.
    let place_of = |line: &str| line.rsplit_once(',').map(|(workspace, _)| workspace.to_owned());
    Told {
        code: said.code,
        status: text(&report["units"][0]["status"]),
        errors: errors.collect(),
        statuses: tests.map(|test| test["status"].as_i64()).collect(),
        covered: lcov.lines().filter(is_covered).filter_map(place_of).collect(),
    }
}

/// Explores with the cache, and without it: what is told is the same.
fn explored(workspace: &Workspace, files: &[&str]) -> Numbers {
    let smart = [files, &["--engine", "smart"]].concat();
    let without = told(workspace, &workspace.explore(&smart));
    let said = workspace.explore(&[&smart[..], &["--summary-cache", "cache"]].concat());
    assert_eq!(said.stderr, "");
    assert_eq!(told(workspace, &said), without);
    numbers(&workspace.report())
}

fn kept(workspace: &Workspace) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(workspace.path("cache")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_function_is_explored_once_for_all_runs() {
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("main.c", MAIN)]);
    let files = ["main.c", "lib.c"];
    let first = explored(&workspace, &files);
    assert!(first.summaries > 0 && first.made > 0);
    assert_eq!(first.from_cache, 0);
    let second = explored(&workspace, &files);
    assert_eq!((second.summaries, second.made, second.from_cache), (0, 0, 1));
    // Where something stands in its file does not matter.
    workspace.write("lib.c", &format!("/* a\n * comment\n */\n{LIBRARY}"));
    let third = explored(&workspace, &files);
    assert_eq!((third.summaries, third.from_cache), (0, 1));
}

#[test]
fn what_is_around_a_function_does_not_matter() {
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("main.c", MAIN)]);
    explored(&workspace, &["main.c", "lib.c"]);
    workspace.write("main.c", OTHER_MAIN);
    let other = explored(&workspace, &["main.c", "lib.c"]);
    assert_eq!((other.from_cache, other.made), (1, 1), "`scale` is known, `twice` is not");
}

/// `which` names two globals and a string, and returns a pointer; `sum` is given one.
const POINTERS: &str = r#"
int small[3] = { 4, 5, 6 };
int large[6] = { 1, 2, 3, 4, 5, 6 };

const int *which(int n) {
    if (n < 0)
        return 0;
    return n > 9 ? large : small;
}

int sum(const char *text, int n) {
    int total = 0;
    for (int i = 0; i < n && i < 4; i++)
        if (text[i] >= 'a')
            total += text[i] == 'q' ? 100 : small[i & 1];
    return total;
}
"#;

const CALLS: &str = r#"
#include <coax.h>
const int *which(int n);
int sum(const char *text, int n);
extern int small[], large[];
int main(void) {
    // before
    char text[4];
    coax_symbolic(text, sizeof text, "text");
    const int *found = which(coax_int("n"));
    if (!found)
        return 1;
    if (found == large)
        return 2;
    return sum(text, 3) > 104 ? found[0] : 0;
}
"#;

#[test]
fn summaries_move_with_what_they_are_about() {
    let workspace = Workspace::with(&[("lib.c", POINTERS), ("main.c", CALLS)]);
    let files = ["main.c", "lib.c"];
    let first = explored(&workspace, &files);
    assert_eq!((first.made, first.from_cache), (2, 0));
    assert_eq!(explored(&workspace, &files).summaries, 0);
    // Another global, another function and another object on the stack: all others are elsewhere.
    let before = "int more[9] = { 1 }; int first(void) { return more[0]; }\n";
    let in_main = "int local[5] = { first() }; int *pointer = local; more[1] = *pointer;";
    workspace.write("main.c", &(before.to_owned() + &CALLS.replace("// before", in_main)));
    let moved = explored(&workspace, &files);
    assert_eq!((moved.made, moved.from_cache, moved.summaries), (0, 2, 0));
}

/// Functions that are given a buffer and name a global, and see their addresses or not.
const ALL_KINDS: &str = r#"
#include <string.h>
char table[8] = "abcdefg";
char *last;
static char *next(char *p) { return p + 1; }

int reads(char *p, int n) { return n > 3 ? p[1] : table[2]; }
int indexes(char *p, int n) { return n >= 0 && n < 4 ? p[n] : 0; }
int equals(char *p, int n) { if (n == 5) return p == table; return p != 0; }
int writes(char *p, int n) { if (n < 9) p[2] = (char)n; return table[3]; }
int passes(char *p, int n) { return n < 2 ? *next(p) : *next(table); }
int copies(char *p, int n) { char all[4]; memcpy(all, n ? p : table, 4); return all[1]; }
int counts(char *p, int n) { return n == 7 ? (int)strlen(table) : p[0]; }

int orders(char *p, int n) { return n == 4 ? p < table : 3; }
int subtracts(char *p, int n) { return n == 4 ? (int)(p - table) : 3; }
int shifts(char *p, int n) { return n == 4 ? (int)((unsigned long)p >> 20 & 7) : table[0]; }
int stores(char *p, int n) { if (n == 4) last = p; return table[1]; }
int halves(char *p, int n) { int low; memcpy(&low, &p, 4); return n == 4 ? low : table[1]; }
int masks(char *p, int n) { char *at = &table[n & 7]; return at == p ? 1 : 2; }
"#;

#[test]
fn only_what_does_not_see_addresses_moves() {
    let blind = ["reads", "indexes", "equals", "writes", "passes", "copies", "counts"];
    let seeing = ["orders", "subtracts", "shifts", "stores", "halves", "masks"];
    let workspace = Workspace::with(&[("lib.c", ALL_KINDS)]);
    let explored = |function: &str, before: &str, local: &str| {
        let main = format!(
            "#include <coax.h>\nint {function}(char *p, int n);\n{before}\n\
             int main(void) {{ {local} char text[8] = \"0123456\"; {function}(text, coax_int(\"n\")); }}"
        );
        workspace.write("main.c", &main);
        let words = ["main.c", "lib.c", "--engine", "smart", "--summary-cache", "cache"];
        assert_eq!(workspace.explore(&words).code, Some(0), "{function}");
        numbers(&workspace.report())
    };
    for (function, moves) in blind.map(|f| (f, true)).into_iter().chain(seeing.map(|f| (f, false)))
    {
        assert_eq!(explored(function, "", "").made, 1, "{function}");
        let local = "int many[9]; int *p = many; p[1] = before[0];";
        let moved = explored(function, "int before[3] = { 1 };", local);
        assert_eq!((moved.made == 0, moved.from_cache == 1), (moves, moves), "{function}");
    }
    // What were two objects is one.
    let both = explored("equals", "", "extern char table[]; equals(table, coax_int(\"m\"));");
    assert_eq!((both.made, both.from_cache), (1, 1));
}

#[test]
fn other_code_is_explored_again() {
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("main.c", MAIN)]);
    let files = ["main.c", "lib.c"];
    assert_eq!(explored(&workspace, &files).made, 2, "`scale` and `digit`");
    // What `scale` calls is still known.
    workspace.write("lib.c", &LIBRARY.replace("d == 11", "d == 12"));
    let changed = explored(&workspace, &files);
    assert_eq!((changed.from_cache, changed.made), (1, 1));
    assert_eq!(explored(&workspace, &files).summaries, 0);
    // What calls `digit` has other code, too.
    workspace.write("lib.c", &LIBRARY.replace("c <= 'f'", "c <= 'e'"));
    let changed = explored(&workspace, &files);
    assert_eq!((changed.from_cache, changed.made), (0, 2));
    assert_eq!(explored(&workspace, &files).summaries, 0);
    // A global that begins with another value is met by a summary for any value, or by none.
    workspace.write("lib.c", &LIBRARY.replace("limit = 100", "limit = 5"));
    assert!(explored(&workspace, &files).summaries > 0);
    // The first code is still there.
    workspace.write("lib.c", LIBRARY);
    assert_eq!(explored(&workspace, &files).from_cache, 1);
}

#[test]
fn a_summary_is_extended_for_a_wider_context() {
    let narrow = MAIN.replace("n > 1000", "n > 50");
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("main.c", &narrow)]);
    let files = ["main.c", "lib.c"];
    assert_eq!(explored(&workspace, &files).from_cache, 0);
    workspace.write("main.c", MAIN);
    let wider = explored(&workspace, &files);
    assert_eq!((wider.from_cache > 0, wider.made), (true, 0));
    assert!(wider.summaries > 0, "what was not known was explored");
    let again = explored(&workspace, &files);
    assert_eq!((again.from_cache, again.summaries), (1, 0), "the extended one was kept");
}

#[test]
fn damaged_files_are_told_of_once_and_not_used() {
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("main.c", MAIN)]);
    let files = ["main.c", "lib.c"];
    let first = explored(&workspace, &files);
    let whole: Vec<_> = kept(&workspace).into_iter().map(|f| (fs::read(&f).unwrap(), f)).collect();
    type Damage = fn(&[u8]) -> Vec<u8>;
    let damages: [Damage; 4] = [
        |_| Vec::new(),
        |whole| whole[..whole.len() / 2].to_vec(),
        |whole| whole.iter().map(|byte| byte ^ 1).collect(),
        |whole| [b"coax summaries 0\n", &whole[17..]].concat(),
    ];
    for damage in damages {
        whole.iter().for_each(|(bytes, file)| fs::write(file, damage(bytes)).unwrap());
        let words = ["main.c", "lib.c", "--engine", "smart", "--summary-cache", "cache"];
        let said = workspace.explore(&words);
        assert_eq!(said.stderr.matches("warning: --summary-cache").count(), 1, "{}", said.stderr);
        assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
        let again = numbers(&workspace.report());
        assert_eq!((again.from_cache, again.summaries), (0, first.summaries));
        // It was written anew.
        assert_eq!(explored(&workspace, &files).summaries, 0);
    }
}

#[test]
fn a_folder_that_is_none_is_refused() {
    let workspace = Workspace::with(&[("lib.c", LIBRARY), ("main.c", MAIN), ("file", "")]);
    let words = ["main.c", "lib.c", "--engine", "smart", "--summary-cache"];
    for folder in ["file", "file/below"] {
        workspace.explore(&[&words[..], &[folder]].concat()).refused("--summary-cache file");
        assert!(!workspace.path("coax-out").exists());
    }
    // No summaries are asked for.
    assert_eq!(workspace.explore(&["main.c", "lib.c", "--summary-cache", "unused"]).code, Some(1));
    assert!(!workspace.path("unused").exists());
}

/// `owner_of` finds one of two pointers in what it is given: the same decision is an error with one of them.
const TWO_OBJECTS: &str = r#"
#include <coax.h>
struct file { unsigned flags; int *owner; };
static int owner_of(const struct file *f) {
    if (f->flags & 4)
        return *f->owner;
    return f->flags & 2 ? *f->owner : -1;
}
int main(void) {
    int me = 7;
    struct file file = { coax_uint("flags"), 0 };
    if (file.flags & 2)
        file.owner = &me;
    return owner_of(&file) < 0;
}
"#;

#[test]
fn the_same_path_on_other_objects_is_another() {
    let workspace = Workspace::with(&[("main.c", TWO_OBJECTS)]);
    assert_eq!(explored(&workspace, &["main.c"]).made, 2);
    let again = explored(&workspace, &["main.c"]);
    assert_eq!((again.summaries, again.from_cache), (0, 2));
}
