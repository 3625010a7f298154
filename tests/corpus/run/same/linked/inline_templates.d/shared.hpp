// Definitions that several files include.
#include <cstdio>
#include <exception>
#include <typeinfo>

inline int bump(int n) {
    static int total;
    return total += n;
}
template <class T> T twice(T t) { return t + t; }
template <class T> struct Box { T value{}; virtual ~Box() = default; };
struct Shape {
    virtual ~Shape() = default;
    virtual int sides() const { return 4; }
};
struct Problem : std::exception {
    int code;
    explicit Problem(int c) : code(c) {}
    const char *what() const noexcept override { return "problem"; }
};
