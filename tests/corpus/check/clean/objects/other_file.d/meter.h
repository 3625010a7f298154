// What other files know of meters.
#ifndef METER_H
#define METER_H
struct meter;
struct meter *meter_new(int step);
int meter_step(const struct meter *m);
int meter_steps(const struct meter *m, int way);
#endif
