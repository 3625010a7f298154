// std::stoi of something that is no number.
#include <string>
static int parse(const std::string &s) {
    return std::stoi(s); //~ uncaught-exception
}
int main() {
    return parse("12") + parse("twelve");
}
