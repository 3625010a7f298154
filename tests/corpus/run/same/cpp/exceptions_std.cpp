// The standard exception hierarchy, what() texts, and exceptions from the library itself.
#include <any>
#include <bitset>
#include <cstdio>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

template <class F> static void attempt(const char *name, F f) {
    try {
        f();
        std::printf("%s: nothing\n", name);
    } catch (const std::out_of_range &e) {
        std::printf("%s: out_of_range %s\n", name, e.what());
    } catch (const std::invalid_argument &e) {
        std::printf("%s: invalid_argument %s\n", name, e.what());
    } catch (const std::logic_error &e) {
        std::printf("%s: logic_error %s\n", name, e.what());
    } catch (const std::system_error &e) {
        std::printf("%s: system_error %s %d\n", name, e.what(), e.code().value());
    } catch (const std::runtime_error &e) {
        std::printf("%s: runtime_error %s\n", name, e.what());
    } catch (const std::exception &e) {
        std::printf("%s: exception %s\n", name, e.what());
    }
}

struct Custom : std::runtime_error {
    int code;
    Custom(const std::string &m, int c) : std::runtime_error("custom: " + m), code(c) {}
};

int main() {
    std::vector<int> v{1, 2, 3};
    std::map<std::string, int> m{{"a", 1}};
    std::string s = "text";
    attempt("vector.at", [&] { (void)v.at(5); });
    attempt("map.at", [&] { (void)m.at("b"); });
    attempt("string.at", [&] { (void)s.at(9); });
    attempt("substr", [&] { (void)s.substr(10); });
    attempt("insert", [&] { s.insert(99, "x"); });
    attempt("stoi", [] { (void)std::stoi("abc"); });
    attempt("stoi range", [] { (void)std::stoi("99999999999"); });
    attempt("stod", [] { (void)std::stod(""); });
    attempt("reserve", [&] { v.reserve(static_cast<size_t>(-1)); });
    attempt("length", [] { std::string big(static_cast<size_t>(-1), 'x'); });
    attempt("bitset", [] { std::bitset<8> b(std::string("102")); });
    attempt("bitset.test", [] { std::bitset<8> b; (void)b.test(8); });
    attempt("optional", [] { std::optional<int> o; (void)o.value(); });
    attempt("variant", [] { std::variant<int, double> x = 1; (void)std::get<double>(x); });
    attempt("any", [] { std::any a = 1; (void)std::any_cast<double>(a); });
    attempt("function", [] { std::function<void()> f; f(); });
    attempt("custom", [] { throw Custom("boom", 3); });
    attempt("domain", [] { throw std::domain_error("domain"); });
    attempt("length_error", [] { throw std::length_error("too long"); });
    attempt("range", [] { throw std::range_error("range"); });
    attempt("overflow", [] { throw std::overflow_error("overflow"); });
    attempt("underflow", [] { throw std::underflow_error("underflow"); });
    attempt("system", [] { throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory), "open"); });
    attempt("bad_alloc", [] { throw std::bad_alloc(); });
    attempt("plain", [] { throw std::exception(); });
    attempt("fine", [] {});
    return 0;
}
