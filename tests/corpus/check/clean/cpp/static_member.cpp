// Hours become seconds in a static member function, up to a week.
//@ check: Clock::seconds
class Clock {
public:
    static int seconds(int hours);
};

int Clock::seconds(int hours) {
    if (hours < 0 || hours > 168)
        return -1;
    return hours * 3600;
}
