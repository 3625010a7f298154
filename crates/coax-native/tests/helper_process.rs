//! Native calls through a real helper process: what works, and every way a call can go wrong.
//!
//! The functions called are the C library's, so that the tests need no compiler.

use coax_native::helper_process::{
    Argument, Buffer, BufferAfter, CallOutcome, CallRequest, Helper, Kind, Pointer, Returned, Slot,
    Value,
};
use coax_native::numeric::F80;
use coax_native::sandbox::Sandbox;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const INT: Kind = Kind::Int { bits: 32, signed: true };
const SIZE: Kind = Kind::Int { bits: 64, signed: false };
/// Long enough for a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The sandbox of this machine.
fn sandbox() -> Sandbox {
    let launcher = Path::new(env!("CARGO_BIN_EXE_coax-native-helper"));
    Sandbox::detect(launcher, "sandbox").expect("there is a sandbox on this machine")
}

fn helper() -> Helper {
    helper_in(sandbox())
}

fn helper_in(sandbox: Sandbox) -> Helper {
    let program = Path::new(env!("CARGO_BIN_EXE_coax-native-helper"));
    Helper::spawn(program, "serve", sandbox).expect("the helper starts")
}

fn request(symbol: &str, result: Kind, arguments: Vec<Argument>) -> CallRequest {
    CallRequest {
        symbol: symbol.to_owned(),
        libraries: Vec::new(),
        buffers: Vec::new(),
        arguments,
        result,
        variadic_from: None,
        timeout: PATIENCE,
        apart: false,
    }
}

fn outcome(helper: &mut Helper, request: &CallRequest) -> CallOutcome {
    helper.call(request).expect("the helper can be spoken to")
}

fn returned(helper: &mut Helper, request: &CallRequest) -> Returned {
    match outcome(helper, request) {
        CallOutcome::Returned(returned) => returned,
        other => panic!("{} gave {other:?}", request.symbol),
    }
}

fn text(bytes: &[u8]) -> Buffer {
    Buffer { bytes: bytes.to_vec(), align: 1, ..Buffer::default() }
}

fn pointer(buffer: usize, offset: usize) -> Argument {
    Argument::Pointer(Pointer::Into { buffer, offset })
}

fn int(value: i32) -> Argument {
    Argument::Int { bits: 32, signed: true, value: value as u64 }
}

fn size(value: u64) -> Argument {
    Argument::Int { bits: 64, signed: false, value }
}

#[test]
fn integers_of_every_width() {
    let mut helper = helper();
    let call = request("abs", INT, vec![int(-5)]);
    assert_eq!(returned(&mut helper, &call).value, Value::Int(5));
    let call = request("abs", INT, vec![int(i32::MIN + 1)]);
    assert_eq!(returned(&mut helper, &call).value, Value::Int(i32::MAX as u64));
    let call = request(
        "htons",
        Kind::Int { bits: 16, signed: false },
        vec![Argument::Int { bits: 16, signed: false, value: 0xffff_1234 }],
    );
    assert_eq!(returned(&mut helper, &call).value, Value::Int(0x3412));
    let long = Kind::Int { bits: 64, signed: true };
    let call = request("labs", long, vec![Argument::Int { bits: 64, signed: true, value: !6 }]);
    assert_eq!(returned(&mut helper, &call).value, Value::Int(7));
    let call = request("abs", Kind::Int { bits: 24, signed: true }, vec![int(1)]);
    assert!(matches!(outcome(&mut helper, &call), CallOutcome::Unsupported(_)));
}

#[test]
fn floats_of_every_width() {
    let mut helper = helper();
    let call = request("sqrt", Kind::F64, vec![Argument::F64(2.0)]);
    assert_eq!(returned(&mut helper, &call).value, Value::F64(2f64.sqrt()));
    let call = request("sqrtf", Kind::F32, vec![Argument::F32(2.0)]);
    assert_eq!(returned(&mut helper, &call).value, Value::F32(2f32.sqrt()));
    let third = F80::from_f64(1.0).div(F80::from_f64(3.0));
    let bytes = |value: F80| value.to_bits().to_le_bytes();
    let arguments = vec![Argument::LongDouble(bytes(third)), int(2)];
    let call = request("ldexpl", Kind::LongDouble, arguments);
    let four_thirds = third.mul(F80::from_f64(4.0));
    assert_eq!(returned(&mut helper, &call).value, Value::LongDouble(bytes(four_thirds)));
}

#[test]
fn errno_is_told() {
    let mut helper = helper();
    let call = request("log", Kind::F64, vec![Argument::F64(-1.0)]);
    assert_eq!(returned(&mut helper, &call).errno, libc::EDOM);
    let call = request("close", INT, vec![int(-1)]);
    let answer = returned(&mut helper, &call);
    assert_eq!((answer.value, answer.errno), (Value::Int(u32::MAX.into()), libc::EBADF));
}

#[test]
fn buffers_go_in_and_come_out() {
    let mut helper = helper();
    let mut call = request("strcpy", Kind::Pointer, vec![pointer(0, 2), pointer(1, 1)]);
    call.buffers = vec![text(b"........"), text(b"?hey\0")];
    let answer = returned(&mut helper, &call);
    assert_eq!(answer.value, Value::Pointer(Pointer::Into { buffer: 0, offset: 2 }));
    assert_eq!(answer.buffers[0].bytes, b"..hey\0..");
    assert_eq!(answer.buffers[1].bytes, b"?hey\0");
}

#[test]
fn two_pointers_into_one_buffer_alias() {
    let mut helper = helper();
    let mut call = request("memmove", Kind::Pointer, vec![pointer(0, 1), pointer(0, 0), size(5)]);
    call.buffers = vec![text(b"abcdef")];
    assert_eq!(returned(&mut helper, &call).buffers[0].bytes, b"aabcde");
}

#[test]
fn returned_pointers() {
    let mut helper = helper();
    let mut call = request("strchr", Kind::Pointer, vec![pointer(0, 0), int(b'l'.into())]);
    call.buffers = vec![text(b"hello\0")];
    let found = Value::Pointer(Pointer::Into { buffer: 0, offset: 2 });
    assert_eq!(returned(&mut helper, &call).value, found);
    call.arguments[1] = int(b'z'.into());
    assert_eq!(returned(&mut helper, &call).value, Value::Pointer(Pointer::Null));
}

#[test]
fn foreign_strings_are_copied_only_if_asked() {
    let mut helper = helper();
    let mut call = request("strerror", Kind::String, vec![int(libc::ENOENT)]);
    let text = Value::ForeignString(b"No such file or directory".to_vec());
    assert_eq!(returned(&mut helper, &call).value, text);
    call.result = Kind::Pointer;
    assert!(matches!(outcome(&mut helper, &call), CallOutcome::Unsupported(_)));
}

#[test]
fn a_bad_returned_string_is_no_crash() {
    let mut helper = helper();
    // `labs` as a function that returns the address it is given.
    let call = request("labs", Kind::String, vec![size(0x10)]);
    assert!(matches!(outcome(&mut helper, &call), CallOutcome::Unsupported(_)));
}

#[test]
fn pointers_stored_in_buffers() {
    let mut helper = helper();
    let long = Kind::Int { bits: 64, signed: true };
    let mut call = request("strtol", long, vec![pointer(0, 0), pointer(1, 0), int(10)]);
    let slot = Slot { offset: 0, target: Pointer::Null };
    let end = Buffer { bytes: vec![0; 8], align: 8, read_only: false, pointers: vec![slot] };
    call.buffers = vec![text(b"1234 rest\0"), end];
    let answer = returned(&mut helper, &call);
    assert_eq!(answer.value, Value::Int(1234));
    let after =
        BufferAfter { bytes: vec![0; 8], pointers: vec![Pointer::Into { buffer: 0, offset: 4 }] };
    assert_eq!(answer.buffers[1], after);
}

#[test]
fn variadic_functions() {
    let mut helper = helper();
    let format = text(b"%d %s %.2f %Lg\0");
    let third = F80::from_f64(0.25).to_bits().to_le_bytes();
    let mut call = request(
        "snprintf",
        INT,
        vec![
            pointer(0, 0),
            size(64),
            pointer(1, 0),
            int(-7),
            pointer(2, 0),
            Argument::F64(1.5),
            Argument::LongDouble(third),
        ],
    );
    call.variadic_from = Some(3);
    call.buffers = vec![text(&[0; 64]), format, text(b"text\0")];
    let answer = returned(&mut helper, &call);
    assert_eq!(answer.value, Value::Int(17));
    assert!(answer.buffers[0].bytes.starts_with(b"-7 text 1.50 0.25\0"));
    call.arguments[5] = Argument::F32(1.5);
    assert!(matches!(outcome(&mut helper, &call), CallOutcome::Unsupported(_)));
}

#[test]
fn a_crash_is_told_and_survived() {
    let mut helper = helper();
    let null = Argument::Pointer(Pointer::Null);
    let crash = request("strlen", SIZE, vec![null]);
    assert_eq!(outcome(&mut helper, &crash), CallOutcome::CrashedBySignal(libc::SIGSEGV));
    let abort = request("abort", Kind::Void, vec![]);
    assert_eq!(outcome(&mut helper, &abort), CallOutcome::CrashedBySignal(libc::SIGABRT));
    let call = request("abs", INT, vec![int(-1)]);
    assert_eq!(returned(&mut helper, &call).value, Value::Int(1));
}

/// The helper of a call made apart lives on: what another call left in it is still there.
#[test]
fn a_call_apart_leaves_nothing_behind() {
    let mut helper = helper();
    let seed = request("srand", Kind::Void, vec![int(7)]);
    let random = request("rand", INT, vec![]);
    returned(&mut helper, &seed);
    let first = returned(&mut helper, &random).value;
    let second = returned(&mut helper, &random).value;
    returned(&mut helper, &seed);
    let apart = |call: &CallRequest| CallRequest { apart: true, ..call.clone() };
    let null = Argument::Pointer(Pointer::Null);
    let crash = apart(&request("strlen", SIZE, vec![null]));
    assert_eq!(outcome(&mut helper, &crash), CallOutcome::CrashedBySignal(libc::SIGSEGV));
    let exit = apart(&request("exit", Kind::Void, vec![int(0)]));
    assert_eq!(outcome(&mut helper, &exit), CallOutcome::Exited(0));
    assert_eq!(returned(&mut helper, &apart(&random)).value, first);
    assert_eq!(returned(&mut helper, &random).value, first);
    assert_eq!(returned(&mut helper, &random).value, second);
    let hang = CallRequest {
        timeout: Duration::from_millis(100),
        ..apart(&request("pause", INT, vec![]))
    };
    assert_eq!(outcome(&mut helper, &hang), CallOutcome::TimedOut);
}

#[test]
fn an_exit_is_told_and_survived() {
    let mut helper = helper();
    let exit = request("exit", Kind::Void, vec![int(42)]);
    assert_eq!(outcome(&mut helper, &exit), CallOutcome::Exited(42));
    let call = request("abs", INT, vec![int(-1)]);
    assert_eq!(returned(&mut helper, &call).value, Value::Int(1));
}

#[test]
fn a_hang_is_ended() {
    let mut helper = helper();
    let mut hang = request("pause", INT, vec![]);
    hang.timeout = Duration::from_millis(100);
    let start = Instant::now();
    assert_eq!(outcome(&mut helper, &hang), CallOutcome::TimedOut);
    assert!(start.elapsed() < PATIENCE / 2);
    let call = request("abs", INT, vec![int(-1)]);
    assert_eq!(returned(&mut helper, &call).value, Value::Int(1));
}

#[test]
fn an_overrun_crashes_or_is_seen() {
    let mut helper = helper();
    let mut call = request("memset", Kind::Pointer, vec![pointer(0, 0), int(0), size(11)]);
    call.buffers = vec![text(&[1; 10])];
    assert_eq!(outcome(&mut helper, &call), CallOutcome::CrashedBySignal(libc::SIGSEGV));
    call.buffers[0].align = 16;
    assert_eq!(outcome(&mut helper, &call), CallOutcome::Overrun { buffer: 0 });
    call.arguments[2] = size(17);
    assert_eq!(outcome(&mut helper, &call), CallOutcome::CrashedBySignal(libc::SIGSEGV));
}

#[test]
fn constants_cannot_be_written() {
    let mut helper = helper();
    let mut call = request("memset", Kind::Pointer, vec![pointer(0, 0), int(0), size(1)]);
    call.buffers = vec![Buffer { read_only: true, ..text(b"constant") }];
    assert_eq!(outcome(&mut helper, &call), CallOutcome::CrashedBySignal(libc::SIGSEGV));
    let mut call = request("memchr", Kind::Pointer, vec![pointer(0, 0), int(b't'.into()), size(8)]);
    call.buffers = vec![Buffer { read_only: true, ..text(b"constant") }];
    let found = Value::Pointer(Pointer::Into { buffer: 0, offset: 4 });
    assert_eq!(returned(&mut helper, &call).value, found);
}

#[test]
fn symbols_and_libraries() {
    let mut helper = helper();
    let mut call = request("no_such_function_anywhere", INT, vec![]);
    assert_eq!(outcome(&mut helper, &call), CallOutcome::NoSuchSymbol);
    call.libraries = vec![PathBuf::from("libm.so.6")];
    assert_eq!(outcome(&mut helper, &call), CallOutcome::NoSuchSymbol);
    call.libraries = vec![PathBuf::from("/no/such/library.so")];
    let CallOutcome::Unsupported(reason) = outcome(&mut helper, &call) else { panic!() };
    assert!(reason.contains("/no/such/library.so"), "{reason}");
    let mut call = request("hypot", Kind::F64, vec![Argument::F64(3.0), Argument::F64(4.0)]);
    call.libraries = vec![PathBuf::from("libm.so.6")];
    assert_eq!(returned(&mut helper, &call).value, Value::F64(5.0));
}

#[test]
fn state_lasts_as_long_as_the_process() {
    let mut helper = helper();
    let seed = Argument::Int { bits: 32, signed: false, value: 1 };
    returned(&mut helper, &request("srand", Kind::Void, vec![seed]));
    let call = request("rand", INT, vec![]);
    let (first, second) = (returned(&mut helper, &call), returned(&mut helper, &call));
    assert_ne!(first.value, second.value);
    returned(&mut helper, &request("srand", Kind::Void, vec![seed]));
    assert_eq!(returned(&mut helper, &call).value, first.value);
}

#[test]
fn large_buffers() {
    let mut helper = helper();
    let length = 3 << 20;
    let mut call = request("memset", Kind::Pointer, vec![pointer(0, 0), int(7), size(length)]);
    call.buffers = vec![text(&vec![0; length as usize])];
    let answer = returned(&mut helper, &call);
    assert!(answer.buffers[0].bytes.iter().all(|&byte| byte == 7));
}

/// What native code prints goes to the output it shares with us, before the answer comes.
#[test]
fn output_is_flushed_when_the_call_returns() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("out").to_str().expect("a plain path").to_owned();
    // Without the sandbox: in there, nothing it writes arrives.
    let mut helper = helper_in(Sandbox::off());
    // The helper's own `stdout` becomes a file; `stdout` itself cannot be named across processes.
    let mut open = request("open", INT, vec![pointer(0, 0), int(libc::O_WRONLY | libc::O_CREAT)]);
    open.arguments.push(int(0o600));
    open.variadic_from = Some(2);
    open.buffers = vec![text(format!("{path}\0").as_bytes())];
    let Value::Int(fd) = returned(&mut helper, &open).value else { panic!("no descriptor") };
    returned(&mut helper, &request("dup2", INT, vec![int(fd as i32), int(1)]));
    let mut puts = request("puts", INT, vec![pointer(0, 0)]);
    puts.buffers = vec![text(b"hello\0")];
    returned(&mut helper, &puts);
    assert_eq!(std::fs::read(&path).expect("the file"), b"hello\n");
}

#[test]
fn an_endless_timeout() {
    let mut call = request("abs", INT, vec![int(-1)]);
    call.timeout = Duration::MAX;
    assert_eq!(returned(&mut helper(), &call).value, Value::Int(1));
}

#[test]
fn a_program_that_is_no_helper() {
    let mut helper = Helper::spawn(Path::new("/bin/true"), "x", Sandbox::off()).expect("it starts");
    let call = request("abs", INT, vec![int(1)]);
    assert_eq!(outcome(&mut helper, &call), CallOutcome::Exited(0));
    assert!(Helper::spawn(Path::new("/no/such/program"), "x", Sandbox::off()).is_err());
}
