// fstream: writing, reading, appending, binary, seeking, failing to open, reading words and lines.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

int main() {
    {
        std::ofstream out("numbers.txt");
        for (int i = 1; i <= 5; i++)
            out << i << ' ' << i * 1.5 << '\n';
        std::cout << out.good() << ' ' << out.tellp() << '\n';
    }
    std::ifstream in("numbers.txt");
    int i;
    double d, sum = 0;
    while (in >> i >> d)
        sum += i * d;
    std::cout << sum << ' ' << in.eof() << '\n';
    in.clear();
    in.seekg(0);
    std::string line;
    std::getline(in, line);
    std::cout << line << ' ' << in.tellg() << '\n';
    in.close();
    {
        std::ofstream app("numbers.txt", std::ios::app);
        app << "tail" << std::endl;
    }
    std::fstream both("numbers.txt", std::ios::in | std::ios::out);
    both.seekp(0);
    both << '9';
    both.seekg(-5, std::ios::end);
    both >> line;
    std::cout << line << '\n';
    both.clear();
    both.seekg(0, std::ios::beg);
    std::getline(both, line);
    std::cout << line << '\n';
    both.close();
    std::ifstream missing("no-such-file");
    std::cout << missing.is_open() << missing.fail() << !missing << '\n';
    struct Record { int id; char name[4]; } records[3] = {{1, "one"}, {2, "two"}, {3, "thr"}}, back{};
    {
        std::ofstream bin("data.bin", std::ios::binary);
        bin.write(reinterpret_cast<const char *>(records), sizeof records);
    }
    std::ifstream bin("data.bin", std::ios::binary | std::ios::ate);
    std::cout << bin.tellg() << '\n';
    bin.seekg(sizeof(Record));
    bin.read(reinterpret_cast<char *>(&back), sizeof back);
    std::cout << back.id << back.name << bin.gcount() << '\n';
    std::remove("numbers.txt");
    std::remove("data.bin");
    return 0;
}
