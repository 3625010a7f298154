// new and delete: arrays, placement, class operators, nothrow, aligned, sizes passed to delete.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

struct Pooled {
    int n = 3;
    static int news, deletes;
    static void *operator new(size_t size) {
        news++;
        return std::malloc(size);
    }
    static void operator delete(void *p, size_t size) {
        deletes += static_cast<int>(size);
        std::free(p);
    }
    static void *operator new(size_t, void *where) noexcept { return where; }
};
int Pooled::news, Pooled::deletes;

struct Element {
    static int alive;
    int id;
    Element() : id(++alive) {}
    ~Element() { --alive; }
};
int Element::alive;
struct alignas(64) Wide { char c[64]; };

int main() {
    auto *p = new Pooled, *q = new Pooled;
    q->n += p->n;
    std::printf("%d %d\n", q->n, Pooled::news);
    delete p;
    delete q;
    std::printf("%d\n", Pooled::deletes);
    auto *list = new Element[7];
    std::printf("%d %d\n", Element::alive, list[6].id);
    delete[] list;
    std::printf("%d\n", Element::alive);
    alignas(Element) unsigned char room[sizeof(Element) * 2];
    auto *one = new (room) Element;
    auto *two = new (room + sizeof(Element)) Element;
    std::printf("%d %d %d\n", one->id, two->id, static_cast<void *>(one) == room);
    two->~Element();
    one->~Element();
    std::printf("%d\n", Element::alive);
    int *zeroed = new int[5](), *listed = new int[3]{7, 8}, *single = new int(42);
    std::printf("%d %d %d %d\n", zeroed[4], listed[1], listed[2], *single);
    delete[] zeroed;
    delete[] listed;
    delete single;
    auto *wide = new Wide;
    std::printf("%d\n", static_cast<int>(reinterpret_cast<uintptr_t>(wide) % 64));
    delete wide;
    int *maybe = new (std::nothrow) int[10];
    std::printf("%d\n", maybe != nullptr);
    delete[] maybe;
    int(*matrix)[4] = new int[3][4];
    for (int i = 0; i < 12; i++)
        matrix[i / 4][i % 4] = i;
    std::printf("%d\n", matrix[2][3]);
    delete[] matrix;
    delete static_cast<int *>(nullptr);
    void *raw = ::operator new(100);
    ::operator delete(raw);
    auto *empty = new int[0];
    delete[] empty;
    return 0;
}
