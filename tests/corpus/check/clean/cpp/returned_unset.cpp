// Every kind has a price.
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
        price = 8;
        break;
    }
    return price;
}
