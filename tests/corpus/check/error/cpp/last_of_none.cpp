// A list of names may be empty.
#include <string>
#include <vector>

std::size_t last_length(const std::vector<std::string> &names) {
    return names.back().size(); //~ null-dereference
}
