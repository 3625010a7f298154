// A machine that is told to stop while it starts stops.
#include <stdlib.h>

enum state { STOPPED, STARTING, RUNNING };

enum state stop(enum state now, int urgent) {
    switch (now) {
    case STOPPED:
        return STOPPED;
    case STARTING:
        return urgent ? STOPPED : STARTING;
    case RUNNING:
        return STOPPED;
    }
    return STOPPED;
}
