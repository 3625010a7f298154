//! Integers of more than 128 bits: what they are lowered to, word by word.
//!
//! Every body is also checked against the invariants the engine relies on (see `verify`); what the
//! code computes is compared with native runs by the corpus.

mod support;
mod verify;

use coax_ir::{Body, Inst, Kind};
use support::{load_c, load_ll};

fn count(body: &Body, wanted: impl Fn(&Inst) -> bool) -> usize {
    body.code.iter().filter(|inst| wanted(inst)).count()
}

/// A function of two operands of a width.
fn two_operands(bits: u32, result: &str, line: &str) -> String {
    format!(
        "define {result} @f(i{bits} %a, i{bits} %b) noinline optnone {{
           %r = {line}
           ret {result} %r
         }}"
    )
}

#[test]
fn loads_and_stores_touch_exactly_the_bytes_of_the_width() {
    let program = load_ll(
        "define void @f(ptr %to, ptr %from) {
           %v = load i150, ptr %from
           store i150 %v, ptr %to
           ret void
         }",
    );
    let body = program.body("f");
    let accesses: Vec<String> = body.code.iter().map(|inst| format!("{inst:?}")).collect();
    assert_eq!(body.code.len(), 7, "{body}");
    assert_eq!(count(body, |inst| matches!(inst, Inst::Load64 { .. })), 2, "{accesses:?}");
    let odd = |inst: &Inst| matches!(inst, Inst::LoadOdd { bits: 22, offset: 16, .. });
    assert_eq!(count(body, odd), 1, "{body}");
    let odd = |inst: &Inst| matches!(inst, Inst::StoreOdd { bits: 22, offset: 16, .. });
    assert_eq!(count(body, odd), 1, "{body}");
}

#[test]
fn values_travel_by_words() {
    let program = load_ll(
        "declare i136 @g(i136, i1)
         define i136 @f(i136 %a, i1 %c) {
         entry:
           %s = select i1 %c, i136 %a, i136 -2
           %z = freeze i136 %s
           br i1 %c, label %call, label %out
         call:
           %r = call i136 @g(i136 %z, i1 %c)
           br label %out
         out:
           %p = phi i136 [ %r, %call ], [ 5, %entry ]
           ret i136 %p
         }",
    );
    let body = program.body("f");
    assert_eq!(body.param_slots, 4);
    let words = [Kind::Int(64), Kind::Int(64), Kind::Int(8)];
    assert_eq!(*body.calls[0].ret, words);
    assert_eq!(*body.calls[0].args[0].kinds, words);
    assert_eq!(body.calls[0].flat.len(), 4);
    assert_eq!(count(body, |inst| matches!(inst, Inst::Select { .. })), 3, "{body}");
    assert_eq!(count(body, |inst| matches!(inst, Inst::RetMany { count: 3, .. })), 1, "{body}");
    assert!(body.constants.windows(3).any(|w| w == [u64::MAX - 1, u64::MAX, 0xff]), "{body}");
}

#[test]
fn every_operation_at_every_kind_of_width_keeps_the_invariants() {
    let operations = [
        "and", "or", "xor", "add", "add nsw", "sub", "sub nsw", "mul", "mul nsw", "udiv", "sdiv",
        "urem", "srem", "shl", "lshr", "ashr",
    ];
    for bits in [129, 136, 192, 200, 256, 515] {
        let ty = format!("i{bits}");
        for operation in operations {
            let program = load_ll(&two_operands(bits, &ty, &format!("{operation} {ty} %a, %b")));
            let body = program.body("f");
            assert!(body.strings.is_empty(), "{operation} {ty}: {:?}", body.strings);
        }
        for predicate in ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"] {
            let line = format!("icmp {predicate} {ty} %a, %b");
            let program = load_ll(&two_operands(bits, "i1", &line));
            assert!(program.body("f").strings.is_empty(), "{line}");
        }
        for float in ["float", "double"] {
            for (line, result) in [
                (format!("sitofp {ty} %a to {float}"), float),
                (format!("uitofp {ty} %a to {float}"), float),
                (format!("fptosi {float} 1.5 to {ty}"), ty.as_str()),
                (format!("fptoui {float} 1.5 to {ty}"), ty.as_str()),
            ] {
                let program = load_ll(&two_operands(bits, result, &line));
                assert!(program.body("f").strings.is_empty(), "{line}");
            }
        }
        for narrow in [1, 64, 65, 128] {
            let cut = load_ll(&two_operands(
                bits,
                &format!("i{narrow}"),
                &format!("trunc {ty} %a to i{narrow}"),
            ));
            assert!(cut.body("f").strings.is_empty());
            for extend in ["zext", "sext"] {
                let line = format!("{extend} i{narrow} %a to {ty}");
                let program = load_ll(&two_operands(narrow, &ty, &line));
                assert!(program.body("f").strings.is_empty(), "{line}");
            }
        }
    }
}

#[test]
fn shifts_by_a_constant_are_bitwise_and_branch_nowhere() {
    let program = load_ll(&two_operands(192, "i192", "lshr i192 %a, 70"));
    let body = program.body("f");
    // Two words are left: one made of two, one of one.
    assert_eq!(count(body, |inst| matches!(inst, Inst::LShr { .. })), 2, "{body}");
    assert_eq!(count(body, |inst| matches!(inst, Inst::Shl { .. })), 1, "{body}");
    assert_eq!(count(body, |inst| matches!(inst, Inst::Br { .. })), 0, "{body}");
}

#[test]
fn a_bit_field_is_written_without_arithmetic() {
    // Sums would make its uninitialised neighbours spread.
    let program = load_c(
        "#pragma pack(1)
         struct s { long a : 60; unsigned b : 9; int c : 30; int d : 30; unsigned e : 7; };
         void f(struct s *s, int v) { s->c = v; }",
    );
    let body = program.body("f");
    let arithmetic = |inst: &Inst| {
        matches!(inst, Inst::Add { .. } | Inst::Sub { .. } | Inst::Mul { .. } | Inst::Wide { .. })
    };
    assert_eq!(count(body, arithmetic), 0, "{body}");
    assert_eq!(count(body, |inst| matches!(inst, Inst::Store8 { offset: 16, .. })), 1, "{body}");
}

#[test]
fn words_are_reinterpreted_as_lanes() {
    let program = load_ll(
        "define <8 x i32> @f(i256 %a) {
           %r = bitcast i256 %a to <8 x i32>
           ret <8 x i32> %r
         }",
    );
    let body = program.body("f");
    assert!(body.strings.is_empty(), "{body}");
    assert_eq!(count(body, |inst| matches!(inst, Inst::RetMany { count: 8, .. })), 1, "{body}");
}

#[test]
fn vectors_of_big_integers_go_lane_by_lane() {
    let program = load_ll(
        "declare i136 @llvm.vector.reduce.or.v2i136(<2 x i136>)
         define i136 @f(<2 x i64> %a, <2 x i136> %b, i136 %c) {
           %z = zext <2 x i64> %a to <2 x i136>
           %s = shl <2 x i136> %z, <i136 70, i136 3>
           %o = or <2 x i136> %s, %b
           %i = insertelement <2 x i136> %o, i136 %c, i64 1
           %u = shufflevector <2 x i136> %i, <2 x i136> %b, <2 x i32> <i32 3, i32 0>
           %m = icmp ult <2 x i136> %u, %b
           %e = select <2 x i1> %m, <2 x i136> %u, <2 x i136> %b
           %r = call i136 @llvm.vector.reduce.or.v2i136(<2 x i136> %e)
           ret i136 %r
         }",
    );
    let body = program.body("f");
    assert!(body.strings.is_empty(), "{body}");
    assert_eq!(body.param_slots, 2 + 6 + 3);
}

#[test]
fn what_is_not_done_says_so() {
    let program = load_ll(
        "declare i256 @llvm.ctpop.i256(i256)
         define i256 @f(i256 %a) { %r = call i256 @llvm.ctpop.i256(i256 %a) ret i256 %r }
         define void @g(ptr %p) { %v = load i9000, ptr %p store i9000 %v, ptr %p ret void }",
    );
    assert_eq!(&*program.body("f").strings[0], "this operation on an integer of 256 bits");
    assert_eq!(&*program.body("g").strings[0], "integer of 9000 bits");
}
