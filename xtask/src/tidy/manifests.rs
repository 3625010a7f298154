//! Rule: every crate takes the workspace's lints, every dependency on code of others has a
//! reason beside it, and the workspace lists none that no crate uses.

use super::{
    Problem,
    tree::{File, Tree},
};

pub fn check(tree: &Tree) -> Vec<Problem> {
    let manifests: Vec<File<'_>> = tree
        .texts()
        .filter(|file| file.path == "Cargo.toml" || file.path.ends_with("/Cargo.toml"))
        .collect();
    let mut problems = unused_dependencies(&manifests);
    for &file in &manifests {
        problems.extend(dependencies_without_reason(file));
        problems.extend(missing_lints(file));
    }
    problems
}

/// What the workspace offers and no crate takes.
fn unused_dependencies(manifests: &[File<'_>]) -> Vec<Problem> {
    let Some(root) = manifests.iter().find(|file| file.path == "Cargo.toml") else {
        return Vec::new();
    };
    let is_used = |name: &str| {
        let (dotted, inline) = (format!("{name}.workspace"), format!("{name} = {{ workspace"));
        let mut lines = manifests.iter().flat_map(|file| file.text.lines());
        lines.any(|line| line.starts_with(&dotted) || line.starts_with(&inline))
    };
    root.lines()
        .skip_while(|(_, line)| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|(_, line)| !line.starts_with('['))
        .filter_map(|(number, line)| Some((number, line.split_once(" = ")?.0)))
        .filter(|(_, name)| !name.starts_with('#') && !is_used(name))
        .map(|(number, name)| Problem::at(root.path, number, format!("no crate uses `{name}`")))
        .collect()
}

fn missing_lints(file: File<'_>) -> Option<Problem> {
    let is_crate = file.text.lines().any(|line| line.trim() == "[package]");
    let has_lints = file.text.contains("[lints]\nworkspace = true");
    let message = "take the workspace's lints: `[lints]` with `workspace = true`";
    (is_crate && !has_lints).then(|| Problem::in_file(file.path, message))
}

/// Reads lines, not values: the reason is a comment, which no parser hands on.
fn dependencies_without_reason(file: File<'_>) -> Vec<Problem> {
    let mut in_dependencies = false;
    let mut problems = Vec::new();
    for (number, line) in file.lines() {
        if line.starts_with('[') {
            in_dependencies = line.trim_end().ends_with("dependencies]");
        } else if in_dependencies && needs_reason(line) {
            problems.push(Problem::at(file.path, number, "say in a comment what it is for"));
        }
    }
    problems
}

fn needs_reason(line: &str) -> bool {
    let Some((name, value)) = line.split_once('=') else { return false };
    let named_elsewhere = name.trim_end().ends_with(".workspace") || value.contains("workspace");
    let ours = value.contains("path");
    !named_elsewhere && !ours && !line.contains('#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems_of;

    #[test]
    fn a_dependency_needs_a_reason_where_it_is_first_named() {
        let manifest = "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\nc = \"1\" # counts\n\
                        d.workspace = true\ne = { path = \"../e\" }\n[dev-dependencies]\nf = \"2\"\n\
                        [lints]\nworkspace = true\n";
        let expected = [
            "crates/a/Cargo.toml:4: say in a comment what it is for",
            "crates/a/Cargo.toml:9: say in a comment what it is for",
        ];
        assert_eq!(problems_of(check, &[("crates/a/Cargo.toml", manifest)]), expected);
    }

    #[test]
    fn the_workspace_lists_no_dependency_in_vain() {
        let root = "[workspace.dependencies]\n# x = y\na = \"1\" # adds\nb = \"1\" # bends\n\
                    c = \"1\" # cuts\n[profile.dev]\nopt-level = 1\n";
        let member = "[package]\n[dependencies]\na.workspace = true\n\
                      c = { workspace = true, features = [] }\n[lints]\nworkspace = true\n";
        let files = [("Cargo.toml", root), ("crates/m/Cargo.toml", member)];
        assert_eq!(problems_of(check, &files), ["Cargo.toml:4: no crate uses `b`"]);
    }

    #[test]
    fn a_crate_takes_the_lints() {
        let files = [("crates/a/Cargo.toml", "[package]\n"), ("Cargo.toml", "[workspace]\n")];
        let problems = problems_of(check, &files);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].starts_with("crates/a/Cargo.toml: take the workspace's lints"));
    }
}
