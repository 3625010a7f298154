// Variadic templates: packs, folds, recursion, forwarding, index sequences, tuple printing.
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>

static void print() { std::puts("."); }
template <class T, class... Rest> static void print(const T &first, const Rest &...rest) {
    std::printf("%s ", std::to_string(first).c_str());
    print(rest...);
}
template <class... T> static auto sum(T... v) { return (v + ...); }
template <class... T> static bool all(T... v) { return (v && ...); }
template <class... T> static int count(T &&...) { return sizeof...(T); }
template <class... T> static long digits(T... v) {
    long r = 0;
    ((r = r * 10 + v), ...);
    return r;
}

struct Probe {
    int copies = 0, moves = 0;
    Probe() = default;
    Probe(const Probe &o) : copies(o.copies + 1), moves(o.moves) {}
    Probe(Probe &&o) noexcept : copies(o.copies), moves(o.moves + 1) {}
};
struct Holder {
    Probe p;
    int n;
    Holder(Probe q, int k) : p(std::move(q)), n(k) {}
};
template <class T, class... A> static T *make(A &&...a) { return new T(std::forward<A>(a)...); }

template <class Tuple, size_t... I> static void show(const Tuple &t, std::index_sequence<I...>) {
    ((std::printf("%zu=%s ", I, std::to_string(std::get<I>(t)).c_str())), ...);
    std::puts("");
}
template <class... T> struct Sizes { static constexpr size_t total = (sizeof(T) + ... + 0); };
template <int... N> struct List {
    static constexpr int values[] = {N...};
    static constexpr int product = (N * ...);
};

int main() {
    print(1, 2.5, 'a', 10000000000L);
    print();
    std::printf("%d %g %ld\n", sum(1, 2, 3), sum(0.5, 1), digits(1, 2, 3, 4));
    std::printf("%d %d %d\n", all(true, 1, 2.5), all(1, 0), all());
    std::printf("%d %d\n", count(), count(1, "two", 3.0));
    Probe p;
    Holder *a = make<Holder>(p, 1), *b = make<Holder>(std::move(p), 2), *c = make<Holder>(Probe(), 3);
    std::printf("%d%d %d%d %d%d\n", a->p.copies, a->p.moves, b->p.copies, b->p.moves, c->p.copies, c->p.moves);
    delete a;
    delete b;
    delete c;
    auto t = std::make_tuple(7, 1.25, 'x');
    show(t, std::make_index_sequence<3>());
    std::printf("%zu %zu\n", Sizes<int, char, double>::total, Sizes<>::total);
    std::printf("%d %d\n", List<2, 3, 7>::product, List<2, 3, 7>::values[2]);
    std::printf("%d\n", std::apply([](int x, double y, char z) { return x + static_cast<int>(y * 4) + z; }, t));
    return 0;
}
