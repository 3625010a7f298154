// One of the kinds has no price.
enum class Kind { small, medium, large };

int price(Kind kind) {
    int price;
    switch (kind) {
    case Kind::small:
        price = 3;
        break;
    case Kind::medium:
        price = 5;
        break;
    case Kind::large:
        break;
    }
    return price; //~ uninitialized-read
}
