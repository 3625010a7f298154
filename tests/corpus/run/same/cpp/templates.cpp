// Templates: functions, classes, specialisation, partial specialisation, non-type parameters, defaults.
#include <cstdio>
#include <cstring>

template <class T> T max_of(T a, T b) { return a < b ? b : a; }
template <> const char *max_of(const char *a, const char *b) { return std::strcmp(a, b) < 0 ? b : a; }

template <class T, int N = 4> class Stack {
    T items[N];
    int count = 0;
public:
    bool push(const T &t) {
        if (count == N)
            return false;
        items[count++] = t;
        return true;
    }
    T pop() { return items[--count]; }
    template <class F> void each(F f) const {
        for (int i = 0; i < count; i++)
            f(items[i]);
    }
    static constexpr int capacity = N;
};

template <class T> struct Kind { static const char *name() { return "value"; } };
template <class T> struct Kind<T *> { static const char *name() { return "pointer"; } };
template <class T, int N> struct Kind<T[N]> { static const char *name() { return "array"; } };
template <class R, class... A> struct Kind<R(A...)> {
    static const char *name() { return "function"; }
    static constexpr int arity = sizeof...(A);
};
template <> struct Kind<bool> { static const char *name() { return "bool"; } };

template <unsigned N> struct Factorial { static constexpr unsigned long value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr unsigned long value = 1; };

template <class T> struct Counter {
    static int made;
    Counter() { ++made; }
};
template <class T> int Counter<T>::made = 0;

template <template <class, int> class C, class T> int fill(T t) {
    C<T, 3> c;
    int n = 0;
    while (c.push(t))
        n++;
    return n;
}
template <class T> static T accumulate(const T *p, int n, T start = T()) {
    for (int i = 0; i < n; i++)
        start = start + p[i];
    return start;
}

int main() {
    std::printf("%d %g %s\n", max_of(3, 9), max_of(2.5, -1.0), max_of("apple", "pear"));
    Stack<int> s;
    for (int i = 0; i < 6; i++)
        std::printf("%d", s.push(i * i));
    int sum = 0;
    s.each([&](int x) { sum += x; });
    std::printf(" %d %d %d\n", sum, s.pop(), Stack<char, 9>::capacity);
    std::printf("%s %s %s %s %s\n", Kind<int>::name(), Kind<int *>::name(), Kind<int[3]>::name(), Kind<int(char, long)>::name(), Kind<bool>::name());
    std::printf("%d %lu\n", Kind<int(char, long)>::arity, Factorial<15>::value);
    Counter<int> a, b;
    Counter<char> c;
    (void)a, (void)b, (void)c;
    std::printf("%d %d\n", Counter<int>::made, Counter<char>::made);
    std::printf("%d\n", fill<Stack>(2.5));
    double d[] = {0.5, 1.5};
    int i[] = {1, 2, 3};
    std::printf("%g %d\n", accumulate(d, 2), accumulate(i, 3, 100));
    return 0;
}
