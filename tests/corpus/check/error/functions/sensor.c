// A sensor without source code may measure nothing.
int read_sensor(int channel);

int calibrated(int channel) {
    int raw = read_sensor(channel);
    if (raw < 0 || raw > 4095)
        return -1;
    return 4096 / raw; //~ division-by-zero assuming stub
}
