// chrono durations and time points: arithmetic, conversions, literals, comparisons, rounding.
#include <chrono>
#include <cstdio>
#include <ratio>

int main() {
    using namespace std::chrono;
    using namespace std::chrono_literals;
    auto t = 1h + 30min + 15s + 250ms;
    std::printf("%ld %ld %ld\n", static_cast<long>(t.count()), static_cast<long>(duration_cast<seconds>(t).count()), static_cast<long>(duration_cast<minutes>(t).count()));
    duration<double> real = t;
    std::printf("%.3f %d %d\n", real.count(), 1000ms == 1s, 59s < 1min);
    std::printf("%ld %ld %ld\n", static_cast<long>(floor<seconds>(-1500ms).count()), static_cast<long>(ceil<seconds>(1500ms).count()), static_cast<long>(round<seconds>(2500ms).count()));
    using Frames = duration<int, std::ratio<1, 60>>;
    Frames f(90);
    std::printf("%ld %ld\n", static_cast<long>(duration_cast<milliseconds>(f).count()), static_cast<long>((t % 1min).count()));
    system_clock::time_point epoch, later = epoch + hours(24 * 365);
    std::printf("%ld %d\n", static_cast<long>(system_clock::to_time_t(later)), later > epoch);
    std::printf("%ld\n", static_cast<long>(duration_cast<hours>(later - epoch).count()));
    auto d = 10s;
    d *= 3;
    d -= 5s;
    d++;
    std::printf("%ld %ld %ld\n", static_cast<long>(d.count()), static_cast<long>((-d).count()), static_cast<long>(d / 4s));
    auto a = steady_clock::now(), b = steady_clock::now();
    std::printf("%d\n", b >= a);
    using R = std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>;
    std::printf("%ld/%ld\n", static_cast<long>(R::num), static_cast<long>(R::den));
    return 0;
}
