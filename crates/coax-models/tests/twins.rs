//! The twins do what the C library does: both are compiled natively and compared on random texts.

use std::path::Path;
use std::process::Command;

#[test]
fn twins_are_the_systems_functions() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = crate_folder.join("runtime/c");
    let twins = std::fs::read_dir(&folder).expect("the runtime's folder").filter_map(|entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?;
        (name.starts_with("twin_") && name.ends_with(".c")).then_some(path)
    });
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twins_against_libc");
    let compiled = Command::new(env!("COAX_RUNTIME_CLANG"))
        .args(["-std=gnu17", "-O1", "-fno-builtin", "-w"])
        .arg(crate_folder.join("tests/twins/against_libc.c"))
        .args(twins)
        .arg("-o")
        .arg(&program)
        .output()
        .expect("clang runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&program).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert_eq!(said, "same\n");
}
