// A table has a place for each of 128 characters, and is asked only for those.
static const char is_vowel[128] = {['a'] = 1, ['e'] = 1, ['i'] = 1, ['o'] = 1, ['u'] = 1};

int vowel(char c) {
    if ((unsigned char)c >= 128)
        return 0;
    return is_vowel[(int)c];
}
