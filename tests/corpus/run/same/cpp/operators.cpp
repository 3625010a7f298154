// Operator overloading: arithmetic, comparison, subscripts, calls, conversions, increments, streams, literals.
#include <cstdio>
#include <iostream>

class Fraction {
    long n, d;
    static long gcd(long a, long b) { return b == 0 ? (a < 0 ? -a : a) : gcd(b, a % b); }
public:
    Fraction(long num = 0, long den = 1) : n(num), d(den) {
        if (d < 0)
            n = -n, d = -d;
        long g = gcd(n, d);
        n /= g;
        d /= g;
    }
    friend Fraction operator+(const Fraction &a, const Fraction &b) { return {a.n * b.d + b.n * a.d, a.d * b.d}; }
    friend Fraction operator-(const Fraction &a, const Fraction &b) { return a + -b; }
    friend Fraction operator*(const Fraction &a, const Fraction &b) { return {a.n * b.n, a.d * b.d}; }
    friend Fraction operator/(const Fraction &a, const Fraction &b) { return {a.n * b.d, a.d * b.n}; }
    friend bool operator==(const Fraction &a, const Fraction &b) { return a.n == b.n && a.d == b.d; }
    friend bool operator<(const Fraction &a, const Fraction &b) { return a.n * b.d < b.n * a.d; }
    friend std::ostream &operator<<(std::ostream &o, const Fraction &f) { return f.d == 1 ? o << f.n : o << f.n << '/' << f.d; }
    Fraction operator-() const { return {-n, d}; }
    Fraction &operator+=(const Fraction &o) { return *this = *this + o; }
    Fraction &operator++() { return *this += 1; }
    Fraction operator++(int) {
        Fraction old = *this;
        ++*this;
        return old;
    }
    explicit operator double() const { return static_cast<double>(n) / static_cast<double>(d); }
    explicit operator bool() const { return n != 0; }
    bool operator!() const { return n == 0; }
};

struct Matrix {
    int cells[2][2];
    int *operator[](int r) { return cells[r]; }
    int operator()(int r, int c) const { return cells[r][c]; }
    Matrix operator*(const Matrix &o) const {
        Matrix m{};
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                for (int k = 0; k < 2; k++)
                    m.cells[i][j] += cells[i][k] * o.cells[k][j];
        return m;
    }
};
struct Handle {
    Matrix *m;
    Matrix *operator->() const { return m; }
    Matrix &operator*() const { return *m; }
    bool operator,(int) const { return true; }
    Handle *operator&() { return nullptr; }
};
constexpr long double operator""_km(long double v) { return v * 1000; }
constexpr unsigned long long operator""_kib(unsigned long long v) { return v * 1024; }
static size_t operator""_len(const char *, size_t n) { return n; }

int main() {
    Fraction a(1, 2), b(-3, 4), c = a;
    std::cout << a + b << ' ' << a - b << ' ' << a * b << ' ' << a / b << ' ' << -a << ' ' << Fraction(6, -3) << '\n';
    std::cout << c++ << ' ' << ++c << ' ' << (c += b) << ' ' << (1 + a) << '\n';
    std::cout << (a == Fraction(2, 4)) << (b < a) << (a ? 1 : 0) << !Fraction() << ' ' << static_cast<double>(b) << '\n';
    Matrix m{{{1, 1}, {1, 0}}}, r = m;
    for (int i = 0; i < 10; i++)
        r = r * m;
    r[1][1] += 5;
    std::cout << r(0, 0) << ' ' << r(0, 1) << ' ' << r(1, 1) << '\n';
    Handle h{&r};
    std::cout << h->cells[0][0] << ' ' << (*h)(1, 0) << ' ' << (h, 3) << ' ' << (&h == nullptr) << '\n';
    std::cout << static_cast<double>(1.5_km) << ' ' << 4_kib << ' ' << "literal"_len << '\n';
    return 0;
}
