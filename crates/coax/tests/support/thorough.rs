//! Whether a corpus is run with everything that could matter, or leaves out what has never mattered:
//! `COAX_CORPUS=all` (`make corpus`) is for everything.

/// Whether everything is wanted.
pub fn is_wanted() -> bool {
    std::env::var_os("COAX_CORPUS").is_some_and(|wanted| wanted == "all")
}
