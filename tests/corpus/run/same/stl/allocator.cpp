// Custom allocators in containers, counting, a pool; polymorphic memory resources.
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <memory_resource>
#include <string>
#include <vector>

static long allocated, freed, calls;
template <class T> struct Counting {
    using value_type = T;
    Counting() = default;
    template <class U> Counting(const Counting<U> &) {}
    T *allocate(size_t n) {
        calls++;
        allocated += static_cast<long>(n * sizeof(T));
        return static_cast<T *>(std::malloc(n * sizeof(T)));
    }
    void deallocate(T *p, size_t n) {
        freed += static_cast<long>(n * sizeof(T));
        std::free(p);
    }
    template <class U> bool operator==(const Counting<U> &) const { return true; }
    template <class U> bool operator!=(const Counting<U> &) const { return false; }
};

int main() {
    {
        std::vector<int, Counting<int>> v;
        for (int i = 0; i < 100; i++)
            v.push_back(i);
        std::list<short, Counting<short>> l(5, 1);
        std::map<int, char, std::less<>, Counting<std::pair<const int, char>>> m;
        for (int i = 0; i < 10; i++)
            m[i * 7 % 10] = 'x';
        m.erase(3);
        std::basic_string<char, std::char_traits<char>, Counting<char>> s(100, 'y');
        std::printf("%ld %d\n", calls, allocated > freed);
    }
    std::printf("%d\n", allocated == freed);
    char room[1024];
    std::pmr::monotonic_buffer_resource pool(room, sizeof room);
    std::pmr::vector<int> pv(&pool);
    for (int i = 0; i < 50; i++)
        pv.push_back(i * i);
    bool inside = reinterpret_cast<char *>(pv.data()) >= room && reinterpret_cast<char *>(pv.data()) < room + sizeof room;
    std::printf("%d %d\n", pv[49], inside);
    std::pmr::string ps("a string that is too long for the small buffer", &pool);
    std::printf("%s\n", ps.c_str());
    return 0;
}
