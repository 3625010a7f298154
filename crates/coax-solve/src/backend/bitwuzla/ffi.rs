//! Bitwuzla behind a safe face: the only file of this crate that calls foreign code.
//!
//! A [`Library`] owns one term manager and the instances made of it. Everything else is an id:
//! a [`Handle`] names a term, an [`InstanceId`] an instance. Invariants that make the calls sound:
//! - a handle carries the number of the library it came from, and every use compares it, so a term
//!   is never used after its manager is gone or with another one;
//! - terms are released only with the whole library, except values, which never leave this file;
//! - Bitwuzla's own checks (sorts, arities) are on: a wrong call leaves a message and gives null,
//!   which becomes a panic here instead of ending the process.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char, c_void};
use std::num::NonZeroU64;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bitwuzla_sys as sys;
use coax_deadline::Deadline;

/// The kinds of terms that are used, under shorter names.
pub mod kind {
    pub use bitwuzla_sys::{
        BITWUZLA_KIND_AND as AND, BITWUZLA_KIND_APPLY as APPLY, BITWUZLA_KIND_BV_ADD as BV_ADD,
        BITWUZLA_KIND_BV_AND as BV_AND, BITWUZLA_KIND_BV_ASHR as BV_ASHR,
        BITWUZLA_KIND_BV_CONCAT as BV_CONCAT, BITWUZLA_KIND_BV_EXTRACT as BV_EXTRACT,
        BITWUZLA_KIND_BV_MUL as BV_MUL, BITWUZLA_KIND_BV_NEG as BV_NEG,
        BITWUZLA_KIND_BV_NOT as BV_NOT, BITWUZLA_KIND_BV_OR as BV_OR,
        BITWUZLA_KIND_BV_SADD_OVERFLOW as BV_SADD_OVERFLOW, BITWUZLA_KIND_BV_SDIV as BV_SDIV,
        BITWUZLA_KIND_BV_SHL as BV_SHL, BITWUZLA_KIND_BV_SHR as BV_SHR,
        BITWUZLA_KIND_BV_SIGN_EXTEND as BV_SIGN_EXTEND, BITWUZLA_KIND_BV_SLE as BV_SLE,
        BITWUZLA_KIND_BV_SLT as BV_SLT, BITWUZLA_KIND_BV_SMUL_OVERFLOW as BV_SMUL_OVERFLOW,
        BITWUZLA_KIND_BV_SREM as BV_SREM, BITWUZLA_KIND_BV_SSUB_OVERFLOW as BV_SSUB_OVERFLOW,
        BITWUZLA_KIND_BV_SUB as BV_SUB, BITWUZLA_KIND_BV_UADD_OVERFLOW as BV_UADD_OVERFLOW,
        BITWUZLA_KIND_BV_UDIV as BV_UDIV, BITWUZLA_KIND_BV_ULE as BV_ULE,
        BITWUZLA_KIND_BV_ULT as BV_ULT, BITWUZLA_KIND_BV_UMUL_OVERFLOW as BV_UMUL_OVERFLOW,
        BITWUZLA_KIND_BV_UREM as BV_UREM, BITWUZLA_KIND_BV_XOR as BV_XOR,
        BITWUZLA_KIND_BV_ZERO_EXTEND as BV_ZERO_EXTEND, BITWUZLA_KIND_EQUAL as EQUAL,
        BITWUZLA_KIND_FP_ABS as FP_ABS, BITWUZLA_KIND_FP_ADD as FP_ADD,
        BITWUZLA_KIND_FP_DIV as FP_DIV, BITWUZLA_KIND_FP_EQUAL as FP_EQUAL,
        BITWUZLA_KIND_FP_FMA as FP_FMA, BITWUZLA_KIND_FP_IS_INF as FP_IS_INF,
        BITWUZLA_KIND_FP_IS_NAN as FP_IS_NAN, BITWUZLA_KIND_FP_LEQ as FP_LEQ,
        BITWUZLA_KIND_FP_LT as FP_LT, BITWUZLA_KIND_FP_MUL as FP_MUL,
        BITWUZLA_KIND_FP_NEG as FP_NEG, BITWUZLA_KIND_FP_RTI as FP_RTI,
        BITWUZLA_KIND_FP_SQRT as FP_SQRT, BITWUZLA_KIND_FP_SUB as FP_SUB,
        BITWUZLA_KIND_FP_TO_FP_FROM_BV as FP_TO_FP_FROM_BV,
        BITWUZLA_KIND_FP_TO_FP_FROM_FP as FP_TO_FP_FROM_FP,
        BITWUZLA_KIND_FP_TO_FP_FROM_SBV as FP_TO_FP_FROM_SBV,
        BITWUZLA_KIND_FP_TO_FP_FROM_UBV as FP_TO_FP_FROM_UBV, BITWUZLA_KIND_FP_TO_SBV as FP_TO_SBV,
        BITWUZLA_KIND_FP_TO_UBV as FP_TO_UBV, BITWUZLA_KIND_IMPLIES as IMPLIES,
        BITWUZLA_KIND_ITE as ITE, BITWUZLA_KIND_NOT as NOT, BITWUZLA_KIND_OR as OR,
        BITWUZLA_KIND_XOR as XOR,
    };
}

/// A kind of term, one of [`kind`].
pub type Kind = sys::BitwuzlaKind;

/// IEEE rounding modes, as Bitwuzla numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    NearestEven = sys::BITWUZLA_RM_RNE as isize,
    NearestAway = sys::BITWUZLA_RM_RNA as isize,
    Down = sys::BITWUZLA_RM_RTN as isize,
    Up = sys::BITWUZLA_RM_RTP as isize,
    TowardZero = sys::BITWUZLA_RM_RTZ as isize,
}

/// A term of one library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle {
    raw: NonZeroU64,
    library: u32,
}

/// An instance of one library: a solver with assertions of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstanceId(usize);

/// What a check said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Sat,
    Unsat,
    Unknown,
}

/// When a running check has to stop, by the time this thread has worked. Shared with the callback of
/// every instance.
struct Brake {
    question: Cell<Option<Duration>>,
    deadline: Deadline,
}

/// A term manager and the instances made of it.
pub struct Library {
    manager: NonNull<sys::BitwuzlaTermManager>,
    options: NonNull<sys::BitwuzlaOptions>,
    instances: Vec<Option<NonNull<sys::Bitwuzla>>>,
    brake: Box<Brake>,
    number: u32,
}

// SAFETY: manager, instances and brake are reached only through this value, so they move to another
// thread together; Bitwuzla keeps nothing per thread between calls except the abort callback, which
// `listen` sets before every call that can need it.
unsafe impl Send for Library {}

/// Numbers libraries, so that a handle can tell whose it is. Influences nothing else.
static NEXT_LIBRARY: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The last complaint of Bitwuzla on this thread.
    static COMPLAINT: RefCell<String> = const { RefCell::new(String::new()) };
}

unsafe extern "C" fn on_abort(message: *const c_char) {
    // SAFETY: Bitwuzla passes a terminated string that lives during the call.
    let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    COMPLAINT.with(|complaint| *complaint.borrow_mut() = message);
}

unsafe extern "C" fn on_poll(state: *mut c_void) -> i32 {
    // SAFETY: `state` is the brake of the library that owns the calling instance, boxed and only
    // read or changed through cells.
    let brake = unsafe { &*state.cast::<Brake>() };
    let late = brake.question.get().is_some_and(|end| worked() >= end);
    i32::from(late || brake.deadline.is_over())
}

/// How long this thread has worked: what a busy machine does not add to.
pub fn worked() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only fills in the struct it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn complain() -> ! {
    let message = COMPLAINT.with(|complaint| complaint.take());
    panic!("a call of Bitwuzla failed: {message}")
}

/// After calls that give nothing back to tell failure by.
fn require_no_complaint() {
    if COMPLAINT.with(|complaint| !complaint.borrow().is_empty()) {
        complain();
    }
}

impl Library {
    pub fn new(seed: u64, deadline: Deadline) -> Library {
        // SAFETY: no preconditions.
        let (manager, options) =
            unsafe { (sys::bitwuzla_term_manager_new(), sys::bitwuzla_options_new()) };
        let library = Library {
            manager: NonNull::new(manager).unwrap_or_else(|| complain()),
            options: NonNull::new(options).unwrap_or_else(|| complain()),
            instances: Vec::new(),
            brake: Box::new(Brake { question: Cell::new(None), deadline }),
            number: NEXT_LIBRARY.fetch_add(1, Ordering::Relaxed),
        };
        library.listen();
        // Bitwuzla's generator takes 32 bits.
        let seed = u64::from(seed as u32);
        // SAFETY: the options are alive and the option numbers are Bitwuzla's own.
        unsafe {
            sys::bitwuzla_set_option(options, sys::BITWUZLA_OPT_PRODUCE_MODELS, 1);
            sys::bitwuzla_set_option(options, sys::BITWUZLA_OPT_SEED, seed);
        }
        library
    }

    /// Complaints raised on this thread are recorded from here on (the callback is per thread).
    fn listen(&self) {
        // SAFETY: the callback is a function, alive for ever.
        unsafe { sys::bitwuzla_set_abort_callback(Some(on_abort)) };
    }

    fn manager(&self) -> *mut sys::BitwuzlaTermManager {
        self.manager.as_ptr()
    }

    fn raw(&self, handle: Handle) -> sys::BitwuzlaTerm {
        assert_eq!(handle.library, self.number, "a term of another library");
        handle.raw.get()
    }

    fn wrap(&self, raw: sys::BitwuzlaTerm) -> Handle {
        let raw = NonZeroU64::new(raw).unwrap_or_else(|| complain());
        Handle { raw, library: self.number }
    }

    fn instance(&self, id: InstanceId) -> *mut sys::Bitwuzla {
        self.instances[id.0].expect("the instance was not dropped").as_ptr()
    }

    fn bits_sort(&self, width: u32) -> sys::BitwuzlaSort {
        // SAFETY: the manager is alive.
        unsafe { sys::bitwuzla_mk_bv_sort(self.manager(), u64::from(width)) }
    }

    pub fn truth(&self, value: bool) -> Handle {
        // SAFETY: the manager is alive.
        let raw = unsafe {
            match value {
                true => sys::bitwuzla_mk_true(self.manager()),
                false => sys::bitwuzla_mk_false(self.manager()),
            }
        };
        self.wrap(raw)
    }

    /// The bit-vector with these limbs, lowest first.
    pub fn bits(&self, width: u32, limbs: &[u64]) -> Handle {
        let sort = self.bits_sort(width);
        if let [value] = limbs {
            // SAFETY: manager and sort are alive.
            return self
                .wrap(unsafe { sys::bitwuzla_mk_bv_value_uint64(self.manager(), sort, *value) });
        }
        let digits: String = limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
        let digits = digits.trim_start_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits };
        let digits = CString::new(digits).expect("digits have no zero byte");
        // SAFETY: manager and sort are alive; the string is read during the call.
        let raw = unsafe { sys::bitwuzla_mk_bv_value(self.manager(), sort, digits.as_ptr(), 16) };
        self.wrap(raw)
    }

    /// A fresh bit-vector symbol.
    pub fn symbol(&self, width: u32, name: &str) -> Handle {
        let name = CString::new(name.replace('\0', "_")).expect("zero bytes were replaced");
        // SAFETY: manager and sort are alive; the name is read during the call.
        let raw =
            unsafe { sys::bitwuzla_mk_const(self.manager(), self.bits_sort(width), name.as_ptr()) };
        self.wrap(raw)
    }

    /// A fresh function symbol over bit-vectors.
    pub fn function(&self, name: &str, arguments: &[u32], result: u32) -> Handle {
        let name = CString::new(name.replace('\0', "_")).expect("zero bytes were replaced");
        let mut domain: Vec<_> = arguments.iter().map(|width| self.bits_sort(*width)).collect();
        // SAFETY: manager and sorts are alive; array and name are read during the calls.
        let raw = unsafe {
            let codomain = self.bits_sort(result);
            let arity = domain.len() as u64;
            let sort =
                sys::bitwuzla_mk_fun_sort(self.manager(), arity, domain.as_mut_ptr(), codomain);
            sys::bitwuzla_mk_const(self.manager(), sort, name.as_ptr())
        };
        self.wrap(raw)
    }

    pub fn rounding(&self, mode: Rounding) -> Handle {
        // SAFETY: the manager is alive.
        self.wrap(unsafe { sys::bitwuzla_mk_rm_value(self.manager(), mode as _) })
    }

    pub fn op1(&self, kind: Kind, a: Handle) -> Handle {
        // SAFETY: manager and terms are alive.
        self.wrap(unsafe { sys::bitwuzla_mk_term1(self.manager(), kind, self.raw(a)) })
    }

    pub fn op2(&self, kind: Kind, a: Handle, b: Handle) -> Handle {
        let (a, b) = (self.raw(a), self.raw(b));
        // SAFETY: manager and terms are alive.
        self.wrap(unsafe { sys::bitwuzla_mk_term2(self.manager(), kind, a, b) })
    }

    pub fn op3(&self, kind: Kind, a: Handle, b: Handle, c: Handle) -> Handle {
        let (a, b, c) = (self.raw(a), self.raw(b), self.raw(c));
        // SAFETY: manager and terms are alive.
        self.wrap(unsafe { sys::bitwuzla_mk_term3(self.manager(), kind, a, b, c) })
    }

    /// A term with any number of operands and indices.
    pub fn op(&self, kind: Kind, operands: &[Handle], indices: &[u64]) -> Handle {
        let mut operands: Vec<_> = operands.iter().map(|operand| self.raw(*operand)).collect();
        // SAFETY: manager and terms are alive; both arrays are read during the call, with their
        // lengths beside them.
        let raw = unsafe {
            sys::bitwuzla_mk_term_indexed(
                self.manager(),
                kind,
                operands.len() as u32,
                operands.as_mut_ptr(),
                indices.len() as u32,
                indices.as_ptr(),
            )
        };
        self.wrap(raw)
    }

    pub fn new_instance(&mut self) -> InstanceId {
        self.listen();
        let state: *const Brake = &*self.brake;
        // SAFETY: manager and options are alive. The brake is boxed and outlives the instances,
        // which are deleted first when the library is dropped.
        let raw = unsafe {
            let raw = sys::bitwuzla_new(self.manager(), self.options.as_ptr());
            sys::bitwuzla_set_termination_callback(raw, Some(on_poll), state.cast_mut().cast());
            raw
        };
        let instance = NonNull::new(raw).unwrap_or_else(|| complain());
        let free = self.instances.iter().position(Option::is_none);
        let index = free.unwrap_or(self.instances.len());
        if index == self.instances.len() {
            self.instances.push(None);
        }
        self.instances[index] = Some(instance);
        InstanceId(index)
    }

    pub fn drop_instance(&mut self, id: InstanceId) {
        let instance = self.instances[id.0].take().expect("the instance was not dropped");
        // SAFETY: it was made by `new_instance` and has just been taken out: deleted once.
        unsafe { sys::bitwuzla_delete(instance.as_ptr()) };
    }

    pub fn assert(&mut self, id: InstanceId, term: Handle) {
        self.listen();
        // SAFETY: instance and term are alive.
        unsafe { sys::bitwuzla_assert(self.instance(id), self.raw(term)) };
        require_no_complaint();
    }

    /// Are the assertions satisfiable together with the assumptions, until the deadline?
    pub fn check(
        &mut self,
        id: InstanceId,
        assumptions: &[Handle],
        deadline: Option<Duration>,
    ) -> Verdict {
        self.listen();
        self.brake.question.set(deadline);
        let mut raw: Vec<_> = assumptions.iter().map(|term| self.raw(*term)).collect();
        // SAFETY: instance and terms are alive; the array is read during the call.
        let verdict = unsafe {
            sys::bitwuzla_check_sat_assuming(self.instance(id), raw.len() as u32, raw.as_mut_ptr())
        };
        require_no_complaint();
        match verdict {
            sys::BITWUZLA_SAT => Verdict::Sat,
            sys::BITWUZLA_UNSAT => Verdict::Unsat,
            _ => Verdict::Unknown,
        }
    }

    /// The value of a bit-vector of at most 128 bits in the model of the last check, which said Sat.
    pub fn value(&mut self, id: InstanceId, term: Handle) -> u128 {
        self.listen();
        // SAFETY: instance and term are alive; the value is read and released before this
        // function returns; the string belongs to Bitwuzla until its next call.
        unsafe {
            let value = self.wrap(sys::bitwuzla_get_value(self.instance(id), self.raw(term)));
            let digits = CStr::from_ptr(sys::bitwuzla_term_value_get_str_fmt(value.raw.get(), 16));
            let digits = digits.to_str().expect("digits are ASCII");
            let number = u128::from_str_radix(digits, 16).expect("a value in hexadecimal");
            sys::bitwuzla_term_release(value.raw.get());
            number
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        for index in 0..self.instances.len() {
            if self.instances[index].is_some() {
                self.drop_instance(InstanceId(index));
            }
        }
        // SAFETY: the instances are gone; both were made by `new` and are deleted once. The manager
        // releases its terms and sorts with itself.
        unsafe {
            sys::bitwuzla_options_delete(self.options.as_ptr());
            sys::bitwuzla_term_manager_delete(self.manager());
        }
    }
}
