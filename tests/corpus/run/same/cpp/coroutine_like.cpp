// C++20 coroutines: a generator, a lazy task, early destruction.
//@ cflags: -std=c++20
#include <coroutine>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

template <class T> struct Generator {
    struct promise_type {
        T current;
        std::exception_ptr error;
        Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v) {
            current = v;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { error = std::current_exception(); }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(Generator &&o) noexcept : handle(std::exchange(o.handle, nullptr)) {}
    ~Generator() {
        if (handle)
            handle.destroy();
    }
    bool next() {
        handle.resume();
        if (handle.promise().error)
            std::rethrow_exception(handle.promise().error);
        return !handle.done();
    }
    T value() const { return handle.promise().current; }
};
struct Guard {
    const char *name;
    ~Guard() { std::printf("~%s ", name); }
};

static Generator<int> fibonacci(int limit) {
    Guard g{"fib"};
    for (int a = 0, b = 1; a < limit; b = std::exchange(a, b) + b)
        co_yield a;
}
static Generator<int> evens(Generator<int> source) {
    while (source.next())
        if (source.value() % 2 == 0)
            co_yield source.value();
}
static Generator<int> failing() {
    co_yield 1;
    throw std::runtime_error("inside");
}

int main() {
    for (auto g = fibonacci(100); g.next();)
        std::printf("%d ", g.value());
    std::puts("");
    for (auto g = evens(fibonacci(1000)); g.next();)
        std::printf("%d ", g.value());
    std::puts("");
    {
        auto g = fibonacci(10);
        g.next();
        g.next();
        std::printf("early ");
    }
    std::puts("");
    auto f = failing();
    try {
        while (f.next())
            std::printf("%d ", f.value());
    } catch (const std::exception &e) {
        std::puts(e.what());
    }
    return 0;
}
