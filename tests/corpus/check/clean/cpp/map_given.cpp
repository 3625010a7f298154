// What a map says about a name, looked at first.
//@ check: share_of
//@ allow: constructed
#include <map>
#include <string>

int share_of(const std::map<std::string, int> &parts) {
    auto found = parts.find("ab");
    if (found == parts.end() || found->second == 0)
        return 0;
    return 100 / found->second;
}
