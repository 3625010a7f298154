// The directory part of a path.
//@ outcomes: 0 1 99
#include <coax.h>
#include <string>

int main() {
    std::string path;
    for (int i = 0; i < 4; i++)
        path += coax_char("s");
    auto slash = path.rfind('/');
    if (slash == std::string::npos)
        return 99;
    if (slash == 2)
        return 1;
    return 0;
}
