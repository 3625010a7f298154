// A machine is told to stop while it starts, which somebody held to be impossible.
#include <stdlib.h>

enum state { STOPPED, STARTING, RUNNING };

enum state stop(enum state now, int urgent) {
    switch (now) {
    case STOPPED:
        return STOPPED;
    case STARTING:
        if (urgent)
            abort(); //~ abort
        return STARTING;
    case RUNNING:
        return STOPPED;
    }
    return STOPPED;
}
