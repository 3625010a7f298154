// Each suit is in the table.
enum class Suit : unsigned char { Clubs, Diamonds, Hearts, Spades };

static const int values[] = {
    1,
    2,
    3,
    4,
};

int value_of(Suit suit) {
    if (suit > Suit::Spades)
        return 0;
    return values[static_cast<unsigned>(suit)];
}
