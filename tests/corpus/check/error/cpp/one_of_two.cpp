// The second of two alternatives is a text.
#include <string>
#include <variant>

int weight(const std::variant<int, std::string> &value) {
    if (auto *text = std::get_if<std::string>(&value))
        return 100 / static_cast<int>(text->size()); //~ division-by-zero
    return 0;
}
