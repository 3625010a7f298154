//! Compiles the C++ shim with the flags LLVM itself was compiled with.
//!
//! `LLVM_CONFIG` overrides which LLVM; it must be the one `llvm-sys` links (22).

use std::process::Command;

const SOURCES: [&str; 7] = [
    "shim/types.cpp",
    "shim/constants.cpp",
    "shim/symbols.cpp",
    "shim/functions.cpp",
    "shim/debug.cpp",
    "shim/signatures.cpp",
    "shim/trace.cpp",
];

fn main() {
    println!("cargo::rerun-if-env-changed=LLVM_CONFIG");
    println!("cargo::rerun-if-changed=shim/shim.h");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").warnings(true).opt_level(2).flag("-fno-rtti");
    for flag in cxx_flags().split_whitespace().filter(|flag| !flag.starts_with("-std=")) {
        match flag.strip_prefix("-I") {
            // LLVM's headers are not ours to warn about.
            Some(dir) => build.flag("-isystem").flag(dir),
            None => build.flag(flag),
        };
    }
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        build.file(source);
    }
    build.compile("coax_clang_shim");
}

fn cxx_flags() -> String {
    let config = std::env::var("LLVM_CONFIG").unwrap_or_else(|_| "llvm-config-22".to_owned());
    let output = Command::new(&config)
        .arg("--cxxflags")
        .output()
        .unwrap_or_else(|error| panic!("cannot run {config} (is llvm-22-dev installed?): {error}"));
    String::from_utf8(output.stdout).expect("llvm-config prints text")
}
