// Scoped enums, unions with non-trivial members, references, namespaces, using, friends, nested types.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>

namespace outer {
inline namespace v2 {
static int version() { return 2; }
}
namespace v1 {
[[maybe_unused]] static int version() { return 1; }
}
namespace {
int hidden = 5;
}
} // namespace outer
namespace alias = outer::v1;

enum class Color : std::uint8_t { red = 1, green = 200, blue };
enum Flags : unsigned { none = 0, bold = 1, wide = 2, tall = 4, all = bold | wide | tall };
static Flags operator|(Flags x, Flags y) { return static_cast<Flags>(static_cast<unsigned>(x) | static_cast<unsigned>(y)); }

class Any {
    enum { INT, TEXT } kind;
    union {
        int number;
        std::string text;
    };
public:
    explicit Any(int n) : kind(INT), number(n) {}
    explicit Any(const char *s) : kind(TEXT) { new (&text) std::string(s); }
    Any(const Any &o) : kind(o.kind) {
        if (kind == TEXT)
            new (&text) std::string(o.text);
        else
            number = o.number;
    }
    Any &operator=(const Any &) = delete;
    ~Any() {
        if (kind == TEXT)
            text.~basic_string();
    }
    std::string show() const { return kind == TEXT ? text : std::to_string(number); }
};

static int &pick(int &x, int &y, bool first) { return first ? x : y; }
static int value(const int &x) { return x; }
static int arrays(int (&v)[4]) { return v[0] + v[3] + static_cast<int>(sizeof v); }

int main() {
    std::printf("%d %d %d\n", outer::version(), alias::version(), outer::hidden++);
    Color c = Color::blue;
    std::printf("%d %zu %d\n", static_cast<int>(c), sizeof c, c > Color::red);
    Flags f = bold | tall;
    std::printf("%u %d\n", f, (f & wide) == none);
    Any x(42), y("a text that does not fit the small buffer"), z = y;
    std::printf("%s %s\n", x.show().c_str(), z.show().c_str());
    int p = 1, q = 2;
    pick(p, q, false) = 20;
    int &&r = 5;
    r += value(p + q);
    std::printf("%d %d %d\n", p, q, r);
    int v[4] = {1, 2, 3, 4};
    std::printf("%d\n", arrays(v));
    const int &bound = 7 + p;
    using Function = int (&)(int (&)[4]);
    Function g = arrays;
    std::printf("%d %d\n", bound, g(v));
    auto text = R"(raw "string" \n)";
    std::printf("%s %d %c\n", text, 0b1010'1010, u8'x');
    long sum = 0;
    for (auto i : {1L, 2L, 3L})
        sum += i;
    std::printf("%ld %d\n", sum, static_cast<int>(alignof(std::max_align_t)));
    return 0;
}
