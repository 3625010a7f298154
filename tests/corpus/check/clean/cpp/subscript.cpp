// operator[] looks at the index.
//@ check: Palette::operator[]
//@ allow: constructed
class Palette {
public:
    explicit Palette(unsigned char base) {
        for (unsigned i = 0; i < 8; i++)
            shades_[i] = static_cast<unsigned char>(base + i);
    }
    unsigned char operator[](unsigned index) const { return index < 8 ? shades_[index] : 0; }

private:
    unsigned char shades_[8];
};

unsigned char darkest(unsigned char base) {
    Palette palette(base);
    return palette[0];
}
