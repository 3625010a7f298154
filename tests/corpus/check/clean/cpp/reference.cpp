// A meter by reference that has not measured yet has no rate.
struct Meter {
    unsigned events;
    unsigned seconds;
};

namespace monitor {
unsigned rate(const Meter &meter) {
    if (meter.seconds == 0)
        return 0;
    return meter.events / meter.seconds;
}
} // namespace monitor
