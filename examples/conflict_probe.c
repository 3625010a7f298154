// Will two aircraft come too close within the next three minutes, and what should be done about it?
//
// The probe predicts both trajectories, straight or turning, step by step, looks for the first step
// at which both the horizontal and the vertical separation are lost, and advises a manoeuvre. All
// inputs are floating-point numbers, and the conditions go through sqrt, pow, sin, cos, atan2, fabs
// and fmod: `coax explore examples/conflict_probe.c` finds inputs for every branch.
//
// Units: nautical miles, feet, knots, degrees (0 is north, clockwise), seconds.
//
// The exit status is the advice (see `enum advice`). Inputs that give each of it, and all branches
// together, as `name=value` (what is not named is 0):
//
//@ input: own_speed=10 => 1
//@ input: own_speed=700 => 1
//@ input: own_speed=400 own_altitude=-5 other_speed=400 => 1
//@ input: own_speed=400 own_altitude=70000 other_speed=400 => 1
//@ input: own_speed=400 own_altitude=30000 own_climb=9000 other_speed=400 => 1
//@ input: own_speed=400 own_altitude=30000 own_turn=5 other_speed=400 => 1
//@ input: own_speed=400 own_altitude=30000 own_heading=400 other_speed=400 => 1
//@ input: own_speed=400 own_altitude=30000 other_speed=20 => 1
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=30000 other_x=200 => 2
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=30000 other_y=-20 other_heading=180 => 3
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=20000 other_y=15 other_heading=180 => 4
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=27000 other_y=25 other_heading=180 other_climb=1500 => 5
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=30100 other_x=1 => 6
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=29900 other_x=1 => 7
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=30000 other_y=30 other_heading=180 => 8
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=30000 other_x=20 other_y=20 other_heading=270 => 9
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=30000 other_x=-20 other_y=20 other_heading=90 => 10
//@ input: own_speed=500 own_altitude=30000 other_speed=300 other_altitude=30000 other_y=10 => 11
//@ input: own_speed=300 own_altitude=30000 other_speed=500 other_altitude=30000 other_y=-10 => 12
//@ input: own_speed=400 own_altitude=43000 other_speed=400 other_altitude=41500 other_y=30 other_heading=-180 => 8
//@ input: own_speed=400 own_altitude=30000 own_turn=2 other_speed=400 other_altitude=30000 other_x=14 other_turn=-2 => 10
//@ input: own_speed=400 own_altitude=30000 own_turn=3 other_speed=400 other_altitude=30000 other_x=-30 other_y=30 other_heading=180 => 3
//@ input: own_speed=400 own_altitude=30000 other_speed=400.5 other_altitude=30000 other_x=20 => 3
//@ input: own_speed=400 own_altitude=40500 other_speed=400 other_altitude=42000 other_y=30 other_heading=180 => 8
//@ input: own_speed=400 own_altitude=30000 other_speed=400 other_altitude=30000 other_y=30 other_heading=170 other_turn=0.2 => 8
#include <coax.h>
#include <math.h>

#define PI 3.14159265358979323846

enum {
    LOOK_AHEAD = 180, // how far the probe looks
    STEP = 15,        // how far trajectories are apart in time
    IMMEDIATE = 30,   // closer in time than this, only climbing or descending helps
    TURN_TIME = 60,   // a turn is over after that long
};

#define HORIZONTAL_MINIMUM 5.0
#define CAPTURE_RANGE 120.0
#define REDUCED_MINIMUM 1000.0
#define FULL_MINIMUM 2000.0
#define REDUCED_UP_TO 41000.0

/// What the probe says; the exit status of this program.
enum advice {
    BAD_INPUT = 1,
    OUT_OF_RANGE = 2,
    NO_CONFLICT = 3,
    PASSES_BELOW_OR_ABOVE = 4,
    LEVEL_OFF = 5,
    DESCEND_NOW = 6,
    CLIMB_NOW = 7,
    BOTH_TURN_RIGHT = 8,
    TURN_LEFT = 9,
    TURN_RIGHT = 10,
    SLOW_DOWN = 11,
    GIVE_WAY = 12,
};

struct vector {
    double east;
    double north;
};

struct aircraft {
    struct vector position;
    double altitude;
    double speed;
    double heading;
    double climb; // feet per minute
    double turn;  // degrees per second, positive to the right; 0 is straight
};

/// How the aircraft move with respect to each other.
struct encounter {
    double first_loss;       // seconds until separation is lost; negative: never
    double closest;          // smallest horizontal distance at any step
    int horizontal_only;     // came too close, but never at one height
    double bearing;          // of the other aircraft, relative to our heading, at the loss
    double crossing;         // angle between the headings at the loss, 0..180
    double height_above_own; // of the other aircraft at the loss
};

static double to_radians(double degrees) {
    return degrees * (PI / 180.0);
}

static double to_degrees(double radians) {
    return radians * (180.0 / PI);
}

/// The same direction between 0 and 360.
static double normal_heading(double degrees) {
    double rest = fmod(degrees, 360.0);
    if (rest < 0.0)
        rest += 360.0;
    return rest;
}

/// The same direction between -180 and 180.
static double signed_angle(double degrees) {
    double rest = normal_heading(degrees);
    if (rest > 180.0)
        rest -= 360.0;
    return rest;
}

static int between(double low, double value, double high) {
    return value >= low && value <= high;
}

/// Whether an aircraft can be flying like that. Nothing that is not a number is between bounds.
static int plausible(const struct aircraft *craft) {
    if (!between(60.0, craft->speed, 600.0))
        return 0;
    if (!between(0.0, craft->altitude, 60000.0))
        return 0;
    if (!between(-6000.0, craft->climb, 6000.0))
        return 0;
    return between(-3.0, craft->turn, 3.0) && between(-360.0, craft->heading, 360.0);
}

static struct vector minus(struct vector a, struct vector b) {
    struct vector difference = {a.east - b.east, a.north - b.north};
    return difference;
}

static double length(struct vector v) {
    return sqrt(pow(v.east, 2.0) + pow(v.north, 2.0));
}

static double dot(struct vector a, struct vector b) {
    return a.east * b.east + a.north * b.north;
}

/// Miles per second in each direction.
static struct vector velocity(double speed, double heading) {
    double miles_per_second = speed / 3600.0;
    struct vector v = {
        miles_per_second * sin(to_radians(heading)),
        miles_per_second * cos(to_radians(heading)),
    };
    return v;
}

/// How long the aircraft has been turning after `seconds`.
static double time_turning(double seconds) {
    if (seconds > TURN_TIME)
        return TURN_TIME;
    return seconds;
}

static double heading_after(const struct aircraft *craft, double seconds) {
    return normal_heading(craft->heading + craft->turn * time_turning(seconds));
}

static struct vector straight_ahead(struct vector from, double speed, double heading, double seconds) {
    struct vector v = velocity(speed, heading);
    struct vector to = {from.east + v.east * seconds, from.north + v.north * seconds};
    return to;
}

/// The end of an arc: the centre lies at right angles to the heading.
static struct vector along_arc(const struct aircraft *craft, double seconds) {
    double radius = craft->speed / 3600.0 / to_radians(craft->turn);
    double begin = to_radians(craft->heading);
    double end = begin + to_radians(craft->turn * seconds);
    struct vector to = {
        craft->position.east + radius * (cos(begin) - cos(end)),
        craft->position.north + radius * (sin(end) - sin(begin)),
    };
    return to;
}

static struct vector position_after(const struct aircraft *craft, double seconds) {
    if (fabs(craft->turn) < 0.1)
        return straight_ahead(craft->position, craft->speed, craft->heading, seconds);
    struct vector turned = along_arc(craft, time_turning(seconds));
    if (seconds <= TURN_TIME)
        return turned;
    return straight_ahead(turned, craft->speed, heading_after(craft, seconds), seconds - TURN_TIME);
}

/// The aircraft does not leave the layer of air it can fly in.
static double altitude_after(const struct aircraft *craft, double seconds) {
    double altitude = craft->altitude + craft->climb * seconds / 60.0;
    return fmin(fmax(altitude, 0.0), 60000.0);
}

/// High up, altimeters are less exact and more room is needed.
static double vertical_minimum(double own, double other) {
    if (own > REDUCED_UP_TO || other > REDUCED_UP_TO)
        return FULL_MINIMUM;
    return REDUCED_MINIMUM;
}

/// Direction of the other aircraft as our pilot sees it: negative is left.
static double relative_bearing(struct vector to_other, double own_heading) {
    double direction = to_degrees(atan2(to_other.east, to_other.north));
    return signed_angle(direction - own_heading);
}

/// Seconds until two aircraft on straight courses are nearest, 0 if they are drawing apart.
static double time_of_closest_approach(const struct aircraft *own, const struct aircraft *other) {
    struct vector apart = minus(other->position, own->position);
    struct vector drift = minus(velocity(other->speed, other->heading), velocity(own->speed, own->heading));
    double closing = dot(drift, drift);
    if (closing < 1e-9)
        return 0.0;
    double seconds = -dot(apart, drift) / closing;
    return fmax(seconds, 0.0);
}

/// Whether straight courses never bring the two within twice the minimum: then no step need be looked at.
static int far_apart_for_good(const struct aircraft *own, const struct aircraft *other) {
    if (own->turn != 0.0 || other->turn != 0.0)
        return 0;
    double seconds = time_of_closest_approach(own, other);
    struct vector apart = minus(position_after(other, seconds), position_after(own, seconds));
    return length(apart) > 2.0 * HORIZONTAL_MINIMUM;
}

/// What the two look like at the moment separation is lost.
static void describe_loss(struct encounter *found, const struct aircraft *own, const struct aircraft *other,
                          double seconds) {
    struct vector to_other = minus(position_after(other, seconds), position_after(own, seconds));
    double own_heading = heading_after(own, seconds);
    double other_heading = heading_after(other, seconds);
    found->first_loss = seconds;
    found->bearing = relative_bearing(to_other, own_heading);
    found->crossing = fabs(signed_angle(other_heading - own_heading));
    found->height_above_own = altitude_after(other, seconds) - altitude_after(own, seconds);
}

/// Follows both trajectories until separation is lost or nobody need look further.
static struct encounter predict(const struct aircraft *own, const struct aircraft *other) {
    struct encounter found = {.first_loss = -1.0, .closest = CAPTURE_RANGE};
    if (far_apart_for_good(own, other))
        return found;
    for (int seconds = 0; seconds <= LOOK_AHEAD; seconds += STEP) {
        struct vector apart = minus(position_after(other, seconds), position_after(own, seconds));
        double horizontal = length(apart);
        if (horizontal < found.closest)
            found.closest = horizontal;
        if (horizontal >= HORIZONTAL_MINIMUM)
            continue;
        double own_altitude = altitude_after(own, seconds);
        double other_altitude = altitude_after(other, seconds);
        if (fabs(other_altitude - own_altitude) >= vertical_minimum(own_altitude, other_altitude)) {
            found.horizontal_only = 1;
            continue;
        }
        describe_loss(&found, own, other, seconds);
        return found;
    }
    return found;
}

/// There is no time left to turn: away from the other's height.
static enum advice immediate_advice(const struct encounter *found) {
    if (found->height_above_own > 0.0)
        return DESCEND_NOW;
    return CLIMB_NOW;
}

/// On nearly the same course, the one behind is the faster one.
static enum advice overtaking_advice(const struct encounter *found) {
    if (fabs(found->bearing) < 90.0)
        return SLOW_DOWN;
    return GIVE_WAY;
}

/// Courses that cross: go behind the other aircraft, away from the side it comes from.
static enum advice crossing_advice(const struct encounter *found) {
    if (found->bearing > 0.0)
        return TURN_LEFT;
    return TURN_RIGHT;
}

/// Whether the loss comes from somebody's climbing or descending and ends with it.
static int only_while_climbing(const struct aircraft *own, const struct aircraft *other) {
    double now = fabs(other->altitude - own->altitude);
    return now >= vertical_minimum(own->altitude, other->altitude);
}

static enum advice tactical_advice(const struct encounter *found) {
    if (found->crossing > 150.0)
        return BOTH_TURN_RIGHT;
    if (found->crossing < 30.0)
        return overtaking_advice(found);
    return crossing_advice(found);
}

/// The whole probe.
static enum advice probe(const struct aircraft *own, const struct aircraft *other) {
    if (!plausible(own) || !plausible(other))
        return BAD_INPUT;
    // A position that is not a number is not in range either.
    if (!(length(minus(other->position, own->position)) <= CAPTURE_RANGE))
        return OUT_OF_RANGE;
    struct encounter found = predict(own, other);
    if (found.first_loss < 0.0) {
        if (found.horizontal_only)
            return PASSES_BELOW_OR_ABOVE;
        return NO_CONFLICT;
    }
    if (only_while_climbing(own, other))
        return LEVEL_OFF;
    if (found.first_loss < IMMEDIATE)
        return immediate_advice(&found);
    return tactical_advice(&found);
}

int main(void) {
    struct aircraft own = {
        .altitude = coax_double("own_altitude"),
        .speed = coax_double("own_speed"),
        .heading = coax_double("own_heading"),
        .climb = coax_double("own_climb"),
        .turn = coax_double("own_turn"),
    };
    struct aircraft other = {
        .position = {coax_double("other_x"), coax_double("other_y")},
        .altitude = coax_double("other_altitude"),
        .speed = coax_double("other_speed"),
        .heading = coax_double("other_heading"),
        .climb = coax_double("other_climb"),
        .turn = coax_double("other_turn"),
    };
    return probe(&own, &other);
}
