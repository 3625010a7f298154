// A class that can only be moved is handed over by value.
//@ check: share
class Ticket {
public:
    explicit Ticket(unsigned char seats) : seats_(seats) {}
    Ticket(Ticket &&other) : seats_(other.seats_) { other.seats_ = 0; }
    Ticket(const Ticket &) = delete;
    unsigned seats() const { return seats_; }

private:
    unsigned seats_;
};

unsigned share(unsigned price, Ticket ticket) {
    return price / ticket.seats(); //~ division-by-zero
}
