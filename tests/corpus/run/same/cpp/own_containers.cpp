// Containers written by hand: vector with placement new, list with iterators, hash map template.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <utility>

template <class T> class Vec {
    T *data = nullptr;
    size_t count = 0, room = 0;
    void grow() {
        size_t bigger = room ? room * 2 : 2;
        T *fresh = static_cast<T *>(std::malloc(bigger * sizeof(T)));
        for (size_t i = 0; i < count; i++) {
            new (fresh + i) T(std::move(data[i]));
            data[i].~T();
        }
        std::free(data);
        data = fresh;
        room = bigger;
    }
public:
    Vec() = default;
    Vec(const Vec &o) { for (auto &x : o) push(x); }
    Vec(Vec &&o) noexcept { swap(o); }
    Vec &operator=(Vec o) noexcept {
        swap(o);
        return *this;
    }
    ~Vec() {
        while (count)
            data[--count].~T();
        std::free(data);
    }
    void swap(Vec &o) noexcept {
        std::swap(data, o.data);
        std::swap(count, o.count);
        std::swap(room, o.room);
    }
    template <class... A> T &emplace(A &&...a) {
        if (count == room)
            grow();
        return *new (data + count++) T(std::forward<A>(a)...);
    }
    void push(const T &t) { emplace(t); }
    T &operator[](size_t i) { return data[i]; }
    T *begin() const { return data; }
    T *end() const { return data + count; }
    size_t size() const { return count; }
};

template <class K, class V, class H = std::hash<K>> class Map {
    struct Node { K key; V value; Node *next; };
    Vec<Node *> slots;
    size_t used = 0;
public:
    explicit Map(size_t n = 16) { for (size_t i = 0; i < n; i++) slots.push(nullptr); }
    ~Map() {
        for (Node *n : slots)
            while (n) {
                Node *next = n->next;
                delete n;
                n = next;
            }
    }
    V &operator[](const K &k) {
        Node *&slot = slots[H()(k) % slots.size()];
        for (Node *n = slot; n; n = n->next)
            if (n->key == k)
                return n->value;
        slot = new Node{k, V{}, slot};
        used++;
        return slot->value;
    }
    size_t size() const { return used; }
    template <class F> void each(F f) const {
        for (Node *n : slots)
            for (; n; n = n->next)
                f(n->key, n->value);
    }
};

int main() {
    Vec<std::string> words;
    for (int i = 0; i < 50; i++)
        words.emplace(static_cast<size_t>(i % 40), static_cast<char>('a' + i % 26));
    Vec<std::string> copy = words, moved = std::move(words);
    copy[3] = "changed";
    std::printf("%zu %zu %s %s\n", copy.size(), moved.size(), copy[3].c_str(), moved[49].c_str());
    Map<std::string, int> counts;
    const char *text = "a rose is a rose is a rose";
    std::string word;
    for (const char *p = text;; p++)
        if (*p == ' ' || !*p) {
            counts[word]++;
            word.clear();
            if (!*p)
                break;
        } else
            word += *p;
    int total = 0;
    counts.each([&](const std::string &k, int v) { total += v * static_cast<int>(k.size()); });
    std::printf("%zu %d %d %d\n", counts.size(), counts["rose"], counts["is"], total);
    Map<int, Vec<int>> groups(7);
    for (int i = 0; i < 100; i++)
        groups[i % 13].push(i);
    long sum = 0;
    groups.each([&](int k, const Vec<int> &v) { for (int x : v) sum += k * x; });
    std::printf("%zu %ld\n", groups.size(), sum);
    return 0;
}
