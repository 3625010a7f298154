// Fixed-size matrices as templates: expression checks, identity, power, determinant, integer and double.
#include <array>
#include <iostream>

template <class T, size_t R, size_t C> class Matrix {
    std::array<std::array<T, C>, R> cells{};
public:
    constexpr T &operator()(size_t r, size_t c) { return cells[r][c]; }
    constexpr const T &operator()(size_t r, size_t c) const { return cells[r][c]; }
    template <size_t K> constexpr Matrix<T, R, K> operator*(const Matrix<T, C, K> &o) const {
        Matrix<T, R, K> m;
        for (size_t i = 0; i < R; i++)
            for (size_t j = 0; j < K; j++)
                for (size_t k = 0; k < C; k++)
                    m(i, j) += cells[i][k] * o(k, j);
        return m;
    }
    constexpr Matrix<T, C, R> transposed() const {
        Matrix<T, C, R> m;
        for (size_t i = 0; i < R; i++)
            for (size_t j = 0; j < C; j++)
                m(j, i) = cells[i][j];
        return m;
    }
    static constexpr Matrix identity() {
        static_assert(R == C);
        Matrix m;
        for (size_t i = 0; i < R; i++)
            m(i, i) = 1;
        return m;
    }
    constexpr T determinant() const {
        if constexpr (R == 1)
            return cells[0][0];
        else {
            T sum{};
            for (size_t skip = 0; skip < R; skip++) {
                Matrix<T, R - 1, C - 1> minor;
                for (size_t i = 1; i < R; i++)
                    for (size_t j = 0, k = 0; j < C; j++)
                        if (j != skip)
                            minor(i - 1, k++) = cells[i][j];
                T part = cells[0][skip] * minor.determinant();
                sum = skip % 2 ? sum - part : sum + part;
            }
            return sum;
        }
    }
    friend std::ostream &operator<<(std::ostream &o, const Matrix &m) {
        for (auto &row : m.cells) {
            for (auto &x : row)
                o << x << ' ';
            o << '|';
        }
        return o;
    }
};
template <class M> static M power(M base, unsigned n) {
    M r = M::identity();
    for (; n; n >>= 1, base = base * base)
        if (n & 1)
            r = r * base;
    return r;
}

int main() {
    Matrix<int, 2, 3> a;
    for (size_t i = 0; i < 6; i++)
        a(i / 3, i % 3) = static_cast<int>(i * i) - 3;
    std::cout << a << '\n' << a.transposed() << '\n' << a * a.transposed() << '\n';
    Matrix<unsigned long, 2, 2> fib;
    fib(0, 0) = fib(0, 1) = fib(1, 0) = 1;
    std::cout << power(fib, 90)(0, 1) << '\n';
    Matrix<double, 4, 4> d;
    for (size_t i = 0; i < 16; i++)
        d(i / 4, i % 4) = static_cast<double>((i * 7 + 3) % 11) / 4;
    std::cout << d.determinant() << '\n';
    constexpr auto id = Matrix<int, 3, 3>::identity();
    static_assert(id.determinant() == 1);
    std::cout << id << '\n';
    return 0;
}
