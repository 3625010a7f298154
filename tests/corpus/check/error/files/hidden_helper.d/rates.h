// Rates by zone.
int rate_of(unsigned zone);
