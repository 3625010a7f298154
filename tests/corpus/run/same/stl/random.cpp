// <random>: exact engine outputs, distributions, shuffle and sample with fixed seeds.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

int main() {
    std::mt19937 a;
    std::mt19937 b(42);
    std::mt19937_64 c(7);
    for (int i = 0; i < 3; i++)
        std::printf("%lu %lu %lu\n", static_cast<unsigned long>(a()), static_cast<unsigned long>(b()), static_cast<unsigned long>(c()));
    a.seed();
    a.discard(9999);
    std::printf("%lu\n", static_cast<unsigned long>(a()));
    std::minstd_rand m(3);
    std::minstd_rand0 m0(3);
    std::ranlux24_base r(5);
    std::knuth_b k(6);
    std::printf("%lu %lu %lu %lu\n", static_cast<unsigned long>(m()), static_cast<unsigned long>(m0()), static_cast<unsigned long>(r()), static_cast<unsigned long>(k()));
    std::uniform_int_distribution<int> die(1, 6);
    std::uniform_real_distribution<double> unit(0, 1);
    std::normal_distribution<double> normal(10, 2);
    std::bernoulli_distribution coin(0.25);
    std::poisson_distribution<int> poisson(4);
    std::exponential_distribution<double> expo(1.5);
    std::discrete_distribution<int> weighted{1, 2, 7};
    std::binomial_distribution<int> binomial(20, 0.3);
    int counts[7] = {0}, heads = 0;
    for (int i = 0; i < 600; i++) {
        counts[die(b)]++;
        heads += coin(b);
    }
    for (int i = 1; i <= 6; i++)
        std::printf("%d ", counts[i]);
    std::printf("%d\n", heads);
    for (int i = 0; i < 4; i++)
        std::printf("%.12g %.12g %d %.12g %d %d\n", unit(b), normal(b), poisson(b), expo(b), weighted(b), binomial(b));
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), b);
    for (int x : v)
        std::printf("%d ", x);
    std::vector<int> picked;
    std::sample(v.begin(), v.end(), std::back_inserter(picked), 4, b);
    for (int x : picked)
        std::printf("%d ", x);
    std::puts("");
    std::seed_seq seq{1, 2, 3};
    std::mt19937 seeded(seq);
    std::printf("%lu %.17g\n", static_cast<unsigned long>(seeded()), std::generate_canonical<double, 53>(seeded));
    return 0;
}
