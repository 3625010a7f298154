// SFINAE, enable_if, void_t detection, type traits, tag dispatch, if constexpr, CRTP.
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

template <class T, class = void> struct HasSize : std::false_type {};
template <class T> struct HasSize<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {};

template <class T> std::enable_if_t<std::is_integral_v<T>, const char *> kind(T) { return "integral"; }
template <class T> std::enable_if_t<std::is_floating_point_v<T>, const char *> kind(T) { return "floating"; }
template <class T> std::enable_if_t<std::is_pointer_v<T>, const char *> kind(T) { return "pointer"; }

template <class T> static std::string text(const T &t) {
    if constexpr (std::is_same_v<T, bool>)
        return t ? "true" : "false";
    else if constexpr (std::is_arithmetic_v<T>)
        return std::to_string(t);
    else if constexpr (HasSize<T>::value && !std::is_convertible_v<T, std::string>) {
        std::string r = "[";
        for (const auto &e : t)
            r += text(e) + ",";
        return r + "]";
    } else
        return "'" + std::string(t) + "'";
}

template <class D> struct Comparable {
    bool operator>(const D &o) const { return o < self(); }
    bool operator<=(const D &o) const { return !(o < self()); }
    const D &self() const { return static_cast<const D &>(*this); }
    int twice() const { return 2 * self().value(); }
};
struct Meters : Comparable<Meters> {
    int m;
    explicit Meters(int n) : m(n) {}
    bool operator<(const Meters &o) const { return m < o.m; }
    int value() const { return m; }
};

static int advance(std::true_type) { return 1; }
static int advance(std::false_type) { return 2; }
template <class T> static int dispatch(T) { return advance(std::is_signed<T>{}); }

int main() {
    std::printf("%d %d %d\n", HasSize<std::string>::value, HasSize<int>::value, HasSize<std::vector<int>>::value);
    std::printf("%s %s %s\n", kind(1L), kind(1.0f), kind("x"));
    std::vector<std::vector<int>> nested{{1, 2}, {}, {3}};
    std::printf("%s %s %s %s\n", text(nested).c_str(), text(true).c_str(), text("hi").c_str(), text(2.5).c_str());
    Meters a(3), b(5);
    std::printf("%d %d %d\n", a > b, a <= b, b.twice());
    std::printf("%d %d\n", dispatch(1), dispatch(1u));
    std::printf("%d %d %d\n", std::is_trivially_copyable_v<Meters>, std::is_base_of_v<Comparable<Meters>, Meters>,
                std::is_same_v<std::decay_t<const int (&)[3]>, const int *>);
    std::printf("%d %d\n", std::is_same_v<std::common_type_t<int, double>, double>, std::is_constructible_v<Meters, double>);
    std::printf("%zu %d\n", std::extent_v<int[4][5], 1>, (int)std::alignment_of_v<double>);
    return 0;
}
