//! A generated test by itself: it is built by the command in its first comment, without coax.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the test and gives the program's path.
pub fn build(file: &Path) -> Result<PathBuf, String> {
    let shown = file.display();
    let text = fs::read_to_string(file).map_err(|e| format!("{shown}: {e}"))?;
    let first = text.lines().next().unwrap_or_default();
    let command = first.trim_start_matches(['/', '*', ' ']).trim_end_matches("*/").trim();
    if command.is_empty() {
        return Err(format!("{shown}: the first line is no command"));
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    finish(Command::new("sh").args(["-c", command]).current_dir(folder))?;
    let binary = command.split_whitespace().skip_while(|word| *word != "-o").nth(1);
    let binary = binary.ok_or_else(|| format!("`{command}` has no -o"))?;
    Ok(folder.join(binary))
}

/// Runs a command that must succeed.
pub fn finish(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("{command:?} ended with {}\n{stdout}{stderr}", output.status))
}
