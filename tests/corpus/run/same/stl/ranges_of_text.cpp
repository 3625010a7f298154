// Text processing with the library: word frequencies, justification, anagram groups, Levenshtein, roman numerals.
//@ cflags: -Wno-deprecated-declarations
#include <algorithm>
#include <cctype>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static std::vector<std::string> words(const std::string &s) {
    std::vector<std::string> out;
    std::istringstream in(s);
    for (std::string w; in >> w;) {
        w.erase(std::remove_if(w.begin(), w.end(), [](unsigned char c) { return std::ispunct(c); }), w.end());
        std::transform(w.begin(), w.end(), w.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (!w.empty())
            out.push_back(w);
    }
    return out;
}
static size_t levenshtein(const std::string &a, const std::string &b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); j++)
        row[j] = j;
    for (size_t i = 1; i <= a.size(); i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); j++) {
            size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[b.size()];
}
static std::string roman(int n) {
    static const std::pair<int, const char *> digits[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
    std::string r;
    for (auto &[value, text] : digits)
        for (; n >= value; n -= value)
            r += text;
    return r;
}

int main() {
    auto list = words("Listen, silent night: the enlist tinsel; Inlets of the night, the THING in the night!");
    std::map<std::string, int> count;
    std::map<std::string, std::vector<std::string>> groups;
    for (auto &w : list) {
        if (++count[w] == 1) {
            std::string key = w;
            std::sort(key.begin(), key.end());
            groups[key].push_back(w);
        }
    }
    std::vector<std::pair<std::string, int>> sorted(count.begin(), count.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](auto &a, auto &b) { return a.second > b.second; });
    for (auto &[w, n] : sorted)
        std::cout << std::left << std::setw(8) << w << std::right << std::setw(3) << n << '|';
    std::cout << '\n';
    for (auto &[key, members] : groups)
        if (members.size() > 1) {
            for (auto &m : members)
                std::cout << m << ' ';
            std::cout << '\n';
        }
    std::cout << levenshtein("kitten", "sitting") << levenshtein("", "abc") << levenshtein("same", "same") << '\n';
    for (int n : {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999})
        std::cout << roman(n) << ' ';
    std::cout << '\n';
    return 0;
}
