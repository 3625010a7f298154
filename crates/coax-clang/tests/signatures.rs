//! Functions as their source declares them: types spelled, parameters matched with the machine's.

mod support;
mod verify;

use coax_clang::{LoadOptions, load};
use coax_ir::{
    Access, FieldKind, FuncId, Language, Linkage, Passing, Program, Role, SourceSignature, Type,
    TypeId, align_of, compatible, is_const, size_of, spell_declaration, spell_type, strip,
};
use support::{Folder, Loaded, load_c, load_files};

/// A signature as text: the declaration, then how the machine-level parameters come about.
fn shown(program: &Program, id: FuncId) -> String {
    let signature = program.signature_of(id).expect("debug information");
    let function = program.function(id);
    if signature.is_matched() {
        assert_eq!(signature.arguments.len(), function.signature.params.len(), "{signature:?}");
    }
    format!("{} | {}", declaration(program, &signature), passing(&signature))
}

fn declaration(program: &Program, signature: &SourceSignature) -> String {
    let language = signature.language;
    let spelled = |ty, name: &str| {
        spell_declaration(program, ty, name, language).unwrap_or_else(|| format!("? {name}"))
    };
    let mut params: Vec<String> = signature
        .params
        .iter()
        .map(|param| spelled(param.ty, param.name.as_deref().unwrap_or("")))
        .collect();
    if signature.variadic {
        params.push("...".to_owned());
    }
    spelled(signature.result, &format!("{}({})", signature.qualified, params.join(", ")))
}

fn passing(signature: &SourceSignature) -> String {
    let one = |passing: &Passing| match passing {
        Passing::Result => "result".to_owned(),
        Passing::This => "this".to_owned(),
        Passing::Scalar { param } => param.to_string(),
        Passing::Piece { param, offset } => format!("{param}@{offset}"),
        Passing::Copy { param } => format!("copy {param}"),
        Passing::Address { param } => format!("address {param}"),
        Passing::Unknown => "unknown".to_owned(),
    };
    signature.arguments.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Loads with everything a unit has, as for checking functions one by one.
fn load_whole(files: &[(&str, &str)]) -> Loaded {
    let folder = Folder::new(files);
    let units = files.iter().filter(|(name, _)| !name.ends_with(".h"));
    let paths: Vec<_> = units.map(|(name, _)| folder.path(name)).collect();
    let options = LoadOptions { whole_units: true, ..LoadOptions::default() };
    let program = load(&paths, &options, &[], folder.scratch());
    Loaded { program: program.unwrap_or_else(|error| panic!("{error}")) }
}

fn load_cxx(source: &str) -> Loaded {
    load_whole(&[("test.cpp", source)])
}

/// The type of a global, without typedefs and qualifiers.
fn type_of_global(loaded: &Loaded, name: &str) -> TypeId {
    let program = &loaded.program;
    let id = program.global_named(name).unwrap_or_else(|| panic!("no global {name}"));
    strip(program, program.global_type(id).expect("debug information"))
}

fn check_all(loaded: &Loaded, expected: &[&str]) {
    let program = &loaded.program;
    let found: Vec<String> = program.own_functions().iter().map(|id| shown(program, *id)).collect();
    assert_eq!(found, expected);
}

#[test]
fn declarations_of_c() {
    let loaded = load_c(
        "#include <stdlib.h>
         struct node { int value; struct node *next; };
         typedef struct { char text[16]; } line_t;
         enum color { RED, GREEN = -1 };
         typedef int (*handler)(const char *, ...);
         static int first(const struct node *list, int n) { return list ? list->value : n; }
         line_t *second(line_t *lines, size_t count, enum color c) { return lines; }
         void third(int (*call)(char *), handler h, void (*none)(void), int a[3], int m[][4]) { }
         char *const *fourth(const volatile char *const p, char **argv, int unnamed[static 2]) { return 0; }
         int (*fifth(int (*table[4])(void)))(int) { return 0; }
         _Bool sixth(_Bool b, unsigned char c, long long l, float f, double d, long double e) { return b; }
         int seventh(const char *format, ...) { return first(0, 1); }
         int eighth(void) { return 1; }
         void ninth(int *restrict out, struct opaque *o, union { int a; } *u) { }
         struct outer { struct inner { int x; } in; struct { int y; } unnamed; };
         int tenth(struct inner *i, struct outer *o) { struct local { int z; } l = {1}; return l.z; }
         int main(int argc, char **argv) { return 0; }",
    );
    check_all(
        &loaded,
        &[
            "int first(const struct node *list, int n) | 0 1",
            "line_t *second(line_t *lines, size_t count, enum color c) | 0 1 2",
            "void third(int (*call)(char *), handler h, void (*none)(void), int *a, int (*m)[4]) | 0 1 2 3 4",
            "char *const *fourth(const volatile char *const p, char **argv, int *unnamed) | 0 1 2",
            "int (*fifth(int (**table)(void)))(int) | 0",
            "_Bool sixth(_Bool b, unsigned char c, long long l, float f, double d, long double e) | 0 1 2 3 4 5",
            "int seventh(const char *format, ...) | 0",
            "int eighth() | ",
            "void ninth(int *__restrict out, struct opaque *o, ? u) | 0 1 2",
            "int tenth(struct inner *i, struct outer *o) | 0 1",
            "int main(int argc, char **argv) | 0 1",
        ],
    );
    let program = &loaded.program;
    let static_one = program.signature_of(program.own_functions()[0]).unwrap();
    assert_eq!((static_one.linkage, static_one.language), (Linkage::Internal, Language::C));
    assert_eq!(static_one.line, 6);
    assert!(static_one.file.ends_with("/test.c") && static_one.file.starts_with('/'));
    assert_eq!(static_one.unit, static_one.file);
    assert_eq!(
        program.signature_of(program.own_functions()[1]).unwrap().linkage,
        Linkage::External
    );
    assert!(program.signature_of(loaded.function("main")).is_some());
}

/// Loads for another machine; there is no need for its headers.
fn load_for(target: &str, name: &str, source: &str) -> Loaded {
    let folder = Folder::new(&[(name, source)]);
    let cflags = vec![format!("--target={target}")];
    let options = LoadOptions { whole_units: true, cflags, ..LoadOptions::default() };
    let program = load(&[folder.path(name)], &options, &[], folder.scratch());
    Loaded { program: program.unwrap_or_else(|error| panic!("{error}")) }
}

#[test]
fn structs_travel_in_pieces_on_x86_64() {
    let loaded = load_for(
        "x86_64-linux-gnu",
        "test.c",
        "struct three { char c[3]; };
         struct floats { float a, b, c; };
         struct mixed { double d; int i; };
         struct large { long a, b, c; };
         struct empty { };
         struct padded { _Alignas(16) int x; };
         struct wide { __int128 x; };
         struct extended { long double x; };
         struct bits { unsigned a : 3; int : 0; unsigned b : 5; };
         union either { int i; double d; char c[12]; };
         struct pointer { char *p; };
         struct flexible { int n; char text[]; };
         int a(struct three s, int n) { return n; }
         int b(struct floats s, struct mixed m, int n) { return n; }
         struct large c(struct large s, struct empty e, struct padded p, int n) { return s; }
         int d(struct wide w, struct extended e, __int128 i, int n) { return n; }
         int e(struct bits b, union either u, struct pointer p, struct flexible f) { return p.p[0]; }
         int f(_Complex double z, _Complex float y, _Complex long double x, int n) { return n; }
         int g(long a, long b, long c, long d, long e, struct mixed in_memory_or_not, struct large l,
               struct pointer last, struct pointer spilled) { return 0; }
         typedef float four __attribute__((vector_size(16)));
         four h(four v, const struct pointer p) { return v; }
         int i(c, s, p) char c; short s; char *p; { return c + s; }
         int j(f) float f; { return f; }
         int k(_BitInt(100) wide, _BitInt(200) wider, int n) { return n; }
         int l(_BitInt(7) narrow) { return narrow; }
         int m(int n, __builtin_va_list list) { return n; }
         void *n() { return 0; }",
    );
    check_all(
        &loaded,
        &[
            "int a(struct three s, int n) | 0@0 1",
            "int b(struct floats s, struct mixed m, int n) | 0@0 0@8 1@0 1@8 2",
            "struct large c(struct large s, struct empty e, struct padded p, int n) | result copy 0 2@0 3",
            "int d(struct wide w, struct extended e, __int128 i, int n) | 0@0 copy 1 2 3",
            "int e(struct bits b, union either u, struct pointer p, struct flexible f) | 0@0 1@0 1@8 2@0 copy 3",
            "int f(_Complex double z, _Complex float y, _Complex long double x, int n) | 0@0 0@8 1@0 copy 2 3",
            "int g(long a, long b, long c, long d, long e, struct mixed in_memory_or_not, struct large l, struct pointer last, struct pointer spilled) | 0 1 2 3 4 5@0 5@8 copy 6 7@0 8@0",
            "four h(four v, const struct pointer p) | 0@0 1@0",
            "int i(char c, short s, char *p) | 0 1 2",
            // The value itself is converted: nothing that could be said of its bytes.
            "int j(float f) | unknown",
            "int k(_BitInt(100) wide, _BitInt(200) wider, int n) | 0@0 0@8 copy 1 2",
            "int l(_BitInt(7) narrow) | unknown",
            "int m(int n, __builtin_va_list list) | 0 1",
            "void *n() | ",
        ],
    );
}

#[test]
fn structs_travel_in_pieces_on_aarch64() {
    let loaded = load_for(
        "aarch64-linux-gnu",
        "test.cpp",
        "struct three { char c[3]; };
         struct twelve { int a, b, c; };
         struct floats { float a, b, c; };
         struct doubles { double a, b, c, d; };
         struct large { long a, b, c; };
         struct empty { };
         struct wide { __int128 x; };
         struct copied { copied(const copied &); int x; };
         int a(three s, twelve t, int n) { return n; }
         int b(floats f, doubles d, large l, int n) { return n; }
         large c(empty e, char c, wide w) { return {}; }
         int d(copied c, long double e, _Complex double z, int (empty::*m)()) { return 0; }
         int e(int n, __builtin_va_list list) { return n; }",
    );
    check_all(
        &loaded,
        &[
            "int a(three s, twelve t, int n) | 0@0 1@0 2",
            "int b(floats f, doubles d, large l, int n) | 0@0 1@0 copy 2 3",
            "large c(empty e, char c, wide w) | result 0@0 1 2@0",
            "int d(copied c, long double e, _Complex double z, int (empty::*m)()) | address 0 1 2@0 3@0",
            "int e(int n, __builtin_va_list list) | 0 copy 1",
        ],
    );
}

#[test]
fn declarations_of_cxx() {
    let loaded = load_cxx(
        "#include <vector>
         namespace ns { template <class T> struct Box { T value; struct Inner { int x; }; }; }
         namespace { namespace deep { struct Hidden { int q; }; int hid(Hidden h) { return h.q; } } }
         enum class Color : unsigned char { Red };
         typedef struct { int a; } plain_t;
         struct Tag { };
         struct Copied { Copied(const Copied &); int x; };
         class Stack {
         public:
             explicit Stack(int n);
             ~Stack();
             void push(int x, const Stack &other) const;
             static int count(char c);
             Stack operator+(const Stack &other) { return other; }
             int (Stack::*member)(int) const;
         protected:
             virtual bool guarded() { return true; }
         };
         Stack::Stack(int n) { }
         Stack::~Stack() { }
         void Stack::push(int x, const Stack &other) const { }
         int Stack::count(char) { return deep::hid({}); }
         template <class T> T max_of(T a, T b) { return a > b ? a : b; }
         int use(std::vector<int> &v, ns::Box<char> b, ns::Box<char>::Inner *i, Color c, bool t, int &&r) {
             struct Local { int z; int get() { return z; } } local{1};
             return max_of(1, 2) + local.get() + [](int q) { return q; }(3);
         }
         int pass(Tag t, Copied c, plain_t p, int (Stack::*m)(int) const, int Tag::*d, int n) { return n; }
         int nothing(decltype(nullptr), void (&f)(int), int (&a)[3]) { return 0; }",
    );
    check_all(
        &loaded,
        &[
            "int deep::hid(deep::Hidden h) | 0@0",
            "Stack Stack::operator+(const Stack &other) | result this 0",
            "bool Stack::guarded() | this",
            "void Stack::Stack(int n) | this 0",
            "void Stack::~Stack() | this",
            "void Stack::push(int x, const Stack &other) | this 0 1",
            "int Stack::count(char) | 0",
            "int max_of<int>(int a, int b) | 0 1",
            "int use(std::vector<int, std::allocator<int> > &v, ns::Box<char> b, ns::Box<char>::Inner *i, Color c, bool t, int &&r) | 0 1@0 2 3 4 5",
            "int use()::Local::get() | this",
            "int use()::(unnamed class)::operator()(int q) | this 0",
            "int pass(Tag t, Copied c, plain_t p, int (Stack::*m)(int) const, int Tag::*d, int n) | address 1 2@0 3@0 3@8 4@0 5",
            "int nothing(decltype(nullptr), void (&f)(int), int (&a)[3]) | 0 1 2",
        ],
    );
    let of = |name: &str| loaded.program.signature_of(loaded.function(name)).unwrap();
    let push = of("_ZNK5Stack4pushEiRKS_");
    let method = push.method.as_ref().unwrap();
    assert_eq!((method.role, method.access), (Role::Other, Access::Public));
    assert!(method.is_const && !method.is_virtual);
    assert_eq!(spell_type(&loaded.program, method.class, Language::Cxx).unwrap(), "Stack");
    assert_eq!((&*push.name, push.line, push.is_nameable()), ("push", 21, true));
    let guarded = of("_ZN5Stack7guardedEv").method.clone().unwrap();
    assert!(guarded.is_virtual && !guarded.is_const && guarded.access == Access::Protected);
    assert_eq!(of("_ZN5StackC2Ei").method.as_ref().unwrap().role, Role::Constructor);
    assert_eq!(of("_ZN5StackD2Ev").method.as_ref().unwrap().role, Role::Destructor);
    assert!(of("_ZN5Stack5countEc").method.is_none());
    let own = loaded.program.own_functions();
    let nameable = |id: &&FuncId| loaded.program.signature_of(**id).unwrap().is_nameable();
    assert_eq!(own.iter().filter(nameable).count(), own.len() - 2);
}

#[test]
fn only_functions_with_source_text_of_the_user_are_own() {
    let loaded = load_whole(&[
        (
            "a.cpp",
            "#include \"part.h\"
             #include <string>
             struct Base { virtual ~Base(); int x = 1; };
             Base::~Base() { }
             struct Derived : virtual Base { Derived(int y); Derived() = default; std::string s; };
             Derived::Derived(int y) { }
             int start();
             int global = start();
             Derived object;
             auto closure = [](int x) { return x; };
             int (*plain)(int) = closure;
             thread_local std::string per_thread;",
        ),
        (
            "part.h",
            "#pragma once\ninline int helper(int x) { return x; }\nint start() { return 2; }",
        ),
        ("b.c", "static int helper(int x) { return x; }\nint b(void) { return helper(1); }"),
    ]);
    let program = &loaded.program;
    let names: Vec<String> = program
        .own_functions()
        .iter()
        .map(|id| {
            let signature = program.signature_of(*id).unwrap();
            let file = signature.file.rsplit('/').next().unwrap().to_owned();
            format!(
                "{file}:{} {} {}",
                signature.line,
                signature.qualified,
                program.function(*id).name
            )
        })
        .collect();
    let closures = program
        .own_functions()
        .iter()
        .filter(|id| !program.signature_of(**id).unwrap().is_nameable());
    assert_eq!(closures.count(), 1);
    assert_eq!(
        names,
        [
            "a.cpp:4 Base::~Base _ZN4BaseD2Ev",
            "a.cpp:5 Derived::Derived _ZN7DerivedC1Ev",
            "a.cpp:6 Derived::Derived _ZN7DerivedC1Ei",
            "a.cpp:10 (unnamed class)::operator() _ZNK3$_0clEi",
            "part.h:2 helper _Z6helperi",
            "part.h:3 start _Z5startv",
            "b.c:1 helper helper",
            "b.c:2 b b",
        ]
    );
}

#[test]
fn classes_tell_how_they_are_made() {
    let loaded = load_whole(&[
        (
            "a.cpp",
            "struct Plain { int a; int b; };
             struct Empty { };
             class Closed { int secret; public: int open; static int shared; protected: int half : 4; };
             class Base { public: Base(int n); virtual int pure() = 0; virtual ~Base(); private: Base(); };
             Base::Base(int n) { }
             struct Derived : Empty, private Base {
                 explicit Derived(double d, const char *name);
                 Derived(const Derived &) = delete;
                 int pure() { return 1; }
                 int field;
             };
             struct Diamond : virtual Plain { };
             Plain plain; Closed closed; Derived *derived; Base *base; Diamond diamond;
             void touch(Base *b) { delete b; }",
        ),
        (
            "b.cpp",
            "class Base { public: Base(int n); virtual int pure() = 0; virtual ~Base(); private: Base(); };
             struct Empty { };
             struct Derived : Empty, private Base {
                 explicit Derived(double d, const char *name);
                 Derived(const Derived &) = delete;
                 int pure() { return 1; }
                 int field;
             };
             Derived::Derived(double d, const char *name) : Base(1) { }",
        ),
    ]);
    let program = &loaded.program;
    let pointee = |name: &str| match *program.type_of(type_of_global(&loaded, name)) {
        Type::Pointer(target) => strip(program, target),
        ref other => panic!("{other:?}"),
    };
    let plain = program.class_facts(type_of_global(&loaded, "plain")).unwrap();
    assert!(plain.is_aggregate && plain.is_trivial && plain.trivial_for_calls && !plain.is_dynamic);

    let closed_type = type_of_global(&loaded, "closed");
    assert!(!program.class_facts(closed_type).unwrap().is_aggregate);
    let Type::Struct { fields, class: true, .. } = &*program.type_of(closed_type) else { panic!() };
    let access: Vec<_> = fields.iter().map(|f| (f.name.as_deref().unwrap(), f.access)).collect();
    assert_eq!(
        access,
        [("secret", Access::Private), ("open", Access::Public), ("half", Access::Protected)]
    );

    let base = program.class_facts(pointee("base")).unwrap();
    assert!(base.is_dynamic && base.declares_pure && !base.trivial_for_calls);
    let made: Vec<_> = base.constructors.iter().map(|c| (c.params.len(), c.access)).collect();
    assert_eq!(made, [(1, Access::Public), (0, Access::Private)]);
    assert!(base.destructor.is_some_and(|destructor| destructor.is_virtual));
    let defined = program.definition_of(base.constructors[0].declaration).unwrap();
    assert_eq!(&*program.function(defined).name, "_ZN4BaseC2Ei");
    assert_eq!(program.definition_of(base.constructors[1].declaration), None);

    let derived_type = pointee("derived");
    let derived = program.class_facts(derived_type).unwrap();
    let bases: Vec<_> = derived.bases.iter().map(|b| (b.offset, b.access)).collect();
    assert_eq!(bases, [(Some(0), Access::Public), (Some(0), Access::Private)]);
    assert!(derived.constructors[0].is_explicit && !derived.constructors[0].is_deleted);
    assert!(derived.constructors[1].is_deleted);
    let params: Vec<_> = derived.constructors[0]
        .params
        .iter()
        .map(|ty| spell_type(program, *ty, Language::Cxx).unwrap())
        .collect();
    assert_eq!(params, ["double", "const char *"]);
    // The other file defines it.
    let defined = program.definition_of(derived.constructors[0].declaration).unwrap();
    assert_eq!(&*program.function(defined).name, "_ZN7DerivedC2EdPKc");

    let diamond = program.class_facts(type_of_global(&loaded, "diamond")).unwrap();
    assert!(diamond.is_dynamic && diamond.bases[0].offset.is_none());
    let Type::Struct { fields, size: 16, .. } =
        &*program.type_of(type_of_global(&loaded, "diamond"))
    else {
        panic!()
    };
    assert_eq!(fields.iter().map(|f| f.kind).collect::<Vec<_>>(), [FieldKind::VtablePointer]);
}

#[test]
fn types_have_sizes_and_can_be_compared() {
    let source =
        "struct node { char c; struct node *next; struct { short x; } inner; int bits : 3; };
                  typedef const struct node *link;
                  struct __attribute__((packed)) packed { char c; int i; };
                  typedef struct { double d; } boxed; enum color { RED };
                  struct node NAME; link NAME2; struct packed packed; boxed box; enum color color;
                  long double ld; __int128 wide; int grid[2][3]; _Complex float z; char *text;";
    let a = source.replace("NAME2", "link_a").replace("NAME", "node_a");
    let b = "struct node; struct node { char c; struct node *next; struct { short x; } inner; int bits : 3; };
             struct other; struct other *unknown; struct node *link_b; struct node node_b; const char *const said = 0;
             typedef struct { double d; } boxed; boxed box_b; unsigned char *utext;";
    let loaded = load_files(&[("a.c", &a), ("b.c", b)]).unwrap();
    let program = &loaded.program;
    let ty = |name: &str| {
        program.global_type(program.global_named(name).expect(name)).expect("debug information")
    };
    let layout = |name: &str| (size_of(program, ty(name)), align_of(program, ty(name)));
    assert_eq!(layout("node_a"), (Some(24), Some(8)));
    assert_eq!(layout("packed"), (Some(5), Some(1)));
    assert_eq!(layout("ld"), (Some(16), Some(16)));
    assert_eq!(layout("wide"), (Some(16), Some(16)));
    assert_eq!(layout("grid"), (Some(24), Some(4)));
    assert_eq!(layout("z"), (Some(8), Some(4)));
    assert_eq!(layout("color"), (Some(4), Some(4)));
    assert!(compatible(program, ty("node_a"), ty("node_b")));
    assert!(compatible(program, ty("link_a"), ty("link_b")));
    assert!(compatible(program, ty("box"), ty("box_b")));
    assert!(compatible(program, ty("text"), ty("said")));
    assert!(!compatible(program, ty("text"), ty("utext")));
    assert!(!compatible(program, ty("link_a"), ty("unknown")));
    assert!(!compatible(program, ty("node_a"), ty("link_a")));
    assert!(is_const(program, ty("said")) && !is_const(program, ty("text")));
    // By its typedef, although nothing but the struct itself is left.
    let boxed = strip(program, ty("box"));
    assert_eq!(spell_type(program, boxed, Language::C).as_deref(), Some("boxed"));
    assert_eq!(spell_declaration(program, ty("grid"), "g", Language::C).unwrap(), "int g[2][3]");
    assert!(program.class_facts(strip(program, ty("node_a"))).is_none());
}
