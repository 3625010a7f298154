// C++: words counted in std::map and std::unordered_map, sorted by frequency.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

static std::string word(unsigned number) {
    std::string w;
    do
        w += static_cast<char>('a' + number % 26);
    while (number /= 26);
    return w;
}

int main(int argc, char **argv) {
    unsigned long size = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 300000;
    std::map<std::string, unsigned> ordered;
    std::unordered_map<std::string, unsigned> hashed;
    unsigned random = 1;
    for (unsigned long i = 0; i < size; i++) {
        random = random * 1664525u + 1013904223u;
        std::string w = word((random >> 12) % 5000);
        ordered[w]++;
        hashed[w] += 2;
    }
    std::vector<std::pair<unsigned, std::string>> list;
    for (const auto &[text, count] : ordered)
        list.emplace_back(count + hashed.at(text), text);
    std::sort(list.begin(), list.end(), [](const auto &a, const auto &b) { return a > b; });
    unsigned sum = 0;
    for (const auto &[count, text] : list)
        sum = sum * 31 + count * static_cast<unsigned>(text.size());
    std::printf("%zu %u %s\n", list.size(), sum, list.front().second.c_str());
    return 0;
}
