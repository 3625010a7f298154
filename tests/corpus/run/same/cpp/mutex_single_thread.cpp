// Mutexes, lock guards, call_once and atomics used by a single thread.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <shared_mutex>

static std::mutex m;
static std::recursive_mutex rm;
static std::once_flag once;
static std::atomic<int> counter{5};

static int nested(int n) {
    std::lock_guard<std::recursive_mutex> lock(rm);
    return n == 0 ? 0 : n + nested(n - 1);
}

int main() {
    {
        std::lock_guard<std::mutex> lock(m);
        std::printf("%d\n", counter.load());
    }
    std::unique_lock<std::mutex> u(m, std::defer_lock);
    std::printf("%d", u.owns_lock());
    std::printf("%d", u.try_lock());
    u.unlock();
    u.lock();
    std::printf("%d\n", u.owns_lock());
    u.unlock();
    std::printf("%d\n", nested(10));
    for (int i = 0; i < 3; i++)
        std::call_once(once, [] { std::puts("once"); });
    counter += 10;
    counter++;
    int expected = 16;
    std::printf("%d %d\n", counter.compare_exchange_strong(expected, 1), counter.exchange(2));
    std::atomic<double> d{1.5};
    d.store(d.load() * 2);
    std::atomic<const char *> text{"text"};
    text.fetch_add(2);
    std::printf("%g %s %d\n", d.load(), text.load(), counter.is_lock_free());
    std::shared_mutex sm;
    std::shared_lock<std::shared_mutex> reader(sm);
    std::printf("%d\n", reader.owns_lock());
    std::atomic_flag flag = ATOMIC_FLAG_INIT;
    std::printf("%d%d\n", flag.test_and_set(), flag.test_and_set());
    std::mutex a, b;
    std::scoped_lock both(a, b);
    return 0;
}
