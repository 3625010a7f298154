// std::map, set, multimap, multiset: order, bounds, hints, extraction, custom comparators, stress with checks.
#include <cstdio>
#include <map>
#include <set>
#include <string>

struct CaseLess {
    bool operator()(const std::string &a, const std::string &b) const {
        for (size_t i = 0; i < a.size() && i < b.size(); i++)
            if ((a[i] | 32) != (b[i] | 32))
                return (a[i] | 32) < (b[i] | 32);
        return a.size() < b.size();
    }
};

int main() {
    std::map<std::string, int> m;
    const char *words[] = {"pear", "apple", "fig", "apple", "kiwi", "fig", "apple"};
    for (auto w : words)
        m[w]++;
    for (auto &[k, v] : m)
        std::printf("%s=%d ", k.c_str(), v);
    std::printf("%zu\n", m.size());
    std::printf("%d %zu %d\n", m.count("fig") == 1, m.erase("fig"), m.find("fig") == m.end());
    auto [it, fresh] = m.insert({"apple", 100});
    std::printf("%d %d\n", fresh, it->second);
    m.insert_or_assign("apple", 50);
    m.try_emplace("lime", 3);
    m.emplace("zebra", 26);
    auto node = m.extract("kiwi");
    node.key() = "kumquat";
    m.insert(std::move(node));
    for (auto i = m.rbegin(); i != m.rend(); ++i)
        std::printf("%s=%d ", i->first.c_str(), i->second);
    std::puts("");
    std::map<int, int> numbers;
    unsigned x = 1;
    for (int i = 0; i < 2000; i++) {
        x = x * 1664525u + 1013904223u;
        int key = static_cast<int>(x >> 20);
        if (x & 0x10000)
            numbers.erase(key);
        else
            numbers[key] = i;
    }
    long sum = 0;
    int previous = -1;
    bool ordered = true;
    for (auto &[k, v] : numbers) {
        ordered = ordered && k > previous;
        previous = k;
        sum = sum * 31 + k + v;
        sum %= 1000000007;
    }
    std::printf("%zu %ld %d\n", numbers.size(), sum, ordered);
    std::printf("%d %d\n", numbers.lower_bound(1000)->first, numbers.upper_bound(2000)->first);
    std::set<std::string, CaseLess> s{"Beta", "alpha", "BETA", "gamma", "Alpha"};
    for (auto &e : s)
        std::printf("%s ", e.c_str());
    std::puts("");
    std::multimap<int, char> mm{{2, 'a'}, {1, 'b'}, {2, 'c'}, {3, 'd'}, {2, 'e'}};
    auto range = mm.equal_range(2);
    for (auto i = range.first; i != range.second; ++i)
        std::putchar(i->second);
    std::printf(" %zu %zu\n", mm.count(2), mm.erase(2));
    std::multiset<int> ms{5, 1, 5, 3, 5};
    ms.erase(ms.find(5));
    for (int v : ms)
        std::printf("%d ", v);
    std::printf("%zu\n", ms.count(5));
    std::set<int> a{1, 2, 3}, b{3, 4};
    a.merge(b);
    std::printf("%zu %zu %d\n", a.size(), b.size(), a == std::set<int>({1, 2, 3, 4}));
    return 0;
}
