// Move semantics: constructors and assignments chosen, moved-from states, forwarding, elision, swap, return.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

struct Log {
    static std::string events;
    std::string *data;
    explicit Log(const char *s) : data(new std::string(s)) { events += "c"; }
    Log(const Log &o) : data(o.data ? new std::string(*o.data) : nullptr) { events += "C"; }
    Log(Log &&o) noexcept : data(std::exchange(o.data, nullptr)) { events += "M"; }
    Log &operator=(const Log &o) {
        Log copy(o);
        std::swap(data, copy.data);
        events += "=";
        return *this;
    }
    Log &operator=(Log &&o) noexcept {
        std::swap(data, o.data);
        events += "m";
        return *this;
    }
    ~Log() {
        delete data;
        events += "d";
    }
    const char *text() const { return data ? data->c_str() : "(empty)"; }
};
std::string Log::events;

static void flush(const char *what) {
    std::printf("%s: %s\n", what, Log::events.c_str());
    Log::events.clear();
}
static Log elided() { return Log("elided"); }
static Log named(bool b) {
    Log x("x"), y("y");
    if (b)
        return x;
    return y;
}
static const char *category(Log &) { return "lvalue"; }
static const char *category(const Log &) { return "const"; }
static const char *category(Log &&) { return "rvalue"; }
template <class T> static const char *forward(T &&t) { return category(std::forward<T>(t)); }
static void sink(Log l) { Log::events += l.text()[0]; }

int main() {
    {
        Log a = elided();
        flush("elided");
        Log b = named(true);
        flush("named");
        Log c = a;
        flush("copy");
        Log d = std::move(a);
        flush("move");
        std::printf("%s %s %s\n", a.text(), c.text(), d.text());
        c = b;
        flush("assign");
        c = std::move(d);
        flush("move assign");
        c = Log("temp");
        flush("assign temp");
        sink(c);
        flush("sink copy");
        sink(std::move(c));
        flush("sink move");
        const Log e("e");
        std::printf("%s %s %s %s\n", forward(b), forward(e), forward(std::move(b)), forward(Log("t")));
        std::swap(b, d);
        flush("swap");
        std::vector<Log> v;
        for (int i = 0; i < 5; i++)
            v.emplace_back("v");
        flush("grow");
        v.erase(v.begin());
        flush("erase");
    }
    flush("end");
    std::string s = "a string long enough to live on the heap", t = std::move(s);
    std::printf("%zu %s\n", s.size(), t.c_str());
    std::vector<int> v{1, 2, 3}, w = std::move(v);
    std::printf("%zu %zu\n", v.size(), w.size());
    return 0;
}
