// Containers, exceptions that are caught, virtual calls: nothing to see.
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct shape {
    virtual ~shape() = default;
    virtual int sides() const = 0;
};
struct square : shape {
    int sides() const override { return 4; }
};

int main() {
    std::vector<std::unique_ptr<shape>> shapes;
    shapes.push_back(std::make_unique<square>());
    std::string text = "sides:";
    for (const auto &s : shapes)
        text += std::to_string(s->sides());
    try {
        throw std::runtime_error(text);
    } catch (const std::exception &e) {
        std::cout << e.what() << "\n";
    }
    return 3;
}
