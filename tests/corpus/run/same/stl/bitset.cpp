// std::bitset: sizes across words, logic, shifts, conversions, strings, stream output.
#include <bitset>
#include <cstdio>
#include <iostream>
#include <string>

int main() {
    std::bitset<8> a(0b10110010), b("00001111");
    std::cout << a << ' ' << b << ' ' << (a & b) << ' ' << (a | b) << ' ' << (a ^ b) << ' ' << ~a << '\n';
    std::cout << (a << 3) << ' ' << (a >> 2) << ' ' << a.count() << ' ' << a.any() << a.all() << a.none() << '\n';
    a.set(0).reset(7).flip(1);
    a[3] = true;
    std::cout << a.to_string() << ' ' << a.to_ulong() << ' ' << a[0] << a.test(1) << '\n';
    std::bitset<200> primes;
    primes.set();
    primes[0] = primes[1] = false;
    for (size_t i = 2; i * i < primes.size(); i++)
        if (primes[i])
            for (size_t j = i * i; j < primes.size(); j += i)
                primes.reset(j);
    std::cout << primes.count() << '\n';
    for (size_t i = primes._Find_first(); i < primes.size(); i = primes._Find_next(i))
        std::cout << i << ' ';
    std::cout << '\n' << (primes << 100).count() << ' ' << (primes >> 64 | primes).count() << '\n';
    std::bitset<64> wide(~0ull);
    std::cout << wide.all() << ' ' << wide.to_ullong() << ' ' << (wide == std::bitset<64>().set()) << '\n';
    try {
        (void)primes.to_ulong();
    } catch (const std::exception &e) {
        std::cout << e.what() << '\n';
    }
    std::cout << std::bitset<4>("xxyx", 4, 'x', 'y') << ' ' << a.to_string('.', '#') << '\n';
    std::cout << std::hash<std::bitset<8>>()(a) % 1000 << '\n';
    return 0;
}
