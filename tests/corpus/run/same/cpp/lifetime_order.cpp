// Order of construction and destruction: members, bases, arrays, temporaries, globals, static locals.
#include <cstdio>

struct Tracer {
    const char *name;
    int n;
    explicit Tracer(const char *s = "array", int k = 0) : name(s), n(k) { std::printf("+%s%d ", name, n); }
    Tracer(const Tracer &o) : name(o.name), n(o.n + 100) { std::printf("copy %s%d ", name, n); }
    ~Tracer() { std::printf("-%s%d ", name, n); }
};

static Tracer first_global("global", 1), second_global("global", 2);

struct Base {
    Tracer b{"base"};
    ~Base() { std::printf("~Base "); }
};
struct Derived : Base {
    Tracer m2, m1; /* declared order counts, not the initialiser list's */
    Derived() : m2("m", 2), m1("m", 1) { std::printf("Derived() "); }
    ~Derived() { std::printf("~Derived "); }
};

static Tracer &local_static(int n) {
    static Tracer t("static", n);
    return t;
}

static Tracer make(int n) { return Tracer("made", n); }
static int use(const Tracer &t) { return t.n; }

int main() {
    std::puts("main");
    {
        Derived d;
        std::puts("");
    }
    std::puts("");
    {
        Tracer list[3];
        list[1].n = 1;
        std::puts("");
    }
    std::puts("");
    int sum = use(Tracer("temp", 5)) + use(make(6));
    std::printf("%d\n", sum);
    const Tracer &extended = make(7);
    std::printf("%d\n", extended.n);
    Tracer copy = extended;
    std::puts("");
    local_static(1);
    local_static(2);
    std::puts("");
    Tracer *p = new Tracer("heap", 9);
    delete p;
    Tracer *q = new Tracer[2];
    q[1].n = 3;
    delete[] q;
    std::puts("");
    for (int i = 0; i < 3; i++) {
        Tracer loop("loop", i);
        if (i == 1)
            continue;
        std::printf("body ");
    }
    std::puts("");
    return 0;
}
