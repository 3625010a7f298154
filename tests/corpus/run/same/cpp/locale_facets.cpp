// Locale facets of the classic locale and a custom numpunct; tolower, isalpha with locale; imbue.
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>

struct Grouped : std::numpunct<char> {
    char do_thousands_sep() const override { return '\''; }
    std::string do_grouping() const override { return "\3"; }
    char do_decimal_point() const override { return ','; }
    std::string do_truename() const override { return "ja"; }
};

int main() {
    std::ostringstream out;
    out << 1234567 << ' ' << 1234.5 << ' ' << std::boolalpha << true << '\n';
    out.imbue(std::locale(std::locale::classic(), new Grouped));
    out << 1234567 << ' ' << std::fixed << std::setprecision(2) << 9876543.215 << ' ' << true << ' ' << -1000 << '\n';
    std::cout << out.str();
    std::istringstream in("1'234'567 2,5");
    in.imbue(std::locale(std::locale::classic(), new Grouped));
    long n;
    double d;
    in >> n >> d;
    std::cout << n << ' ' << d << '\n';
    std::locale c;
    std::cout << std::toupper('x', c) << std::isalpha('1', c) << std::isspace(' ', c) << ' ' << c.name() << '\n';
    auto &ct = std::use_facet<std::ctype<char>>(c);
    char text[] = "Mixed Case";
    ct.toupper(text, text + 10);
    std::cout << text << ' ' << ct.is(std::ctype_base::digit, '7') << '\n';
    try {
        std::locale bad("xx_NOWHERE");
    } catch (const std::runtime_error &) {
        std::cout << "no such locale\n";
    }
    return 0;
}
