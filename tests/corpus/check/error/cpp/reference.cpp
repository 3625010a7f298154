// A meter by reference that has not measured yet.
struct Meter {
    unsigned events;
    unsigned seconds;
};

namespace monitor {
unsigned rate(const Meter &meter) {
    return meter.events / meter.seconds; //~ division-by-zero
}
} // namespace monitor
