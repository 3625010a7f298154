// A ratio is made to lie between zero and one.
unsigned char shade(float ratio) {
    if (!(ratio > 0.0f))
        return 0;
    if (ratio > 1.0f)
        return 255;
    return (unsigned char)(ratio * 255.0f);
}
