// The constructor forgets a member that the first question needs.
//@ check: expired_at_once
class Timer {
public:
    explicit Timer(unsigned now) : start_(now) {}
    bool expired(unsigned now) const {
        if (now - start_ > limit_) //~ uninitialized-read
            return true;
        return false;
    }

private:
    unsigned start_;
    unsigned limit_;
};

bool expired_at_once(unsigned now) {
    Timer timer(now);
    return timer.expired(now + 1);
}
