//! Names the SAT solver below Bitwuzla to the linker: `bitwuzla-sys` links Bitwuzla's own libraries
//! but leaves CaDiCaL, which the system brings, to its users.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The whole archive, because this library stands before Bitwuzla's on the linker's command line
    // and linkers that read archives once would otherwise find nothing in it to take.
    println!("cargo::rustc-link-lib=static:-bundle,+whole-archive=cadical");
}
