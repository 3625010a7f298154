// Reading std::cin: numbers, words, lines, failure recovery, end of file.
//@ stdin: 3\n10 20 30\nAda Lovelace\noops 5\n  indented line\n\nlast
#include <iostream>
#include <limits>
#include <string>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> v(static_cast<size_t>(n));
    long sum = 0;
    for (int &x : v) {
        std::cin >> x;
        sum += x;
    }
    std::cout << n << ' ' << sum << '\n';
    std::string first, last;
    std::cin >> first >> last;
    std::cout << last << ", " << first << '\n';
    int bad = 77;
    if (!(std::cin >> bad)) {
        std::cout << "failed " << bad << '\n';
        std::cin.clear();
        std::string word;
        std::cin >> word >> bad;
        std::cout << word << ' ' << bad << '\n';
    }
    std::cin.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    std::string line;
    while (std::getline(std::cin, line))
        std::cout << '[' << line << "]\n";
    std::cout << std::cin.eof() << std::cin.fail() << '\n';
    return 0;
}
