// std::array, pair, tuple: comparison, tie, get, cat, swap, structured access, apply.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>

struct Date {
    int y, m, d;
    auto key() const { return std::tie(y, m, d); }
    bool operator<(const Date &o) const { return key() < o.key(); }
};
static std::pair<int, int> divide(int a, int b) { return {a / b, a % b}; }

int main() {
    std::array<int, 6> a{5, 2, 9, 1, 7};
    std::sort(a.begin(), a.end());
    for (int x : a)
        std::printf("%d ", x);
    std::printf("%zu %d %d\n", a.size(), a.front(), a.back());
    std::array<int, 6> b = a;
    b[2]++;
    std::printf("%d %d %d\n", a == b, a < b, std::get<3>(b));
    b.fill(4);
    a.swap(b);
    std::printf("%d %d\n", a[5], b[5]);
    try {
        (void)a.at(6);
    } catch (const std::exception &e) {
        std::puts(e.what());
    }
    std::array<std::array<char, 3>, 2> grid{{{'a', 'b', 'c'}, {'d', 'e', 'f'}}};
    std::printf("%c%c\n", grid[0][2], grid[1][0]);
    int q, r;
    std::tie(q, r) = divide(17, 5);
    std::tie(std::ignore, q) = std::make_pair(1, 2);
    std::printf("%d %d\n", q, r);
    Date dates[] = {{2020, 5, 1}, {2019, 12, 31}, {2020, 4, 30}};
    std::sort(std::begin(dates), std::end(dates));
    for (auto &d : dates)
        std::printf("%d-%d-%d ", d.y, d.m, d.d);
    std::puts("");
    auto t = std::make_tuple(1, std::string("two"), 3.0);
    auto u = std::tuple_cat(t, std::make_pair('4', 5L));
    std::printf("%zu %s %c %ld\n", std::tuple_size_v<decltype(u)>, std::get<1>(u).c_str(), std::get<3>(u), std::get<long>(u));
    std::get<0>(t) = 10;
    std::printf("%d %d\n", t > std::make_tuple(1, std::string("zzz"), 0.0), std::get<int>(t));
    std::pair<std::string, int> p{"x", 1}, s{"x", 2};
    std::printf("%d %d\n", p < s, p != s);
    std::swap(p, s);
    std::printf("%d %s\n", p.second, s.first.c_str());
    printf("%d\n", std::apply([](auto... v) { return static_cast<int>(sizeof...(v)); }, u));
    auto made = std::make_from_tuple<std::string>(std::make_tuple(3, 'z'));
    std::puts(made.c_str());
    return 0;
}
