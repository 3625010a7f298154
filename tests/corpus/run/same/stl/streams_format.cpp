// iostream formatting: bases, widths, fills, precision, float notations, flags, bool, pointers to text.
#include <iomanip>
#include <iostream>
#include <limits>

int main() {
    using namespace std;
    cout << 42 << ' ' << -7L << ' ' << 3000000000u << ' ' << 'c' << ' ' << "text" << ' ' << true << ' ' << 2.5f << '\n';
    cout << hex << 255 << ' ' << showbase << 255 << ' ' << uppercase << 255 << ' ' << oct << 8 << ' ' << dec << 10 << '\n';
    cout << noshowbase << nouppercase << boolalpha << true << ' ' << false << noboolalpha << '\n';
    cout << '[' << setw(8) << 42 << "] [" << left << setw(8) << 42 << "] [" << internal << setfill('0') << setw(8) << -42 << "]\n";
    cout << right << setfill('*') << setw(10) << "text" << setw(3) << "longer" << '|' << setfill(' ') << '\n';
    double values[] = {0, 1, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789, 1.0 / 3, 1e100};
    for (double d : values) {
        cout << d << ' ' << fixed << d << ' ' << scientific << d << ' ' << hexfloat << d << ' ' << defaultfloat;
        cout << setprecision(3) << d << ' ' << setprecision(15) << d << setprecision(6) << '\n';
    }
    cout << showpoint << 1.0 << ' ' << noshowpoint << 1.0 << ' ' << showpos << 5 << ' ' << 2.5 << noshowpos << '\n';
    cout << fixed << setprecision(0) << 2.5 << ' ' << 3.5 << setprecision(2) << ' ' << 1.005 << defaultfloat << setprecision(6) << '\n';
    cout << numeric_limits<double>::infinity() << ' ' << -numeric_limits<double>::infinity() << ' ' << numeric_limits<float>::max() << '\n';
    cout << 1.5L << ' ' << (short)-3 << ' ' << (unsigned char)'u' << ' ' << (signed char)'s' << ' ' << (long long)-1 << ' ' << hex << -1 << dec << '\n';
    cout << setw(12) << 1.25 << setw(6) << 'x' << setw(8) << true << '\n';
    cout << setbase(16) << 30 << setbase(10) << ' ' << setiosflags(ios::showpos) << 3 << resetiosflags(ios::showpos) << 3 << '\n';
    auto flags = cout.flags();
    cout << hex << setfill('.') << setw(6) << 171 << '\n';
    cout.flags(flags);
    cout.fill(' ');
    cout << 171 << ' ' << cout.width() << ' ' << cout.precision() << '\n';
    cout.put('p').write("written", 4) << endl;
    cout << quoted("say \"hi\"") << ' ' << nullptr << '\n';
    cerr << "to cerr " << 1 << endl;
    clog << "to clog\n";
    cout << flush << "end" << '\n';
    return 0;
}
