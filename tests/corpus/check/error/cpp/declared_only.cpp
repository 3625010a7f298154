// Functions that are only declared here: the tests of one are linked without the others.
struct Sample {
    int value;
};
bool read_sample(Sample &to);
int calibrate(const Sample &by);

int scaled(int by) {
    Sample sample;
    if (!read_sample(sample) || by == -1)
        return 0;
    return 100 / (sample.value == 7 ? 0 : 1); //~ division-by-zero
}

int calibrated() { return calibrate({1}); }
