// The letter behind the last one of a view is nobody's.
//@ allow: constructed input-size
#include <string_view>

char after_comma(std::string_view line) {
    for (std::size_t i = 0; i + 1 < line.size(); i++)
        if (line[i] == ',')
            return line[i + 1];
    return '\0';
}
