//! `coax.toml`: options that stand in a file instead of on the command line.
//!
//! A key of the table `[explore]` is the name of an option of `coax explore`, one of `[check]` of
//! `coax check`, and so on. The table `[project]` says what code is looked at by commands that take a PATH: its
//! `paths` if none is given, and its `flags` for clang. The file is turned
//! into words of the command line, so both have one definition, the same checks and the same help.
//!
//! Invariants: the command line wins, option by option; what is wrong in the file is said with
//! its place there, and nothing is done.

use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::cli::Cli;
use coax_campaign::Failure;

/// The name of the file, looked for in the current folder.
pub const FILE_NAME: &str = "coax.toml";

/// Tables of commands that the file may have.
const TABLES: &[&str] = &["explore", "check", "test", "verify"];

/// The commands among them that take a PATH.
const TAKE_PATHS: &[&str] = &["check", "test", "verify"];

/// The table that says what code there is.
const PROJECT: &str = "project";

/// Where a compilation database is looked for if no PATH is known.
const DATABASES: &[&str] = &["compile_commands.json", "build/compile_commands.json"];

/// What the user asked for: the command line, completed from `coax.toml` if there is one.
/// Bad usage of the command line itself ends the process with code 2.
pub fn arguments() -> Result<Cli, Failure> {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let matches = Cli::command().get_matches_from(&typed);
    if !matches.subcommand_name().is_some_and(|name| TABLES.contains(&name)) {
        return Ok(Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()));
    }
    let is_other = std::fs::metadata(FILE_NAME).is_ok_and(|file| !file.is_file());
    if is_other {
        return Err(Failure::Input(format!("{FILE_NAME}: not a regular file")));
    }
    let text = match std::fs::read_to_string(FILE_NAME) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::Input(format!("{FILE_NAME}: {error}"))),
    };
    let completed = completed(&typed, &matches, &text, &|file| Path::new(file).is_file())?;
    let matches = Cli::command().try_get_matches_from(completed);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map_err(|error| Failure::Input(format!("with {FILE_NAME}: {}", complaint(&error))))
}

/// The words typed, with those of the file in them that the command line does not overrule.
fn completed(
    typed: &[OsString],
    matches: &ArgMatches,
    text: &str,
    is_file: &dyn Fn(&str) -> bool,
) -> Result<Vec<OsString>, Failure> {
    let Some((name, given)) = matches.subcommand().filter(|(name, _)| TABLES.contains(name)) else {
        return Ok(typed.to_vec());
    };
    let file = File { text };
    let table = file.table()?;
    let mut added = file.options(&table, name, given)?;
    let mut flags = Vec::new();
    if TAKE_PATHS.contains(&name) {
        let project = file.project(&table)?;
        flags = project.flags;
        if given.value_source("paths") != Some(ValueSource::CommandLine) {
            added.extend(paths_or_database(project.paths, is_file)?);
        }
    }
    Ok(with_words(typed, name, added, flags))
}

/// What is looked at if the command line does not say it.
fn paths_or_database(
    paths: Vec<String>,
    is_file: &dyn Fn(&str) -> bool,
) -> Result<Vec<String>, Failure> {
    if !paths.is_empty() {
        // A name that begins with a dash is no option.
        let plain = |path: String| if path.starts_with('-') { format!("./{path}") } else { path };
        return Ok(paths.into_iter().map(plain).collect());
    }
    let database = DATABASES.iter().find(|file| is_file(file));
    database.map(|file| vec![(*file).to_owned()]).ok_or_else(|| {
        Failure::Input(
            "no PATH: name files, folders or a compile_commands.json, or write them into coax.toml \
             (`coax init` does)"
                .into(),
        )
    })
}

/// The words typed, with more right after the command's name (before any `--`, and never an option's value), and with flags
/// before those that were typed.
fn with_words(
    typed: &[OsString],
    command: &str,
    added: Vec<String>,
    flags: Vec<String>,
) -> Vec<OsString> {
    let owned = |words: Vec<String>| words.into_iter().map(OsString::from);
    let mut words = typed.to_vec();
    if !flags.is_empty() {
        let dashes = words.iter().position(|word| word == "--").unwrap_or_else(|| {
            words.push("--".into());
            words.len() - 1
        });
        words.splice(dashes + 1..dashes + 1, owned(flags));
    }
    let place =
        words.iter().position(|word| word == command).expect("the name was just parsed") + 1;
    words.splice(place..place, owned(added));
    words
}

/// What the table `[project]` says.
#[derive(Default)]
struct Project {
    paths: Vec<String>,
    flags: Vec<String>,
}

/// The text of the file, for places in it.
struct File<'a> {
    text: &'a str,
}

type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;
type Entry<'a> = Spanned<DeValue<'a>>;

impl<'a> File<'a> {
    fn table(&self) -> Result<DeTable<'a>, Failure> {
        let parsed = DeTable::parse(self.text);
        let parsed = parsed.map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            self.wrong(place, error.message())
        })?;
        Ok(parsed.into_inner())
    }

    /// The options that the table of a command sets and the command line does not.
    fn options(
        &self,
        table: &DeTable<'a>,
        name: &str,
        given: &ArgMatches,
    ) -> Result<Vec<String>, Failure> {
        let Some(own) = self.own_table(table, name)? else { return Ok(Vec::new()) };
        let mut command = Cli::command();
        command.build();
        let command = command.find_subcommand(name).expect("the name was just parsed");
        let mut words = Vec::new();
        for (key, value) in own {
            let option = self.option(command, key)?;
            let option_words = self.words(option, key, value)?;
            self.check(name, key, &option_words)?;
            if given.value_source(option.get_id().as_str()) != Some(ValueSource::CommandLine) {
                words.extend(option_words);
            }
        }
        Ok(words)
    }

    /// The table of this name; others may only be those of other commands.
    fn own_table<'t>(
        &self,
        file: &'t DeTable<'a>,
        own: &str,
    ) -> Result<Option<&'t DeTable<'a>>, Failure> {
        for (key, value) in file {
            let name = key.get_ref();
            if !TABLES.contains(&name.as_ref()) && name != PROJECT {
                let message =
                    format!("unknown key `{name}`: options stand in a table, as `[explore]`");
                return Err(self.wrong(key.span().start, &message));
            }
            if value.get_ref().as_table().is_none() {
                return Err(self.wrong(key.span().start, &format!("`{name}` must be a table")));
            }
        }
        Ok(file.get(own).and_then(|value| value.get_ref().as_table()))
    }

    /// What is said about the code.
    fn project(&self, file: &DeTable<'a>) -> Result<Project, Failure> {
        let mut project = Project::default();
        for (key, value) in self.own_table(file, PROJECT)?.into_iter().flatten() {
            let into = match key.get_ref().as_ref() {
                "paths" => &mut project.paths,
                "flags" => &mut project.flags,
                name => {
                    let message = format!("`{name}` is neither `paths` nor `flags`");
                    return Err(self.wrong(key.span().start, &message));
                }
            };
            *into = self.strings(value)?;
        }
        Ok(project)
    }

    /// A list of strings.
    fn strings(&self, value: &Entry<'_>) -> Result<Vec<String>, Failure> {
        let wrong = |place: &Entry<'_>| {
            self.wrong(place.span().start, "a list of strings is expected, as `[\"src\"]`")
        };
        let items = value.get_ref().as_array().ok_or_else(|| wrong(value))?;
        let texts = items.iter().map(|item| match item.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            _ => Err(wrong(item)),
        });
        texts.collect()
    }

    /// The option a key names.
    fn option<'c>(&self, command: &'c Command, key: &Key<'_>) -> Result<&'c Arg, Failure> {
        let name = key.get_ref().as_ref();
        let named = |arg: &&Arg| arg.get_long() == Some(name);
        let usable = |arg: &&Arg| {
            let action = arg.get_action();
            !matches!(action, ArgAction::Help | ArgAction::HelpLong | ArgAction::Version)
        };
        let found = command.get_arguments().find(|arg| named(arg) && usable(arg));
        found.ok_or_else(|| {
            let message = format!("`{name}` is no option of `coax {}`", command.get_name());
            self.wrong(key.span().start, &message)
        })
    }

    /// An option as words of a command line.
    fn words(
        &self,
        option: &Arg,
        key: &Key<'_>,
        value: &Entry<'_>,
    ) -> Result<Vec<String>, Failure> {
        let name = key.get_ref();
        let takes_value = option.get_action().takes_values();
        let valued = |value: &str| format!("--{name}={value}");
        let wrong = |message: &str| Err(self.wrong(value.span().start, message));
        match value.get_ref() {
            DeValue::Boolean(on) if !takes_value => {
                Ok(if *on { vec![format!("--{name}")] } else { Vec::new() })
            }
            _ if !takes_value => wrong(&format!("`{name}` is either true or false")),
            DeValue::String(text) => Ok(vec![valued(text)]),
            DeValue::Integer(number) => Ok(vec![valued(number.as_str())]),
            DeValue::Array(items) if matches!(option.get_action(), ArgAction::Append) => {
                let words = items.iter().map(|item| self.words(option, key, item));
                words.collect::<Result<Vec<_>, _>>().map(|words| words.concat())
            }
            _ => wrong(&format!("this cannot be a value of `{name}`")),
        }
    }

    /// Would the command line take it?
    fn check(&self, command: &str, key: &Key<'_>, words: &[String]) -> Result<(), Failure> {
        let line = ["coax", command, "FILE"].into_iter().chain(words.iter().map(String::as_str));
        match Cli::command().try_get_matches_from(line) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.wrong(key.span().start, &complaint(&error))),
        }
    }

    fn wrong(&self, offset: usize, message: &str) -> Failure {
        let before = &self.text[..offset.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        let place = Path::new(FILE_NAME).display();
        Failure::Input(format!("{place}:{line}:{column}: {message}"))
    }
}

/// What clap has to say, without its own heading and hints.
fn complaint(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or(&text);
    first.trim_start_matches("error: ").trim_end().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Command as Chosen;
    use coax_campaign::ExploreOptions;

    /// What the command line becomes in a folder with these files.
    fn parsed(typed: &[&str], text: &str, files: &[&str]) -> Result<Chosen, String> {
        let typed: Vec<OsString> = ["coax"].iter().chain(typed).map(OsString::from).collect();
        let matches = Cli::command().try_get_matches_from(&typed).expect("well-formed words");
        let words = completed(&typed, &matches, text, &|file| files.contains(&file));
        let words = words.map_err(|failure| failure.to_string())?;
        let matches = Cli::command().try_get_matches_from(words).map_err(|e| e.to_string())?;
        Ok(Cli::from_arg_matches(&matches).map_err(|e| e.to_string())?.command)
    }

    fn explore(typed: &[&str], text: &str) -> Result<ExploreOptions, String> {
        match parsed(typed, text, &[])? {
            Chosen::Explore(options) => Ok(*options),
            other => panic!("not an exploration: {other:?}"),
        }
    }

    /// The paths and flags of a check.
    fn check(typed: &[&str], text: &str, files: &[&str]) -> Result<[Vec<String>; 2], String> {
        match parsed(typed, text, files)? {
            Chosen::Check(options) => {
                let paths = options.paths.iter().map(|path| path.display().to_string());
                Ok([paths.collect(), options.cflags.clone()])
            }
            other => panic!("not a check: {other:?}"),
        }
    }

    #[test]
    fn the_file_completes_the_command_line_and_the_command_line_wins() {
        let text = "[explore]\nsearch = \"dfs\"\nmax-paths = 7\nno-prune = true\n\
                    symbolic-file = [\"a,1\", \"b,2\"]\n[check]\nunknown = 1\n";
        let options = explore(&["explore", "a.c", "--max-paths", "9", "--", "-DX"], text).unwrap();
        assert_eq!(options.search.name(), "dfs");
        assert_eq!(options.bounds.max_paths.map(u64::from), Some(9));
        assert!(options.no_prune);
        assert_eq!(options.inputs.symbolic_file.len(), 2);
        assert_eq!(options.cflags, ["-DX"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let said = |text: &str| explore(&["explore", "a.c"], text).unwrap_err();
        assert_eq!(
            said("[explore]\n\nmax-path = 3\n"),
            "error: coax.toml:3:1: `max-path` is no option of `coax explore`"
        );
        let text = said("[explore]\ntime = \"soon\"\n");
        assert!(
            text.starts_with("error: coax.toml:2:1: invalid value 'soon' for '--time"),
            "{text}"
        );
        let text = said("time = \"3s\"\n");
        assert!(text.starts_with("error: coax.toml:1:1: unknown key `time`"), "{text}");
        let text = said("[explore]\nno-prune = 3\n");
        assert!(text.starts_with("error: coax.toml:2:12: "), "{text}");
        let text = said("[explore\n");
        assert!(text.starts_with("error: coax.toml:1:"), "{text}");
        assert!(said("[explore]\nguide = \"perhaps\"\n").contains("invalid value"));
        assert!(said("[explore]\nhelp = true\n").contains("no option"));
    }

    #[test]
    fn the_project_says_what_is_looked_at_if_the_command_line_does_not() {
        let text =
            "[project]\npaths = [\"src\", \"-x.c\"]\nflags = [\"-Iinc\"]\n[check]\ntime = \"3s\"\n";
        assert_eq!(
            check(&["check"], text, &[]).unwrap(),
            [vec!["src".to_owned(), "./-x.c".into()], vec!["-Iinc".into()]]
        );
        assert_eq!(
            check(&["check", "a.c", "--jobs", "1", "--", "-DA"], text, &[]).unwrap(),
            [vec!["a.c".to_owned()], vec!["-Iinc".into(), "-DA".into()]]
        );
    }

    #[test]
    fn without_a_path_a_compilation_database_is_taken() {
        let both = ["build/compile_commands.json", "compile_commands.json"];
        assert_eq!(check(&["check"], "", &both).unwrap()[0], ["compile_commands.json"]);
        assert_eq!(check(&["check"], "", &both[..1]).unwrap()[0], ["build/compile_commands.json"]);
        let said = check(&["check"], "", &[]).unwrap_err();
        assert!(said.contains("no PATH") && said.contains("coax init"), "{said}");
    }

    #[test]
    fn what_is_wrong_with_the_project_is_said_with_its_place() {
        let said = |text: &str| check(&["check"], text, &[]).unwrap_err();
        assert!(said("[project]\npaths = \"src\"\n").contains("coax.toml:2:9: a list of strings"));
        assert!(said("[project]\nflags = [3]\n").contains("coax.toml:2:10: a list of strings"));
        assert!(said("[project]\npath = []\n").contains("coax.toml:2:1: `path` is neither"));
    }

    #[test]
    fn other_commands_do_not_look_at_it() {
        let typed: Vec<OsString> = ["coax", "run", "a.c"].map(OsString::from).into();
        let matches = Cli::command().try_get_matches_from(&typed).unwrap();
        assert_eq!(completed(&typed, &matches, "nonsense = [", &|_| false).unwrap(), typed);
    }
}
