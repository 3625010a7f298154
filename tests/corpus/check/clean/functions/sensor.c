// A sensor without source code may measure nothing, which is looked at.
//@ allow: external
int read_sensor(int channel);

int calibrated(int channel) {
    int raw = read_sensor(channel);
    if (raw < 0 || raw > 4095)
        return -1;
    if (raw == 0)
        return 0;
    return 4096 / raw;
}
