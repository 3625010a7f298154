// std::thread in code that does not run.
#include <cstdio>
#include <thread>
#include <vector>

static int sum(const std::vector<int> &v, bool parallel) {
    int total = 0;
    auto work = [&] { for (int x : v) total += x; };
    if (parallel) {
        std::thread t(work);
        t.join();
    } else
        work();
    return total;
}

int main(int argc, char **) {
    std::printf("%d\n", sum({1, 2, 3}, argc > 5));
    return 0;
}
