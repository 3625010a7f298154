//! `coax.toml`: options that stand in a file instead of on the command line.
//!
//! A key of the table `[explore]` is the name of an option of `coax explore`, one of `[check]` of
//! `coax check`, one of `[test]` of `coax test`. The file is turned
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

/// Tables the file may have: one per command that searches.
const TABLES: &[&str] = &["explore", "check", "test"];

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
    let completed = completed(&typed, &matches, &text)?;
    let matches = Cli::command().try_get_matches_from(completed);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map_err(|error| Failure::Input(format!("with {FILE_NAME}: {}", complaint(&error))))
}

/// The words typed, with those of the file in them that the command line does not overrule.
fn completed(
    typed: &[OsString],
    matches: &ArgMatches,
    text: &str,
) -> Result<Vec<OsString>, Failure> {
    let mut words = typed.to_vec();
    let Some((name, given)) = matches.subcommand().filter(|(name, _)| TABLES.contains(name)) else {
        return Ok(words);
    };
    let file = File { text };
    let table = file.table()?;
    let Some(own) = file.command_table(&table, name)? else { return Ok(words) };
    let mut command = Cli::command();
    command.build();
    let command = command.find_subcommand(name).expect("the name was just parsed");
    let mut from_file: Vec<OsString> = Vec::new();
    for (key, value) in own {
        let option = file.option(command, key)?;
        let option_words = file.words(option, key, value)?;
        file.check(name, key, &option_words)?;
        if given.value_source(option.get_id().as_str()) != Some(ValueSource::CommandLine) {
            from_file.extend(option_words.into_iter().map(OsString::from));
        }
    }
    // Right after the command's name: before any `--`, and never an option's value.
    let place = words.iter().position(|word| word == name).expect("the name was just parsed") + 1;
    words.splice(place..place, from_file);
    Ok(words)
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

    /// The table of one command; others may only be those of other commands.
    fn command_table<'t>(
        &self,
        file: &'t DeTable<'a>,
        command: &str,
    ) -> Result<Option<&'t DeTable<'a>>, Failure> {
        for (key, value) in file {
            let name = key.get_ref();
            if !TABLES.contains(&name.as_ref()) {
                let message =
                    format!("unknown key `{name}`: options stand in a table, as `[explore]`");
                return Err(self.wrong(key.span().start, &message));
            }
            if value.get_ref().as_table().is_none() {
                return Err(self.wrong(key.span().start, &format!("`{name}` must be a table")));
            }
        }
        Ok(file.get(command).and_then(|value| value.get_ref().as_table()))
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

    fn explore(typed: &[&str], text: &str) -> Result<ExploreOptions, String> {
        let typed: Vec<OsString> = ["coax"].iter().chain(typed).map(OsString::from).collect();
        let matches = Cli::command().try_get_matches_from(&typed).expect("well-formed words");
        let words = completed(&typed, &matches, text).map_err(|failure| failure.to_string())?;
        let matches = Cli::command().try_get_matches_from(words).map_err(|e| e.to_string())?;
        match Cli::from_arg_matches(&matches).map_err(|e| e.to_string())?.command {
            Chosen::Explore(options) => Ok(*options),
            other => panic!("not an exploration: {other:?}"),
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
        assert!(said("[explore]\nguide = \"must\"\n").contains("not available yet"));
        assert!(said("[explore]\nhelp = true\n").contains("no option"));
    }

    #[test]
    fn other_commands_do_not_look_at_it() {
        let typed: Vec<OsString> = ["coax", "run", "a.c"].map(OsString::from).into();
        let matches = Cli::command().try_get_matches_from(&typed).unwrap();
        assert_eq!(completed(&typed, &matches, "nonsense = [").unwrap(), typed);
    }
}
