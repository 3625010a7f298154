// C++20: three-way comparison, concepts, ranges, span, designated initialisers, consteval, format-free printing.
//@ cflags: -std=c++20
#include <algorithm>
#include <compare>
#include <concepts>
#include <cstdio>
#include <numbers>
#include <ranges>
#include <span>
#include <string>
#include <vector>

struct Version {
    int major, minor;
    auto operator<=>(const Version &) const = default;
};
template <std::integral T> static const char *kind(T) { return "integral"; }
template <std::floating_point T> static const char *kind(T) { return "floating"; }
template <class T>
concept Sized = requires(T t) { { t.size() } -> std::convertible_to<size_t>; };
template <Sized T> static size_t bytes(const T &t) { return t.size() * sizeof(t[0]); }
consteval int cube(int x) { return x * x * x; }
static int total(std::span<const int> s) {
    int t = 0;
    for (int x : s)
        t += x;
    return t;
}

int main() {
    Version a{1, 2}, b{.major = 1, .minor = 3};
    std::printf("%d %d %d %d\n", a < b, a == b, (a <=> b) < 0, a >= Version{1, 2});
    std::printf("%d %d\n", (1.0 <=> 2.0) == std::partial_ordering::less, ("a" + std::string("b") <=> std::string("aa")) > 0);
    std::printf("%s %s %zu %d\n", kind(1), kind(1.0), bytes(std::vector<int>{1, 2}), cube(4));
    std::vector<int> v{5, 2, 8, 1, 9, 4};
    std::ranges::sort(v, std::greater<>());
    for (int x : v | std::views::filter([](int i) { return i % 2 == 0; }) | std::views::transform([](int i) { return i * 10; }))
        std::printf("%d ", x);
    for (int x : std::views::iota(1, 10) | std::views::reverse | std::views::take(3))
        std::printf("%d ", x);
    std::printf("%d %d\n", *std::ranges::max_element(v), static_cast<int>(std::ranges::count_if(v, [](int i) { return i > 3; })));
    int raw[] = {1, 2, 3, 4};
    std::span<int> s = raw;
    std::printf("%d %d %zu\n", total(s), total(s.subspan(1, 2)), s.last(1).size());
    std::erase_if(v, [](int i) { return i > 5; });
    std::printf("%zu %.10f\n", v.size(), std::numbers::pi);
    auto generic = []<class T>(const std::vector<T> &x) { return sizeof(T) * x.size(); };
    std::printf("%zu\n", generic(v));
    std::string text = "prefix-body";
    std::printf("%d %d\n", text.starts_with("prefix"), text.ends_with("x"));
    return 0;
}
