// Plug-ins registered by static objects, created by name, compared, cloned, sorted through virtual operators.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Codec {
    virtual ~Codec() = default;
    virtual std::string encode(const std::string &) const = 0;
    virtual int rank() const { return 0; }
    bool operator<(const Codec &o) const { return rank() < o.rank(); }
};
using Maker = std::function<std::unique_ptr<Codec>()>;
static std::map<std::string, Maker> &registry() {
    static std::map<std::string, Maker> r;
    return r;
}
template <class T> struct Register {
    explicit Register(const char *name) { registry()[name] = [] { return std::make_unique<T>(); }; }
};
struct Reverse : Codec {
    std::string encode(const std::string &s) const override { return {s.rbegin(), s.rend()}; }
    int rank() const override { return 3; }
};
struct Caesar : Codec {
    std::string encode(const std::string &s) const override {
        std::string r = s;
        for (char &c : r)
            if (c >= 'a' && c <= 'z')
                c = static_cast<char>('a' + (c - 'a' + 3) % 26);
        return r;
    }
    int rank() const override { return 1; }
};
struct Hex : Codec {
    std::string encode(const std::string &s) const override {
        std::string r;
        for (unsigned char c : s) {
            r += "0123456789abcdef"[c >> 4];
            r += "0123456789abcdef"[c & 15];
        }
        return r;
    }
    int rank() const override { return 2; }
};
static const Register<Reverse> a("reverse");
static const Register<Caesar> b("caesar");
static const Register<Hex> c("hex");

int main() {
    std::vector<std::unique_ptr<Codec>> all;
    for (auto &[name, make] : registry()) {
        all.push_back(make());
        std::printf("%s: %s\n", name.c_str(), all.back()->encode("hello xyz").c_str());
    }
    std::sort(all.begin(), all.end(), [](auto &x, auto &y) { return *x < *y; });
    std::string text = "pipeline";
    for (auto &codec : all)
        text = codec->encode(text);
    std::puts(text.c_str());
    return 0;
}
