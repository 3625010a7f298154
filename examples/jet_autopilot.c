// One axis of a reaction-jet autopilot, stepped: how long must the jets fire to stop the rotation
// and get back to the wanted attitude?
//
// Every step reads the sensors and the crew's switch, moves the state chart, and computes the firing
// time `tjcalc` from the phase plane of attitude error and rate. An observer runs beside it and says
// when `tjcalc` goes beyond a threshold: a sequence of inputs that gets there stresses what comes
// after. `coax explore examples/jet_autopilot.c` looks for one; `-- -DSTEPS=4 -DTHRESHOLD=8.0`
// chooses another length or threshold. The exit status is the number of quiet periods at the end.
//
// Why five steps and not four. The sensors' filter lets the rate change by at most RATE_STEP and the
// error by at most ERROR_STEP per step, whatever is measured (a NaN is taken as the lower limit), and
// both begin at 0. After n steps |rate| <= n/2 and |error| <= 1.6 n. With w = |rate|, and e the error
// in the direction of the rate, `firing_time` is w/a + sqrt(w*w/(2 a*a) + (e - d)/a) with a = 1/2 and
// the dead band d = 0.3; it grows with w and e, and no mode computes more. For n = 4 that is at most
// 4 + sqrt(8 + 12.2) < 8.5, for n = 5 at most 5 + sqrt(12.5 + 15.4) > 10.28. So 10 cannot be exceeded
// in four steps, whatever rounding adds, and can be in five.
//
// Inputs as `name=value` (`name.n=value` for step n only; what is not named is 0) and how the program
// ends: two sequences that get there, and some that take all other branches.
//
//@ input: switch=2 rate.0=0.5 rate.1=1 rate.2=1.5 rate.3=2 rate.4=2.5 attitude.0=1.6 attitude.1=3.2 attitude.2=4.8 attitude.3=6.4 attitude.4=8 => assertion
//@ input: switch=2 rate=-100 attitude=-100 => assertion
//@ input: => 5
//@ input: switch=2 rate=0.1 attitude=0.2 => 5
//@ input: switch=2 rate=0.5 attitude=-9 => 5
//@ input: switch=2 rate=-0.5 attitude=0 => 5
//@ input: switch=1 rate=0.01 => 5
//@ input: switch.0=2 switch.1=2 switch.2=2 switch.3=0 rate=-1 => 2
//@ input: switch=3 => 5
//@ input: switch=2 rate=0.02 attitude=0.49 => 5
//@ input: switch=1 rate=0.1 => 0
//@ input: switch=2 rate=0.05 attitude=5 => 0
#include <coax.h>
#include <math.h>

#ifndef STEPS
#define STEPS 5
#endif
#ifndef THRESHOLD
#define THRESHOLD 10.0
#endif

#define RATE_STEP 0.5    // degrees per second
#define ERROR_STEP 1.6   // degrees
#define ACCELERATION 0.5 // degrees per second and second, with one pair of jets
#define DEAD_BAND 0.3    // degrees
#define SHORTEST 0.05    // seconds a jet can fire
#define PERIOD 0.5       // seconds between steps
#define QUIET_RATE 0.1   // degrees per second

/// The modes of the state chart.
enum mode {
    STANDBY, // jets are off
    DAMPING, // stop rotating, wherever we point
    HOLDING, // keep the attitude
    COASTING // let the rotation bring us back
};

/// What the crew can set.
enum crew_switch { CREW_OFF, CREW_DAMP, CREW_HOLD };

/// What the jets are told.
enum command { NOTHING, PULSE, FIRE };

struct autopilot {
    enum mode mode;
    double rate;   // filtered, degrees per second
    double error;  // filtered, degrees
    double tjcalc; // seconds the jets should fire
    enum command command;
    int direction;     // of the torque wanted: -1, 0 or 1
    int quiet_periods; // with nothing to do, in a row
};

struct sensors {
    double attitude; // degrees off the wanted attitude
    double rate;
};

/// A step towards `measured`, not further than `limit`. What is not a number counts as the lower limit.
static double follow(double value, double measured, double limit) {
    return value + fmin(fmax(measured - value, -limit), limit);
}

static void filter(struct autopilot *pilot, struct sensors seen) {
    pilot->rate = follow(pilot->rate, seen.rate, RATE_STEP);
    pilot->error = follow(pilot->error, seen.attitude, ERROR_STEP);
}

/// Seconds of firing that stop the rotation.
static double stopping_time(double rate) {
    return fabs(rate) / ACCELERATION;
}

/// How far beyond the switching curve the state lies, in seconds squared: a firing of w/a seconds
/// stops the rotation w*w/(2 a) degrees further on, and the way back takes the rest.
static double beyond_curve(double rate, double error) {
    double ahead = error * copysign(1.0, rate) - DEAD_BAND;
    return rate * rate / (2.0 * ACCELERATION * ACCELERATION) + ahead / ACCELERATION;
}

/// Seconds of firing until the coast back to the wanted attitude begins, for a state beyond the curve.
static double firing_time(double rate, double error) {
    return stopping_time(rate) + sqrt(beyond_curve(rate, error));
}

/// Whether nothing need be done to hold the attitude.
static int at_rest(const struct autopilot *pilot) {
    return fabs(pilot->rate) < QUIET_RATE && fabs(pilot->error) < 2.0 * DEAD_BAND;
}

/// Holding and coasting are left and entered by the phase plane.
static enum mode held(const struct autopilot *pilot) {
    if (beyond_curve(pilot->rate, pilot->error) < 0.0)
        return COASTING;
    return HOLDING;
}

/// The state chart: the crew's switch first, then what the phase plane says.
static enum mode next_mode(const struct autopilot *pilot, int crew) {
    switch (crew) {
    case CREW_DAMP:
        return DAMPING;
    case CREW_HOLD:
        return held(pilot);
    default:
        return STANDBY;
    }
}

/// The firing time that the mode asks for.
static double time_wanted(const struct autopilot *pilot) {
    switch (pilot->mode) {
    case DAMPING:
        return stopping_time(pilot->rate);
    case HOLDING:
        if (at_rest(pilot))
            return 0.0;
        return firing_time(pilot->rate, pilot->error);
    default:
        return 0.0;
    }
}

/// Too short is nothing, longer than a period is fire now and compute again.
static enum command command_for(double seconds) {
    if (seconds < SHORTEST)
        return NOTHING;
    if (seconds < PERIOD)
        return PULSE;
    return FIRE;
}

/// Jets work against the rotation.
static int direction_for(const struct autopilot *pilot) {
    if (pilot->command == NOTHING)
        return 0;
    return pilot->rate > 0.0 ? -1 : 1;
}

/// One period of the autopilot.
static void step(struct autopilot *pilot, struct sensors seen, int crew) {
    filter(pilot, seen);
    pilot->mode = next_mode(pilot, crew);
    pilot->tjcalc = time_wanted(pilot);
    pilot->command = command_for(pilot->tjcalc);
    pilot->direction = direction_for(pilot);
    if (pilot->command == NOTHING)
        pilot->quiet_periods++;
    else
        pilot->quiet_periods = 0;
}

/// The observer: an automaton of two states whose second is the error.
static void observe(const struct autopilot *pilot) {
    coax_assert(pilot->tjcalc <= THRESHOLD);
}

int main(void) {
    struct autopilot pilot = {.mode = STANDBY};
    for (int n = 0; n < STEPS; n++) {
        struct sensors seen = {.attitude = coax_double("attitude"), .rate = coax_double("rate")};
        step(&pilot, seen, coax_int("switch"));
        observe(&pilot);
    }
    return pilot.quiet_periods;
}
