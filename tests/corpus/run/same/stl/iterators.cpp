// Iterators: categories, adaptors, reverse, insert, stream, move iterators, a custom iterator in algorithms.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <list>
#include <sstream>
#include <string>
#include <vector>

class Range {
    int from, to;
public:
    struct Iterator {
        using iterator_category = std::forward_iterator_tag;
        using value_type = int;
        using difference_type = long;
        using pointer = const int *;
        using reference = int;
        int n;
        int operator*() const { return n * n; }
        Iterator &operator++() {
            ++n;
            return *this;
        }
        Iterator operator++(int) {
            auto old = *this;
            ++n;
            return old;
        }
        bool operator==(const Iterator &o) const { return n == o.n; }
        bool operator!=(const Iterator &o) const { return n != o.n; }
    };
    Range(int a, int b) : from(a), to(b) {}
    Iterator begin() const { return {from}; }
    Iterator end() const { return {to}; }
};

int main() {
    Range r(1, 8);
    std::vector<int> v(r.begin(), r.end());
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " "));
    std::cout << '\n' << std::distance(r.begin(), r.end()) << ' ' << *std::max_element(r.begin(), r.end()) << ' '
              << std::count_if(r.begin(), r.end(), [](int x) { return x % 2; }) << '\n';
    std::copy(v.rbegin(), v.rend(), std::ostream_iterator<int>(std::cout, ","));
    std::cout << '\n';
    std::istringstream in("10 20 30 x");
    std::vector<int> read{std::istream_iterator<int>(in), std::istream_iterator<int>()};
    std::cout << read.size() << ' ' << read.back() << '\n';
    std::list<int> l;
    std::copy(read.begin(), read.end(), std::front_inserter(l));
    std::copy(read.begin(), read.end(), std::inserter(l, std::next(l.begin())));
    for (int x : l)
        std::cout << x << ' ';
    auto it = l.begin();
    std::advance(it, 3);
    std::cout << *it << ' ' << *std::prev(it) << '\n';
    std::vector<std::string> from{"first long enough string here", "second", "third"}, to;
    std::copy(std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()), std::back_inserter(to));
    std::cout << from[0].size() << ' ' << to[0] << '\n';
    std::string text{std::istreambuf_iterator<char>(std::istringstream("raw text").rdbuf()), {}};
    std::cout << text << '\n';
    int raw[] = {1, 2, 3};
    std::cout << *std::rbegin(raw) << std::size(raw) << std::empty(v) << '\n';
    auto base = v.rbegin() + 2;
    std::cout << *base << ' ' << *base.base() << ' ' << (v.rend() - base) << '\n';
    return 0;
}
