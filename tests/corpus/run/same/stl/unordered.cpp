// Unordered containers: contents and the exact iteration order, rehashing, custom hashes, buckets.
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>

struct Point { int x, y; bool operator==(const Point &o) const { return x == o.x && y == o.y; } };
struct PointHash { size_t operator()(const Point &p) const { return static_cast<size_t>(p.x * 31 + p.y); } };

int main() {
    std::unordered_map<std::string, int> m;
    const char *words[] = {"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "the", "a long key on the heap"};
    for (auto w : words)
        m[w]++;
    for (auto &[k, v] : m)
        std::printf("%s=%d ", k.c_str(), v);
    std::printf("\n%zu %zu\n", m.size(), m.bucket_count());
    std::unordered_set<int> s;
    for (int i = 0; i < 50; i++)
        s.insert(i * 37 % 101);
    for (int v : s)
        std::printf("%d ", v);
    std::printf("\n%zu %g\n", s.bucket_count(), static_cast<double>(s.load_factor()));
    for (int i = 0; i < 50; i += 2)
        s.erase(i);
    s.rehash(200);
    for (int v : s)
        std::printf("%d ", v);
    std::printf("\n%zu %zu\n", s.size(), s.bucket_count());
    m.reserve(1000);
    std::printf("%zu %d %d\n", m.bucket_count(), m.at("the"), m.find("cat") == m.end());
    std::unordered_set<Point, PointHash> points;
    for (int i = 0; i < 10; i++)
        points.insert({i % 4, i % 3});
    for (auto &p : points)
        std::printf("(%d,%d) ", p.x, p.y);
    std::printf("%zu %zu\n", points.size(), points.count({1, 1}));
    std::unordered_multimap<int, char> mm{{1, 'a'}, {2, 'b'}, {1, 'c'}, {1, 'd'}};
    auto r = mm.equal_range(1);
    for (auto i = r.first; i != r.second; ++i)
        std::putchar(i->second);
    std::printf(" %zu\n", mm.count(1));
    std::unordered_map<long, double> numbers;
    for (long i = 0; i < 3000; i++)
        numbers[i * i % 7919] += static_cast<double>(i);
    unsigned long order = 0;
    for (auto &[k, v] : numbers)
        order = order * 131 + static_cast<unsigned long>(k) + static_cast<unsigned long>(v);
    std::printf("%zu %lu %zu\n", numbers.size(), order, numbers.bucket_count());
    std::unordered_map<double, int> reals{{0.0, 1}, {-0.0, 2}, {1.5, 3}};
    std::printf("%zu %d\n", reals.size(), reals[-0.0]);
    auto copy = m;
    std::printf("%d\n", copy == m);
    return 0;
}
