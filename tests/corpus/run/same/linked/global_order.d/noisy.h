// A type that tells when it is born and dies.
#include <cstdio>

struct Noisy {
    const char *name;
    explicit Noisy(const char *n) : name(n) { std::printf("+%s\n", name); }
    ~Noisy() { std::printf("-%s\n", name); }
};
inline Noisy everywhere("inline, once");
template <class T> struct Holder { static Noisy value; };
template <class T> Noisy Holder<T>::value("template static");
