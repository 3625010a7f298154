// Unwinding: destructors in order, through many frames, arrays half built, constructors, uncaught_exceptions.
#include <cstdio>
#include <exception>
#include <memory>

struct T {
    int id;
    static int live;
    explicit T(int n = 0, bool fail = false) : id(n) {
        if (fail)
            throw n;
        ++live;
    }
    T(const T &o) : id(o.id) { ++live; }
    ~T() {
        --live;
        std::printf("~%d%s ", id, std::uncaught_exceptions() ? "!" : "");
    }
};
int T::live;

static void deep(int n) {
    T t(n);
    if (n == 0)
        throw 'x';
    deep(n - 1);
}

struct Half {
    T a, b;
    T *raw;
    explicit Half(bool fail) : a(1), b(2, fail), raw(nullptr) {}
};
struct Counted {
    static int made;
    T t;
    Counted() : t(50 + made) {
        if (++made == 3)
            throw made;
    }
};
int Counted::made;

struct Tried {
    T t;
    int v;
    static int fail(int n) { throw n; }
    explicit Tried(int n) try : t(n), v(fail(n)) {
    } catch (int i) {
        std::printf("function-try %d ", i);
    } /* rethrows */
};

static int with_try(int n) try {
    T t(n);
    if (n > 5)
        throw n;
    return n;
} catch (int i) {
    return -i;
}

struct Cleanup {
    ~Cleanup() {
        try {
            throw 1; /* caught inside: allowed while unwinding */
        } catch (int) {
            std::printf("swallowed ");
        }
    }
};

int main() {
    try {
        deep(4);
    } catch (char c) {
        std::printf("%c %d\n", c, T::live);
    }
    try {
        Half h(true);
    } catch (int) {
        std::printf("half %d\n", T::live);
    }
    try {
        std::unique_ptr<Counted[]> list(new Counted[5]);
    } catch (int n) {
        std::printf("array %d %d\n", n, T::live);
    }
    try {
        Tried t(8);
    } catch (int n) {
        std::printf("tried %d %d\n", n, T::live);
    }
    std::printf("%d %d\n", with_try(3), with_try(9));
    try {
        Cleanup c;
        T t(70);
        throw 2.5;
    } catch (double) {
        std::printf("double %d\n", T::live);
    }
    try {
        try {
            throw T(80);
        } catch (T t) { /* a copy: both are destroyed */
            std::printf("caught %d live %d\n", t.id, T::live);
            throw;
        }
    } catch (const T &t) {
        std::printf("again %d live %d\n", t.id, T::live);
    }
    std::printf("%d\n", T::live);
    return 0;
}
