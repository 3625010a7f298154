//! Commands that show an error again, for a folder of results that is named from elsewhere.

use std::path::Path;

/// How a command begins that goes to a folder below the results.
pub const GO_TO: &str = "cd ";

/// A command to be typed in the folder of results (`reproduce` of a warning), as it is typed elsewhere.
pub fn reproduce_from(folder: &Path, command: &str) -> String {
    match command.strip_prefix(GO_TO).and_then(|rest| rest.split_once(" && ")) {
        Some((below, rest)) if !Path::new(below).is_absolute() => {
            let folder = folder.join(below);
            let folder = shell_words::quote(&folder.to_string_lossy()).into_owned();
            format!("{GO_TO}{folder} && {rest}")
        }
        _ => command.to_owned(),
    }
}

/// A command that runs a test of these results again.
pub fn replay_command(folder: &Path, test: &str) -> String {
    let file = folder.join(test);
    format!("coax replay {}", shell_words::quote(&file.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_typed_from_where_the_user_is() {
        let from = |command: &str| reproduce_from(Path::new("my out"), command);
        assert_eq!(from("cd errors && cc a.c && ./a"), "cd 'my out/errors' && cc a.c && ./a");
        assert_eq!(from("cd /tmp && ./a"), "cd /tmp && ./a");
        assert_eq!(from("./a"), "./a");
        let replay = replay_command(Path::new("my out"), "errors/a.c");
        assert_eq!(replay, "coax replay 'my out/errors/a.c'");
    }
}
