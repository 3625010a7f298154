// constexpr functions and tables, evaluated both at compile time and at run time with the same results.
#include <array>
#include <cstdint>
#include <cstdio>

constexpr std::uint32_t fnv(const char *s) {
    std::uint32_t h = 2166136261u;
    for (; *s; ++s)
        h = (h ^ static_cast<unsigned char>(*s)) * 16777619u;
    return h;
}
constexpr bool is_prime(unsigned n) {
    if (n < 2)
        return false;
    for (unsigned d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return true;
}
template <size_t N> constexpr std::array<unsigned, N> primes() {
    std::array<unsigned, N> r{};
    unsigned n = 2;
    for (size_t i = 0; i < N; n++)
        if (is_prime(n))
            r[i++] = n;
    return r;
}
struct Complex {
    double re, im;
    constexpr Complex(double r = 0, double i = 0) : re(r), im(i) {}
    constexpr Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    constexpr double norm() const { return re * re + im * im; }
};
constexpr Complex power(Complex c, int n) { return n == 0 ? Complex(1) : c * power(c, n - 1); }

static constexpr auto table = primes<25>();
static_assert(table[24] == 97);
static_assert(fnv("coax") != fnv("xaoc"));
inline constexpr double tolerance = 1.0 / 1024;
enum : std::uint32_t { HASH = fnv("compile time") };

static int command(const char *s) {
    switch (fnv(s)) {
    case fnv("start"): return 1;
    case fnv("stop"): return 2;
    default: return 0;
    }
}

int main(int argc, char **) {
    for (unsigned p : table)
        std::printf("%u ", p);
    auto again = primes<25>();
    bool same = true;
    for (int i = 0; i < 25; i++)
        same = same && again[i] == table[i];
    std::printf("\n%d %u %d\n", same, HASH, fnv("compile time") == HASH);
    std::printf("%d %d %d\n", command("start"), command("stop"), command("pause"));
    constexpr Complex z = power({1, 1}, 10);
    Complex w = power({1, static_cast<double>(argc)}, 10);
    std::printf("%g %g %g %d\n", z.re, z.im, z.norm(), z.re == w.re && z.im == w.im);
    std::printf("%g\n", tolerance);
    return 0;
}
