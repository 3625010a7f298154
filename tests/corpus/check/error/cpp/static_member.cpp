// Hours become seconds in a static member function.
//@ check: Clock::seconds
class Clock {
public:
    static int seconds(int hours);
};

int Clock::seconds(int hours) {
    return hours * 3600; //~ signed-overflow
}
