// std::vector: growth, insert, erase, resize, nested, bool specialisation, iterators, comparison, custom elements.
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

template <class T> static void show(const std::vector<T> &v) {
    for (const auto &x : v)
        std::printf("%s ", std::to_string(x).c_str());
    std::printf("(%zu)\n", v.size());
}

int main() {
    std::vector<int> v, w(4, 7), x{1, 2, 3}, y(x.rbegin(), x.rend()), z(3);
    show(w);
    show(y);
    show(z);
    size_t reallocations = 0, capacity = v.capacity();
    for (int i = 0; i < 1000; i++) {
        v.push_back(i * i);
        if (v.capacity() != capacity) {
            capacity = v.capacity();
            reallocations++;
        }
    }
    std::printf("%zu %zu %ld\n", reallocations, capacity, std::accumulate(v.begin(), v.end(), 0L));
    x.insert(x.begin() + 1, 10);
    x.insert(x.end(), {20, 30});
    x.insert(x.begin(), 2, 99);
    x.insert(x.begin() + 3, y.begin(), y.end());
    show(x);
    x.erase(x.begin());
    x.erase(x.begin() + 1, x.begin() + 4);
    x.pop_back();
    x.emplace(x.begin() + 2, 55);
    x.emplace_back(66);
    show(x);
    x.resize(3);
    x.resize(5, -1);
    show(x);
    x.assign(3, 8);
    x.swap(y);
    show(x);
    std::printf("%d %d %d\n", x == std::vector<int>({3, 2, 1}), x < y, x.front() + x.back());
    x.clear();
    x.shrink_to_fit();
    std::printf("%d %zu\n", x.empty(), x.capacity());
    std::vector<bool> bits(70);
    for (size_t i = 0; i < bits.size(); i += 3)
        bits[i] = true;
    bits.flip();
    bits.push_back(true);
    int set = 0;
    for (bool b : bits)
        set += b;
    std::printf("%d %zu %d\n", set, bits.size(), static_cast<bool>(bits[69]));
    std::vector<std::vector<std::string>> table(3, std::vector<std::string>(2, "cell"));
    table[1][1] = "a much longer cell that needs the heap";
    table.push_back({"x", "y", "z"});
    table.erase(table.begin());
    for (auto &row : table) {
        for (auto &cell : row)
            std::printf("%s|", cell.c_str());
        std::puts("");
    }
    std::vector<int> self{1, 2, 3};
    self.push_back(self[0]);
    self.insert(self.begin(), self[2]);
    show(self);
    std::printf("%ld %d\n", static_cast<long>(self.end() - self.begin()), *(self.data() + 2));
    return 0;
}
