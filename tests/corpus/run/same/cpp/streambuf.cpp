// Custom stream buffers: counting output, uppercase filter, redirecting cout, tied and exceptions mask.
#include <cctype>
#include <iostream>
#include <sstream>
#include <streambuf>

class Upper : public std::streambuf {
    std::streambuf *to;
    int overflow(int c) override {
        count++;
        return c == EOF ? 0 : to->sputc(static_cast<char>(std::toupper(c)));
    }
    int sync() override { return to->pubsync(); }
public:
    int count = 0;
    explicit Upper(std::streambuf *b) : to(b) {}
};
class Digits : public std::streambuf {
    int n = 0;
    char c = 0;
    int underflow() override {
        if (n == 12)
            return EOF;
        c = n % 4 == 3 ? ' ' : static_cast<char>('0' + n);
        n++;
        setg(&c, &c, &c + 1);
        return static_cast<unsigned char>(c);
    }
};

int main() {
    Upper upper(std::cout.rdbuf());
    std::ostream loud(&upper);
    loud << "hello " << 42 << ' ' << std::hex << 255 << std::endl;
    std::cout << upper.count << '\n';
    std::ostringstream capture;
    auto *old = std::cout.rdbuf(capture.rdbuf());
    std::cout << "captured " << 7;
    std::cout.rdbuf(old);
    std::cout << '[' << capture.str() << "]\n";
    Digits digits;
    std::istream in(&digits);
    int v;
    while (in >> v)
        std::cout << v << ' ';
    std::cout << in.eof() << '\n';
    std::istringstream strict("12 x");
    strict.exceptions(std::ios::failbit);
    try {
        strict >> v;
        std::cout << v << '\n';
        strict >> v;
    } catch (const std::ios_base::failure &) {
        std::cout << "failure\n";
    }
    std::cout << (std::cin.tie() == &std::cout) << '\n';
    return 0;
}
