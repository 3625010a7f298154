// A std::string made of symbolic characters is compared.
//@ outcomes: 0 1
#include <coax.h>
#include <string>

int main() {
    std::string s;
    for (int i = 0; i < 2; i++)
        s.push_back(coax_char("s"));
    if (s == "ok")
        return 1;
    return 0;
}
