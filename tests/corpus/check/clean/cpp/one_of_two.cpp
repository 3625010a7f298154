// The second of two alternatives is a text.
//@ allow: constructed
#include <string>
#include <variant>

int weight(const std::variant<int, std::string> &value) {
    if (auto *text = std::get_if<std::string>(&value))
        return text->empty() ? 0 : 100 / static_cast<int>(text->size());
    return 0;
}
