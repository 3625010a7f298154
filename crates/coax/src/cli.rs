//! The command line: the one definition that parsing, `--help`, shell completions and the man
//! pages are all made from.
//!
//! Invariants: only commands that work are listed; an argument that parses is well formed (flags
//! are split, numbers are numbers), so that commands never check spelling again. Clap itself ends
//! the process with code 2 on bad usage.

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use coax_campaign::process::{BITCODE_READER, NATIVE_HELPER, SANDBOX};
use coax_campaign::{CheckOptions, ExploreOptions, Format, Jobs, TestOptions, VerifyOptions};
use coax_kinds::ErrorKind;

use crate::format_files::FormatFiles;

/// Runs, explores, checks and tests C and C++ code through LLVM bitcode.
#[derive(Debug, Parser)]
#[command(name = "coax", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = EXIT_CODES)]
pub struct Cli {
    #[command(flatten)]
    pub output: OutputOptions,

    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
    0  nothing wrong was found
    1  errors were found, or a replayed test differs
    2  bad usage, or input that cannot be processed
    3  an internal failure: a bug in coax
  130  interrupted
`coax run` ends with the exit code of the program it ran, unless it stopped the program.

`coax --version -v` lists what is linked in, with versions and licences.";

/// One variant per command, one file under `commands/` per variant.
#[derive(Debug, Subcommand)]
pub enum Command {
    Run(RunOptions),
    Explore(Box<ExploreOptions>),
    Check(Box<CheckOptions>),
    Test(Box<TestOptions>),
    Verify(VerifyOptions),
    /// Write a coax.toml for the project in the current folder
    ///
    /// Looks for a compilation database, a build system and sources, writes down what `coax check`, `coax test` and `coax
    /// verify` look at when they are given no PATH, and says which commands to run next. Runs nothing, and overwrites nothing.
    Init,
    Build(BuildOptions),
    Replay(ReplayOptions),
    Keep(KeepOptions),
    Report(ReportOptions),
    Lsp(LspOptions),
    Completions(CompletionsOptions),
    Man(ManOptions),
    /// Calls native functions for another coax (internal)
    #[command(name = NATIVE_HELPER, hide = true)]
    NativeHelper,
    /// Reads bitcode before another coax does (internal)
    #[command(name = BITCODE_READER, hide = true)]
    BitcodeReader {
        /// How, what must be there, and the files
        arguments: Vec<OsString>,
    },
}

impl Command {
    /// Does it start compilers or code under test?
    pub fn starts_processes(&self) -> bool {
        matches!(
            self,
            Command::Run(_)
                | Command::Explore(_)
                | Command::Check(_)
                | Command::Test(_)
                | Command::Verify(_)
                | Command::Replay(_)
                | Command::Keep(_)
        )
    }
}

/// What a process is told that shuts itself in, if this is one.
pub fn sandbox_words() -> Option<impl Iterator<Item = OsString>> {
    let mut words = std::env::args_os().skip(1);
    words.next().filter(|first| first == SANDBOX).map(|_| words)
}

/// What every command understands.
#[derive(Debug, Args)]
pub struct OutputOptions {
    /// When to colour what coax itself prints
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    /// Print errors only
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Run compilers, native functions and code under test unprotected: they may change your files
    #[arg(long, global = true)]
    pub no_sandbox: bool,

    /// Say what is being done; twice for more
    #[arg(long, short, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// The values of `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal that wants it (respects NO_COLOR and CLICOLOR)
    Auto,
    /// Even into a file or pipe
    Always,
    /// Plain text
    Never,
}

impl Color {
    /// Will what is printed on stderr be coloured?
    pub fn on_stderr(self) -> bool {
        match self {
            Color::Auto => {
                let choice = anstream::AutoStream::choice(&std::io::stderr());
                choice != anstream::ColorChoice::Never
            }
            Color::Always => true,
            Color::Never => false,
        }
    }

    /// Makes this the choice of everything printed through `anstream` from now on.
    pub fn apply(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Run a program's `main` in the engine
///
/// Compiles C or C++ with clang, lowers the bitcode and interprets it. Standard input, output,
/// error and the exit code are the program's own. When the program does something undefined (reads
/// outside an object, overflows a signed integer, ...) it is stopped there, a report says what
/// happened and where, and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES)]
pub struct RunOptions {
    /// C or C++ source, LLVM bitcode (.bc) or textual IR (.ll); several files are linked
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Flags for clang, split as a shell would; may be given several times
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Vec<ClangFlags>,

    /// Stop after this many interpreted instructions
    #[arg(long, value_name = "N")]
    pub max_steps: Option<NonZeroU64>,

    /// Print the number of interpreted instructions and the time they took, on stderr
    #[arg(long)]
    pub stats: bool,

    /// Arguments of the program
    #[arg(value_name = "ARGS", last = true)]
    pub args: Vec<OsString>,
}

impl RunOptions {
    /// The flags of all `--cflags` together, in order.
    pub fn clang_flags(&self) -> impl Iterator<Item = &str> {
        self.cflags.iter().flat_map(|flags| flags.0.iter()).map(String::as_str)
    }
}

const RUN_EXAMPLES: &str = "\
Examples:
  coax run hello.c
  coax run main.c list.c --cflags \"-Iinclude -DDEBUG\" -- input.txt -n 3
  coax run --stats --max-steps 1000000 loop.cpp";

/// Run generated tests again and say for each whether it still does what it did
///
/// Each test is built with the program as it is now, by the command in its first comment, and run
/// natively; tests of errors under sanitizers. An error that does not show any more is fixed. The exit code is 1 if
/// any other test does something else.
#[derive(Debug, Args)]
#[command(after_help = REPLAY_EXAMPLES)]
pub struct ReplayOptions {
    /// A folder of results, a folder of tests, or single test files
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// Tests to run at a time [default: number of cores]
    #[arg(long, value_name = "N")]
    pub jobs: Option<Jobs>,
}

/// Run a build and record how it compiles each file
///
/// Writes compile_commands.json, which `coax check`, `coax test` and `coax verify` take for a PATH. The build runs as
/// without coax, unprotected; what it starts is seen by tracing it, with any build system. Files that are up to date
/// are not compiled and so not seen: build from clean. Entries that are there already stay. Ends with the exit code
/// of the build.
#[derive(Debug, Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub struct BuildOptions {
    /// The database to write, or to add to
    #[arg(long, value_name = "FILE", default_value = "compile_commands.json")]
    pub output: PathBuf,

    /// The build
    #[arg(value_name = "COMMAND", last = true, required = true)]
    pub command: Vec<OsString>,
}

const BUILD_EXAMPLES: &str = "\
Examples:
  make clean; coax build -- make -j4
  coax build -- sh -c './configure && make'
  coax check compile_commands.json";

const REPLAY_EXAMPLES: &str = "\
Examples:
  coax replay coax-out
  coax replay coax-out/errors/main_out_of_bounds_1.c";

/// Keep the test of an error that was fixed as a regression test
///
/// Runs the test of a finding again, with the program as it is now. If the error does not show any more, the test goes to
/// the suite beside it (DIR/tests), where it expects that nothing happens: `make check` there and `coax replay` run it,
/// and later runs into the same folder leave it where it is. Otherwise nothing is written, and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = KEEP_EXAMPLES)]
pub struct KeepOptions {
    /// The finding: `w1`, as in report.json
    #[arg(value_name = "ID")]
    pub id: String,

    /// The folder of results
    #[arg(value_name = "DIR", default_value = "coax-out")]
    pub folder: PathBuf,
}

const KEEP_EXAMPLES: &str = "\
Examples:
  coax keep w3
  coax keep w3 coax-out";

/// Show a finished run again, or write it for other programs
///
/// Reads report.json in a folder of results. Without options, prints the summary that the run ended
/// with. With --html, --sarif, --junit or --markdown, writes these files (all that are named, or none) and
/// prints nothing; they hold every finding, whether or not it is shown.
#[derive(Debug, Args)]
#[command(after_help = REPORT_EXAMPLES)]
pub struct ReportOptions {
    /// The folder of results
    #[arg(value_name = "DIR", default_value = "coax-out")]
    pub folder: PathBuf,

    /// What stdout gets
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,

    /// Show this one in full, and how to see it again: `w1`, as in report.json
    #[arg(long, value_name = "ID", conflicts_with_all = ["all", "kinds", "max_findings"])]
    pub finding: Option<String>,

    /// Show every finding in full, and every function
    #[arg(long)]
    pub all: bool,

    /// Show findings of this kind only; may be given several times
    #[arg(long = "kind", value_name = "KIND", value_parser = error_kinds())]
    pub kinds: Vec<ErrorKind>,

    /// Show so many findings in full [default: 50]
    #[arg(long, value_name = "N")]
    pub max_findings: Option<usize>,

    #[command(flatten)]
    pub files: FormatFiles,
}

/// Reads the name of an error kind, and lists all for help and completions.
fn error_kinds() -> impl TypedValueParser<Value = ErrorKind> {
    let names = ErrorKind::ALL.iter().map(|kind| kind.name());
    PossibleValuesParser::new(names)
        .map(|name| name.parse().expect("only names of kinds are accepted"))
}

const REPORT_EXAMPLES: &str = "\
Examples:
  coax report
  coax report coax-out --finding w3
  coax report --kind out-of-bounds --max-findings 5
  coax report coax-out --html report.html --sarif coax.sarif --junit coax.xml --markdown coax.md";

/// Show findings in an editor
///
/// A language server on standard input and output: the findings of the last run in the files that are open, and, as code
/// actions and code lenses, "check this function" and "show the test". An editor starts it in the project's folder.
#[derive(Debug, Args)]
pub struct LspOptions {
    /// The folder of results, below the project's folder
    #[arg(long, value_name = "DIR", default_value = "coax-out")]
    pub out: PathBuf,

    /// As some editors say it; there is no other way
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// Print a completion script for a shell
///
/// `make install` puts the scripts where bash, zsh and fish look for them. By hand, for bash:
/// `source <(coax completions bash)`.
#[derive(Debug, Args)]
pub struct CompletionsOptions {
    /// The shell to complete in
    pub shell: Shell,
}

/// Print a man page in roff
///
/// To read one without installing it: `coax man run | man -l -`.
#[derive(Debug, Args)]
pub struct ManOptions {
    /// The command to describe; without it, coax as a whole
    pub command: Option<String>,
}

/// What one `--cflags` brought, already split into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClangFlags(Vec<String>);

impl FromStr for ClangFlags {
    type Err = shell_words::ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        shell_words::split(text).map(ClangFlags)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    use super::*;

    fn run(words: &[&str]) -> RunOptions {
        match parse(words).expect("well-formed arguments").command {
            Command::Run(options) => options,
            other => panic!("not a run: {other:?}"),
        }
    }

    fn parse(words: &[&str]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(["coax"].iter().chain(words))
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn words_after_the_dashes_belong_to_the_program() {
        let options = run(&["run", "a.c", "b.c", "--stats", "--", "--stats", "-x", "y"]);
        assert_eq!(options.files, [PathBuf::from("a.c"), PathBuf::from("b.c")]);
        assert!(options.stats);
        assert_eq!(options.args, ["--stats", "-x", "y"]);
    }

    #[test]
    fn clang_flags_are_split_like_a_shell_does() {
        let options = run(&["run", "a.c", "--cflags", "-DA='x y' -I inc", "--cflags=-O1"]);
        assert_eq!(options.clang_flags().collect::<Vec<_>>(), ["-DA=x y", "-I", "inc", "-O1"]);
    }

    #[test]
    fn an_unfinished_quote_in_the_flags_is_bad_usage() {
        let error = parse(&["run", "a.c", "--cflags", "-DA='x"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ValueValidation);
        assert_eq!(error.exit_code(), 2);
    }

    #[test]
    fn a_file_is_required() {
        let error = parse(&["run"]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::MissingRequiredArgument);
        assert_eq!(error.exit_code(), 2);
    }

    #[test]
    fn a_bound_of_no_steps_is_bad_usage() {
        assert_eq!(run(&["run", "a.c", "--max-steps", "7"]).max_steps, NonZeroU64::new(7));
        assert!(parse(&["run", "a.c", "--max-steps", "0"]).is_err());
        assert!(parse(&["run", "a.c", "--max-steps", "many"]).is_err());
    }

    #[test]
    fn the_forms_of_a_report_are_options() {
        let cli = parse(&["report", "out", "--sarif", "a.sarif", "--junit", "-"]).unwrap();
        let Command::Report(options) = cli.command else { panic!("not a report") };
        let asked: Vec<_> =
            options.files.iter().map(|file| (file.format.name, file.is_stdout())).collect();
        assert_eq!(asked, [("sarif", false), ("junit", true)]);
        assert!(parse(&["report", "--kind", "out-of-bounds", "--kind", "abort"]).is_ok());
        assert!(parse(&["report", "--kind", "anything"]).is_err());
        assert!(parse(&["report", "--finding", "w1", "--sarif", "-"]).is_err());
    }

    #[test]
    fn shared_options_may_stand_after_the_command() {
        let cli = parse(&["run", "a.c", "--color", "never", "-vv"]).unwrap();
        assert_eq!(cli.output.color, Color::Never);
        assert_eq!(cli.output.verbose, 2);
        assert!(parse(&["run", "a.c", "-q", "-v"]).is_err());
    }
}
