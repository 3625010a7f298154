// std::deque, std::list and std::forward_list: both ends, splice, merge, sort, unique, remove_if, iterators.
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>

template <class C> static void show(const char *what, const C &c) {
    std::printf("%s:", what);
    for (const auto &x : c)
        std::printf(" %d", x);
    std::puts("");
}

int main() {
    std::deque<int> d;
    for (int i = 0; i < 300; i++)
        i % 2 ? d.push_back(i) : d.push_front(i);
    std::printf("%zu %d %d %d\n", d.size(), d.front(), d.back(), d[150]);
    for (int i = 0; i < 140; i++) {
        d.pop_back();
        d.pop_front();
    }
    show("deque", d);
    d.insert(d.begin() + 3, {100, 200});
    d.erase(d.end() - 2);
    d.resize(6);
    show("deque", d);
    std::list<int> a{5, 1, 4, 1, 3}, b{2, 9, 2};
    a.sort();
    b.sort([](int x, int y) { return x > y; });
    show("a", a);
    show("b", b);
    b.reverse();
    a.merge(b);
    show("merged", a);
    std::printf("%d\n", b.empty());
    a.unique();
    show("unique", a);
    a.remove_if([](int x) { return x % 2 == 0; });
    show("odd", a);
    std::list<int> c{10, 20, 30};
    auto it = c.begin();
    ++it;
    a.splice(a.begin(), c, it);
    show("spliced", a);
    show("rest", c);
    a.splice(a.end(), c);
    a.insert(std::next(a.begin(), 2), 3, 7);
    a.remove(7);
    a.push_front(0);
    a.pop_back();
    show("end", a);
    for (auto i = a.begin(); i != a.end();)
        i = *i % 3 == 0 ? a.erase(i) : std::next(i);
    show("erased", a);
    for (auto i = a.rbegin(); i != a.rend(); ++i)
        std::printf("%d ", *i);
    std::puts("");
    std::forward_list<int> f{3, 1, 2};
    f.push_front(9);
    f.insert_after(f.before_begin(), 8);
    f.sort();
    f.erase_after(f.begin());
    f.reverse();
    show("forward", f);
    return 0;
}
