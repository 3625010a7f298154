// A table has a place for each of 128 characters; char has negative ones.
static const char is_vowel[128] = {['a'] = 1, ['e'] = 1, ['i'] = 1, ['o'] = 1, ['u'] = 1};

int vowel(char c) {
    return is_vowel[(int)c]; //~ out-of-bounds
}
