// A label without text has no width per letter.
//@ check: Label::letter_width
//@ allow: constructed
#include <string>

class Label {
public:
    explicit Label(const char *text) : text_(text) {}
    unsigned letter_width(unsigned width) const;

private:
    std::string text_;
};

unsigned Label::letter_width(unsigned width) const {
    if (text_.empty())
        return 0;
    return width / static_cast<unsigned>(text_.size());
}
