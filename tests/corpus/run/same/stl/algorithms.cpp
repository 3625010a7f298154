// <algorithm>: searching, counting, transforming, partitioning, permuting, set operations, heaps, bounds.
//@ cflags: -Wno-deprecated-declarations
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

using V = std::vector<int>;
static void show(const char *what, const V &v) {
    std::printf("%s:", what);
    for (int x : v)
        std::printf(" %d", x);
    std::puts("");
}

int main() {
    V v{5, 3, 8, 3, 1, 9, 2, 8, 7};
    std::printf("%ld %ld %ld\n", std::find(v.begin(), v.end(), 8) - v.begin(), std::count(v.begin(), v.end(), 3), std::adjacent_find(v.begin(), v.end()) - v.begin());
    std::printf("%d %d %d\n", std::any_of(v.begin(), v.end(), [](int x) { return x > 8; }), std::all_of(v.begin(), v.end(), [](int x) { return x > 0; }), std::none_of(v.begin(), v.end(), [](int x) { return x == 4; }));
    auto mm = std::minmax_element(v.begin(), v.end());
    std::printf("%d %d %d\n", *mm.first, *mm.second, std::clamp(15, 0, 10));
    V w;
    std::transform(v.begin(), v.end(), std::back_inserter(w), [](int x) { return x * x; });
    show("squares", w);
    std::copy_if(v.begin(), v.end(), w.begin(), [](int x) { return x % 2; });
    show("copied", w);
    V s = v;
    std::sort(s.begin(), s.end());
    show("sorted", s);
    std::printf("%ld %ld %d\n", std::lower_bound(s.begin(), s.end(), 3) - s.begin(), std::upper_bound(s.begin(), s.end(), 3) - s.begin(), std::binary_search(s.begin(), s.end(), 4));
    s.erase(std::unique(s.begin(), s.end()), s.end());
    show("unique", s);
    v.erase(std::remove(v.begin(), v.end(), 3), v.end());
    show("removed", v);
    std::rotate(v.begin(), v.begin() + 2, v.end());
    show("rotated", v);
    std::reverse(v.begin() + 1, v.end());
    std::replace_if(v.begin(), v.end(), [](int x) { return x > 7; }, 0);
    show("replaced", v);
    auto mid = std::stable_partition(v.begin(), v.end(), [](int x) { return x % 2 == 0; });
    std::printf("%ld ", mid - v.begin());
    show("partition", v);
    std::nth_element(v.begin(), v.begin() + 3, v.end());
    std::printf("%d\n", v[3]);
    std::partial_sort(v.begin(), v.begin() + 3, v.end(), std::greater<>());
    std::printf("%d %d %d\n", v[0], v[1], v[2]);
    std::string p = "abc";
    int count = 0;
    do
        count += p[0] == 'b';
    while (std::next_permutation(p.begin(), p.end()));
    std::printf("%d %s %d\n", count, p.c_str(), std::is_permutation(p.begin(), p.end(), "cab"));
    V a{1, 2, 4, 5, 7}, b{2, 3, 5, 8}, r;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
    show("union", r);
    r.clear();
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(r));
    show("common, difference", r);
    std::printf("%d %d\n", std::includes(a.begin(), a.end(), r.begin(), r.begin() + 2), std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()));
    std::make_heap(a.begin(), a.end());
    a.push_back(6);
    std::push_heap(a.begin(), a.end());
    std::pop_heap(a.begin(), a.end());
    std::printf("%d %d\n", a.back(), std::is_heap(a.begin(), a.end() - 1));
    std::sort_heap(a.begin(), a.end() - 1);
    show("heap", a);
    V n(6);
    std::iota(n.begin(), n.end(), 1);
    std::generate(n.begin() + 3, n.end(), [k = 100]() mutable { return k++; });
    show("generated", n);
    std::swap_ranges(n.begin(), n.begin() + 3, n.begin() + 3);
    std::fill_n(n.begin(), 2, -1);
    show("swapped", n);
    V big(500);
    unsigned x = 7;
    for (int &e : big)
        e = static_cast<int>((x = x * 1103515245u + 12345u) >> 16 & 0x7fff);
    std::stable_sort(big.begin(), big.end(), [](int l, int q) { return l % 100 < q % 100; });
    unsigned h = 0;
    for (int e : big)
        h = h * 31 + static_cast<unsigned>(e);
    std::printf("%u %d\n", h, std::is_sorted(big.begin(), big.end(), [](int l, int q) { return l % 100 < q % 100; }));
    auto mis = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    std::printf("%d %d\n", *mis.first, *mis.second);
    std::inplace_merge(n.begin(), n.begin() + 2, n.end());
    std::printf("%ld\n", std::search(big.begin(), big.end(), big.begin() + 40, big.begin() + 43) - big.begin());
    return 0;
}
