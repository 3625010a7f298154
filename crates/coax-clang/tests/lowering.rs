//! What small pieces of C and of textual IR are lowered to.
//!
//! Every body is also checked against the invariants the engine relies on (see `verify`).

mod support;
mod verify;

use coax_ir::{Body, Home, Inst, Type};
use support::{load_c, load_ll};

fn has(body: &Body, wanted: impl Fn(&Inst) -> bool) -> bool {
    body.code.iter().any(wanted)
}

fn count(body: &Body, wanted: impl Fn(&Inst) -> bool) -> usize {
    body.code.iter().filter(|inst| wanted(inst)).count()
}

#[test]
fn loops_over_locals_touch_no_memory() {
    let program =
        load_c("int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }");
    let body = program.body("f");
    let text = body.to_string();
    assert!(
        !text.contains("Load") && !text.contains("Store") && !text.contains("Alloca"),
        "{text}"
    );
    assert!(!text.contains("Assigned"), "{text}");
    // Condition, addition, increment, jump back, return, and two initialisations.
    assert!(body.code.len() <= 8, "{text}");
    assert!(has(body, |inst| matches!(inst, Inst::BrSlt { .. })), "{text}");
}

#[test]
fn post_increment_keeps_the_old_value() {
    let program = load_c("int g[9]; int f(int i) { return g[i++] + i; }");
    let body = program.body("f");
    // The old value is copied before the variable changes.
    assert!(has(body, |inst| matches!(inst, Inst::Move { .. })), "{body}");
}

#[test]
fn only_reads_that_may_be_early_look_at_a_flag() {
    let program = load_c(
        "int a(int c) { int x; if (c) x = 1; return x; }
         int b(int c) { int x; if (c) x = 1; else x = 2; return x; }
         int l(int n) { int s = 0; for (int i = 0; i < n; i++) { int x; if (i) x = i; s += x; } return s; }",
    );
    let checks = |name| count(program.body(name), |inst| matches!(inst, Inst::Assigned { .. }));
    assert_eq!(checks("a"), 1, "{}", program.body("a"));
    assert_eq!(checks("b"), 0, "{}", program.body("b"));
    assert_eq!(checks("l"), 1, "{}", program.body("l"));
}

#[test]
fn variables_whose_address_is_taken_are_stack_objects() {
    let program = load_c("void use(int *); int f(void) { int here = 1; use(&here); return here; }");
    let body = program.body("f");
    assert_eq!(body.stack_objects.len(), 1);
    assert_eq!(body.stack_objects[0].name.as_deref(), Some("here"));
    assert_eq!(body.stack_objects[0].size, 4);
    assert!(has(body, |inst| matches!(inst, Inst::LifetimeStart { .. })), "{body}");
}

#[test]
fn fields_become_offsets_of_the_access() {
    let program = load_c(
        "struct s { char c; long a[3]; struct { int x, y; } in; };
         int f(struct s *p) { return p->in.y; }
         long g(struct s *p, int i) { return p->a[i]; }
         char h(char *p) { return p[-5]; }",
    );
    let at = |name| {
        program.body(name).code.iter().find_map(|inst| match inst {
            Inst::Load32 { offset, .. } | Inst::Load8 { offset, .. } => Some(*offset),
            _ => None,
        })
    };
    assert_eq!(at("f"), Some(36), "{}", program.body("f"));
    assert_eq!(at("h"), Some(-5), "{}", program.body("h"));
    let scaled = |inst: &Inst| matches!(inst, Inst::PtrAdd { scale: 8, .. });
    assert!(has(program.body("g"), scaled), "{}", program.body("g"));
}

#[test]
fn phi_cycles_are_broken_with_a_spare_slot() {
    let program = load_ll(
        "define i32 @f(i32 %n, i32 %x, i32 %y) {
         entry:
           br label %loop
         loop:
           %a = phi i32 [ %x, %entry ], [ %b, %loop ]
           %b = phi i32 [ %y, %entry ], [ %a, %loop ]
           %i = phi i32 [ 0, %entry ], [ %j, %loop ]
           %j = add i32 %i, 1
           %c = icmp ult i32 %j, %n
           br i1 %c, label %loop, label %out
         out:
           ret i32 %a
         }",
    );
    let body = program.body("f");
    // On the way back: three moves to swap, one for the counter.
    let moves = count(body, |inst| matches!(inst, Inst::Move { .. }));
    assert_eq!(moves, 3 + 4, "{body}");
}

#[test]
fn switches_have_tables() {
    let program = load_c(
        "int f(int x) { switch (x) { case 1: return 5; case 2: case 3: return 7; case -1: return 9;
         default: return 0; } }",
    );
    let switch = &program.body("f").switches[0];
    assert_eq!(switch.target(2), switch.target(3));
    assert_ne!(switch.target(1), switch.target(4));
    assert_ne!(switch.target(0xffff_ffff), switch.default);
}

#[test]
fn wide_switches_compare() {
    let program = load_ll(
        "define i32 @f(i128 %x) {
           switch i128 %x, label %d [ i128 -1, label %a ]
         a: ret i32 1
         d: ret i32 2
         }",
    );
    let body = program.body("f");
    assert!(has(body, |inst| matches!(inst, Inst::Wide { .. })), "{body}");
    assert!(body.constants.windows(2).any(|pair| pair == [u64::MAX, u64::MAX]));
}

#[test]
fn constants_of_every_width() {
    let program = load_c(
        "__int128 wide(void) { return ((__int128)5 << 64) - 1; }
         long double ext(void) { return 1.5L; }
         float single(void) { return -0.0f; }
         _Bool yes(void) { return 1; }",
    );
    let body = program.body("wide");
    assert!(body.constants.windows(2).any(|pair| pair == [u64::MAX, 4]), "{body}");
    let body = program.body("ext");
    assert!(
        body.constants.windows(2).any(|pair| pair == [0xc000_0000_0000_0000, 0x3fff]),
        "{body}"
    );
    assert_eq!(&*program.body("single").constants, [0x8000_0000]);
    assert_eq!(&*program.body("yes").constants, [1]);
}

#[test]
fn initial_contents_hold_numbers_and_addresses() {
    let program = load_c(
        "int a[4]; int *p = a + 3; char *q = (char *)a - 8; long d = (long)(void *)0;
         long double e = 1.0L; __int128 w = -2;
         struct { char c; int *p; short s[2]; } s = { 1, &a[1], { 2, 3 } };
         int f(void); int (*fp)(void) = f; char text[5] = \"hi\";
         _Bool flags[3] = { 1, 0, 1 };",
    );
    let a = program.address("a");
    assert_eq!(program.initial("p"), (a + 12).to_le_bytes());
    assert_eq!(program.initial("q"), (a - 8).to_le_bytes());
    let mut one = [0u8; 16];
    one[..10].copy_from_slice(&[0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f]);
    assert_eq!(program.initial("e"), one);
    assert_eq!(program.initial("w"), (-2i128).to_le_bytes());
    let s = program.initial("s");
    assert_eq!((s[0], &s[8..16], &s[16..20]), (1, &(a + 4).to_le_bytes()[..], &[2, 0, 3, 0][..]));
    assert_eq!(program.initial("text"), *b"hi\0\0\0");
    assert_eq!(program.initial("flags"), [1, 0, 1]);
    let f = coax_ir::address::of_function(program.function("f"));
    assert_eq!(program.initial("fp"), f.to_le_bytes());
}

#[test]
fn labels_have_addresses() {
    let program = load_c(
        "int f(int i) { static void *to[] = { &&a, &&b }; goto *to[i]; a: return 1; b: return 2; }",
    );
    let body = program.body("f");
    let table = program.initial("f.to");
    let first = u64::from_le_bytes(table[..8].try_into().unwrap());
    let block = coax_ir::address::block_at(first).expect("a label");
    assert!((block as usize) < body.blocks.len());
    assert!(has(body, |inst| matches!(inst, Inst::IndirectBr { .. })));
}

#[test]
fn vectors_are_lanes() {
    let program = load_c(
        "typedef int v4 __attribute__((vector_size(16)));
         v4 add(v4 a, v4 b) { return a + b; }
         int get(v4 a, int i) { return a[i]; }",
    );
    let add = program.body("add");
    assert_eq!(count(add, |inst| matches!(inst, Inst::Add { bits: 32, .. })), 4, "{add}");
    let get = program.body("get");
    assert_eq!(count(get, |inst| matches!(inst, Inst::Select { .. })), 3, "{get}");
}

#[test]
fn masks_are_packed_into_bits() {
    let program = load_ll(
        "define i8 @f(<8 x i16> %a, <8 x i16> %b) {
           %c = icmp eq <8 x i16> %a, %b
           %m = bitcast <8 x i1> %c to i8
           ret i8 %m
         }",
    );
    let body = program.body("f");
    assert_eq!(count(body, |inst| matches!(inst, Inst::Eq { .. })), 8, "{body}");
    assert_eq!(count(body, |inst| matches!(inst, Inst::Shl { .. })), 7, "{body}");
}

#[test]
fn front_end_checks_name_their_reason_and_place() {
    let program = load_c("int g[4];\nint f(int i) {\n  return g[i];\n}");
    let body = program.body("f");
    let trap = body
        .code
        .iter()
        .position(|inst| matches!(inst, Inst::Trap { kind: coax_ir::TrapKind::ArrayBounds }));
    let place = body.place(coax_ir::Pc(trap.expect("a check") as u32)).expect("a place");
    assert_eq!(place.line, 3);
}

#[test]
fn mathematical_intrinsics_are_calls_of_c_functions() {
    let program = load_c("double f(double x) { return __builtin_fabs(__builtin_floor(x)); }");
    let body = program.body("f");
    assert_eq!(body.calls.len(), 1);
    assert_eq!(body.calls[0].callee, coax_ir::Callee::Direct(program.function("floor")));
}

#[test]
fn what_cannot_be_lowered_says_so_where_it_stands() {
    let program = load_c(
        "int f(int x) { if (x) __asm__(\"mov %0, %0\" : \"+r\"(x)); __asm__ volatile(\"\" ::: \"memory\");
         return x; }",
    );
    let body = program.body("f");
    assert_eq!(count(body, |inst| matches!(inst, Inst::Unsupported { .. })), 1, "{body}");
    assert_eq!(&*body.strings[0], "inline assembly");
}

#[test]
fn optimised_code_is_not_blamed_for_results_it_does_not_use() {
    let source = "define i32 @f(i32 %x, i32 %s) #0 {
           %a = shl nsw i32 %x, %s
           %b = add nsw i32 %a, 1
           ret i32 %b
         }
         attributes #0 = { ATTRIBUTES }";
    let program = load_ll(&source.replace("ATTRIBUTES", "nounwind"));
    assert!(has(program.body("f"), |inst| matches!(inst, Inst::Add { .. })));
    let program = load_ll(&source.replace("ATTRIBUTES", "noinline optnone"));
    assert!(has(program.body("f"), |inst| matches!(inst, Inst::AddNsw { .. })));
}

#[test]
fn variables_have_names_types_and_homes() {
    let program = load_c(
        "struct list { int value; struct list *next; };
         int f(struct list *l, unsigned char b) { double d = b; return l->value + d; }",
    );
    let body = program.body("f");
    let names: Vec<&str> = body.variables.iter().map(|variable| &*variable.name).collect();
    assert_eq!(names, ["l", "b", "d"]);
    assert_eq!(body.variables[0].parameter, Some(1));
    assert_eq!(body.variables[0].home, Home::Slot(body.first_param()));
    let pointer = program.program.type_of(body.variables[0].ty.unwrap());
    let Type::Pointer(list) = *pointer else { panic!("{pointer:?}") };
    let list_type = program.program.type_of(list);
    let Type::Struct { name, size: 16, fields, .. } = &*list_type else { panic!("{list_type:?}") };
    assert_eq!(name.as_deref(), Some("list"));
    assert_eq!(program.program.type_of(fields[1].ty).as_ref(), &Type::Pointer(list));
}
