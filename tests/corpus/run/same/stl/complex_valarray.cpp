// std::complex and std::valarray: arithmetic, functions, slices, masks.
#include <complex>
#include <cstdio>
#include <iostream>
#include <valarray>

int main() {
    using C = std::complex<double>;
    C a(1, 2), b(-3, 0.5);
    C list[] = {a + b, a - b, a * b, a / b, std::conj(a), -b, a * 2.0, std::polar(2.0, 0.5)};
    for (auto &z : list)
        std::printf("%.15g %.15g\n", z.real(), z.imag());
    std::printf("%.15g %.15g %.15g %d\n", std::abs(a), std::arg(b), std::norm(a), a == C(1, 2));
    C e = std::exp(a), s = std::sqrt(b), p = std::pow(a, 3);
    std::printf("%.12g %.12g %.12g %.12g %.12g %.12g\n", e.real(), e.imag(), s.real(), s.imag(), p.real(), p.imag());
    std::cout << a << ' ' << std::complex<float>(0.5f, -1) << '\n';
    std::valarray<int> v{1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::valarray<int> w = v * v - 3;
    std::printf("%d %d %d %d\n", w.sum(), w.min(), w.max(), static_cast<int>(w.size()));
    std::valarray<int> row = v[std::slice(3, 3, 1)], column = v[std::slice(1, 3, 3)];
    std::printf("%d %d\n", (row * column).sum(), std::valarray<int>(v[v > 4]).sum());
    v[std::slice(0, 3, 4)] = 0;
    for (int x : v)
        std::printf("%d ", x);
    for (int x : v.shift(2))
        std::printf("%d ", x);
    for (int x : v.cshift(-1))
        std::printf("%d ", x);
    std::puts("");
    return 0;
}
