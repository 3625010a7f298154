//! Compiling, linking, and what is said about files that cannot be used.

mod support;
mod verify;

use coax_clang::{BitcodeStore, LoadError, LoadOptions, RuntimeLibrary, load};
use coax_deadline::{Deadline, Reason};
use coax_ir::LowerError;
use support::{Folder, Loaded, load_files};

fn error(files: &[(&str, &str)]) -> LoadError {
    match load_files(files) {
        Err(error) => error,
        Ok(_) => panic!("loading should fail"),
    }
}

#[test]
fn declarations_and_definitions_share_an_id() {
    let program = load_files(&[
        ("a.c", "extern int shared[]; int twice(int); int main(void) { return twice(shared[1]); }"),
        ("b.c", "int shared[2] = {1, 2}; static int hidden; int twice(int x) { hidden++; return 2 * x; }"),
    ])
    .unwrap();
    let main = program.body("main");
    let twice = program.function("twice");
    assert!(program.program.function(twice).defined);
    assert_eq!(main.calls[0].callee, coax_ir::Callee::Direct(twice));
    let shared = program.program.global_named("shared").unwrap();
    assert_eq!(program.program.global(shared).parts.size, 8);
    assert_eq!(program.program.globals().iter().filter(|g| &*g.parts.name == "shared").count(), 1);
    assert!(program.program.global_named("hidden").is_none());
}

#[test]
fn after_the_deadline_nothing_is_read_and_what_was_read_stays() {
    let source = "int set = 3; int one(void) { return 1; } int two(void) { return set; }";
    let folder = Folder::new(&[("a.c", source)]);
    let deadline = Deadline::never();
    let options = LoadOptions { deadline: deadline.clone(), ..LoadOptions::default() };
    let program = load(&[folder.path("a.c")], &options, &[], folder.scratch()).unwrap();
    let [one, two] = ["one", "two"].map(|name| program.function_named(name).unwrap());
    let set = program.global_named("set").unwrap();
    assert!(program.body(one).is_ok());
    deadline.end(Reason::Time);
    assert!(program.body(one).is_ok());
    assert_eq!(program.body(two).err(), Some(&LowerError::NoTime));
    assert_eq!(program.initial(set).err(), Some(&LowerError::NoTime));
    let again = load(&[folder.path("a.c")], &options, &[], folder.scratch());
    assert!(matches!(again, Err(LoadError::NoTime(_))));
}

#[test]
fn strong_beats_weak_and_weak_may_be_missing() {
    let program = load_files(&[
        (
            "a.c",
            "__attribute__((weak)) int f(void) { return 1; }
             extern int missing(void) __attribute__((weak));
             int g(void) { return missing ? missing() : f(); }",
        ),
        ("b.c", "int f(void) { return 2; }"),
    ])
    .unwrap();
    assert!(program.body("f").constants.contains(&2));
    assert!(program.program.function_named("missing").is_none());
    // The address that is tested is 0.
    assert!(program.body("g").constants.contains(&0));
}

#[test]
fn common_variables_take_the_largest_size() {
    let program = load_files(&[
        ("a.ll", "@c = common global i32 0\n"),
        ("b.ll", "@c = common global [4 x i32] zeroinitializer\n"),
    ])
    .unwrap();
    let id = program.program.global_named("c").unwrap();
    assert_eq!(program.program.global(id).parts.size, 16);
}

#[test]
fn aliases_are_the_functions_and_places_they_name() {
    let program = load_files(&[(
        "a.ll",
        "@data = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
         @third = alias i32, getelementptr ([4 x i32], ptr @data, i64 0, i64 2)
         @also = alias i32 (), ptr @f
         @again = alias i32 (), ptr @also
         define i32 @f() { ret i32 7 }
         define i32 @g() { %r = call i32 @again() %v = load i32, ptr @third %s = add i32 %r, %v ret i32 %s }",
    )])
    .unwrap();
    assert_eq!(program.function("also"), program.function("f"));
    let body = program.body("g");
    assert_eq!(body.calls[0].callee, coax_ir::Callee::Direct(program.function("f")));
    assert!(body.constants.contains(&(program.address("data") + 8)), "{body}");
}

#[test]
fn constructors_run_by_priority_and_destructors_backwards() {
    let program = load_files(&[
        (
            "a.c",
            "__attribute__((constructor)) void late(void) {}
             __attribute__((constructor(200))) void early(void) {}
             __attribute__((destructor)) void d1(void) {}",
        ),
        (
            "b.c",
            "__attribute__((constructor(101))) void first(void) {}
             __attribute__((destructor)) void d2(void) {}",
        ),
    ])
    .unwrap();
    let names = |ids: &[coax_ir::FuncId]| -> Vec<String> {
        ids.iter().map(|id| program.program.function(*id).name.to_string()).collect()
    };
    assert_eq!(names(program.program.constructors()), ["first", "early", "late"]);
    assert_eq!(names(program.program.destructors()), ["d2", "d1"]);
}

#[test]
fn two_definitions_are_an_error_that_names_both_files() {
    let error =
        error(&[("a.c", "int f(void) { return 1; }"), ("b.c", "int f(void) { return 2; }")]);
    let LoadError::DuplicateSymbol { name, first, second } = &error else { panic!("{error}") };
    assert_eq!(name, "f");
    assert!(first.ends_with("a.c") && second.ends_with("b.c"), "{error}");
}

#[test]
fn inline_functions_and_static_members_may_be_everywhere() {
    let header = "inline int shared() { static int n = 0; return ++n; }
                  template <class T> struct S { static T value; };
                  template <class T> T S<T>::value = shared();\n";
    let a = format!("{header} int a() {{ return S<int>::value; }}");
    let b = format!("{header} int b() {{ return S<int>::value; }}");
    let program = load_files(&[("a.cpp", &a), ("b.cpp", &b)]).unwrap();
    // The static member is initialised by one module only.
    assert_eq!(program.program.constructors().len(), 1);
    let id = program.program.function_named("_Z6sharedv").unwrap();
    assert_eq!(&*program.program.function(id).source_name, "shared");
}

#[test]
fn methods_have_qualified_names_and_exceptions_have_pads() {
    let program = load_files(&[(
        "a.cpp",
        "namespace n { struct A { int m(int); ~A(); }; }
         void thrower();
         int n::A::m(int x) { A a; try { thrower(); } catch (int &e) { return e; } catch (...) { return 2; } return x; }",
    )])
    .unwrap();
    let id = program.program.function_named("_ZN1n1A1mEi").unwrap();
    assert_eq!(&*program.program.function(id).source_name, "n::A::m");
    let body = program.program.body(id).unwrap();
    verify::verify("n::A::m", body);
    let info = program.program.global_named("_ZTIi").unwrap();
    let clauses = &body.pads[0].clauses;
    assert_eq!(clauses[..], [coax_ir::Clause::Catch(info), coax_ir::Clause::CatchAll]);
    assert!(body.constants.contains(&(u64::from(info.0) + 1)), "{body}");
}

#[test]
fn runtime_libraries_join_only_if_they_are_needed() {
    let folder = Folder::new(&[
        ("main.c", "int helper(void); int main(void) { return helper(); }"),
        ("one.c", "int deeper(void); int helper(void) { return deeper(); }"),
        ("two.c", "int deeper(void) { return 3; }"),
        ("three.c", "int unused(void) { return 4; }"),
    ]);
    let library = |name: &'static str| RuntimeLibrary {
        name,
        bitcode: Box::leak(folder.bitcode(name).into_boxed_slice()),
    };
    let runtime = [library("three.c"), library("two.c"), library("one.c")];
    let files = [folder.path("main.c")];
    let program = load(&files, &LoadOptions::default(), &runtime, folder.scratch()).unwrap();
    let loaded = Loaded { program };
    assert!(loaded.program.function(loaded.function("deeper")).runtime);
    assert!(!loaded.program.function(loaded.function("main")).runtime);
    assert!(loaded.program.function_named("unused").is_none());
}

#[test]
fn unusable_files_are_told_apart() {
    let folder =
        Folder::new(&[("notes.txt", "hello"), ("bad.c", "int f( {"), ("bad.ll", "define")]);
    let load_one = |path: std::path::PathBuf| {
        load(&[path], &LoadOptions::default(), &[], folder.scratch()).err().expect("an error")
    };
    assert!(matches!(load_one(folder.path("nothing.c")), LoadError::NotFound(_)));
    assert!(matches!(load_one(folder.path("notes.txt")), LoadError::UnknownKind(_)));
    assert!(matches!(load_one(folder.folder().to_owned()), LoadError::IsDirectory(_)));
    let LoadError::Compile { diagnostics, .. } = load_one(folder.path("bad.c")) else { panic!() };
    assert!(diagnostics.contains("bad.c:1"), "{diagnostics}");
    let LoadError::BadBitcode { reason, .. } = load_one(folder.path("bad.ll")) else { panic!() };
    assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
}

#[test]
fn damaged_bitcode_is_refused_without_harm() {
    let folder = Folder::new(&[("good.c", "int main(void) { return 0; }")]);
    let bitcode = folder.bitcode("good.c");
    for length in [0, 3, 40, bitcode.len() / 2, bitcode.len() - 8] {
        let path = folder.write("cut.bc", &bitcode[..length]);
        let result = load(&[path], &LoadOptions::default(), &[], folder.scratch());
        assert!(matches!(result, Err(LoadError::BadBitcode { .. })), "{length} bytes");
    }
    let mut noise = bitcode.clone();
    for (i, byte) in noise.iter_mut().enumerate().skip(64) {
        *byte ^= (i as u8).wrapping_mul(37);
    }
    let path = folder.write("noise.bc", &noise);
    let result = load(&[path], &LoadOptions::default(), &[], folder.scratch());
    assert!(matches!(result, Err(LoadError::BadBitcode { .. })));
    let path = folder.write("good.bc", &bitcode);
    assert!(load(&[path], &LoadOptions::default(), &[], folder.scratch()).is_ok());
}

#[test]
fn invalid_textual_ir_is_refused() {
    let error = error(&[("bad.ll", "define i32 @f() { ret i64 0 }")]);
    assert!(matches!(error, LoadError::BadBitcode { .. }), "{error}");
}

#[test]
fn a_missing_clang_is_named() {
    let folder = Folder::new(&[("a.c", "int x;")]);
    let options = LoadOptions { clang: Some("/nowhere/clang".into()), ..LoadOptions::default() };
    let result = load(&[folder.path("a.c")], &options, &[], folder.scratch());
    let Err(error @ LoadError::NoClang { .. }) = result else { panic!("no error") };
    assert!(error.to_string().contains("/nowhere/clang"), "{error}");
}

#[test]
fn most_of_the_standard_library_is_lowered_without_a_gap() {
    let source =
        "#include <algorithm>\n#include <functional>\n#include <iostream>\n#include <map>\n\
        #include <memory>\n#include <regex>\n#include <sstream>\n#include <unordered_map>\n\
        #include <variant>\n#include <vector>\n
        int main(int argc, char **argv) {
          std::regex re(\"a+(b|c)*\"); std::map<std::string, std::vector<int>> m;
          std::unordered_map<int, std::shared_ptr<std::string>> u;
          std::variant<int, std::string> v = std::string(argv[0]);
          std::function<int(int)> f = [&](int x) { return x ? f(x - 1) + 1 : 0; };
          std::stringstream s; s << 1.5 << std::visit([](auto &x) { return sizeof x; }, v);
          auto &list = m[s.str()]; list.push_back(f(argc)); std::sort(list.begin(), list.end());
          u[3] = std::make_shared<std::string>(\"x\"); std::cout << std::regex_match(*u[3], re);
        }";
    let program = load_files(&[("all.cpp", source)]).unwrap();
    let mut lowered = 0;
    for (number, function) in program.program.functions().iter().enumerate() {
        if function.defined {
            let body = program.program.body(coax_ir::FuncId(number as u32)).unwrap();
            assert!(body.strings.is_empty(), "{}: {:?}", function.name, body.strings);
            verify::verify(&function.name, body);
            lowered += 1;
        }
    }
    assert!(lowered > 500, "{lowered}");
}

#[test]
fn a_file_that_was_compiled_is_not_compiled_again_with_the_same_flags() {
    let folder = Folder::new(&[("a.c", "int f(int key[LENGTH]) { return key[0]; }")]);
    let (path, store) = (folder.path("a.c"), BitcodeStore::new(folder.folder().to_owned()));
    let elements = |length: &str| {
        let cflags = vec![format!("-DLENGTH={length}")];
        let store = Some(store.clone());
        let options = LoadOptions { cflags, whole_units: true, store, ..LoadOptions::default() };
        let program = load(std::slice::from_ref(&path), &options, &[], folder.scratch()).ok()?;
        let id = program.function_named("f")?;
        program.signature_of(id)?.params[0].elements
    };
    assert_eq!((elements("4"), elements("5")), (Some(4), Some(5)));
    std::fs::write(&path, "int f(").unwrap();
    assert_eq!((elements("4"), elements("5")), (Some(4), Some(5)), "it was not read again");
    assert_eq!(elements("6"), None, "with other flags it was");
}
