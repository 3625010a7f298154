// A ratio is expected to lie between zero and one.
unsigned char shade(float ratio) {
    return (unsigned char)(ratio * 255.0f); //~ float-cast-overflow
}
