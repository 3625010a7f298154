// std::string_view: slicing, searching, comparing, a tokenizer without copies, hashing.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

using namespace std::literals;

static std::vector<std::string_view> split(std::string_view s, char by) {
    std::vector<std::string_view> out;
    for (size_t p; (p = s.find(by)) != s.npos; s.remove_prefix(p + 1))
        out.push_back(s.substr(0, p));
    out.push_back(s);
    return out;
}
static constexpr int vowels(std::string_view s) {
    int n = 0;
    for (char c : s)
        n += "aeiou"sv.find(c) != std::string_view::npos;
    return n;
}
static_assert(vowels("education") == 5);

int main() {
    std::string owner = "alpha,beta,,gamma";
    for (auto part : split(owner, ','))
        std::printf("[%.*s]", static_cast<int>(part.size()), part.data());
    std::puts("");
    std::string_view v = owner;
    std::printf("%zu %zu %zu %d\n", v.find("beta"), v.rfind('a'), v.find_first_of("xyzg"), v.find("none") == v.npos);
    v.remove_prefix(6);
    v.remove_suffix(7);
    std::printf("%s %d %d\n", std::string(v).c_str(), v == "beta", v < "gamma"sv);
    std::printf("%d %d %c %c\n", v.compare("beta"), v.empty(), v.front(), v.back());
    std::printf("%d\n", vowels(owner));
    std::printf("%d\n", std::hash<std::string_view>()(v) == std::hash<std::string>()("beta"));
    char buffer[4] = {};
    v.copy(buffer, 3, 1);
    std::puts(buffer);
    try {
        (void)v.substr(9);
    } catch (const std::exception &e) {
        std::puts(e.what());
    }
    std::string built = std::string(v) + "s"s;
    built.append("xyz"sv, 1, 1);
    std::puts(built.c_str());
    return 0;
}
