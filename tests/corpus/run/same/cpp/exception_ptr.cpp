// exception_ptr, nested exceptions, current_exception, make_exception_ptr, rethrow later and repeatedly.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

static std::exception_ptr capture(int n) {
    try {
        if (n == 0)
            throw std::runtime_error("zero");
        if (n == 1)
            throw 17;
        if (n == 2)
            throw std::string("a string");
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

static void report(const std::exception_ptr &p) {
    if (!p) {
        std::puts("none");
        return;
    }
    try {
        std::rethrow_exception(p);
    } catch (const std::exception &e) {
        std::printf("exception %s\n", e.what());
    } catch (int i) {
        std::printf("int %d\n", i);
    } catch (const std::string &s) {
        std::printf("string %s\n", s.c_str());
    }
}

static void level(int n) {
    try {
        if (n == 0)
            throw std::invalid_argument("root cause");
        level(n - 1);
    } catch (...) {
        std::throw_with_nested(std::runtime_error("level " + std::to_string(n)));
    }
}

static void unwind(const std::exception &e, int depth) {
    std::printf("%*s%s\n", depth * 2, "", e.what());
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        unwind(inner, depth + 1);
    }
}

int main() {
    std::vector<std::exception_ptr> list;
    for (int i = 0; i < 4; i++)
        list.push_back(capture(i));
    for (int round = 0; round < 2; round++)
        for (auto &p : list)
            report(p);
    std::exception_ptr copy = list[0], made = std::make_exception_ptr(std::logic_error("made"));
    std::printf("%d %d %d\n", copy == list[0], copy == list[1], list[3] == nullptr);
    list.clear();
    report(copy);
    report(made);
    try {
        level(3);
    } catch (const std::exception &e) {
        unwind(e, 0);
    }
    std::printf("%d\n", std::current_exception() == nullptr);
    return 0;
}
