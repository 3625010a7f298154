// Multiple inheritance: pointer adjustment, thunks, ambiguous bases, conversion and deletion through any base.
#include <cstdio>

struct Reader {
    int position = 1;
    virtual ~Reader() { std::printf("~Reader "); }
    virtual int read() { return position++; }
};
struct Writer {
    int written = 100;
    virtual ~Writer() { std::printf("~Writer "); }
    virtual int write(int n) { return written += n; }
    virtual const char *who() const { return "writer"; }
};
struct Named {
    char name[8] = "named";
    const char *get() const { return name; }
};
struct Stream : Reader, Named, Writer {
    int extra = 7;
    ~Stream() override { std::printf("~Stream "); }
    int read() override { return Reader::read() * 10; }
    int write(int n) override { return Writer::write(n) + extra; }
    const char *who() const override { return name; }
};
struct Left : Reader { int l = 2; };
struct Right : Reader { int r = 3; };
struct Both : Left, Right {
    int read() override { return Left::read() + Right::read(); }
};

int main() {
    Stream s;
    Reader *r = &s;
    Writer *w = &s;
    Named *n = &s;
    std::printf("%d %d %s %s\n", r->read(), w->write(5), w->who(), n->get());
    std::printf("%d %d\n", static_cast<Stream *>(w) == &s, (void *)r != (void *)w);
    w->written = 0;
    std::printf("%d %d\n", s.write(1), static_cast<Stream *>(n)->extra);
    Writer *null = nullptr;
    std::printf("%d\n", static_cast<Stream *>(null) == nullptr); /* null stays null */
    Both b;
    Left *l = &b;
    Right *right = &b;
    right->position = 50;
    std::printf("%d %d %d\n", l->read(), static_cast<Reader *>(right)->read(), b.Left::position);
    Writer *heap = new Stream;
    std::printf("%s\n", heap->who());
    delete heap;
    std::puts("");
    return 0;
}
