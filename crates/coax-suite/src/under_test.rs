//! The code under test, as its user compiles it.

/// Where the code under test is, seen from the folder of the test, and how it is compiled.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UnderTest {
    /// The source file that the test includes; none if the test is only linked with the code.
    pub include: Option<String>,
    /// Source, bitcode or IR files to compile along.
    pub sources: Vec<String>,
    /// Flags that compile and link them; relative paths in them as in `sources`.
    pub cflags: Vec<String>,
    /// Whether it is linked, and its tests are written, as C++.
    pub cxx: bool,
    /// What clang is called, for what no other compiler can show.
    pub clang: String,
}

impl UnderTest {
    /// The extension of a test in the language of the code.
    pub(crate) fn extension(&self) -> &'static str {
        if self.cxx { "cpp" } else { "c" }
    }
}
