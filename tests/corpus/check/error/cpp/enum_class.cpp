// The last suit was added after its table.
enum class Suit : unsigned char { Clubs, Diamonds, Hearts, Spades };

static const int values[] = {
    1,
    2,
    3,
};

int value_of(Suit suit) {
    if (suit > Suit::Spades)
        return 0;
    return values[static_cast<unsigned>(suit)]; //~ out-of-bounds
}
