// std::function, bind, mem_fn, reference_wrapper, invoke, function objects, hash.
#include <cstdio>
#include <functional>
#include <map>
#include <string>

static int add(int a, int b) { return a + b; }
struct Multiplier {
    int k;
    int operator()(int x) const { return k * x; }
    int plus(int x) { return k + x; }
};
struct Big {
    char bytes[100] = "big functor";
    const char *operator()() const { return bytes; }
};

int main() {
    using namespace std::placeholders;
    std::function<int(int, int)> f = add;
    std::printf("%d", f(2, 3));
    f = [](int a, int b) { return a * b; };
    std::printf(" %d", f(2, 3));
    f = std::minus<int>();
    std::printf(" %d\n", f(2, 3));
    std::function<const char *()> big = Big();
    auto copy = big;
    std::printf("%s %d %d\n", copy(), static_cast<bool>(copy), std::function<void()>() == nullptr);
    auto add10 = std::bind(add, _1, 10);
    auto swapped = std::bind(std::minus<>(), _2, _1);
    std::printf("%d %d\n", add10(5), swapped(3, 10));
    Multiplier m{7};
    std::printf("%d %d\n", std::bind(&Multiplier::plus, &m, _1)(5), std::mem_fn(&Multiplier::plus)(m, 6));
    std::printf("%d %d %d\n", std::invoke(m, 3), std::invoke(&Multiplier::plus, m, 1), std::invoke(&Multiplier::k, m));
    std::map<std::string, std::function<double(double, double)>> ops{
        {"+", std::plus<double>()}, {"-", std::minus<double>()}, {"*", std::multiplies<>()}, {"/", std::divides<>()}};
    for (auto &[name, op] : ops)
        std::printf("%s %g; ", name.c_str(), op(9, 4));
    std::puts("");
    int target = 1;
    auto ref = std::ref(target);
    ref.get() = 50;
    auto bump = std::bind([](int &x) { x++; }, std::ref(target));
    bump();
    bump();
    std::printf("%d\n", target);
    f = nullptr;
    std::printf("%d\n", !f);
    std::function<int(Multiplier &, int)> method = &Multiplier::plus;
    std::printf("%d\n", method(m, 100));
    std::function<int(int)> held = m;
    std::printf("%d %d\n", held.target<Multiplier>()->k, held.target<int>() == nullptr);
    std::printf("%zu %zu\n", std::hash<int>()(42), std::hash<std::string>()("hash me") % 1000003);
    std::printf("%d %d %d\n", std::greater<>()(3, 2), std::logical_not<bool>()(true), std::not_fn(std::less<int>())(1, 2));
    return 0;
}
