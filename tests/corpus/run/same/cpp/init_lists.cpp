// Initializer lists, uniform initialisation, aggregate bases, narrowing-free braces, structured bindings.
#include <cstdio>
#include <initializer_list>
#include <map>
#include <string>
#include <tuple>
#include <vector>

struct Set {
    std::vector<int> items;
    Set(std::initializer_list<int> l) : items(l) {}
    explicit Set(int n, int v) : items(static_cast<size_t>(n), v) {}
    Set &add(std::initializer_list<int> l) {
        items.insert(items.end(), l);
        return *this;
    }
};
struct Point { int x, y = 5; };
struct Named : Point { std::string name = "unnamed"; };
static int total(std::initializer_list<int> l) {
    int s = 0;
    for (int i : l)
        s += i;
    return s * 10 + static_cast<int>(l.size());
}
static std::tuple<int, std::string, double> record() { return {7, "seven", 7.5}; }

struct Custom { int a = 1; long b = 2; };
template <size_t I> auto get(const Custom &c) {
    if constexpr (I == 0)
        return c.a;
    else
        return c.b;
}
template <> struct std::tuple_size<Custom> : std::integral_constant<size_t, 2> {};
template <> struct std::tuple_element<0, Custom> { using type = int; };
template <> struct std::tuple_element<1, Custom> { using type = long; };

int main() {
    Set a{3, 4}, b(3, 4);
    std::printf("%zu %zu %zu\n", a.items.size(), b.items.size(), a.add({1, 2, 3}).items.size());
    std::printf("%d %d\n", total({}), total({1, 2, 3}));
    Point p{1}, q{.x = 2, .y = 3}, r{};
    Named n{{4, 6}, "named"}, m{};
    std::printf("%d %d %d %d %d %s %s %d\n", p.y, q.y, r.x, n.x, n.y, n.name.c_str(), m.name.c_str(), m.y);
    auto [i, s, d] = record();
    std::printf("%d %s %g\n", i, s.c_str(), d);
    int raw[3] = {1, 2, 3};
    auto &[x, y, z] = raw;
    y = 20;
    std::printf("%d %d\n", raw[1], x + y + z);
    std::map<std::string, std::vector<int>> groups{{"odd", {1, 3}}, {"even", {2, 4, 6}}};
    for (auto &[key, values] : groups) {
        values.push_back(9);
        std::printf("%s %zu ", key.c_str(), values.size());
    }
    if (auto [it, inserted] = groups.insert({"none", {}}); inserted)
        std::printf("%s\n", it->first.c_str());
    auto &[px, py] = q;
    px += 100;
    auto [ca, cb] = Custom{};
    std::printf("%d %d %d %ld\n", q.x, py, ca, cb);
    switch (int k = total({2}); k) {
    case 21: std::puts("21"); break;
    default: std::printf("%d\n", k);
    }
    for (auto [u, v] : {std::pair{1, 'a'}, {2, 'b'}})
        std::printf("%d%c ", u, v);
    std::puts("");
    return 0;
}
