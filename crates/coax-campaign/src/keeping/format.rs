//! The layout of a file: as the project's own .clang-format says, if it has one and clang-format is there.

use std::fs;
use std::path::{Path, PathBuf};

use coax_native::judge::{Stop, Toolchain, output_unless};

/// The file that says how sources are laid out, in the folder or above it.
pub fn style_for(folder: &Path) -> Option<PathBuf> {
    let mut folders = folder.ancestors();
    folders.find_map(|folder| {
        let names = [".clang-format", "_clang-format"];
        names.iter().map(|name| folder.join(name)).find(|file| file.is_file())
    })
}

/// A text in the layout of a style; none if that is not possible.
pub fn formatted(
    tools: &Toolchain,
    stop: Stop<'_>,
    text: &str,
    file: &Path,
    style: &Path,
) -> Option<String> {
    fs::write(file, text).ok()?;
    let mut command = tools.command(Path::new("clang-format"), &[]);
    command.arg(format!("-style=file:{}", style.display())).arg(file);
    let output = output_unless(stop, &mut command).ok()?;
    let formatted = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !formatted.is_empty()).then_some(formatted)
}
