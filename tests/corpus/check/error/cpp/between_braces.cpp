// Nothing may be between the braces.
#include <initializer_list>

long average(std::initializer_list<short> numbers) {
    long sum = 0;
    for (short number : numbers)
        sum += number;
    return sum / static_cast<long>(numbers.size()); //~ division-by-zero
}
