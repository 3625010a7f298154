//! Bitcode and textual IR with damage: `coax` refuses it or runs what is left of it, but
//! never crashes, hangs or takes the blame.
//!
//! `COAX_ATTACK_COUNT` says how many damaged files there are, `COAX_ATTACK_SEED` which.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Without `COAX_ATTACK_COUNT`.
const COUNT: u64 = 40;
/// Every so many files are explored as well.
const EXPLORED: u64 = 4;
/// A file takes a second; this is to tell slow from endless.
const PATIENCE: Duration = Duration::from_secs(300);

const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct point { int x, y; const char *name; struct point *next; double weight; };
union number { int whole; float part; };
enum color { RED, GREEN = 7 };
static struct point table[3] = {
    {1, 2, "one", 0, 1.5}, {3, 4, "two", table, 2.5}, {5, 6, "three", table + 1, 0}};
static int sum(const struct point *p) {
    int total = 0;
    for (; p; p = p->next)
        total += p->x * p->y;
    return total;
}
static int classify(enum color c, union number n) {
    switch (c) {
    case RED: return n.whole;
    case GREEN: return -n.whole;
    default: return 9;
    }
}
int apply(int (*f)(const struct point *), int n) { return f(table + n); }
int main(int argc, char **argv) {
    char text[16];
    union number number;
    number.whole = argc;
    int n = argc > 1 ? (unsigned char)argv[1][0] % 3 : 2;
    snprintf(text, sizeof text, "%s-%d", table[n].name, n);
    char *copy = malloc(strlen(text) + 1);
    strcpy(copy, text);
    puts(copy);
    free(copy);
    int v[4] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++)
        v[i] <<= i;
    return (apply(sum, n) + v[n] + classify(GREEN, number)) & 0x3f;
}
"#;

const CLASSES: &str = r#"
#include <cstdio>
struct shape { virtual ~shape() {} virtual int area() const = 0; };
struct box : shape {
    int w, h;
    box(int a, int b) : w(a), h(b) {}
    int area() const override { return w * h; }
};
struct unit : shape { int area() const override { return 1; } };
template <class T> T most(T a, T b) { return a < b ? b : a; }
static int parse(const char *s) { if (!s || !*s) throw 3; return *s - '0'; }
int main(int argc, char **argv) {
    box b(2, 3);
    unit u;
    shape *all[2] = {&b, &u};
    int s = 0;
    for (shape *one : all) s += one->area();
    try { s += parse(argc > 1 ? argv[1] : ""); } catch (int e) { s += e; }
    std::printf("%d\n", most(s, 4));
    return s & 0xf;
}
"#;

/// Numbers that are the same on every machine (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn flip_bit(&mut self, bytes: &mut [u8]) {
        let at = self.below(bytes.len());
        bytes[at] ^= 1 << self.below(8);
    }

    /// A damaged copy, and in which way.
    fn damaged(&mut self, whole: &[u8]) -> (&'static str, Vec<u8>) {
        let mut bytes = whole.to_vec();
        let what = match self.below(7) {
            0 | 1 => {
                self.flip_bit(&mut bytes);
                "a flipped bit"
            }
            2 => {
                (0..2 + self.below(18)).for_each(|_| self.flip_bit(&mut bytes));
                "flipped bits"
            }
            3 => {
                bytes.truncate(self.below(whole.len()));
                "cut"
            }
            4 => {
                let at = self.below(bytes.len());
                let end = (at + 1 + self.below(31)).min(bytes.len());
                bytes[at..end].iter_mut().for_each(|byte| *byte = self.below(256) as u8);
                "noise"
            }
            5 => {
                let (len, words) = (4 * (1 + self.below(63)), whole.len() / 4);
                let (a, b) = (4 * self.below(words), 4 * self.below(words));
                let end = |at: usize| (at + len).min(whole.len());
                let (one, other) = (whole[a..end(a)].to_vec(), whole[b..end(b)].to_vec());
                let same = one.len().min(other.len());
                bytes[a..a + same].copy_from_slice(&other[..same]);
                bytes[b..b + same].copy_from_slice(&one[..same]);
                "swapped blocks"
            }
            _ => {
                let at = 4 * self.below(whole.len() / 4);
                let end = (at + 4 * (1 + self.below(63))).min(whole.len());
                let again = whole[at..end].to_vec();
                bytes.splice(at..at, again);
                "a block twice"
            }
        };
        (what, bytes)
    }
}

/// Whole files to damage: both optimised and not, as bitcode and as text.
fn whole_files(folder: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let clang = std::env::var("COAX_CLANG").unwrap_or_else(|_| "clang-22".into());
    fs::write(folder.join("program.c"), PROGRAM).unwrap();
    fs::write(folder.join("classes.cpp"), CLASSES).unwrap();
    let compiled = |source: &str, flags: &[&str], ending: &'static str| {
        let done = Command::new(&clang)
            .current_dir(folder)
            .args(["-g", "-emit-llvm", source, "-o", "whole"])
            .args(flags)
            .status()
            .unwrap();
        assert!(done.success());
        (ending, fs::read(folder.join("whole")).unwrap())
    };
    vec![
        compiled("program.c", &["-c", "-O0"], "bc"),
        compiled("program.c", &["-c", "-O1"], "bc"),
        compiled("classes.cpp", &["-c", "-O0"], "bc"),
        compiled("program.c", &["-S", "-O0"], "ll"),
        compiled("classes.cpp", &["-S", "-O0"], "ll"),
    ]
}

/// Runs coax in a folder: its exit code, if it ended by itself and in time, and what it said.
fn coax(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let said = folder.join("said");
    let mut child = Command::new(env!("CARGO_BIN_EXE_coax"))
        .current_dir(folder)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&said).unwrap())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    (status, String::from_utf8_lossy(&fs::read(said).unwrap()).into_owned())
}

/// What is wrong about how coax ended, if anything is. The program's own code may be any.
fn wrong(ended: &(Option<i32>, String), is_run: bool) -> Option<&'static str> {
    let (code, said) = ended;
    match code {
        None => Some("it crashed or did not end"),
        Some(_) if said.contains("panicked") => Some("it panicked"),
        Some(_) if said.contains("internal error") => Some("it blames itself"),
        Some(0..=2) => None,
        Some(_) if is_run => None,
        Some(_) => Some("it ended with another code"),
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn damaged_files_are_refused_or_run() {
    let folder = TempDir::new().unwrap();
    let whole = whole_files(folder.path());
    let (first, count) = (number("COAX_ATTACK_SEED", 1), number("COAX_ATTACK_COUNT", COUNT));
    let (mut refused, mut failures) = (0, Vec::new());
    for seed in first..first + count {
        let mut random = Random::new(seed);
        let (ending, bytes) = &whole[random.below(whole.len())];
        let (damage, bytes) = random.damaged(bytes);
        let name = format!("damaged.{ending}");
        fs::write(folder.path().join(&name), bytes).unwrap();
        let mut commands = vec![vec!["run", &name, "--max-steps", "200000"]];
        if seed % EXPLORED == 0 {
            let bounds = ["--symbolic-args", "1,2", "--max-paths", "16", "--max-steps", "200000"];
            commands.push([&["explore", &*name, "--time", "60s"], &bounds[..]].concat());
        }
        for words in commands {
            let ended = coax(folder.path(), &words);
            refused += u64::from(ended.0 == Some(2));
            if let Some(wrong) = wrong(&ended, words[0] == "run") {
                failures.push(format!("seed {seed}, {damage}, {}: {wrong}: {ended:?}", words[0]));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(refused > count / 4 && refused < count + count / EXPLORED, "{refused} of {count}");
}

/// `coax check` takes sources only, and says so.
#[test]
fn check_takes_no_bitcode() {
    let folder = TempDir::new().unwrap();
    let (ending, bytes) = whole_files(folder.path()).swap_remove(0);
    let name = format!("whole.{ending}");
    fs::write(folder.path().join(&name), bytes).unwrap();
    let (code, said) = coax(folder.path(), &["check", &name]);
    assert_eq!(code, Some(2), "{said}");
}
