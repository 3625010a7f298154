// Price times quantity leaves the range of an int.
//@ check: total_price
int total_price(int price, int quantity) {
    if (price < 0 || quantity < 0)
        return -1;
    return price * quantity; //~ signed-overflow
}
