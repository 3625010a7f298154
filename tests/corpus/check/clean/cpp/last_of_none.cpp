// A list of names may be empty.
//@ allow: constructed
#include <string>
#include <vector>

std::size_t last_length(const std::vector<std::string> &names) {
    return names.empty() ? 0 : names.back().size();
}
