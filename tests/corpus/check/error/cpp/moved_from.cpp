// An owner that gave its object away is asked for it.
//@ check: hand_over
#include <memory>
#include <utility>

struct Ticket {
    int number;
};

static std::unique_ptr<Ticket> archive;

int hand_over(int number) {
    auto ticket = std::unique_ptr<Ticket>(new Ticket{number});
    if (number > 10)
        archive = std::move(ticket);
    return ticket->number; //~ null-dereference
}
