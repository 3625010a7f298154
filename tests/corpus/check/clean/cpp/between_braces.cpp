// Nothing may be between the braces.
//@ allow: constructed
#include <initializer_list>

long average(std::initializer_list<short> numbers) {
    long sum = 0;
    for (short number : numbers)
        sum += number;
    return numbers.size() == 0 ? 0 : sum / static_cast<long>(numbers.size());
}
