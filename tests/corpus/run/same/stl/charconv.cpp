// std::from_chars and std::to_chars: integers in several bases, doubles, errors and positions.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

template <class T> static void parse(std::string_view s, int base = 10) {
    T value{};
    auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value, base);
    std::printf("%.*s: %lld +%ld %d\n", static_cast<int>(s.size()), s.data(), static_cast<long long>(value), static_cast<long>(end - s.data()), static_cast<int>(error));
}

int main() {
    for (auto s : {"42", "-17", "+5", "2147483647", "2147483648", "abc", "", "12xy", " 1"})
        parse<int>(s);
    parse<unsigned char>("255");
    parse<unsigned char>("256");
    parse<long>("-9223372036854775808");
    parse<int>("ff", 16);
    parse<int>("zz", 36);
    parse<int>("102", 2);
    char buffer[80];
    for (int base : {2, 8, 10, 16, 36}) {
        auto r = std::to_chars(buffer, buffer + sizeof buffer, -255, base);
        std::printf("%.*s ", static_cast<int>(r.ptr - buffer), buffer);
    }
    auto small = std::to_chars(buffer, buffer + 2, 12345);
    std::printf("%d\n", static_cast<int>(small.ec));
    for (double d : {0.1, 1.0, 1e100, -2.5, 1.0 / 3, 5e-324}) {
        auto r = std::to_chars(buffer, buffer + sizeof buffer, d);
        std::printf("%.*s ", static_cast<int>(r.ptr - buffer), buffer);
        double back = 0;
        std::from_chars(buffer, r.ptr, back);
        std::printf("%d ", back == d);
    }
    std::puts("");
    return 0;
}
