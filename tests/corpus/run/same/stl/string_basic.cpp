// std::string: construction, growth, small and large, insert, erase, replace, find family, compare, iterators.
#include <algorithm>
#include <cstdio>
#include <string>

static void show(const char *what, const std::string &s) { std::printf("%s: [%s] %zu\n", what, s.c_str(), s.size()); }
static long at(size_t p) { return p == std::string::npos ? -1 : static_cast<long>(p); }
static int sign(int x) { return (x > 0) - (x < 0); }

int main() {
    std::string a, b("hello"), c(5, 'x'), d(b, 1, 3), e(b.begin() + 2, b.end()), f("with\0zero", 9), g = {'l', 'i', 's', 't'};
    show("a", a);
    show("c", c);
    show("d", d);
    show("e", e);
    show("g", g);
    std::printf("%zu %d\n", f.size(), f[4]);
    a += b;
    a += ' ';
    a.append("world").append(3, '!').append(b, 0, 2);
    show("append", a);
    a.insert(5, ",").insert(0, 2, '>').insert(a.end(), '<');
    show("insert", a);
    a.erase(0, 2).erase(a.size() - 1);
    show("erase", a);
    a.replace(0, 5, "HELLO THERE").replace(a.find("world"), 5, "w");
    show("replace", a);
    std::string text = "one two three two one";
    std::printf("%ld %ld %ld %ld\n", at(text.find("two")), at(text.find("two", 5)), at(text.rfind("two")), at(text.find("four")));
    std::printf("%ld %ld %ld %ld\n", at(text.find_first_of("wt")), at(text.find_last_of("wt")), at(text.find_first_not_of("one ")), at(text.find_last_not_of("eno")));
    std::printf("%d %d %d %d\n", sign(b.compare("hello")), sign(b.compare("help")), sign(b.compare(0, 3, "hel")), sign(b.compare("a")));
    std::printf("%d %d %d %d\n", b == "hello", b < "help", b + "x" > b, "a" + b != b);
    show("substr", text.substr(4, 3) + text.substr(18));
    std::string big;
    for (int i = 0; i < 1000; i++)
        big.push_back(static_cast<char>('a' + i % 26));
    unsigned hash = 0;
    for (char ch : big)
        hash = hash * 31 + static_cast<unsigned char>(ch);
    std::printf("%u %zu %d\n", hash, big.size(), big.capacity() >= 1000);
    big.resize(3);
    show("resize", big);
    big.resize(6, '.');
    show("resize", big);
    std::reverse(big.begin(), big.end());
    show("reverse", big);
    std::sort(big.rbegin(), big.rend());
    show("sort", big);
    b.swap(c);
    std::printf("%s %s\n", b.c_str(), c.c_str());
    c.front() = 'J';
    c.back() = 'y';
    c.pop_back();
    show("front", c);
    c.clear();
    std::printf("%d %zu\n", c.empty(), c.length());
    c.assign("again", 3);
    show("assign", c);
    char buffer[8] = {0};
    text.copy(buffer, 5, 4);
    std::printf("%s\n", buffer);
    std::string self = "ab";
    self += self;
    self.append(self).insert(2, self);
    show("self", self);
    self.shrink_to_fit();
    self = self.substr(1);
    show("self", self);
    return 0;
}
