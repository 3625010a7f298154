// std::optional, variant, visit, any: states, assignment, emplace, comparison, valueless, overloaded visitors.
#include <any>
#include <cstdio>
#include <optional>
#include <string>
#include <variant>
#include <vector>

template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;

static std::optional<int> parse(const std::string &s) {
    int v = 0;
    if (s.empty())
        return std::nullopt;
    for (char c : s) {
        if (c < '0' || c > '9')
            return {};
        v = v * 10 + (c - '0');
    }
    return v;
}
struct Expr;
using Value = std::variant<std::monostate, int, double, std::string, std::vector<int>>;
struct Throws {
    Throws() = default;
    Throws(const Throws &) { throw 1; }
};

static std::string describe(const Value &v) {
    return std::visit(Overloaded{[](std::monostate) { return std::string("empty"); },
                                 [](int i) { return "int " + std::to_string(i); },
                                 [](double d) { return "double " + std::to_string(d); },
                                 [](const std::string &s) { return "string " + s; },
                                 [](const std::vector<int> &l) { return "list of " + std::to_string(l.size()); }}, v);
}

int main() {
    for (auto s : {"42", "", "x1", "007"})
        std::printf("%d %d\n", parse(s).has_value(), parse(s).value_or(-1));
    std::optional<std::string> o;
    o = "assigned";
    std::printf("%s %zu %d\n", o->c_str(), o->size(), o == "assigned");
    o.emplace(3, 'z');
    auto p = std::move(o);
    o.reset();
    std::printf("%s %d %d\n", p->c_str(), static_cast<bool>(o), o < p);
    std::vector<Value> values{{}, 5, 2.5, std::string("text"), std::vector<int>{1, 2, 3}};
    for (auto &v : values)
        std::printf("%zu %s\n", v.index(), describe(v).c_str());
    Value v = 1;
    v = "converted to string";
    std::printf("%d %d %s\n", std::holds_alternative<std::string>(v), std::get_if<int>(&v) == nullptr, std::get<3>(v).c_str());
    v.emplace<4>(10, 1);
    std::printf("%s %d %d\n", describe(v).c_str(), v == values[4], values[1] < values[2]);
    std::variant<int, Throws> fragile = 3;
    try {
        Throws t;
        fragile = t;
    } catch (int) {
        std::printf("%d\n", fragile.valueless_by_exception());
    }
    try {
        fragile.emplace<1>(Throws());
    } catch (int) {
        std::printf("%d\n", fragile.valueless_by_exception());
    }
    std::variant<int, char> x = 'c', y = 4;
    int combined = std::visit([](auto a, auto b) { return static_cast<int>(sizeof(a) * 10 + sizeof(b)); }, x, y);
    std::printf("%d\n", combined);
    std::any a = 7;
    std::printf("%d %d\n", std::any_cast<int>(a), a.has_value());
    a = std::string("in any");
    std::printf("%s %d\n", std::any_cast<std::string &>(a).c_str(), std::any_cast<int>(&a) == nullptr);
    std::any b = a;
    a.reset();
    std::printf("%d %s %s\n", a.has_value(), std::any_cast<std::string>(b).c_str(), b.type() == typeid(std::string) ? "yes" : "no");
    return 0;
}
