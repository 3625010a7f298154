// Pointers to data members and member functions, virtual and not, through bases, in tables.
#include <cstdio>

struct Base {
    int a = 1, b = 2;
    virtual ~Base() = default;
    virtual int value(int k) { return a * k; }
    int plain(int k) { return b + k; }
    int constant() const { return 77; }
};
struct Other {
    int o = 50;
    int get(int k) { return o + k; }
    virtual int late(int k) { return o - k; }
};
struct Derived : Other, Base {
    int value(int k) override { return b * k * 100; }
    int late(int k) override { return k; }
};

static int sum(const Base *list, int n, int Base::*field) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += list[i].*field;
    return s;
}

int main() {
    Base list[3];
    list[1].a = 10;
    list[2].b = 20;
    std::printf("%d %d\n", sum(list, 3, &Base::a), sum(list, 3, &Base::b));
    Derived d;
    Base *p = &d;
    int (Base::*methods[])(int) = {&Base::value, &Base::plain};
    for (auto m : methods)
        std::printf("%d %d %d\n", (p->*m)(3), (list[0].*m)(3), (d.*m)(4));
    int (Base::*c)() const = &Base::constant;
    std::printf("%d\n", (p->*c)());
    int (Derived::*converted)(int) = &Base::plain; /* adjusts this */
    int (Derived::*other)(int) = &Other::get;
    int (Derived::*late)(int) = &Other::late;
    std::printf("%d %d %d\n", (d.*converted)(5), (d.*other)(6), (d.*late)(7));
    int Derived::*field = &Base::b;
    d.*field = 9;
    std::printf("%d %d\n", d.b, p->*&Base::b);
    int Base::*none = nullptr;
    int (Base::*no_method)(int) = nullptr;
    std::printf("%d %d %d %d\n", none == nullptr, no_method == nullptr, methods[0] == &Base::value, methods[0] == methods[1]);
    auto back = static_cast<int (Base::*)(int)>(&Derived::value);
    std::printf("%d\n", (p->*back)(1));
    return 0;
}
