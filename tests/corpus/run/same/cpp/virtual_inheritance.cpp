// Virtual inheritance: one shared base, construction order, offsets through vtables, dynamic_cast across.
#include <cstdio>

struct Top {
    int t;
    explicit Top(int n) : t(n) { std::printf("Top(%d) ", n); }
    virtual ~Top() { std::printf("~Top "); }
    virtual int value() const { return t; }
};
struct A : virtual Top {
    int a = 10;
    A() : Top(1) { std::printf("A "); }
    ~A() override { std::printf("~A "); }
    int value() const override { return t + a; }
};
struct B : virtual Top {
    int b = 20;
    B() : Top(2) { std::printf("B "); }
    ~B() override { std::printf("~B "); }
    virtual int other() const { return b - t; }
};
struct C : A, B {
    int c = 30;
    C() : Top(3) { std::printf("C "); }
    ~C() override { std::printf("~C "); }
    int other() const override { return B::other() + c; }
};
struct D : C, virtual Top {
    D() : Top(4) { std::printf("D "); }
    int value() const override { return -t; }
};

static int through(const Top &t) { return t.value(); }

int main() {
    A a;
    std::printf("%d\n", a.value());
    B b;
    std::printf("%d\n", b.value());
    {
        C c;
        std::printf("%d %d %d\n", through(c), c.other(), c.t);
        Top *t = &c;
        B *pb = &c;
        A *pa = dynamic_cast<A *>(pb);
        std::printf("%d %d %d\n", pa == &c, dynamic_cast<C *>(t) == &c, static_cast<A *>(&c)->value());
        pa->t = 77;
        std::printf("%d %d\n", pb->t, t->value());
        C copy = c;
        copy.t = 5;
        std::printf("%d %d\n", c.t, copy.value());
    }
    std::puts("");
    Top *d = new C;
    std::printf("%d\n", d->value());
    delete d;
    d = new D;
    std::printf("%d %d\n", d->value(), dynamic_cast<B *>(d)->other());
    delete d;
    std::puts("");
    return 0;
}
