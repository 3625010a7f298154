// Keeps a key small.
unsigned wrapped(unsigned key);
