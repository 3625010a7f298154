// Exceptions: by value, reference, pointer, base, ellipsis, rethrow, nested, order of handlers.
#include <cstdio>
#include <cstring>

struct Error { int code; virtual ~Error() = default; virtual const char *what() const { return "error"; } };
struct FileError : Error { const char *what() const override { return "file error"; } };
struct OpenError : FileError { char name[8] = "x.txt"; const char *what() const override { return name; } };
enum class Code { low, high };

static void raise(int n) {
    switch (n) {
    case 0: throw 42;
    case 1: throw 2.5;
    case 2: throw "text";
    case 3: throw Error{};
    case 4: { FileError e; e.code = 4; throw e; }
    case 5: throw OpenError();
    case 6: throw Code::high;
    case 7: { static int global = 7; throw &global; }
    case 8: throw 'c';
    case 9: throw 5u;
    case 10: throw nullptr;
    default: break;
    }
    std::printf("no throw ");
}

static const char *handle(int n) {
    try {
        raise(n);
        return "nothing";
    } catch (int i) {
        std::printf("%d ", i);
        return "int";
    } catch (const double &d) {
        std::printf("%g ", d);
        return "double";
    } catch (const char *s) {
        std::printf("%zu ", s ? std::strlen(s) : 0); /* null matches too */
        return "text";
    } catch (const FileError &e) {
        std::printf("%s ", e.what());
        return "file error";
    } catch (const Error &e) {
        std::printf("%s ", e.what());
        return "error";
    } catch (Code c) {
        return c == Code::high ? "high" : "low";
    } catch (int *p) {
        std::printf("%d ", *p);
        return "pointer";
    } catch (...) {
        return "unknown";
    }
}

static int nested(int n) {
    try {
        try {
            raise(n);
        } catch (int i) {
            std::printf("[inner %d] ", i);
            throw; /* the same object */
        } catch (const Error &) {
            std::printf("[translate] ");
            throw 1000;
        }
    } catch (int i) {
        return i;
    } catch (...) {
        return -1;
    }
    return 0;
}

int main() {
    for (int i = 0; i <= 11; i++)
        std::printf("%d: %s\n", i, handle(i));
    for (int i = 0; i <= 6; i += 2)
        std::printf("%d\n", nested(i));
    try {
        try {
            throw OpenError();
        } catch (Error &e) {
            e.code = 99; /* a reference: seen after the rethrow */
            throw;
        }
    } catch (FileError &e) {
        std::printf("%d %s\n", e.code, e.what());
    }
    int sum = 0;
    for (int i = 0; i < 100; i++)
        try {
            if (i % 3 == 0)
                throw i;
            sum += 1;
        } catch (int v) {
            sum += v * 2;
            if (v > 90)
                break;
            continue;
        }
    std::printf("%d\n", sum);
    return 0;
}
