//! Calls of native functions, in a helper process that may die alone.

use std::path::PathBuf;
use std::time::Duration;

use coax_engine::{ErrorKind, Foreign, ForeignArg, ForeignResult};
use coax_ir::Kind;
use coax_native::helper_process::{
    Argument, Buffer, CallOutcome, CallRequest, Helper, Kind as NativeKind, Pointer, Value,
};

use coax_native::sandbox::Sandbox;

use coax_workplace::sandbox;

/// Name of the hidden command that the helper process runs.
pub const NATIVE_HELPER: &str = "__native-helper";

/// How long a native function may take, and one that is called for its value alone: that may be
/// often.
const NATIVE_TIMEOUT: Duration = Duration::from_secs(10);
const VALUE_TIMEOUT: Duration = Duration::from_secs(1);

/// Calls native functions; the helper is started for the first.
pub struct NativeCalls {
    helper: Option<Helper>,
    libraries: Vec<PathBuf>,
    timeout: Duration,
    sandbox: Sandbox,
}

impl NativeCalls {
    /// For a program that is run for real: what it calls has its effects.
    pub fn for_real() -> NativeCalls {
        NativeCalls::new(Vec::new(), NATIVE_TIMEOUT, Sandbox::off())
    }

    /// For a program that is explored: what it calls has no effects.
    pub fn for_exploring() -> NativeCalls {
        NativeCalls::new(Vec::new(), NATIVE_TIMEOUT, sandbox::current())
    }

    /// For functions that are called for their values, of a library and of the system's.
    pub fn for_values(library: Option<PathBuf>) -> NativeCalls {
        NativeCalls::new(library.into_iter().collect(), VALUE_TIMEOUT, sandbox::current())
    }

    fn new(libraries: Vec<PathBuf>, timeout: Duration, sandbox: Sandbox) -> NativeCalls {
        NativeCalls { helper: None, libraries, timeout, sandbox }
    }

    /// Calls a function and says what came of it.
    pub fn call(&mut self, call: &Foreign) -> ForeignResult {
        self.make(NativeCall::new(call, &self.libraries, self.timeout))
    }

    /// The same for a function that crashes often: it is called in a process of its own.
    pub fn call_apart(&mut self, call: &Foreign) -> ForeignResult {
        let native = NativeCall::new(call, &self.libraries, self.timeout);
        self.make(native.map(NativeCall::apart))
    }

    fn make(&mut self, native: Option<NativeCall>) -> ForeignResult {
        let Some(native) = native else {
            return ForeignResult::Failed("an argument or the result has no native form".into());
        };
        match self.request(&native.request) {
            Ok(CallOutcome::Returned(returned)) => native.result(returned),
            Ok(outcome) => failure(&outcome),
            Err(error) => ForeignResult::Failed(format!("no helper process: {error}")),
        }
    }

    fn request(&mut self, request: &CallRequest) -> Result<CallOutcome, String> {
        if self.helper.is_none() {
            let program = std::env::current_exe().map_err(|error| error.to_string())?;
            let helper = Helper::spawn(&program, NATIVE_HELPER, self.sandbox.clone());
            self.helper = Some(helper.map_err(|error| error.to_string())?);
        }
        let helper = self.helper.as_mut().expect("just started");
        helper.call(request).map_err(|error| error.to_string())
    }
}

/// A request with the ids its buffers have on our side.
struct NativeCall {
    request: CallRequest,
    ids: Vec<u64>,
}

impl NativeCall {
    fn new(call: &Foreign, libraries: &[PathBuf], timeout: Duration) -> Option<NativeCall> {
        let (mut buffers, mut ids, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
        for arg in &call.args {
            arguments.push(match arg {
                ForeignArg::Scalar { kind, bits } => scalar(*kind, *bits)?,
                ForeignArg::Null => Argument::Pointer(Pointer::Null),
                ForeignArg::Buffer { id, bytes, offset } => {
                    let known = ids.iter().position(|known| known == id);
                    let buffer = known.unwrap_or_else(|| {
                        ids.push(*id);
                        buffers.push(Buffer {
                            bytes: bytes.clone(),
                            align: 16,
                            ..Buffer::default()
                        });
                        ids.len() - 1
                    });
                    Argument::Pointer(Pointer::Into { buffer, offset: *offset })
                }
            });
        }
        let result = match call.ret {
            None => NativeKind::Void,
            Some(kind) => native_kind(kind)?,
        };
        let request = CallRequest {
            symbol: call.symbol.clone(),
            libraries: libraries.to_vec(),
            buffers,
            arguments,
            result,
            variadic_from: call.fixed,
            timeout,
            apart: false,
        };
        Some(NativeCall { request, ids })
    }

    fn apart(mut self) -> NativeCall {
        self.request.apart = true;
        self
    }

    fn result(self, returned: coax_native::helper_process::Returned) -> ForeignResult {
        let (bits, pointer) = match returned.value {
            Value::Void => (0, None),
            Value::Int(value) => (value.into(), None),
            Value::F32(value) => (value.to_bits().into(), None),
            Value::F64(value) => (value.to_bits().into(), None),
            Value::LongDouble(bytes) => (u128::from_le_bytes(bytes), None),
            Value::Pointer(Pointer::Null) => (0, None),
            Value::Pointer(Pointer::Into { buffer, offset }) => {
                (1, Some((self.ids[buffer], offset)))
            }
            Value::Pointer(Pointer::Foreign) | Value::ForeignString(_) => {
                return ForeignResult::Failed("it returned a pointer to memory of its own".into());
            }
        };
        let after = returned.buffers.into_iter().map(|buffer| buffer.bytes);
        let buffers = self.ids.into_iter().zip(after).collect();
        ForeignResult::Returned { bits, pointer, buffers, errno: returned.errno }
    }
}

fn scalar(kind: Kind, bits: u128) -> Option<Argument> {
    Some(match kind {
        Kind::Int(width @ (1 | 8 | 16 | 32 | 64)) => {
            Argument::Int { bits: width.into(), signed: false, value: bits as u64 }
        }
        Kind::F32 => Argument::F32(f32::from_bits(bits as u32)),
        Kind::F64 => Argument::F64(f64::from_bits(bits as u64)),
        Kind::F80 => Argument::LongDouble(bits.to_le_bytes()),
        _ => return None,
    })
}

fn native_kind(kind: Kind) -> Option<NativeKind> {
    Some(match kind {
        Kind::Int(width @ (1 | 8 | 16 | 32 | 64)) => {
            NativeKind::Int { bits: width.into(), signed: false }
        }
        Kind::Ptr => NativeKind::Pointer,
        Kind::F32 => NativeKind::F32,
        Kind::F64 => NativeKind::F64,
        Kind::F80 => NativeKind::LongDouble,
        _ => return None,
    })
}

/// What a call that did not return means.
fn failure(outcome: &CallOutcome) -> ForeignResult {
    let what = describe(outcome);
    match *outcome {
        CallOutcome::CrashedBySignal(libc::SIGABRT) => ForeignResult::Wrong(ErrorKind::Abort, what),
        CallOutcome::CrashedBySignal(libc::SIGFPE) => {
            ForeignResult::Wrong(ErrorKind::DivisionByZero, what)
        }
        CallOutcome::CrashedBySignal(libc::SIGSEGV) => {
            ForeignResult::Wrong(ErrorKind::NullDereference, what)
        }
        CallOutcome::TimedOut => ForeignResult::Wrong(ErrorKind::NoTermination, what),
        _ => ForeignResult::Failed(what),
    }
}

fn describe(outcome: &CallOutcome) -> String {
    match outcome {
        CallOutcome::Returned(_) => "it returned".into(),
        CallOutcome::CrashedBySignal(signal) => format!("it was killed by signal {signal}"),
        CallOutcome::Exited(code) => format!("it ended its process with code {code}"),
        CallOutcome::TimedOut => "it did not return in time".into(),
        CallOutcome::Overrun { .. } => "it wrote beside an object it was given".into(),
        CallOutcome::NoSuchSymbol => "no library has it".into(),
        CallOutcome::Unsupported(reason) => reason.clone(),
    }
}
