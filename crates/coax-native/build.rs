//! Compiles the C shim.
//!
//! The flags keep the C compiler from being cleverer than the machine: every operation of the shim
//! must happen at run time, in the given order, exactly as an unoptimised native program does it.

use std::path::PathBuf;

const SOURCES: [&str; 3] = ["shim/wide_float.c", "shim/libm.c", "shim/text.c"];

fn main() {
    let mut build = cc::Build::new();
    build
        .opt_level(2)
        .std("gnu11")
        .warnings(true)
        .flag("-fno-builtin")
        .flag("-ffp-contract=off")
        .flag_if_supported("-frounding-math");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        build.file(source);
    }
    build.compile("coax_native_shim");
    link_libgcc(&build.get_compiler());
    println!("cargo::rustc-link-lib=m");
}

/// Puts the C compiler's own support library before Rust's: both have the 128-bit float operations,
/// but only the former gives NaN the sign and payload a native program sees.
fn link_libgcc(compiler: &cc::Tool) {
    let output = compiler
        .to_command()
        .arg("-print-libgcc-file-name")
        .output()
        .expect("the C compiler that built the shim also runs");
    let path = String::from_utf8(output.stdout).expect("the path of libgcc is UTF-8");
    let path = PathBuf::from(path.trim());
    let folder = path.parent().expect("libgcc is in a folder");
    println!("cargo::rustc-link-search=native={}", folder.display());
    println!("cargo::rustc-link-lib=static:-bundle=gcc");
}
