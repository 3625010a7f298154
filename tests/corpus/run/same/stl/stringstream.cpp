// stringstream: reading and writing, states, seeking, ignore, peek, putback, gcount, unusual inputs.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

int main() {
    std::ostringstream out;
    out << "x=" << 12 << ',' << std::setw(6) << std::fixed << std::setprecision(2) << 3.14159;
    std::cout << out.str() << ' ' << out.tellp() << '\n';
    out.seekp(2);
    out << 99;
    std::cout << out.str() << '\n';
    out.str("");
    out << "fresh";
    std::cout << out.str() << '\n';
    std::istringstream in("42 -7 3.5 word 0x1f true rest of line\nnext\tline");
    int a, b;
    double d;
    std::string w;
    in >> a >> b >> d >> w;
    std::cout << a << ' ' << b << ' ' << d << ' ' << w << '\n';
    in >> std::hex >> a >> std::boolalpha;
    bool t;
    in >> t;
    std::string rest;
    std::getline(in, rest);
    std::cout << a << ' ' << t << " [" << rest << "] " << in.good() << '\n';
    char c;
    in.get(c);
    std::cout << c << static_cast<char>(in.peek()) << in.tellg() << '\n';
    in.putback('N');
    in >> w;
    std::cout << w << '\n';
    in.ignore(1);
    in >> w;
    std::cout << w << ' ' << in.eof() << in.fail() << '\n';
    in >> w;
    std::cout << in.eof() << in.fail() << !in << '\n';
    in.clear();
    in.seekg(3);
    in >> std::dec >> a;
    std::cout << a << '\n';
    std::istringstream bad("abc 99999999999 7");
    bad >> a;
    std::cout << a << bad.fail() << '\n';
    bad.clear();
    bad >> w >> a;
    std::cout << a << bad.fail() << '\n';
    bad.clear();
    bad >> a;
    std::cout << a << bad.fail() << '\n';
    std::stringstream both;
    for (int i = 0; i < 5; i++)
        both << i * i << ' ';
    int sum = 0, n = 0;
    while (both >> a) {
        sum += a;
        n++;
    }
    std::cout << sum << ' ' << n << '\n';
    std::istringstream raw("abcdefgh\nij");
    char buffer[6];
    raw.read(buffer, 3);
    std::cout << raw.gcount() << std::string(buffer, 3);
    raw.getline(buffer, 6);
    std::cout << raw.gcount() << buffer << raw.fail();
    raw.clear();
    raw.get(buffer, 6, 'j');
    std::cout << buffer << raw.gcount() << '\n';
    std::istringstream chars("a b\n c");
    chars >> std::noskipws;
    while (chars >> c)
        std::cout << static_cast<int>(c) << ' ';
    std::cout << '\n';
    std::istringstream csv("1,2;3");
    char sep;
    csv >> a >> sep >> b;
    std::cout << a << sep << b << '\n';
    std::istringstream q("\"quoted text\" tail");
    q >> std::quoted(w);
    std::cout << w << '\n';
    return 0;
}
