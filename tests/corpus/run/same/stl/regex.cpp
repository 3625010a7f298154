// <regex>: match, search, iterate, replace, captures, case-insensitive, errors.
#include <iostream>
#include <regex>
#include <string>

int main() {
    std::string text = "Call 555-1234 or 555-9876, mail ada@example.org or bob.b@test.net";
    std::regex phone(R"((\d{3})-(\d{4}))"), mail(R"(([\w.]+)@(\w+\.\w+))");
    for (std::sregex_iterator i(text.begin(), text.end(), phone), end; i != end; ++i)
        std::cout << i->str() << ' ' << (*i)[1] << '|' << (*i)[2] << ' ' << i->position() << '\n';
    std::smatch m;
    if (std::regex_search(text, m, mail))
        std::cout << m[0] << ' ' << m[1] << ' ' << m.prefix().length() << ' ' << m.size() << '\n';
    std::cout << std::regex_replace(text, mail, "<$2:$1>") << '\n';
    const char *numbers[] = {"42", "-1.5", "1e10", "abc", "1.", ""};
    std::regex number("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
    for (auto n : numbers)
        std::cout << std::regex_match(n, number);
    std::cout << '\n' << std::regex_search("HELLO", std::regex("l+o", std::regex::icase)) << '\n';
    std::regex sep("[,;]\\s*");
    std::string list = "a, b;c,  d";
    for (std::sregex_token_iterator i(list.begin(), list.end(), sep, -1), end; i != end; ++i)
        std::cout << '[' << *i << ']';
    std::cout << '\n';
    std::cout << std::regex_match("abab", std::regex("(ab)*")) << std::regex_match("abcabc", std::regex("(\\w+)\\1")) << std::regex_match("gray", std::regex("gr(a|e)y")) << '\n';
    try {
        std::regex bad("(unclosed");
    } catch (const std::regex_error &e) {
        std::cout << "regex error " << (e.code() == std::regex_constants::error_paren) << '\n';
    }
    return 0;
}
