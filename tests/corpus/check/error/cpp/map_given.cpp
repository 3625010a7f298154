// What a map says about a name.
//@ check: share_of
#include <map>
#include <string>

int share_of(const std::map<std::string, int> &parts) {
    auto found = parts.find("ab");
    if (found == parts.end())
        return 0;
    return 100 / found->second; //~ division-by-zero
}
