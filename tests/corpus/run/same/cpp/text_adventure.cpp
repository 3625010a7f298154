// A larger C++ program: a bank of polymorphic commands interpreting a script from standard input.
//@ stdin: set x 5\nadd x 7\nset y 3\nmul x y\nprint x\nprint z\nbogus\nif x > 30 print y\nloop 3 add y 1\nprint y\ndump\n
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

class Machine {
    std::map<std::string, long> variables;
    using Words = std::vector<std::string>;
    std::map<std::string, std::function<void(const Words &)>> commands;

    long value(const std::string &w) const {
        if (!w.empty() && (std::isdigit(static_cast<unsigned char>(w[0])) || w[0] == '-'))
            return std::stol(w);
        auto it = variables.find(w);
        if (it == variables.end())
            throw std::out_of_range("no variable " + w);
        return it->second;
    }
    static Words tail(const Words &w, size_t n) { return Words(w.begin() + static_cast<long>(n), w.end()); }

public:
    Machine() {
        commands["set"] = [this](const Words &w) { variables[w.at(1)] = value(w.at(2)); };
        commands["add"] = [this](const Words &w) { variables.at(w.at(1)) += value(w.at(2)); };
        commands["mul"] = [this](const Words &w) { variables.at(w.at(1)) *= value(w.at(2)); };
        commands["print"] = [this](const Words &w) { std::cout << w.at(1) << " = " << value(w.at(1)) << '\n'; };
        commands["if"] = [this](const Words &w) {
            long a = value(w.at(1)), b = value(w.at(3));
            if (w.at(2) == ">" ? a > b : w[2] == "<" ? a < b : a == b)
                execute(tail(w, 4));
        };
        commands["loop"] = [this](const Words &w) {
            for (long i = value(w.at(1)); i > 0; i--)
                execute(tail(w, 2));
        };
        commands["dump"] = [this](const Words &) {
            for (auto &[name, v] : variables)
                std::cout << name << ':' << v << ' ';
            std::cout << '\n';
        };
    }
    void execute(const Words &w) {
        auto it = commands.find(w.at(0));
        if (it == commands.end())
            throw std::invalid_argument("unknown command " + w[0]);
        it->second(w);
    }
    void run(std::istream &in) {
        std::string line;
        for (int number = 1; std::getline(in, line); number++) {
            std::istringstream words(line);
            Words list;
            for (std::string w; words >> w;)
                list.push_back(w);
            try {
                execute(list);
            } catch (const std::out_of_range &e) {
                std::cerr << number << ": range: " << e.what() << '\n';
            } catch (const std::exception &e) {
                std::cerr << number << ": " << e.what() << '\n';
            }
        }
    }
};

int main() {
    Machine().run(std::cin);
    return 0;
}
