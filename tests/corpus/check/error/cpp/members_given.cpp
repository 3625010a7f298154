// A structure with containers in it is given member by member.
//@ check: portion
#include <string>
#include <vector>

struct Order {
    std::string name;
    std::vector<int> prices;
    int people;
};

int portion(const Order &order) {
    if (order.name != "tea" || order.prices.size() != 2)
        return 0;
    return order.prices[1] / 2 / order.people; //~ division-by-zero
}
