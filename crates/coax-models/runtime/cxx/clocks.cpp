// Clocks, random_device, and the pieces of the thread library that make sense
// with a single thread: std::call_once, futures that are already or lazily computed,
// condition variables nobody waits on.
//
// What would need a second thread (std::thread, waiting) is left undefined on purpose:
// a program that gets there is told that it is not supported.

#include "runtime.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <future>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>

// The headers use plain instead of atomic counters when this says that they may.
extern "C" __attribute__((weak)) char __libc_single_threaded = 1;

namespace std {

// ---- clocks -----------------------------------------------------------------------------

namespace {

chrono::nanoseconds read_clock(clockid_t which) {
    timespec time;
    clock_gettime(which, &time);
    return chrono::seconds(time.tv_sec) + chrono::nanoseconds(time.tv_nsec);
}

} // namespace

namespace chrono {
inline namespace _V2 {

system_clock::time_point system_clock::now() noexcept {
    return time_point(duration_cast<duration>(read_clock(CLOCK_REALTIME)));
}

steady_clock::time_point steady_clock::now() noexcept {
    return time_point(duration_cast<duration>(read_clock(CLOCK_MONOTONIC)));
}

} // namespace _V2
} // namespace chrono

// ---- random_device ----------------------------------------------------------------------

// All the usual tokens name the same source: the operating system's.
void random_device::_M_init(const string &token) {
    for (const char *known : {"default", "rdrand", "rdrnd", "rdseed", "hw", "hardware", "prng",
                              "getentropy", "arc4random", "/dev/urandom", "/dev/random"})
        if (token == known)
            return;
    __throw_runtime_error("random_device::random_device(const std::string&): unsupported token");
}

void random_device::_M_init_pretr1(const string &) {}
void random_device::_M_fini() {}

random_device::result_type random_device::_M_getval() {
    result_type value;
    if (getentropy(&value, sizeof value) != 0)
        __throw_runtime_error("random_device could not be read");
    return value;
}

random_device::result_type random_device::_M_getval_pretr1() { return _M_getval(); }

double random_device::_M_getentropy() const noexcept { return 8 * sizeof(result_type); }

// ---- call_once --------------------------------------------------------------------------

__thread void *__once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

// ---- condition variables, futures, threads ----------------------------------------------

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::notify_one() noexcept {}
void condition_variable::notify_all() noexcept {}

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}

unsigned thread::hardware_concurrency() noexcept { return 1; }

// Code that could start a thread refers to this class even if it never does.
thread::_State::~_State() = default;

// ---- assertions in the headers (_GLIBCXX_ASSERTIONS) ------------------------------------

void __glibcxx_assert_fail(const char *file, int line, const char *function,
                           const char *condition) noexcept {
    if (file && function && condition)
        fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function, condition);
    abort();
}

} // namespace std
