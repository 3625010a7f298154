// <numeric>, <cmath> overloads, <limits>: accumulate, inner_product, scans, gcd, lcm, reduce, midpoint.
//@ cflags: -std=c++20
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

int main() {
    std::vector<int> v{1, 2, 3, 4, 5}, w{5, 4, 3, 2, 1}, r(5);
    std::printf("%d %d %d\n", std::accumulate(v.begin(), v.end(), 0), std::accumulate(v.begin(), v.end(), 1, std::multiplies<>()), std::inner_product(v.begin(), v.end(), w.begin(), 0));
    std::partial_sum(v.begin(), v.end(), r.begin());
    for (int x : r)
        std::printf("%d ", x);
    std::adjacent_difference(r.begin(), r.end(), r.begin());
    for (int x : r)
        std::printf("%d ", x);
    std::exclusive_scan(v.begin(), v.end(), r.begin(), 10);
    for (int x : r)
        std::printf("%d ", x);
    std::puts("");
    std::printf("%d %ld %d\n", std::gcd(84, -36), std::lcm(21L, 6L), std::reduce(v.begin(), v.end()));
    std::printf("%d %g\n", std::transform_reduce(v.begin(), v.end(), 0, std::plus<>(), [](int x) { return x * x; }), std::midpoint(1.0, 4.0));
    std::string s = std::accumulate(v.begin(), v.end(), std::string(), [](std::string a, int x) { return std::move(a) + std::to_string(x) + "-"; });
    std::puts(s.c_str());
    using L = std::numeric_limits<int>;
    std::printf("%d %d %d %d\n", L::min(), L::max(), L::digits, L::is_signed);
    using D = std::numeric_limits<double>;
    std::printf("%g %g %g %d %d\n", D::min(), D::max(), D::epsilon(), D::digits10, D::has_infinity);
    std::printf("%g %g %d\n", D::lowest(), D::denorm_min(), std::isnan(D::quiet_NaN()));
    std::printf("%d %d %d\n", std::popcount(0xffu), std::countl_zero(1u), std::countr_one(7u));
    std::printf("%u %d %x\n", std::bit_ceil(100u), std::has_single_bit(64u), std::rotl(0x80000001u, 4));
    std::printf("%lx\n", std::bit_cast<std::uint64_t>(1.5));
    std::printf("%g %g %.17g\n", std::lerp(0.0, 10.0, 0.25), std::hypot(2.0, 3.0, 6.0), std::sqrt(2));
    std::printf("%g %g\n", static_cast<double>(std::abs(-2.5f)), std::pow(2, 0.5) * std::pow(2, 0.5));
    return 0;
}
