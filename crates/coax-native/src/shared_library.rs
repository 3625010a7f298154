//! A program's own functions as a shared library, so that they can be called one by one.

use std::path::{Path, PathBuf};

use libloading::os::unix::Library;

use crate::judge::{BuildError, Stop, Subject, change_object, succeed_unless};

/// Builds a subject into `folder`. The functions named are visible, also those with internal linkage;
/// what is missing in the program is found out only when it is called. It fails when it is time to stop.
pub fn build_shared(
    subject: &Subject,
    visible: &[String],
    folder: &Path,
    stop: Stop<'_>,
) -> Result<PathBuf, BuildError> {
    let tools = &subject.toolchain;
    let driver = if subject.cxx { &tools.clangxx } else { &tools.clang };
    let mut objects = Vec::new();
    for (number, source) in subject.sources.iter().enumerate() {
        let object = folder.join(format!("{number}.o"));
        let mut compile = tools.command(&tools.clang, &[folder]);
        compile.args(["-O0", "-fPIC", "-w", "-c"]).args(&subject.cflags);
        compile.args(
            subject.include_dirs.iter().flat_map(|dir| ["-idirafter".as_ref(), dir.as_os_str()]),
        );
        compile.arg("-o").arg(&object).arg("--").arg(source);
        succeed_unless(Some(stop), &mut compile)?;
        if !visible.is_empty() {
            let options = visible.iter().map(|name| format!("--globalize-symbol={name}"));
            change_object(&object, options, &object, tools, Some(stop))?;
        }
        objects.push(object);
    }
    let library = folder.join("natives.so");
    let mut link = tools.command(driver, &[folder]);
    // Objects made for an executable refer to their own globals directly: so these must be meant.
    link.args(["-shared", "-Wl,-Bsymbolic", "-Wl,--no-as-needed", "-Wl,-z,muldefs", "-w", "-o"]);
    link.arg(&library);
    link.args(&objects).args(&subject.cflags).arg("-lm");
    succeed_unless(Some(stop), &mut link)?;
    Ok(library)
}

/// Has the C library a function of this name?
pub fn is_in_c_library(name: &str) -> bool {
    let library = Library::this();
    // SAFETY: the address is looked at, not used.
    unsafe { library.get::<unsafe extern "C" fn()>(name.as_bytes()) }.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Toolchain;
    use crate::sandbox::Sandbox;

    #[test]
    fn functions_of_a_file_become_visible() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("a.c");
        std::fs::write(
            &source,
            "static int twice(int x) { return 2 * x; }\nint use(int x) { return twice(x); }\n",
        )
        .unwrap();
        let subject = Subject {
            sources: vec![source],
            cflags: Vec::new(),
            include_dirs: Vec::new(),
            cxx: false,
            toolchain: Toolchain::installed(Sandbox::off()),
        };
        let library = build_shared(&subject, &["twice".into()], folder.path(), &|| false);
        let library = library.unwrap();
        // SAFETY: the library was just made, and has no constructors.
        let library = unsafe { libloading::Library::new(library) }.unwrap();
        // SAFETY: the type is that of the source above.
        let twice = unsafe { library.get::<extern "C" fn(i32) -> i32>(b"twice") }.unwrap();
        assert_eq!(twice(21), 42);
    }
}
