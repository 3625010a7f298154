// to_string, stoi, stol, stoull, stod and their positions and bases; getline; numeric edge values.
#include <climits>
#include <cstdio>
#include <sstream>
#include <string>

int main() {
    std::printf("%s %s %s %s\n", std::to_string(INT_MIN).c_str(), std::to_string(ULLONG_MAX).c_str(), std::to_string(-0.5).c_str(), std::to_string(1e10f).c_str());
    size_t used;
    std::printf("%d", std::stoi("  42abc", &used));
    std::printf(" %zu\n", used);
    std::printf("%d %d %d %d\n", std::stoi("ff", nullptr, 16), std::stoi("0x1f", nullptr, 0), std::stoi("077", nullptr, 0), std::stoi("-101", nullptr, 2));
    std::printf("%ld %llu %lld\n", std::stol("-9223372036854775808"), std::stoull("18446744073709551615"), std::stoll("123"));
    std::printf("%g %g %Lg\n", std::stod("2.5e-3xyz"), static_cast<double>(std::stof("1.5")), std::stold("0x1p-4"));
    std::istringstream lines("first line\n\nthird;part;two\nlast");
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream parts(line);
        std::string part;
        while (std::getline(parts, part, ';'))
            std::printf("[%s]", part.c_str());
        std::puts("|");
    }
    std::string padded = "   trim me\t ";
    size_t first = padded.find_first_not_of(" \t"), last = padded.find_last_not_of(" \t");
    std::printf("[%s]\n", padded.substr(first, last - first + 1).c_str());
    std::u16string u16 = u"wide";
    std::u32string u32 = U"wider";
    std::wstring w = L"wide too";
    w += L"!";
    std::printf("%zu %zu %zu %d\n", u16.size(), u32.size(), w.size(), w.find(L"too") == 5);
    std::printf("%ls %s\n", std::to_wstring(12).c_str(), std::to_string(true).c_str());
    return 0;
}
